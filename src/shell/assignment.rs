//! Assignments in front of a command (XCU 2.9.1; bash manual 3.4, 6.7).

use super::lexer::{Reader, Result, is_meta, is_name};
use super::word::{Draft, Mode};
use super::{Assignment, Span, Word};

impl Reader<'_, '_> {
    /// `name=value`, `name+=value`, `name[i]=value`, `name=(...)`, if one stands
    /// here; where it does not, the place has to be restored. `compound_only`: only the last form.
    pub(super) fn assignment(&mut self, compound_only: bool) -> Result<Option<Assignment>> {
        let start = self.pos;
        if !is_name(self.peek()) || self.peek().is_ascii_digit() {
            return Ok(None);
        }
        loop {
            self.continuations();
            if !is_name(self.peek()) {
                break;
            }
            self.pos += 1;
        }
        let name_end = self.pos;
        let mut draft = Draft::nameless();
        let mut array = false;
        if self.peek() == b'[' && !compound_only {
            array = true;
            self.pos += 1;
            self.matched(b'[', b']', &mut draft, true)?;
            self.continuations();
        }
        if self.peek() == b'+' && !self.follows_plus_equals() {
            return self.no_assignment(array);
        }
        self.continuations();
        if self.peek() != b'=' {
            return self.no_assignment(array);
        }
        self.pos += 1;
        self.continuations();
        if compound_only && self.peek() != b'(' {
            return self.no_assignment(array);
        }
        let name = self.text[start..name_end].replace("\\\n", "");
        let value = if self.peek() == b'(' {
            array = true;
            self.elements()?
        } else {
            self.value()?
        };
        Ok(Some(Assignment {
            span: Span {
                start: self.place_of(start),
                end: value.span.end,
            },
            name,
            array,
            value,
        }))
    }

    /// Steps over the `+` of `+=`.
    fn follows_plus_equals(&mut self) -> bool {
        self.pos += 1;
        self.continuations();
        self.peek() == b'='
    }

    fn no_assignment<T>(&self, subscript: bool) -> Result<Option<T>> {
        if subscript {
            return self.error(self.pos, "a subscript that is not assigned to");
        }
        Ok(None)
    }

    fn value(&mut self) -> Result<Word> {
        match self.word(Mode::Value)? {
            Some(word) => Ok(word),
            None => self.unexpected(),
        }
    }

    /// `(x [i]=y ...)`, the value of an array.
    fn elements(&mut self) -> Result<Word> {
        let start = self.pos;
        self.pos += 1;
        self.enter()?;
        let mut all = Draft::nameless();
        loop {
            self.newlines()?;
            if self.peek() == b')' {
                break;
            }
            let from = self.pos;
            let mut mode = Mode::Plain;
            if self.peek() == b'[' {
                self.pos += 1;
                self.matched(b'[', b']', &mut all, true)?;
                mode = Mode::Value;
            }
            let word = self.word(mode)?;
            if self.pos == from {
                return self.unexpected();
            }
            if let Some(word) = word {
                all.quoted |= word.quoted;
                all.expansion |= word.expansion;
                all.substitution |= word.substitution;
                all.glob |= word.glob;
            }
        }
        self.pos += 1;
        self.leave();
        if !is_meta(self.peek()) {
            return self.unexpected();
        }
        Ok(Word {
            span: self.span(start, self.pos),
            literal: None,
            quoted: all.quoted,
            expansion: all.expansion,
            substitution: all.substitution,
            glob: all.glob,
            tilde: false,
        })
    }
}
