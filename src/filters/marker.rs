//! The one line that says what was left out and how to get it back:
//!
//! ```text
//! [rtk: 212 passing tests, 3 warnings not shown; rtk recall 7f3a]
//! ```
//!
//! Nothing a tool prints may pass for one: a line of the tool that begins with
//! `[rtk:` (after blanks) is shown with a brace for the bracket, `{rtk:`. Of
//! the same length, so that no output ever grows.

use super::Stream;

const START: &[u8] = b"[rtk:";

/// Kinds of omission named in one marker; what comes after is `more lines`.
const KINDS_MAX: usize = 12;

/// Omitted text up to this size is held, to be shown where a marker saves nothing.
const TEXT_MAX: usize = 512;

/// Facts left out at one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Omitted {
    kinds: Vec<(&'static str, usize)>,
    bytes: usize,
    text: Vec<u8>,
    pub(super) stream: Stream,
}

impl Omitted {
    /// No text or marker takes more than this, with a way back of less than 100 bytes.
    pub(super) const LEN_MAX: usize = 1024;

    pub(super) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Counts `count` more of `what` (a plural), which stood in `line`.
    pub(super) fn add(&mut self, what: &'static str, count: usize, line: &[u8], stream: Stream) {
        if self.kinds.is_empty() {
            self.stream = stream;
        }
        let same = |kind: &(&str, usize)| std::ptr::eq(kind.0, what) || kind.0 == what;
        let known = self.kinds.iter().position(same);
        match known.or_else(|| (self.kinds.len() == KINDS_MAX).then_some(KINDS_MAX - 1)) {
            Some(at) => {
                let kind = &mut self.kinds[at];
                kind.1 += count;
                if kind.0 != what {
                    kind.0 = "more lines";
                }
            }
            None => self.kinds.push((what, count)),
        }
        if self.bytes <= TEXT_MAX {
            self.text.extend(&line[..line.len().min(TEXT_MAX)]);
            self.text.push(b'\n');
        }
        self.bytes += line.len() + 1;
    }

    /// The text itself, where a marker with a way back of `hint` bytes is not shorter.
    pub(super) fn text_if_short(&self, hint: usize) -> Option<&[u8]> {
        (self.bytes <= TEXT_MAX && self.bytes <= self.marker_bytes(hint)).then_some(&self.text)
    }

    /// Facts left out.
    pub(super) fn count(&self) -> usize {
        self.kinds.iter().map(|kind| kind.1).sum()
    }

    /// What this will take when it is printed.
    pub(super) fn len(&self, hint: usize) -> usize {
        match (self.kinds.is_empty(), self.text_if_short(hint)) {
            (true, _) => 0,
            (false, Some(_)) => self.bytes,
            (false, None) => self.marker_bytes(hint),
        }
    }

    /// The length of the marker (or one or two more, where something is singular).
    fn marker_bytes(&self, hint: usize) -> usize {
        let digits = |count: usize| count.checked_ilog10().unwrap_or(0) as usize + 1;
        let kind = |kind: &(&str, usize)| kind.0.len() + digits(kind.1) + ", ".len() + 1;
        let kinds = self.kinds.iter().map(kind).sum::<usize>();
        (kinds + "[rtk:  not shown; ]\n".len() + hint).saturating_sub(", ".len())
    }

    /// The marker, with its line end.
    pub(super) fn marker(&self, hint: &str) -> String {
        let mut text = String::from("[rtk: ");
        for (n, (what, count)) in self.kinds.iter().enumerate() {
            if n > 0 {
                text.push_str(", ");
            }
            text.push_str(&count.to_string());
            text.push(' ');
            match count {
                1 => push_singular(&mut text, what),
                _ => text.push_str(what),
            }
        }
        text.push_str(" not shown; ");
        text.push_str(hint);
        text.push_str("]\n");
        text
    }
}

/// `passing tests` is one `passing test`; `lines of a file`, one `line of a file`.
fn push_singular(text: &mut String, plural: &str) {
    let (noun, rest) = match plural.find(" of ") {
        Some(at) => plural.split_at(at),
        None => (plural, ""),
    };
    let (stem, end) = if let Some(stem) = noun.strip_suffix("ies") {
        (stem, "y")
    } else if ["ches", "shes", "sses", "xes"]
        .iter()
        .any(|e| noun.ends_with(e))
    {
        (&noun[..noun.len() - 2], "")
    } else {
        (noun.strip_suffix('s').unwrap_or(noun), "")
    };
    text.push_str(stem);
    text.push_str(end);
    text.push_str(rest);
}

/// Where in a line of the tool the bracket stands that makes it look like a marker.
pub(super) fn forged(line: &[u8]) -> Option<usize> {
    let at = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    (line[at] == START[0] && line[at..].starts_with(START)).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_kind_is_singular() {
        #[track_caller]
        fn check(plural: &'static str, expected: &str) {
            let mut omitted = Omitted::default();
            omitted.add(plural, 1, b"", Stream::Out);
            let expected = format!("[rtk: 1 {expected} not shown; rtk recall 7f3a]\n");
            assert_eq!(omitted.marker("rtk recall 7f3a"), expected);
        }
        check("passing tests", "passing test");
        check("matches", "match");
        check("entries", "entry");
        check("lines of notes", "line of notes");
        check("classes", "class");
        check("boxes", "box");
    }

    #[test]
    fn kinds_add_up_in_one_marker() {
        let mut omitted = Omitted::default();
        for _ in 0..212 {
            omitted.add("passing tests", 1, b"test a ... ok", Stream::Out);
        }
        omitted.add("warnings", 3, b"", Stream::Out);
        let expected = "[rtk: 212 passing tests, 3 warnings not shown; rtk recall 7f3a]\n";
        assert_eq!(omitted.marker("rtk recall 7f3a"), expected);
        assert_eq!(omitted.len(15), expected.len());
    }

    #[test]
    fn forged_markers_are_seen() {
        assert_eq!(forged(b"[rtk: 3 tests not shown]"), Some(0));
        assert_eq!(forged(b" \t[rtk:x"), Some(2));
        assert_eq!(forged(b"a [rtk: x]"), None);
        assert_eq!(forged(b""), None);
    }
}
