//! The long form of `git status` (git-status(1)), also inside what `git commit`, `stash`
//! and `checkout` print, as the lines of its short form:
//!
//! ```text
//! ## main...origin/main [ahead 3]
//!  M src/ledger.rs
//! UU docs/ops.md
//! ?? notes.txt
//! ```
//!
//! Every entry keeps its two letters and its path as git printed it, which is the one
//! that works from the current directory. What is in progress (merge, rebase, bisect) and how to go
//! on or back out is kept; hints how to stage and unstage are not. Lines in another
//! language or of another version are passed on.

use super::fields::{between, number, split_once, unquoted};
use super::{About, Out, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "diff and history",
    keeps: "branch, upstream, the two letters and path of every entry, what is in progress",
    drops: "hints how to stage and unstage, headings",
};

/// Reads the lines of a status among others.
#[derive(Default)]
pub(super) struct Status {
    /// `main` of `On branch main`, until it is known how it stands to its upstream.
    branch: Option<Vec<u8>>,
    /// `## main...origin/main`, until the second line of `have diverged`.
    diverged: Option<Vec<u8>>,
    section: Section,
    /// Lines that sum up are kept: the command failed for that reason, or may have.
    pub(super) keep_summary: bool,
    /// An entry or the state of the tree was recognised.
    pub(super) known: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    None,
    Staged,
    Unstaged,
    Unmerged,
    Untracked,
    Ignored,
}

const SECTIONS: &[(&str, Section)] = &[
    ("Changes to be committed:", Section::Staged),
    ("Changes not staged for commit:", Section::Unstaged),
    ("Changed but not updated:", Section::Unstaged),
    ("Unmerged paths:", Section::Unmerged),
    ("Untracked files:", Section::Untracked),
    ("Ignored files:", Section::Ignored),
];

/// What stands before a path, and its letter (with `?`: on the side of the section).
const CHANGES: &[(&str, &str)] = &[
    ("modified:", "M?"),
    ("new file:", "A?"),
    ("deleted:", "D?"),
    ("renamed:", "R?"),
    ("copied:", "C?"),
    ("typechange:", "T?"),
    ("both modified:", "UU"),
    ("both added:", "AA"),
    ("both deleted:", "DD"),
    ("added by us:", "AU"),
    ("added by them:", "UA"),
    ("deleted by us:", "DU"),
    ("deleted by them:", "UD"),
];

/// Hints that help to nothing an agent does not know. Those that go on with a merge or
/// rebase, or back out, are not among them.
const HINTS: &[&str] = &[
    "(use \"git add",
    "(use \"git restore",
    "(use \"git reset HEAD",
    "(use \"git rm",
    "(use \"git checkout --",
    "(use \"git push\" to publish",
    "(use \"git pull\"",
    "(use \"git branch --unset-upstream",
    "(use -u ",
    "(use -u)",
    "(commit or discard",
];

/// Left out in `git status`, which shows it by its entries.
const SUMMARIES: &[&str] = &[
    "no changes added to commit",
    "nothing added to commit but untracked files present",
];

impl Status {
    /// Takes a line that belongs to a status; `false` if it does not.
    pub(super) fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) -> bool {
        if let Some(head) = self.diverged.take() {
            return self.counts(head, line, stream, out);
        }
        if self.branch.is_some() && self.tracking(line, stream, out) {
            return true;
        }
        if let Some(name) = line.strip_prefix(b"On branch ") {
            self.leave(stream, out);
            self.branch = Some(name.to_vec());
            self.known = true;
            return true;
        }
        if line.is_empty() {
            out.noise(line);
            return true;
        }
        let text = line.trim_ascii();
        let starts = |start: &&str| text.starts_with(start.as_bytes());
        if line.starts_with(b"  (") && HINTS.iter().any(starts) {
            self.leave(stream, out);
            out.noise(line);
            return true;
        }
        if let Some((_, section)) = SECTIONS.iter().find(|(head, _)| head.as_bytes() == line) {
            self.leave(stream, out);
            self.section = *section;
            return true;
        }
        if line.starts_with(b"\t") && self.section != Section::None {
            self.leave(stream, out);
            self.entry(&line[1..], stream, out);
            return true;
        }
        if line.starts_with(b"  (") {
            self.leave(stream, out);
            out.line(stream, text);
            return true;
        }
        if let Some(summary) = SUMMARIES.iter().find(|start| starts(start)) {
            self.leave(stream, out);
            match self.keep_summary {
                true => out.line(stream, summary.as_bytes()),
                false => out.noise(line),
            }
            self.known = true;
            return true;
        }
        self.clean(text, stream, out)
    }

    /// The branch line, if it has not been printed.
    pub(super) fn leave(&mut self, stream: Stream, out: &mut Out) {
        if let Some(branch) = self.branch.take() {
            out.line_of(stream, &[b"## ", &branch]);
        }
        if let Some(head) = self.diverged.take() {
            out.line_of(stream, &[&head, b" [diverged]"]);
        }
    }

    fn clean(&mut self, text: &[u8], stream: Stream, out: &mut Out) -> bool {
        let start: &[u8] = b"nothing to commit";
        if !text.starts_with(start) {
            self.section = Section::None;
            return false;
        }
        self.leave(stream, out);
        self.known = true;
        match text == b"nothing to commit, working tree clean" && !self.keep_summary {
            true => out.line(stream, b"clean"),
            false => out.line(
                stream,
                split_once(text, b" (").map_or(text, |(text, _)| text),
            ),
        }
        true
    }

    /// `Your branch is ahead of 'origin/main' by 3 commits.`
    fn tracking(&mut self, line: &[u8], stream: Stream, out: &mut Out) -> bool {
        let Some(rest) = line.strip_prefix(b"Your branch ") else {
            return false;
        };
        let ends: [&[u8]; 2] = [b".", b", and can be fast-forwarded."];
        let forms: [(&[u8], &str); 2] = [(b"is ahead of '", "ahead"), (b"is behind '", "behind")];
        let mut counted = None;
        for (form, word) in forms {
            let parts = rest
                .strip_prefix(form)
                .and_then(|rest| split_once(rest, b"' by "));
            if let Some((name, count)) = parts
                && let Some((commits, rest)) = number(count)
                && let Some(rest) = rest.strip_prefix(b" commit")
                && ends.contains(&rest.strip_prefix(b"s").unwrap_or(rest))
            {
                counted = Some((name, format!(" [{word} {commits}]")));
            }
        }
        let up_to_date = between(rest, b"is up to date with '", b"'.");
        let gone = between(rest, b"is based on '", b"', but the upstream is gone.");
        let diverged = between(rest, b"and '", b"' have diverged,");
        let (name, state) = match (counted, up_to_date, gone, diverged) {
            (Some((name, state)), ..) => (name, state),
            (_, Some(name), ..) => (name, String::new()),
            (_, _, Some(name), _) => (name, " [gone]".to_owned()),
            (.., Some(name)) => {
                let branch = self.branch.take().unwrap_or_default();
                self.diverged = Some([b"## ", &branch[..], b"...", name].concat());
                return true;
            }
            _ => return false,
        };
        let branch = self.branch.take().unwrap_or_default();
        out.line_of(stream, &[b"## ", &branch, b"...", name, state.as_bytes()]);
        true
    }

    /// `and have 1 and 2 different commits each, respectively.`
    fn counts(&mut self, head: Vec<u8>, line: &[u8], stream: Stream, out: &mut Out) -> bool {
        let counts = between(
            line,
            b"and have ",
            b" different commits each, respectively.",
        );
        let parts = counts.and_then(|counts| split_once(counts, b" and "));
        match parts {
            Some((ahead, behind)) => {
                let parts = [&head, &b" [ahead "[..], ahead, b", behind ", behind, b"]"];
                out.line_of(stream, &parts);
                true
            }
            None => {
                out.line_of(stream, &[&head, b" [diverged]"]);
                self.line(line, stream, out)
            }
        }
    }

    fn entry(&mut self, entry: &[u8], stream: Stream, out: &mut Out) {
        self.known = true;
        let named = CHANGES.iter().find_map(|(label, letters)| {
            let path = entry.strip_prefix(label.as_bytes())?;
            Some((*letters, path.trim_ascii_start()))
        });
        let (letters, path) = match (self.section, named) {
            (Section::Untracked, _) => ("??", entry),
            (Section::Ignored, _) => ("!!", entry),
            (_, Some(found)) => found,
            (_, None) => return out.line(stream, entry),
        };
        let letter = &letters.as_bytes()[..1];
        let code = match (letters.ends_with('?') && letters != "??", self.section) {
            (true, Section::Staged) => [letter, b" "].concat(),
            (true, _) => [b" ", letter].concat(),
            (false, _) => letters.as_bytes().to_vec(),
        };
        let path = match split_once(path, b" -> ") {
            Some((from, to)) if matches!(letter, b"R" | b"C") => {
                [&unquoted(from), &b" -> "[..], &unquoted(to)].concat()
            }
            _ => unquoted(path),
        };
        out.line_of(stream, &[&code, b" ", &path]);
    }
}
