//! Logs of any length: lines that matter are kept, lines like one that was shown are
//! counted, and the last lines stay.
//!
//! - The first line of each kind is shown (numbers, times and ids do not make a kind);
//!   more of its kind are not, with `(+81 similar)` where they stood.
//! - An error or a warning is shown each time it says something new; the same text
//!   again, or the same kind for the twenty-first time, is a repeat too.
//! - A day that was given is not repeated in lines that do not matter.
//!
//! Memory: a table of hashes and the few lines that may turn out to be the last.

use std::collections::VecDeque;

use super::super::{Out, Stream};
use super::line;

/// Errors of one kind that are shown.
const ERRORS: u16 = 20;
/// Lines that are new and do not matter, until only the last are shown.
const PLAIN_MAX: usize = 400;
/// The same in a file of the log.
const PLAIN_OF_FILE: usize = 20;
/// Last lines that stay, of a log that has too many lines to show.
const LAST_OF_MANY: usize = 30;
/// Kinds that are remembered (a power of two).
const KINDS: usize = 1024;

const SIMILAR: &str = "similar lines";
const MORE: &str = "more lines";

/// How often each kind of line was seen. A kind may be forgotten, never mistaken.
struct Seen {
    kinds: Vec<(u64, u16)>,
}

impl Seen {
    /// How often before.
    fn count(&mut self, hash: u64) -> u16 {
        if self.kinds.is_empty() {
            self.kinds = vec![(0, 0); KINDS];
        }
        let at = hash as usize & (KINDS - 1);
        let near = at..(at + 8).min(KINDS);
        let slot = near
            .clone()
            .find(|&slot| self.kinds[slot].0 == hash || self.kinds[slot].1 == 0)
            .unwrap_or(at);
        let kind = &mut self.kinds[slot];
        if kind.0 != hash {
            *kind = (hash, 0);
        }
        kind.1 = kind.1.saturating_add(1);
        kind.1 - 1
    }
}

/// The lines of a log.
pub(crate) struct Fold {
    seen: Seen,
    /// Lines of a kind that are shown.
    each: u16,
    /// New lines that are shown.
    plain_max: usize,
    /// Last lines that stay.
    keep: usize,
    last: VecDeque<(Stream, Vec<u8>, &'static str)>,
    /// Hidden since the last line shown, without those in `last`.
    gap: usize,
    gaps: usize,
    plain: usize,
    /// The last line mattered, so what goes on from it does.
    mattered: bool,
    /// Of a log file: its lines stay whole.
    file: bool,
    day: [u8; 11],
    /// A line that matters was shown.
    pub(crate) alarm: bool,
}

impl Fold {
    /// Shows `each` lines of a kind, and the last `keep` of those that are like others.
    pub(crate) fn new(each: u16, keep: usize) -> Fold {
        Fold {
            seen: Seen { kinds: Vec::new() },
            each,
            plain_max: PLAIN_MAX,
            keep,
            last: VecDeque::new(),
            gap: 0,
            gaps: 0,
            plain: 0,
            mattered: false,
            file: false,
            day: [0; 11],
            alarm: false,
        }
    }

    /// For a log file: whole lines, its beginning.
    pub(crate) fn of_file() -> Fold {
        Fold {
            plain_max: PLAIN_OF_FILE,
            file: true,
            ..Fold::new(12, 1)
        }
    }

    /// A line.
    pub(crate) fn line(&mut self, text: &[u8], stream: Stream, out: &mut Out) {
        self.like(text, line::shape(text), stream, out);
    }

    /// A line of this shape.
    pub(crate) fn like(&mut self, text: &[u8], shape: u64, stream: Stream, out: &mut Out) {
        if text.trim_ascii().is_empty() {
            return out.noise(text);
        }
        let goes_on = self.mattered && line::goes_on(text);
        let matters = goes_on || line::matters(text);
        self.mattered = matters;
        let (repeat, what) = if matters {
            self.alarm = true;
            let same = self.seen.count(line::text(text)) > 0;
            (
                self.seen.count(shape) >= ERRORS || same && self.each != u16::MAX,
                SIMILAR,
            )
        } else if self.each == u16::MAX {
            (false, SIMILAR)
        } else if self.seen.count(shape) >= self.each {
            (true, SIMILAR)
        } else {
            self.plain += 1;
            (self.plain > self.plain_max, MORE)
        };
        match repeat && !out.lossless() {
            true => self.hide(text, stream, what, out),
            false => {
                self.close_gap(stream, out);
                self.show_dated(text, stream, matters, out);
            }
        }
    }

    fn hide(&mut self, text: &[u8], stream: Stream, what: &'static str, out: &mut Out) {
        let keep = match self.plain > PLAIN_MAX {
            true => self.keep.max(LAST_OF_MANY),
            false => self.keep,
        };
        if self.last.len() >= keep
            && let Some((_, line, what)) = self.last.pop_front()
        {
            self.gap += 1;
            out.omit(what, &line);
        }
        self.last.push_back((stream, text.to_vec(), what));
    }

    /// Says how many lines were hidden here.
    pub(crate) fn close_gap(&mut self, stream: Stream, out: &mut Out) {
        if self.gap + self.last.len() == 0 {
            return;
        }
        if self.gap == 0
            && self.last.len() == 1
            && let Some((stream, line, _)) = self.last.pop_front()
        {
            return self.show_dated(&line, stream, false, out);
        }
        // Where several of a kind are shown, the last one is among them.
        let last = match self.each > 1 && !self.file {
            true => self.last.pop_back(),
            false => None,
        };
        self.gap += self.last.len();
        for (_, line, what) in self.last.drain(..) {
            out.omit(what, &line);
        }
        self.say_gap(stream, out);
        self.gap = 0;
        self.gaps += 1;
        if let Some((stream, line, _)) = last {
            self.show_dated(&line, stream, false, out);
        }
    }

    fn say_gap(&self, stream: Stream, out: &mut Out) {
        let what: &[u8] = match self.plain > self.plain_max {
            true => b" lines)",
            false => b" similar)",
        };
        out.line_of(stream, &[b"(+", self.gap.to_string().as_bytes(), what]);
    }

    /// A line that is shown whatever was before.
    pub(crate) fn show(&mut self, text: &[u8], stream: Stream, out: &mut Out) {
        self.mattered = line::matters(text);
        self.alarm |= self.mattered;
        self.close_gap(stream, out);
        out.line(stream, text);
    }

    fn show_dated(&mut self, text: &[u8], stream: Stream, matters: bool, out: &mut Out) {
        let Some(at) = line::date(text) else {
            return out.line(stream, text);
        };
        let day = &text[at.clone()];
        if day == self.day && !matters && !self.file {
            return out.line_of(stream, &[&text[..at.start], &text[at.end..]]);
        }
        self.day.copy_from_slice(day);
        out.line(stream, text);
    }

    /// The last lines.
    pub(crate) fn end(&mut self, out: &mut Out) {
        if self.gap > 0 && self.gaps > 0 {
            self.say_gap(Stream::Out, out);
        }
        if self.gap > 0 {
            out.mark();
            self.gap = 0;
        }
        for (stream, line, _) in std::mem::take(&mut self.last) {
            self.show_dated(&line, stream, false, out);
        }
    }
}
