//! `tree`: the drawing becomes an indent of one blank a level, and what a folder holds
//! stands behind it, in the tool's order:
//!
//! ```text
//! .
//! Cargo.toml README.md
//! src/ lib.rs main.rs
//!  text/ json.rs
//! ```
//!
//! A name that ends with a slash here is a folder with something in it.

use super::paths::Names;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "paths",
    keeps: "every name under its folder, totals",
    drops: "the drawing",
};

/// So many names are shown.
const NAMES_MAX: usize = 5000;

/// The filter for `tree`; `None` where flags put more than names into its lines.
pub(super) fn make(words: &[&str]) -> Option<Box<dyn Filter>> {
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let Some(flags) = word.strip_prefix('-').filter(|flags| !flags.is_empty()) else {
            continue;
        };
        match flags {
            "L" | "I" | "P" => drop(words.next()),
            "-dirsfirst" | "-gitignore" | "-noreport" | "-prune" | "-matchdirs" => {}
            "-filelimit" => drop(words.next()),
            _ if flags.chars().all(|flag| {
                matches!(flag, 'a' | 'd' | 'l' | 'r' | 't' | 'v' | 'c' | 'n' | 'x')
            }) => {}
            _ => return None,
        }
    }
    Some(Box::new(Tree::default()))
}

/// Reads `tree`.
#[derive(Default)]
struct Tree {
    /// The line so far: indent and folder.
    start: Vec<u8>,
    names: Names,
    /// The last name: a folder, if the next one is deeper.
    last: Option<(usize, Vec<u8>)>,
    shown: usize,
    known: bool,
}

impl Tree {
    /// The name before is no folder: it stands with its neighbours.
    fn settle(&mut self, out: &mut Out) {
        let Some((depth, name)) = self.last.take() else {
            return;
        };
        if self.names.is_full() {
            self.print(out);
            self.start = indent(depth);
        }
        let link = name.windows(4).any(|part| part == b" -> ");
        if link || !self.names.add(&name) {
            self.print(out);
            out.line_of(Stream::Out, &[&indent(depth), &name]);
            self.start = indent(depth);
        }
    }

    fn print(&mut self, out: &mut Out) {
        let count = self.names.count();
        let names = self.names.take();
        let start = std::mem::take(&mut self.start);
        let folder = start.ends_with(b"/");
        match (folder, count) {
            (true, 0) => out.line(Stream::Out, &start),
            (true, _) => out.line_of(Stream::Out, &[&start, b" ", &names]),
            (false, 0) => {}
            (false, _) => out.line_of(Stream::Out, &[&start, &names]),
        }
    }

    fn name(&mut self, depth: usize, name: &[u8], out: &mut Out) {
        let before = self.last.as_ref().map(|(depth, _)| *depth);
        match before {
            Some(before) if depth > before => {
                let (_, folder) = self.last.take().unwrap_or_default();
                self.print(out);
                self.start = [&indent(before)[..], &folder, b"/"].concat();
            }
            Some(before) if depth < before => {
                self.settle(out);
                self.print(out);
                self.start = indent(depth);
            }
            _ => self.settle(out),
        }
        self.last = Some((depth, name.to_vec()));
    }
}

fn indent(depth: usize) -> Vec<u8> {
    vec![b' '; depth - 1]
}

/// The depth (from 1) and the name of a line that is drawn.
fn drawn(line: &[u8]) -> Option<(usize, &[u8])> {
    let levels: [&[u8]; 4] = [
        "│   ".as_bytes(),
        "│\u{a0}\u{a0} ".as_bytes(),
        b"|   ",
        b"    ",
    ];
    let last: [&[u8]; 4] = ["├── ".as_bytes(), "└── ".as_bytes(), b"|-- ", b"`-- "];
    let mut rest = line;
    for depth in 1..=256 {
        if let Some(name) = last.iter().find_map(|mark| rest.strip_prefix(*mark)) {
            return Some((depth, name));
        }
        rest = levels.iter().find_map(|mark| rest.strip_prefix(*mark))?;
    }
    None
}

impl Filter for Tree {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let Some((depth, name)) = drawn(line) else {
            self.settle(out);
            self.print(out);
            return match line.is_empty() {
                true => out.noise(line),
                false => out.line(stream, line),
            };
        };
        self.known = true;
        self.shown += 1;
        if self.shown > NAMES_MAX && !out.lossless() {
            self.settle(out);
            self.print(out);
            return out.omit("names", line);
        }
        self.name(depth, name, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.settle(out);
        self.print(out);
        match status {
            Status::Code(1..) if !self.known => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}
