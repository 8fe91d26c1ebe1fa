//! The TOML reader: values, places, errors with their place, python3's tomllib.

use proptest::prelude::*;
use rtk::text::toml::{self, Item, Table, Value};

use crate::oracle::{self, Random};

/// Names sorted, strings as code points; floats, dates and times are `o`.
fn canonical(table: &Table, out: &mut String) {
    out.push('{');
    for (key, item) in table.iter() {
        points(key, out);
        out.push(':');
        canonical_value(&item.value, out);
        out.push(',');
    }
    out.push('}');
}

fn canonical_value(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => points(text, out),
        Value::Integer(number) => out.push_str(&number.to_string()),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Other => out.push('o'),
        Value::Table(table) => canonical(table, out),
        Value::Array(items) => {
            out.push('[');
            for Item { value, .. } in items {
                canonical_value(value, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Tables(tables) => {
            out.push('[');
            for table in tables {
                canonical(table, out);
                out.push(',');
            }
            out.push(']');
        }
    }
}

fn points(text: &str, out: &mut String) {
    out.push('"');
    out.extend(text.chars().map(|c| format!("{:x}.", c as u32)));
}

/// A readable form for the tables below.
fn dump(table: &Table) -> String {
    let mut text = String::new();
    for (key, item) in table.iter() {
        let value = match &item.value {
            Value::String(text) => format!("{text:?}"),
            Value::Table(table) => format!("{{{}}}", dump(table)),
            Value::Tables(tables) => format!(
                "[[{}]]",
                tables.iter().map(dump).collect::<Vec<_>>().join("|")
            ),
            other => {
                let mut text = String::new();
                canonical_value(other, &mut text);
                text
            }
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&format!("{key}={value}"));
    }
    text
}

#[track_caller]
fn check(text: &str, expected: &str) {
    match toml::parse(text.as_bytes()) {
        Ok(table) => assert_eq!(dump(&table), expected),
        Err(error) => panic!("line {}: {error}", error.line(text.as_bytes())),
    }
}

#[track_caller]
fn refuse(text: &str, line: usize, reason: &str) {
    let error = toml::parse(text.as_bytes()).expect_err("an error");
    assert_eq!((error.line(text.as_bytes()), error.reason), (line, reason));
}

#[test]
fn configuration() {
    let text = r#"
# what rtk leaves alone
[hooks]
exclude_commands = ["curl", 'git push',   # comment
    "^docker (build|run)", ]
[permissions]
approve_read_only = true
"#;
    let table = toml::parse(text.as_bytes()).unwrap();
    let excluded = table
        .table("hooks")
        .unwrap()
        .get("exclude_commands")
        .unwrap();
    let excluded: Vec<_> = excluded
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item.value.as_str().unwrap())
        .collect();
    assert_eq!(excluded, ["curl", "git push", "^docker (build|run)"]);
    let permissions = table.table("permissions").unwrap();
    assert_eq!(
        permissions.get("approve_read_only").unwrap().as_bool(),
        Some(true)
    );
}

#[test]
fn keys_and_tables() {
    check("", "");
    check("\u{feff}a=1", "a=1");
    check("a . \"b c\" . 'd' = 1\na.e=2", "a={b c={d=1} e=2}");
    check("1-_=1 # c\r\n\r\n\t\"\"=2", "=2 1-_=1");
    check(
        "[a]\nb=1\n[a.c]\nd=1\n[ e . f ]",
        "a={b=1 c={d=1}} e={f={}}",
    );
    check("[a.b]\nc=1\n[a]\nd=2", "a={b={c=1} d=2}");
    check(
        "[[a]]\nb=1\n[[a]]\n[a.c]\nd=2\n[[a.e]]\n[[a.e]]",
        "a=[[b=1|c={d=2} e=[[|]]]]",
    );
    check("[a]\nb.c=1\n[a.b.d]\ne=2", "a={b={c=1 d={e=2}}}");
    check("a={b.c=1, b.d = {}}", "a={b={c=1 d={}}}");
}

#[test]
fn values() {
    check(
        "a=[]\nb=[1,\n #c\n[2,],\n]\nc=[{a=1},{}]",
        "a=[] b=[1,[2,],] c=[{\"61.:1,},{},]",
    );
    check(
        "a=+1_000\nb=-0\nc=0xdead_BEEF\nd=0o17\ne=0b1_0\nf=9223372036854775807",
        "a=1000 b=0 c=3735928559 d=15 e=2 f=9223372036854775807",
    );
    check(
        "a=1.5\nb=-1e+10\nc=6.6_2E-3_4\nd=+inf\ne=nan",
        "a=o b=o c=o d=o e=o",
    );
    check(
        "a=1979-05-27T07:32:00.5-07:00\nb=1979-05-27 07:32:00z\nc=2000-02-29 # c\nd=23:59:59.123456789012",
        "a=o b=o c=o d=o",
    );
    check(
        r#"a="\b\t\n\f\r\"\\\u00e9\U0001F600 é""#,
        r#"a="\u{8}\t\n\u{c}\r\"\\é😀 é""#,
    );
    check(r"a='C:\x\'", r#"a="C:\\x\\""#);
    check(
        "a=\"\"\"\r\nx\r\n \\  \n\n  y\\\"\"\"\"\"\"",
        "a=\"x\\n y\\\"\\\"\\\"\"",
    );
    check("a='''\n''\\n\n'''''", "a=\"''\\\\n\\n''\"");
    check("a=\"\"\"\"\"\"\nb=''''''", "a=\"\" b=\"\"");
}

#[test]
fn refuses_with_line_and_reason() {
    refuse("a=1\nb", 2, "a `=` is missing after the name");
    refuse("a=1\n\nb=", 3, "a value is missing");
    refuse("a=1 b=2", 1, "text after the value or header");
    refuse("=1", 1, "a name is missing");
    refuse("a.=1", 1, "a name is missing");
    refuse("[]", 1, "a name is missing");
    refuse("[a", 1, "a header without its closing bracket");
    refuse("[[a]", 1, "a header without its closing bracket");
    refuse("[ [a]]", 1, "a name is missing");
    refuse("a=1\na=2", 2, "a name that is defined already");
    refuse("[a]\n[a]", 2, "a name that is defined already");
    refuse("[a.b]\n[a]\nb=1", 3, "a name that is defined already");
    refuse("a=[]\n[[a]]", 2, "a name that is defined already");
    refuse("[[a]]\n[a]", 2, "a name that is defined already");
    refuse("a.b=1\n[a]", 2, "a name that is defined already");
    refuse(
        "a={}\n[a.b]",
        2,
        "a header below something that is not a table",
    );
    refuse(
        "a=1\n[a.b]",
        2,
        "a header below something that is not a table",
    );
    refuse(
        "a={b=1}\na.c=2",
        2,
        "a dotted name below something that is defined already",
    );
    refuse(
        "[a.b]\nc=1\n[a]\nb.d=2",
        4,
        "a dotted name below something that is defined already",
    );
    refuse("a=[1 2]", 1, "a comma or a closing bracket is missing");
    refuse("a=[,]", 1, "a value is missing");
    refuse("a={b=1,}", 1, "a name is missing");
    refuse("a={b=1\n}", 1, "a comma or a closing brace is missing");
    refuse("a=\"x\ny\"", 1, "a string without its closing quote");
    refuse("a='''x", 1, "the text ends inside a string");
    refuse("a=\"\\x41\"", 1, "an escape that is not TOML");
    refuse("a=\"\\ud800\"", 1, "an escape that is not TOML");
    refuse("a=\"\u{1}\"", 1, "a control character in a string");
    refuse("#\u{1}", 1, "a control character in a comment");
    for number in [
        "01",
        "1_",
        "_1",
        "1__0",
        "+0x1",
        "0x",
        "1.",
        ".5",
        "1e",
        "1.e5",
        "yes",
        "True",
        "9223372036854775808",
        "2023-02-29",
        "24:00:00",
        "12:30",
        "1979-05-27T07:32",
        "1979-05-27T07:32:00+24:00",
        "1_e1",
        "0_1.0",
    ] {
        refuse(
            &format!("a={number}"),
            1,
            "neither a number of 64 bits, a date, `true` nor `false`",
        );
    }
    refuse(&format!("a={}", "[".repeat(100)), 1, "nested too deep");
    refuse(
        &format!("{}a=1", "a.".repeat(100)),
        1,
        "a name of too many parts",
    );
    let error = toml::parse(b"a=1\n\xff").expect_err("an error");
    assert_eq!((error.offset, error.reason), (4, "not UTF-8"));
}

/// What an edit needs to know.
#[test]
fn spans() {
    let text = "x = 1\n\n# mine\n[[hooks]]\nname = \"a\"\nt = { u = 1 } # c\n\n[[hooks]] # second\n\"na\\u006de\" = 'b'\n[z]\n";
    let table = toml::parse(text.as_bytes()).unwrap();
    assert_eq!(&text[table.span()], "x = 1");
    let hooks = table.get("hooks").unwrap().as_tables().unwrap();
    assert_eq!(
        &text[hooks[0].span()],
        "[[hooks]]\nname = \"a\"\nt = { u = 1 }"
    );
    assert_eq!(
        &text[hooks[1].span()],
        "[[hooks]] # second\n\"na\\u006de\" = 'b'"
    );
    assert_eq!(&text[hooks[0].table("t").unwrap().span()], "{ u = 1 }");
    let name = hooks[1].item("name").unwrap();
    assert_eq!(
        (&text[name.key.clone()], &text[name.span.clone()]),
        ("\"na\\u006de\"", "'b'")
    );
    assert_eq!(&text[table.table("z").unwrap().span()], "[z]");
}

#[test]
fn many_names_take_no_square_of_time() {
    let text: String = (0..50_000).map(|n| format!("k{n}.a = {n}\n")).collect();
    let table = toml::parse(text.as_bytes()).unwrap();
    assert_eq!(table.iter().count(), 50_000);
}

const PYTHON: &str = r#"
import tomllib
def text(s): return '"' + ''.join('%x.' % ord(c) for c in s)
def show(v):
    if isinstance(v, bool): return 'true' if v else 'false'
    if isinstance(v, int): return str(v)
    if isinstance(v, str): return text(v)
    if isinstance(v, list): return '[' + ''.join(show(i) + ',' for i in v) + ']'
    if isinstance(v, dict): return '{' + ''.join(text(k) + ':' + show(v[k]) + ',' for k in sorted(v)) + '}'
    return 'o'
return show(tomllib.loads(b.decode('utf-8')))
"#;

fn random_value(random: &mut Random, depth: usize, out: &mut String) {
    const SCALARS: [&str; 34] = [
        "1",
        "-17",
        "+0",
        "0x1F",
        "0o7",
        "0b10",
        "1_0",
        "01",
        "1.5",
        "1e3",
        "-0.0E-1",
        "inf",
        "-nan",
        "true",
        "false",
        "1979-05-27",
        "1979-05-27T07:32:00Z",
        "1979-05-27 07:32:00.1+01:30",
        "07:32:00",
        "2023-02-29",
        "1979-05-27 ",
        "\"\"",
        "\"a\\tb\\u00e9\"",
        "\"\\\"\"",
        "'l\\'",
        "\"\"\"\nm\n\"q\" \\\n  n\"\"\"",
        "'''x''y'''",
        "\"\"\"\"\"\"\"",
        "'é'",
        "\"\"\"a\"\"\"\"\"",
        "\"\\ud800\"",
        "99999999999999999999",
        "1.",
        "\"a\r\nb\"",
    ];
    match random.below(if depth == 0 { 3 } else { 5 }) {
        0..3 => out.push_str(random.pick(&SCALARS)),
        3 => {
            out.push('[');
            for _ in 0..random.below(3) {
                random_value(random, depth - 1, out);
                out.push_str(random.pick(&[",", ", ", ",\n", " , # c\n"]));
            }
            out.push(']');
        }
        _ => {
            out.push('{');
            for n in 0..random.below(3) {
                if n > 0 {
                    out.push(',');
                }
                random_key(random, out);
                out.push('=');
                random_value(random, depth - 1, out);
            }
            out.push('}');
        }
    }
}

fn random_key(random: &mut Random, out: &mut String) {
    const NAMES: [&str; 8] = ["a", "b", "c", "d", "e-1", "\"a\"", "'f g'", "\"\\u0062\""];
    out.push_str(random.pick(&NAMES));
    while random.below(4) == 0 {
        out.push_str(random.pick(&[".", " . "]));
        out.push_str(random.pick(&NAMES));
    }
}

fn random_document(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(7) {
        text.push_str(random.pick(&["", "", " ", "\n", "# c\n"]));
        match random.below(5) {
            0 => {
                text.push('[');
                random_key(random, &mut text);
                text.push(']');
            }
            1 => {
                text.push_str("[[");
                random_key(random, &mut text);
                text.push_str("]]");
            }
            _ => {
                random_key(random, &mut text);
                text.push_str(random.pick(&["=", " = "]));
                random_value(random, 2, &mut text);
            }
        }
        text.push_str(random.pick(&["\n", "\n", "\r\n", " # c\n"]));
    }
    text
}

#[test]
fn agrees_with_python() {
    if !oracle::have("python3", &["-c", "import tomllib"]) {
        return;
    }
    let mut random = Random::new(5);
    let texts: Vec<Vec<u8>> = (0..if oracle::slow() { 150_000 } else { 5_000 })
        .map(|_| {
            let mut text = random_document(&mut random).into_bytes();
            random.damage(&mut text, b"[]{}=.,\"'#\\ \n\rab01_-+:eT\x01");
            text
        })
        .collect();
    let (mut read, mut stricter) = (0, 0);
    for (text, theirs) in texts.iter().zip(oracle::python(PYTHON, &texts)) {
        match toml::parse(text) {
            Ok(table) => {
                let mut ours = String::new();
                canonical(&table, &mut ours);
                assert_eq!(ours, theirs, "{:?}", String::from_utf8_lossy(text));
                read += 1;
            }
            // The places where we are stricter, as the module says.
            Err(error) if theirs != "!" => {
                let known = [
                    "a dotted name below something that is defined already",
                    "neither a number of 64 bits, a date, `true` nor `false`",
                ];
                assert!(
                    known.contains(&error.reason),
                    "{error}: {:?}",
                    String::from_utf8_lossy(text)
                );
                stricter += 1;
            }
            Err(_) => {}
        }
    }
    assert!(
        read * 4 > texts.len() && stricter * 20 < texts.len(),
        "{read} read, {stricter} stricter"
    );
}

proptest! {
    #![proptest_config(oracle::cases(200))]

    #[test]
    fn written_strings_read_back(text in any::<String>()) {
        let mut line = "k = ".to_owned();
        toml::write_string(&mut line, &text);
        let table = toml::parse(line.as_bytes()).unwrap();
        prop_assert_eq!(table.get("k").unwrap().as_str(), Some(text.as_str()));
    }

    /// Comments, blank lines and line ends carry no value.
    #[test]
    fn layout_makes_no_difference(seed in any::<u64>()) {
        let text = random_document(&mut Random::new(seed));
        if let Ok(table) = toml::parse(text.as_bytes()) {
            let (mut plain, mut other) = (String::new(), String::new());
            canonical(&table, &mut plain);
            let laid_out = format!("# head\n\n{text}\n# end");
            canonical(&toml::parse(laid_out.as_bytes()).unwrap(), &mut other);
            prop_assert_eq!(&plain, &other);
            for (_, item) in table.iter() {
                prop_assert!(text.get(item.span.clone()).is_some() && text.get(item.key.clone()).is_some());
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}=.,\"'#\\\\ \nab1_é\r-]{0,40}") {
        if let Err(error) = toml::parse(text.as_bytes()) {
            prop_assert!(error.offset <= text.len());
        }
    }
}
