//! Runners whose every line is known by its form: gradle, Maven, dotnet, bun, deno, node,
//! TAP, swift.
//!
//! A line that names a failure is followed by the failure's text (bun: follows it), up to
//! the next line that is known. What a line is, a table says: [`super::dialects`].

use super::super::both::{Lines, Saw, To, both};
use super::super::log::fits;
use super::super::{Filter, Status, scan};
use super::Report;
use super::failure::Failure;

/// What a line is.
#[derive(Clone, Copy)]
pub(super) enum Is {
    /// It says nothing.
    Noise,
    /// One of those that are counted: the plural of what it is.
    Omit(&'static str),
    /// It names a failure, between these two texts; the failure's own text follows.
    Fail(&'static str, &'static str),
    /// It names a failure that is told elsewhere.
    Name(&'static str, &'static str),
    /// The place of the failure that is named next stands behind this text.
    Before(&'static str),
    /// The place of the failure that was named stands behind this text.
    Place(&'static str),
    /// Totals.
    Total,
    /// Totals, up to the last such text.
    Until(&'static str),
    /// Totals, behind this text.
    Behind(&'static str),
    /// It is shown.
    Text,
    /// It is shown where a failure has no message of its own.
    Link,
    /// It is shown, and is the reason of a failure.
    Reason,
    /// From here to the totals what failed is named again.
    Again,
    /// It is shown, and the reasons above are told again below.
    Retold,
    /// What failed is told again from here on, and better.
    Afresh,
    /// A failure that is there because of those inside it.
    Parent,
    /// The rest of a failure's text says nothing.
    Mute,
    /// The rest of a failure's text is a stack, without `at `.
    Stack,
}

/// How a runner's output differs from the others'.
pub(super) struct Dialect {
    /// Forms of lines without the blanks around (`*` is any text, `#` a number): the first
    /// that fits.
    pub(super) lines: &'static [(&'static str, Is)],
    /// Taken off in front of a line; behind the first stands the reason of a failure.
    pub(super) labels: &'static [&'static str],
    /// A failure's text stands before its name.
    pub(super) before: bool,
    /// A failure's text is indented.
    pub(super) indented: bool,
}

/// A filter that reads so.
pub(super) fn make(dialect: &'static Dialect) -> Option<Box<dyn Filter>> {
    both(|| Box::new(Blocks::new(dialect)))
}

/// Names and reasons that are remembered.
const NAMES_MAX: usize = 2048;
/// Bytes of totals that are held for the end.
const TOTALS_MAX: usize = 4096;
/// Bytes held until the name of their test comes.
const HELD_MAX: usize = 64 << 10;

/// Reads such a runner.
struct Blocks {
    dialect: &'static Dialect,
    open: Option<(Vec<u8>, Failure)>,
    place: Vec<u8>,
    held: Vec<Vec<u8>>,
    held_bytes: usize,
    /// Failures that were named but not told.
    named: Vec<Vec<u8>>,
    told: Vec<Vec<u8>>,
    reasons: Vec<Vec<u8>>,
    again: bool,
    mute: bool,
    stack: bool,
    totals: Vec<u8>,
    /// A failure was told without a place, so without more than its kind.
    brief: bool,
    report: Report,
    known: bool,
    failure: bool,
}

impl Blocks {
    fn new(dialect: &'static Dialect) -> Blocks {
        Blocks {
            dialect,
            open: None,
            place: Vec::new(),
            held: Vec::new(),
            held_bytes: 0,
            named: Vec::new(),
            told: Vec::new(),
            reasons: Vec::new(),
            again: false,
            mute: false,
            stack: false,
            totals: Vec::new(),
            brief: false,
            report: Report::default(),
            known: false,
            failure: false,
        }
    }

    /// The failure is complete.
    fn close(&mut self, to: &mut To<'_>) {
        let Some((name, failure)) = self.open.take() else {
            return;
        };
        let mut place = std::mem::take(&mut self.place);
        self.brief |= failure.place.is_empty();
        if !failure.place.is_empty() {
            place.clone_from(&failure.place);
        }
        let mut head = name.clone();
        if !place.is_empty() && !scan::has(&head, &place) {
            head.push(b' ');
            head.extend_from_slice(&place);
        }
        (self.known, self.failure) = (true, true);
        self.report.add(head, failure.body(to), to);
        remember(&mut self.told, &name);
    }

    fn take_held(&mut self) -> Vec<Vec<u8>> {
        self.held_bytes = 0;
        std::mem::take(&mut self.held)
    }

    /// Lines that belong to no failure.
    fn release(&mut self, passing: bool, to: &mut To<'_>) {
        for line in self.take_held() {
            match passing {
                true => to.omit("lines of passing tests", &line),
                false => {
                    self.failure |= line.starts_with(b"error: ");
                    self.report.text(&line, to);
                }
            }
        }
    }

    fn known(&mut self, line: &[u8], text: &[u8], is: Is, to: &mut To<'_>) {
        // A line that says nothing does not end a failure whose text goes on below.
        let inside = matches!(
            is,
            Is::Noise | Is::Parent | Is::Mute | Is::Stack | Is::Place(_)
        );
        if !inside {
            self.close(to);
            (self.mute, self.stack) = (false, false);
        }
        match is {
            Is::Noise => to.noise(line),
            Is::Fail(..) | Is::Name(..) if self.again => to.noise(line),
            Is::Omit(what) => {
                self.release(true, to);
                self.known = true;
                to.omit(what, line);
            }
            Is::Fail(start, end) => {
                let name = name(text, start, end);
                let mut failure = Failure::default();
                for line in self.take_held() {
                    failure.line(&line, to);
                }
                self.open = Some((name, failure));
                if self.dialect.before {
                    self.close(to);
                }
            }
            Is::Name(start, end) => {
                self.known = true;
                remember(&mut self.named, &name(text, start, end));
            }
            Is::Place(start) | Is::Before(start) => {
                let place = &text[start.len()..];
                self.place = place.strip_suffix(b"'").unwrap_or(place).to_vec();
            }
            Is::Again if self.report.failures > 0 => self.again = true,
            Is::Again if text.ends_with(b":") => to.noise(line),
            Is::Again => self.report.text(&scan::squeeze(text), to),
            Is::Retold => {
                self.again = self.failure;
                self.reason(text, to);
            }
            Is::Afresh if self.report.is_held() => self.report.forget(),
            // Some were printed, before a line that came between.
            Is::Afresh => self.again = true,
            Is::Parent => self.open = None,
            Is::Mute => self.mute = true,
            Is::Stack => self.stack = true,
            Is::Text => {
                self.release(false, to);
                self.report.text(&scan::squeeze(line.trim_ascii()), to);
            }
            Is::Link if !self.brief && self.report.failures > 0 => to.noise(line),
            Is::Reason | Is::Link => {
                self.again = false;
                self.reason(text, to);
            }
            Is::Total | Is::Until(_) | Is::Behind(_) => {
                self.release(false, to);
                (self.known, self.again) = (true, false);
                let text = match is {
                    Is::Until(end) => scan::rcut(text, end.as_bytes()).map_or(text, |cut| cut.0),
                    Is::Behind(start) => &text[start.len()..],
                    _ => text,
                };
                if !self.totals.is_empty() {
                    self.totals.extend_from_slice(b"; ");
                }
                self.totals.extend_from_slice(&scan::squeeze(text));
                if self.totals.len() > TOTALS_MAX {
                    self.report.text(&std::mem::take(&mut self.totals), to);
                }
            }
        }
    }

    /// It may be told again by itself.
    fn reason(&mut self, text: &[u8], to: &mut To<'_>) {
        (self.known, self.failure) = (true, true);
        if !self.reasons.iter().any(|said| said == text) {
            remember(&mut self.reasons, text);
            self.report.text(&scan::squeeze(text), to);
        }
    }

    fn other(&mut self, line: &[u8], text: &[u8], loud: bool, to: &mut To<'_>) {
        if self.again || self.mute {
            return to.noise(line);
        }
        if let Some((_, failure)) = &mut self.open {
            let ends = self.dialect.indented && !line.starts_with(b" ") && !line.starts_with(b"\t");
            if !ends && !loud {
                let at: &[u8] = if self.stack { b"at " } else { b"" };
                return failure.line(&[at, text].concat(), to);
            }
            self.close(to);
        }
        if text.iter().all(|byte| b" ^~".contains(byte)) {
            to.noise(line);
        } else if loud {
            (self.known, self.failure) = (true, true);
            self.report.text(&scan::squeeze(text), to);
        } else if self.dialect.before && self.held_bytes < HELD_MAX {
            self.held_bytes += line.len();
            self.held.push(line.to_vec());
        } else {
            self.failure |= text.starts_with(b"error: ");
            self.report.text(&scan::squeeze(line), to);
        }
    }
}

/// The name in a line: behind `start`, before the last `end`.
fn name(text: &[u8], start: &str, end: &str) -> Vec<u8> {
    let text = text.strip_prefix(start.as_bytes()).unwrap_or(text);
    let name = scan::rcut(text, end.as_bytes()).map_or(text, |(name, _)| name);
    let name = name.trim_ascii();
    // Maven: `T.name -- Time elapsed: 1 s`; TAP: `3 - name`.
    let name = name.strip_suffix(b"--").unwrap_or(name).trim_ascii_end();
    match scan::number(name) {
        Some((_, rest)) if rest.starts_with(b" ") => {
            let rest = rest.trim_ascii_start();
            rest.strip_prefix(b"- ").unwrap_or(rest).to_vec()
        }
        _ => name.to_vec(),
    }
}

fn remember(names: &mut Vec<Vec<u8>>, name: &[u8]) {
    if names.len() < NAMES_MAX {
        names.push(name.to_vec());
    }
}

impl Lines for Blocks {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let label = self
            .dialect
            .labels
            .iter()
            .position(|label| line.starts_with(label.as_bytes()));
        let line = label.map_or(line, |at| &line[self.dialect.labels[at].len()..]);
        let text = line.trim_ascii();
        let known = self
            .dialect
            .lines
            .iter()
            .find(|(form, _)| fits(form.as_bytes(), text));
        if label.is_some() && !line.starts_with(b"\t") {
            self.close(to);
        }
        match known {
            Some(&(_, is)) => self.known(line, text, is, to),
            None => self.other(line, text, label == Some(0), to),
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        self.release(false, to);
        for name in std::mem::take(&mut self.named) {
            // deno: `suite ... step` fails, so both are named.
            let told = self.told.iter().any(|told| scan::has(told, &name));
            if !told && !to.failure_elsewhere {
                self.failure = true;
                self.report.text(&[b"FAIL ", &name[..]].concat(), to);
            }
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
