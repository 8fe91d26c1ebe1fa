//! go test: failing tests with what they logged, panics with the project's own frames,
//! compile errors whole; a count of the packages that pass.
//!
//! With `-v` what a test logs stands between `=== RUN` and its `--- FAIL`, else below it.
//! A subtest's result stands below its parent's, two levels deeper.
//! Source: `go help test`, <https://pkg.go.dev/cmd/test2json>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::{Body, Report};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(GoTest::default()))
}

/// Lines of passing tests that are few enough to be shown.
const LOGGED_MAX: usize = 8;
/// Bytes held of tests that have not ended.
const PENDING_MAX: usize = 256 << 10;

/// Reads go test.
#[derive(Default)]
struct GoTest {
    /// What running tests have printed, by name.
    pending: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
    pending_bytes: usize,
    /// The test whose output is read (`-v`).
    current: Vec<u8>,
    /// A failure that goes on below.
    open: Option<(Vec<u8>, Body)>,
    /// Lines of tests that passed.
    logged: Vec<Vec<u8>>,
    logged_count: usize,
    report: Report,
    trace: Trace,
    packages: usize,
    package: Vec<u8>,
    coverage: Vec<u8>,
    known: bool,
    failure: bool,
}

/// A goroutine's stack.
#[derive(Default)]
struct Trace {
    inside: bool,
    race: bool,
    goroutine: Vec<u8>,
    function: Vec<u8>,
}

impl GoTest {
    /// `--- FAIL: TestX/sub (0.00s)`.
    fn result(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let Some(rest) = line.trim_ascii_start().strip_prefix(b"--- ") else {
            return false;
        };
        let Some((state, name)) = scan::cut(rest, b": ") else {
            return false;
        };
        let name = scan::rcut(name, b" (").map_or(name, |(name, _)| name);
        match state {
            b"PASS" | b"SKIP" => {
                self.close(to);
                to.omit(
                    if state == b"PASS" {
                        "passing tests"
                    } else {
                        "skipped tests"
                    },
                    line,
                );
                for line in self.take(name) {
                    self.log(line, to);
                }
                self.current.clear();
            }
            b"FAIL" => {
                // Of a test that fails because its subtests do, these tell.
                let parent = self.open.take_if(|(parent, body)| {
                    body.is_empty()
                        && name
                            .strip_prefix(&parent[..])
                            .is_some_and(|rest| rest.starts_with(b"/"))
                });
                if parent.is_none() {
                    self.close(to);
                }
                self.failure = true;
                let mut body = Body::default();
                for line in self.take(name) {
                    push_log(&mut body, &line, to);
                }
                self.open = Some((name.to_vec(), body));
                self.current.clear();
            }
            b"BENCH" => self.report.text(line, to),
            _ => return false,
        }
        self.known = true;
        true
    }

    /// What a test has printed.
    fn take(&mut self, name: &[u8]) -> Vec<Vec<u8>> {
        match self.pending.iter().position(|(of, _)| of == name) {
            Some(at) => {
                let lines = self.pending.swap_remove(at).1;
                self.pending_bytes -= lines.iter().map(Vec::len).sum::<usize>();
                lines
            }
            None => Vec::new(),
        }
    }

    /// A line of a test that passed.
    fn log(&mut self, line: Vec<u8>, to: &mut To<'_>) {
        self.logged_count += 1;
        if self.logged.len() < LOGGED_MAX {
            self.logged.push(line);
        } else {
            to.omit("lines of passing tests", &line);
        }
    }

    /// `ok`, `FAIL` or `?`, then the package and the time, with tabs between.
    fn package(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let mut parts = line.split(|&byte| byte == b'\t');
        let (Some(state), Some(name)) = (parts.next(), parts.next()) else {
            return false;
        };
        let rest: Vec<&[u8]> = parts.collect();
        let coverage = rest
            .iter()
            .copied()
            .find(|part| part.starts_with(b"coverage: "));
        match state.trim_ascii_end() {
            b"ok" => {
                self.close(to);
                self.packages += 1;
                self.package = name.to_vec();
                match coverage {
                    Some(coverage) => self.report.text(&[name, b" ", coverage].concat(), to),
                    None => to.noise(line),
                }
                if rest.iter().any(|part| {
                    *part == b"[no tests to run]" || *part == b"testing: warning: no tests to run"
                }) {
                    self.report
                        .text(&[name, b" [no tests to run]"].concat(), to);
                }
            }
            b"FAIL" => {
                self.close(to);
                self.failure = true;
                let mut text = [b"FAIL ", name].concat();
                if !self.coverage.is_empty() {
                    text.push(b' ');
                    text.append(&mut self.coverage);
                }
                self.report.text(&text, to);
            }
            b"?" => to.omit("untested packages", line),
            b"" if coverage.is_some() => self.report.text(&scan::squeeze(line), to),
            _ => return false,
        }
        self.coverage.clear();
        self.known = true;
        true
    }

    /// Lines that say nothing, or are said elsewhere.
    fn is_mere(&mut self, line: &[u8]) -> bool {
        if let Some(coverage) = line.strip_prefix(b"coverage: ") {
            self.coverage = [b"coverage: ", coverage].concat();
            return true;
        }
        let mere = [&b"goos: "[..], b"goarch: ", b"exit status "]
            .iter()
            .any(|start| line.starts_with(start));
        mere || line == b"PASS" || line == b"FAIL" || line.is_empty()
    }

    fn close(&mut self, to: &mut To<'_>) {
        if let Some((name, body)) = self.open.take() {
            self.report.add(name, body, to);
        }
    }

    /// A line that is neither go's nor that of a test that is known.
    fn other(&mut self, line: &[u8], to: &mut To<'_>) {
        if line.starts_with(b"# ")
            || line.starts_with(b"panic: ")
            || line.starts_with(b"fatal error: ")
        {
            self.close(to);
            self.failure = true;
            // The compiler's errors below name the files.
            if !line.starts_with(b"# ") {
                self.report.text(line, to);
            }
        } else if let Some((_, body)) = self
            .open
            .as_mut()
            .filter(|_| line.starts_with(b"  ") || line.starts_with(b"\t"))
        {
            push_log(body, line, to);
        } else if !self.current.is_empty() && self.pending_bytes < PENDING_MAX {
            self.pending_bytes += line.len();
            match self
                .pending
                .iter_mut()
                .find(|(name, _)| *name == self.current)
            {
                Some((_, lines)) => lines.push(line.to_vec()),
                None => self
                    .pending
                    .push((self.current.clone(), vec![line.to_vec()])),
            }
        } else {
            self.close(to);
            self.report.text(&scan::squeeze(line), to);
        }
    }
}

/// A line that a test logged, without its indentation and padding.
fn push_log(body: &mut Body, line: &[u8], to: &mut To<'_>) {
    let mut text = Vec::new();
    for word in line
        .split(|&byte| byte == b'\t' || byte == b' ')
        .filter(|word| !word.is_empty())
    {
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(word);
    }
    // testify repeats the name.
    if !text.is_empty() && !text.starts_with(b"Test: Test") {
        body.push(&text, to);
    }
}

impl Trace {
    /// Takes a line of a stack. Gives what to print of it.
    fn take(&mut self, line: &[u8], to: &mut To<'_>) -> Option<Vec<Vec<u8>>> {
        if line.starts_with(b"goroutine ") && line.ends_with(b":") {
            self.inside = true;
            self.goroutine = line.to_vec();
            return Some(Vec::new());
        }
        if line == b"WARNING: DATA RACE" {
            self.race = true;
            return None;
        }
        if line.len() > 10 && line.iter().all(|&byte| byte == b'=') {
            self.race = false;
            return Some(Vec::new());
        }
        if !self.inside && !self.race {
            return None;
        }
        let text = line.trim_ascii();
        let indented = line.starts_with(b"\t") || line.starts_with(b"      ");
        if text.is_empty() {
            return Some(Vec::new());
        }
        if indented && let Some((place, _)) = scan::place(text) {
            let function =
                scan::rcut(&self.function, b"(").map_or(&self.function[..], |(name, _)| name);
            if is_library(place.path) {
                to.omit("frames of libraries", line);
                return Some(Vec::new());
            }
            let mut shown = Vec::new();
            if !self.goroutine.is_empty() {
                shown.push(std::mem::take(&mut self.goroutine));
            }
            shown.push([b"at ", place.path, b":", place.at, b" ", function].concat());
            return Some(shown);
        }
        let called = line.starts_with(b"created by ") || text.ends_with(b")");
        if called && (self.inside || line.starts_with(b"  ")) {
            self.function = text.to_vec();
            return Some(Vec::new());
        }
        self.inside = false;
        None
    }
}

/// A file of Go itself.
fn is_library(path: &[u8]) -> bool {
    [
        &b"/go/src/"[..],
        b"/usr/lib/go",
        b"/libexec/src/",
        b"/golang.org/toolchain@",
        b"/sdk/go1",
        b"/src/runtime/",
        b"/src/testing/",
    ]
    .iter()
    .any(|part| scan::has(path, part))
        || path == b"_testmain.go"
}

impl Lines for GoTest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(shown) = self.trace.take(line, to) {
            for line in shown {
                self.report.text(&line, to);
            }
        } else if let Some(rest) = line.strip_prefix(b"=== ") {
            let (word, name) = scan::cut(rest, b" ").unwrap_or((rest, b""));
            self.known = true;
            match word {
                b"RUN" | b"CONT" | b"NAME" => {
                    self.close(to);
                    self.current = name.trim_ascii().to_vec();
                }
                b"PAUSE" => self.current.clear(),
                _ => self.other(line, to),
            }
        } else if self.result(line, to) || self.package(line, to) || self.is_mere(line) {
        } else {
            self.other(line, to);
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        // Tests that had not ended when the binary did.
        for (name, lines) in std::mem::take(&mut self.pending) {
            for line in lines {
                self.report
                    .text(&[&name[..], b": ", line.trim_ascii()].concat(), to);
            }
        }
        self.report.flush(to);
        let few = self.logged_count <= LOGGED_MAX;
        for line in std::mem::take(&mut self.logged) {
            match few {
                true => to.line(line.trim_ascii()),
                false => to.omit("lines of passing tests", &line),
            }
        }
        if self.packages == 1 {
            to.line(&[b"ok ", &self.package[..]].concat());
        } else if self.packages > 1 {
            to.line(&[b"ok ", self.packages.to_string().as_bytes(), b" packages"].concat());
        }
        Saw {
            known: self.known,
            failure: self.failure,
        }
    }
}
