//! unittest (also Django's `manage.py test`): failures below `FAIL: test (class)`, a
//! traceback each, totals behind `Ran 26 tests`.
//! Source: <https://docs.python.org/3/library/unittest.html>, CPython's
//! Lib/unittest/runner.py, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::python::{self, is_library};
use super::{Body, Report};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Unittest::default()))
}

/// Reads unittest.
#[derive(Default)]
struct Unittest {
    open: Option<Entry>,
    report: Report,
    ran: Vec<u8>,
    known: bool,
    failure: bool,
}

#[derive(Default)]
struct Entry {
    head: Vec<u8>,
    place: Vec<u8>,
    body: Body,
    /// In the frames of a traceback.
    frames: bool,
    /// The last frame's place, not shown yet.
    last: Vec<u8>,
    source: Vec<u8>,
}

impl Entry {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let marks = line.starts_with(b"?") && line.iter().all(|byte| b"?^+- ".contains(byte));
        if line.is_empty() || marks || scan::is_rule(line) {
            to.noise(line);
        } else if line == b"Traceback (most recent call last):" {
            self.frames = true;
        } else if let Some((path, at, _)) = python::frame(line).filter(|_| self.frames) {
            self.frame(to);
            self.last = [path, b":", at].concat();
        } else if self.frames && line.starts_with(b"    ") {
            let text = line.trim_ascii();
            if !text.iter().all(|byte| b"~^ ".contains(byte)) {
                self.source = text.to_vec();
            }
        } else {
            self.frame(to);
            self.frames = false;
            self.body.push(line.trim_ascii_end(), to);
        }
    }

    /// Settles the last frame: the first of the project is the test's place.
    fn frame(&mut self, to: &mut To<'_>) {
        let place = std::mem::take(&mut self.last);
        let source = std::mem::take(&mut self.source);
        if place.is_empty() {
        } else if is_library(&place) {
            to.omit("frames of libraries", &place);
        } else if self.place.is_empty() {
            self.place = place;
            self.body.push(&[b"> ", &source[..]].concat(), to);
        } else {
            self.body
                .push(&[b"at ", &place[..], b" > ", &source].concat(), to);
        }
    }
}

impl Unittest {
    fn close(&mut self, to: &mut To<'_>) {
        let Some(mut entry) = self.open.take() else {
            return;
        };
        entry.frame(to);
        let mut head = entry.head;
        if !entry.place.is_empty() {
            head.push(b' ');
            head.extend_from_slice(&entry.place);
        }
        self.failure = true;
        self.report.add(head, entry.body, to);
    }

    /// `test_x (tests.A.test_x) ... ok`.
    fn verbose(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let Some((name, state)) = scan::rcut(line, b" ... ") else {
            return false;
        };
        match state {
            b"ok" => to.omit("passing tests", line),
            // Subtests follow.
            b"FAIL" | b"ERROR" | b"" => {}
            b"expected failure" => to.omit("expected failures", line),
            _ if state.starts_with(b"skipped") => to.omit("skipped tests", line),
            _ => return false,
        }
        !name.is_empty()
    }

    fn idle(&mut self, line: &[u8], to: &mut To<'_>) {
        let dots = !line.is_empty() && line.iter().all(|byte| b".FEsxu".contains(byte));
        // Django's own lines around the tests.
        let mere = [
            &b"Creating test database for alias "[..],
            b"Destroying test database for alias ",
            b"Cloning test database for alias ",
            b"System check identified no issues (0 silenced).",
            b"Found ",
        ]
        .iter()
        .any(|start| line.starts_with(start))
            && !line.starts_with(b"Found ") | line.ends_with(b" test(s).");
        if dots || mere || line.is_empty() || scan::is_rule(line) || self.verbose(line, to) {
            return;
        }
        let total = [&b"OK"[..], b"FAILED (", b"NO TESTS RAN"]
            .iter()
            .any(|start| line.starts_with(start));
        if line.starts_with(b"Ran ") && scan::has(line, b" test") {
            self.ran = scan::rcut(line, b" in ")
                .map_or(line, |(text, _)| text)
                .to_vec();
            self.known = true;
        } else if total && !self.ran.is_empty() {
            self.failure |= line.starts_with(b"NO TESTS");
            let ran = std::mem::take(&mut self.ran);
            self.report.text(&[&ran[..], b", ", line].concat(), to);
        } else {
            self.report.text(line, to);
        }
    }
}

impl Lines for Unittest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let name = line
            .strip_prefix(b"FAIL: ")
            .or_else(|| line.strip_prefix(b"ERROR: "));
        let over = line.starts_with(b"Ran ") && scan::has(line, b" test");
        if let Some(name) = name {
            self.close(to);
            let name = if line.starts_with(b"E") { line } else { name };
            // `test_x (tests.A.test_x)` says `tests.A.test_x`.
            let whole = scan::cut(name, b" (")
                .and_then(|(short, rest)| Some((short, rest.strip_suffix(b")")?)))
                .filter(|(short, rest)| !name.starts_with(b"E") && rest.ends_with(short));
            let head = whole.map_or(name, |(_, rest)| rest).to_vec();
            self.open = Some(Entry {
                head,
                ..Entry::default()
            });
        } else if over {
            self.close(to);
            self.idle(line, to);
        } else if let Some(entry) = &mut self.open {
            entry.line(line, to);
        } else {
            self.idle(line, to);
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        self.report.flush(to);
        if !self.ran.is_empty() {
            to.line(&self.ran);
        }
        Saw {
            known: self.known,
            failure: self.failure,
        }
    }
}
