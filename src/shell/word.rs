//! The literal value of a word, if it has one (XCU 2.2, 2.6.7; bash manual 3.1.2.4).

use super::lexer::{Reader, Result};
use super::{Features, Word};

/// Where a word stands, as far as its bytes are read differently for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A command word, an argument, a target.
    Plain,
    /// The value of an assignment: no braces, no globs, and it may be empty.
    Value,
    /// An operand in `[[ ]]`.
    Operand,
    /// The right side of `=~`.
    Regex,
}

impl Mode {
    pub(super) fn in_condition(self) -> bool {
        matches!(self, Mode::Operand | Mode::Regex)
    }
}

/// A word that is being read.
pub(super) struct Draft {
    /// Where its literal value starts among the literals.
    start: usize,
    pub(super) known: bool,
    pub(super) quoted: bool,
    pub(super) expansion: bool,
    pub(super) substitution: bool,
    pub(super) glob: bool,
    pub(super) braced: bool,
}

impl Draft {
    pub(super) fn new(start: usize) -> Draft {
        Draft {
            start,
            known: true,
            quoted: false,
            expansion: false,
            substitution: false,
            glob: false,
            braced: false,
        }
    }

    /// A draft whose value nobody wants.
    pub(super) fn nameless() -> Draft {
        Draft {
            known: false,
            ..Draft::new(0)
        }
    }

    pub(super) fn unknown(&mut self) {
        self.known = false;
    }

    pub(super) fn expands(&mut self) {
        self.known = false;
        self.expansion = true;
    }
}

impl Reader<'_, '_> {
    /// The word here, if one starts here.
    pub(super) fn word(&mut self, mode: Mode) -> Result<Option<Word>> {
        let start = self.pos;
        let mut draft = Draft::new(self.found.literals.len());
        let first = self.peek();
        self.word_bytes(&mut draft, mode)?;
        if self.pos == start && mode != Mode::Value {
            return Ok(None);
        }
        let source = &self.text[start..self.pos];
        let trimmed = source.trim_end_matches("\\\n").len();
        let end = start + trimmed;
        let word = Word {
            span: self.span(start, end),
            literal: (draft.known && !(draft.braced && mode != Mode::Value))
                .then(|| self.found.literals[draft.start..].to_owned()),
            quoted: draft.quoted,
            expansion: draft.expansion,
            substitution: draft.substitution,
            glob: draft.glob || draft.braced,
            tilde: first == b'~',
        };
        self.found.literals.truncate(draft.start);
        if !mode.in_condition() {
            note(&word, source, mode, &mut self.found.features);
        }
        Ok(Some(word))
    }
}

fn note(word: &Word, source: &str, mode: Mode, features: &mut Features) {
    features.glob |= word.glob || word.tilde;
    // zsh replaces `=cmd` by the path of the program.
    if mode == Mode::Plain
        && let [b'=', next, ..] = source.as_bytes()
        && (next.is_ascii_alphanumeric() || matches!(next, b'_' | b'.' | b'/'))
    {
        features.dialect = true;
    }
}

/// Appends the value of `$'...'`; false if it is none that can be known as text.
pub(super) fn ansi(inner: &str, into: &mut String) -> bool {
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        into.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(letter) = rest.chars().next() else {
            into.push('\\');
            return true;
        };
        rest = &rest[letter.len_utf8()..];
        let value = match letter {
            'a' => 7,
            'b' => 8,
            'e' | 'E' => 27,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            '\\' | '\'' | '"' | '?' => letter as u32,
            '0'..='7' => {
                let first = letter as u32 - '0' as u32;
                number(&mut rest, 8, 2, first) & 0xFF
            }
            'x' | 'u' | 'U' => {
                let digits = match letter {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                if !rest.starts_with(|next: char| next.is_ascii_hexdigit()) {
                    if rest.starts_with('{') {
                        return false;
                    }
                    into.push('\\');
                    into.push(letter);
                    continue;
                }
                number(&mut rest, 16, digits, 0)
            }
            'c' => match rest.chars().next() {
                Some(control) if control.is_ascii() && control != '\\' => {
                    rest = &rest[1..];
                    control.to_ascii_uppercase() as u32 & 0x1F
                }
                _ => return false,
            },
            other => {
                into.push('\\');
                into.push(other);
                continue;
            }
        };
        match value {
            // What follows in the same quotes is lost, in most places of most shells.
            0 => return false,
            1..=0x7F => into.push(value as u8 as char),
            _ => return false,
        }
    }
    into.push_str(rest);
    true
}

/// The number that up to `most` digits spell behind `value`.
fn number(rest: &mut &str, radix: u32, most: usize, mut value: u32) -> u32 {
    for _ in 0..most {
        let Some(digit) = rest.chars().next().and_then(|next| next.to_digit(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        *rest = &rest[1..];
    }
    value
}
