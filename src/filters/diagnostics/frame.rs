//! Code frames as rustc draws them (ruff and others do likewise), made compact.
//!
//! A frame says which text of which source line a label is about. The picture
//! spends most of its characters on position; here the position becomes the text
//! itself: under `let v: u32 = "text";` the rows
//!
//! ```text
//!   |            ---   ^^^^^^ expected `u32`, found `&str`
//!   |            |
//!   |            expected due to this
//! ```
//!
//! become `^ "text": expected ...` and `- u32: expected due to this`.
//! Source: rustc's `annotate-snippets` layout, and recorded output.

use super::super::scan;

/// Longest piece of source that is repeated in front of its label.
const SPAN_CHARS_MAX: usize = 40;

/// What of a frame to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Give {
    /// Source lines, labels, notes and helps: errors.
    All,
    /// Labels, notes and helps: warnings.
    Labels,
    /// Notes and helps only: linters, whose message says it all.
    Helps,
}

/// One marked stretch of a source line.
struct Mark {
    start: usize,
    end: usize,
    kind: u8,
    label: String,
}

/// A source line and the marks under it.
#[derive(Default)]
struct Source {
    number: Vec<u8>,
    text: String,
    marks: Vec<Mark>,
    suggested: bool,
}

/// Makes the lines below a `-->` line compact. `at` is the main place (`2:18`), `message` the text above.
pub(crate) fn compact(lines: &[Vec<u8>], at: &[u8], message: &[u8], give: Give) -> Vec<u8> {
    let mut frame = Frame {
        at,
        message,
        give,
        page: Vec::new(),
        source: None,
        help: false,
        mute: false,
    };
    for line in lines {
        frame.line(line);
    }
    frame.close();
    frame.page
}

struct Frame<'a> {
    at: &'a [u8],
    message: &'a [u8],
    give: Give,
    page: Vec<u8>,
    source: Option<Source>,
    /// Below a `help:` line: the source shown is a suggestion.
    help: bool,
    /// Below a help that is left out.
    mute: bool,
}

impl Frame<'_> {
    fn line(&mut self, line: &[u8]) {
        let text = line.trim_ascii_start();
        if let Some((number, rest)) = gutter(text) {
            return self.gutter(number, rest);
        }
        if let Some(place) = text.strip_prefix(b"--> ") {
            self.close();
            return self.append(b" at ", place);
        }
        if let Some(place) = text.strip_prefix(b"::: ") {
            self.close();
            self.at = b"";
            return self.say(place);
        }
        if text.is_empty() || text == b"..." {
            return;
        }
        self.close();
        if let Some(note) = text.strip_prefix(b"= ") {
            self.help = false;
            return self.note(note);
        }
        let sub = [&b"help: "[..], b"note: ", b"warning: "]
            .iter()
            .any(|word| line.starts_with(word));
        if sub {
            self.help = line.starts_with(b"help: ");
            self.at = b"";
            self.note(line);
        } else {
            // A note goes on, or something unknown: keep it.
            if !self.mute {
                self.append(b" ", text);
            }
        }
    }

    fn gutter(&mut self, number: &[u8], rest: &[u8]) {
        let (bar, text) = (rest[0], rest[1..].strip_prefix(b" ").unwrap_or(&rest[1..]));
        if number.is_empty() {
            if bar == b'|'
                && let Some(source) = &mut self.source
            {
                source.annotate(&String::from_utf8_lossy(text));
            }
            return;
        }
        self.close();
        if bar == b'-' {
            return;
        }
        self.source = Some(Source {
            number: number.to_vec(),
            text: String::from_utf8_lossy(text).into_owned(),
            marks: Vec::new(),
            suggested: bar != b'|',
        });
    }

    /// Prints the source line that is open, if there is something to say about it.
    fn close(&mut self) {
        let Some(source) = self.source.take() else {
            return;
        };
        if self.help {
            let marks = &source.marks;
            let suggested =
                source.suggested || marks.iter().any(|mark| matches!(mark.kind, b'+' | b'~'));
            if suggested && !self.mute {
                self.append(b" ", source.text.trim().as_bytes());
            }
            return;
        }
        if source.marks.is_empty() || self.give == Give::Helps {
            return;
        }
        if self.give == Give::All && !self.is_named(&source) {
            let main = scan::cut(self.at, b":").is_some_and(|(line, _)| line == source.number);
            let text = source
                .text
                .trim()
                .trim_start_matches(['/', '|'])
                .trim_start();
            let number = if main { &b""[..] } else { &source.number };
            self.say(&[number, if main { b"" } else { b" " }, text.as_bytes()].concat());
        }
        for mark in &source.marks {
            if mark.label.is_empty() || self.repeats(&mark.label) {
                continue;
            }
            let mut line = vec![if mark.kind == b'^' { b'^' } else { b'-' }, b' '];
            if let Some(span) = source
                .span(mark)
                .filter(|span| !quotes(mark.label.as_bytes(), span))
            {
                line.extend_from_slice(span.as_bytes());
                line.extend_from_slice(b": ");
            }
            line.extend_from_slice(mark.label.as_bytes());
            self.say(&line);
        }
    }

    /// The message names what is marked: the place is enough.
    fn is_named(&self, source: &Source) -> bool {
        let mut main = source
            .marks
            .iter()
            .filter(|mark| mark.kind == b'^')
            .peekable();
        main.peek().is_some()
            && main.all(|mark| {
                source
                    .span(mark)
                    .is_some_and(|span| quotes(self.message, &span))
            })
    }

    /// The label says what the message says, or the lint by its name.
    fn repeats(&self, label: &str) -> bool {
        const REPEATS: &[(&[u8], &str)] = &[
            (b"E0425", "not found in this scope"),
            (b"E0412", "not found in this scope"),
            (b"E0609", "unknown field"),
            (b"E0308", "expected due to this"),
            (
                b": unused variable: ",
                "help: if this is intentional, prefix it with an underscore",
            ),
            (b": unused variable: ", "help: try ignoring the field"),
            (
                b": variable does not need to be mutable",
                "help: remove this `mut`",
            ),
            (b" never read", "field in this struct"),
            (b" never read", "fields in this struct"),
            (b" never constructed", "variant in this enum"),
            (b" never constructed", "variants in this enum"),
            (b" never used", "method in this implementation"),
            (b" never used", "methods in this implementation"),
        ];
        // `crate::a` is unresolved: could not find `a` in the crate root.
        let missing = scan::between(label.as_bytes(), b"could not find `", b"` in ");
        let missing = missing.filter(|_| label.ends_with(['`', 't']) && !label.contains(';'));
        scan::has(self.message, label.as_bytes())
            || missing.is_some_and(|name| quotes(self.message, &String::from_utf8_lossy(name)))
            || REPEATS
                .iter()
                .any(|(part, text)| scan::has(self.message, part) && label.starts_with(text))
    }

    /// A note or a help: kept, unless it only repeats how lints are switched.
    fn note(&mut self, note: &[u8]) {
        let known = [
            &b"note: `#[warn("[..],
            b"note: `#[deny(",
            b"note: `#[forbid(",
            b"note: `-D ",
            b"note: `-W ",
            b"note: `-F ",
            b"note: requested on the command line",
            b"help: to override `-",
            b"help: for further information visit",
            b"note: this is an unsafe fix and may change runtime behavior",
            b"help: use `let _ = ...` to ignore the resulting value",
            b"note: this `Result` may be an `Err` variant, which should be handled",
        ];
        self.mute = known.iter().any(|start| note.starts_with(start));
        if !self.mute {
            self.say(note);
        }
    }

    fn say(&mut self, line: &[u8]) {
        self.page.extend_from_slice(line);
        self.page.push(b'\n');
    }

    /// Adds to the last line.
    fn append(&mut self, between: &[u8], text: &[u8]) {
        if self.page.pop().is_none() {
            return;
        }
        self.page.extend_from_slice(between);
        self.say(text);
    }
}

/// Whether the text has this in backquotes, perhaps with a path in front.
fn quotes(text: &[u8], span: &str) -> bool {
    let mut parts = text.split(|&byte| byte == b'`').skip(1).step_by(2);
    parts.any(|quoted| quoted.ends_with(span.as_bytes()))
}

/// `12 | text`, `12 - text`, `| text`: the number, and the rest from the bar on.
fn gutter(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = scan::number(text).map_or(text, |(_, rest)| rest);
    let number = &text[..text.len() - rest.len()];
    let bar = rest.trim_ascii_start();
    let known = match bar.first()? {
        b'|' => true,
        b'+' | b'-' | b'~' => {
            bar.get(1).is_none_or(|&next| next == b' ') && !bar.starts_with(b"--> ")
        }
        _ => false,
    };
    known.then_some((number, bar))
}

impl Source {
    /// Reads a row below the source line: marks, or a label that hangs from one.
    fn annotate(&mut self, row: &str) {
        let mut last = None;
        let mut run: Option<Mark> = None;
        let mut label = None;
        for (column, unit) in row.chars().enumerate() {
            let mark = matches!(unit, '^' | '-' | '~' | '+').then_some(unit as u8);
            match (&mut run, mark) {
                (Some(open), Some(kind)) if open.kind == kind => open.end = column + 1,
                (_, Some(kind)) => {
                    if let Some(done) = run.replace(Mark {
                        start: column,
                        end: column + 1,
                        kind,
                        label: String::new(),
                    }) {
                        self.marks.push(done);
                    }
                }
                (_, None) if matches!(unit, ' ' | '|' | '_' | '/') => {
                    if let Some(done) = run.take() {
                        last = Some(self.marks.len());
                        self.marks.push(done);
                    }
                }
                (_, None) => {
                    label = Some(column);
                    break;
                }
            }
        }
        if let Some(done) = run {
            last = Some(self.marks.len());
            self.marks.push(done);
        }
        let Some(column) = label else { return };
        let text: String = row.chars().skip(column).collect();
        // Beside its mark, or hanging below the one that starts in this column.
        let owner = last.or_else(|| self.marks.iter().rposition(|mark| mark.start <= column));
        let Some(owner) = owner.and_then(|index| self.marks.get_mut(index)) else {
            return;
        };
        if !owner.label.is_empty() {
            owner.label.push(' ');
        }
        owner.label.push_str(text.trim_end());
    }

    /// The marked text, where it is short and less than the whole line.
    fn span(&self, mark: &Mark) -> Option<String> {
        let length = mark.end - mark.start;
        if length > SPAN_CHARS_MAX {
            return None;
        }
        let span: String = self.text.chars().skip(mark.start).take(length).collect();
        let whole = self.text.trim().trim_end_matches([';', ',']) == span.trim();
        (!span.trim().is_empty() && !whole).then_some(span)
    }
}
