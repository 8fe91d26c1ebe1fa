//! Diffs, matches, lists of paths and logs, made at random: what the filters show
//! gives everything back that counts.

use proptest::collection::vec;
use proptest::prelude::*;
use rtk::filters::{Status, apply};

fn cases() -> ProptestConfig {
    let count = if std::env::var_os("RTK_SLOW").is_some() {
        20_000
    } else {
        64
    };
    ProptestConfig {
        cases: count,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn shown(words: &[&str], raw: &str, status: u8) -> String {
    let (out, err) = apply(words, raw.as_bytes(), b"", Status::Code(status));
    assert!(err.is_empty() && out.len() <= raw.len(), "{raw}");
    String::from_utf8(out).unwrap()
}

/// Text that is easily taken for something else.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("-- a/x".to_owned()),
        Just("++ b/x".to_owned()),
        Just("@@ -1,2 +3,4 @@ f".to_owned()),
        Just("diff --git a/x b/x".to_owned()),
        Just("index 1..2".to_owned()),
        Just("commit 1c2eb5c4b13f00112233".to_owned()),
        Just(" x.rs | 3 ++-".to_owned()),
        Just("src/a.rs:12:x".to_owned()),
        Just("7-b".to_owned()),
        Just("--".to_owned()),
        "[ a-z{}():;=-]{0,30}",
        "[a-z ]{60,90}",
    ]
}

#[derive(Clone, Debug)]
enum Line {
    Same(String),
    Old(String),
    New(String),
}

fn hunk() -> impl Strategy<Value = Vec<Line>> {
    let line = prop_oneof![
        text().prop_map(Line::Same),
        text().prop_map(Line::Old),
        text().prop_map(Line::New),
    ];
    vec(line, 1..40)
}

fn path() -> impl Strategy<Value = String> {
    "(src|docs|a|b)(/[a-z]{1,6}){1,2}(\\.rs|\\.md| x)"
}

/// What `git diff` prints, and each changed line with its file.
fn patch(files: &[(String, Vec<Vec<Line>>)]) -> (String, Vec<(String, String)>) {
    let (mut raw, mut changes) = (String::new(), Vec::new());
    for (path, hunks) in files {
        raw += &format!(
            "diff --git a/{path} b/{path}\nindex 1c2eb5c..574fa67 100644\n--- a/{path}\n+++ b/{path}\n"
        );
        let (mut old, mut new) = (1, 1);
        for hunk in hunks {
            let olds = hunk
                .iter()
                .filter(|line| !matches!(line, Line::New(_)))
                .count();
            let news = hunk
                .iter()
                .filter(|line| !matches!(line, Line::Old(_)))
                .count();
            raw += &format!("@@ -{old},{olds} +{new},{news} @@ fn around()\n");
            for line in hunk {
                let (sign, text) = match line {
                    Line::Same(text) => (' ', text),
                    Line::Old(text) => ('-', text),
                    Line::New(text) => ('+', text),
                };
                raw += &format!("{sign}{text}\n");
                if sign != ' ' {
                    changes.push((path.clone(), format!("{sign}{text}")));
                }
            }
            old += olds + 20;
            new += news + 20;
        }
    }
    (raw, changes)
}

/// Each changed line with its file, from what is shown (or from a raw patch).
fn changes(shown: &str) -> Vec<(String, String)> {
    let (mut path, mut found) = (String::new(), Vec::new());
    for line in shown.lines() {
        if let Some(name) = line.strip_prefix("diff ") {
            path = name.to_owned();
        } else if line.starts_with(['+', '-']) {
            found.push((path.clone(), line.to_owned()));
        }
    }
    found
}

proptest! {
    #![proptest_config(cases())]

    /// Every changed line, in order, under its file.
    #[test]
    fn diff_keeps_every_change(files in vec((path(), vec(hunk(), 1..4)), 1..5)) {
        let (raw, expected) = patch(&files);
        let text = shown(&["git", "diff"], &raw, 0);
        prop_assert_eq!(changes(&text), expected, "{}\n===\n{}", raw, text);
    }

    /// The same inside `git show`, and the message with it.
    #[test]
    fn show_keeps_message_and_changes(
        body in vec(text(), 0..8),
        files in vec((path(), vec(hunk(), 1..3)), 1..3),
    ) {
        let (patch, expected) = patch(&files);
        let message: String = body.iter().map(|line| format!("    {line}\n")).collect();
        let raw = format!(
            "commit 1c2eb5c4b13f00112233445566778899aabbccdd\nAuthor: Ada <a@b.c>\nDate:   Fri Feb 13 17:15:00 2026 +0000\n\n    Subject\n    \n{message}\n{patch}"
        );
        let text = shown(&["git", "show"], &raw, 0);
        prop_assert!(text.starts_with("1c2eb5c4 Subject (Ada <a@b.c>, 13 Feb 2026 17:15:00)\n"));
        let blank = |line: &&str| line.trim().is_empty();
        let mut written: Vec<&str> = body.iter().map(String::as_str).skip_while(blank).collect();
        while written.pop_if(|line| blank(&&**line)).is_some() {}
        let written: Vec<&str> = written.iter().map(|line| if blank(line) { "" } else { line }).collect();
        let given: Vec<&str> = text.lines().skip(1).take(written.len()).map(|l| l.get(1..).unwrap_or("")).collect();
        prop_assert_eq!(&given, &written);
        let rest: String = text.lines().skip(1 + written.len()).map(|l| format!("{l}\n")).collect();
        prop_assert_eq!(changes(&rest), expected, "{}\n===\n{}", raw, text);
    }

    /// Every match with its file, its line and its text.
    #[test]
    fn grep_keeps_every_match(
        files in vec((path(), vec((1u32..5, text()), 1..30)), 1..6),
    ) {
        let (mut raw, mut expected) = (String::new(), Vec::new());
        for (path, matches) in &files {
            let mut number = 0;
            for (step, text) in matches {
                number += step;
                raw += &format!("{path}:{number}:{text}\n");
                expected.push((path.clone(), number, text.clone()));
            }
        }
        let text = shown(&["grep", "-rn", "e", "."], &raw, 0);
        let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        prop_assert_eq!(matches(&text, &names), expected, "{}\n===\n{}", raw, text);
    }

    /// With context: every line with its file and number, as it is.
    #[test]
    fn grep_keeps_context(
        files in vec((path(), vec((1u32..4, any::<bool>(), text()), 1..20)), 1..4),
    ) {
        let (mut raw, mut expected) = (String::new(), Vec::new());
        let mut before = String::new();
        for (path, lines) in &files {
            if *path == before {
                continue;
            }
            before.clone_from(path);
            let mut number = 0;
            for (step, matched, text) in lines {
                // With this the line itself can be read in two ways.
                let text = text.replace(":12:", ":");
                number += step;
                if !raw.is_empty() && *step > 1 || number == *step && !raw.is_empty() {
                    raw += "--\n";
                }
                let sign = if *matched { ':' } else { '-' };
                raw += &format!("{path}{sign}{number}{sign}{text}\n");
                expected.push(text);
            }
        }
        let text = shown(&["grep", "-rn", "-C1", "e", "."], &raw, 0);
        let mut rest = text.as_str();
        for line in &expected {
            let at = rest.find(line.as_str());
            prop_assert!(at.is_some(), "{line:?} is lost\n{raw}===\n{text}");
            rest = &rest[at.unwrap() + line.len()..];
        }
    }

    /// Every path, in order.
    #[test]
    fn find_keeps_every_path(names in vec("(\\./)?(src|a)?(/[a-z]{1,4}){1,3}( [a-z])?(\\.rs)?", 1..60)) {
        let raw: String = names.iter().map(|name| format!("{name}\n")).collect();
        let text = shown(&["find", "."], &raw, 0);
        let bare = |name: &str| name.strip_prefix("./").unwrap_or(name).to_owned();
        let expected: Vec<String> = names.iter().map(|name| bare(name)).collect();
        let given: Vec<String> = paths(&text).iter().map(|name| bare(name)).collect();
        prop_assert_eq!(given, expected, "{}===\n{}", raw, text);
    }
}

/// File, line and text of each match that is shown.
fn matches(shown: &str, names: &[&str]) -> Vec<(String, u32, String)> {
    let (mut file, mut found) = ("", Vec::new());
    let numbered = |text: &str| -> Option<(u32, String)> {
        let (number, text) = text.split_once(':')?;
        Some((number.parse().ok()?, text.to_owned()))
    };
    for line in shown.lines() {
        let place = names.iter().find_map(|name| {
            let (number, text) = numbered(line.strip_prefix(name)?.strip_prefix(':')?)?;
            Some((name.to_string(), number, text))
        });
        // Under the name of its file a line's indentation stands in front of its number.
        let (indent, rest) = line.split_at(line.len() - line.trim_ascii_start().len());
        if let Some((number, text)) = numbered(rest) {
            found.push((file.to_owned(), number, format!("{indent}{text}")));
        } else if let Some(place) = place {
            found.push(place);
        } else {
            file = names.iter().find(|name| **name == line).unwrap_or(&"?");
        }
    }
    found
}

/// The paths of `folder/: a 'b c'` and of lines that hold one each.
fn paths(shown: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in shown.lines() {
        let Some((folder, mut names)) = line.split_once("/: ") else {
            found.push(line.to_owned());
            continue;
        };
        let folder = if folder == "." {
            String::new()
        } else {
            format!("{folder}/")
        };
        while !names.is_empty() {
            let (name, rest) = match names.strip_prefix('\'') {
                Some(quoted) => quoted.split_once('\'').unwrap(),
                None => names.split_at(names.find(' ').unwrap_or(names.len())),
            };
            found.push(format!("{folder}{name}"));
            names = rest.trim_start();
        }
    }
    found
}
