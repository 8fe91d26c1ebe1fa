//! pytest: each failure with its places, its `E` lines and what it printed.
//!
//! After the progress come sections under titled rules: `ERRORS` and `FAILURES` with an
//! entry a failure, `warnings summary`, `short test summary info`, then the totals. An
//! entry holds one traceback in the style of `--tb`: long (source, `>` in front of the
//! line at fault, `E` in front of what is wrong, the place below), short (the place
//! above), line (one line in all), native (as Python prints it), or no.
//! Source: <https://docs.pytest.org/en/stable/how-to/output.html>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::python::{self, is_library};
use super::{Body, Report};

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Pytest::default()))
}

/// Sections below a titled rule.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    /// Before the first, or after the last: header, progress, what tests print.
    #[default]
    Run,
    /// `ERRORS`, `FAILURES`.
    Failures,
    /// `warnings summary`.
    Warnings,
    /// `short test summary info`.
    Summary,
    /// Anything else that was asked for: durations, coverage, `PASSES`.
    Asked,
}

/// Reads pytest.
#[derive(Default)]
struct Pytest {
    part: Part,
    entry: Option<Entry>,
    /// A failure whose place comes behind it (`--tb=line`).
    loose: Option<Entry>,
    /// The line above named a failure that an entry told about.
    repeats: bool,
    report: Report,
    /// Names of failures that an entry told about.
    told: Vec<Vec<u8>>,
    /// The folder that paths are shortened by.
    root: Vec<u8>,
    /// Tests that gave the warning below.
    warned: Vec<Vec<u8>>,
    totals: Vec<u8>,
    known: bool,
    failure: bool,
}

/// A failure on its way.
#[derive(Default)]
struct Entry {
    name: Vec<u8>,
    place: Vec<u8>,
    body: Body,
    frame: Frame,
    /// A section of captured output is open.
    output: bool,
    /// Its title, until it has been printed.
    label: Vec<u8>,
}

/// One level of a traceback.
#[derive(Default)]
struct Frame {
    /// Style short or native: the place stands first.
    place: Vec<u8>,
    function: Vec<u8>,
    /// Values of arguments and locals.
    values: Vec<Vec<u8>>,
    /// The statement at fault.
    source: Vec<u8>,
    /// Style long: what follows the statement are locals.
    locals: bool,
    errors: Vec<Vec<u8>>,
    /// Blanks in front of the last error.
    indent: usize,
}

/// Fixtures that pytest brings: of no help in the list of available ones.
const BUILTIN: &str = " cache capfd capfdbinary caplog capsys capsysbinary capteesys doctest_namespace \
    monkeypatch pytestconfig record_property record_testsuite_property record_xml_attribute recwarn \
    subtests testrun_uid tmp_path tmp_path_factory tmpdir tmpdir_factory worker_id ";

/// Beginnings of header lines that say nothing about the run.
const HEADER: &[&[u8]] = &[
    b"platform ",
    b"cachedir: ",
    b"configfile: ",
    b"plugins: ",
    b"testpaths: ",
    b"collecting ",
    b"created: ",
    b"scheduling tests via ",
    b"asyncio: mode=",
    b"hypothesis profile ",
    b"benchmark: ",
    b"initialized: ",
    b"ready: ",
    b"django: ",
    b"-- Docs: https://docs.pytest.org",
];

impl Pytest {
    /// A titled rule opens a section or gives the totals.
    fn title(&mut self, title: &[u8], to: &mut To<'_>) -> bool {
        let part = match title {
            b"test session starts" => Part::Run,
            b"ERRORS" | b"FAILURES" => Part::Failures,
            b"short test summary info" => Part::Summary,
            _ if title.starts_with(b"warnings summary") => Part::Warnings,
            _ if is_asked(title) => Part::Asked,
            _ if self.total(title) => Part::Run,
            _ => return false,
        };
        self.known = true;
        self.close(to);
        self.part = part;
        if part == Part::Asked {
            self.report.text(title, to);
        }
        true
    }

    /// `1 failed, 9 passed in 0.27s`.
    fn total(&mut self, text: &[u8]) -> bool {
        let Some((counts, time)) = scan::rcut(text, b" in ") else {
            return false;
        };
        let timed = scan::number(time).is_some_and(|(_, rest)| scan::has(rest, b"s"));
        let counted = counts == b"no tests ran"
            || counts.split(|&byte| byte == b',').all(|count| {
                scan::number(count.trim_ascii()).is_some_and(|(_, rest)| rest.starts_with(b" "))
            });
        if !timed || !counted {
            return false;
        }
        // Status 5: nothing was run.
        let ran = [
            &b"passed"[..],
            b"failed",
            b"skipped",
            b"error",
            b"xfailed",
            b"xpassed",
        ];
        self.failure |= !ran.iter().any(|word| scan::has(counts, word));
        self.totals = counts.to_vec();
        self.known = true;
        true
    }

    fn run(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(root) = line.strip_prefix(b"rootdir: ") {
            let root = scan::cut(root, b", ").map_or(root, |(root, _)| root);
            self.root = [root, b"/"].concat();
        } else if let Some(rest) = line.strip_prefix(b"collected ") {
            // `collected 4 items / 1 error / 2 deselected`: the totals say so too.
            self.known = true;
            if scan::number(rest).is_none() {
                self.report.text(line, to);
            }
        } else if self.is_progress(line, to) || self.total(line) {
        } else if HEADER.iter().any(|start| line.starts_with(start)) || is_workers(line) {
            to.noise(line);
        } else if let Some(inner) = scan::ruled(line, b'!') {
            self.report.text(inner, to);
        } else if line.starts_with(b"INTERNALERROR> ") {
            self.internal(line, to);
        } else if !line.is_empty() {
            self.failure |= [
                &b"ERROR: "[..],
                b"FAIL Required",
                b"pytest: error: ",
                b"ERROR:",
            ]
            .iter()
            .any(|start| line.starts_with(start));
            self.report.text(line, to);
        }
    }

    /// pytest itself fails: its own frames are left out.
    fn internal(&mut self, line: &[u8], to: &mut To<'_>) {
        (self.known, self.failure) = (true, true);
        let text = &line[b"INTERNALERROR> ".len()..];
        let entry = self.entry.get_or_insert_with(|| Entry {
            name: b"INTERNALERROR".to_vec(),
            ..Entry::default()
        });
        if let Some((path, at, function)) = python::frame(text) {
            entry.open_frame([path, b":", at].concat(), function, to);
        } else if text.starts_with(b"    ") {
            entry.source(text);
        } else if text != b"Traceback (most recent call last):" {
            entry.frame.errors.push(text.to_vec());
        }
    }

    /// Dots, or a line a test (`-v`).
    fn is_progress(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let text = match line
            .strip_suffix(b"%]")
            .and_then(|rest| scan::rcut(rest, b" ["))
        {
            Some((text, _)) => text.trim_ascii_end(),
            None => line.trim_ascii_end(),
        };
        if is_letters(text)
            || scan::rcut(text, b" ").is_some_and(|(path, dots)| is_letters(dots) && is_file(path))
        {
            return true;
        }
        let text = match text.strip_prefix(b"[gw") {
            Some(rest) => scan::cut(rest, b"%] ")
                .or_else(|| scan::cut(rest, b"] "))
                .map_or(text, |(_, rest)| rest),
            None => text,
        };
        if !scan::has(text, b"::") {
            // `tests/a.py` alone, where the first test is slow.
            return is_file(text);
        }
        for (state, what) in [
            ("PASSED", "passing tests"),
            ("SKIPPED", "skipped tests"),
            ("XFAIL", "expected failures"),
            ("FAILED", ""),
            ("ERROR", ""),
            ("SUBPASS", "passing tests"),
            ("SUBSKIP", "skipped tests"),
            ("SUBFAIL", ""),
        ] {
            let inner = [b" ", state.as_bytes()].concat();
            let stands = text.starts_with(&[state.as_bytes(), b" "].concat())
                || text.ends_with(&inner)
                || scan::has(text, &[&inner[..], b" ("].concat())
                || state.starts_with("SUB")
                    && (text.starts_with(state.as_bytes()) || scan::has(text, &inner));
            if stands {
                if !what.is_empty() {
                    to.omit(what, line);
                }
                return true;
            }
        }
        if scan::has(text, b"XPASS") {
            self.report.text(text, to);
            return true;
        }
        // A worker says what it begins with.
        is_file(text.split(|&byte| byte == b':').next().unwrap_or_default())
            && !scan::has(text, b" ")
    }

    fn failures(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(name) = scan::ruled(line, b'_').filter(|_| !line.starts_with(b"_ _")) {
            self.close(to);
            self.entry = Some(Entry {
                name: name.to_vec(),
                ..Entry::default()
            });
            return;
        }
        if self.entry.is_some() {
            let line = self.shorten(line);
            if let Some(entry) = &mut self.entry {
                entry.line(&line, to);
            }
        } else if let Some((_, rest)) = scan::place(line)
            .filter(|(place, rest)| !scan::has(place.path, b" ") && rest.starts_with(b": "))
        {
            // --tb=line
            self.failure = true;
            let place = self.shorten(&line[..line.len() - rest.len()]);
            let mut entry = self.loose.take().unwrap_or_default();
            entry.finish_frame(to);
            let why = rest.strip_prefix(b": ").unwrap_or(rest);
            if entry.body.is_empty() {
                entry.body.push(why, to);
            }
            self.report.add(place, entry.body, to);
        } else if !line.is_empty() {
            // What is wrong stands before the place, only its first line with an `E`.
            let entry = self.loose.get_or_insert_with(Entry::default);
            match line.starts_with(b"    ") && !entry.output {
                true => entry.error(line),
                false => entry.line(line, to),
            }
        }
    }

    /// Paths below the root folder are given from there.
    fn shorten(&self, line: &[u8]) -> Vec<u8> {
        match scan::find(line, &self.root) {
            Some(at) if self.root.len() > 1 && !line.starts_with(b"E") => {
                [&line[..at], &line[at + self.root.len()..]].concat()
            }
            _ => line.to_vec(),
        }
    }

    /// Tests, then two blanks and what they warned of, then its source.
    fn warnings(&mut self, line: &[u8], to: &mut To<'_>) {
        if self.total(line) {
            self.part = Part::Run;
        } else if line.starts_with(b"    ") || line.is_empty() || line.starts_with(b"-- Docs: ") {
            to.noise(line);
        } else if let Some(text) = line.strip_prefix(b"  ") {
            let mut text = self.shorten(text);
            for (n, test) in self.warned.drain(..).enumerate() {
                if n > 3 {
                    to.omit("tests with a warning", &test);
                    continue;
                }
                text.extend_from_slice(if n == 0 { b" (" } else { b", " });
                text.extend_from_slice(&test);
            }
            if text.len() > line.len() {
                text.push(b')');
            }
            self.report.text(&text, to);
        } else {
            self.warned.push(line.to_vec());
        }
    }

    /// `FAILED tests/a.py::test_x - why`: told already, or all that is said.
    fn summary(&mut self, line: &[u8], to: &mut To<'_>) {
        let rest = line
            .strip_prefix(b"FAILED ")
            .or_else(|| line.strip_prefix(b"ERROR "));
        if let Some(rest) = line.strip_prefix(b"SUBFAILED") {
            // `SUBFAILED(i=1) tests/a.py::T::test - why`: the entry is `T.test (i=1)`.
            let (of, id) = scan::cut(rest, b") ").unwrap_or((b"", rest));
            let id = scan::cut(id, b" - ").map_or(id, |(id, _)| id);
            let name = dotted(scan::cut(id.trim_ascii(), b"::").map_or(id, |(_, name)| name));
            let name = if of.is_empty() {
                name
            } else {
                [&name[..], b" ", of, b")"].concat()
            };
            self.repeats = self.told.iter().any(|told| told.starts_with(&name));
            if !self.repeats {
                self.failure = true;
                self.report.text(line, to);
            }
        } else if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            self.repeats = false;
            self.failure = true;
            let id = scan::cut(rest, b" - ").map_or(rest, |(id, _)| id);
            let (path, name) = scan::cut(id, b"::").unwrap_or((id, id));
            let name = dotted(name);
            let same = |told: &Vec<u8>| *told == name;
            if let Some(at) = self.told.iter().position(same) {
                self.told.swap_remove(at);
                self.repeats = true;
                // Where the place is in another file the test's own is named too.
                let untold = |head: &[u8]| {
                    let rest = &head[name_start(head)..];
                    let mine = rest
                        .strip_prefix(&name[..])
                        .is_some_and(|rest| rest.first().is_none_or(|&byte| byte == b' '));
                    mine && !scan::has(head, path)
                };
                if let Some(head) = self.report.head(untold) {
                    let at = name_start(head);
                    head.splice(at..at + name.len(), id.iter().copied());
                }
            } else {
                self.report.text(line, to);
            }
        } else if self.total(line) {
            self.part = Part::Run;
        } else if let Some(inner) = scan::ruled(line, b'!') {
            self.repeats = false;
            self.report.text(inner, to);
        } else if line.starts_with(b"PASSED ") {
            self.repeats = false;
            to.omit("passing tests", line);
        } else if !line.is_empty() {
            let listed = [&b"SKIPPED "[..], b"XFAIL ", b"XPASS "]
                .iter()
                .any(|word| line.starts_with(word));
            self.repeats &= !listed;
            // `-vv`: a message of several lines.
            if !self.repeats {
                self.report.text(line, to);
            }
        }
    }

    /// A table that was asked for.
    fn asked(&mut self, line: &[u8], to: &mut To<'_>) {
        if self.total(line) || line.is_empty() || scan::is_rule(line) {
            to.noise(line);
        } else if line.ends_with(b"100%") && !line.starts_with(b"TOTAL") {
            to.omit("covered files", line);
        } else if let Some(title) = scan::ruled(line, b'_').or_else(|| scan::ruled(line, b'-')) {
            if !title.starts_with(b"coverage: ") {
                self.report.text(title, to);
            }
        } else {
            self.report.text(&scan::squeeze(line), to);
        }
    }

    /// Ends the entry.
    fn close(&mut self, to: &mut To<'_>) {
        let Some(mut entry) = self.entry.take() else {
            return;
        };
        entry.finish_frame(to);
        let name = entry.name;
        let test = &name[name_start(&name)..];
        if self.told.len() < 4096 {
            self.told.push(test.to_vec());
        }
        let mut head = name.clone();
        if !entry.place.is_empty() {
            head.push(b' ');
            head.extend_from_slice(&entry.place);
        }
        self.failure = true;
        self.report.add(head, entry.body, to);
    }
}

impl Entry {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(title) = scan::ruled(line, b'-') {
            self.finish_frame(to);
            self.output = true;
            let title = title.strip_prefix(b"Captured ").unwrap_or(title);
            // `stdout call`: the phase is said where it is another.
            self.label = title.strip_suffix(b" call").unwrap_or(title).to_vec();
        } else if self.output {
            if !self.label.is_empty() && !line.is_empty() {
                let label = std::mem::take(&mut self.label);
                return self.body.push(&[&label[..], b": ", line].concat(), to);
            }
            self.body.push(line, to);
        } else if self.name.starts_with(b"[doctest]") {
            self.body.push(line, to);
        } else {
            self.trace(line, to);
        }
    }

    /// A line of the traceback.
    fn trace(&mut self, line: &[u8], to: &mut To<'_>) {
        let native = python::frame(line);
        if line.starts_with(b"_ _ ") {
            self.finish_frame(to);
        } else if line.is_empty() || is_mere(line) {
            to.noise(line);
        } else if line == b"E" || line.starts_with(b"E  ") {
            self.error(&line[1..]);
        } else if let Some(source) = line.strip_prefix(b">") {
            self.fault(source.trim_ascii());
        } else if let Some((path, at, function)) = native {
            self.open_frame([path, b":", at].concat(), function, to);
        } else if line.starts_with(b"<frozen ") {
            self.open_frame(line.to_vec(), b"", to);
        } else if let Some((place, rest)) =
            scan::place(line).filter(|(place, _)| scan::is_path(place.path))
        {
            let place = [place.path, b":", place.at].concat();
            if let Some(function) = rest.strip_prefix(b": in ") {
                self.open_frame(place, function, to);
            } else {
                self.frame.place = place;
                self.finish_frame(to);
            }
        } else if is_group(line) || CHAINS.iter().any(|start| line.starts_with(start)) {
            self.finish_frame(to);
            self.body.push(line, to);
        } else if !self.frame.errors.is_empty() && line.starts_with(b"  ") {
            // Style native: a message of several lines. Style short: locals.
            self.error(&scan::squeeze(line));
        } else if line.starts_with(b"    ") {
            self.source(line);
        } else if !self.frame.place.is_empty() && !line.starts_with(b" ") {
            self.error(&scan::squeeze(line));
        } else if line.starts_with(b"  ") && !self.frame.locals {
            to.noise(line);
        } else {
            self.value(line, to);
        }
    }

    /// A frame that begins with its place.
    fn open_frame(&mut self, place: Vec<u8>, function: &[u8], to: &mut To<'_>) {
        self.finish_frame(to);
        self.frame.place = place;
        self.frame.function = function.to_vec();
    }

    /// `x = 0, y = 1`: arguments; `x          = 0`: a local.
    fn value(&mut self, line: &[u8], to: &mut To<'_>) {
        let value = &scan::squeeze(line)[..];
        let (own, rest) = scan::cut(value, b">, ").unwrap_or((value, b""));
        let nameless = scan::has(own, b" object at 0x") || scan::has(own, b" testMethod=");
        let value = match own.starts_with(b"self = <") && nameless {
            true => rest,
            false => value,
        };
        self.frame.locals = !self.frame.source.is_empty();
        if value.is_empty() {
            to.noise(line);
        } else if !self.frame.values.iter().any(|known| known == value) {
            self.frame.values.push(value.to_vec());
        }
    }

    fn error(&mut self, line: &[u8]) {
        let text = line.trim_ascii();
        let column = scan::indent(line).saturating_sub(self.frame.indent);
        self.frame.indent = scan::indent(line);
        if let [.., file, _] = &self.frame.errors[..]
            && file.starts_with(b"File \"")
            && is_carets(text)
        {
            // Of a SyntaxError: where in the line.
            let caret = [&b" ".repeat(column)[..], text].concat();
            return self.frame.errors.push(caret);
        }
        let hint = text.is_empty()
            || text.starts_with(b"Use -v to get ")
            || (text.starts_with(b"Omitting ") && text.ends_with(b"use -vv to show"))
            || text.iter().all(|byte| b"? ^+-~".contains(byte));
        // "AssertionError: assert 1 == 2" says "assert 1 == 2".
        let text = match text.strip_prefix(b"AssertionError: assert ") {
            Some(rest) => [b"assert ", rest].concat(),
            None => text.to_vec(),
        };
        if !hint && self.frame.errors.len() < 2000 {
            self.frame.errors.push(text);
        }
    }

    /// What stands behind `>`.
    fn fault(&mut self, source: &[u8]) {
        if let Some(names) = source.strip_prefix(b"available fixtures: ") {
            let mut own = Vec::new();
            for name in names.split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
                if !scan::has(BUILTIN.as_bytes(), &[b" ", name, b" "].concat()) {
                    own.extend_from_slice(if own.is_empty() {
                        b"available fixtures: "
                    } else {
                        b", "
                    });
                    own.extend_from_slice(name);
                }
            }
            self.frame.errors.push(own);
        } else if !source.starts_with(b"use 'pytest --fixtures") {
            self.frame.name(source);
            self.frame.source = source.to_vec();
        }
    }

    /// Source without a mark: style long has the function down to the statement at fault
    /// and the rest of that, style short and native that alone, with its place above.
    fn source(&mut self, line: &[u8]) {
        let text = line.trim_ascii();
        let frame = &mut self.frame;
        if is_carets(text) {
        } else if frame.locals
            || !frame.place.is_empty() && line.starts_with(b"        ") && is_local(text)
        {
            frame.values.push(scan::squeeze(text));
        } else if !frame.source.is_empty() {
            if frame.source.len() < 1000 {
                frame.source.push(b' ');
                frame.source.extend_from_slice(text);
            }
        } else if frame.place.is_empty() {
            frame.name(text);
        } else {
            frame.source = text.to_vec();
        }
    }

    /// The open frame is complete.
    fn finish_frame(&mut self, to: &mut To<'_>) {
        let mut frame = std::mem::take(&mut self.frame);
        if is_library(&frame.place) {
            let elsewhere = |text: &Vec<u8>| text.starts_with(b"File \"");
            if frame.errors.is_empty()
                || !self.place.is_empty()
                || frame.errors.first().is_some_and(elsewhere)
            {
                to.omit("frames of libraries", &frame.place);
                frame = Frame {
                    errors: frame.errors,
                    ..Frame::default()
                };
            }
        }
        let first = self.place.is_empty();
        if !frame.place.is_empty() {
            let mut place = frame.place;
            let said = first && scan::has(&self.name, &frame.function);
            if !said && !frame.function.is_empty() {
                place.extend_from_slice(b" in ");
                place.extend_from_slice(&frame.function);
            }
            match first {
                true => self.place = place,
                false => self.body.push(&[b"at ", &place[..]].concat(), to),
            }
        }
        let mut errors = frame.errors;
        // In the test itself what is wrong says what was compared or raised.
        let compared = |text: &Vec<u8>| {
            let values = text.strip_prefix(b"assert ");
            values.is_some_and(|text| scan::has(text.strip_prefix(b"not ").unwrap_or(text), b" "))
        };
        let raised = frame.source.starts_with(b"raise ") && !errors.is_empty();
        let said = first && (raised || errors.iter().any(compared));
        let asserted = errors.iter().any(|text| text.starts_with(b"assert "));
        if errors.iter().any(|text| text == b"Differing items:") {
            // Both sides, cut short: the items are whole.
            errors.retain(|text| !(text.starts_with(b"assert ") && scan::has(text, b"...")));
        }
        if let (true, Some(first)) = (asserted, errors.first_mut())
            && let Some(message) = first.strip_prefix(b"AssertionError: ")
        {
            *first = message.to_vec();
        }
        for value in &frame.values {
            self.body.push(value, to);
        }
        if !frame.source.is_empty() && !said {
            self.body.push(&[b"> ", &frame.source[..]].concat(), to);
        }
        for text in &errors {
            self.body.push(text, to);
        }
    }
}

impl Frame {
    /// `def f(x):` names the function.
    fn name(&mut self, text: &[u8]) {
        let text = text.strip_prefix(b"async ").unwrap_or(text);
        if let Some((name, _)) = text
            .strip_prefix(b"def ")
            .and_then(|rest| scan::cut(rest, b"("))
            && self.function.is_empty()
        {
            self.function = name.to_vec();
        }
    }
}

impl Lines for Pytest {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let title = scan::ruled(line, b'=').is_some_and(|title| self.title(title, to));
        let output = scan::ruled(line, b'-').is_some_and(|title| {
            title.starts_with(b"coverage: ") || title.starts_with(b"generated ")
        });
        if title {
            return;
        }
        if output && self.part != Part::Failures {
            self.part = Part::Asked;
        }
        match self.part {
            Part::Run => self.run(line, to),
            Part::Failures => self.failures(line, to),
            Part::Warnings => self.warnings(line, to),
            Part::Summary => self.summary(line, to),
            Part::Asked => self.asked(line, to),
        }
    }

    fn end(&mut self, status: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        if let Some(mut entry) = self.loose.take() {
            entry.finish_frame(to);
            self.report.add(Vec::new(), entry.body, to);
        }
        if let (Part::Run, Status::Cut) = (self.part, status) {
            self.known = true;
        }
        self.report.flush(to);
        if !self.totals.is_empty() {
            to.line(&self.totals);
        }
        Saw {
            known: self.known,
            failure: self.failure,
        }
    }
}

/// Where in an entry's title the test's name begins.
fn name_start(title: &[u8]) -> usize {
    [
        &b"ERROR at setup of "[..],
        b"ERROR at teardown of ",
        b"ERROR collecting ",
    ]
    .iter()
    .find(|start| title.starts_with(start))
    .map_or(0, |start| start.len())
}

/// A section that is there because of an option.
fn is_asked(title: &[u8]) -> bool {
    [
        &b"slowest "[..],
        b"PASSES",
        b"XFAILURES",
        b"XPASSES",
        b"tests coverage",
        b"fixture",
    ]
    .iter()
    .any(|start| title.starts_with(start))
}

/// Between two exceptions of which one led to the other.
const CHAINS: &[&[u8]] = &[
    b"During handling of the above ",
    b"The above exception was ",
];

/// A line of an exception group: `  | ValueError: one`.
fn is_group(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    line.starts_with(b"  ")
        && (text == b"|"
            || [&b"| "[..], b"+-", b"+ Exception Group "]
                .iter()
                .any(|start| text.starts_with(start)))
}

/// `x          = 0`.
fn is_local(text: &[u8]) -> bool {
    scan::cut(text, b" = ").is_some_and(|(name, _)| {
        let name = name.trim_ascii_end();
        name.iter()
            .all(|&byte| byte == b'_' || byte >= 128 || byte.is_ascii_alphanumeric())
    })
}

/// What Python puts below the part of a line that it means.
fn is_carets(text: &[u8]) -> bool {
    text.iter().all(|byte| b"^~ ".contains(byte))
}

/// `....F..s`.
fn is_letters(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| b".FEsxXRu,-".contains(byte))
}

fn is_file(path: &[u8]) -> bool {
    [&b".py"[..], b".rst", b".txt", b".md"]
        .iter()
        .any(|end| path.ends_with(end))
        && !scan::has(path, b" ")
}

/// `2 workers [300 items]`, `gw0 [300] / gw1 [300]`.
fn is_workers(line: &[u8]) -> bool {
    (line.starts_with(b"gw0 ") && line.ends_with(b"]"))
        || scan::number(line)
            .is_some_and(|(_, rest)| rest.starts_with(b" worker") && rest.ends_with(b"]"))
}

/// Lines of an entry that say nothing.
fn is_mere(line: &[u8]) -> bool {
    line == b"Traceback:"
        || line == b"Traceback (most recent call last):"
        || line.starts_with(b"Hint: make sure your test modules")
        || (line.starts_with(b"[gw") && scan::has(line, b"] ") && scan::has(line, b" -- Python "))
        || (line.starts_with(b"file ") && scan::has(line, b", line "))
}

/// `TestTide::test_high` as the entry's title has it: `TestTide.test_high`.
fn dotted(name: &[u8]) -> Vec<u8> {
    let end = scan::find(name, b"[").unwrap_or(name.len());
    let mut text = Vec::new();
    let mut rest = &name[..end];
    while let Some((one, after)) = scan::cut(rest, b"::") {
        text.extend_from_slice(one);
        text.push(b'.');
        rest = after;
    }
    [&text[..], rest, &name[end..]].concat()
}
