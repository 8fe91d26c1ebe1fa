//! Patterns: the first line is one, the others are texts. Groups and repeated
//! alternatives change nothing, an anchored match is a match.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::text::pattern::Pattern;

fuzz_target!(|data: &str| {
    let mut lines = data.lines();
    let Some(text) = lines.next() else { return };
    let Ok(pattern) = Pattern::new(text) else {
        return;
    };
    let group = Pattern::new(&format!("(?:{text})"));
    let twice = Pattern::new(&format!("{text}|{text}"));
    let whole = Pattern::new(&format!("^(?:{text})$"));
    let never = Pattern::new(&format!("(?:{text})x^"));
    for line in lines.take(8) {
        let line: String = line.chars().take(200).collect();
        let found = pattern.is_match(&line);
        for same in [&group, &twice].into_iter().flatten() {
            assert_eq!(same.is_match(&line), found);
        }
        assert!(found || !whole.as_ref().is_ok_and(|whole| whole.is_match(&line)));
        assert!(!never.as_ref().is_ok_and(|never| never.is_match(&line)));
    }
});
