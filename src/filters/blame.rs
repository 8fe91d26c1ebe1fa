//! Lines with their history: `git blame` (git-blame(1), "The default format") and
//! `git reflog`. Of lines that share a commit the first is shown as it is, the others
//! with their number and text; a commit met again with its hash.

use super::fields::{between, find, number, split_once};
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "diff and history",
    keeps: "every line with its number, each commit whole where it is met first",
    drops: "columns that repeat the line before",
};

/// Commits that have been told once.
const COMMITS_MAX: usize = 512;

/// The filter for `git blame`; `None` for the forms for programs.
pub(super) fn make(words: &[&str]) -> Option<Box<dyn Filter>> {
    let other = ["-p", "--porcelain", "--line-porcelain", "--incremental"];
    match words.iter().any(|word| other.contains(word)) {
        true => None,
        false => Some(Box::new(Blame::default())),
    }
}

/// Reads `git blame`.
#[derive(Default)]
struct Blame {
    last: Vec<u8>,
    told: Vec<Vec<u8>>,
}

impl Filter for Blame {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let Some((who, place)) = blamed(line) else {
            self.last.clear();
            return out.line(stream, line);
        };
        if who == self.last {
            return out.line(stream, place);
        }
        self.last = who.to_vec();
        if self.told.iter().any(|told| told == who) {
            let hash = split_once(who, b" (").map_or(who, |(hash, _)| hash);
            return out.line_of(stream, &[hash, b" ", place]);
        }
        if self.told.len() < COMMITS_MAX {
            self.told.push(who.to_vec());
        }
        out.line(stream, line);
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status {
            Status::Code(1..) => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}

/// `6d01451 (Mara Quill 2026-02-01 08:15:00 +0000` and `12) text`.
fn blamed(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let open = find(line, b" (")?;
    let hash = line.strip_prefix(b"^").unwrap_or(line);
    let digits = hash
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    if digits < 4 {
        return None;
    }
    // The number stands before the first `)` that a number stands before: an author's
    // name may have brackets.
    let mut from = open + 2;
    while let Some(close) = find(&line[from..], b")") {
        let close = from + close;
        let digits = line[..close]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let start = close - digits;
        if digits > 0 && line[start - 1] == b' ' {
            return Some((line[..start].trim_ascii_end(), &line[start..]));
        }
        from = close + 1;
    }
    None
}

/// The filter of `git reflog`.
pub(super) fn reflog() -> Option<Box<dyn Filter>> {
    Some(Box::new(Reflog::default()))
}

/// Reads `git reflog`: `HEAD@{0}` in full, then `{1}`, `{2}` while it goes on so.
#[derive(Default)]
struct Reflog {
    name: Vec<u8>,
    next: u64,
}

impl Filter for Reflog {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        match entry(line) {
            Some(entry) if entry.name == self.name && entry.number == self.next => {
                self.next += 1;
                let place = format!(" {{{}}}", entry.number);
                out.line_of(stream, &[entry.hash, place.as_bytes(), entry.rest]);
            }
            found => {
                (self.name, self.next) = match found {
                    Some(entry) => (entry.name.to_vec(), entry.number + 1),
                    None => Default::default(),
                };
                out.line(stream, line);
            }
        }
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status {
            Status::Code(1..) => End::Raw,
            _ => End::Told,
        }
    }
}

/// A line of a reflog: `1c2eb5c HEAD@{3}: commit: subject`.
struct Entry<'a> {
    hash: &'a [u8],
    name: &'a [u8],
    number: u64,
    rest: &'a [u8],
}

fn entry(line: &[u8]) -> Option<Entry<'_>> {
    let (hash, rest) = split_once(line, b" ")?;
    if hash.is_empty() || !hash.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let (name, rest) = split_once(rest, b"@{")?;
    let (number, rest) = number(rest)?;
    let plain = !name.contains(&b' ') && between(rest, b"}: ", b"").is_some();
    plain.then(|| Entry {
        hash,
        name,
        number,
        rest: &rest[1..],
    })
}
