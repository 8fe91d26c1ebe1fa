//! What runners print of one failure: a message, the values, a frame of source, a stack.
//! Those of JavaScript, Java and .NET share its parts.
//!
//! The frame goes, for the place says the same; of the stack the project's own places
//! stay; of the two values the lines that differ, where the message does not hold them.

use super::super::both::To;
use super::super::scan;
use super::Body;

/// Beginnings of messages that say no more than that something failed.
const ASSERTIONS: &[&str] = &[
    "AssertionError: ",
    "Failure/Error: ",
    "AssertionError [ERR_ASSERTION]: ",
    "org.opentest4j.AssertionFailedError: ",
    "java.lang.AssertionError: ",
    "error: AssertionError: ",
];

/// Beginnings of advice.
const HINTS: &[&str] = &[
    "Add a timeout value to this test",
    "If this is a long-running test, pass a timeout",
    "This error originated in \"",
];

/// One failure on its way.
#[derive(Default)]
pub(super) struct Failure {
    /// The first place of the project's own in the stack.
    pub(super) place: Vec<u8>,
    message: Vec<Vec<u8>>,
    /// Lines with a sign, and the openers around them.
    diff: Vec<Vec<u8>>,
    in_diff: bool,
    /// What follows was told: a second difference, the cause of what it is itself.
    again: bool,
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
        let text = match text.starts_with(b"at ") {
            true => text.strip_suffix(b" {").unwrap_or(text),
            false => text,
        };
        if let Some((path, at)) = dotnet_place(text) {
            return self.line(&[b"at ", path, b":", at].concat(), to);
        }
        if let Some(place) = stack_place(text) {
            self.in_diff = false;
            if is_library(place) || is_java_library(text) {
                self.libraries += 1;
                to.noise(line);
            } else if self.place == scan::line_of(place) {
                to.noise(line);
            } else if self.place.is_empty() {
                self.place = scan::line_of(place).to_vec();
            } else if self.stack.len() < 8 {
                self.stack.push(scan::line_of(place).to_vec());
            } else {
                to.omit("frames of stacks", line);
            }
            return;
        }
        if DOTNET
            .iter()
            .any(|start| text.starts_with(start.as_bytes()))
        {
            return to.noise(line);
        }
        if is_diff_header(text) {
            self.in_diff = true;
            self.again = !self.diff.is_empty();
            // mocha alone has it the other way round.
            if !self.again && text.starts_with(b"+ expected") {
                self.diff.push(text.to_vec());
            }
            return;
        }
        if self.in_diff {
            let signed = text.starts_with(b"-") || text.starts_with(b"+");
            // What is open says where in the value the difference is.
            let opens = (text.ends_with(b"{") || text.ends_with(b"[")) && !self.diff.is_empty();
            if self.again && (signed || opens) {
                return to.noise(line);
            }
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
        let text = ASSERTIONS
            .iter()
            .find_map(|start| text.strip_prefix(start.as_bytes()))
            .unwrap_or(text);
        let text = scan::rcut(text, b" // ")
            .filter(|(_, why)| why.ends_with(b"equality") || why.starts_with(b"using "))
            .map_or(text, |(text, _)| text);
        let text = [&b"Error: "[..], b"error: "]
            .iter()
            .find_map(|start| {
                text.strip_prefix(*start)
                    .filter(|rest| rest.starts_with(b"expect("))
            })
            .unwrap_or(text);
        self.again |= text == b"Cause:";
        let told = text == b"Cause:" || self.again && self.message.iter().any(|line| line == text);
        if told || HINTS.iter().any(|start| text.starts_with(start.as_bytes())) {
            return to.noise(text);
        }
        if self.message.len() >= 400 {
            return to.omit("lines of a message", text);
        }
        // `Expected: 9` and `Received: 8` stand with what was expected of them.
        let value = [&b"Expected"[..], b"Received", b"Actual: ", b"got: "]
            .iter()
            .any(|word| text.starts_with(word));
        match self.message.last_mut() {
            Some(last) if value && last.len() + text.len() < 200 => {
                last.push(b' ');
                last.extend_from_slice(text);
            }
            _ => {
                // bun names what differs behind the values.
                self.in_diff =
                    text.starts_with(b"expect(received).to") && text.ends_with(b"qual(expected)");
                self.message.push(matcher(text));
            }
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
                if line.starts_with(b"+ expected - ") {
                    return true;
                }
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
        || header(b"- Snapshot")
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
    let nowhere = [
        &b"<anonymous>"[..],
        b"native",
        b"Native Method",
        b"Unknown Source",
    ];
    if nowhere.contains(&place) || place.starts_with(b"index ") {
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
        || place.starts_with(b"ext:")
        || place.starts_with(b"internal/")
        || scan::has(place, b"/internal/process/")
}

/// Frames of .NET's own, which have no file.
const DOTNET: &[&str] = &["at System.", "at Microsoft.", "at Xunit.", "at NUnit."];

/// `at f() in /src/A.cs:line 42`: path and line. A frame without a file is a library's.
fn dotnet_place(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (head, line) = scan::rcut(text, b":line ")?;
    let (_, path) = scan::cut(head.strip_prefix(b"at ")?, b" in ")?;
    Some((path, line))
}

/// Packages of Java and Kotlin, and of what tests are written with.
const JAVA: &str = " java. javax. jdk. sun. com.sun. org.junit. junit. org.opentest4j. org.gradle. \
    worker.org.gradle. org.apache.maven. org.hamcrest. org.assertj. org.mockito. org.testng. kotlin. \
    kotlinx. groovy. org.codehaus.groovy. org.spockframework. scala. org.scalatest. org.springframework. \
    io.kotest. io.mockk. org.mockito. com.google.common. ";

/// `at app//org.junit.Assert.fail(Assert.java:89)`: not the project's own.
fn is_java_library(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"at ") else {
        return false;
    };
    let name = scan::cut(name, b"(").map_or(name, |(name, _)| name);
    let name = scan::rcut(name, b"/").map_or(name, |(_, name)| name);
    let mut ends = name.iter().enumerate().filter(|byte| *byte.1 == b'.');
    ends.any(|(at, _)| {
        let package = [b" ", &name[..=at], b" "].concat();
        scan::has(JAVA.as_bytes(), &package)
    })
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
