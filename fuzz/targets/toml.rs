//! TOML: spans hold, layout carries no value, written strings read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::text::toml::{self, Table, Value};

/// The values in their order, and their spans checked.
fn walk(table: &Table, text: &str, out: &mut Vec<String>) {
    for (key, item) in table.iter() {
        out.push(key.to_owned());
        assert!(
            text.get(item.key.clone())
                .is_some_and(|name| !name.is_empty())
        );
        walk_value(&item.value, text, out);
    }
    assert!(text.get(table.span()).is_some());
}

fn walk_value(value: &Value, text: &str, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(format!("{text:?}")),
        Value::Integer(number) => out.push(number.to_string()),
        Value::Bool(value) => out.push(value.to_string()),
        Value::Other => out.push("other".to_owned()),
        Value::Table(table) => walk(table, text, out),
        Value::Tables(tables) => tables.iter().for_each(|table| walk(table, text, out)),
        Value::Array(items) => {
            for item in items {
                assert!(
                    text.get(item.span.clone())
                        .is_some_and(|value| !value.is_empty())
                );
                walk_value(&item.value, text, out);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = str::from_utf8(data) else {
        assert!(toml::parse(data).is_err());
        return;
    };
    match toml::parse(data) {
        Ok(table) => {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            walk(&table, text, &mut first);
            let laid_out = format!("# c\n\n{}\n # c", text.trim_start_matches('\u{feff}'));
            let again = toml::parse(laid_out.as_bytes()).expect("comments around it");
            walk(&again, &laid_out, &mut second);
            assert_eq!(first, second);
        }
        Err(error) => assert!(error.offset <= data.len() && error.line(data) > 0),
    }
    let mut line = "k=".to_owned();
    toml::write_string(&mut line, text);
    let table = toml::parse(line.as_bytes()).expect("what was written");
    assert_eq!(table.get("k").and_then(Value::as_str), Some(text));
});
