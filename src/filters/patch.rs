//! The patch: files, hunks and changed lines of a unified or combined diff
//! (git-diff(1), "Generating patch text with -p"; diffutils manual, "Unified Format").
//!
//! Every changed line is shown as it is, in its order, under its file and its line.
//! A file's header of up to ten lines becomes one: `diff PATH`, `new file PATH`,
//! `deleted file PATH`, `rename OLD => NEW`. A hunk's becomes `@@ LINE`: where it
//! begins in the new file, or `@@ -LINE` in the old one if it has no lines of the new.
//! Combined diffs keep their hunks as they are: `@@@ -1,5 -1,5 +1,9 @@@`. A patch of up to [`WHOLE_MAX`] is shown with its context; a
//! longer one without (announced), each run of changes under its own `@@ LINE`. Of
//! more than [`SHOWN_MAX`] the beginning is shown.
//! The body of a hunk is told by the counts in its header, never by what it looks
//! like: a removed line `-- a` is no header.

use std::borrow::Cow;

use super::fields::{character_before, number, split_once, unquoted};
use super::{Out, Stream};

/// A patch up to this size (bytes of its hunks) keeps its context.
const WHOLE_MAX: usize = 2048;

/// So many bytes of texts and changed lines are shown, about.
const SHOWN_MAX: usize = 1024 * 1024;

/// So much of other text is held between hunks until it is known which.
const TEXT_MAX: usize = 16 * 1024;

/// A changed line longer than this is cut where it does not differ.
const LINE_MAX: usize = 1000;

/// Of a cut line, so much of its beginning is shown, and so much around the change.
const LINE_HEAD: usize = 160;
const AROUND: usize = 40;
const CHANGE_MAX: usize = 400;

/// Removed lines that wait for the line that replaces a long one.
const REMOVED_MAX: usize = 4;

const CUT: &[u8] = b"[...]";

/// Reads the patches in a tool's output; the rest is the caller's.
#[derive(Default)]
pub(super) struct Patch {
    shown: Shown,
    held: Vec<Event<'static>>,
    held_bytes: usize,
    held_text: usize,
    head: Option<Head>,
    hunk: Option<Hunk>,
    /// The line that was printed last is a changed one.
    at_change: bool,
    /// Long removed lines of this run of changes, not printed yet.
    removed: Vec<Vec<u8>>,
    function: Vec<u8>,
    /// Bytes of context left out.
    left_out: usize,
    /// Bytes of texts and changed lines shown.
    printed: usize,
    /// Paths have no `a/` and `b/`.
    no_prefix: bool,
    stream: Stream,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shown {
    /// Not known yet: events are held.
    #[default]
    Undecided,
    /// With context.
    Whole,
    /// Changes alone.
    Changes,
}

/// A part of a patch, as it is to be shown; a number is a line of the new file, or below
/// zero of the old one.
enum Event<'a> {
    Text(Cow<'a, [u8]>),
    Hunk(i64, Cow<'a, [u8]>),
    Context(Cow<'a, [u8]>),
    Change(i64, Cow<'a, [u8]>),
    NoNewline(Cow<'a, [u8]>),
}

impl Event<'_> {
    /// To be held.
    fn own(self) -> Event<'static> {
        let own = |line: Cow<'_, [u8]>| Cow::Owned(line.into_owned());
        match self {
            Event::Text(line) => Event::Text(own(line)),
            Event::Hunk(number, line) => Event::Hunk(number, own(line)),
            Event::Context(line) => Event::Context(own(line)),
            Event::Change(number, line) => Event::Change(number, own(line)),
            Event::NoNewline(line) => Event::NoNewline(own(line)),
        }
    }
}

/// What is left of a hunk.
#[derive(Default)]
struct Hunk {
    /// Lines to come, for each old file.
    old: Vec<u64>,
    /// Lines to come of the new file.
    new: u64,
    /// The next line of the new file; if it has none, the first of the old one, negative.
    line: i64,
}

impl Patch {
    /// `words` are the tool's: where a flag asks for context, none is left out.
    pub(super) fn new(words: &[&str]) -> Patch {
        Patch {
            shown: match asks_for_context(words) {
                true => Shown::Whole,
                false => Shown::Undecided,
            },
            no_prefix: words.contains(&"--no-prefix"),
            ..Patch::default()
        }
    }

    /// Takes a line that belongs to a patch; `false` if it does not.
    pub(super) fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) -> bool {
        if out.lossless() {
            self.decide(Shown::Whole, out);
        }
        if self.in_hunk() {
            return self.hunk_line(line, out);
        }
        if self.is_full(out) && self.head.is_none() {
            return self.beyond(line, out);
        }
        if line.starts_with(b"\\ ")
            && let Some(hunk) = &self.hunk
        {
            self.event(hunk.no_newline(line), out);
            return true;
        }
        if self.head.as_mut().is_some_and(|head| head.line(line)) {
            return true;
        }
        if let Some(mut head) = Head::start(line) {
            head.no_prefix = self.no_prefix;
            self.leave(out);
            self.flush_other(stream, out);
            self.hunk = None;
            self.head = Some(head);
            return true;
        }
        if let Some((hunk, function)) = Hunk::start(line) {
            let known = self.head.is_some() || self.hunk.is_some();
            if known {
                self.leave(out);
                let event = match hunk.is_combined() {
                    true => Event::Text(line.into()),
                    false => Event::Hunk(hunk.line, function.into()),
                };
                self.event(event, out);
                self.hunk = Some(hunk);
                return true;
            }
        }
        self.leave(out);
        self.hunk = None;
        false
    }

    /// Prints a line that is no part of a patch, in its place.
    pub(super) fn text(&mut self, line: Vec<u8>, stream: Stream, out: &mut Out) {
        self.leave(out);
        self.flush_other(stream, out);
        self.event(Event::Text(line.into()), out);
    }

    /// The output has ended.
    pub(super) fn end(&mut self, out: &mut Out) {
        self.leave(out);
        self.decide(Shown::Whole, out);
        self.flush_removed(out);
        if self.left_out > 0 {
            // So that a few lines are announced too: at the end they would be out of place.
            out.omit_many("context lines", 0, &[b' '; 128]);
        }
    }

    fn in_hunk(&self) -> bool {
        let more = |hunk: &Hunk| hunk.new > 0 || hunk.old.iter().any(|lines| *lines > 0);
        self.hunk.as_ref().is_some_and(more)
    }

    /// What is held goes to the stream it came from.
    fn flush_other(&mut self, stream: Stream, out: &mut Out) {
        if self.stream != stream {
            self.flush_held(out);
            self.flush_removed(out);
            self.stream = stream;
        }
    }

    /// The file's header is complete.
    fn leave(&mut self, out: &mut Out) {
        if let Some(head) = self.head.take() {
            self.function.clear();
            for line in head.lines() {
                self.event(Event::Text(line.into()), out);
            }
        }
    }

    fn hunk_line(&mut self, line: &[u8], out: &mut Out) -> bool {
        let Some(hunk) = &mut self.hunk else {
            return false;
        };
        if line.starts_with(b"\\ ") {
            let event = hunk.no_newline(line);
            self.event(event, out);
            return true;
        }
        let (number, combined) = (hunk.line, hunk.is_combined());
        match hunk.take(line) {
            Some(_) if combined => self.event(Event::Text(line.into()), out),
            Some(true) => self.event(Event::Change(number, line.into()), out),
            Some(false) => self.event(Event::Context(line.into()), out),
            None => {
                self.hunk = None;
                return false;
            }
        }
        true
    }

    fn event(&mut self, event: Event<'_>, out: &mut Out) {
        if self.shown != Shown::Undecided {
            return self.print(event, out);
        }
        match &event {
            Event::Text(_) if self.held.is_empty() => return self.print(event, out),
            Event::Text(line) => self.held_text += line.len() + 1,
            Event::Hunk(_, line) | Event::Context(line) => self.held_bytes += line.len() + 1,
            Event::Change(_, line) | Event::NoNewline(line) => self.held_bytes += line.len() + 1,
        }
        self.held.push(event.own());
        if self.held_bytes > WHOLE_MAX || self.held_text > TEXT_MAX {
            self.decide(Shown::Changes, out);
        }
    }

    fn decide(&mut self, shown: Shown, out: &mut Out) {
        if self.shown == Shown::Undecided {
            self.shown = shown;
            self.flush_held(out);
        }
    }

    fn flush_held(&mut self, out: &mut Out) {
        for event in std::mem::take(&mut self.held) {
            self.print(event, out);
        }
    }

    fn print(&mut self, event: Event<'_>, out: &mut Out) {
        let whole = self.shown != Shown::Changes;
        if self.is_full(out) {
            return self.leave_out(event, out);
        }
        match event {
            Event::Change(number, line) => return self.print_change(number, &line, out),
            Event::NoNewline(line) if whole || self.at_change => {
                self.flush_removed(out);
                return out.line(self.stream, &line);
            }
            _ => self.flush_removed(out),
        }
        self.at_change = false;
        match event {
            Event::Text(line) => {
                self.printed += line.len();
                out.line(self.stream, &line);
            }
            Event::Hunk(line, function) if whole => {
                let mut text = format!("@@ {line}").into_bytes();
                if !function.is_empty() && function != self.function {
                    text.push(b' ');
                    text.extend_from_slice(&function);
                    self.function = function.into_owned();
                }
                out.line(self.stream, &text);
            }
            Event::Context(line) if whole => out.line(self.stream, &line),
            Event::Context(line) => {
                self.left_out += line.len();
                out.omit("context lines", &line);
            }
            Event::Hunk(..) | Event::Change(..) | Event::NoNewline(_) => {}
        }
    }

    fn is_full(&self, out: &Out) -> bool {
        self.printed > SHOWN_MAX && !out.lossless()
    }

    /// A line that is not in a hunk, where nothing more is shown.
    fn beyond(&mut self, line: &[u8], out: &mut Out) -> bool {
        let found = Hunk::start(line).map(|(hunk, _)| hunk);
        let known = found.is_some() && self.hunk.is_some();
        match line.first() {
            Some(b'@') if known => self.hunk = found,
            // An empty hunk: the next one may follow.
            Some(b'd') if line.starts_with(b"diff ") => {
                self.hunk = Some(Hunk::default());
                out.omit("files", line);
            }
            Some(b'\\' | b'-' | b'+' | b'i' | b'n' | b'o' | b'd' | b's' | b'r' | b'B' | b'c')
                if self.hunk.is_some() && !line.starts_with(b"commit ") =>
            {
                self.left_out += line.len();
                out.omit_many("files", 0, line);
            }
            _ => {
                self.hunk = None;
                return false;
            }
        }
        true
    }

    /// There is no room for more.
    fn leave_out(&mut self, event: Event<'_>, out: &mut Out) {
        self.flush_removed(out);
        match event {
            Event::Text(line) => out.omit("other lines", &line),
            Event::Change(_, line) => out.omit("changed lines", &line),
            Event::Hunk(..) => {}
            Event::Context(line) | Event::NoNewline(line) => {
                self.left_out += line.len();
                out.omit("context lines", &line);
            }
        }
    }

    fn print_change(&mut self, number: i64, line: &[u8], out: &mut Out) {
        if self.shown == Shown::Changes && !self.at_change {
            out.line(self.stream, format!("@@ {number}").as_bytes());
        }
        self.at_change = true;
        self.printed += line.len();
        let long = line.len() > LINE_MAX && !out.lossless();
        if line.starts_with(b"-") && (long || !self.removed.is_empty()) {
            self.removed.push(line.to_vec());
            if self.removed.len() > REMOVED_MAX {
                self.flush_removed(out);
            }
            return;
        }
        match &self.removed[..] {
            [removed] if long && removed.len() > LINE_MAX => {
                let removed = std::mem::take(&mut self.removed).swap_remove(0);
                let (start, end) = difference(&removed[1..], &line[1..]);
                self.print_cut(&removed, start + 1, removed.len() - end, out);
                self.print_cut(line, start + 1, line.len() - end, out);
            }
            _ => {
                self.flush_removed(out);
                self.print_short(line, out);
            }
        }
    }

    fn flush_removed(&mut self, out: &mut Out) {
        for line in std::mem::take(&mut self.removed) {
            self.print_short(&line, out);
        }
    }

    fn print_short(&self, line: &[u8], out: &mut Out) {
        match line.len() > LINE_MAX && !out.lossless() {
            true => self.print_cut(line, 0, LINE_HEAD + AROUND, out),
            false => out.line(self.stream, line),
        }
    }

    /// Prints the beginning of a long line and what is between `start` and `end`.
    fn print_cut(&self, line: &[u8], start: usize, end: usize, out: &mut Out) {
        let head = character_before(line, LINE_HEAD);
        let from = character_before(line, start.saturating_sub(AROUND)).max(head);
        let to = (end + AROUND).min(start + CHANGE_MAX);
        let to = character_before(line, to).max(from);
        let gap = if from > head { CUT } else { b"" };
        let rest = if to < line.len() { CUT } else { b"" };
        let parts = [&line[..head], gap, &line[from..to], rest];
        out.line_of(self.stream, &parts);
        let (before, after) = (&line[head..from], &line[to..]);
        let left_out = [before, after].concat();
        out.omit_many("bytes of long lines", left_out.len(), &left_out);
    }
}

/// How many bytes two lines share at their beginning and at their end.
fn difference(a: &[u8], b: &[u8]) -> (usize, usize) {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let start = a.iter().zip(b).take_while(same).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    (start, end)
}

impl Hunk {
    /// Reads `@@ -14,9 +14,8 @@ function`, or with more old files `@@@ -1,5 -1,5 +1,9 @@@`.
    fn start(line: &[u8]) -> Option<(Hunk, &[u8])> {
        let columns = line.iter().take_while(|byte| **byte == b'@').count();
        if !(2..=16).contains(&columns) {
            return None;
        }
        let (marks, rest) = line.split_at(columns);
        let mut rest = rest.strip_prefix(b" ")?;
        let mut old = Vec::new();
        let mut old_line = 0;
        while let Some(range) = rest.strip_prefix(b"-") {
            let (line, lines, after) = range_of(range)?;
            old.push(lines);
            old_line = line;
            rest = after.strip_prefix(b" ")?;
        }
        let (line, new, rest) = range_of(rest.strip_prefix(b"+")?)?;
        let function = rest.strip_prefix(b" ")?.strip_prefix(marks)?;
        let line = match new {
            0 => -i64::try_from(old_line).ok()?,
            _ => i64::try_from(line).ok()?,
        };
        let hunk = Hunk { old, new, line };
        let complete = hunk.old.len() == columns - 1;
        complete.then_some((hunk, function.trim_ascii()))
    }

    fn is_combined(&self) -> bool {
        self.old.len() > 1
    }

    fn no_newline<'a>(&self, line: &'a [u8]) -> Event<'a> {
        match self.is_combined() {
            true => Event::Text(line.into()),
            false => Event::NoNewline(line.into()),
        }
    }

    /// Counts a line of the body: is it a change? `None` if it cannot belong here.
    fn take(&mut self, line: &[u8]) -> Option<bool> {
        let columns = self.old.len();
        // Some programs drop the blank of an empty context line.
        let marks = match line {
            [] => &b"                "[..columns],
            _ => line.get(..columns)?,
        };
        if !marks.iter().all(|mark| matches!(mark, b' ' | b'+' | b'-')) {
            return None;
        }
        let removed = marks.contains(&b'-');
        for (lines, mark) in self.old.iter_mut().zip(marks) {
            let counts = *mark == b'-' || *mark == b' ' && !removed;
            *lines = match counts {
                true => lines.checked_sub(1)?,
                false => *lines,
            };
        }
        if !removed {
            self.new = self.new.checked_sub(1)?;
            self.line += 1;
        }
        Some(marks.iter().any(|mark| *mark != b' '))
    }
}

/// `14,9`: first line and count; `14` is one line.
fn range_of(text: &[u8]) -> Option<(u64, u64, &[u8])> {
    let (first, rest) = number(text)?;
    match rest.strip_prefix(b",") {
        Some(rest) => number(rest).map(|(lines, rest)| (first, lines, rest)),
        None => Some((first, 1, rest)),
    }
}

/// The header of one file.
#[derive(Default)]
struct Head {
    /// `a/x b/x`, where git wrote it.
    git: Vec<u8>,
    /// What git called it: `diff --cc ` of a combined one.
    combined: Option<&'static str>,
    /// After `--- ` and `+++ `.
    old: Vec<u8>,
    new: Vec<u8>,
    /// Renamed or copied: the word, from, to, how similar.
    moved: Option<(&'static str, Vec<u8>, Vec<u8>)>,
    similarity: Vec<u8>,
    created: bool,
    deleted: bool,
    old_mode: Vec<u8>,
    new_mode: Vec<u8>,
    binary: bool,
    no_prefix: bool,
}

impl Head {
    fn start(line: &[u8]) -> Option<Head> {
        let mut head = Head::default();
        let combined = ["diff --cc ", "diff --combined "];
        let is = |start: &&&str| line.starts_with(start.as_bytes());
        if let Some(git) = line.strip_prefix(b"diff --git ") {
            head.git = git.to_vec();
        } else if let Some(start) = combined.iter().find(is) {
            let path = &line[start.len()..];
            head.git = [path, b" ", path].concat();
            head.combined = Some(start);
        } else {
            head.old = line.strip_prefix(b"--- ")?.to_vec();
        }
        Some(head)
    }

    /// Takes a line of the header.
    fn line(&mut self, line: &[u8]) -> bool {
        let moved = |word, from: &[u8]| Some((word, unquoted(from), Vec::new()));
        let field = |name: &str| line.strip_prefix(name.as_bytes());
        if let Some(mode) = field("old mode ") {
            self.old_mode = mode.to_vec();
        } else if let Some(mode) = field("new mode ") {
            self.new_mode = mode.to_vec();
        } else if let Some(mode) = field("new file mode ") {
            (self.created, self.new_mode) = (true, mode.to_vec());
        } else if let Some(mode) = field("deleted file mode ") {
            (self.deleted, self.old_mode) = (true, mode.to_vec());
        } else if let Some(modes) = field("mode ") {
            self.new_mode = modes.to_vec();
        } else if let Some(share) = field("similarity index ") {
            self.similarity = share.to_vec();
        } else if let Some(from) = field("rename from ") {
            self.moved = moved("rename", from);
        } else if let Some(from) = field("copy from ") {
            self.moved = moved("copy", from);
        } else if let Some(to) = field("rename to ").or_else(|| field("copy to ")) {
            if let Some(moved) = &mut self.moved {
                moved.2 = unquoted(to);
            }
        } else if let Some(path) = field("--- ").filter(|_| self.old.is_empty()) {
            self.old = path.to_vec();
        } else if let Some(path) = field("+++ ").filter(|_| self.new.is_empty()) {
            self.new = path.to_vec();
        } else if line.starts_with(b"Binary files ")
            && line.ends_with(b" differ")
            && !self.git.is_empty()
        {
            self.binary = true;
        } else {
            let noise = ["index ", "dissimilarity index "];
            return noise.iter().any(|name| field(name).is_some());
        }
        true
    }

    fn lines(&self) -> Vec<Vec<u8>> {
        if self.git.is_empty() {
            let named = [(&b"--- "[..], &self.old), (b"+++ ", &self.new)];
            let given = named.iter().filter(|(_, name)| !name.is_empty());
            let line = |(sign, name): &(&[u8], &Vec<u8>)| match self.new.is_empty() {
                true => [sign, &name[..]].concat(),
                false => [sign, without_time(name)].concat(),
            };
            return given.map(line).collect();
        }
        let mut text = match &self.moved {
            Some((word, from, to)) => [word.as_bytes(), b" ", from, b" => ", to].concat(),
            None => {
                let word: &[u8] = match () {
                    () if self.created => b"new file ",
                    () if self.deleted => b"deleted file ",
                    () => self.combined.unwrap_or("diff ").as_bytes(),
                };
                [word, &self.path()[..]].concat()
            }
        };
        if !self.similarity.is_empty() && self.similarity != b"100%" {
            text.extend([&b" "[..], &self.similarity].concat());
        }
        let ordinary = |mode: &[u8]| mode.is_empty() || mode == b"100644";
        if !self.old_mode.is_empty() && !self.new_mode.is_empty() {
            let modes = [&b" mode "[..], &self.old_mode, b" => ", &self.new_mode];
            text.extend(modes.concat());
        } else if !ordinary(&self.new_mode) {
            text.extend([&b" mode "[..], &self.new_mode].concat());
        } else if !ordinary(&self.old_mode) && self.deleted {
            text.extend([&b" mode "[..], &self.old_mode].concat());
        }
        if self.binary {
            text.extend(b" (Binary files differ)");
        }
        vec![text]
    }

    /// The path without git's `a/` and `b/`; both where they are not the same file.
    fn path(&self) -> Vec<u8> {
        let (left, right) = halves(&self.git);
        let (left, right) = (unquoted(left), unquoted(right));
        if left == right {
            return left;
        }
        let (left, right) = match (bare(&left), bare(&right)) {
            (Some(left), Some(right)) if !self.no_prefix => (left, right),
            _ => (left, right),
        };
        match left == right || right.is_empty() {
            true => left,
            false => [&left[..], b" => ", &right].concat(),
        }
    }
}

/// A path without the `a/` or `b/` that git put before it, inside of its quotes if it has
/// them.
fn bare(path: &[u8]) -> Option<Vec<u8>> {
    match path {
        [b'"', path @ ..] => bare(path).map(|path| [b"\"", &path[..]].concat()),
        [
            b'a' | b'b' | b'c' | b'i' | b'o' | b'w' | b'1' | b'2',
            b'/',
            rest @ ..,
        ] => Some(rest.to_vec()),
        _ => None,
    }
}

/// `a/x y b/x y`: two names of one length, or quoted ones, or the first blank.
fn halves(git: &[u8]) -> (&[u8], &[u8]) {
    let middle = git.len() / 2;
    if git.len() % 2 == 1 && git[middle] == b' ' && git[..middle].len() > 1 {
        return (&git[..middle], &git[middle + 1..]);
    }
    split_once(git, b" ").unwrap_or((git, b""))
}

/// `a.py<TAB>2026-12-01 02:14:53.5 +0000`: the name.
fn without_time(name: &[u8]) -> &[u8] {
    split_once(name, b"\t").map_or(name, |(name, _)| name)
}

/// A flag that says how much context a patch is to have.
fn asks_for_context(words: &[&str]) -> bool {
    words.iter().any(|word| {
        let long = ["--unified", "--function-context", "--inter-hunk-context"];
        word.starts_with("-U") || *word == "-W" || long.iter().any(|flag| word.starts_with(flag))
    })
}
