//! Bundlers, and whatever else a package's script runs.
//!
//! Beside the lines of any build these print code frames that no header announces, stacks
//! of libraries, and lists of what was made:
//!
//! - of a frame the marked lines stay and what is said of them; not even these where the
//!   message below repeats them (node prints `throw new Error("x")` above `Error: x`);
//! - of a stack the project's own places stay, once;
//! - of what was made name and size stay; names that differ only in a number or in the
//!   hash of their contents are alike, and counted.
//!
//! Sources: recorded output of node, vite 7 and 8, webpack, rollup, esbuild, tsup, parcel and next.

use super::super::both::{Lines, Saw, To, both};
use super::super::log::{Fold, shape};
use super::super::{Filter, Status, scan};
use super::build::Build;
use super::build_tools::Tool;
use super::header;
use super::marks::{is_caret, names};

/// Rows of one code frame.
const ROWS_MAX: usize = 40;

/// Lines that are alike, shown.
const ALIKE: u16 = 1;

/// The filter.
pub(super) fn make(tool: &'static Tool) -> Option<Box<dyn Filter>> {
    both(|| {
        Box::new(Script {
            build: Build::new(tool),
            rows: Vec::new(),
            said: Vec::new(),
            place: Vec::new(),
            made: Fold::new(ALIKE, 1),
        })
    })
}

/// Reads one stream.
struct Script {
    build: Build,
    /// A plain line that may be a source line, or the rows of a frame so far.
    rows: Vec<Row>,
    /// What was told last, less places; and the last place.
    said: Vec<u8>,
    place: Vec<u8>,
    made: Fold,
}

/// A line of source, or a label.
struct Row {
    raw: Vec<u8>,
    /// Where the text begins, without number and gutter.
    start: usize,
    in_gutter: bool,
    marked: bool,
}

/// What a line is.
enum Is {
    /// Source behind a gutter, from this offset.
    Source(usize),
    /// Marks, and from this offset what is said of them.
    Marks(usize),
    /// Text beside a drawn line.
    Beside(usize),
    Plain,
}

impl Lines for Script {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let line = line.trim_ascii_end();
        if line.is_empty() {
            return to.noise(line);
        }
        let in_frame = self.rows.last().is_some_and(|row| row.in_gutter);
        match row(line, in_frame) {
            Is::Source(start) => {
                if !in_frame || self.rows.len() >= ROWS_MAX {
                    self.flush(b"", to);
                }
                self.hold(line, start, true);
            }
            Is::Marks(label) => {
                if let Some(row) = self.rows.last_mut() {
                    row.marked = true;
                }
                if label < line.len() {
                    self.hold(line, label, true);
                    self.rows
                        .last_mut()
                        .iter_mut()
                        .for_each(|row| row.marked = true);
                }
            }
            Is::Beside(start) => {
                self.flush(b"", to);
                let text = scan::squeeze(&line[start..]);
                let text = text.strip_prefix(b"[ ").unwrap_or(&text);
                self.tell(text.strip_suffix(b" ]").unwrap_or(text), to);
            }
            Is::Plain => self.plain(line, to),
        }
    }

    fn end(&mut self, status: Status, to: &mut To<'_>) -> Saw {
        self.flush(b"", to);
        self.made.end(to.parts().0);
        self.build.end(status, to)
    }
}

impl Script {
    fn plain(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii_start();
        if self.build.knows(text) {
            self.flush(text, to);
            return self.told(line, to);
        }
        if let Some(asset) = asset(line) {
            self.flush(b"", to);
            self.build.flush(to);
            let (out, stream) = to.parts();
            return self
                .made
                .like(&asset, shape(&without_hash(&asset)), stream, out);
        }
        let said = self.rows.last().map_or(&self.said, |row| &row.raw);
        let repeats = |part: &[u8]| part.len() > 8 && scan::has(said, part);
        let place = [&self.place[..], b":"].concat();
        // vite names the file of the message above.
        let file = text.strip_prefix(b"file: ");
        let mut quoted = said.split(|&byte| byte == b'"').skip(1).step_by(2);
        if file.is_some_and(|file| quoted.any(|part| part.len() > 3 && file.ends_with(part)))
            || repeats(file.unwrap_or(text))
            || text.starts_with(b"at ") && place.len() > 1 && scan::has(text, &place)
        {
            return to.noise(line);
        }
        self.flush(text, to);
        if let Some(head) = header::read(line) {
            self.said = [head.path, b":", head.at, b" ", head.text].concat();
            self.told(line, to);
        } else {
            self.hold(line, 0, false);
        }
    }

    fn hold(&mut self, line: &[u8], start: usize, in_gutter: bool) {
        self.rows.push(Row {
            raw: line.to_vec(),
            start,
            in_gutter,
            marked: false,
        });
    }

    /// The rows are complete; `next` is what comes below.
    fn flush(&mut self, next: &[u8], to: &mut To<'_>) {
        let rows = std::mem::take(&mut self.rows);
        let marked = rows.iter().any(|row| row.marked);
        let message = scan::cut(next, b": ").map_or(next, |(_, message)| message);
        for row in rows {
            let source = row.raw[row.start..].trim_ascii();
            let known = !message.is_empty() && scan::has(source, message)
                || row.in_gutter && names(&self.said, source);
            if !marked {
                self.tell(&row.raw, to);
            } else if row.marked && !known {
                self.tell(source, to);
            } else {
                to.noise(&row.raw);
            }
        }
    }

    /// A line that stays.
    fn tell(&mut self, line: &[u8], to: &mut To<'_>) {
        let place = line.trim_ascii();
        let place = place.strip_suffix(b":").unwrap_or(place);
        let place = place.strip_prefix(b"file://").unwrap_or(place);
        let is_place = scan::place(place).is_some_and(|(_, rest)| rest.is_empty());
        if is_place && !place.contains(&b' ') {
            self.place = place.to_vec();
            return self.told(place, to);
        }
        self.said = line.to_vec();
        self.told(line, to);
    }

    fn told(&mut self, line: &[u8], to: &mut To<'_>) {
        let (out, stream) = to.parts();
        self.made.close_gap(stream, out);
        self.build.line(line, to);
    }
}

/// Whether the line is a row of a code frame.
fn row(line: &[u8], in_frame: bool) -> Is {
    let indent = line.len() - line.trim_ascii_start().len();
    let text = line[indent..]
        .strip_prefix(b">")
        .unwrap_or(&line[indent..])
        .trim_ascii_start();
    let (numbered, rest) = match scan::number(text) {
        Some((_, rest)) => (true, rest.trim_ascii_start()),
        None => (false, text),
    };
    let drawn = matches!(rest, [0xe2, 0x94 | 0x95, _, ..]);
    let start = line.len() - rest.len();
    if numbered {
        return match rest {
            [b'|', ..] => Is::Source(start + 1),
            _ if drawn => Is::Source(start + 3),
            [] if in_frame => Is::Source(start),
            _ => Is::Plain,
        };
    }
    let bar = rest.starts_with(b"|") && in_frame;
    if !drawn && !bar {
        return if is_caret(line) {
            Is::Marks(line.len())
        } else {
            Is::Plain
        };
    }
    let end = start + drawing(rest);
    let row = &line[start..end];
    // A drawn line across, or ASCII's carets.
    let marks =
        scan::has(row, "─".as_bytes()) || row.iter().any(|byte| matches!(byte, b'^' | b'~'));
    match marks || end == line.len() {
        true if scan::has(row, "╭".as_bytes()) => Is::Beside(end),
        true => Is::Marks(end),
        false => Is::Beside(end),
    }
}

/// How far lines, marks and blanks reach.
fn drawing(row: &[u8]) -> usize {
    let mut rest = row;
    loop {
        rest = match rest {
            [b'|' | b'^' | b'~' | b'-' | b' ', rest @ ..] => rest,
            // U+2500 to U+257F: box drawing.
            [0xe2, 0x94 | 0x95, _, rest @ ..] => rest,
            _ => return row.len() - rest.len(),
        };
    }
}

/// `dist/a.js  1.2 kB │ gzip: 0.5 kB`, `asset a.js 1.2 KiB [emitted]`, `out/a.js  564b`:
/// something that was made, its name and its size.
fn asset(line: &[u8]) -> Option<Vec<u8>> {
    const UNITS: &[&[u8]] = &[
        b"b", b"B", b"bytes", b"kb", b"kB", b"KB", b"KiB", b"mb", b"MB", b"MiB",
    ];
    let mut words = line
        .split(|&byte| byte == b' ')
        .filter(|word| !word.is_empty());
    let mut path = words.next()?;
    let label = matches!(path, b"asset" | b"CJS" | b"ESM" | b"IIFE" | b"DTS").then_some(path);
    if label.is_some() {
        path = words.next()?;
    }
    if !path.contains(&b'.') || !scan::is_path(path) {
        return None;
    }
    let size = words.next()?;
    let digits = size
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || **byte == b'.')
        .count();
    let (amount, mut unit) = size.split_at(digits);
    let glued = !unit.is_empty();
    if !glued {
        unit = words.next()?;
    }
    if amount.is_empty() || !UNITS.contains(&unit) {
        return None;
    }
    let blank: &[u8] = if glued { b"" } else { b" " };
    let mut made = [path, b" ", amount, blank, unit].concat();
    for word in words {
        // What else is said of it is its size in another form, or when; but for this.
        if word == b"[big]" {
            made.extend_from_slice(b" [big]");
        }
    }
    Some(made)
}

/// The line with the hash of the contents in the file's name left out: `index-NRfTArMG.js`.
fn without_hash(line: &[u8]) -> Vec<u8> {
    const HASH: usize = 8;
    let path = line.split(|&byte| byte == b' ').next().unwrap_or(line);
    let stem = scan::rcut(path, b".").map_or(path, |(stem, _)| stem);
    if let Some(at) = stem.len().checked_sub(HASH).filter(|&at| at > 0)
        && matches!(stem[at - 1], b'-' | b'.')
        && !stem[at..].iter().all(u8::is_ascii_lowercase)
    {
        return [&line[..at], b"#", &line[stem.len()..]].concat();
    }
    line.to_vec()
}
