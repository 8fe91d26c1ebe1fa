//! Runners that list failures by number at the end: rspec, minitest, PHPUnit, mocha.
//!
//! Each entry begins `1) title`; what follows up to the next one, or to the totals, is
//! its message and stack. What differs stands in a [`Dialect`].
//! Sources: <https://rspec.info/>, minitest's README, <https://docs.phpunit.de/>,
//! <https://mochajs.org/#reporters>, and recorded output.

use super::super::both::{Lines, Saw, To, both};
use super::super::{Filter, Status, scan};
use super::Report;
use super::failure::Failure;

/// How a runner's output differs from the others'.
struct Dialect {
    /// Beginnings of lines that say nothing.
    noise: &'static [&'static str],
    /// Letters of progress.
    letters: &'static [u8],
    /// Parts of a line with totals: one of these.
    totals: &'static [&'static str],
    /// Parts of totals that tell of a failure, behind a number that is not 0.
    failures: &'static [&'static str],
    /// Lines that begin a list of entries that are no failures.
    pending: &'static [&'static str],
    /// Lines that begin a list of failures.
    failing: &'static [&'static str],
    /// Lines with this beginning repeat the failures.
    repeats: &'static str,
    /// The title goes on in lines that end with a colon (mocha: suites, then the test).
    nested: bool,
    /// The tree of tests above has these marks of a passing one.
    marks: &'static [&'static str],
}

static RSPEC: Dialect = Dialect {
    noise: &[
        "Finished in ",
        "Failed examples:",
        "(compared using ",
        "Run options: ",
        "All examples were filtered out",
        "No examples found.",
    ],
    letters: b".F*",
    totals: &[" examples, ", " example, "],
    failures: &[" failure", " error"],
    pending: &["Pending:"],
    failing: &["Failures:"],
    repeats: "rspec ",
    nested: false,
    marks: &[],
};

static MINITEST: Dialect = Dialect {
    noise: &[
        "# Running:",
        "Finished in ",
        "Running ",
        "You have skipped tests.",
    ],
    letters: b".FES",
    totals: &[" runs, ", " run, ", " tests, "],
    failures: &[" failures", " errors", " failure", " error"],
    pending: &[],
    failing: &[],
    repeats: "",
    nested: false,
    marks: &[],
};

static PHPUNIT: Dialect = Dialect {
    noise: &[
        "PHPUnit ",
        "Runtime: ",
        "Configuration: ",
        "Time: ",
        "--",
        "There was 1 ",
        "There were ",
        "Random Seed:",
        "Warning:       ",
        "PASS  ",
        "Duration: ",
    ],
    letters: b".FEWRSIDN",
    totals: &["Tests: ", "OK (", "OK, but "],
    failures: &["Failures: ", "Errors: ", " failed"],
    pending: &["risky test", "skipped test", "incomplete test"],
    failing: &["failure", "error", "warning"],
    repeats: "",
    nested: false,
    // Pest, artisan test.
    marks: &["✓", "✔"],
};

static MOCHA: Dialect = Dialect {
    noise: &[],
    letters: b".!,",
    totals: &[" passing", " failing", " pending"],
    failures: &[" failing"],
    pending: &[],
    failing: &[" failing"],
    repeats: "",
    nested: true,
    marks: &["✔", "✓", "√"],
};

static MIX: Dialect = Dialect {
    noise: &[
        "Running ExUnit with seed: ",
        "Finished in ",
        "stacktrace:",
        "Randomized with seed ",
        "Excluding tags: ",
        "Including tags: ",
        "Compiling ",
        "Generated ",
    ],
    letters: b".*",
    totals: &[" tests, ", " test, "],
    failures: &[" failures", " failure"],
    pending: &[],
    failing: &[],
    repeats: "",
    nested: false,
    marks: &[],
};

/// ExUnit: mix test.
pub(crate) fn mix() -> Option<Box<dyn Filter>> {
    make(&MIX)
}

/// rspec.
pub(crate) fn rspec() -> Option<Box<dyn Filter>> {
    make(&RSPEC)
}

/// minitest, also below rake and rails.
pub(crate) fn minitest() -> Option<Box<dyn Filter>> {
    make(&MINITEST)
}

/// PHPUnit and what is built on it.
pub(crate) fn phpunit() -> Option<Box<dyn Filter>> {
    make(&PHPUNIT)
}

/// mocha.
pub(crate) fn mocha() -> Option<Box<dyn Filter>> {
    make(&MOCHA)
}

fn make(dialect: &'static Dialect) -> Option<Box<dyn Filter>> {
    both(|| Box::new(Numbered::new(dialect)))
}

/// Reads such a runner.
struct Numbered {
    dialect: &'static Dialect,
    open: Option<Entry>,
    /// The entries are no failures.
    pending: bool,
    told: Vec<Vec<u8>>,
    report: Report,
    known: bool,
    failure: bool,
}

struct Entry {
    title: Vec<u8>,
    /// The title may go on.
    titling: bool,
    failure: Failure,
}

impl Numbered {
    fn new(dialect: &'static Dialect) -> Numbered {
        Numbered {
            dialect,
            open: None,
            pending: false,
            told: Vec::new(),
            report: Report::default(),
            known: false,
            failure: false,
        }
    }

    fn close(&mut self, to: &mut To<'_>) {
        let Some(entry) = self.open.take() else {
            return;
        };
        if self.pending {
            return to.omit("pending tests", &entry.title);
        }
        self.known = true;
        self.failure = true;
        let mut head = entry.title.clone();
        if !entry.failure.place.is_empty() && !scan::has(&head, &entry.failure.place) {
            head.push(b' ');
            head.extend_from_slice(&entry.failure.place);
        }
        self.report.add(head, entry.failure.body(to), to);
        self.told.push(entry.title);
    }

    /// A line that begins a list, or the totals.
    fn section(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        let text = line.trim_ascii();
        let dialect = self.dialect;
        let has = |parts: &[&str]| parts.iter().any(|part| scan::has(text, part.as_bytes()));
        let counted =
            scan::number(text).is_some() || text.starts_with(b"Tests: ") || text.starts_with(b"OK");
        let heads = text.ends_with(b":")
            || scan::has(text, b":") && text.starts_with(b"Pending:")
            || dialect.nested && counted;
        let titled = entry_title(line).is_some();
        if counted && !titled && has(dialect.totals) {
            self.close(to);
            self.known = true;
            self.pending = false;
            self.failure |= dialect.failures.iter().any(|part| counts(text, part));
            let text = if dialect.nested {
                scan::cut(text, b" (").map_or(text, |(text, _)| text)
            } else {
                text
            };
            self.report.text(text, to);
        } else if heads && !titled && has(dialect.pending) && !line.starts_with(b"    ") {
            self.close(to);
            self.pending = true;
        } else if heads
            && !titled
            && has(dialect.failing)
            && !line.starts_with(b"    ")
            && self.starts_list(text)
        {
            self.close(to);
            self.pending = false;
        } else {
            return false;
        }
        true
    }

    /// `Failures:`, `There were 2 failures:`.
    fn starts_list(&self, text: &[u8]) -> bool {
        text.starts_with(b"There w")
            || self
                .dialect
                .failing
                .iter()
                .any(|line| text == line.as_bytes())
    }

    fn other(&mut self, line: &[u8], to: &mut To<'_>) {
        let text = line.trim_ascii();
        let dialect = self.dialect;
        let dots = is_dots(text, dialect);
        let noise = dialect
            .noise
            .iter()
            .any(|start| text.starts_with(start.as_bytes()));
        // A line of source: its place stands above.
        let source = scan::has(text, "▕".as_bytes());
        if text.is_empty()
            || dots
            || noise
            || source
            || scan::is_rule(text)
            || text == b"FAILURES!"
            || text == b"ERRORS!"
        {
            return to.noise(line);
        }
        if !dialect.repeats.is_empty() && text.starts_with(dialect.repeats.as_bytes()) {
            let name = scan::cut(text, b" # ").map_or(text, |(_, name)| name);
            if self.told.iter().any(|told| told == name) {
                return to.noise(line);
            }
        }
        let indented = line.starts_with(b"  ");
        let passing = dialect
            .marks
            .iter()
            .any(|mark| text.starts_with(mark.as_bytes()));
        if passing {
            return to.omit("passing tests", line);
        }
        // `....checking`: what a test printed behind the dots.
        let dots = text
            .iter()
            .take_while(|byte| dialect.letters.contains(byte))
            .count();
        if dialect.nested && indented && dots > 1 {
            return self.report.text(text[dots..].trim_ascii(), to);
        }
        if dialect.nested && indented {
            match text.strip_prefix(b"- ") {
                Some(_) => to.omit("pending tests", line),
                // The name of a suite, or a failure's in the tree.
                None => to.noise(line),
            }
            return;
        }
        self.failure |= text.starts_with(b"Error: ");
        self.report.text(&scan::squeeze(line), to);
    }
}

/// Letters of progress, and how far it is.
fn is_dots(text: &[u8], dialect: &Dialect) -> bool {
    let letters = text.split(|&byte| byte == b' ').next().unwrap_or_default();
    !letters.is_empty()
        && letters.iter().all(|byte| dialect.letters.contains(byte))
        && text[letters.len()..]
            .iter()
            .all(|byte| b" /()%0123456789".contains(byte))
}

impl Entry {
    fn line(&mut self, line: &[u8], dialect: &Dialect, to: &mut To<'_>) {
        let text = line.trim_ascii();
        if self.titling {
            if text.is_empty() {
                self.titling = !dialect.nested && self.title.ends_with(b":");
                return;
            }
            // minitest: `1) Failure:` and the name below; mocha: suites, then `test:`.
            let colon = self.title.ends_with(b":");
            if dialect.nested {
                self.title.push(b' ');
                let (text, last) = text
                    .strip_suffix(b":")
                    .map_or((text, false), |text| (text, true));
                self.title.extend_from_slice(text);
                self.titling = !last;
                return;
            }
            self.titling = false;
            if colon {
                self.title = text.strip_suffix(b":").unwrap_or(text).to_vec();
                return;
            }
        }
        if dialect
            .noise
            .iter()
            .any(|start| text.starts_with(start.as_bytes()))
        {
            return;
        }
        // `# ./spec/a_spec.rb:19:in ...`, `/app/tests/ATest.php:14`, `test/a.rb:20:in ...`.
        let place = text.strip_prefix(b"# ").unwrap_or(text);
        if let Some((found, rest)) = scan::place(place)
            && is_source(found.path)
            && (rest.is_empty() || rest.starts_with(b":in ") || rest.starts_with(b": "))
        {
            let place = [b"at ", found.path, b":", found.at].concat();
            return self.failure.line(&place, to);
        }
        self.failure.line(line, to);
    }
}

/// Whether the path is that of a source file.
fn is_source(path: &[u8]) -> bool {
    [&b".rb"[..], b".php", b".rake", b".exs", b".ex"]
        .iter()
        .any(|end| path.ends_with(end))
        && !scan::has(path, b" ")
}

/// `  1) title`.
fn entry_title(line: &[u8]) -> Option<&[u8]> {
    let text = line.trim_ascii_start();
    if line.len() - text.len() > 4 {
        return None;
    }
    let (_, rest) = scan::number(text)?;
    rest.strip_prefix(b") ")
}

/// `3 failures`, `Failures: 3`: a number that is not 0.
fn counts(text: &[u8], part: &str) -> bool {
    let Some((before, after)) = scan::cut(text, part.as_bytes()) else {
        return false;
    };
    if part.ends_with(' ') {
        return scan::number(after).is_some_and(|(count, _)| count > 0);
    }
    let digits = before
        .iter()
        .rposition(|byte| !byte.is_ascii_digit())
        .map_or(0, |at| at + 1);
    scan::number(&before[digits..]).is_some_and(|(count, _)| count > 0)
}

impl Lines for Numbered {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        if self.section(line, to) {
            return;
        }
        if is_dots(line, self.dialect) {
            return to.noise(line);
        }
        // rspec: what is wrong outside of examples.
        if line.starts_with(b"An error occurred ") {
            self.close(to);
            self.pending = false;
            let failure = Failure::default();
            let title = line.to_vec();
            self.open = Some(Entry {
                title,
                titling: false,
                failure,
            });
            return;
        }
        let list = self.open.is_some() || !self.dialect.nested || self.failure;
        if let Some(title) =
            entry_title(line).filter(|_| list && line.len() - line.trim_ascii_start().len() <= 2)
        {
            self.close(to);
            let titling = self.dialect.nested || title.ends_with(b":");
            let title = title.trim_ascii().to_vec();
            self.open = Some(Entry {
                title,
                titling,
                failure: Failure::default(),
            });
            return;
        }
        let dialect = self.dialect;
        let repeats = !dialect.repeats.is_empty() && line.starts_with(dialect.repeats.as_bytes());
        let over = repeats
            || dialect
                .noise
                .iter()
                .any(|start| line.starts_with(start.as_bytes()) && !start.starts_with("--"));
        if over {
            self.close(to);
        }
        match &mut self.open {
            Some(entry) => entry.line(line, dialect, to),
            None => self.other(line, to),
        }
    }

    fn end(&mut self, _: Status, to: &mut To<'_>) -> Saw {
        self.close(to);
        self.report.flush(to);
        Saw {
            known: self.known,
            failure: self.failure,
        }
    }
}
