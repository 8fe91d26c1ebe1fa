//! Command lines: spans lie in the text and in each other, literals are the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::shell::{self, Place, Span, Word};

fn check_word(word: &Word, outer: Span, place: Place, text: &str) {
    let own = text
        .get(word.span.start..word.span.end)
        .expect("a span of the text");
    assert!(outer.start <= word.span.start && word.span.end <= outer.end);
    if let Some(literal) = &word.literal {
        assert!(!word.expansion && !word.substitution);
        // A backslash-newline is no character of the word, and no quote; backquotes
        // take backslashes off before the text is read.
        assert!(word.quoted || place == Place::Substitution || own.replace("\\\n", "") == *literal);
        assert!(literal.len() <= 4 * own.len() + 4);
    }
}

fuzz_target!(|data: &str| {
    let script = shell::parse(data);
    let mut last = 0;
    for command in &script.commands {
        assert!(
            command.span.start >= last,
            "commands in the order of their first byte"
        );
        last = command.span.start;
        assert!(data.get(command.span.start..command.span.end).is_some());
        let mut end = command.span.start;
        for word in &command.words {
            assert!(word.span.start >= end, "words follow each other");
            assert!(word.span.start < word.span.end);
            end = word.span.end;
            check_word(word, command.span, command.place, data);
        }
        for assignment in &command.assignments {
            assert!(
                data.get(assignment.span.start..assignment.span.end)
                    .is_some()
            );
            assert!(!assignment.name.is_empty());
            check_word(&assignment.value, assignment.span, command.place, data);
        }
        for redirection in &command.redirections {
            assert!(
                data.get(redirection.span.start..redirection.span.end)
                    .is_some()
            );
        }
    }
    if let Some(error) = script.error {
        assert!(error.at <= data.len() && !error.why.is_empty());
    }
});
