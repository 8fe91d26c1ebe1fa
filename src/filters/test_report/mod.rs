//! The shape *test report*: what failed, where, why, with its own output; the totals.
//!
//! A reader of a runner's output turns each failure into a head (name and place)
//! and a body (message, assertion, captured output) and gives it to [`Report`],
//! which prints failures with the same body once, under all their names: when one
//! function breaks, thirty tests say the same thing. Passing tests are counted,
//! not named. What is held is bounded; past the bound it is printed as it is.

mod blocks;
mod cargo;
mod ctest;
mod dialects;
mod failure;
mod go;
mod jest;

mod nextest;
mod numbered;
mod playwright;
mod pytest;
mod python;
mod unittest;
mod vitest;

use super::both::To;
use super::{About, Make};
use crate::rules::Reader;

/// For `rtk filters`.
const ABOUT: About = About {
    shape: "test report",
    keeps: "each failure with its message, place and own output; errors outside of tests; totals",
    drops: "passing tests, progress, timings, banners, frames of libraries, columns",
};

/// The filter for a test runner.
pub(super) fn find(reader: Reader) -> Option<(Make, &'static About)> {
    let make: Make = match reader {
        Reader::CargoTest | Reader::CargoBench => |_| cargo::make(),
        Reader::CargoNextest => |_| nextest::make(),
        Reader::Pytest => |_| pytest::make(),
        Reader::Unittest => |_| unittest::make(),
        Reader::GoTest => |_| go::make(),
        Reader::Jest => |_| jest::make(),
        Reader::Vitest => |_| vitest::make(),
        Reader::Playwright => |_| playwright::make(),
        Reader::Mocha => |_| numbered::mocha(),
        Reader::Rspec => |_| numbered::rspec(),
        Reader::Minitest => |_| numbered::minitest(),
        Reader::Phpunit => |_| numbered::phpunit(),
        Reader::Ctest => |_| ctest::make(),
        Reader::Gradle => |_| dialects::gradle(),
        Reader::Maven => |_| dialects::maven(),
        Reader::DotnetTest => |_| dialects::dotnet(),
        Reader::BunTest => |_| dialects::bun(),
        Reader::DenoTest => |_| dialects::deno(),
        Reader::NodeTest | Reader::Tap => |_| dialects::tap(),
        Reader::SwiftTest => |_| dialects::swift(),
        Reader::MixTest => |_| numbered::mix(),
        Reader::Cypress => |_| numbered::mocha(),
        _ => return None,
    };
    Some((make, &ABOUT))
}

/// Bytes of failures held back to find equal bodies.
const HELD_BYTES_MAX: usize = 256 << 10;
/// Bytes of one failure's body that are kept from its beginning.
const HEAD_BYTES_MAX: usize = 12 << 10;
/// Bytes of one failure's body that are kept from its end.
const TAIL_BYTES_MAX: usize = 4 << 10;

/// The text of one failure, bounded: its beginning and its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    head: Vec<u8>,
    tail: std::collections::VecDeque<Vec<u8>>,
    tail_bytes: usize,
    cut: bool,
}

impl Body {
    /// Adds a line. What does not fit is left out, and counted as such.
    pub(crate) fn push(&mut self, line: &[u8], to: &mut To<'_>) {
        if self.tail.is_empty() && self.head.len() + line.len() <= HEAD_BYTES_MAX {
            self.head.extend_from_slice(line);
            self.head.push(b'\n');
            return;
        }
        self.tail_bytes += line.len();
        self.tail.push_back(line.to_vec());
        while self.tail_bytes > TAIL_BYTES_MAX {
            let Some(old) = self.tail.pop_front() else {
                break;
            };
            self.tail_bytes -= old.len();
            self.cut = true;
            to.omit("lines of a test's output", &old);
        }
    }

    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty()
    }

    fn text(mut self) -> Vec<u8> {
        if self.cut {
            self.head.extend_from_slice(b"[...]\n");
        }
        for line in self.tail {
            self.head.extend_from_slice(&line);
            self.head.push(b'\n');
        }
        self.head
    }
}

/// Failures with one body.
#[derive(Debug)]
struct Group {
    /// Name and place of each.
    heads: Vec<Vec<u8>>,
    body: Vec<u8>,
}

/// The failures of a run.
#[derive(Debug, Default)]
pub(crate) struct Report {
    groups: Vec<Group>,
    held: usize,
    /// How many were added.
    pub failures: usize,
}

impl Report {
    /// Takes a failure; it is printed by [`Report::flush`].
    pub(crate) fn add(&mut self, head: Vec<u8>, body: Body, to: &mut To<'_>) {
        self.failures += 1;
        let body = body.text();
        self.held += head.len() + body.len();
        match self
            .groups
            .iter_mut()
            .find(|group| group.body == body && !body.is_empty())
        {
            Some(group) => group.heads.push(head),
            None => self.groups.push(Group {
                heads: vec![head],
                body,
            }),
        }
        if self.held > HELD_BYTES_MAX {
            self.flush(to);
        }
    }

    /// The head of the held failure for which `test` holds, to add to it.
    pub(crate) fn head(&mut self, test: impl Fn(&[u8]) -> bool) -> Option<&mut Vec<u8>> {
        let mut heads = self.groups.iter_mut().flat_map(|group| &mut group.heads);
        heads.find(|head| test(head))
    }

    /// Whether no failure has been printed yet.
    pub(crate) fn is_held(&self) -> bool {
        let held: usize = self.groups.iter().map(|group| group.heads.len()).sum();
        held == self.failures
    }

    /// Leaves what is held unsaid: it will be told again.
    pub(crate) fn forget(&mut self) {
        (self.held, self.failures) = (0, 0);
        self.groups.clear();
    }

    /// Prints a line that is part of no failure, in its order.
    pub(crate) fn text(&mut self, line: &[u8], to: &mut To<'_>) {
        self.flush(to);
        to.line(line);
    }

    /// Prints what is held.
    pub(crate) fn flush(&mut self, to: &mut To<'_>) {
        self.held = 0;
        for group in self.groups.drain(..) {
            for (n, head) in group.heads.iter().enumerate() {
                let word: &[u8] = match n {
                    // Some say what it is themselves: `ERROR at setup of x`.
                    0 if head.starts_with(b"ERROR") || head.starts_with(b"INTERNALERROR") => b"",
                    0 => b"FAIL ",
                    _ => b"and ",
                };
                to.line(&[word, head].concat());
            }
            for line in group
                .body
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty())
            {
                to.line(line);
            }
        }
    }
}

/// Totals of a run, added up over its parts: `225 passed; 15 failed`.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    counts: Vec<(Vec<u8>, u64)>,
}

impl Totals {
    /// Adds `count` of `what`.
    pub(crate) fn add(&mut self, count: u64, what: &[u8]) {
        match self.counts.iter().position(|(name, _)| name == what) {
            Some(at) => self.counts[at].1 += count,
            None if self.counts.len() < 16 => self.counts.push((what.to_vec(), count)),
            None => {}
        }
    }

    /// Whether there is a total at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The totals that are not 0, and always those of `passed`.
    pub(crate) fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        for (what, count) in &self.counts {
            if *count == 0 && what != b"passed" {
                continue;
            }
            if !line.is_empty() {
                line.extend_from_slice(b", ");
            }
            line.extend_from_slice(count.to_string().as_bytes());
            line.push(b' ');
            line.extend_from_slice(what);
        }
        line
    }
}
