//! Commands inside words: `$( )`, backquotes, `<( )`, `>( )`, `${ }` (XCU 2.6.3;
//! bash manual 3.5.4, 3.5.6), and the bodies of here-documents (XCU 2.7.4).

use super::Place;
use super::lexer::{Pending, Reader, Result};
use super::word::Draft;

impl Reader<'_, '_> {
    /// The commands up to `close`, behind the opening bracket.
    pub(super) fn substitution(&mut self, draft: &mut Draft, close: u8) -> Result<()> {
        let start = self.pos;
        self.enter()?;
        draft.substitution = true;
        self.found.features.substitution = true;
        let inner = self.framed(Place::Substitution);
        let context = std::mem::replace(&mut self.context, inner);
        let pending = std::mem::take(&mut self.pending);
        let outer_pending = self.outer_pending;
        self.outer_pending |= !pending.is_empty();
        let in_brackets = std::mem::replace(&mut self.in_brackets, close == b')');
        self.list()?;
        if self.peek() == 0 {
            return self.error(start, "unbalanced bracket");
        }
        if self.peek() != close {
            return self.unexpected();
        }
        self.no_pending()?;
        self.pos += 1;
        self.in_brackets = in_brackets;
        self.outer_pending = outer_pending;
        self.pending = pending;
        self.context = context;
        self.leave();
        Ok(())
    }

    /// Backquotes, at the first. In them a backslash in front of `$`, a backquote
    /// or a backslash (and `"`, if they stand in double quotes) is taken away first.
    pub(super) fn backquotes(&mut self, draft: &mut Draft, in_quotes: bool) -> Result<()> {
        let open = self.pos;
        draft.expands();
        draft.substitution = true;
        self.found.features.substitution = true;
        let escapes = |byte: u8| matches!(byte, b'$' | b'`' | b'\\') || (byte == b'"' && in_quotes);
        let mut escaped = false;
        let mut close = open + 1;
        let bytes = &self.text.as_bytes()[..self.end];
        loop {
            match bytes.get(close) {
                None => return self.error(open, "unbalanced backquote"),
                Some(b'`') => break,
                Some(b'\\') => {
                    escaped |= bytes.get(close + 1).is_some_and(|&next| escapes(next));
                    close += 2;
                }
                Some(_) => close += 1,
            }
        }
        self.enter()?;
        let context = self.framed(Place::Substitution);
        if escaped {
            let (text, origin) = self.unescaped(open + 1, close, escapes);
            let mut inner = Reader {
                text: &text,
                pos: 0,
                end: text.len(),
                origin: Some(&origin),
                context,
                pending: Vec::new(),
                outer_pending: self.outer_pending || !self.pending.is_empty(),
                in_brackets: false,
                found: self.found,
            };
            inner.whole()?;
        } else {
            let mut inner = Reader {
                text: self.text,
                pos: open + 1,
                end: close,
                origin: self.origin,
                context,
                pending: Vec::new(),
                outer_pending: self.outer_pending || !self.pending.is_empty(),
                in_brackets: false,
                found: self.found,
            };
            inner.whole()?;
        }
        self.leave();
        self.pos = close + 1;
        Ok(())
    }

    /// A text between backquotes without its escapes, and the place of each byte
    /// and of its end.
    fn unescaped(
        &self,
        start: usize,
        end: usize,
        escapes: impl Fn(u8) -> bool,
    ) -> (String, Vec<u32>) {
        let bytes = self.text.as_bytes();
        let mut text = String::with_capacity(end - start);
        let mut origin = Vec::with_capacity(end - start + 1);
        let mut keep = |from: usize, to: usize| {
            text.push_str(&self.text[from..to]);
            origin.extend((from..to).map(|at| self.place_of(at) as u32));
        };
        let (mut run, mut at) = (start, start);
        while at < end {
            if bytes[at] == b'\\' {
                if at + 1 < end && escapes(bytes[at + 1]) {
                    keep(run, at);
                    run = at + 1;
                }
                at += 1;
            }
            at += 1;
        }
        keep(run, end);
        origin.push(self.place_of(end) as u32);
        (text, origin)
    }

    /// Everything up to the end of the text.
    pub(super) fn whole(&mut self) -> Result<()> {
        self.list()?;
        if self.pos < self.end {
            return self.unexpected();
        }
        self.no_pending()
    }

    fn no_pending(&self) -> Result<()> {
        match self.pending.first() {
            Some(pending) => self.error(pending.at, "a here-document without its end"),
            None => Ok(()),
        }
    }

    /// A newline, and the bodies of the here-documents that wait for it.
    pub(super) fn newline(&mut self) -> Result<()> {
        if self.outer_pending {
            return self.error(self.pos, "a new line where a here-document waits");
        }
        self.pos += 1;
        for pending in std::mem::take(&mut self.pending) {
            self.body(&pending)?;
        }
        Ok(())
    }

    fn body(&mut self, pending: &Pending) -> Result<()> {
        let start = self.pos;
        let mut line = start;
        let (body_end, next) = loop {
            if line >= self.end {
                return self.error(pending.at, "a here-document without its end");
            }
            let (text, next) = self.logical_line(line, pending.expands);
            let text = match pending.tabs {
                true => text.trim_start_matches('\t'),
                false => &text,
            };
            if *text == pending.delimiter {
                break (line, next);
            }
            // Inside `$( )` bash lets the delimiter end a body with more behind it.
            if self.in_brackets && text.starts_with(&pending.delimiter) && text.contains(')') {
                return self.error(line, "a here-document whose end is not clear");
            }
            line = next;
        };
        if pending.expands {
            self.pos = start;
            let end = std::mem::replace(&mut self.end, body_end);
            self.expanding_body()?;
            self.end = end;
        }
        self.pos = next;
        Ok(())
    }

    /// The line at `from`, with those that a backslash joins to it where they are
    /// joined, and where the next one starts.
    fn logical_line(&self, from: usize, joins: bool) -> (std::borrow::Cow<'_, str>, usize) {
        let rest = &self.text[from..self.end];
        let mut length = 0;
        let mut joined = false;
        loop {
            let line = rest[length..]
                .find('\n')
                .map_or(rest.len(), |at| length + at);
            let backslashes = rest[length..line].bytes().rev().take_while(|&b| b == b'\\');
            if !joins || backslashes.count() % 2 == 0 || line == rest.len() {
                let text = &rest[..line];
                let next = self.end.min(from + line + 1);
                return match joined {
                    true => (text.replace("\\\n", "").into(), next),
                    false => (text.into(), next),
                };
            }
            joined = true;
            length = line + 1;
        }
    }

    /// Expansions in a here-document whose delimiter is not quoted.
    fn expanding_body(&mut self) -> Result<()> {
        let mut draft = Draft::nameless();
        let pending = std::mem::take(&mut self.pending);
        loop {
            while !matches!(self.peek(), 0 | b'\\' | b'$' | b'`') {
                self.pos += 1;
            }
            if self.peek() == 0 {
                break;
            }
            self.quoted_special(&mut draft, false)?;
        }
        self.pending = pending;
        Ok(())
    }
}
