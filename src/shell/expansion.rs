//! Expansions: `$name`, `${...}`, `$((...))`, `$'...'` (XCU 2.6; bash manual 3.1.2.4, 3.5).
//!
//! What they expand to is never known here; what they run, and where they end, is.

use super::lexer::{Reader, Result, is_name};
use super::word::Draft;

/// Most bytes that are looked through for the ends of `((`, all in all.
const SCANNED_MAX: usize = 8 * super::MAX_COMMAND_BYTES;

impl Reader<'_, '_> {
    /// At a `$`: an expansion, a quote, or a dollar sign.
    pub(super) fn dollar(&mut self, draft: &mut Draft, quoted: bool) -> Result<()> {
        let at = self.pos;
        self.pos += 1;
        self.continuations();
        let byte = self.peek();
        match byte {
            b'(' => {
                draft.expands();
                self.pos += 1;
                self.continuations();
                if self.peek() == b'(' && self.is_arithmetic()? {
                    self.found.features.expansion = true;
                    self.arithmetic(draft).map(drop)
                } else {
                    self.substitution(draft, b')')
                }
            }
            b'{' => {
                draft.expands();
                self.braces(draft, quoted)
            }
            b'[' => {
                draft.expands();
                self.found.features.expansion = true;
                self.pos += 1;
                self.matched(b'[', b']', draft, true)
            }
            b'\'' if !quoted => {
                self.found.features.expansion = true;
                self.ansi_quotes(draft)
            }
            b'"' if !quoted => {
                self.found.features.expansion = true;
                self.double_quotes(draft)
            }
            b'*' | b'@' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0'..=b'9' => {
                draft.expands();
                self.found.features.expansion = true;
                self.pos += 1;
                Ok(())
            }
            _ if is_name(byte) => {
                draft.expands();
                self.found.features.expansion = true;
                while is_name(self.peek()) {
                    self.pos += 1;
                }
                Ok(())
            }
            _ => {
                self.push(draft, at, at + 1);
                Ok(())
            }
        }
    }

    /// `$'...'`, at its quote (bash manual 3.1.2.4).
    fn ansi_quotes(&mut self, draft: &mut Draft) -> Result<()> {
        let open = self.pos;
        draft.quoted = true;
        self.pos += 1;
        let start = self.pos;
        loop {
            match self.peek() {
                0 => return self.error(open, "unbalanced quote"),
                b'\'' => break,
                b'\\' => self.pos += 2,
                _ => self.pos += 1,
            }
        }
        let inner = &self.text[start..self.pos];
        self.pos += 1;
        if draft.known && !super::word::ansi(inner, &mut self.found.literals) {
            draft.unknown();
        }
        Ok(())
    }

    /// `${...}`, at its brace.
    fn braces(&mut self, draft: &mut Draft, quoted: bool) -> Result<()> {
        self.pos += 1;
        if matches!(self.peek(), b' ' | b'\t' | b'\n' | b'|') {
            // Since bash 5.3 a substitution that runs in this shell; an error before.
            self.found.features.dialect = true;
            if self.peek() == b'|' {
                self.pos += 1;
            }
            return self.substitution(draft, b'}');
        }
        self.found.features.expansion = true;
        let start = self.pos;
        self.matched(0, b'}', draft, quoted)?;
        if self.text[start..self.pos].ends_with("@P}") {
            // Expands the value as a prompt, substitutions in it included.
            draft.substitution = true;
            self.found.features.substitution = true;
        }
        Ok(())
    }

    /// Up to the byte `close`, of which each `open` takes one more. `quoted`: single
    /// quotes do not keep what is in them from being expanded.
    pub(super) fn matched(
        &mut self,
        open: u8,
        close: u8,
        draft: &mut Draft,
        quoted: bool,
    ) -> Result<()> {
        let start = self.pos;
        self.enter()?;
        let mut left = 1_usize;
        loop {
            let byte = self.peek();
            if byte == 0 {
                return self.error(start, "unbalanced bracket");
            } else if byte == close {
                self.pos += 1;
                left -= 1;
                if left == 0 {
                    self.leave();
                    return Ok(());
                }
            } else if byte == open {
                self.pos += 1;
                left += 1;
            } else {
                self.inside(draft, quoted)?;
            }
        }
    }

    /// One piece of a bracketed text.
    fn inside(&mut self, draft: &mut Draft, quoted: bool) -> Result<()> {
        match self.peek() {
            b'\\' => {
                self.pos = self.end.min(self.pos + 2);
                Ok(())
            }
            b'\'' => {
                let start = self.pos;
                self.single_quotes(draft)?;
                let inner = &self.text.as_bytes()[start + 1..self.pos - 1];
                let matters = |byte: &u8| matches!(byte, b'$' | b'`' | b'\\' | b'"' | b'}' | b')');
                if quoted && inner.iter().any(matters) {
                    return self.error(start, "a quote in an expansion in quotes");
                }
                Ok(())
            }
            b'"' => self.double_quotes(draft),
            b'$' => self.dollar(draft, quoted),
            b'`' => self.backquotes(draft, quoted),
            b'<' | b'>' if !quoted && self.peek_at(1) == b'(' => {
                self.pos += 2;
                self.substitution(draft, b')')
            }
            _ => {
                self.pos += 1;
                Ok(())
            }
        }
    }

    /// Whether the `(` here, behind another, belongs to an arithmetic expression:
    /// whether its brackets close side by side. Quotes are skipped roughly; what
    /// is really there is read afterwards.
    pub(super) fn is_arithmetic(&mut self) -> Result<bool> {
        let bytes = &self.text.as_bytes()[..self.end];
        let mut open = 0_usize;
        let mut at = self.pos + 1;
        let mut quote = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' if quote != b'\'' => at += 1,
                _ if byte == quote => quote = 0,
                _ if quote != 0 => {}
                b'\'' | b'"' | b'`' => quote = byte,
                b'(' => open += 1,
                b')' if open == 0 => {
                    // Brackets in brackets are scanned once for each.
                    self.found.scanned += at - self.pos;
                    if self.found.scanned > SCANNED_MAX {
                        return self.error(self.pos, "nested too deeply");
                    }
                    return Ok(bytes.get(at + 1) == Some(&b')'));
                }
                b')' => open -= 1,
                _ => {}
            }
            at += 1;
        }
        self.error(self.pos, "unbalanced bracket")
    }

    /// An arithmetic expression at its second `(`; how many semicolons it has.
    pub(super) fn arithmetic(&mut self, draft: &mut Draft) -> Result<usize> {
        let start = self.pos;
        self.pos += 1;
        self.enter()?;
        let (mut open, mut semicolons) = (0_usize, 0);
        loop {
            match self.peek() {
                0 => return self.error(start, "unbalanced bracket"),
                b'(' => {
                    open += 1;
                    self.pos += 1;
                }
                b')' if open > 0 => {
                    open -= 1;
                    self.pos += 1;
                }
                b')' => {
                    self.pos += 1;
                    if !self.follows(b')') {
                        return self.error(start, "unbalanced bracket");
                    }
                    self.leave();
                    return Ok(semicolons);
                }
                byte => {
                    semicolons += usize::from(byte == b';');
                    self.inside(draft, true)?;
                }
            }
        }
    }
}
