//! Playwright: a line a test, then each failure below `1) [project] › file:2:1 › test ──`.
//!
//! Source: <https://playwright.dev/docs/test-reporters>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::Report;
use super::failure::Failure;

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Playwright::default()))
}

/// Reads Playwright.
#[derive(Default)]
struct Playwright {
    open: Option<(Vec<u8>, Failure)>,
    /// Titles that were told.
    told: Vec<Vec<u8>>,
    report: Report,
    known: bool,
    failure: bool,
}

impl Playwright {
    fn close(&mut self, to: &mut To<'_>) {
        let Some((title, failure)) = self.open.take() else {
            return;
        };
        let mut head = title.clone();
        if !failure.place.is_empty() {
            // The line at fault in the stead of the test's own, where the file is the same.
            let place = title_place(&title);
            let path = scan::place(place).map_or(place, |(place, _)| place.path);
            match scan::find(&failure.place, path).zip(scan::find(&title, place)) {
                Some((from, at)) if !path.is_empty() => {
                    head.splice(at..at + place.len(), failure.place[from..].iter().copied());
                }
                _ => {
                    head.extend_from_slice(b" at ");
                    head.extend_from_slice(&failure.place);
                }
            }
        }
        self.failure = true;
        self.report.add(head, failure.body(to), to);
        self.told.push(title);
    }

    /// `  ✓   1 [api] › a.spec.js:2:1 › test (36ms)`.
    fn test(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let Some((mark, rest)) = scan::cut(line.trim_ascii_start(), b" ") else {
            return false;
        };
        let numbered =
            scan::number(rest.trim_ascii_start()).is_some() && scan::has(rest, " › ".as_bytes());
        match std::str::from_utf8(mark) {
            Ok("✓" | "ok") if numbered => to.omit("passing tests", line),
            Ok("-") if numbered => to.omit("skipped tests", line),
            Ok("✘" | "x") if numbered => {}
            _ => return false,
        }
        self.known = true;
        true
    }

    fn other(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = untitled(line.trim_ascii());
        let mere = [
            &b"Running "[..],
            b"Serving HTML report at ",
            b"To open last HTML report run",
            b"npx playwright show-report",
        ];
        if text.is_empty() || mere.iter().any(|start| text.starts_with(start)) {
            return;
        }
        // The line reporter: `[1/40] [api] › ...`.
        let progress = text.starts_with(b"[")
            && scan::number(&text[1..]).is_some_and(|(_, rest)| rest.starts_with(b"/"));
        let dots = text.iter().all(|byte| "·×±T°F".as_bytes().contains(byte));
        if progress || dots || self.told.iter().any(|told| told == text) {
            return;
        }
        let count = scan::number(text).map(|(_, rest)| rest.trim_ascii());
        if let Some(what) = count {
            self.known = true;
            self.failure |= what.starts_with(b"failed") || what.starts_with(b"interrupted");
            let text = scan::rcut(text, b" (").map_or(text, |(text, _)| text);
            return self.report.text(text, to);
        }
        self.failure |= text.starts_with(b"Error: ");
        self.report.text(text, to);
    }
}

/// `[api] › a.spec.js:23:1 › test` without the rule behind it.
fn untitled(text: &[u8]) -> &[u8] {
    let mut text = text;
    while let Some(rest) = text.strip_suffix("─".as_bytes()) {
        text = rest;
    }
    text.trim_ascii_end()
}

/// The place in a title.
fn title_place(title: &[u8]) -> &[u8] {
    let arrow = " › ".as_bytes();
    let (first, rest) = scan::cut(title, arrow).unwrap_or((title, b""));
    if first.starts_with(b"[") {
        scan::cut(rest, arrow).map_or(rest, |(place, _)| place)
    } else {
        first
    }
}

impl Lines for Playwright {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let entry = scan::number(line.trim_ascii_start())
            .and_then(|(_, rest)| rest.strip_prefix(b") "))
            .filter(|rest| line.starts_with(b"  ") && scan::has(rest, " › ".as_bytes()));
        if let Some(title) = entry {
            self.close(to);
            self.known = true;
            self.open = Some((untitled(title).to_vec(), Failure::default()));
        } else if let Some((_, failure)) = &mut self.open {
            if line.is_empty() || line.starts_with(b"    ") {
                failure.line(untitled(line), to);
            } else {
                self.close(to);
                self.other(line, to);
            }
        } else if !self.test(line, to) {
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
