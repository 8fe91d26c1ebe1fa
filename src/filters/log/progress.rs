//! What tools say while they install, build and deploy: one table of known lines a tool.
//!
//! A line is looked up in the table, first pattern first. A line that is not in it is
//! shown (through [`Fold`], should there be hundreds of a kind), so a failure that
//! nobody thought of is shown too.

use super::super::{End, Filter, Out, Status, Stream};
use super::fold::Fold;
use super::{line, told};

/// What to do with a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Do {
    /// It carries no fact.
    Drop,
    /// It carries one that is counted: the plural of what it is.
    Count(&'static str),
    /// It is shown.
    Show,
    /// It is shown, less the blanks in front.
    Trim,
    /// It is shown up to this text.
    Until(&'static str),
    /// It is shown without this text.
    Without(&'static str),
    /// It is shown without what goes from the first text to the second.
    Cut(&'static str, &'static str),
    /// It is shown as this makes it.
    Reword(fn(&[u8], &mut Out) -> Vec<u8>),
    /// It is counted, and so are the lines behind it that begin with the same word, up to
    /// one that is in the table.
    Skip(&'static str),
    /// It is counted, and so are the lines behind it that are further in.
    SkipBlock(&'static str),
}

/// A pattern (`*` is any text) and what to do with the lines it fits.
pub(crate) type Known = (&'static str, Do);

/// Lines of a kind that no table knows, shown.
const EACH: u16 = 12;

/// The lines of one tool.
pub(crate) struct Progress {
    tables: [&'static [Known]; 3],
    fold: Fold,
    skip: Option<(&'static str, usize)>,
    word: Vec<u8>,
}

/// Lines that many tools print.
#[rustfmt::skip]
const COMMON: &[Known] = &[
    ("", Do::Drop),
    ("npm notice", Do::Drop),
    ("npm error", Do::Drop),
    ("npm ERR!", Do::Drop),
    ("npm notice New *", Do::Drop),
    ("npm notice Changelog: *", Do::Drop),
    ("npm notice To update run: *", Do::Drop),
    ("[notice] *", Do::Drop),
];

/// A filter with this table.
pub(super) fn with(table: &'static [Known]) -> Option<Box<dyn Filter>> {
    Some(Box::new(Progress::new(table, EACH)))
}

impl Progress {
    pub(crate) fn new(table: &'static [Known], each: u16) -> Progress {
        Progress::of(table, &[], each)
    }

    /// With two tables.
    pub(super) fn of(table: &'static [Known], also: &'static [Known], each: u16) -> Progress {
        Progress {
            tables: [table, also, COMMON],
            fold: Fold::new(each, each.min(2).into()),
            skip: None,
            word: Vec::new(),
        }
    }

    /// With these lines too.
    pub(crate) fn also(mut self, table: &'static [Known]) -> Progress {
        self.tables[1] = table;
        self
    }

    /// Shows what is before `from`, and `rest`.
    fn show_cut(&mut self, text: &[u8], from: &str, rest: &[u8], to: Stream, out: &mut Out) {
        match line::find(text, from.as_bytes()) {
            Some(at) => self.fold.show(&[&text[..at], rest].concat(), to, out),
            None => self.fold.show(text, to, out),
        }
    }

    /// What is known of a line without the blanks around it.
    pub(crate) fn look_up(&self, text: &[u8]) -> Option<Do> {
        self.tables.iter().find_map(|table| look_up(table, text))
    }

    /// Something was shown that tells of a failure.
    pub(crate) fn alarm(&self) -> bool {
        self.fold.alarm
    }
}

impl Filter for Progress {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let text = line.trim_ascii_end();
        let indent = text.iter().take_while(|&&byte| byte == b' ').count();
        let known = self.look_up(&text[indent..]);
        match (known, self.skip) {
            // Lines of a section begin with the same word.
            (None | Some(Do::Drop), Some((what, 0))) if word(text) == self.word => {
                return out.omit(what, text);
            }
            (_, Some((what, deeper))) if deeper > 0 && indent >= deeper => {
                return out.omit(what, text);
            }
            _ => self.skip = None,
        }
        match known {
            None => self.fold.line(text, stream, out),
            Some(Do::Drop) => out.noise(text),
            Some(Do::Count(what)) => out.omit(what, text),
            Some(Do::Show) => self.fold.show(text, stream, out),
            Some(Do::Trim) => self.fold.show(&text[indent..], stream, out),
            Some(Do::Until(end)) => self.show_cut(text, end, b"", stream, out),
            Some(Do::Without(part)) => {
                let end = line::find(text, part.as_bytes()).map(|at| at + part.len());
                let rest = end.map_or(&b""[..], |end| &text[end..]);
                self.show_cut(text, part, rest, stream, out);
            }
            Some(Do::Cut(from, to)) => {
                let start = line::find(text, from.as_bytes()).unwrap_or(0);
                let end = line::find(&text[start..], to.as_bytes());
                let rest = end.map_or(&b""[..], |end| &text[start + end..]);
                self.show_cut(text, from, rest, stream, out);
            }
            Some(Do::Reword(make)) => {
                let text = make(text, out);
                self.fold.show(&text, stream, out);
            }
            Some(Do::Skip(what)) => {
                self.skip = Some((what, 0));
                self.word = word(text).to_vec();
                out.omit(what, text);
            }
            Some(Do::SkipBlock(what)) => {
                self.skip = Some((what, indent + 1));
                out.omit(what, text);
            }
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.fold.end(out);
        told(status, self.fold.alarm)
    }
}

/// The first word.
fn word(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b' ').next().unwrap_or(text)
}

/// What a table says of a line without the blanks around it.
pub(super) fn look_up(table: &[Known], text: &[u8]) -> Option<Do> {
    let known = table
        .iter()
        .find(|(pattern, _)| fits(pattern.as_bytes(), text));
    known.map(|known| known.1)
}

/// Whether a pattern fits the whole text: `*` is any text, `#` a number (or itself).
pub(crate) fn fits(pattern: &[u8], text: &[u8]) -> bool {
    let (mut pattern, mut text) = (pattern, text);
    // Where to go on after the last star, should the rest not fit.
    let mut again: Option<(&[u8], &[u8])> = None;
    loop {
        match (pattern, text) {
            ([], []) => return true,
            ([b'*'], _) => return true,
            ([b'*', rest @ ..], _) => {
                again = Some((rest, text));
                pattern = rest;
                continue;
            }
            ([b'#', rest @ ..], [digit, ..]) if digit.is_ascii_digit() => {
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                (pattern, text) = (rest, &text[digits..]);
                continue;
            }
            ([a, rest @ ..], [b, after @ ..]) if a == b => {
                (pattern, text) = (rest, after);
                continue;
            }
            _ => {}
        }
        match again {
            Some((rest, [_, after @ ..])) => {
                again = Some((rest, after));
                (pattern, text) = (rest, after);
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        #[track_caller]
        fn check(pattern: &str, text: &str, expected: bool) {
            assert_eq!(
                fits(pattern.as_bytes(), text.as_bytes()),
                expected,
                "{pattern} {text}"
            );
        }
        check("", "", true);
        check("", "a", false);
        check("Get:# *", "Get:12 http://deb", true);
        check("Get:# *", "Get: http://deb", false);
        check("*: Pull complete", "a1b2: Pull complete", true);
        check("*: Pull complete", "a: b: Pull complete", true);
        check("*ab*ab", "abab", true);
        check("*ab*ab", "aba", false);
        check("*", "", true);
    }
}
