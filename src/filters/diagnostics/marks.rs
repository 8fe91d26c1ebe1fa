//! What compilers print below a diagnostic: the source line, a caret, labels, fixes.
//!
//! gcc draws a gutter (`   12 | source`, `      |   ^~~~`), clang before 17 and javac print
//! the source line as it is and a caret below. The place already says where; so of all
//! this the source line stays, trimmed, and only where it is an error whose message does
//! not name the thing that is marked. What else is said (`symbol:`, `have (...)`) stays.

use super::super::both::To;
use super::super::scan;
use super::header;

/// Notes that say nothing of this place.
const NOTES: &[&[u8]] = &[
    b"note: each undeclared identifier is reported only once",
    b"note: (Each undeclared identifier is reported only once",
];

/// Whether a line can go on with the diagnostic above it.
pub(super) fn goes_on(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t')) || is_caret(line)
}

/// A row with nothing but marks, one of them a caret.
pub(super) fn is_caret(row: &[u8]) -> bool {
    row.contains(&b'^')
        && row
            .iter()
            .all(|byte| matches!(byte, b'^' | b'~' | b' ' | b'\t' | b'-'))
}

/// The row behind the gutter, and whether it has a line number; `None` without a gutter.
fn gutter(line: &[u8]) -> Option<(bool, &[u8])> {
    let text = line.trim_ascii_start();
    let (numbered, rest) = match scan::number(text) {
        Some((_, rest)) => (true, rest.trim_ascii_start()),
        None => (false, text),
    };
    let row = rest
        .strip_prefix(b"|")
        .or_else(|| rest.strip_prefix(b"+"))?;
    (text.len() < line.len()).then_some((numbered, row))
}

/// A note on the library: what else might have been meant, and why it was not.
pub(super) fn is_system(note: &header::Header<'_>) -> bool {
    note.path.starts_with(b"/usr/") || note.text.starts_with(b"note:   ")
}

/// The lines below a diagnostic, made short; each with its line end.
pub(super) fn compact(lines: &[Vec<u8>], message: &[u8], error: bool, to: &mut To<'_>) -> Vec<u8> {
    let mut page = Vec::new();
    let mut in_note = false;
    let mut previous: Option<&[u8]> = None;
    let mut above: &[u8] = b"";
    for line in lines {
        if let Some(note) = header::read(line).filter(|head| head.is_note) {
            say_if(&mut page, previous.take());
            in_note = true;
            if NOTES.iter().any(|known| note.text.starts_with(known)) {
                to.noise(line);
            } else if is_system(&note) {
                to.omit("notes", line);
            } else {
                page.extend_from_slice(
                    &[note.text, b" (", note.path, b":", note.at, b")\n"].concat(),
                );
            }
            continue;
        }
        let row = match gutter(line) {
            Some((true, source)) => {
                previous = Some(source);
                continue;
            }
            Some((false, row)) => row,
            None if is_caret(line) => line,
            None => {
                say_if(&mut page, previous.replace(line));
                continue;
            }
        };
        let source = previous.take();
        if is_caret(row) && error && !in_note {
            say_if(&mut page, source.filter(|source| !names(message, source)));
        } else if !is_caret(row) && !in_note {
            // What should stand there, where the message does not say it.
            let fix = row.trim_ascii();
            let label = above.get(scan::indent(row)) == Some(&b'|');
            let said = label || fix.contains(&b'|') || scan::has(message, fix);
            say_if(&mut page, Some(fix).filter(|_| !said));
        }
        above = row;
    }
    if lines.last().is_some_and(|line| gutter(line).is_none()) {
        say_if(&mut page, previous);
    }
    page
}

fn say_if(page: &mut Vec<u8>, line: Option<&[u8]>) {
    let Some(text) = line.map(scan::squeeze) else {
        return;
    };
    let text = text.trim_ascii();
    if !text.is_empty() {
        page.extend_from_slice(text);
        page.push(b'\n');
    }
}

/// Whether the message quotes something that stands in the source line.
pub(super) fn names(message: &[u8], source: &[u8]) -> bool {
    let quotes = [("‘", "’"), ("'", "'"), ("`", "'"), ("\"", "\"")];
    quotes.iter().any(|(open, close)| {
        let mut rest = message;
        while let Some((_, after)) = scan::cut(rest, open.as_bytes()) {
            let Some((quoted, after)) = scan::cut(after, close.as_bytes()) else {
                return false;
            };
            if !quoted.is_empty() && scan::has(source, quoted) {
                return true;
            }
            rest = after;
        }
        false
    })
}
