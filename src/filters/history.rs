//! Commits as `git log` and `git show` print them (git-log(1), "Pretty formats": short,
//! medium, full, fuller), with stat or patch: a commit's header becomes one line,
//!
//! ```text
//! 1c2eb5c4 (HEAD -> main) fix(quay): the subject (Mara Quill <mara@example.org>, 13 Feb 2026 17:15:00)
//!  every line of the body
//!
//!  with blank lines between its paragraphs
//! ```
//!
//! The hash is cut to eight digits (unless a flag says how many), the address is given
//! with an author's first commit, the zone of the time where it is not UTC. No line of a
//! message is left out: what comes after `Fixes:` or `BREAKING CHANGE:` decides things.
//! Of more than [`COMMITS_MAX`] commits the first are shown.

use super::fields::{number, split_once, squeeze};
use super::patch::Patch;
use super::stat::list_line;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "diff and history",
    keeps: "hash, refs, author, date, every line of the message, changed lines",
    drops: "padding, repeated addresses; context of long patches",
};

/// Digits of a hash: enough for a million commits, and what git itself shows at least is seven.
const HASH_DIGITS: usize = 8;

/// So many commits are shown.
const COMMITS_MAX: usize = 5000;

/// Lines in a header that this reader does not know (`gpg:`, `Reflog:`).
const HEADER_MAX: usize = 64;

/// Authors whose address has been given.
const AUTHORS_MAX: usize = 64;

/// Flags after which the output has another form.
const OTHER_FORMS: &[&str] = &[
    "--format",
    "--pretty",
    "--graph",
    "--word-diff",
    "--color-words",
];

/// Forms of `--pretty` that this reader knows.
const PRETTY: &[&str] = &["oneline", "short", "medium", "full", "fuller"];

/// The filter for `git log`; `None` for a form of the user's own.
pub(super) fn log(words: &[&str]) -> Option<Box<dyn Filter>> {
    let other = |word: &&str| {
        let named = word
            .split_once('=')
            .is_some_and(|(_, name)| PRETTY.contains(&name));
        let form = OTHER_FORMS.iter().any(|flag| word.starts_with(flag));
        form && !named || *word == "-z" || *word == "--null"
    };
    (!words.iter().any(other)).then(|| Box::new(Log::new(words)) as Box<dyn Filter>)
}

/// The filter for `git show`; `None` for a file or folder of a commit (`HEAD:src/lib.rs`).
pub(super) fn show(words: &[&str]) -> Option<Box<dyn Filter>> {
    let operands = words.iter().take_while(|word| **word != "--");
    let blob = |word: &str| !word.starts_with('-') && word.contains(':');
    match operands
        .skip_while(|word| **word != "show")
        .any(|word| blob(word))
    {
        true => None,
        false => {
            let oneline = words.iter().any(|word| word.ends_with("oneline"));
            log(words).map(|log| match oneline {
                true => log,
                false => Box::new(Show { log, begun: false }) as Box<dyn Filter>,
            })
        }
    }
}

/// Reads `git show`: what begins otherwise than a commit or a tag is a file or a folder,
/// named by its hash.
struct Show {
    log: Box<dyn Filter>,
    begun: bool,
}

impl Filter for Show {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let message = line.starts_with(b"warning: ");
        if !self.begun && !message {
            self.begun = true;
            if Commit::start(line).is_none() && !line.starts_with(b"tag ") {
                return out.raw();
            }
        }
        self.log.line(line, stream, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.log.end(status, out)
    }

    fn exact(&self) -> bool {
        true
    }
}

/// The filter for `git stash list` and other lists of commits, if they have patches.
pub(super) fn patches(words: &[&str]) -> Option<Box<dyn Filter>> {
    let patch = words.contains(&"-p") || words.contains(&"--patch");
    patch.then(|| log(words)).flatten()
}

/// Reads `git log` and `git show`.
#[derive(Default)]
struct Log {
    patch: Patch,
    full_hash: bool,
    commit: Option<Commit>,
    authors: Vec<Vec<u8>>,
    stream: Stream,
    /// A commit was recognised.
    known: bool,
    commits: usize,
    /// A line of this message's body was printed.
    in_body: bool,
    /// Blank lines since.
    blank_lines: usize,
}

/// A commit whose subject has not come yet.
#[derive(Default)]
struct Commit {
    hash: Vec<u8>,
    refs: Vec<u8>,
    merge: Vec<u8>,
    author: Vec<u8>,
    date: Vec<u8>,
    /// Other header lines, as they came.
    more: Vec<Vec<u8>>,
    in_message: bool,
}

impl Log {
    /// `words` are git's: a flag may ask for context or whole hashes.
    fn new(words: &[&str]) -> Log {
        Log {
            patch: Patch::new(words),
            full_hash: words
                .iter()
                .any(|word| word.contains("-abbrev") || word.starts_with("core.abbrev")),
            ..Log::default()
        }
    }

    fn text(&mut self, line: Vec<u8>, out: &mut Out) {
        self.patch.text(line, self.stream, out);
    }

    /// Prints the line of a commit, with its subject if it has one.
    fn print_commit(&mut self, subject: &[u8], out: &mut Out) {
        let Some(commit) = self.commit.take() else {
            return;
        };
        (self.in_body, self.blank_lines) = (false, 0);
        let mut line = commit.hash;
        for part in [&commit.refs[..], subject] {
            if !part.is_empty() {
                line.push(b' ');
                line.extend_from_slice(part);
            }
        }
        let mut facts = Vec::new();
        if !commit.merge.is_empty() {
            facts.push([b"Merge: ", &commit.merge[..]].concat());
        }
        if !commit.author.is_empty() {
            facts.push(self.author(&commit.author));
        }
        if !commit.date.is_empty() {
            facts.push(short_date(&commit.date));
        }
        if !facts.is_empty() {
            line.extend(b" (");
            line.extend(facts.join(&b", "[..]));
            line.push(b')');
        }
        self.text(line, out);
        for line in commit.more {
            self.text(line, out);
        }
    }

    /// Name and address; the name alone from the second time on.
    fn author(&mut self, author: &[u8]) -> Vec<u8> {
        if self.authors.iter().any(|known| known == author) {
            let name = split_once(author, b" <").map_or(author, |(name, _)| name);
            return name.to_vec();
        }
        let name = split_once(author, b" <").map_or(author, |(name, _)| name);
        let starts =
            |known: &Vec<u8>| known.starts_with(name) && known[name.len()..].starts_with(b" <");
        // One name, two addresses: each is told apart every time.
        if self.authors.len() < AUTHORS_MAX && !self.authors.iter().any(starts) {
            self.authors.push(author.to_vec());
        }
        author.to_vec()
    }

    /// Takes a line of a commit's header or message.
    fn commit_line(&mut self, line: &[u8], out: &mut Out) -> bool {
        let Some(commit) = &mut self.commit else {
            return false;
        };
        if let Some(text) = line.strip_prefix(b"    ") {
            if !text.trim_ascii().is_empty() {
                let subject = text.to_vec();
                self.print_commit(&subject, out);
                self.known = true;
            }
            return true;
        }
        if line.is_empty() {
            commit.in_message = true;
            return true;
        }
        if commit.in_message {
            return false;
        }
        if let Some(parents) = line.strip_prefix(b"Merge: ") {
            commit.merge = parents.to_vec();
        } else if let Some(author) = line.strip_prefix(b"Author:") {
            commit.author = author.trim_ascii().to_vec();
        } else if let Some(date) = line.strip_prefix(b"Date:") {
            commit.date = date.trim_ascii().to_vec();
        } else if commit.more.len() < HEADER_MAX {
            let mut text = Vec::new();
            squeeze(line, &mut text);
            commit.more.push(text);
        } else {
            return false;
        }
        true
    }
}

impl Filter for Log {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.stream = stream;
        if self.commits > COMMITS_MAX && !out.lossless() {
            return match line.first() {
                Some(b'f' | b'e')
                    if line.starts_with(b"fatal: ") || line.starts_with(b"error: ") =>
                {
                    out.line(stream, line);
                }
                Some(b'c') if line.starts_with(b"commit ") => out.omit("commits", line),
                _ => out.omit_many("commits", 0, line),
            };
        }
        if let Some(mut commit) = Commit::start(line) {
            if self.patch.line(line, stream, out) {
                return;
            }
            self.print_commit(b"", out);
            self.commits += 1;
            if self.commits > COMMITS_MAX && !out.lossless() {
                return out.omit("commits", line);
            }
            if !self.full_hash {
                commit.hash.truncate(HASH_DIGITS);
            }
            self.commit = Some(commit);
            return;
        }
        if self.commit_line(line, out) {
            return;
        }
        self.print_commit(b"", out);
        if self.patch.line(line, stream, out) {
            return;
        }
        if line.is_empty() || line == b"---" && self.known {
            return out.noise(line);
        }
        let text = match line.strip_prefix(b"    ") {
            Some(body) if self.known && body.trim_ascii().is_empty() => {
                self.blank_lines += 1;
                return out.noise(line);
            }
            Some(body) if self.known => {
                let blank_lines = std::mem::take(&mut self.blank_lines);
                if std::mem::replace(&mut self.in_body, true) {
                    (0..blank_lines).for_each(|_| self.text(Vec::new(), out));
                }
                [b" ", body].concat()
            }
            _ => list_line(line),
        };
        self.text(text, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.print_commit(b"", out);
        self.patch.end(out);
        match status {
            Status::Code(0) | Status::Cut | Status::Signal(_) => End::Told,
            // `--exit-code`
            Status::Code(1) if self.known => End::Told,
            Status::Code(_) => End::Raw,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}

impl Commit {
    /// `commit 1c2eb5c4b13f... (HEAD -> main)`.
    fn start(line: &[u8]) -> Option<Commit> {
        let rest = line.strip_prefix(b"commit ")?;
        let digits = rest
            .iter()
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count();
        let (hash, refs) = rest.split_at(digits);
        let plausible = (4..=64).contains(&digits) && (refs.is_empty() || refs.starts_with(b" "));
        plausible.then(|| Commit {
            hash: hash.to_vec(),
            refs: refs.trim_ascii().to_vec(),
            ..Commit::default()
        })
    }
}

/// `Fri Feb 13 17:15:00 2026 +0000` as `13 Feb 2026 17:15:00`; another form as it came.
fn short_date(date: &[u8]) -> Vec<u8> {
    let columns: Vec<&[u8]> = date
        .split(|byte| *byte == b' ')
        .filter(|c| !c.is_empty())
        .collect();
    let [_, month, day, time, year, zone @ ..] = &columns[..] else {
        return date.to_vec();
    };
    let numeric = |text: &[u8]| number(text).is_some_and(|(_, rest)| rest.is_empty());
    let ordinary = month.len() == 3
        && numeric(day)
        && numeric(year)
        && time.len() == 8
        && time[2] == b':'
        && zone.len() <= 1;
    if !ordinary {
        return date.to_vec();
    }
    let mut short = [day, &b" "[..], month, b" ", year, b" ", time].concat();
    if let [zone] = zone
        && *zone != b"+0000"
    {
        short.extend([b" ", *zone].concat());
    }
    short
}
