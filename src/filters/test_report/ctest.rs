//! ctest: a line a test, below a failing one what it printed.
//! Source: <https://cmake.org/cmake/help/latest/manual/ctest.1.html>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::{Body, Report};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Ctest::default()))
}

/// Reads ctest.
#[derive(Default)]
struct Ctest {
    open: Option<(Vec<u8>, Body)>,
    told: Vec<Vec<u8>>,
    report: Report,
    known: bool,
    failure: bool,
}

impl Ctest {
    fn close(&mut self, to: &mut To<'_>) {
        if let Some((head, body)) = self.open.take() {
            self.report.add(head, body, to);
        }
    }

    /// ` 1/24 Test  #1: name ....***Failed    0.00 sec`.
    fn test(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let Some((_, rest)) = scan::cut(line, b" Test ") else {
            return false;
        };
        let Some((number, rest)) = scan::cut(rest, b": ") else {
            return false;
        };
        let Some((name, state)) =
            scan::cut(rest, b" ").filter(|_| number.trim_ascii().starts_with(b"#"))
        else {
            return false;
        };
        self.close(to);
        self.known = true;
        let state = match scan::rcut(state, b"***") {
            Some((before, after)) => [before.trim_ascii_start().trim_ascii_end(), after].concat(),
            None => state.to_vec(),
        };
        let state: &[u8] = state.trim_ascii();
        let start = state
            .iter()
            .position(|byte| !b". ".contains(byte))
            .unwrap_or(0);
        let state = &state[start..];
        // `Failed    0.00 sec`.
        let state = state
            .strip_suffix(b" sec")
            .and_then(|rest| scan::rcut(rest, b" "))
            .map_or(state, |(state, _)| state)
            .trim_ascii();
        match state {
            b"Passed" => to.omit("passing tests", line),
            b"Skipped" | b"Not Run (Disabled)" => to.omit("skipped tests", line),
            _ => {
                self.failure = true;
                self.told.push(name.to_vec());
                let head = if state == b"Failed" {
                    name.to_vec()
                } else {
                    [name, b" ", state].concat()
                };
                self.open = Some((head, Body::default()));
            }
        }
        true
    }
}

impl Lines for Ctest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        let mere = text.is_empty()
            || [
                &b"Internal ctest changing into"[..],
                b"Test project ",
                b"Start ",
                b"Total Test time",
                b"The following tests FAILED:",
                b"Errors while running CTest",
                b"Use \"--rerun-failed",
            ]
            .iter()
            .any(|start| text.starts_with(start));
        if self.test(line, to) {
            return;
        }
        if mere || scan::has(text, b"% tests passed, ") {
            self.close_at(text, to);
        } else if let Some((_, body)) = &mut self.open {
            body.push(line.trim_ascii_end(), to);
        } else if line.starts_with(b"\t") && self.lists(text) {
            to.noise(line);
        } else {
            self.report.text(&scan::squeeze(line), to);
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

impl Ctest {
    /// A line of ctest's own that ends what a test printed; a blank one does not.
    fn close_at(&mut self, text: &[u8], to: &mut To<'_>) {
        if !text.is_empty() {
            self.close(to);
        }
        if scan::has(text, b"% tests passed, ") {
            self.report.text(text, to);
        }
    }

    /// `5 - merge_tariff_4 (Failed)` of a test that was told.
    fn lists(&self, text: &[u8]) -> bool {
        let name = scan::number(text).and_then(|(_, rest)| rest.strip_prefix(b" - "));
        name.is_some_and(|name| self.told.iter().any(|told| name.starts_with(told)))
    }
}
