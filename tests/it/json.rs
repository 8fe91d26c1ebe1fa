//! The JSON reader: what it takes, what it refuses, and that it agrees with python3's.

use rtk::text::json::{self, Kind, Options, Scanner, Value};

/// A value as canonical text: numbers as written, strings lossy, the last duplicate only.
fn dump(value: &Value) -> String {
    match value.kind() {
        Kind::Null | Kind::Bool | Kind::Number => String::from_utf8_lossy(value.raw()).into_owned(),
        Kind::String => format!("{:?}", value.as_str_lossy().unwrap()),
        Kind::Array => {
            let items: Vec<String> = value.items().map(|item| dump(&item)).collect();
            format!("[{}]", items.join(","))
        }
        Kind::Object => {
            let members: Vec<String> = value
                .members()
                .map(|member| format!("{}:{}", dump(&member.key), dump(&member.value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

#[track_caller]
fn check(text: &[u8], expected: &str) {
    match json::parse(text) {
        Ok(value) => assert_eq!(dump(&value), expected),
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
fn refuse(text: &[u8], offset: usize, reason: &str) {
    match json::parse(text) {
        Ok(value) => panic!("read as {value:?}"),
        Err(error) => assert_eq!((error.offset, error.reason), (offset, reason)),
    }
}

#[test]
fn reads() {
    check(b"null", "null");
    check(b" true\r\n\t", "true");
    check(b"[]", "[]");
    check(b"[ ]", "[]");
    check(b"{}", "{}");
    check(b"[1, -0.5e+3,[ ] ,{ } ]", "[1,-0.5e+3,[],{}]");
    check(
        br#"{"a" : {"b":[{"c":"d"}]}, "e":false}"#,
        r#"{"a":{"b":[{"c":"d"}]},"e":false}"#,
    );
    check(
        br#""a\"b\\\/\b\f\n\r\t\u0041\uD83d\ude00""#,
        r#""a\"b\\/\u{8}\u{c}\n\r\tA😀""#,
    );
    check("\u{feff}\u{feff} [1]".as_bytes(), "[1]");
    check(
        "[1e400,"
            .bytes()
            .chain(vec![b'9'; 400])
            .chain(*b"]")
            .collect::<Vec<_>>()
            .as_slice(),
        &format!("[1e400,{}]", "9".repeat(400)),
    );
}

#[test]
fn refuses() {
    refuse(b"", 0, "the text ends inside a value");
    refuse(b"{\"a\":1", 6, "the text ends inside a value");
    refuse(b"[1,]", 3, "a value is missing");
    refuse(b"[,]", 1, "a value is missing");
    refuse(b"{\"a\":1,}", 7, "a name in quotes is missing");
    refuse(b"{a:1}", 1, "a name in quotes is missing");
    refuse(b"{'a':1}", 1, "a name in quotes is missing");
    refuse(b"{\"a\" 1}", 5, "a colon is missing after a name");
    refuse(b"[1 2]", 3, "a comma or a closing bracket is missing");
    refuse(b"[1}", 2, "a comma or a closing bracket is missing");
    refuse(b"[1] x", 4, "text after the value");
    refuse(b"// c\n1", 0, "a value is missing");
    refuse(b"\"a\nb\"", 2, "a control character in a string");
    refuse(b"\"a", 2, "the text ends inside a string");
    refuse(b"\"\\x\"", 1, "an escape that is not JSON");
    refuse(b"\"\\u12g4\"", 1, "an escape that is not JSON");
    refuse(b"\"\\", 1, "an escape that is not JSON");
    for number in [
        "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "1a", "--1", "-a", "NaN", "Infinity",
    ] {
        assert!(json::parse(number.as_bytes()).is_err(), "{number}");
    }
    refuse(
        &[b'['; json::MAX_DEPTH + 1],
        json::MAX_DEPTH,
        "nested too deep",
    );
}

#[test]
fn comments_and_trailing_commas_on_request() {
    let text = b"/* a */ { // b {\n \"k\" /*c*/ : /*]*/ [1, 2 /*,*/, ], /* \" */ }//";
    let value = json::parse_with(text, Options::RELAXED).unwrap();
    assert_eq!(dump(&value), r#"{"k":[1,2]}"#);
    for bad in [
        "[1,,]", "[,]", "{,}", "[1] /", "[1 /* ]", "/*/ 1", "[1 / 2]",
    ] {
        assert!(
            json::parse_with(bad.as_bytes(), Options::RELAXED).is_err(),
            "{bad}"
        );
    }
}

#[test]
fn last_duplicate_and_escaped_names() {
    let value = json::parse(br#"{"command":1,"\u0063ommand":2,"commands":3,"\ud800":4}"#).unwrap();
    assert_eq!(value.get("command").unwrap().raw(), b"2");
    assert_eq!(value.span(), 0..value.raw().len());
    assert!(value.get("comman").is_none());
    assert!(value.get("\u{fffd}").is_none());
}

#[test]
fn strings_that_are_not_text() {
    let value = json::parse(b"[\"\\ud800x\",\"\xFF\\n\",\"\\udc00\\ud800\", 1]").unwrap();
    let items: Vec<_> = value.items().collect();
    assert!(items.iter().all(|item| item.as_str().is_none()));
    let lossy: Vec<_> = items
        .iter()
        .filter_map(|item| item.as_str_lossy())
        .collect();
    assert_eq!(lossy, ["\u{fffd}x", "\u{fffd}\n", "\u{fffd}\u{fffd}"]);
}

#[test]
fn deep_and_wide() {
    let depth = json::MAX_DEPTH;
    let deep = [vec![b'['; depth], vec![b']'; depth]].concat();
    let mut value = json::parse(&deep).unwrap();
    let mut levels = 1;
    while let Some(inner) = value.items().next() {
        value = inner;
        levels += 1;
    }
    assert_eq!(levels, depth);

    let members: Vec<String> = (0..100_000).map(|n| format!("\"k{n}\":{n}")).collect();
    let wide = format!("{{{}}}", members.join(","));
    let value = json::parse(wide.as_bytes()).unwrap();
    assert_eq!(value.get("k99999").unwrap().raw(), b"99999");
    assert_eq!(value.members().count(), 100_000);
}

#[test]
fn scanner_finds_the_end_of_the_first_value() {
    for (stream, end) in [
        (&b"{\"a\":\"}\\\"}\"} rest"[..], Some(12)),
        (b"\xEF\xBB\xBF [[1],{}]\n{", Some(12)),
        (b"\"a\\\"b\"x", Some(6)),
        (b"12 ", Some(2)),
        (b"12", None),
        (b"{\"a\":\"}", None),
        (b"\\", None),
    ] {
        for size in 1..=stream.len() {
            let mut scanner = Scanner::new();
            let found = stream.chunks(size).find_map(|chunk| scanner.feed(chunk));
            assert_eq!(
                found,
                end,
                "{:?} by {size}",
                String::from_utf8_lossy(stream)
            );
        }
    }
}

#[test]
fn splices() {
    let text = br#"{"a": 1, "b": 2}"#;
    let value = json::parse(text).unwrap();
    let new = json::splice(
        text,
        &[
            (value.get("a").unwrap().span(), b"[]"),
            (15..15, b", \"c\": 3"),
        ],
    );
    assert_eq!(new, br#"{"a": [], "b": 2, "c": 3}"#);
    let mut quoted = Vec::new();
    json::write_string(&mut quoted, "a\"\\\n\r\t\u{8}\u{c}\u{1f}\u{0}é/");
    assert_eq!(quoted, r#""a\"\\\n\r\t\b\f\u001f\u0000é/""#.as_bytes());
}
