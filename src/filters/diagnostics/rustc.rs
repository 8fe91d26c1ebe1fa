//! Diagnostics of rustc and cargo: build, check, clippy, rustc, fmt --check, and the compiling part of cargo test.
//!
//! A diagnostic is a header (`error[E0308]: ...`, `warning: ...`), a line `--> file:line:col`, a frame, and a
//! blank line; or one line with `--message-format=short`. Cargo's own lines begin with a verb that is set flush
//! right in twelve columns. Everything else (`Caused by:`, output of build scripts, linkers) is passed on.
//! Source: <https://doc.rust-lang.org/rustc/json.html#rendered>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::frame::{Give, compact};
use super::{Batch, Diagnostic};

/// Lines of one diagnostic that are held; past that it is passed on as it is.
const LINES_MAX: usize = 400;

/// Verbs of cargo that say what it is at: progress.
const PROGRESS: &[&str] = &[
    "Blocking",
    "Building",
    "Checking",
    "Compiling",
    "Dirty",
    "Documenting",
    "Doc-tests",
    "Downloaded",
    "Downloading",
    "Executable",
    "Fetch",
    "Finished",
    "Fresh",
    "Generated",
    "Locking",
    "Running",
    "Scraping",
    "Updating",
    "Verifying",
];

/// Lines that say nothing: hints, and the frame around what a build script printed.
const HINTS: &[&[u8]] = &[
    b"For more information about ",
    b"Some errors have detailed explanations: ",
    b"Caused by:",
    b"failed to load source for dependency `",
    b"--- stdout",
    b"--- stderr",
    b"cargo:rerun-if-",
    b"cargo::rerun-if-",
    b"note: run with `RUST_BACKTRACE=",
];

/// The filter.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    both(|| Box::new(Rustc::new(true)))
}

/// A diagnostic that is still being read.
struct Open {
    text: Vec<u8>,
    path: Vec<u8>,
    at: Vec<u8>,
    lines: Vec<Vec<u8>>,
}

/// Reads rustc's and cargo's lines.
pub(crate) struct Rustc {
    open: Option<Open>,
    batch: Batch,
    /// Whether `Finished` is printed: where nothing else tells of success.
    finished: bool,
    /// The warning that a build script gave last.
    warned: Vec<u8>,
    saw: Saw,
}

impl Rustc {
    /// `finished`: print cargo's last line, `Finished ...`.
    pub(crate) fn new(finished: bool) -> Self {
        Rustc {
            open: None,
            batch: Batch::exact(),
            finished,
            warned: Vec::new(),
            saw: Saw::default(),
        }
    }

    /// Takes the line if it is the compiler's or cargo's own; gives back whether it did.
    pub(crate) fn take(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        if let Some(open) = &mut self.open {
            let going = !line.is_empty() && header(line).is_none() && belongs(open, line);
            if going && open.lines.len() < LINES_MAX {
                match place_line(line) {
                    Some((path, at)) if open.path.is_empty() && open.lines.is_empty() => {
                        (open.path, open.at) = (path.to_vec(), at.to_vec());
                    }
                    _ => open.lines.push(line.to_vec()),
                }
                return true;
            }
            self.close(to);
            if line.is_empty() {
                to.noise(line);
                return true;
            }
        }
        self.idle(line, to)
    }

    fn idle(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        if let Some(text) = header(line) {
            self.saw.known = true;
            if !self.summary(text, to) {
                self.open = Some(Open {
                    text: text.to_vec(),
                    path: Vec::new(),
                    at: Vec::new(),
                    lines: Vec::new(),
                });
            }
            return true;
        }
        if let Some(mut found) = short(line) {
            self.saw.known = true;
            self.saw.failure |= found.text.starts_with(b"error");
            bare_code(&mut found.text);
            self.batch.add(found, to);
            return true;
        }
        if let Some(verb) = verb(line) {
            self.saw.known = true;
            if verb == "Finished" && self.finished {
                let end = scan::find(line, b" target(s) in").unwrap_or(line.len());
                let end = scan::find(&line[..end], b" [").unwrap_or(end);
                self.batch.text(line[..end].trim_ascii(), to);
            } else if PROGRESS.contains(&verb) {
                to.noise(line);
            } else {
                self.batch.text(line.trim_ascii(), to);
            }
            return true;
        }
        let text = line.trim_ascii_start();
        // cargo told it before, as a warning of the package.
        let again = text.strip_prefix(b"cargo:warning=");
        let again = again.is_some_and(|said| !said.is_empty() && self.warned.ends_with(said));
        if again || HINTS.iter().any(|start| text.starts_with(start)) {
            to.noise(line);
            return true;
        }
        if let Some((ended, command)) = scan::cut(line, b"process didn't exit successfully: `")
            && let Some((_, how)) = scan::cut(command, b"/build-script-build` (")
        {
            let how = [ended, b"process didn't exit successfully (", how].concat();
            self.batch.text(&how, to);
            return true;
        }
        false
    }

    /// Lines that sum up: `error: could not compile ...`, `warning: `x` (lib) generated 2 warnings`.
    fn summary(&mut self, text: &[u8], to: &mut To<'_>) -> bool {
        if let Some((_, rest)) = scan::cut(text, b"error: could not compile ") {
            self.saw.failure = true;
            let told = match scan::cut(rest, b" due to ") {
                Some((what, count)) => {
                    let count = String::from_utf8_lossy(count)
                        .replace(" previous", "")
                        .replace(" emitted", "");
                    [what, b": ", count.as_bytes()].concat()
                }
                None => text.to_vec(),
            };
            self.batch.text(&told, to);
            return true;
        }
        if text == b"warning: build failed, waiting for other jobs to finish..."
            || text == b"error: aborting due to 1 previous error"
        {
            to.noise(text);
            return true;
        }
        let counted =
            scan::cut(text, b" generated ").filter(|(_, rest)| scan::number(rest).is_some());
        if let (true, Some((what, count))) = (text.starts_with(b"warning: `"), counted) {
            let (count, fix) = scan::cut(count, b" (run `").unwrap_or((count, b""));
            let mut told = [&what[b"warning: ".len()..], b": ", count].concat();
            if let Some((_, fixable)) = scan::cut(fix, b" to apply ") {
                told.extend_from_slice(b", --fix: ");
                told.extend_from_slice(fixable.strip_suffix(b")").unwrap_or(fixable));
            }
            self.batch.text(&told, to);
            return true;
        }
        false
    }

    fn close(&mut self, to: &mut To<'_>) {
        let Some(open) = self.open.take() else { return };
        let error = open.text.starts_with(b"error");
        if open.path.is_empty() && !error {
            self.warned = open.text.clone();
        }
        self.saw.failure |= error;
        if open.path.is_empty() && !open.lines.is_empty() {
            self.batch.text(&open.text, to);
            for line in &open.lines {
                to.line(line);
            }
            return;
        }
        let lint = lint(&open.lines);
        let body = compact(&open.lines, &open.at, &open.text, give(&open.text, lint));
        let mut text = open.text;
        bare_code(&mut text);
        if let Some(lint) = lint {
            text.extend_from_slice(&[b" (", lint, b")"].concat());
        }
        let code = lint.unwrap_or_default().to_vec();
        self.batch.add(
            Diagnostic {
                path: open.path,
                at: open.at,
                text,
                code,
                body,
                ..Diagnostic::default()
            },
            to,
        );
    }

    /// Prints a line that is not the compiler's, in its order.
    pub(crate) fn text(&mut self, line: &[u8], to: &mut To<'_>) {
        self.close(to);
        self.batch.text(line, to);
    }

    /// Prints what is held.
    pub(crate) fn flush(&mut self, to: &mut To<'_>) {
        self.close(to);
        self.batch.flush(to);
    }

    /// What was found so far.
    pub(crate) fn saw(&self) -> Saw {
        self.saw
    }
}

impl Lines for Rustc {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if self.take(line, to) {
        } else if line.is_empty() {
            to.noise(line);
        } else {
            self.text(line, to);
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.flush(to);
        self.saw
    }
}

/// Errors with their frame; a lint's message and help say it all without.
fn give(text: &[u8], lint: Option<&[u8]>) -> Give {
    if text.starts_with(b"error") && lint.is_none() {
        Give::All
    } else {
        Give::Labels
    }
}

/// `error: ...`, `error[E0308]: ...`, `warning: ...`.
fn header(line: &[u8]) -> Option<&[u8]> {
    let rest = line
        .strip_prefix(b"error")
        .or_else(|| line.strip_prefix(b"warning"))?;
    let coded = rest.starts_with(b"[") && scan::find(rest, b"]: ").is_some_and(|at| at < 60);
    (rest.starts_with(b": ") || coded).then_some(line)
}

/// `  --> src/lib.rs:2:5`.
fn place_line(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let place = line.trim_ascii_start().strip_prefix(b"--> ")?;
    let (found, _) = scan::place(place)?;
    Some((found.path, found.at))
}

/// Whether a line can be part of the open diagnostic.
fn belongs(open: &Open, line: &[u8]) -> bool {
    let part = [&b"note: "[..], b"help: ", b"...", b" "];
    let numbered = scan::number(line).is_some_and(|(_, rest)| {
        let rest = rest.trim_ascii_start();
        matches!(rest.first(), Some(b'|' | b'-' | b'+' | b'~'))
    });
    let placed = !open.path.is_empty();
    if placed {
        numbered || part.iter().any(|start| line.starts_with(start))
    } else {
        line.starts_with(b" ") && verb(line).is_none()
    }
}

/// The verb of a line of cargo's own: at most twelve columns, flush right.
fn verb(line: &[u8]) -> Option<&str> {
    let start = scan::indent(line);
    let word = line[start..].split(|&byte| byte == b' ').next()?;
    let flush = start > 0 && start + word.len() == 12 && word[0].is_ascii_uppercase();
    if flush {
        std::str::from_utf8(word).ok()
    } else {
        None
    }
}

/// `src/tariff.rs:4:20: error[E0308]: ...`.
fn short(line: &[u8]) -> Option<Diagnostic> {
    let (place, rest) = scan::place(line)?;
    let text = rest.strip_prefix(b": ")?;
    let known =
        header(text).is_some() || text.starts_with(b"note: ") || text.starts_with(b"help: ");
    known.then(|| Diagnostic {
        path: place.path.to_vec(),
        at: place.at.to_vec(),
        text: text.to_vec(),
        ..Diagnostic::default()
    })
}

/// `error[E0308]: mismatched types` says `E0308: mismatched types`.
fn bare_code(text: &mut Vec<u8>) {
    if text.starts_with(b"error[") {
        text.drain(..b"error[".len());
        if let Some(close) = scan::find(text, b"]") {
            text.remove(close);
        }
    }
}

/// The lint's name, from its note or its page.
fn lint(lines: &[Vec<u8>]) -> Option<&[u8]> {
    lines.iter().find_map(|line| {
        let page =
            scan::cut(line, b"rust-clippy/").and_then(|(_, rest)| scan::cut(rest, b"index.html#"));
        if let Some((_, name)) = page {
            return Some(name.trim_ascii());
        }
        let text = line.trim_ascii_start().strip_prefix(b"= note: `")?;
        ["#[warn(", "#[deny(", "#[forbid("]
            .iter()
            .find_map(|start| scan::between(text, start.as_bytes(), b")"))
            .filter(|_| text.starts_with(b"#["))
    })
}
