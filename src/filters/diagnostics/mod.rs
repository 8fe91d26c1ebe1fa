//! The shape *diagnostics*: what a compiler or linter has against which place.
//!
//! A reader turns each message into a [`Diagnostic`] and gives it to a [`Batch`].
//! A batch is printed in whichever of two forms is shorter, both complete:
//!
//! - by text: each text once, with all its places;
//! - by file: each file once with its places, files with equal lists together,
//!   and a text that was already given by its code alone.
//!
//! What is held is bounded: past the bound the batch is printed and a new one begun.

#![allow(dead_code)]

mod errorformat;
pub(crate) mod frame;
mod grammar;
pub(crate) mod rustc;
mod tools;

use std::collections::BTreeMap;

use super::both::To;
use super::{About, Make};
use crate::rules::Reader;

/// For `rtk filters`.
const ABOUT: About = About {
    shape: "diagnostics",
    keeps: "each error and warning with its place, code, text, help; equal ones once with all places; totals",
    drops: "compiling lines, drawn frames, notes that repeat, hints",
};

/// The filter for a compiler or linter.
pub(super) fn find(reader: Reader) -> Option<(Make, &'static About)> {
    let make: Make = match reader {
        Reader::CargoBuild | Reader::CargoClippy | Reader::Rustc => |_| rustc::make(),
        Reader::Tsc => |_| grammar::make(tools::TSC, true),
        Reader::Mypy => |_| grammar::make(tools::MYPY, true),
        Reader::Pyright => |_| grammar::make(tools::PYRIGHT, true),
        Reader::Eslint | Reader::Stylelint | Reader::Yamllint => {
            |_| grammar::make(tools::HEADED, true)
        }
        Reader::Ruff => |_| grammar::make(tools::RUFF, true),
        Reader::RuffFormat => |_| grammar::make(tools::FORMAT, true),
        Reader::Flake8 => |_| grammar::make(tools::FLAKE8, true),
        Reader::Pylint => |_| grammar::make(tools::PYLINT, true),
        Reader::GolangciLint | Reader::GoVet => |_| grammar::make(tools::GO, false),
        Reader::Shellcheck => |_| grammar::make(tools::SHELLCHECK, true),
        Reader::Prettier => |_| grammar::make(tools::PRETTIER, true),
        Reader::Biome => |_| grammar::make(tools::BIOME, true),
        _ => return None,
    };
    Some((make, &ABOUT))
}

/// Bytes of diagnostics held back to be grouped.
const HELD_BYTES_MAX: usize = 256 << 10;

/// One message about one place.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    /// The file; empty if the message has none.
    pub path: Vec<u8>,
    /// `12:7` or `12` in it.
    pub at: Vec<u8>,
    /// Severity, code and message, as the tool words them.
    pub text: Vec<u8>,
    /// The code by which the text may be named again; empty if it has none.
    pub code: Vec<u8>,
    /// Lines below it (code frame, help), compact, each with its line end.
    pub body: Vec<u8>,
}

/// Diagnostics that are printed together.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    held: Vec<Diagnostic>,
    bytes: usize,
    /// The tool itself lists by file: no need for `file:line` in each line.
    pub by_file: bool,
    /// How many were added.
    pub count: usize,
}

impl Batch {
    /// Takes a diagnostic; it is printed by [`Batch::flush`].
    pub(crate) fn add(&mut self, found: Diagnostic, to: &mut To<'_>) {
        self.count += 1;
        self.bytes += 64 + found.path.len() + found.text.len() + found.body.len();
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

    /// Whether the same diagnostic is held already (a tool that repeats its list).
    pub(crate) fn holds(&self, found: &Diagnostic) -> bool {
        self.held.contains(found)
    }

    /// Prints what is held.
    pub(crate) fn flush(&mut self, to: &mut To<'_>) {
        self.bytes = 0;
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        let texts = Texts::new(&held);
        let mut shorter = texts.by_text(&held);
        if self.by_file {
            let by_file = by_file(&held, &texts);
            if by_file.len() < shorter.len() {
                shorter = by_file;
            }
        }
        for line in shorter
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            to.line(line);
        }
    }
}

/// The different texts of a batch.
struct Texts {
    /// For each diagnostic, the first one with its text.
    first: Vec<usize>,
    /// For each text's first diagnostic, all that have it.
    same: BTreeMap<usize, Vec<usize>>,
    /// Whether the code of this diagnostic names its text and no other.
    named: Vec<bool>,
}

impl Texts {
    fn new(held: &[Diagnostic]) -> Self {
        let mut seen: BTreeMap<(&[u8], &[u8]), usize> = BTreeMap::new();
        let mut same: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut codes: BTreeMap<&[u8], Option<usize>> = BTreeMap::new();
        let mut first = Vec::with_capacity(held.len());
        for (index, one) in held.iter().enumerate() {
            let text = *seen.entry((&one.text, &one.body)).or_insert(index);
            first.push(text);
            same.entry(text).or_default().push(index);
            let owner = codes.entry(&one.code).or_insert(Some(text));
            if *owner != Some(text) {
                *owner = None;
            }
        }
        let named = held
            .iter()
            .map(|one| {
                let unique = codes.get(&one.code[..]).is_some_and(Option::is_some);
                !one.code.is_empty() && unique && one.code.len() < one.text.len()
            })
            .collect();
        Texts { first, same, named }
    }

    /// Each text once, with all its places.
    fn by_text(&self, held: &[Diagnostic]) -> Vec<u8> {
        let mut page = Vec::new();
        for (&text, all) in &self.same {
            let one = &held[text];
            if all.len() == 1 || one.path.is_empty() {
                push_place(&mut page, one);
                if !one.path.is_empty() {
                    page.push(b' ');
                }
                page.extend_from_slice(&one.text);
                if all.len() > 1 {
                    page.extend_from_slice(format!(" ({} times)", all.len()).as_bytes());
                }
            } else {
                page.extend_from_slice(&one.text);
                page.extend_from_slice(b"\n ");
                push_places(&mut page, all.iter().map(|&index| &held[index]));
            }
            page.push(b'\n');
            page.extend_from_slice(&one.body);
        }
        page
    }
}

/// Each file once, with its places in it.
fn by_file(held: &[Diagnostic], texts: &Texts) -> Vec<u8> {
    // Files in order of appearance, each with its diagnostics.
    let mut order: BTreeMap<&[u8], usize> = BTreeMap::new();
    let mut files: Vec<(&[u8], Vec<usize>)> = Vec::new();
    for (index, one) in held.iter().enumerate() {
        let at = *order.entry(&one.path).or_insert(files.len());
        if at == files.len() {
            files.push((&one.path, Vec::new()));
        }
        files[at].1.push(index);
    }
    // Files that say the same at the same places stand together.
    type Said<'a> = Vec<(&'a [u8], usize)>;
    let mut alike: BTreeMap<Said<'_>, usize> = BTreeMap::new();
    let mut groups: Vec<(Vec<&[u8]>, &[usize])> = Vec::new();
    for (path, indexes) in &files {
        let said: Said<'_> = indexes
            .iter()
            .map(|&index| (&held[index].at[..], texts.first[index]))
            .collect();
        let at = *alike.entry(said).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((paths, _)) => paths.push(path),
            None => groups.push((vec![path], indexes)),
        }
    }
    let mut page = Vec::new();
    let mut told = vec![false; held.len()];
    for (paths, indexes) in groups {
        page.extend_from_slice(&paths.join(&b", "[..]));
        if !paths[0].is_empty() && (paths.len() > 1 || indexes.len() > 1) {
            page.push(b'\n');
        }
        for &index in indexes {
            let (one, text) = (&held[index], texts.first[index]);
            if !one.at.is_empty() {
                page.push(b':');
                page.extend_from_slice(&one.at);
            }
            if !one.path.is_empty() {
                page.push(b' ');
            }
            if told[text] && texts.named[text] {
                page.extend_from_slice(&one.code);
                page.push(b'\n');
                continue;
            }
            page.extend_from_slice(&one.text);
            page.push(b'\n');
            page.extend_from_slice(&one.body);
            told[text] = true;
        }
    }
    page
}

fn push_place(page: &mut Vec<u8>, one: &Diagnostic) {
    page.extend_from_slice(&one.path);
    if !one.at.is_empty() {
        page.push(b':');
        page.extend_from_slice(&one.at);
    }
}

/// `a.rs:3:5, a.rs:9:1, b.rs:3:5`: each place in full, to be copied and searched for.
fn push_places<'a>(page: &mut Vec<u8>, all: impl Iterator<Item = &'a Diagnostic>) {
    for (n, one) in all.enumerate() {
        if n > 0 {
            page.extend_from_slice(b", ");
        }
        push_place(page, one);
    }
}
