//! Runs a filter over a tool's output, whatever the two of them do.
//!
//! - Bytes are cleaned and cut into lines, however they arrive; a line without an
//!   end is not held but cut at [`LINE_MAX`], and what is cut is announced.
//! - The first few KiB are held, so that output which the filter does not shorten
//!   is printed as it came. From then on nothing is printed that has not been
//!   saved before, and room for one marker stays: at no point is more printed than
//!   was read, and what a filter says beyond that is left out like anything else.
//! - What is left out is announced by a marker, where that is the shorter text.
//! - A filter that panics, gives up or does not understand leaves raw output
//!   behind: whole, or its beginning and end where that is much.
//!
//! Memory is bounded: the held text, one unfinished line a stream, what the filter
//! holds. No input or output: the caller feeds bytes and prints what it is given.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::marker::{Omitted, forged};
use super::out::{HINT, Piece};
use super::taken::{Taken, WHOLE, count_newlines};
use super::{End, Filter, Out, Status, Stream};
use crate::text::ansi::{Stripper, plain_line};

/// The longest line that a filter sees, in bytes; the rest is omitted.
pub const LINE_MAX: usize = 64 * 1024;

/// A line is cut only if that saves more than the announcement takes.
const LINE_HELD: usize = LINE_MAX + 1024;

/// Output up to this size is held until it is whole.
const HOLD: u64 = 4 * 1024;

/// Held output of which the filter makes more than it is: not its kind of output.
const HOLD_MAX: u64 = WHOLE as u64 - 8 * 1024;

/// So many bytes may a filter be ahead of what it saved, unprinted, before it is
/// taken off.
const AHEAD: u64 = 4 * 1024;

/// Room for a marker of lines that are left out (the way back is at most 90 bytes).
const MARKER: u64 = 128;

/// A line end costs the reader about as much as so many more bytes.
const LINE_END: usize = 2;

/// Where the bytes as they came are kept, for `rtk recall`.
pub trait Keep {
    /// More of the tool's output, as it came.
    fn keep(&mut self, stream: Stream, bytes: &[u8]);
    /// The command that gives it all back: `rtk recall 7f3a`. One short line.
    fn hint(&mut self) -> &str;
}

/// Keeps nothing; names the number that the documentation uses.
#[derive(Debug)]
pub struct Example;

impl Keep for Example {
    fn keep(&mut self, _: Stream, _: &[u8]) {}
    fn hint(&mut self) -> &str {
        "rtk recall 7f3a"
    }
}

/// Takes text to print, in order.
pub type Print<'p> = &'p mut dyn FnMut(Stream, &[u8]);

/// One run of a tool, seen through its filter.
pub struct Session<'a> {
    filter: Box<dyn Filter + 'a>,
    keep: &'a mut dyn Keep,
    exact: bool,
    state: State,
    out: Out,
    inputs: [Input; 2],
    taken: Taken,
    clean: Vec<u8>,
    printed: u64,
    /// All that was printed is what was read, from the beginning on.
    as_read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing is printed yet.
    Held,
    /// What the filter says is printed.
    Filtering,
    /// The filter is off.
    Raw,
}

/// One stream on its way from bytes to lines.
#[derive(Default)]
struct Input {
    stripper: Stripper,
    /// The unfinished line.
    partial: Vec<u8>,
    /// In a line whose beginning has been dealt with.
    inside: bool,
    /// The stream ended without a line end.
    unterminated: bool,
}

impl Input {
    fn is_at_line_start(&self) -> bool {
        self.partial.is_empty() && !self.inside
    }
}

impl<'a> Session<'a> {
    /// Starts; `keep` gets every byte.
    pub fn new(filter: Box<dyn Filter + 'a>, keep: &'a mut dyn Keep) -> Session<'a> {
        let exact = filter.exact();
        let mut inputs: [Input; 2] = Default::default();
        if exact {
            // Standard error has no files on it but may have progress.
            inputs[Stream::Out as usize].stripper = Stripper::exact(filter.plain());
        }
        Session {
            exact,
            filter,
            keep,
            state: State::Held,
            out: Out::default(),
            inputs,
            taken: Taken::default(),
            clean: Vec::new(),
            printed: 0,
            as_read: true,
        }
    }

    /// Leaves out nothing that carries a fact.
    pub fn lossless(mut self) -> Session<'a> {
        self.out.lossless = true;
        self
    }

    /// The tool has printed something.
    pub fn push(&mut self, stream: Stream, bytes: &[u8], print: Print<'_>) {
        self.keep.keep(stream, bytes);
        let mut rest = bytes;
        while !rest.is_empty() {
            let input = &self.inputs[stream as usize];
            let fresh = input.is_at_line_start() && input.stripper.is_at_line_start();
            let length = match plain_line(rest).filter(|_| fresh) {
                Some(length) if length <= LINE_HELD => {
                    self.line(stream, &rest[..length], print);
                    length
                }
                _ => self.strip_line(stream, rest, print),
            };
            rest = &rest[length..];
        }
        if self.state == State::Filtering {
            self.print_sure(0, print);
        }
    }

    /// The tool has printed nothing for a while: prints what is sure.
    pub fn idle(&mut self, print: Print<'_>) {
        let short = self.out.len() as u64 <= self.taken.total();
        if self.state == State::Held && !self.out.is_empty() && short {
            self.state = State::Filtering;
            // Somebody waits: no room is left for a marker.
            self.print_lines(self.credit(0), print);
        }
    }

    /// The tool has ended. Says whether anything that was read has not been shown.
    pub fn finish(&mut self, status: Status, print: Print<'_>) -> bool {
        for stream in [Stream::Out, Stream::Err] {
            self.finish_stream(stream, print);
        }
        if self.state != State::Raw {
            let (filter, out) = (&mut self.filter, &mut self.out);
            let end = catch_unwind(AssertUnwindSafe(|| filter.end(status, out)));
            match end {
                Ok(End::Told) if !self.out.raw => {
                    self.out.mark();
                    self.end_lines_as_read();
                    match self.saves() {
                        true => self.print_all(0, print),
                        false => {
                            self.out.clear();
                            self.raw_rest(print);
                        }
                    }
                }
                _ => self.raw_rest(print),
            }
        }
        self.printed != self.taken.total()
    }

    /// The unfinished line of a stream is its last.
    fn finish_stream(&mut self, stream: Stream, print: Print<'_>) {
        let input = &mut self.inputs[stream as usize];
        let mut clean = std::mem::take(&mut self.clean);
        clean.clear();
        input.stripper.finish(&mut clean);
        self.text(stream, &clean, print);
        let input = &mut self.inputs[stream as usize];
        let partial = std::mem::take(&mut input.partial);
        input.unterminated = !partial.is_empty() || input.inside;
        if !partial.is_empty() {
            self.line(stream, &partial, print);
        }
    }

    /// Cleans the next line, or as much of it as there is. Gives its length.
    fn strip_line(&mut self, stream: Stream, bytes: &[u8], print: Print<'_>) -> usize {
        let end = find_newline(bytes).map_or(bytes.len(), |at| at + 1);
        let mut clean = std::mem::take(&mut self.clean);
        clean.clear();
        let stripper = &mut self.inputs[stream as usize].stripper;
        stripper.feed(&bytes[..end], &mut clean);
        self.text(stream, &clean, print);
        self.clean = clean;
        end
    }

    /// Cleaned text: cuts it into lines.
    fn text(&mut self, stream: Stream, mut text: &[u8], print: Print<'_>) {
        while !text.is_empty() {
            let end = find_newline(text).map_or(text.len(), |at| at + 1);
            let (piece, rest) = text.split_at(end);
            text = rest;
            let input = &self.inputs[stream as usize];
            let ended = piece.ends_with(b"\n");
            if input.is_at_line_start() && ended && piece.len() <= LINE_HELD {
                self.line(stream, piece, print);
            } else {
                self.piece(stream, piece, print);
            }
        }
    }

    /// A piece of a line that came in several, or is too long.
    fn piece(&mut self, stream: Stream, piece: &[u8], print: Print<'_>) {
        let ended = piece.ends_with(b"\n");
        let input = &mut self.inputs[stream as usize];
        if input.inside {
            input.inside = !ended;
            self.rest_of_line(stream, piece, print);
            return;
        }
        input.partial.extend_from_slice(piece);
        let long = input.partial.len() > LINE_HELD;
        if !ended && !long {
            return;
        }
        let mut partial = std::mem::take(&mut input.partial);
        if long {
            input.inside = !ended;
            let cut = character_start(&partial, LINE_MAX);
            self.line(stream, &partial[..cut], print);
            self.rest_of_line(stream, &partial[cut..], print);
        } else {
            self.line(stream, &partial, print);
        }
        partial.clear();
        self.inputs[stream as usize].partial = partial;
    }

    /// A line with its end, if it has one.
    fn line(&mut self, stream: Stream, line: &[u8], print: Print<'_>) {
        let mended;
        let line = match forged(line) {
            Some(at) => {
                mended = [&line[..at], b"{", &line[at + 1..]].concat();
                &mended[..]
            }
            None => line,
        };
        self.taken.add(stream, line);
        if self.state == State::Raw {
            return self.emit(stream, line, print);
        }
        let bare = line.strip_suffix(b"\n").unwrap_or(line);
        let bare = match self.exact {
            true => bare,
            false => bare.strip_suffix(b"\r").unwrap_or(bare),
        };
        self.out.current = stream;
        let (filter, out) = (&mut self.filter, &mut self.out);
        let ran = catch_unwind(AssertUnwindSafe(|| filter.line(bare, stream, out)));
        if ran.is_err() {
            self.raw_rest(print);
        } else if self.out.raw {
            self.pass_on(stream, line, print);
        } else {
            self.settle(print);
        }
    }

    /// What comes after [`LINE_MAX`] bytes of a line.
    fn rest_of_line(&mut self, stream: Stream, piece: &[u8], print: Print<'_>) {
        self.taken.add(stream, piece);
        if self.state == State::Raw {
            self.emit(stream, piece, print);
        } else if self.out.lossless {
            self.pass_on(stream, piece, print);
        } else {
            self.out.current = stream;
            let what = "bytes of a long line";
            let bare = piece.strip_suffix(b"\n").unwrap_or(piece);
            self.out.omit_many(what, bare.len(), bare);
            self.settle(print);
        }
    }

    /// After each line: is the filter to be believed?
    fn settle(&mut self, print: Print<'_>) {
        let read = self.taken.total();
        if self.state == State::Held && (read <= HOLD || self.out.is_empty()) {
            return;
        }
        if self.state == State::Filtering
            && self.printed + self.out.len_at_most() as u64 <= read + AHEAD
        {
            return;
        }
        let said = self.printed + self.out.len() as u64;
        match self.state {
            State::Held if said <= read => self.state = State::Filtering,
            // One more: the line end after a line that was cut.
            State::Held if read > HOLD_MAX && said > read + 1 => self.raw_rest(print),
            State::Filtering if said > read + AHEAD => self.pass_on(Stream::Out, b"", print),
            State::Held | State::Filtering | State::Raw => {}
        }
    }

    /// Printing what the filter says of the output saves enough to change it. So it
    /// does where other things have been printed already than the output itself.
    fn saves(&mut self) -> bool {
        if !self.can_be_raw() || !self.taken.whole() {
            return true;
        }
        let left = (self.taken.total() - self.printed) as usize;
        let cost = left + LINE_END * self.taken.newlines(self.printed);
        let ends = LINE_END * self.out.newlines(HINT);
        let saves = |length: usize| {
            length < left - left / 32 || length <= left && length + ends < cost - cost / 32
        };
        // The way back is asked for, and so made, only where it is needed.
        saves(self.out.len())
            && (!self.out.has_marker() || saves(self.out.len_with(self.keep.hint().len())))
    }

    /// The filter gave up at this line.
    fn pass_on(&mut self, stream: Stream, line: &[u8], print: Print<'_>) {
        let room = line.len() as u64;
        self.out.mark();
        if self.state == State::Held {
            return self.raw_rest(print);
        }
        self.print_sure(room, print);
        if self.can_be_raw() && self.is_too_much(room) {
            return self.raw_rest(print);
        }
        self.print_all(room, print);
        self.state = State::Raw;
        self.emit(stream, line, print);
    }

    /// What was printed is a beginning of what was read, and the rest of that is here.
    fn can_be_raw(&self) -> bool {
        self.as_read && self.taken.head_reaches(self.printed)
    }

    /// What the filter has said does not fit in front of `room` bytes.
    fn is_too_much(&mut self, room: u64) -> bool {
        let hint = match self.out.has_marker() {
            true => self.keep.hint().len(),
            false => 0,
        };
        self.printed + room + self.out.len_with(hint) as u64 > self.taken.total()
    }

    /// Prints what was read and not shown, or the end of it, and turns the filter off.
    fn raw_rest(&mut self, print: Print<'_>) {
        if self.state == State::Filtering {
            self.print_sure(0, print);
        }
        self.state = State::Raw;
        if self.can_be_raw() {
            let taken = std::mem::take(&mut self.taken);
            self.out.clear();
            let from = self.printed;
            let tail = taken.show_head(from, |stream, text| self.emit(stream, text, print));
            self.emit_gap(tail.missing, print);
            taken.show_tail(tail, |stream, text| self.emit(stream, text, print));
            self.taken = taken;
        } else {
            self.out.mark();
            let unsaid = self.print_lines(self.credit(MARKER), print);
            let limit = self.credit(MARKER);
            let taken = std::mem::take(&mut self.taken);
            let tail = taken.tail(limit as u64);
            let said = self.out.lines.saturating_sub(unsaid);
            self.emit_gap(tail.missing.saturating_sub(said), print);
            taken.show_tail(tail, |stream, text| self.emit(stream, text, print));
            self.taken = taken;
        }
    }

    fn emit_gap(&mut self, lines: usize, print: Print<'_>) {
        if lines == 0 {
            return;
        }
        let mut omitted = Omitted::default();
        omitted.add("lines", lines, b"", self.out.current);
        let marker = omitted.marker(self.keep.hint());
        self.emit(omitted.stream, marker.as_bytes(), print);
    }

    /// Prints what is saved but for `room` and a marker. What comes as it was read needs
    /// neither: raw output may follow.
    fn print_sure(&mut self, room: u64, print: Print<'_>) {
        let text = self.out.first_text();
        let as_read = match self.as_read {
            true => lines_within(text, self.taken.common(self.printed, text)),
            false => 0,
        };
        self.print_lines(self.credit(room + MARKER).max(as_read), print);
    }

    /// Prints all the filter has said and leaves `room`; if that is too much, as much as
    /// there is room for, and a marker.
    fn print_all(&mut self, room: u64, print: Print<'_>) {
        let marker = if self.is_too_much(room) { MARKER } else { 0 };
        let unsaid = self.print_lines(self.credit(room + marker), print);
        self.emit_gap(unsaid, print);
    }

    /// Bytes that may be printed so that `room` is left.
    fn credit(&self, room: u64) -> usize {
        let credit = self.taken.total().saturating_sub(self.printed + room);
        usize::try_from(credit).unwrap_or(usize::MAX)
    }

    /// Prints up to `limit` bytes, whole lines. Gives the number of lines, and of facts
    /// left out before, for which there is no room.
    fn print_lines(&mut self, mut limit: usize, print: Print<'_>) -> usize {
        let (text, mut pieces) = self.out.take();
        let (mut at, mut done) = (0, 0);
        for piece in &pieces {
            match piece {
                Piece::Text(stream, end) => {
                    let length = lines_within(&text[at..*end], limit);
                    if length > 0 {
                        self.emit(*stream, &text[at..at + length], print);
                    }
                    at += length;
                    limit -= length;
                    if at < *end {
                        break;
                    }
                }
                Piece::Marker(omitted) => {
                    let hint = self.keep.hint();
                    let short = omitted.text_if_short(hint.len()).map(<[u8]>::to_vec);
                    let text = short.unwrap_or_else(|| omitted.marker(hint).into_bytes());
                    if text.len() > limit {
                        break;
                    }
                    limit -= text.len();
                    self.emit(omitted.stream, &text, print);
                }
            }
            done += 1;
        }
        pieces.drain(..done);
        let facts = |piece: &Piece| match piece {
            Piece::Text(..) => 0,
            Piece::Marker(omitted) => omitted.count(),
        };
        let unsaid = count_newlines(&text[at..]) + pieces.iter().map(facts).sum::<usize>();
        self.out.put_back(text, at, pieces);
        unsaid
    }

    fn emit(&mut self, stream: Stream, text: &[u8], print: Print<'_>) {
        if self.state != State::Raw {
            self.as_read = self.as_read && self.taken.common(self.printed, text) == text.len();
        }
        self.printed += text.len() as u64;
        print(stream, text);
    }

    /// Text that came without a last line end is shown without.
    fn end_lines_as_read(&mut self) {
        for stream in [Stream::Out, Stream::Err] {
            if self.inputs[stream as usize].unterminated {
                self.out.drop_last_newline(stream);
            }
        }
    }
}

/// Length of the longest beginning of `text` in whole lines of at most `limit` bytes.
/// A last line without an end counts.
fn lines_within(text: &[u8], limit: usize) -> usize {
    if limit >= text.len() {
        return text.len();
    }
    let newline = text[..limit].iter().rposition(|&byte| byte == b'\n');
    newline.map_or(0, |at| at + 1)
}

/// The last start of a UTF-8 character at `at` or within 3 bytes before it.
fn character_start(bytes: &[u8], at: usize) -> usize {
    let starts = |at: &usize| !matches!(bytes[*at], 0x80..0xC0);
    (at.saturating_sub(3)..=at).rev().find(starts).unwrap_or(at)
}

/// Finds the first newline, eight bytes at a step.
fn find_newline(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::MAX / 255;
    const HIGH: u64 = LOW << 7;
    let (words, rest) = bytes.as_chunks::<8>();
    for (n, word) in words.iter().enumerate() {
        let differs = u64::from_le_bytes(*word) ^ (LOW * b'\n' as u64);
        let zero = differs.wrapping_sub(LOW) & !differs & HIGH;
        if zero != 0 {
            return Some(n * 8 + zero.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|&byte| byte == b'\n')?;
    Some(words.len() * 8 + at)
}
