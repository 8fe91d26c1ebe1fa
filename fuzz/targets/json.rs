//! JSON: whatever is read has spans that hold; the stream scanner agrees; a splice changes nothing else.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::text::json::{self, Kind, Options, Scanner, Value};

/// Walks a value; gives the number of values in it.
fn walk(value: &Value, whole: &[u8], options: Options, levels: usize) -> usize {
    assert_eq!(&whole[value.span()], value.raw());
    let again = json::parse_with(value.raw(), options).expect("a part of a text that was read");
    assert_eq!(again.kind(), value.kind());
    assert_eq!(value.kind() == Kind::String, value.as_str_lossy().is_some());
    if let Some(text) = value.as_str() {
        assert_eq!(value.as_str_lossy().as_deref(), Some(&*text));
        assert!(value.is_str(&text));
        let mut quoted = Vec::new();
        json::write_string(&mut quoted, &text);
        assert_eq!(
            json::parse(&quoted).expect("what was written").as_str(),
            Some(text)
        );
    }
    if levels == 0 {
        return 1;
    }
    let mut count = 1;
    for item in value.items() {
        count += walk(&item, whole, options, levels - 1);
    }
    for member in value.members() {
        count += walk(&member.value, whole, options, levels - 1);
        if let Some(key) = member.key.as_str() {
            let last = value.get(&key).expect("a name that is there");
            assert!(last.span().start >= member.value.span().start);
        }
    }
    count
}

fuzz_target!(|data: &[u8]| {
    let strict = json::parse(data);
    let relaxed = json::parse_with(data, Options::RELAXED);
    if let Ok(value) = &strict {
        assert_eq!(
            relaxed.expect("strict text is relaxed text").span(),
            value.span()
        );
        let count = walk(value, data, Options::default(), 12);
        if value.kind() != Kind::Number && value.kind() != Kind::Bool && value.kind() != Kind::Null
        {
            let found = Scanner::new().feed(data);
            assert_eq!(found, Some(value.span().end));
        }
        let mut scanner = Scanner::new();
        let byte_by_byte = data.chunks(1).find_map(|chunk| scanner.feed(chunk));
        assert_eq!(byte_by_byte, Scanner::new().feed(data));
        if let Some(member) = value.members().last() {
            let spliced = json::splice(data, &[(member.value.span(), b"[true]")]);
            let value = json::parse(&spliced).expect("a value for a value");
            let spliced = value.members().last().expect("the same members");
            assert_eq!(spliced.value.raw(), b"[true]");
            assert_eq!(spliced.key.raw(), member.key.raw());
            assert!(count > 1);
        }
    } else if let Ok(value) = &relaxed {
        walk(value, data, Options::RELAXED, 12);
    }
});
