//! Options on a command line, against lists of options in one string.
//!
//! A list is items with one blank between two:
//!
//! | item | stands for |
//! |---|---|
//! | `--json` | `--json`, `--json=x` |
//! | `-p` | `-p`, also among others as in `-np` |
//! | `-json` | `-json`, `-json=x`, for programs with one dash |
//! | `--format=json*\|yaml` | `--format=json`, `--format jsonl`, `--format yaml` |
//! | `--format=!text` | `--format` with any other value |
//! | `--print-*`, `+*`, `-#` | any that starts so; `-` and a number |
//!
//! In a list of forms that only read, `-n=` must have a value, attached or the next
//! word, `--stat?` may have one attached, and all others must have none.
//! Source: POSIX XBD 12.2 (Utility Syntax Guidelines) and the long options of GNU.

use super::Arg;

/// One option as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written<'a> {
    /// With its dashes: `--format`, `-o`.
    pub(super) name: &'a str,
    /// What is attached: of `--format=json`, `-ojson`.
    pub(super) attached: Option<&'a str>,
}

/// How a program spells its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `-abc` is `-a -b -c`.
    Letters,
    /// `-abc` is one option, as in go, terraform, find, gcc.
    Words,
}

/// Whether a word is an option and not an operand.
pub(super) fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with(['-', '+'])
}

/// The options in one word: one, or a letter each. A letter that takes a value has
/// the rest of the word for it, if there is a rest.
pub(super) fn each<'a>(
    word: &'a str,
    spelling: Spelling,
    takes_value: impl Fn(&str) -> bool,
    mut visit: impl FnMut(Written<'a>),
) {
    let letters = spelling == Spelling::Letters && word.starts_with('-') && !word.starts_with("--");
    if !letters {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        return visit(Written { name, attached });
    }
    if word[1..].starts_with(|first: char| first.is_ascii_digit()) {
        return visit(Written {
            name: word,
            attached: None,
        });
    }
    for (at, letter) in word.char_indices().skip(1) {
        let end = at + letter.len_utf8();
        let rest = &word[end..];
        let name = letter_name(word, at, end);
        let attached = match rest.strip_prefix('=') {
            Some(value) => Some(value),
            None if !rest.is_empty() && takes_value(name) => Some(rest),
            None => None,
        };
        visit(Written { name, attached });
        if attached.is_some() {
            return;
        }
    }
}

/// `-x` as text that lives as long as the table or the word.
fn letter_name(word: &str, at: usize, end: usize) -> &str {
    const NAMES: &str = "-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w-x-y-z-A-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P-Q-R-S-T-U-V-W-X-Y-Z-0-1-2-3-4-5-6-7-8-9";
    if at == 1 {
        return &word[..end];
    }
    match word.as_bytes()[at] {
        byte @ b'a'..=b'z' => &NAMES[2 * usize::from(byte - b'a')..][..2],
        byte @ b'A'..=b'Z' => &NAMES[52 + 2 * usize::from(byte - b'A')..][..2],
        byte @ b'0'..=b'9' => &NAMES[104 + 2 * usize::from(byte - b'0')..][..2],
        _ => &word[at..end],
    }
}

/// Whether an item of `list` stands for the option; `next` is the word behind it.
pub(super) fn listed(list: &str, option: Written<'_>, next: Option<Arg<'_>>) -> bool {
    items(list).any(|item| stands_for(item, option, next))
}

/// Whether the list gives the option values to look at: `-o=json` takes one.
pub(super) fn has_values(list: &str, name: &str) -> bool {
    items(list).any(|item| {
        item.split_once('=')
            .is_some_and(|(item, _)| item == name && item.len() == 2)
    })
}

fn stands_for(item: &str, option: Written<'_>, next: Option<Arg<'_>>) -> bool {
    let (name, values) = match item.split_once('=') {
        Some((name, values)) => (name, Some(values)),
        None => (item, None),
    };
    if !fits(name, option.name) {
        return false;
    }
    let Some(values) = values else {
        return true;
    };
    let value = option.attached.or(next.flatten());
    let (wanted, values) = match values.strip_prefix('!') {
        Some(values) => (false, values),
        None => (true, values),
    };
    value.is_some_and(|value| values.split('|').any(|pattern| fits(pattern, value))) == wanted
}

/// What a list of reading forms says of an option: the words it takes, itself included.
pub(super) fn reads(list: &str, option: Written<'_>) -> Option<usize> {
    items(list).find_map(|item| {
        if let Some(name) = item.strip_suffix('=') {
            (name == option.name).then_some(if option.attached.is_some() { 1 } else { 2 })
        } else if let Some(name) = item.strip_suffix('?') {
            (name == option.name).then_some(1)
        } else {
            (fits(item, option.name) && option.attached.is_none()).then_some(1)
        }
    })
}

/// Whether `text` fits a pattern: `*` in front or at the end is any text, `#` at the
/// end is a number with dots.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('#') {
        return text.strip_prefix(start).is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        });
    }
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(""), Some(_)) => true,
        (Some(end), None) => text.ends_with(end),
        (None, Some(start)) => text.starts_with(start),
        (Some(middle), Some(_)) => text.contains(middle.trim_end_matches('*')),
        (None, None) => pattern == text,
    }
}

/// The items of a list.
pub(super) fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(' ').filter(|item| !item.is_empty())
}
