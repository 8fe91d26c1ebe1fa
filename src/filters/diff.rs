//! `git diff` and `diff`: patches (see [`super::patch`]), diffstats, and the normal form of
//! diff (POSIX diff, "Diff Default Output Format"), of which only the `---` between old
//! and new lines goes: `<` and `>` tell them apart.

use super::fields::number;
use super::patch::Patch;
use super::stat::list_line;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "diff and history",
    keeps: "every changed line under its file and line, modes, renames, binary notes, totals",
    drops: "index lines, repeated headers; context of long patches",
};

/// Flags after which the lines of a patch are not whole lines, or there is none.
const OTHER_FORMS: &[&str] = &[
    "--word-diff",
    "--color-words",
    "--output-indicator",
    "--line-prefix",
    "--ws-error-highlight",
    "--color-moved",
    "--binary",
    "--graph",
    "--side-by-side",
    "--ed",
    "--rcs",
    "--ifdef",
    "--line-format",
    "--old-line-format",
    "--new-line-format",
    "--unchanged-line-format",
    "--context",
    "--brief",
];

/// The filter for `git diff`; `None` for forms that are no patch.
pub(super) fn git(words: &[&str]) -> Option<Box<dyn Filter>> {
    let other = words
        .iter()
        .any(|word| OTHER_FORMS.iter().any(|flag| word.starts_with(flag)));
    (!other).then(|| Box::new(Diff::new(words)) as Box<dyn Filter>)
}

/// The filter for `diff`; `None` for side by side, `ed` scripts and context format.
pub(super) fn plain(words: &[&str]) -> Option<Box<dyn Filter>> {
    let short = |word: &&str| {
        let flags = word
            .strip_prefix('-')
            .filter(|flags| !flags.starts_with('-'));
        flags.is_some_and(|flags| flags.contains(['y', 'e', 'f', 'n', 'c', 'C', 'D', 'q']))
    };
    match words.iter().any(short) {
        true => None,
        false => git(words),
    }
}

/// Reads diffs.
struct Diff {
    patch: Patch,
    /// `diff -ru a/x b/x`: the next lines may name the files again.
    command: Option<Vec<u8>>,
    /// In a hunk of the normal form.
    normal: bool,
}

impl Diff {
    fn new(words: &[&str]) -> Diff {
        Diff {
            patch: Patch::new(words),
            command: None,
            normal: false,
        }
    }

    fn leave(&mut self, stream: Stream, out: &mut Out) {
        if let Some(command) = self.command.take() {
            self.patch.text(command, stream, out);
        }
    }
}

impl Filter for Diff {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        if self.normal && line == b"---" {
            return out.noise(line);
        }
        if let Some(command) = self.command.take()
            && !line.starts_with(b"--- ")
        {
            self.patch.text(command, stream, out);
        }
        if self.patch.line(line, stream, out) {
            self.normal = false;
            return;
        }
        self.normal =
            is_range(line) || self.normal && matches!(line.first(), Some(b'<' | b'>' | b'\\'));
        if line.starts_with(b"diff ") {
            self.command = Some(line.to_vec());
            return;
        }
        if line.is_empty() {
            return out.noise(line);
        }
        let text = list_line(line);
        self.patch.text(text, stream, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.leave(Stream::Out, out);
        self.patch.end(out);
        match status {
            // 1: there are differences.
            Status::Code(2..) => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}

/// `6,7c6,7`, `61d60`, `81a81`.
fn is_range(line: &[u8]) -> bool {
    let lines = |text: &'_ [u8]| -> Option<usize> {
        let (_, rest) = number(text)?;
        let rest = match rest.strip_prefix(b",") {
            Some(last) => number(last)?.1,
            None => rest,
        };
        Some(text.len() - rest.len())
    };
    let Some((action, new)) = lines(line).and_then(|end| line[end..].split_first()) else {
        return false;
    };
    matches!(action, b'a' | b'c' | b'd') && lines(new) == Some(new.len())
}
