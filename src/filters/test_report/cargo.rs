//! cargo test: the compiler's diagnostics, then libtest's report for each binary.
//!
//! libtest prints `test NAME ... ok`, then after `failures:` a section
//! `---- NAME stdout ----` for each failure with what it printed, then the names
//! again, then `test result: ...`. With `--nocapture` a test's own output stands
//! between those lines; it is passed on.
//! Source: <https://doc.rust-lang.org/rustc/tests/index.html>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::diagnostics::rustc::Rustc;
use super::super::{Filter, Status, scan};
use super::{Body, Report, Totals};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(CargoTest::new()))
}

/// Where in libtest's output the reader is.
enum Part {
    /// Compiling, or test lines.
    Lines,
    /// In the section of a failing test.
    Section(Failure),
    /// After `failures:`, between sections or in the list of names.
    Failures,
}

/// A failing test's section.
pub(super) struct Failure {
    pub(super) name: Vec<u8>,
    pub(super) place: Vec<u8>,
    pub(super) body: Body,
    backtrace: bool,
}

/// Reads cargo test.
pub(crate) struct CargoTest {
    rustc: Rustc,
    part: Part,
    report: Report,
    /// Names of failures that a section told about.
    told: Vec<Vec<u8>>,
    totals: Totals,
    suites: usize,
    failed: bool,
    died: bool,
}

impl CargoTest {
    /// A reader for one stream.
    pub(crate) fn new() -> Self {
        CargoTest {
            rustc: Rustc::new(false),
            part: Part::Lines,
            report: Report::default(),
            told: Vec::new(),
            totals: Totals::default(),
            suites: 0,
            failed: false,
            died: false,
        }
    }

    fn lines(&mut self, line: &[u8], to: &mut To<'_>) {
        if line == b"failures:" {
            self.part = Part::Failures;
        } else if let Some(name) = line.strip_suffix(b": test") {
            // `-- --list`
            self.rustc.text(name, to);
        } else if line == b"0 tests, 0 benchmarks" {
            to.noise(line);
        } else if let Some(rest) = line.strip_prefix(b"test result: ") {
            self.result(rest);
        } else if self.test(line, to) || is_dots(line) || is_running(line) || line == b"ok" {
            // A test's own line.
        } else if let Some((_, how)) = scan::cut(line, b"error: test failed, to rerun pass ")
            .or_else(|| scan::cut(line, b"error: doctest failed, to rerun pass "))
        {
            self.failed = true;
            self.rustc.text(&[b"rerun: ", how].concat(), to);
        } else if line.starts_with(b"error: ") && scan::has(line, b" target failed:") {
            // `error: 1 target failed:` and the list of what `rerun:` named.
            self.failed = true;
        } else if line.starts_with(b"    `-") && self.failed {
            to.noise(line);
        } else if line == b"Caused by:" && self.failed {
            // The binary itself died: by a signal, or it could not be run.
            self.died = true;
            self.rustc.text(line, to);
        } else if self.rustc.take(line, to) {
        } else if line.is_empty() {
            to.noise(line);
        } else {
            self.rustc.text(line, to);
        }
    }

    /// `test NAME ... ok`.
    fn test(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let Some(rest) = line.strip_prefix(b"test ") else {
            return false;
        };
        let Some((_, state)) = scan::rcut(rest, b" ... ") else {
            return false;
        };
        match state {
            b"ok" => to.omit("passing tests", line),
            b"FAILED" => {}
            _ if state == b"ignored" || state.starts_with(b"ignored, ") => {
                to.omit("ignored tests", line)
            }
            _ => self.rustc.text(line, to),
        }
        true
    }

    /// `ok. 8 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.03s`.
    fn result(&mut self, rest: &[u8]) {
        self.suites += 1;
        self.failed |= rest.starts_with(b"FAILED");
        let Some((_, counts)) = scan::cut(rest, b". ") else {
            return;
        };
        for count in counts.split(|&byte| byte == b';') {
            if let Some((count, what)) = scan::number(count.trim_ascii()) {
                self.totals.add(count, what.trim_ascii());
            }
        }
    }

    fn failures(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(name) = section(line) {
            self.part = Part::Section(Failure::new(name));
        } else if line.starts_with(b"test result: ") {
            self.part = Part::Lines;
            self.lines(line, to);
        } else if let Some(name) = line
            .strip_prefix(b"    ")
            .filter(|name| !name.starts_with(b" "))
        {
            if let Some(at) = self.told.iter().position(|told| told == name) {
                self.told.swap_remove(at);
            } else {
                self.report.add(name.to_vec(), Body::default(), to);
            }
        } else if !line.is_empty() && line != b"failures:" && !self.rustc.take(line, to) {
            self.rustc.text(line, to);
        }
    }

    fn section(&mut self, line: &[u8], to: &mut To<'_>) {
        let Part::Section(open) = &mut self.part else {
            return;
        };
        let over =
            section(line).is_some() || line == b"failures:" || line.starts_with(b"test result: ");
        if !over {
            return open.line(line, to);
        }
        let Part::Section(done) = std::mem::replace(&mut self.part, Part::Failures) else {
            return;
        };
        self.close(done, to);
        self.failures(line, to);
    }

    fn close(&mut self, done: Failure, to: &mut To<'_>) {
        let mut head = done.name.clone();
        if !done.place.is_empty() {
            head.push(b' ');
            head.extend_from_slice(&done.place);
        }
        if self.told.len() < 4096 {
            self.told.push(done.name);
        }
        self.report.add(head, done.body, to);
    }
}

impl Lines for CargoTest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        match self.part {
            Part::Lines => self.lines(line, to),
            Part::Failures => self.failures(line, to),
            Part::Section(_) => self.section(line, to),
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        if let Part::Section(done) = std::mem::replace(&mut self.part, Part::Lines) {
            self.close(done, to);
        }
        self.report.flush(to);
        self.rustc.flush(to);
        if !self.totals.is_empty() {
            to.line(&self.totals.line());
        }
        let rustc = self.rustc.saw();
        Saw {
            known: self.suites > 0 || rustc.known,
            failure: self.report.failures > 0 || self.died || rustc.failure,
        }
    }
}

impl Failure {
    pub(super) fn new(name: &[u8]) -> Self {
        Failure {
            name: name.to_vec(),
            place: Vec::new(),
            body: Body::default(),
            backtrace: false,
        }
    }

    /// A line of what the test printed.
    pub(super) fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        if self.backtrace && (line.starts_with(b"  ") || text.starts_with(b"note: ")) {
            return self.frame(line, to);
        }
        self.backtrace = text == b"stack backtrace:";
        let noise = text.is_empty()
            || self.backtrace
            || text.starts_with(b"note: run with `RUST_BACKTRACE=")
            || text == b"Test executable failed (exit status: 101)."
            || (text == b"stderr:" && scan::has(&self.name, b" (line "));
        if noise {
            to.noise(line);
        } else if let Some((thread, place, message)) = panicked(text) {
            if self.place.is_empty() && (thread == &self.name[..] || thread == b"main") {
                self.place = scan::line_of(place).to_vec();
            } else {
                self.body.push(
                    &[b"thread ", thread, b" panicked at ", scan::line_of(place)].concat(),
                    to,
                );
            }
            if !message.is_empty() {
                self.body.push(message, to);
            }
        } else if let Some(message) = text.strip_prefix(b"assertion `") {
            // "assertion `left == right` failed: why" says "left == right failed: why".
            let text = match scan::cut(message, b"` failed") {
                Some((what, why)) => [what, b" failed", why].concat(),
                None => text.to_vec(),
            };
            self.body.push(&text, to);
        } else if text.starts_with(b"left: ") || text.starts_with(b"right: ") {
            self.body.push(text, to);
        } else {
            self.body.push(line.trim_ascii_end(), to);
        }
    }

    /// A line of a backtrace: the project's own frames are kept.
    fn frame(&mut self, line: &[u8], to: &mut To<'_>) {
        match line.trim_ascii().strip_prefix(b"at ./") {
            // That of the test itself is in the head.
            Some(place) if scan::line_of(place) == self.place => to.noise(line),
            Some(place) => self.body.push(&[b"at ", scan::line_of(place)].concat(), to),
            None => to.omit("lines of backtraces", line),
        }
    }
}

/// `---- NAME stdout ----` (or `stderr`).
fn section(line: &[u8]) -> Option<&[u8]> {
    let inner = line.strip_prefix(b"---- ")?.strip_suffix(b" ----")?;
    inner
        .strip_suffix(b" stdout")
        .or_else(|| inner.strip_suffix(b" stderr"))
}

/// `thread 'NAME' (7) panicked at src/lib.rs:5:9:`, or before Rust 1.73
/// `thread 'NAME' panicked at 'MESSAGE', src/lib.rs:5:9`: thread, place, message.
fn panicked(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (thread, rest) = scan::cut(text.strip_prefix(b"thread '")?, b"'")?;
    let (_, at) = scan::cut(rest, b"panicked at ")?;
    if let Some(place) = at.strip_suffix(b":") {
        return Some((thread, place, b""));
    }
    let (message, place) = scan::rcut(at.strip_prefix(b"'")?, b"', ")?;
    Some((thread, place, message))
}

/// `running 8 tests`.
fn is_running(line: &[u8]) -> bool {
    line.strip_prefix(b"running ")
        .and_then(scan::number)
        .is_some_and(|(_, rest)| rest == b" tests" || rest == b" test")
}

/// `--quiet` prints a letter a test, and how far it is: `....F.. 88/240`.
fn is_dots(line: &[u8]) -> bool {
    let letters = line.split(|&byte| byte == b' ').next().unwrap_or_default();
    !letters.is_empty()
        && letters
            .iter()
            .all(|byte| matches!(byte, b'.' | b'F' | b'i'))
        && line[letters.len()..]
            .iter()
            .all(|byte| matches!(byte, b' ' | b'/' | b'0'..=b'9'))
}
