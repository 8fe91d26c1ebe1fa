//! What the runners of JavaScript tests print of one failure: a message, the values,
//! a frame of source, a stack. jest, vitest, Playwright, mocha and bun share its parts.
//!
//! The frame goes, for the place says the same; of the stack the project's own places
//! stay; of the two values the lines that differ, where the message does not hold them.

use super::super::both::To;
use super::super::scan;
use super::Body;

/// One failure on its way.
#[derive(Default)]
pub(super) struct Failure {
    /// The first place of the project's own in the stack.
    pub(super) place: Vec<u8>,
    message: Vec<Vec<u8>>,
    /// Lines with a sign, and the openers around them.
    diff: Vec<Vec<u8>>,
    in_diff: bool,
    stack: Vec<Vec<u8>>,
    libraries: usize,
}

impl Failure {
    /// Nothing has been said.
    pub(super) fn is_empty(&self) -> bool {
        self.message.is_empty() && self.place.is_empty()
    }

    /// A line of it, whatever its indentation.
    pub(super) fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        if text.is_empty() || is_frame(text) {
            return;
        }
        if let Some(place) = stack_place(text) {
            self.in_diff = false;
            if is_library(place) {
                self.libraries += 1;
                to.noise(line);
            } else if self.place.is_empty() {
                self.place = place.to_vec();
            } else if self.stack.len() < 8 {
                self.stack.push(place.to_vec());
            } else {
                to.omit("frames of stacks", line);
            }
            return;
        }
        if is_diff_header(text) {
            self.in_diff = true;
            return;
        }
        if self.in_diff {
            let signed = text.starts_with(b"-") || text.starts_with(b"+");
            // What is open says where in the value the difference is.
            let opens = (text.ends_with(b"{") || text.ends_with(b"[")) && !self.diff.is_empty();
            if signed || opens {
                if self.diff.len() < 400 {
                    return self.diff.push(text.to_vec());
                }
                return to.omit("lines of a difference", line);
            }
            if !is_value(text) {
                self.in_diff = false;
            } else {
                return;
            }
        }
        self.message(text, to);
    }

    fn message(&mut self, text: &[u8], to: &mut To<'_>) {
        let text = text.strip_prefix(b"AssertionError: ").unwrap_or(text);
        let text = text.strip_prefix(b"Failure/Error: ").unwrap_or(text);
        let text = scan::rcut(text, b" // ")
            .filter(|(_, why)| why.ends_with(b"equality") || why.starts_with(b"using "))
            .map_or(text, |(text, _)| text);
        let text = text
            .strip_prefix(b"Error: expect(")
            .map_or(text, |_| &text[b"Error: ".len()..]);
        if self.message.len() >= 400 {
            return to.omit("lines of a message", text);
        }
        // `Expected: 9` and `Received: 8` stand with what was expected of them.
        let value = [&b"Expected"[..], b"Received", b"got: "]
            .iter()
            .any(|word| text.starts_with(word));
        match self.message.last_mut() {
            Some(last) if value && last.len() + text.len() < 200 => {
                last.push(b' ');
                last.extend_from_slice(text);
            }
            _ => self.message.push(matcher(text)),
        }
    }

    /// The whole, without the place.
    pub(super) fn body(self, to: &mut To<'_>) -> Body {
        let mut body = Body::default();
        let bare = |text: &[u8]| -> Vec<u8> {
            let quotes = |byte: &u8| !matches!(byte, b'"' | b'\'' | b'`');
            text.iter().copied().filter(quotes).collect()
        };
        let said = bare(&self.message.join(&b"\n"[..]));
        let elided = [&b"..."[..], "…".as_bytes()]
            .iter()
            .any(|dots| scan::has(&said, dots));
        let repeats = !elided
            && self.diff.iter().all(|line| {
                let text = line
                    .strip_prefix(b"-")
                    .or_else(|| line.strip_prefix(b"+"))
                    .unwrap_or(line);
                let text = text.trim_ascii();
                scan::has(&said, &bare(text.strip_suffix(b",").unwrap_or(text)))
            });
        for line in &self.message {
            body.push(line, to);
        }
        if !repeats {
            for line in &self.diff {
                let sign = &line[..1];
                let text = line[1..].trim_ascii();
                match sign {
                    b"-" | b"+" => body.push(&[sign, text].concat(), to),
                    _ => body.push(line, to),
                }
            }
        }
        for place in &self.stack {
            body.push(&[b"at ", &place[..]].concat(), to);
        }
        body
    }
}

/// `expect(received).toBe(expected)` says `toBe`.
fn matcher(text: &[u8]) -> Vec<u8> {
    let inner = text
        .strip_prefix(b"expect(received).")
        .or_else(|| text.strip_prefix(b"expect("));
    match inner.and_then(|inner| scan::cut(inner, b"(expected)")) {
        Some((name, rest)) if text.starts_with(b"expect(received).") => [name, rest].concat(),
        _ => text.to_vec(),
    }
}

/// `> 16 |   expect(x)`, `  | ^`, `16 | `, `16| `.
fn is_frame(text: &[u8]) -> bool {
    let text = text.strip_prefix(b">").unwrap_or(text).trim_ascii_start();
    let rest = scan::number(text)
        .map_or(text, |(_, rest)| rest)
        .trim_ascii_start();
    let numbered = rest.len() < text.len();
    match rest.strip_prefix(b"|") {
        Some(_) if numbered => true,
        Some(marks) => marks.iter().all(|byte| b" ^~-".contains(byte)),
        None => false,
    }
}

fn is_diff_header(text: &[u8]) -> bool {
    let header = |start: &[u8]| {
        text.strip_prefix(start)
            .is_some_and(|rest| rest.iter().all(|byte| b" -+0123456789".contains(byte)))
    };
    header(b"- Expected")
        || header(b"+ Received")
        || text == b"+ expected - actual"
        || text == b"+ actual - expected"
        || (text.starts_with(b"@@ ") && text.ends_with(b" @@"))
}

/// A line of a value that is the same on both sides.
fn is_value(text: &[u8]) -> bool {
    text.ends_with(b",")
        || text.ends_with(b"{")
        || text.ends_with(b"[")
        || text.iter().all(|byte| b"{}[]()\"'`, ".contains(byte))
        || text.starts_with(b"\"")
}

/// The place in a line of a stack: `at f (src/a.js:1:2)`, `at src/a.js:1:2`, vitest's
/// `❯ f src/a.js:1:2`.
pub(super) fn stack_place(text: &[u8]) -> Option<&[u8]> {
    let rest = text
        .strip_prefix(b"at ")
        .or_else(|| text.strip_prefix("❯ ".as_bytes()))?;
    let place = match rest
        .strip_suffix(b")")
        .and_then(|rest| scan::rcut(rest, b"("))
    {
        Some((_, place)) => place,
        None => scan::rcut(rest, b" ").map_or(rest, |(_, place)| place),
    };
    let place = place.strip_prefix(b"file://").unwrap_or(place);
    if place == b"<anonymous>" || place == b"native" || place.starts_with(b"index ") {
        return Some(b"node:");
    }
    let (found, rest) = scan::place(place)?;
    let whole = rest.is_empty() && (!found.path.is_empty());
    whole.then_some(place)
}

/// A place in the runner or in what it uses.
fn is_library(place: &[u8]) -> bool {
    scan::has(place, b"node_modules/")
        || place.starts_with(b"node:")
        || place.starts_with(b"internal/")
        || scan::has(place, b"/internal/process/")
}

/// A row of a table of coverage, shortened; `None` for what says nothing.
pub(super) fn coverage_row(line: &[u8], to: &mut To<'_>) -> Option<Vec<u8>> {
    let cells: Vec<&[u8]> = line
        .split(|&byte| byte == b'|')
        .map(<[u8]>::trim_ascii)
        .collect();
    let rule = line.iter().all(|byte| b"-|".contains(byte));
    let full = cells.len() > 4
        && cells[1..5].iter().all(|cell| *cell == b"100")
        && cells[0] != b"All files";
    if full {
        to.omit("covered files", line);
    }
    (!rule && !full).then(|| cells.join(&b" | "[..]))
}

/// Whether the line is one of such a table.
pub(super) fn is_coverage(line: &[u8]) -> bool {
    line.iter().filter(|&&byte| byte == b'|').count() == 5
}
