//! Files as they are: `cat`, `head`, `tail`. An agent edits by exact text, so up to a
//! generous limit every byte is shown; of what is longer a beginning without gaps and
//! the last lines, with a marker between. A log file is read as a log, unless few of
//! its lines are asked for ([`log::file`]). `wc` only loses its padding.

use std::collections::VecDeque;

use super::fields::squeeze;
use super::{About, End, Filter, Out, Status, Stream, log};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "paths",
    keeps: "the text as it is, of more than 128 KiB the beginning and the last lines; errors and warnings of logs",
    drops: "the middle of very long texts, plain lines of logs; control characters become ?",
};

/// The same for `wc`.
pub(super) const PADDED: About = About {
    shape: "paths",
    keeps: "counts and names",
    drops: "padding",
};

/// The filter of `cat`, `head`, `tail`.
pub(super) fn text(words: &[&str]) -> Option<Box<dyn Filter>> {
    log::file(words).or_else(|| Some(Box::new(Contents::default())))
}

/// The filter of `wc`.
pub(super) fn padded() -> Option<Box<dyn Filter>> {
    Some(Box::new(Padded))
}

/// So many bytes are shown from the beginning.
const BEGINNING_MAX: usize = 128 * 1024;

/// And so many lines and bytes from the end.
const END_LINES_MAX: usize = 40;
const END_BYTES_MAX: usize = 8 * 1024;

/// Reads `cat`, `head` and `tail`.
#[derive(Default)]
struct Contents {
    shown: usize,
    tail: VecDeque<(Stream, Vec<u8>)>,
    tail_bytes: usize,
}

impl Contents {
    fn omit_first(&mut self, out: &mut Out) {
        if let Some((_, line)) = self.tail.pop_front() {
            self.tail_bytes -= line.len();
            out.omit("lines", &line);
        }
    }
}

impl Filter for Contents {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.shown += line.len() + 1;
        if self.shown <= BEGINNING_MAX || out.lossless() {
            return out.line(stream, line);
        }
        self.tail_bytes += line.len();
        self.tail.push_back((stream, line.to_vec()));
        while self.tail.len() > END_LINES_MAX || self.tail_bytes > END_BYTES_MAX {
            self.omit_first(out);
        }
    }

    /// Every line was shown or announced, whatever the status.
    fn end(&mut self, _: Status, out: &mut Out) -> End {
        out.mark();
        for (stream, line) in std::mem::take(&mut self.tail) {
            out.line(stream, &line);
        }
        End::Told
    }

    fn exact(&self) -> bool {
        true
    }

    fn plain(&self) -> bool {
        true
    }
}

/// Reads `wc`.
struct Padded;

impl Filter for Padded {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let digits = |byte: &u8| byte.is_ascii_digit() || *byte == b' ';
        let end = line
            .iter()
            .position(|byte| !digits(byte))
            .unwrap_or(line.len());
        let (numbers, name) = line.split_at(end);
        let mut short = Vec::with_capacity(line.len());
        squeeze(numbers, &mut short);
        if !short.is_empty() && !name.is_empty() {
            short.push(b' ');
        }
        out.line_of(stream, &[&short, name]);
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status {
            Status::Code(1..) => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}
