//! jest: `FAIL file`, then below `● suite › test` what went wrong.
//!
//! Everything is on standard error, the tree of `✓` and `✕` with `--verbose` or one file.
//! Failures are repeated below `Summary of all failing tests` where files are many.
//! Source: <https://jestjs.io/docs/cli>, jest's reporters, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::Report;
use super::failure::{Failure, coverage_row, is_coverage};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Jest::default()))
}

/// Reads jest.
#[derive(Default)]
struct Jest {
    file: Vec<u8>,
    passing: bool,
    /// In the tree of tests below a file.
    tree: bool,
    open: Option<(Vec<u8>, Failure)>,
    /// `console.log`, until its text comes.
    console: Vec<u8>,
    /// Below `Summary of all failing tests`: told already.
    repeated: bool,
    report: Report,
    known: bool,
    failure: bool,
}

impl Jest {
    fn close(&mut self, to: &mut To<'_>) {
        let Some((name, failure)) = self.open.take() else {
            return;
        };
        let mut head = if failure.place.is_empty() {
            self.file.clone()
        } else {
            failure.place.clone()
        };
        if !head.is_empty() {
            head.push(b' ');
        }
        head.extend_from_slice(&name);
        self.failure = true;
        self.report.add(head, failure.body(to), to);
    }

    /// `PASS src/a.test.js (5.2 s)`.
    fn file(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let (passing, rest) = match (line.strip_prefix(b"PASS "), line.strip_prefix(b"FAIL ")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return false,
        };
        self.close(to);
        // The totals count those that pass.
        let rest = rest.trim_ascii();
        let name = scan::rcut(rest, b" (").map_or(rest, |(name, _)| name);
        self.file = name.to_vec();
        (self.passing, self.tree, self.known) = (passing, true, true);
        true
    }

    /// A line of the tree.
    fn mark(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let text = line.trim_ascii_start();
        let what = match text.get(..4) {
            Some(mark) if mark == "✓ ".as_bytes() || mark == "√ ".as_bytes() => "passing tests",
            Some(mark) if mark == "○ ".as_bytes() => "skipped tests",
            Some(mark) if mark == "✎ ".as_bytes() => "todo tests",
            Some(mark) if mark == "✕ ".as_bytes() || mark == "× ".as_bytes() => return true,
            _ => return false,
        };
        to.omit(what, line);
        true
    }

    /// The totals.
    fn total(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let counts = [&b"Test Suites: "[..], b"Tests: ", b"Snapshots: "]
            .iter()
            .any(|start| line.starts_with(start));
        let mere = [
            &b"Time: "[..],
            b"Ran all test suites",
            b"RUNS ",
            b"Snapshot Summary",
        ]
        .iter()
        .any(|start| line.starts_with(start));
        if counts {
            self.close(to);
            (self.repeated, self.known, self.tree) = (false, true, false);
            if !line.ends_with(b" 0 total") {
                self.report.text(&scan::squeeze(line), to);
            }
        }
        counts || mere
    }

    fn other(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        if text.is_empty() {
            return;
        }
        if text.starts_with(b"console.") && scan::indent(line) <= 4 && !text.contains(&b' ') {
            self.console = text.to_vec();
        } else if !self.console.is_empty() && line.starts_with(b"    ") {
            self.console(line, to);
        } else if is_coverage(line) {
            if let Some(row) = coverage_row(line, to) {
                self.report.text(&row, to);
            }
        } else if self.tree && line.starts_with(b"  ") {
            // The name of a suite, above its tests.
        } else if text.starts_with("› ".as_bytes()) && text.ends_with(b" snapshot failed.") {
            // The summary says so.
        } else if !scan::is_rule(line) {
            self.failure |= text.starts_with(b"No tests found")
                || text.starts_with("● Validation Error".as_bytes());
            self.report.text(&scan::squeeze(line), to);
        }
    }

    /// What a test printed: kept, but of a file that passes only what is a warning.
    fn console(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        if super::failure::stack_place(text).is_some() {
            return;
        }
        let loud = [&b"console.error"[..], b"console.warn"].contains(&&self.console[..]);
        if self.passing && !loud {
            return to.omit("lines of passing tests", line);
        }
        self.report
            .text(&[&self.console[..], b": ", text].concat(), to);
    }
}

impl Lines for Jest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if self.total(line, to) {
            return;
        }
        if self.repeated {
            return to.noise(line);
        }
        if line == b"Summary of all failing tests" {
            self.close(to);
            self.repeated = self.report.failures > 0;
        } else if self.file(line, to) {
            self.console.clear();
        } else if let Some(name) = line.strip_prefix("  ● ".as_bytes()) {
            self.close(to);
            self.console.clear();
            self.tree = false;
            if name == b"Console" {
                return;
            }
            self.open = Some((name.trim_ascii().to_vec(), Failure::default()));
        } else if let Some((_, failure)) = &mut self.open {
            match line.starts_with(b"    ") || line.is_empty() {
                true => failure.line(line, to),
                false => {
                    self.close(to);
                    self.other(line, to);
                }
            }
        } else if !self.mark(line, to) {
            self.other(line, to);
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        self.report.flush(to);
        Saw {
            known: self.known,
            failure: self.failure,
        }
    }
}
