//! Matches: `grep`, `rg`, `git grep` (POSIX grep STDOUT; GNU grep manual, "Context Line
//! Control"; rg(1) for output into a pipe). A file's path is printed once,
//!
//! ```text
//! src/ledger.rs
//! 12:pub fn price(items: &[u32]) -> u32 {
//! 40:let total = price(&items);
//! ```
//!
//! (`:text` where there are no numbers). The text is exact, with its indentation: it is
//! what an agent edits by. Without context the indentation stands in front of the number,
//! `    40:let total`, so that a place can be searched for with its text. A file with one
//! match keeps the form `path:12:text`. A line of more than [`TEXT_MAX`] bytes is cut
//! around the match.

use super::fields::{character_before, find, number};
use super::paths::PathList;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "paths",
    keeps: "every match with its file, line and indentation (in front of the number), counts, binary notes",
    drops: "repeated paths, the far ends of very long lines",
};

/// A matching line up to this size is shown whole.
const TEXT_MAX: usize = 400;
const AROUND: usize = 100;

/// So many matches that have a place are shown, and so many bare ones (`grep -o`, `-h`).
const MATCHES_MAX: usize = 5000;
const VALUES_MAX: usize = 200;

/// So many lines of context are held until the match that they belong to.
const UNPLACED_MAX: usize = 64;

/// So many messages about files that cannot be read are shown.
const ERRORS_MAX: usize = 10;

const CUT: &[u8] = b"[...]";

/// What the options of a search say about its output.
#[derive(Clone, Debug, Default)]
struct Form {
    numbers: bool,
    context: bool,
    only_matching: bool,
    count: bool,
    names: bool,
    ignore_case: bool,
    /// Every line begins with its file.
    files: bool,
    /// For programs, or headings: the tool's own form is best.
    raw: bool,
    pattern: Vec<u8>,
    /// The only operand of an rg: a file or a folder.
    folder: Vec<u8>,
}

/// Long options that take a value in the next word.
const VALUED_LONG: &[&str] = &[
    "--after-context",
    "--before-context",
    "--context",
    "--max-count",
    "--regexp",
    "--file",
    "--glob",
    "--iglob",
    "--type",
    "--type-not",
    "--max-depth",
    "--threads",
    "--sort",
    "--sortr",
    "--max-columns",
    "--replace",
    "--encoding",
    "--max-filesize",
    "--include",
    "--exclude",
    "--exclude-dir",
    "--label",
    "--color",
    "--colour",
    "--binary-files",
    "--devices",
    "--directories",
];

/// The filter for a search; `None` where its own output is best.
pub(super) fn make(words: &[&str]) -> Option<Box<dyn Filter>> {
    let form = Form::read(words);
    if form.raw {
        return None;
    }
    if form.names {
        return Some(Box::new(PathList::default()));
    }
    if form.count {
        return Some(Box::new(Counts));
    }
    Some(Box::new(Search::new(form)))
}

impl Form {
    fn read(words: &[&str]) -> Form {
        let rg = words.first().is_some_and(|tool| tool.ends_with("rg"));
        let git = words.first().is_some_and(|tool| tool.ends_with("git"));
        let mut form = Form::default();
        let mut operands = Vec::new();
        let mut pattern: Option<&str> = None;
        let mut recursive = git;
        let skipped = match git {
            true => words.iter().position(|word| *word == "grep").unwrap_or(0),
            false => 0,
        };
        let mut rest = words.iter().skip(skipped + 1);
        let (mut named, mut unnamed, mut only_operands) = (false, false, false);
        while let Some(word) = rest.next() {
            if only_operands || !word.starts_with('-') || *word == "-" {
                operands.push(*word);
            } else if *word == "--" {
                only_operands = true;
            } else if word.starts_with("--") {
                let name = word.split('=').next().unwrap_or(word);
                let value = match word.split_once('=') {
                    Some((_, value)) => Some(value),
                    None if VALUED_LONG.contains(word) => rest.next().copied(),
                    None => None,
                };
                match name {
                    "--line-number" => form.numbers = true,
                    "--context" | "--after-context" | "--before-context" => form.context = true,
                    "--only-matching" => form.only_matching = true,
                    "--count" | "--count-matches" => form.count = true,
                    "--files-with-matches"
                    | "--files-without-match"
                    | "--files"
                    | "--name-only" => form.names = true,
                    "--ignore-case" => form.ignore_case = true,
                    "--with-filename" => named = true,
                    "--no-filename" => unnamed = true,
                    "--recursive" | "--dereference-recursive" => recursive = true,
                    "--regexp" => pattern = value,
                    "--json"
                    | "--null"
                    | "--vimgrep"
                    | "--column"
                    | "--byte-offset"
                    | "--passthru"
                    | "--passthrough"
                    | "--heading"
                    | "--pretty"
                    | "--quiet"
                    | "--silent"
                    | "--null-data"
                    | "--initial-tab"
                    | "--debug"
                    | "--trace"
                    | "--type-list"
                    | "--function-context"
                    | "--show-function"
                    | "--break"
                    | "--field-match-separator"
                    | "--field-context-separator"
                    | "--context-separator"
                    | "--path-separator"
                    | "--multiline" => {
                        form.raw = true;
                    }
                    _ => {}
                }
            } else {
                form.cluster(word, rg, &mut rest, &mut pattern);
                let has = |flag| short_flags(word, rg).contains(flag);
                recursive |= !rg && (has('r') || has('R'));
                named |= has('H');
                unnamed |= has('h') && !rg || has('I') && rg;
            }
        }
        let pattern = pattern.or_else(|| {
            operands
                .first()
                .copied()
                .filter(|_| !form.names || !words.contains(&"--files"))
        });
        let files = operands.len().saturating_sub(usize::from(
            pattern.is_some() && operands.first().copied() == pattern,
        ));
        let folder = operands.last().is_some_and(|last| {
            files > 0 && (last.ends_with('/') || *last == "." || *last == "..")
        });
        form.files = !unnamed && (named || recursive || files > 1 || rg && (files == 0 || folder));
        if rg && files == 1 && !unnamed {
            form.folder = operands
                .last()
                .map_or(Vec::new(), |last| last.as_bytes().to_vec());
        }
        form.pattern = literal(pattern.unwrap_or_default());
        form
    }

    /// Of a search whose operand may be a folder: does this line say it is?
    fn begins_with_file(&self, line: &[u8]) -> bool {
        if self.numbers {
            let place = number(line).and_then(|(_, rest)| rest.first());
            return !matches!(place, Some(b':' | b'-' | b'='));
        }
        let rest = line.strip_prefix(&self.folder[..]);
        !self.folder.is_empty() && rest.is_some_and(|rest| rest.starts_with(b"/"))
    }

    /// `-rn`, `-A3`, `-e PATTERN`.
    fn cluster<'w>(
        &mut self,
        word: &'w str,
        rg: bool,
        rest: &mut impl Iterator<Item = &'w &'w str>,
        pattern: &mut Option<&'w str>,
    ) {
        for flag in short_flags(word, rg).chars() {
            match flag {
                'n' => self.numbers = true,
                '0' if rg => self.raw = true,
                'A' | 'B' | 'C' | '0'..='9' => self.context = true,
                'o' => self.only_matching = true,
                'c' => self.count = true,
                'l' | 'L' if !(rg && flag == 'L') => self.names = true,
                'i' => self.ignore_case = true,
                'q' | 'Z' | 'z' | 'b' | 'T' | 'W' | 'p' if !(rg && matches!(flag, 'T' | 'z')) => {
                    self.raw = true;
                }
                _ => {}
            }
        }
        // The flag that takes a value is the last one read.
        let read = short_flags(word, rg);
        let last = read.chars().last().unwrap_or_default();
        if takes_value(last, rg) {
            let inside = &word[1 + read.len()..];
            let value = match inside.is_empty() {
                true => rest.next().copied(),
                false => Some(inside),
            };
            if last == 'e' {
                *pattern = value;
            }
        }
    }
}

/// The flags of a cluster, up to one that takes the rest as its value.
fn short_flags(word: &str, rg: bool) -> &str {
    let flags = &word[1..];
    let end = flags.find(|flag| takes_value(flag, rg));
    match end {
        Some(end) => &flags[..=end],
        None => flags,
    }
}

/// A short option of grep and git grep, or of rg, that takes a value.
fn takes_value(flag: char, rg: bool) -> bool {
    match rg {
        true => "ABCEMTefgjmrt",
        false => "ABCDdefm",
    }
    .contains(flag)
}

/// The longest run of letters, digits and blanks of a pattern: it stands in every match
/// (of most patterns; where it does not, a line is cut at its end).
fn literal(pattern: &str) -> Vec<u8> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-' | '/');
    let runs = pattern.split(|c| !plain(c));
    let longest = runs.max_by_key(|run| run.len()).unwrap_or_default();
    longest.as_bytes().to_vec()
}

/// A line of output with its place.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a [u8],
    number: u64,
    /// `:` a match, `-` context (`=` a function's line in `git grep -p`).
    sign: u8,
    text: &'a [u8],
}

/// Reads matches.
struct Search {
    form: Form,
    file: Vec<u8>,
    /// The only match of a file so far, not printed yet: as it came.
    first: Option<Vec<u8>>,
    /// The heading of the file is printed.
    headed: bool,
    /// Beginning of a piece of context whose file is not known yet.
    unplaced: Vec<Vec<u8>>,
    shown: usize,
    errors: usize,
    stream: Stream,
}

impl Search {
    fn new(form: Form) -> Search {
        Search {
            form,
            file: Vec::new(),
            first: None,
            headed: false,
            unplaced: Vec::new(),
            shown: 0,
            errors: 0,
            stream: Stream::Out,
        }
    }

    /// A match or line of context.
    fn place(&mut self, place: Place<'_>, line: &[u8], out: &mut Out) {
        let same = self.file == place.file;
        if !same {
            self.leave(out);
            self.file = place.file.to_vec();
        }
        if !same && !self.form.context {
            self.first = Some(line.to_vec());
            return;
        }
        self.head(out);
        self.print(place, out);
    }

    /// The heading, and the match that waited for it.
    fn head(&mut self, out: &mut Out) {
        if self.headed {
            return;
        }
        self.headed = true;
        let file = std::mem::take(&mut self.file);
        if !file.is_empty() {
            out.line(self.stream, bare(&file));
        }
        if let Some(first) = self.first.take()
            && let Some(place) = self.split(&first, &file)
        {
            self.print(place, out);
        }
        self.file = file;
    }

    fn print(&mut self, place: Place<'_>, out: &mut Out) {
        let mut head = Vec::new();
        let mut text = place.text;
        if self.form.numbers {
            if !self.form.context {
                text = text.trim_ascii_start();
                head.extend_from_slice(&place.text[..place.text.len() - text.len()]);
            }
            head.extend_from_slice(place.number.to_string().as_bytes());
        }
        if self.form.numbers || !place.file.is_empty() {
            head.push(place.sign);
        }
        self.text(&head, text, out);
    }

    /// Prints a line, cut around the match if it is long.
    fn text(&self, head: &[u8], text: &[u8], out: &mut Out) {
        if text.len() <= TEXT_MAX || out.lossless() {
            return out.line_of(self.stream, &[head, text]);
        }
        let at = self.matched(text).unwrap_or(0);
        let from = match at > AROUND {
            true => character_before(text, at - AROUND),
            false => 0,
        };
        let to = character_before(
            text,
            from + 2 * AROUND + self.form.pattern.len().min(AROUND),
        );
        let before = if from > 0 { CUT } else { b"" };
        out.line_of(self.stream, &[head, before, &text[from..to], CUT]);
        let left_out = [&text[..from], &text[to..]].concat();
        out.omit_many("bytes of long lines", left_out.len(), &left_out);
    }

    fn matched(&self, text: &[u8]) -> Option<usize> {
        let pattern = &self.form.pattern;
        if pattern.is_empty() {
            return None;
        }
        if !self.form.ignore_case {
            return find(text, pattern);
        }
        let parts = text.windows(pattern.len());
        parts
            .into_iter()
            .position(|part| part.eq_ignore_ascii_case(pattern))
    }

    /// The end of a file's matches.
    fn leave(&mut self, out: &mut Out) {
        if let Some(first) = self.first.take() {
            let file = std::mem::take(&mut self.file);
            if let Some(place) = self.split(&first, &file) {
                let path = bare(&file);
                let head = &first[file.len()..first.len() - place.text.len()];
                self.text(&[path, head].concat(), place.text, out);
            }
        }
        self.headed = false;
        self.file.clear();
    }

    /// Splits a line that begins with `file`.
    fn split<'a>(&self, line: &'a [u8], file: &[u8]) -> Option<Place<'a>> {
        let rest = line.strip_prefix(file)?;
        let (rest, first) = match file.is_empty() {
            true => (rest, None),
            false => {
                let (sign, rest) = rest.split_first()?;
                (
                    rest,
                    Some(*sign)
                        .filter(|sign| matches!(sign, b':' | b'-' | b'='))?
                        .into(),
                )
            }
        };
        let (number, sign, text) = match self.form.numbers {
            true => {
                let (number, rest) = number(rest)?;
                let (sign, text) = rest.split_first()?;
                (number, *sign, text)
            }
            false => (0, first.unwrap_or(b':'), rest),
        };
        let fits = matches!(sign, b':' | b'-' | b'=') && first.is_none_or(|first| first == sign);
        fits.then_some(Place {
            file: &line[..file.len()],
            number,
            sign,
            text,
        })
    }

    /// The length of the path that a match begins with.
    fn path_of(&self, line: &[u8]) -> Option<usize> {
        if !self.form.files {
            return Some(0);
        }
        let colons = line.iter().enumerate().filter(|(_, byte)| **byte == b':');
        for (at, _) in colons {
            let numbered = number(&line[at + 1..]).is_some_and(|(_, rest)| rest.starts_with(b":"));
            let named = !self.form.numbers && !line[..at].contains(&b' ');
            if at > 0 && (numbered && self.form.numbers || named) {
                return Some(at);
            }
            if !self.form.numbers {
                return None;
            }
        }
        None
    }

    /// Context before the first match of a file: which part is the path is known when
    /// the match comes, because the numbers follow each other.
    fn place_held(&mut self, line: &[u8], out: &mut Out) -> bool {
        let Some(length) = self.path_of(line) else {
            return false;
        };
        let file = line[..length].to_vec();
        let Some(last) = self.split(line, &file).map(|place| place.number) else {
            return false;
        };
        let held = std::mem::take(&mut self.unplaced);
        let numbers = |lines: &[Vec<u8>]| {
            let places = lines
                .iter()
                .map(|line| self.split(line, &file).map(|place| place.number));
            places.collect::<Option<Vec<u64>>>()
        };
        let follow = numbers(&held).is_some_and(|mut numbers| {
            numbers.push(last);
            !self.form.numbers || numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
        });
        if !follow {
            self.unplaced = held;
            return false;
        }
        for line in held.iter().map(Vec::as_slice).chain([line]) {
            if let Some(place) = self.split(line, &file) {
                self.place(place, line, out);
            }
        }
        true
    }

    fn flush_unplaced(&mut self, out: &mut Out) {
        if !self.unplaced.is_empty() {
            self.leave(out);
        }
        for line in std::mem::take(&mut self.unplaced) {
            out.line(self.stream, &line);
        }
    }

    /// Not a match: shown as it is, except the many that say `Permission denied`.
    fn other(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.flush_unplaced(out);
        self.leave(out);
        if is_message(line) {
            self.errors += 1;
            if self.errors > ERRORS_MAX {
                return out.omit("messages about files", line);
            }
            return out.line(stream, line);
        }
        self.stream = stream;
        self.text(b"", line, out);
    }

    fn is_over(&mut self) -> bool {
        self.shown += 1;
        let places = self.form.files || self.form.numbers || self.form.context;
        self.shown > if places { MATCHES_MAX } else { VALUES_MAX }
    }
}

/// `grep: x: Permission denied`, `rg: x: ...`.
fn is_message(line: &[u8]) -> bool {
    let tools = ["grep: ", "rg: ", "egrep: ", "fgrep: ", "/usr/bin/grep: "];
    matches!(line.first(), Some(b'g' | b'r' | b'e' | b'f' | b'/'))
        && tools.iter().any(|tool| line.starts_with(tool.as_bytes()))
}

/// A path without the `./` that says nothing.
fn bare(path: &[u8]) -> &[u8] {
    match path {
        [b'.', b'/', rest @ ..] if !rest.is_empty() && rest[0] != b'-' => rest,
        _ => path,
    }
}

impl Filter for Search {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        if is_message(line) {
            return self.other(line, stream, out);
        }
        if line == b"--" && self.form.context {
            self.flush_unplaced(out);
            // The numbers of a file tell where a piece begins; without its name they do not.
            return match self.form.numbers && self.form.files {
                true => out.noise(line),
                false => {
                    self.leave(out);
                    out.line(stream, line);
                }
            };
        }
        if self.is_over() && !out.lossless() {
            self.flush_unplaced(out);
            self.leave(out);
            return out.omit("matches", line);
        }
        self.stream = stream;
        self.form.files = self.form.files || self.form.begins_with_file(line);
        let known = !self.form.files || !self.file.is_empty() && self.unplaced.is_empty();
        let file = self.file.clone();
        if let Some(place) = self.split(line, &file).filter(|_| known) {
            self.place(place, line, out);
        } else if self.place_held(line, out) {
        } else if self.form.context && self.form.files && self.unplaced.len() < UNPLACED_MAX {
            self.unplaced.push(line.to_vec());
        } else {
            self.other(line, stream, out);
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.flush_unplaced(out);
        self.leave(out);
        match status {
            // 2: an error, which the tool has named.
            Status::Code(2..) if self.errors == 0 => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}

/// Reads `grep -c`: files without a match are counted.
struct Counts;

impl Filter for Counts {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        match line.ends_with(b":0") {
            true => out.omit("files with 0 matches", line),
            false => out.line(stream, line),
        }
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status {
            Status::Code(2..) => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}
