//! Reads a tool's lines by its grammar: a table of patterns, each with what such a line is.
//!
//! The first pattern that fits a line says what it is. A diagnostic is open from
//! its first line to the next line that cannot belong to it; what it misses may
//! come in lines below (ruff and oxlint give the place below the message, biome
//! the message below the place). Code frames go: the agent can open the file.
//! A line that no pattern fits is a code frame or is passed on.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::errorformat::{Fit, fit, marks};
use super::{Batch, Diagnostic};

/// Bytes of a message, and of notes below one diagnostic.
const BODY_BYTES_MAX: usize = 8 << 10;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Begins a diagnostic.
    Start,
    /// Says more of the open one: what it misses (place, code, message), else a note.
    Add,
    /// The message of the open one goes on, directly below it.
    More,
    /// A note on the open one, directly below it.
    Below,
    /// A note on the open one, also below a code frame.
    Note,
    /// Advice that is the same for all of its code; it is given once.
    Once,
    /// A row of the open one's code frame.
    Frame,
    /// Names the file of the diagnostics below. With a place: source follows, up to
    /// a blank line.
    File,
    /// Says nothing, nor do the lines below it up to a blank line.
    Quote,
    /// A fact that is left out, and counted as this.
    Omit(&'static str),
    /// Stays: a total, a heading.
    Text,
    /// Stays, and is a reason for a status that is not 0.
    Fail,
    /// Stays at the end where the status is 0.
    Good,
    /// Says nothing.
    Noise,
}

/// What a line is that the pattern fits.
pub(super) type Row = (Kind, &'static str);

/// The filter of a tool with this grammar. `by_file`: places may stand below their file.
pub(super) fn make(rows: &'static [Row], by_file: bool) -> Option<Box<dyn Filter>> {
    both(|| Box::new(Grammar::new(rows, by_file)))
}

/// Reads one stream.
pub(super) struct Grammar {
    rows: &'static [Row],
    open: Option<Open>,
    /// A line that may be a file, or the source line of a code frame: the next line says.
    held: Option<Held>,
    /// Up to a blank line everything unknown is source.
    quoting: bool,
    file: Vec<u8>,
    /// The place that came with the file.
    file_at: Vec<u8>,
    good: Vec<u8>,
    batch: Batch,
    saw: Saw,
}

enum Held {
    File(Vec<u8>),
    Source(Vec<u8>),
}

/// The diagnostic that is being read.
#[derive(Default)]
struct Open {
    found: Diagnostic,
    severity: Vec<u8>,
    /// A blank line or a code frame came since.
    apart: bool,
}

impl Grammar {
    /// At the beginning of the stream.
    pub(super) fn new(rows: &'static [Row], by_file: bool) -> Self {
        Grammar {
            rows,
            open: None,
            held: None,
            quoting: false,
            file: Vec::new(),
            file_at: Vec::new(),
            good: Vec::new(),
            batch: Batch::new(by_file),
            saw: Saw::default(),
        }
    }

    /// Takes the line if a pattern fits it or it belongs to a code frame.
    pub(super) fn take(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let line = line.trim_ascii_end();
        if line.is_empty() {
            self.quoting = false;
            self.frame(line, to);
            return true;
        }
        let caret = marks(line) == line.len() && line.iter().any(|byte| b"^~".contains(byte));
        if let (true, Some(Held::Source(_))) = (caret, &self.held) {
            self.held = None;
            self.frame(line, to);
            return true;
        }
        let directly = self.open.as_ref().is_some_and(|open| !open.apart);
        let coded = self.open.as_ref().map(|open| !open.found.code.is_empty());
        let hit = self.rows.iter().find_map(|&(kind, pattern)| {
            let in_place = match kind {
                Kind::Add | Kind::Note | Kind::Once | Kind::Frame => self.open.is_some(),
                Kind::Below => directly,
                Kind::More => directly && coded == Some(false),
                _ => true,
            };
            let found = if in_place { fit(pattern, line) } else { None };
            found.map(|found| (kind, pattern, found))
        });
        let Some((kind, pattern, found)) = hit else {
            return self.unknown(line, to);
        };
        self.saw.known = true;
        if kind == Kind::Noise {
            to.noise(line);
            return true;
        }
        match self.held.take() {
            Some(Held::File(path)) if kind == Kind::Start && found.file.is_empty() => {
                self.enter(&path, b"");
            }
            // The rows name it too.
            Some(Held::File(path)) if kind == Kind::Start && found.file == path => {}
            Some(Held::File(path) | Held::Source(path)) => self.text(&path, to),
            None => {}
        }
        match kind {
            Kind::Start => self.start(pattern, &found, to),
            Kind::Add => self.add(&found, to),
            Kind::More => self.more(&found, to),
            Kind::Below | Kind::Note => self.note(&found, to),
            Kind::Once if found.text.is_empty() => self.once(line),
            Kind::Once => self.once(found.text),
            Kind::Frame => self.frame(line, to),
            Kind::File if found.at.is_empty() => {
                self.close(to);
                self.held = Some(Held::File(found.file.to_vec()));
            }
            Kind::File => {
                self.close(to);
                self.enter(found.file, found.at);
                self.quoting = true;
            }
            Kind::Quote => {
                self.close(to);
                self.quoting = true;
            }
            Kind::Omit(what) => {
                self.close(to);
                to.omit(what, line);
            }
            Kind::Text | Kind::Fail => {
                self.saw.failure |= kind == Kind::Fail;
                self.text(line, to);
            }
            Kind::Good if self.good.len() > BODY_BYTES_MAX => to.omit("lines of success", line),
            Kind::Good => {
                self.close(to);
                self.good.extend_from_slice(line.trim_ascii());
                self.good.push(b'\n');
            }
            Kind::Noise => {}
        }
        true
    }

    /// The diagnostics below are about this file.
    fn enter(&mut self, path: &[u8], at: &[u8]) {
        self.file = path.to_vec();
        self.file_at = at.to_vec();
    }

    fn start(&mut self, pattern: &str, found: &Fit<'_>, to: &mut To<'_>) {
        let here = self
            .open
            .as_ref()
            .is_some_and(|open| open.found.path == found.file && open.found.at == found.at);
        if here && found.severity == b"note" && found.code.is_empty() {
            return self.note(found, to);
        }
        self.close(to);
        let mut open = Open::default();
        if found.file.is_empty() && !self.file.is_empty() {
            open.found.path = self.file.clone();
            open.found.at = self.file_at.clone();
        }
        self.open = Some(open);
        self.fill(found);
        if let Some(open) = &mut self.open
            && let Some(words) = words(pattern)
        {
            let blank = if open.found.text.is_empty() { "" } else { " " };
            let text = [words.as_bytes(), blank.as_bytes(), &open.found.text].concat();
            open.found.text = text;
        }
    }

    /// Puts fields where the open diagnostic has none.
    fn fill(&mut self, found: &Fit<'_>) {
        let Some(open) = &mut self.open else { return };
        let fields = [
            (&mut open.found.path, found.file),
            (&mut open.found.at, found.at),
            (&mut open.severity, found.severity),
            (&mut open.found.code, found.code),
            (&mut open.found.text, found.text),
        ];
        for (field, text) in fields {
            if field.is_empty() {
                field.extend_from_slice(text);
            }
        }
    }

    fn add(&mut self, found: &Fit<'_>, to: &mut To<'_>) {
        let Some(open) = &self.open else { return };
        let place = found.file.is_empty() || open.found.path.is_empty();
        let text = found.text.is_empty() || open.found.text.is_empty();
        let elsewhere = if place { &Fit::default() } else { found };
        let note = Fit {
            text: found.text,
            ..*elsewhere
        };
        if place {
            self.fill(found);
        }
        if !place || !text {
            self.note(&note, to);
        }
    }

    fn more(&mut self, found: &Fit<'_>, to: &mut To<'_>) {
        let Some(open) = &mut self.open else { return };
        if open.found.text.len() > BODY_BYTES_MAX {
            return to.omit("lines of a message", found.text);
        }
        if !open.found.text.is_empty() {
            open.found.text.push(b' ');
        }
        open.found.text.extend_from_slice(found.text);
        if open.found.code.is_empty() {
            open.found.code.extend_from_slice(found.code);
        }
    }

    fn once(&mut self, line: &[u8]) {
        let Some(open) = &mut self.open else { return };
        open.apart = true;
        // What ruff marks with a star it does itself.
        let by_itself = open.found.text.starts_with(b"[*] ");
        if !by_itself && open.found.advice.len() < BODY_BYTES_MAX {
            open.found.advice.push(b' ');
            open.found.advice.extend_from_slice(line.trim_ascii());
            open.found.advice.push(b'\n');
        }
    }

    /// A line of the body: severity, place where it is another, message.
    fn note(&mut self, found: &Fit<'_>, to: &mut To<'_>) {
        let Some(open) = &mut self.open else { return };
        let body = &mut open.found.body;
        if body.len() > BODY_BYTES_MAX {
            return to.omit("notes", found.text);
        }
        let elsewhere = found.file != open.found.path && !found.file.is_empty();
        if body.is_empty() || body.ends_with(b"\n") {
            body.push(b' ');
        }
        if !found.severity.is_empty() {
            body.extend_from_slice(found.severity);
            body.push(b' ');
        }
        if elsewhere {
            body.extend_from_slice(found.file);
        }
        if (elsewhere || found.at != open.found.at) && !found.at.is_empty() {
            body.push(b':');
            push_at(body, found.at);
            body.push(b' ');
        }
        if found.text.is_empty() {
            // The text is below.
            return;
        }
        body.extend_from_slice(found.text);
        if !found.code.is_empty() {
            body.push(b' ');
            body.extend_from_slice(found.code);
        }
        body.push(b'\n');
    }

    /// A row of a code frame.
    fn frame(&mut self, line: &[u8], to: &mut To<'_>) {
        if let Some(open) = &mut self.open {
            open.apart = true;
        }
        to.noise(line);
    }

    /// A line that no pattern fits.
    fn unknown(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let mark = marks(line) == line.len();
        if let Some(Held::File(line) | Held::Source(line)) = self.held.take() {
            self.text(&line, to);
        }
        if self.open.is_none() && !self.quoting {
            return false;
        }
        if mark || self.quoting || numbered(line) {
            self.frame(line, to);
        } else {
            self.held = Some(Held::Source(line.to_vec()));
        }
        true
    }

    /// Prints a line in its order.
    fn text(&mut self, line: &[u8], to: &mut To<'_>) {
        self.close(to);
        let line = line.trim_ascii();
        let sign = ["✖ ", "× ", "✗ "]
            .iter()
            .find_map(|sign| line.strip_prefix(sign.as_bytes()));
        self.batch.text(sign.unwrap_or(line), to);
    }

    /// The open diagnostic is complete.
    fn close(&mut self, to: &mut To<'_>) {
        let Some(open) = self.open.take() else { return };
        self.saw.failure = true;
        let Open {
            mut found,
            severity,
            ..
        } = open;
        let at = std::mem::take(&mut found.at);
        push_at(&mut found.at, &at);
        if !found.body.is_empty() && !found.body.ends_with(b"\n") {
            found.body.push(b'\n');
        }
        let mut text = Vec::new();
        let bare = [
            &b"error"[..],
            b"Error",
            b"x",
            "✖".as_bytes(),
            "×".as_bytes(),
        ];
        for part in [&severity, &found.code, &found.text] {
            if part.is_empty() || bare.contains(&&part[..]) {
                continue;
            }
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(part);
        }
        found.text = text;
        self.batch.add(found, to);
    }

    /// Prints what is held.
    pub(super) fn flush(&mut self, to: &mut To<'_>) {
        match self.held.take() {
            Some(Held::File(line) | Held::Source(line)) => self.text(&line, to),
            None => self.close(to),
        }
        self.batch.flush(to);
    }
}

/// The pattern's own words belong to the message: `would reformat %f`.
fn words(pattern: &str) -> Option<&str> {
    let parts = pattern.split('%').enumerate();
    let mut texts = parts.map(|(n, part)| part.get(usize::from(n > 0)..).unwrap_or_default());
    texts
        .find(|text| text.len() > 6)
        .map(|text| text.trim_matches([' ', ':']))
}

/// A place with colons: `12,7` is `12:7`.
fn push_at(to: &mut Vec<u8>, at: &[u8]) {
    to.extend(at.iter().map(|&byte| match byte {
        b',' => b':',
        byte => byte,
    }));
}

/// `> 12 | text`, `12 |`, `  | ^^`: a row of a code frame with a gutter.
fn numbered(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    let text = text.strip_prefix(b">").unwrap_or(text).trim_ascii_start();
    let rest = scan::number(text).map_or(text, |(_, rest)| rest);
    matches!(
        rest.trim_ascii_start(),
        [b'|' | b':', ..] | [0xe2, 0x94, ..] | [0xc2, 0xb7, ..]
    )
}

impl Lines for Grammar {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if !self.take(line, to) {
            self.text(line, to);
        }
    }

    fn end(&mut self, status: Status, to: &mut To<'_>) -> Saw {
        self.flush(to);
        if status == Status::Code(0) {
            for line in scan::lines(&self.good) {
                to.line(line);
            }
        }
        self.saw
    }
}
