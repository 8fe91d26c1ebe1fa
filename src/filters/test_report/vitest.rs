//! vitest: the tree of files and tests on standard output, what went wrong on standard
//! error: ` FAIL  file > suite > test`, the error, values, place.
//!
//! Several heads stand above one error that they share. Where standard error is not
//! there the tree's `× test` and `→ message` are all that is known.
//! Source: <https://vitest.dev/guide/reporters>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::Report;
use super::failure::{Failure, coverage_row, is_coverage};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Vitest::default()))
}

/// Failures of the tree that are held.
const TREE_MAX: usize = 1000;

/// Reads vitest.
#[derive(Default)]
struct Vitest {
    heads: Vec<Vec<u8>>,
    open: Failure,
    inside: bool,
    /// `× test` with its message, from the tree.
    tree: Vec<Vec<u8>>,
    /// `stderr | file > test`, until its text comes.
    console: Vec<u8>,
    /// In the message of a failure in the tree.
    message: bool,
    /// In a section that says no more than the totals.
    mute: bool,
    report: Report,
    known: bool,
    failure: bool,
}

impl Vitest {
    fn close(&mut self, to: &mut To<'_>) {
        let failure = std::mem::take(&mut self.open);
        self.inside = false;
        let heads = std::mem::take(&mut self.heads);
        if heads.is_empty() && failure.is_empty() {
            return;
        }
        self.failure = true;
        let place = failure.place.clone();
        let body = failure.body(to);
        for head in &heads {
            self.report.add(placed(head, &place), body.clone(), to);
        }
        if heads.is_empty() {
            self.report.add(place, body, to);
        }
    }

    /// A line of the tree on standard output.
    fn tree(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let text = line.trim_ascii_start();
        if text.len() == line.len() {
            return false;
        }
        let Some((mark, rest)) = scan::cut(text, b" ") else {
            return false;
        };
        // `✓ src/a.test.js (20 tests) 5ms` is a file.
        let file = scan::rcut(rest, b")").is_some_and(|(rest, _)| {
            scan::rcut(rest, b" (").is_some_and(|(_, count)| scan::has(count, b"test"))
        });
        let message = std::mem::take(&mut self.message);
        match std::str::from_utf8(mark) {
            Ok("□") => to.omit("todo tests", line),
            // The totals count the files.
            Ok("✓" | "√") if file => to.noise(line),
            Ok("✓" | "√") => to.omit("passing tests", line),
            Ok("↓") => to.omit(
                if file {
                    "skipped files"
                } else {
                    "skipped tests"
                },
                line,
            ),
            Ok("❯") if file => self.known = true,
            Ok("×") if !file && self.tree.len() < TREE_MAX => {
                let name = rest
                    .strip_suffix(b"ms")
                    .and_then(|rest| scan::rcut(rest, b" "))
                    .map_or(rest, |(name, _)| name);
                self.tree.push(name.to_vec());
            }
            Ok("→") if !self.tree.is_empty() => {
                self.message = true;
                if let Some(last) = self.tree.last_mut() {
                    last.extend_from_slice(b": ");
                    last.extend_from_slice(rest);
                }
            }
            _ => {
                self.message = message;
                return false;
            }
        }
        true
    }

    /// ` Test Files  1 failed (1)`.
    fn total(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let text = line.trim_ascii_start();
        let counts = [
            &b"Test Files  "[..],
            b"Tests  ",
            b"Errors  ",
            b"Snapshots  ",
            b"Type Errors  ",
        ]
        .iter()
        .any(|start| text.starts_with(start));
        let mere = [&b"Start at  "[..], b"Duration  ", b"RUN  v", b"DEV  v"]
            .iter()
            .any(|start| text.starts_with(start));
        if !(line.starts_with(b" ") && (counts || mere)) {
            return false;
        }
        self.known = true;
        if counts {
            self.report.text(&scan::squeeze(text), to);
        }
        true
    }

    fn other(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        if text.is_empty() {
            self.console.clear();
        } else if [&b"stderr | "[..], b"stdout | "]
            .iter()
            .any(|start| text.starts_with(start))
        {
            self.console = text.to_vec();
        } else if !self.console.is_empty() {
            let console = std::mem::take(&mut self.console);
            self.report.text(&[&console[..], b": ", text].concat(), to);
        } else if is_coverage(line) {
            if let Some(row) = coverage_row(line, to) {
                self.report.text(&row, to);
            }
        } else if text.starts_with(b"exclude: ") || scan::is_rule(line) {
            to.noise(line);
        } else {
            if let Some(last) = self
                .tree
                .last_mut()
                .filter(|last| self.message && last.len() < 4096)
            {
                last.push(b' ');
                return last.extend_from_slice(text);
            }
            self.failure |= text.starts_with(b"No test files found");
            self.report.text(&scan::squeeze(line), to);
        }
    }
}

/// The head with its place in front, in the file's stead where it is the same.
fn placed(head: &[u8], place: &[u8]) -> Vec<u8> {
    let (file, name) = scan::cut(head, b" > ").unwrap_or((head, b""));
    let path = scan::place(place).map_or(place, |(place, _)| place.path);
    // A suite that could not be loaded: `src/a.test.js [ src/a.test.js ]`.
    let file = scan::cut(file, b" [ ").map_or(file, |(file, _)| file);
    if place.is_empty() {
        return if name.is_empty() { file } else { head }.to_vec();
    }
    match path == file {
        true if name.is_empty() => place.to_vec(),
        true => [place, b" ", name].concat(),
        false => [head, b" ", place].concat(),
    }
}

/// `⎯⎯⎯ Failed Tests 1 ⎯⎯⎯`: the title, empty for a bare rule.
fn titled(line: &[u8]) -> Option<&[u8]> {
    let rule = "⎯".as_bytes();
    let mut text = line.trim_ascii().strip_prefix(rule)?;
    while let Some(rest) = text.strip_prefix(rule) {
        text = rest;
    }
    while let Some(rest) = text.strip_suffix(rule) {
        text = rest;
    }
    Some(text.trim_ascii())
}

impl Lines for Vitest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(title) = titled(line) {
            self.close(to);
            // The errors of no test follow.
            self.inside = title.starts_with(b"Unhandled ") || title.starts_with(b"Uncaught ");
            self.mute = title == b"Unhandled Errors";
            self.inside &= !self.mute;
            if self.inside {
                self.heads.push(title.to_vec());
            }
            self.known = true;
        } else if let Some(head) = line.strip_prefix(b" FAIL  ") {
            if !self.open.is_empty() {
                self.close(to);
            }
            (self.inside, self.known, self.mute) = (true, true, false);
            self.heads.push(head.trim_ascii().to_vec());
        } else if self.total(line, to) {
            self.close(to);
            (self.mute, self.message) = (false, false);
        } else if self.mute {
            self.failure = true;
            to.noise(line);
        } else if self.inside {
            self.open.line(line, to);
        } else if !self.tree(line, to) {
            self.other(line, to);
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        let told = self.report.failures > 0 || to.failure_elsewhere;
        for test in std::mem::take(&mut self.tree) {
            if told {
                to.noise(&test);
            } else {
                self.failure = true;
                self.report.text(&[b"FAIL ", &test[..]].concat(), to);
            }
        }
        self.report.flush(to);
        Saw {
            known: self.known,
            failure: self.failure,
        }
    }
}
