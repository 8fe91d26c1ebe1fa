//! The rule table: what is found, where `rtk` goes, what is left alone, what only reads.

use proptest::prelude::*;
use rtk::rules::{self, Answer, Arg, Reader};

const FORMS: &str = include_str!("../data/rules/forms.txt");
const FAMILIES: &str = include_str!("../data/rules/families.txt");

/// The answer, as the tables write it: kind, place, family.
fn answer(words: &[Arg<'_>]) -> (String, Option<usize>, &'static str) {
    match rules::find(words) {
        Answer::Raw(_) => ("-".into(), None, ""),
        Answer::Script { script } => {
            assert!(script < words.len(), "{words:?}");
            ("s".into(), None, "")
        }
        Answer::Known(found) => {
            assert!(
                found.at <= found.tool && found.tool < words.len(),
                "{words:?}"
            );
            let kind = match (found.read_only, found.pipeline_safe) {
                (false, false) => "+",
                (true, false) => "r",
                (false, true) => "p",
                (true, true) => "rp",
            };
            (kind.into(), Some(found.at), found.family.name)
        }
    }
}

/// Words at blanks; `'...'` holds one together, `$X` is not literal.
fn split(line: &str) -> Vec<Option<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for byte in line.chars() {
        match byte {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    let literal = |word: String| (!word.starts_with('$')).then_some(word);
    words.into_iter().map(literal).collect()
}

fn borrowed(words: &[Option<String>]) -> Vec<Arg<'_>> {
    words.iter().map(Option::as_deref).collect()
}

/// Lines of a table without comments and empty ones.
fn table(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What is wrong with a line of the forms.
fn wrong(line: &str) -> Option<String> {
    let (kind, command) = line.split_once(' ')?;
    let mut words = split(command);
    let mut at = None;
    if matches!(kind, "+" | "r" | "p" | "rp") {
        at = words.iter().position(|word| word.as_deref() == Some("rtk"));
        words.remove(at?);
    }
    let got = answer(&borrowed(&words));
    ((got.0.as_str(), got.1) != (kind, at)).then(|| format!("{line}   {got:?}"))
}

#[test]
fn forms() {
    let wrong: Vec<String> = table(FORMS).filter_map(wrong).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_family_has_an_example_that_is_found_as_it() {
    let mut examples: Vec<(&str, &str)> = table(FAMILIES)
        .map(|line| line.split_once(": ").unwrap())
        .collect();
    let mut wrong = Vec::new();
    for family in rules::families() {
        let Some(at) = examples.iter().position(|(name, _)| *name == family.name) else {
            wrong.push(format!("{}: no example", family.name));
            continue;
        };
        let (name, example) = examples.remove(at);
        let words = split(example);
        let (kind, _, found) = answer(&borrowed(&words));
        let raw = family.reader == Reader::Raw;
        if if raw { kind != "-" } else { found != name } {
            wrong.push(format!("{name}: {example}: {kind} {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(examples.is_empty(), "{examples:?}");
}

#[test]
fn names_are_unique_and_many() {
    let mut names: Vec<&str> = rules::families().map(|family| family.name).collect();
    assert!(names.len() >= 120, "{}", names.len());
    names.sort_unstable();
    let before = names.len();
    names.dedup();
    assert_eq!(names.len(), before);
}

/// Whatever stands behind it, help is help, and a program that is asked for a version says it.
#[test]
fn help_and_version_leave_every_family_alone() {
    for line in table(FAMILIES) {
        let (name, example) = line.split_once(": ").unwrap();
        for option in ["--help", "--version"] {
            let mut words = split(example);
            let behind = words.iter().position(|word| word.as_deref() == Some("--"));
            words.insert(behind.unwrap_or(words.len()), Some(option.into()));
            let (kind, _, _) = answer(&borrowed(&words));
            assert_eq!(kind, "-", "{name}: {example} {option}");
        }
    }
}

/// An option nobody has heard of: the command may be shortened, but it may do anything.
#[test]
fn an_unknown_option_is_not_read_only() {
    for line in table(FORMS).filter(|line| line.starts_with('r')) {
        let (_, command) = line.split_once(' ').unwrap();
        for option in [Some("--unheard-of"), Some("-\u{e9}"), None] {
            let mut words = split(command);
            words.retain(|word| word.as_deref() != Some("rtk"));
            let at = rules_at(&words);
            words.insert(at, option.map(str::to_owned));
            let (kind, _, _) = answer(&borrowed(&words));
            assert!(!kind.contains('r'), "{words:?}");
        }
    }
}

/// Behind the last word of the family's name.
fn rules_at(words: &[Option<String>]) -> usize {
    match rules::find(&borrowed(words)) {
        Answer::Known(found) => found.tool + found.family.name.split(' ').count(),
        _ => panic!("{words:?}"),
    }
}

/// Forms under another path or behind what is not known to be harmless are not read-only.
#[test]
fn only_plain_names_are_read_only() {
    for line in table(FORMS).filter(|line| line.starts_with('r')) {
        let (_, command) = line.split_once(' ').unwrap();
        for front in ["./", "env ", "sudo ", "nohup ", "time -o f "] {
            let command = command.replacen("rtk ", front, 1);
            let (kind, at, _) = answer(&borrowed(&split(&command)));
            assert!(at.is_some(), "{command}");
            assert!(!kind.contains('r'), "{command}");
        }
    }
}

fn word() -> impl Strategy<Value = Option<String>> {
    let known: Vec<&str> = FORMS
        .split_whitespace()
        .filter(|word| !word.starts_with('#'))
        .collect();
    prop_oneof![
        8 => prop::sample::select(known).prop_map(|word| Some(word.to_owned())),
        2 => "[-+@=a-z0-9\u{e9}/.,*|?!]{0,6}".prop_map(Some),
        1 => Just(None),
    ]
}

fn cases() -> u32 {
    if std::env::var_os("RTK_SLOW").is_some() {
        200_000
    } else {
        2_000
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    /// Any words have an answer, and wrappers in front move it and change nothing else.
    #[test]
    fn wrappers_move_the_answer(words in prop::collection::vec(word(), 0..8)) {
        let words = borrowed(&words);
        let (kind, at, family) = answer(&words);
        for (front, harmless) in [(&["timeout", "5"][..], true), (&["env", "--"], false), (&["nohup"], false)] {
            let mut behind: Vec<Arg<'_>> = front.iter().map(|word| Some(*word)).collect();
            behind.extend(&words);
            let (kind_behind, at_behind, family_behind) = answer(&behind);
            // `env` prints the environment, and takes assignments.
            let own = words.is_empty() || words[0].is_some_and(|word| word.contains('='));
            let option = words.first().is_some_and(|word| word.is_some_and(|word| word.starts_with(['-', '+'])));
            if own || option {
                continue;
            }
            let kind = if harmless { kind.clone() } else if kind == "rp" { "p".into() } else if kind == "r" { "+".into() } else { kind.clone() };
            prop_assert_eq!((kind_behind, at_behind, family_behind), (kind, at.map(|at| at + front.len()), family), "{:?}", behind);
        }
    }
}
