//! The shell reader: what holds for every text.

use proptest::prelude::*;
use proptest::sample::select;
use rtk::shell::{self, Output, Place, Script, SimpleCommand, Span};

use crate::oracle::cases;
use crate::shell_bash::PIECES;

fn any_text() -> impl Strategy<Value = String> {
    let pieces = proptest::collection::vec(select(PIECES.as_slice()), 0..14);
    let joined = pieces.prop_map(|pieces| pieces.concat());
    prop_oneof![8 => joined, 1 => any::<String>(), 1 => "[ a'\"\\\\$`(){}\\[\\]<>|&;#\nE=é]{0,24}"]
}

/// Every span of a command, those inside it after the whole.
fn spans(command: &SimpleCommand) -> Vec<Span> {
    let mut spans = vec![command.span];
    for assignment in &command.assignments {
        spans.extend([assignment.span, assignment.value.span]);
    }
    spans.extend(command.words.iter().map(|word| word.span));
    for redirection in &command.redirections {
        spans.extend([redirection.span, redirection.target.span]);
    }
    spans
}

/// What a command runs and where it stands, `shift` bytes taken away.
fn shape(script: &Script, shift: usize) -> Vec<(usize, usize, Vec<Option<&str>>)> {
    let commands = script.commands.iter();
    commands
        .map(|command| {
            let words = command.words.iter();
            let literals = words.map(|word| word.literal.as_deref()).collect();
            let Span { start, end } = command.span;
            (start - shift, end - shift, literals)
        })
        .collect()
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn spans_lie_in_the_text_and_in_each_other(text in any_text()) {
        let script = shell::parse(&text);
        let starts = script.commands.iter().map(|command| command.span.start);
        prop_assert!(starts.is_sorted());
        for command in &script.commands {
            let whole = command.span;
            for span in spans(command) {
                prop_assert!(text.get(span.start..span.end).is_some(), "{span:?}");
                prop_assert!(whole.start <= span.start && span.end <= whole.end, "{span:?} {whole:?}");
            }
            let words = command.words.iter().map(|word| word.span);
            prop_assert!(words.clone().zip(words.skip(1)).all(|(one, next)| one.end <= next.start));
            prop_assert!(command.place == Place::Line || command.output == Output::Elsewhere);
        }
        if let Some(error) = script.error {
            prop_assert!(error.at <= text.len());
        }
    }

    #[test]
    fn a_word_without_quotes_is_its_own_value(text in any_text()) {
        let script = shell::parse(&text);
        let continued = script.features.continuation;
        // A copied text, out of backquotes, has escapes that its words do not have.
        let copied = text.contains('`');
        for word in script.commands.iter().flat_map(|command| &command.words) {
            if let Some(literal) = &word.literal && !word.quoted && !continued && !copied {
                prop_assert_eq!(literal.as_str(), &text[word.span.start..word.span.end]);
            }
        }
    }

    #[test]
    fn a_group_holds_what_the_line_holds(text in any_text()) {
        let script = shell::parse(&text);
        if script.error.is_some() || script.commands.is_empty() {
            return Ok(());
        }
        for (open, close, output) in [
            ("( ", "\n)", None),
            ("{ ", "\n}", None),
            ("if ", "\nthen zz; fi", None),
            ("( ", "\n) >f", Some(Output::Elsewhere)),
            ("{ ", "\n} | zz", Some(Output::Elsewhere)),
            ("zz \"$(", "\n)\"", Some(Output::Elsewhere)),
            ("zz `", "\n`", Some(Output::Elsewhere)),
            ("f() { ", "\n}", Some(Output::Elsewhere)),
            ("coproc { ", "\n}", Some(Output::Elsewhere)),
        ] {
            // In backquotes quotes and escapes are read once more.
            if open == "zz `" && text.contains(['\\', '`']) {
                continue;
            }
            // `$((` is arithmetic, and a body may end in front of the bracket.
            if open == "zz \"$(" && (text.starts_with('(') || text.contains("<<")) {
                continue;
            }
            let wrapped = format!("{open}{text}{close}");
            let inner = shell::parse(&wrapped);
            prop_assert_eq!(inner.error, None, "{}", wrapped);
            let own = |command: &SimpleCommand| {
                command.words.first().and_then(|word| word.literal.as_deref()) == Some("zz")
            };
            let mut inner = inner;
            inner.commands.retain(|command| !own(command));
            prop_assert_eq!(shape(&inner, open.len()), shape(&script, 0), "{}", wrapped);
            if let Some(output) = output {
                prop_assert!(inner.commands.iter().all(|command| command.output == output));
            } else {
                let outputs = |script: &Script| -> Vec<Output> {
                    script.commands.iter().map(|command| command.output).collect()
                };
                // `exec >f` and `>&2` are not followed into groups.
                if !text.contains("exec") && !text.contains(">&") {
                    prop_assert_eq!(outputs(&inner), outputs(&script));
                }
            }
        }
    }
}
