//! The JSON reader: what it takes, what it refuses, and that it agrees with python3's.

use proptest::prelude::*;
use rtk::text::json::{self, Kind, Options, Scanner, Value};

use crate::oracle::{self, Random};

/// A value on one line: numbers as written, strings lossy, duplicates kept.
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

/// A value as the python side prints it: names and strings as code points.
fn canonical(value: &Value, out: &mut String) {
    match value.kind() {
        Kind::String => {
            let text = value.as_str_lossy().unwrap();
            out.push('"');
            out.extend(text.chars().map(|c| format!("{:x}.", c as u32)));
        }
        Kind::Array => {
            out.push('[');
            for item in value.items() {
                canonical(&item, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::Object => {
            out.push('{');
            for member in value.members() {
                canonical(&member.key, out);
                out.push(':');
                canonical(&member.value, out);
                out.push(',');
            }
            out.push('}');
        }
        _ => out.push_str(str::from_utf8(value.raw()).unwrap()),
    }
}

const PYTHON: &str = r#"
class N(str): pass
def bad(s): raise ValueError
def text(s): return '"' + ''.join('%x.' % (0xfffd if 0xd800 <= ord(c) < 0xe000 else ord(c)) for c in s)
def show(v):
    if isinstance(v, N): return str(v)
    if isinstance(v, str): return text(v)
    if isinstance(v, list): return '[' + ''.join(show(i) + ',' for i in v) + ']'
    if isinstance(v, tuple): return '{' + ''.join(text(k) + ':' + show(i) + ',' for k, i in v) + '}'
    return {None: 'null', True: 'true', False: 'false'}[v]
return show(json.loads(b.decode('utf-8', 'replace').lstrip('\ufeff'), parse_int=N, parse_float=N, parse_constant=bad, object_pairs_hook=tuple))
"#;

fn random_json(random: &mut Random, depth: usize, out: &mut Vec<u8>) {
    const BLANKS: [&[u8]; 6] = [b"", b"", b"", b" ", b"\n\t", b"\r\n"];
    const SCALARS: [&[u8]; 12] = [
        b"null",
        b"true",
        b"false",
        b"0",
        b"-0",
        b"12",
        b"-1.5e+300",
        b"1E400",
        b"3.14",
        b"01",
        b"1.",
        b"2e",
    ];
    const PIECES: [&[u8]; 18] = [
        b"a",
        b"command",
        b" ",
        b"\\n",
        b"\\\"",
        b"\\\\",
        b"\\/",
        b"\\u0063",
        b"\\uD83D\\uDE00",
        b"\\ud800",
        b"\\uDC00",
        b"\xC3\xA9",
        b"\xF0\x9F\x98\x80",
        b"\xFF",
        b"\xE2\x80",
        b"//",
        b"{[",
        b"\xED\xA0\x80",
    ];
    out.extend(random.pick(&BLANKS));
    match random.below(if depth == 0 { 2 } else { 5 }) {
        0 => out.extend(random.pick(&SCALARS)),
        1 => {
            out.push(b'"');
            for _ in 0..random.below(6) {
                out.extend(random.pick(&PIECES));
            }
            out.push(b'"');
        }
        kind => {
            out.push(if kind == 2 { b'[' } else { b'{' });
            for n in 0..random.below(4) {
                if n > 0 {
                    out.push(b',');
                }
                if kind > 2 {
                    out.extend(random.pick(&BLANKS));
                    let name: &[u8] =
                        random.pick(&[b"\"a\"", b"\"\\u0061\"", b"\"\"", b"\"b\\\"\""]);
                    out.extend(name);
                    out.extend(random.pick(&BLANKS));
                    out.push(b':');
                }
                random_json(random, depth - 1, out);
            }
            out.extend(random.pick(&BLANKS));
            out.push(if kind == 2 { b']' } else { b'}' });
        }
    }
    out.extend(random.pick(&BLANKS));
}

#[test]
fn agrees_with_python() {
    if !oracle::have("python3", &["--version"]) {
        return;
    }
    let mut random = Random::new(1);
    let texts: Vec<Vec<u8>> = (0..if oracle::slow() { 200_000 } else { 5_000 })
        .map(|_| {
            let mut text = Vec::new();
            random_json(&mut random, 4, &mut text);
            random.damage(&mut text, b"{}[]:,\"\\/ u019.eE+-tfn\x00\x1f\x7f\n\xff\xc3");
            text
        })
        .collect();
    let mut read = 0;
    for (text, theirs) in texts.iter().zip(oracle::python(PYTHON, &texts)) {
        let ours = match json::parse(text) {
            Ok(value) => {
                read += 1;
                let mut out = String::new();
                canonical(&value, &mut out);
                out
            }
            Err(_) => "!".to_owned(),
        };
        assert_eq!(ours, theirs, "{:?}", String::from_utf8_lossy(text));
    }
    assert!(
        read * 3 > texts.len() && read < texts.len(),
        "{read} of {} read",
        texts.len()
    );
}

/// A tree, and the text that is written for it.
fn tree() -> impl Strategy<Value = String> {
    let text = |s: String| {
        let mut out = Vec::new();
        json::write_string(&mut out, &s);
        String::from_utf8(out).unwrap()
    };
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("false".to_owned()),
        "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,9})?([eE][+-]?[0-9]{1,3})?",
        any::<String>().prop_map(text),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6)
                .prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((any::<String>().prop_map(text), inner), 0..6).prop_map(
                |members| {
                    let members: Vec<String> = members
                        .into_iter()
                        .map(|(k, v)| format!("{k}:{v}"))
                        .collect();
                    format!("{{{}}}", members.join(","))
                }
            ),
        ]
    })
}

/// Every span holds exactly what was written, and `get` gives the last of its name.
fn check_spans(value: &Value, whole: &[u8]) {
    assert_eq!(&whole[value.span()], value.raw());
    let again = json::parse(value.raw()).unwrap();
    assert_eq!(again.kind(), value.kind());
    for item in value.items() {
        check_spans(&item, whole);
    }
    let members: Vec<_> = value.members().collect();
    for (n, member) in members.iter().enumerate() {
        check_spans(&member.value, whole);
        let name = member.key.as_str().unwrap();
        let last = members[n..]
            .iter()
            .rfind(|other| other.key.is_str(&name))
            .unwrap();
        assert_eq!(value.get(&name).unwrap().span(), last.value.span());
    }
}

proptest! {
    #![proptest_config(oracle::cases(200))]

    #[test]
    fn written_strings_read_back(text in any::<String>()) {
        let mut quoted = Vec::new();
        json::write_string(&mut quoted, &text);
        let value = json::parse(&quoted).unwrap();
        prop_assert_eq!(value.as_str().unwrap(), text.as_str());
        prop_assert!(value.is_str(&text));
    }

    #[test]
    fn trees_read_back(text in tree()) {
        let value = json::parse(text.as_bytes()).unwrap();
        prop_assert_eq!(value.raw(), text.as_bytes());
        check_spans(&value, text.as_bytes());
        // Relaxed reading changes nothing of strict text.
        let relaxed = json::parse_with(text.as_bytes(), Options::RELAXED).unwrap();
        prop_assert_eq!(dump(&relaxed), dump(&value));
        // A string is replaced alone.
        let stream = format!(" {text} {{");
        let found = Scanner::new().feed(stream.as_bytes());
        prop_assert_eq!(found, Some(1 + text.len()));
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in prop::collection::vec(prop::sample::select(b"{}[]:,\"\\/* u1-tn\n\xff".to_vec()), 0..60)) {
        for options in [Options::default(), Options::RELAXED] {
            if let Ok(value) = json::parse_with(&text, options) {
                dump(&value);
                let end = Scanner::new().feed(&text);
                prop_assert!(options.comments || end.is_none_or(|end| end == value.span().end));
            }
        }
    }
}
