//! What a filter prints, and what it says it left out.

use super::Stream;
use super::marker::{Omitted, forged};
use super::taken::count_newlines;

/// Length of `rtk recall 7f3a`.
pub(super) const HINT: usize = 15;

/// Where a filter puts its lines.
#[derive(Debug, Default)]
pub struct Out {
    /// Text to print; `pieces` says where it goes.
    text: Vec<u8>,
    pieces: Vec<Piece>,
    omitted: Omitted,
    /// The stream of the line that the filter is looking at.
    pub(super) current: Stream,
    /// Nothing that carries a fact may go.
    pub(super) lossless: bool,
    /// The filter gave up.
    pub(super) raw: bool,
    /// Lines given so far, printed or not.
    pub(super) lines: usize,
    /// Marker lengths so far.
    marked: usize,
}

/// A part of what is to be printed.
#[derive(Debug)]
pub(super) enum Piece {
    /// Text up to this offset.
    Text(Stream, usize),
    /// Something is left out here.
    Marker(Omitted),
}

impl Out {
    /// Prints a line.
    pub fn line(&mut self, stream: Stream, line: &[u8]) {
        self.line_of(stream, &[line]);
    }

    /// Prints a line made of parts.
    pub fn line_of(&mut self, stream: Stream, parts: &[&[u8]]) {
        let start = self.text.len();
        for part in parts {
            self.text.extend_from_slice(part);
        }
        if let Some(at) = forged(&self.text[start..]) {
            self.text[start + at] = b'{';
        }
        self.text.push(b'\n');
        self.lines += 1;
        let end = self.text.len();
        match self.pieces.last_mut() {
            Some(Piece::Text(last, until)) if *last == stream => *until = end,
            _ => self.pieces.push(Piece::Text(stream, end)),
        }
    }

    /// Leaves out a line that carries a fact: counted under `what` (a plural:
    /// `passing tests`) and announced by a marker with the way to get it back,
    /// at [`Out::mark`] or at the end.
    pub fn omit(&mut self, what: &'static str, line: &[u8]) {
        self.omit_many(what, 1, line);
    }

    /// Leaves out `count` facts that stood in `text` (one line or several).
    pub fn omit_many(&mut self, what: &'static str, count: usize, text: &[u8]) {
        match self.lossless {
            true => self.line(self.current, text),
            false => self.omitted.add(what, count, text, self.current),
        }
    }

    /// Leaves out a line that carries none (a banner, a hint, a progress bar).
    pub fn noise(&mut self, line: &[u8]) {
        let _ = line;
    }

    /// Puts the marker for what was left out so far here, not at the end.
    pub fn mark(&mut self) {
        if !self.omitted.is_empty() {
            let omitted = std::mem::take(&mut self.omitted);
            self.marked += omitted.len(HINT);
            self.pieces.push(Piece::Marker(omitted));
        }
    }

    /// The stream of the line that the filter is looking at.
    pub fn stream(&self) -> Stream {
        self.current
    }

    /// Gives up: this line and all that follow are passed on as they are (and
    /// those before it, if none has been printed yet).
    pub fn raw(&mut self) {
        self.raw = true;
    }

    /// The user wants no loss at all: what is omitted will be printed.
    pub fn lossless(&self) -> bool {
        self.lossless
    }

    /// Nothing to print, nothing announced.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Bytes this will print, about (the length of the way back is not known yet).
    pub(super) fn len(&self) -> usize {
        self.text.len() + self.marked + self.omitted.len(HINT)
    }

    /// No less than [`Out::len`], and sooner known.
    pub(super) fn len_at_most(&self) -> usize {
        self.text.len() + self.marked + Omitted::LEN_MAX
    }

    /// Takes what is to be printed.
    pub(super) fn take(&mut self) -> (Vec<u8>, Vec<Piece>) {
        self.marked = 0;
        let text = std::mem::take(&mut self.text);
        (text, std::mem::take(&mut self.pieces))
    }

    /// Puts back what could not be printed yet: the text from `from` on. Nothing
    /// was added since.
    pub(super) fn put_back(&mut self, mut text: Vec<u8>, from: usize, mut pieces: Vec<Piece>) {
        text.drain(..from);
        for piece in &mut pieces {
            match piece {
                Piece::Text(_, end) => *end -= from,
                Piece::Marker(omitted) => self.marked += omitted.len(HINT),
            }
        }
        self.text = text;
        self.pieces = pieces;
    }

    /// The text to be printed in front of any marker.
    pub(super) fn first_text(&self) -> &[u8] {
        let texts = self.pieces.iter().map_while(|piece| match piece {
            Piece::Text(_, end) => Some(*end),
            Piece::Marker(_) => None,
        });
        &self.text[..texts.last().unwrap_or(0)]
    }

    /// Line ends in what is to be printed, with a way back of that length.
    pub(super) fn newlines(&self, hint: usize) -> usize {
        let marker = |piece: &Piece| match piece {
            Piece::Text(..) => 0,
            Piece::Marker(omitted) => omitted.text_if_short(hint).map_or(1, count_newlines),
        };
        count_newlines(&self.text) + self.pieces.iter().map(marker).sum::<usize>()
    }

    /// A marker will be printed.
    pub(super) fn has_marker(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Marker(_)))
    }

    /// Bytes this will print with a way back of that length.
    pub(super) fn len_with(&self, hint: usize) -> usize {
        let marker = |piece: &Piece| match piece {
            Piece::Text(..) => 0,
            Piece::Marker(omitted) => omitted.len(hint),
        };
        self.text.len() + self.pieces.iter().map(marker).sum::<usize>()
    }

    /// Takes off the line end of what is printed last, if that is on `stream`.
    pub(super) fn drop_last_newline(&mut self, stream: Stream) {
        let last_of = |piece: &&mut Piece| match piece {
            Piece::Text(of, _) => *of == stream,
            Piece::Marker(omitted) => omitted.stream == stream,
        };
        let count = self.pieces.len();
        let Some((at, Piece::Text(_, end))) = self
            .pieces
            .iter_mut()
            .enumerate()
            .rfind(|(_, piece)| last_of(piece))
        else {
            return;
        };
        if at + 1 == count && self.text.ends_with(b"\n") {
            *end -= 1;
            self.text.pop();
        }
    }

    /// Forgets all that has not been printed.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.pieces.clear();
        self.omitted = Omitted::default();
        self.marked = 0;
    }
}
