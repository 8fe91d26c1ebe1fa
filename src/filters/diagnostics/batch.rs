//! Diagnostics that are printed together, each text once.
//!
//! Two texts that differ only in what they quote or count are one *wording*:
//! `'x' is not defined`, `line too long (88 > 79 characters)`. A wording that
//! occurs often is given once in full; after that its code and the words that
//! differ say the same. A batch is printed in whichever of two forms is shorter,
//! both complete:
//!
//! - by text: each text once, with all its places;
//! - by file: each file once with its places, files with equal lists together.
//!
//! What is held is bounded: past the bound the batch is printed and a new one begun.

use super::super::both::To;
use super::super::numbered::Numbered;
use super::super::scan;

/// Bytes of diagnostics held back to be grouped.
const HELD_BYTES_MAX: usize = 256 << 10;

/// From so many texts on their wording stands for them.
const MANY: usize = 5;

/// From so many files on with one list, but for words of it, they stand together.
const MANY_FILES: usize = 3;

/// A wording that is not longer than this is given in full each time.
const SHORT_BYTES: usize = 22;

/// What is said of a file stands so near to its name: the name comes again after that.
const NEAR_BYTES: usize = 1000;

/// Places on one line of a list.
const PLACES_MAX: usize = 32;

/// One message about one place.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    /// The file; empty if the message has none.
    pub path: Vec<u8>,
    /// `12:7` or `12` in it.
    pub at: Vec<u8>,
    /// Severity, code and message, as the tool words them; with `: ` in front, if that is to
    /// stay between the place and the text.
    pub text: Vec<u8>,
    /// The code by which the text may be named again; empty if it has none.
    pub code: Vec<u8>,
    /// Lines below it (code frame, help), compact, each with its line end.
    pub body: Vec<u8>,
    /// Advice that is the same for all with this code, in such lines: said once.
    pub advice: Vec<u8>,
}

/// Diagnostics that are printed together.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    held: Vec<Diagnostic>,
    bytes: usize,
    by_file: bool,
    /// Texts that differ in a word stay whole.
    exact: bool,
    /// How many were added.
    pub count: usize,
}

impl Batch {
    /// None yet. `by_file`: places may stand below their file, which is shorter where
    /// a file has many; else each text has its `file:line`.
    pub(crate) fn new(by_file: bool) -> Self {
        Batch {
            by_file,
            ..Batch::default()
        }
    }

    /// None yet; for compilers: each message in full, for it is searched for.
    pub(crate) fn exact() -> Self {
        Batch {
            exact: true,
            ..Batch::default()
        }
    }

    /// Takes a diagnostic; it is printed by [`Batch::flush`].
    pub(crate) fn add(&mut self, found: Diagnostic, to: &mut To<'_>) {
        self.count += 1;
        self.bytes +=
            64 + found.path.len() + found.text.len() + found.body.len() + found.advice.len();
        self.held.push(found);
        if self.bytes > HELD_BYTES_MAX {
            self.flush(to);
        }
    }

    /// Prints a line that is no diagnostic, behind what is held.
    pub(crate) fn text(&mut self, line: &[u8], to: &mut To<'_>) {
        self.flush(to);
        to.line(line);
    }

    /// Prints what is held.
    pub(crate) fn flush(&mut self, to: &mut To<'_>) {
        self.bytes = 0;
        let mut held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        if self.by_file || self.exact && held.len() > 2 {
            let root = take_root(&mut held);
            if !root.is_empty() {
                to.line(&[&root, &b":"[..]].concat());
            }
        }
        let texts = Texts::new(&held, self.exact);
        let mut shorter = texts.by_text(&held);
        if self.by_file {
            let by_file = texts.by_file(&held);
            if by_file.len() < shorter.len() {
                shorter = by_file;
            }
        }
        for line in scan::lines(&shorter) {
            to.line(line);
        }
    }
}

/// Takes off the folder that all files are in, if their names are from the root and
/// there are several: it is said once. The last folder stays, for `src/a.js` is the
/// file's name.
fn take_root(held: &mut [Diagnostic]) -> Vec<u8> {
    let first = &held[0].path;
    let mut end = first.len();
    for one in held.iter() {
        if !one.path.starts_with(b"/") {
            return Vec::new();
        }
        let same = first.iter().zip(&one.path).take_while(|(a, b)| a == b);
        end = end.min(same.count());
    }
    let folder = first[..end].iter().rposition(|&byte| byte == b'/');
    let up = folder.and_then(|at| first[..at].iter().rposition(|&byte| byte == b'/'));
    match up {
        Some(at) if at > 0 && held.iter().any(|one| one.path != held[0].path) => {
            let root = first[..at].to_vec();
            for one in held {
                one.path.drain(..=at);
            }
            root
        }
        _ => Vec::new(),
    }
}

/// What the texts of a batch have in common.
struct Texts<'a> {
    /// For each diagnostic: the first one with its text, or with its wording if that
    /// occurs often and is long.
    first: Vec<usize>,
    /// The same, whether it is long or not.
    wording: Vec<usize>,
    /// For each first one, all of them; for others none.
    same: Vec<Vec<usize>>,
    /// For each diagnostic: what its text has and others of its wording have not.
    words: Vec<Vec<&'a [u8]>>,
    /// Whether `first` goes by the wording.
    by_wording: Vec<bool>,
    /// Whether its code names its text or wording and no other.
    named: Vec<bool>,
}

impl<'a> Texts<'a> {
    fn new(held: &'a [Diagnostic], exact: bool) -> Self {
        let mut numbers = Numbered::default();
        let mut wordings: Vec<Vec<usize>> = Vec::new();
        let mut lengths = Vec::new();
        let mut words = Vec::with_capacity(held.len());
        for (index, one) in held.iter().enumerate() {
            let (mut wording, mut quoted) =
                (vec![b'0' + u8::from(one.path.is_empty())], Vec::new());
            split(&one.text, &mut wording, &mut quoted);
            wording.push(b'\n');
            split(&one.body, &mut wording, &mut quoted);
            put(&mut wordings, numbers.of(&wording), index);
            lengths.push(wording.len());
            words.push(quoted);
        }
        let mut texts = Texts {
            first: (0..held.len()).collect(),
            wording: (0..held.len()).collect(),
            same: vec![Vec::new(); held.len()],
            words,
            by_wording: vec![false; held.len()],
            named: Vec::new(),
        };
        for all in &wordings {
            texts.set_first(held, lengths[all[0]], all, exact);
        }
        texts.set_named(held);
        texts
    }

    /// `all` have one wording, of this length.
    fn set_first(&mut self, held: &'a [Diagnostic], length: usize, all: &[usize], whole: bool) {
        let vary = if whole || all.len() < MANY_FILES || held[all[0]].path.is_empty() {
            Vec::new()
        } else {
            columns(&self.words, all)
        };
        let short = length <= SHORT_BYTES + held[all[0]].code.len();
        let by_wording = all.len() >= MANY && !short && !vary.is_empty();
        let mut numbers = Numbered::default();
        let mut texts = Vec::new();
        for &index in all {
            let one = &held[index];
            let number = numbers.of(&[&one.text[..], &one.body].join(&0));
            if number == texts.len() {
                texts.push(index);
            }
            let text = texts[number];
            self.wording[index] = if vary.is_empty() { text } else { all[0] };
            self.first[index] = if by_wording { all[0] } else { text };
            self.by_wording[index] = by_wording;
            self.words[index] = if short && !vary.is_empty() {
                let message = scan::cut(&one.text, &one.code).map(|(_, text)| text);
                vec![message.unwrap_or(&one.text).trim_ascii()]
            } else {
                vary.iter().map(|&at| self.words[index][at]).collect()
            };
        }
    }

    fn set_named(&mut self, held: &[Diagnostic]) {
        let mut numbers = Numbered::default();
        let mut codes: Vec<Vec<usize>> = Vec::new();
        for (index, one) in held.iter().enumerate() {
            put(&mut codes, numbers.of(&one.code), index);
            self.same[self.first[index]].push(index);
        }
        self.named = vec![false; held.len()];
        for all in &codes {
            let one = &held[all[0]];
            let first = self.first[all[0]];
            let unique = all.iter().all(|&index| self.first[index] == first);
            for &index in all {
                let shorter = one.code.len() < held[index].text.len();
                self.named[index] = unique && shorter && !one.code.is_empty();
            }
        }
    }

    /// Each text once, with all its places.
    fn by_text(&self, held: &[Diagnostic]) -> Vec<u8> {
        let (mut page, mut advised) = (Vec::new(), Advised::default());
        for (one, all) in held.iter().zip(&self.same) {
            if all.is_empty() {
                continue;
            }
            if all.len() == 1 {
                push_place(&mut page, one);
                if !one.path.is_empty() && !one.text.starts_with(b":") {
                    page.push(b' ');
                }
                page.extend_from_slice(&one.text);
            } else if one.path.is_empty() {
                page.extend_from_slice(&one.text);
                page.extend_from_slice(b" (");
                page.extend_from_slice(all.len().to_string().as_bytes());
                page.extend_from_slice(b" times)");
            } else {
                // `a.rs:3:5, a.rs:9:1`: each place in full, to be copied and searched for.
                page.extend_from_slice(one.text.strip_prefix(b": ").unwrap_or(&one.text));
                for (n, &index) in all.iter().enumerate() {
                    page.extend_from_slice(if n == 0 { b"\n " } else { b", " });
                    push_place(&mut page, &held[index]);
                    if self.by_wording[index] {
                        push_words(&mut page, &self.words[index]);
                    }
                }
            }
            page.push(b'\n');
            page.extend_from_slice(&one.body);
            advised.push(one, &mut page);
        }
        page
    }

    /// Each file once, with its places in it.
    fn by_file(&self, held: &[Diagnostic]) -> Vec<u8> {
        // Files in order of appearance, each with its diagnostics.
        let mut numbers = Numbered::default();
        let mut files: Vec<Vec<usize>> = Vec::new();
        for (index, one) in held.iter().enumerate() {
            put(&mut files, numbers.of(&one.path), index);
        }
        // Files that say the same at the same places stand together.
        let mut numbers = Numbered::default();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (file, all) in files.iter().enumerate() {
            let mut said = Vec::new();
            for &index in all {
                said.extend_from_slice(&held[index].at);
                said.push(b' ');
                said.extend_from_slice(&self.wording[index].to_le_bytes());
            }
            put(&mut groups, numbers.of(&said), file);
        }
        let mut page = Vec::new();
        let mut told = Told {
            texts: vec![false; held.len()],
            advice: Advised::default(),
        };
        for group in &groups {
            let group: Vec<&[usize]> = group.iter().map(|&file| &files[file][..]).collect();
            self.group(held, &group, &mut told, &mut page);
        }
        page
    }

    /// Files with the same list: their names, each with its words where these differ,
    /// and the list with the words of the first.
    fn group(&self, held: &[Diagnostic], group: &[&[usize]], told: &mut Told, page: &mut Vec<u8>) {
        let mut words: Vec<Vec<&[u8]>> = Vec::with_capacity(group.len());
        for file in group {
            words.push(
                file.iter()
                    .flat_map(|&index| &self.words[index])
                    .copied()
                    .collect(),
            );
        }
        let all: Vec<usize> = (0..group.len()).collect();
        let vary = columns(&words, &all);
        if !vary.is_empty() && group.len() < MANY_FILES {
            for &file in group {
                self.group(held, &[file], told, page);
            }
            return;
        }
        let mut rest = 0;
        while rest < group.len() {
            let first = rest;
            let mut list = Vec::new();
            self.list(held, group[first], told, &mut list);
            let room = match list.len() {
                ..NEAR_BYTES => (NEAR_BYTES - list.len()).max(NEAR_BYTES / 4),
                // The name of this file comes again in it.
                _ => 0,
            };
            let start = page.len();
            loop {
                page.extend_from_slice(&held[group[rest][0]].path);
                if !vary.is_empty() {
                    page.push(b':');
                    let words: Vec<&[u8]> = vary.iter().map(|&at| words[rest][at]).collect();
                    push_words(page, &words);
                }
                rest += 1;
                if rest == group.len() || page.len() - start > room {
                    break;
                }
                page.extend_from_slice(if vary.is_empty() { b", " } else { b"\n" });
            }
            // `src/a.js:1:5 text`; not where the list begins with a code.
            let on_one_line = rest == first + 1
                && group[first].len() == 1
                && vary.is_empty()
                && matches!(list.first(), Some(b':' | b' '));
            if !on_one_line && page.len() > start {
                page.push(b'\n');
            }
            page.extend_from_slice(&list);
        }
    }

    /// The list of a file: equal ones on one line. In a long one the name of the file
    /// comes again.
    fn list(&self, held: &[Diagnostic], file: &[usize], told: &mut Told, page: &mut Vec<u8>) {
        let mut rest = file.to_vec();
        let mut start = page.len();
        while let Some(&index) = rest.first() {
            let mut all = Vec::new();
            rest.retain(|&other| {
                let same = self.first[other] == self.first[index];
                if same {
                    all.push(other);
                }
                !same
            });
            for some in all.chunks(PLACES_MAX) {
                if page.len() - start >= NEAR_BYTES {
                    start = page.len();
                    page.extend_from_slice(&held[index].path);
                    page.push(b'\n');
                }
                self.item(held, some, told, page);
            }
        }
    }

    /// All with the same text or wording.
    fn item(&self, held: &[Diagnostic], all: &[usize], told: &mut Told, page: &mut Vec<u8>) {
        let (one, first) = (&held[all[0]], self.first[all[0]]);
        let by_wording = self.by_wording[all[0]];
        if one.path.is_empty() || (by_wording && !self.named[all[0]]) {
            for &index in all {
                push_at(page, &held[index]);
                said(&held[index], told, page);
            }
        } else if by_wording && !told.texts[first] {
            push_at(page, one);
            said(one, told, page);
            told.texts[first] = true;
            if all.len() > 1 {
                self.item(held, &all[1..], told, page);
            }
        } else if by_wording {
            // `no-undef :3:5 a, :9:1 b`
            page.extend_from_slice(&one.code);
            for (n, &index) in all.iter().enumerate() {
                page.extend_from_slice(if n == 0 { b" " } else { b", " });
                push_at(page, &held[index]);
                page.pop();
                push_words(page, &self.words[index]);
            }
            page.push(b'\n');
        } else {
            // `:3:5 :9:1 no-undef`
            for &index in all {
                push_at(page, &held[index]);
            }
            if told.texts[first] && self.named[all[0]] {
                page.extend_from_slice(&one.code);
                page.push(b'\n');
            } else {
                said(one, told, page);
                told.texts[first] = true;
            }
        }
    }
}

/// Adds to the group of that number; a new one is the next.
fn put(groups: &mut Vec<Vec<usize>>, number: usize, item: usize) {
    if number == groups.len() {
        groups.push(Vec::new());
    }
    groups[number].push(item);
}

/// Text, body and advice.
fn said(one: &Diagnostic, told: &mut Told, page: &mut Vec<u8>) {
    page.extend_from_slice(&one.text);
    page.push(b'\n');
    page.extend_from_slice(&one.body);
    told.advice.push(one, page);
}

/// `:12:7 ` below a file.
fn push_at(page: &mut Vec<u8>, one: &Diagnostic) {
    if !one.at.is_empty() {
        page.push(b':');
        page.extend_from_slice(&one.at);
    }
    if !one.path.is_empty() || !one.at.is_empty() {
        page.push(b' ');
    }
}

/// What a page says already.
struct Told {
    /// For each diagnostic, whether its text is.
    texts: Vec<bool>,
    advice: Advised,
}

/// The wordings of the advice that was given, with the code it is for.
#[derive(Default)]
struct Advised(Numbered);

impl Advised {
    fn push(&mut self, one: &Diagnostic, page: &mut Vec<u8>) {
        for line in scan::lines(&one.advice) {
            let mut wording = one.code.clone();
            split(line, &mut wording, &mut Vec::new());
            let known = self.0.len();
            if self.0.of(&wording) == known {
                page.extend_from_slice(line);
                page.push(b'\n');
            }
        }
    }
}

/// Of rows of words the columns in which they differ, one of equal columns.
fn columns(words: &[Vec<&[u8]>], all: &[usize]) -> Vec<usize> {
    /// Columns that are compared with each other.
    const COLUMNS_MAX: usize = 16;
    let mut vary: Vec<usize> = Vec::new();
    let Some(first) = all.first().map(|&row| &words[row]) else {
        return vary;
    };
    for at in 0..first.len() {
        let same = all.iter().all(|&row| words[row][at] == first[at]);
        let repeats = vary
            .iter()
            .rev()
            .take(COLUMNS_MAX)
            .any(|&other| all.iter().all(|&row| words[row][at] == words[row][other]));
        if !same && !repeats {
            vary.push(at);
        }
    }
    vary
}

/// Takes a text apart: what it quotes and counts, and the wording around that.
fn split<'a>(text: &'a [u8], wording: &mut Vec<u8>, words: &mut Vec<&'a [u8]>) {
    /// Longest word.
    const WORD_BYTES_MAX: usize = 80;
    let joins = |at: usize| {
        text.get(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let mut at = 0;
    while at < text.len() {
        let (quote, start) = (text[at], at + 1);
        wording.push(quote);
        at = start;
        let inside = start > 1 && joins(start - 2);
        if inside {
            continue;
        }
        if matches!(quote, b'\'' | b'"' | b'`') {
            let near = &text[start..text.len().min(start + WORD_BYTES_MAX)];
            let end = near
                .iter()
                .enumerate()
                .position(|(n, &byte)| byte == quote && !joins(start + n + 1));
            if let Some(end) = end.filter(|&end| end > 0) {
                words.push(&near[..end]);
                wording.push(0);
                at += end;
                wording.push(quote);
                at += 1;
            }
        } else if quote.is_ascii_digit() {
            let digits = text[start..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            if !joins(start + digits) {
                wording.pop();
                wording.push(0);
                words.push(&text[start - 1..start + digits]);
                at += digits;
            }
        }
    }
}

/// ` a, b`: each as it is, in quotes if it has commas.
fn push_words(page: &mut Vec<u8>, words: &[&[u8]]) {
    for (n, word) in words.iter().enumerate() {
        page.extend_from_slice(if n == 0 { b" " } else { b", " });
        let quote: &[u8] = if word.contains(&b',') { b"\"" } else { b"" };
        page.extend_from_slice(&[quote, word, quote].concat());
    }
}

fn push_place(page: &mut Vec<u8>, one: &Diagnostic) {
    page.extend_from_slice(&one.path);
    if !one.at.is_empty() {
        if !one.at.starts_with(b"(") {
            page.push(b':');
        }
        page.extend_from_slice(&one.at);
    }
}
