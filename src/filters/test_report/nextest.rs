//! cargo nextest: the compiler's diagnostics, a line a test, and below a failing one what
//! it printed, libtest's report of that one test included.
//! Source: <https://nexte.st/docs/reporting/>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::diagnostics::rustc::Rustc;
use super::super::{Filter, Status, scan};
use super::Report;
use super::cargo::Failure;

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| {
        Box::new(Nextest {
            rustc: Rustc::new(false),
            open: None,
            output: false,
            told: Vec::new(),
            report: Report::default(),
            totals: Vec::new(),
            known: false,
        })
    })
}

/// Reads nextest.
struct Nextest {
    rustc: Rustc,
    /// A failing test: `FAIL` or what else its state is, its name, what it printed.
    open: Option<(Vec<u8>, Failure)>,
    /// In what a test printed.
    output: bool,
    told: Vec<Vec<u8>>,
    report: Report,
    totals: Vec<u8>,
    known: bool,
}

impl Nextest {
    /// `FAIL [   0.353s] ( 1/10) tide tests::refuses_closed`.
    fn status(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let Some((state, name)) = status(line) else {
            return false;
        };
        self.close(to);
        self.known = true;
        if state == b"PASS" || state == b"LEAK" || state == b"SLOW" || state.starts_with(b"FLAKY") {
            let what = match state {
                b"PASS" => "passing tests",
                b"SLOW" => "notes of slow tests",
                b"LEAK" => "leaky tests",
                _ => "flaky tests",
            };
            to.omit(what, line);
        } else if !self.told.contains(&name) {
            let mut head = name.clone();
            if state != b"FAIL" {
                head = [&name[..], b" ", state].concat();
            }
            self.told.push(name.clone());
            self.open = Some((head, Failure::new(&name)));
        }
        true
    }

    fn close(&mut self, to: &mut To<'_>) {
        self.output = false;
        if let Some((mut head, failure)) = self.open.take() {
            if !failure.place.is_empty() {
                head.push(b' ');
                head.extend_from_slice(&failure.place);
            }
            self.report.add(head, failure.body, to);
        }
    }
}

/// State and name of a line about one test.
fn status(line: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    let (state, rest) = scan::cut(line.strip_prefix(b"    ")?, b" [")?;
    let state = state.trim_ascii();
    let upper = |byte: &u8| byte.is_ascii_uppercase() || b" +/0123456789".contains(byte);
    if state.is_empty() || !state.iter().all(upper) {
        return None;
    }
    let (_, rest) = scan::cut(rest, b"s] ")?;
    let rest = rest.trim_ascii();
    // `( 1/10) tide tests::x`: the count is younger than the rest.
    let rest = match rest
        .strip_prefix(b"(")
        .and_then(|rest| scan::cut(rest, b") "))
    {
        Some((_, name)) => name,
        None => rest,
    };
    let (_, name) = scan::cut(rest, b" ")?;
    Some((state, name.trim_ascii().to_vec()))
}

impl Lines for Nextest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        let section = [
            &b"stdout "[..],
            b"stderr ",
            b"output ",
            b"--- STDOUT:",
            b"--- STDERR:",
        ];
        if let Some(totals) = text.strip_prefix(b"Summary [") {
            self.close(to);
            self.known = true;
            let counts = scan::cut(totals, b"] ").map_or(totals, |(_, counts)| counts);
            self.totals = counts.trim_ascii().to_vec();
        } else if self.status(line, to) {
        } else if line.starts_with("────────".as_bytes()) {
            self.close(to);
        } else if self.open.is_some() && section.iter().any(|start| text.starts_with(start)) {
            self.output = true;
        } else if let Some((_, failure)) = self.open.as_mut().filter(|_| self.output) {
            let mere = text == b"failures:"
                || text == failure.name
                || text.starts_with(b"test result: ")
                || text.starts_with(b"running 1 test")
                || (text.starts_with(b"test ") && text.ends_with(b" ... FAILED"));
            match mere {
                true => to.noise(line),
                false => failure.line(line.strip_prefix(b"    ").unwrap_or(line), to),
            }
        } else if is_mere(text) {
            to.noise(line);
        } else if !self.rustc.take(line, to) {
            self.rustc.text(line, to);
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        self.report.flush(to);
        self.rustc.flush(to);
        if !self.totals.is_empty() {
            to.line(&self.totals);
        }
        let rustc = self.rustc.saw();
        Saw {
            known: self.known || rustc.known,
            failure: self.report.failures > 0 || rustc.failure,
        }
    }
}

/// nextest's own lines that say nothing, or what the totals say.
fn is_mere(text: &[u8]) -> bool {
    let starts = [
        &b"Nextest run ID "[..],
        b"Starting ",
        b"Cancelling due to ",
        b"Canceling due to ",
        b"error: test run failed",
        b"running 1 test",
    ];
    text.is_empty() || scan::is_rule(text) || starts.iter().any(|start| text.starts_with(start))
}
