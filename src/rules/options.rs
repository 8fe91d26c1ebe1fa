//! Options on a command line, against lists of options in one string.
//!
//! In the tables a list is items with one blank between two:
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
use super::packed::List;

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
pub(super) fn listed(list: List, option: Written<'_>, next: Option<Arg<'_>>) -> bool {
    list.items().any(|item| stands_for(item, option, next))
}

/// Whether the list gives the option values to look at: `-o=json` takes one.
pub(super) fn has_values(list: List, name: &str) -> bool {
    name.len() == 2
        && list.items().any(|item| {
            item.get(2) == Some(&b'=') && item.len() > 3 && item.starts_with(name.as_bytes())
        })
}

/// Whether the list has a letter whose value may be attached: `-n=`, `-U?`.
pub(super) fn may_attach(list: List, name: &str) -> bool {
    name.len() == 2
        && list
            .items()
            .any(|item| matches!(item, [_, _, b'=' | b'?']) && item.starts_with(name.as_bytes()))
}

fn stands_for(item: &[u8], option: Written<'_>, next: Option<Arg<'_>>) -> bool {
    let values = match behind(item, option.name) {
        Some([]) => return true,
        Some([b'=', values @ ..]) => values,
        Some(_) | None => return false,
    };
    let value = option.attached.or(next.flatten());
    let (wanted, values) = match values {
        [b'!', values @ ..] => (false, values),
        values => (true, values),
    };
    let mut values = values.split(|byte| *byte == b'|');
    value.is_some_and(|value| values.any(|pattern| fits(pattern, value))) == wanted
}

/// What a list of reading forms says of an option: the words it takes, itself included.
pub(super) fn reads(list: List, option: Written<'_>) -> Option<usize> {
    list.items()
        .find_map(|item| match (behind(item, option.name)?, option.attached) {
            ([], None) | ([b'=', ..], Some(_)) | ([b'?', ..], _) => Some(1),
            ([b'=', ..], None) => Some(2),
            _ => None,
        })
}

/// What stands behind the name in an item, if the name is that of the option.
fn behind<'i>(item: &'i [u8], name: &str) -> Option<&'i [u8]> {
    let name = name.as_bytes();
    let same = item.iter().zip(name).take_while(|(a, b)| a == b).count();
    match (&item[same..], &name[same..]) {
        (rest @ ([] | [b'=' | b'?', ..]), []) => Some(rest),
        ([b'*', rest @ ..], _) => Some(rest),
        ([b'#', rest @ ..], number) => is_number(number).then_some(rest),
        _ => None,
    }
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|b| b.is_ascii_digit() || *b == b'.')
}

/// Whether `text` fits a pattern: `*` in front or at the end is any text, `#` at the
/// end is a number with dots.
pub(super) fn fits(pattern: &[u8], text: &str) -> bool {
    let text = text.as_bytes();
    match pattern {
        [start @ .., b'#'] => text.strip_prefix(start).is_some_and(is_number),
        [b'*'] | [b'*', b'*'] => true,
        [b'*', middle @ .., b'*'] => text.windows(middle.len()).any(|part| part == middle),
        [b'*', end @ ..] => text.ends_with(end),
        [start @ .., b'*'] => text.starts_with(start),
        _ => pattern == text,
    }
}
