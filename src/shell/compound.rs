//! Compound commands (XCU 2.9.4; bash manual 3.2.5).

use super::Word;
use super::lexer::{Reader, Result};
use super::word::{Draft, Mode};

/// Operators in front of one operand in `[[ ]]`: `-` and one of these letters.
const UNARY: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

/// Operators between two operands in `[[ ]]`.
const BINARY: [&str; 12] = [
    "!=", "-ef", "-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-nt", "-ot", "=", "==",
];

impl Reader<'_, '_> {
    /// Reads the compound command here, if one starts here; `reserved` is the
    /// reserved word that stands here.
    pub(super) fn compound(&mut self, reserved: Option<(&'static str, usize)>) -> Result<bool> {
        let word = match reserved {
            Some((word, end)) => {
                let opens = matches!(
                    word,
                    "{" | "[[" | "if" | "for" | "select" | "while" | "until" | "case"
                );
                if !opens {
                    return Ok(false);
                }
                self.found.features.continuation |= self.text[self.pos..end].contains('\n');
                self.pos = end;
                word
            }
            None if self.peek() == b'(' => {
                self.pos += 1;
                "("
            }
            None => return Ok(false),
        };
        self.enter()?;
        self.found.features.compound = true;
        let nested = std::mem::replace(&mut self.context.nested, true);
        match word {
            "(" => self.brackets()?,
            "{" => self.closed_by("}")?,
            "[[" => self.condition()?,
            "if" => self.if_clauses()?,
            "while" | "until" => {
                self.some_list()?;
                self.expects("do")?;
                self.closed_by("done")?;
            }
            "for" => self.for_loop(true)?,
            "select" => self.for_loop(false)?,
            _ => self.case()?,
        }
        self.context.nested = nested;
        self.leave();
        Ok(true)
    }

    fn closed_by(&mut self, word: &str) -> Result<()> {
        self.some_list()?;
        self.expects(word)
    }

    /// `( list )` or `(( expression ))`, behind the first bracket.
    fn brackets(&mut self) -> Result<()> {
        let before = self.pos;
        self.continuations();
        if self.peek() == b'(' && self.is_arithmetic()? {
            return self.arithmetic(&mut Draft::nameless()).map(drop);
        }
        self.pos = before;
        self.some_list()?;
        if self.peek() != b')' {
            return self.unexpected();
        }
        self.pos += 1;
        Ok(())
    }

    fn if_clauses(&mut self) -> Result<()> {
        loop {
            self.some_list()?;
            self.expects("then")?;
            self.some_list()?;
            if self.takes("elif") {
                continue;
            }
            if self.takes("else") {
                self.some_list()?;
            }
            return self.expects("fi");
        }
    }

    /// Behind `for` or `select`.
    fn for_loop(&mut self, arithmetic: bool) -> Result<()> {
        self.blanks();
        if arithmetic && self.peek() == b'(' {
            self.pos += 1;
            if self.peek() != b'(' {
                return self.unexpected();
            }
            let at = self.pos;
            if self.arithmetic(&mut Draft::nameless())? != 2 {
                return self.error(at, "three expressions expected");
            }
            self.blanks();
            let ended = matches!(self.peek(), b';' | b'\n') && !self.at_clause_end();
            if ended && self.peek() == b';' {
                self.pos += 1;
            }
            self.newlines_if(ended)?;
            return self.loop_body();
        }
        let at = self.pos;
        match self.word(Mode::Plain)? {
            Some(Word {
                literal: Some(_), ..
            }) => {}
            _ => return self.error(at, "no name for a loop"),
        }
        self.blanks();
        if self.peek() == b';' && !self.at_clause_end() {
            self.pos += 1;
            self.newlines()?;
            return self.loop_body();
        }
        self.newlines()?;
        if !self.takes("in") {
            return match self.reserved() {
                Some(("do", _)) => self.loop_body(),
                _ => self.unexpected(),
            };
        }
        loop {
            self.blanks();
            if self.word(Mode::Plain)?.is_none() {
                break;
            }
        }
        match self.peek() {
            b'\n' => {}
            b';' if !self.at_clause_end() => self.pos += 1,
            _ => return self.unexpected(),
        }
        self.newlines()?;
        self.loop_body()
    }

    fn newlines_if(&mut self, wanted: bool) -> Result<()> {
        match wanted {
            true => self.newlines(),
            false => Ok(()),
        }
    }

    /// `do list done`, or `{ list }`.
    fn loop_body(&mut self) -> Result<()> {
        if self.takes("{") {
            return self.closed_by("}");
        }
        self.expects("do")?;
        self.closed_by("done")
    }

    /// Behind `case`.
    fn case(&mut self) -> Result<()> {
        self.blanks();
        if self.word(Mode::Plain)?.is_none() {
            return self.unexpected();
        }
        self.newlines()?;
        self.expects("in")?;
        loop {
            self.newlines()?;
            if self.takes("esac") {
                return Ok(());
            }
            if self.peek() == b'(' {
                self.pos += 1;
                self.blanks();
            }
            self.patterns()?;
            self.list()?;
            if !self.at_clause_end() {
                return self.expects("esac");
            }
            self.pos += 1;
            let fell = self.follows(b';');
            let through = self.follows(b'&');
            if !fell && !through {
                return self.unexpected();
            }
        }
    }

    /// `a | b )`
    fn patterns(&mut self) -> Result<()> {
        loop {
            self.blanks();
            if self.word(Mode::Plain)?.is_none() {
                return self.unexpected();
            }
            self.blanks();
            match self.peek() {
                b'|' => self.pos += 1,
                b')' => {
                    self.pos += 1;
                    return Ok(());
                }
                _ => return self.unexpected(),
            }
        }
    }

    /// Behind `[[`, up to `]]`.
    fn condition(&mut self) -> Result<()> {
        self.alternatives()?;
        self.blanks();
        self.expects("]]")
    }

    /// Terms joined by `&&` and `||`: their order does not matter here.
    fn alternatives(&mut self) -> Result<()> {
        loop {
            self.term()?;
            self.blanks();
            let byte = self.peek();
            if !matches!(byte, b'&' | b'|') {
                return Ok(());
            }
            self.pos += 1;
            if !self.follows(byte) {
                return self.unexpected();
            }
        }
    }

    fn term(&mut self) -> Result<()> {
        self.newlines()?;
        while self.takes("!") {
            self.newlines()?;
        }
        if self.peek() == b'(' {
            self.pos += 1;
            self.enter()?;
            self.alternatives()?;
            self.leave();
            self.blanks();
            if self.peek() != b')' {
                return self.unexpected();
            }
            self.pos += 1;
            return Ok(());
        }
        let first = self.operand(Mode::Operand)?;
        self.blanks();
        let letter = plain(&first).and_then(|text| text.strip_prefix('-'));
        if let Some([letter]) = letter.map(str::as_bytes)
            && UNARY.contains(letter)
        {
            return self.operand(Mode::Operand).map(drop);
        }
        match self.peek() {
            b'<' | b'>' if self.peek_at(1) != b'(' => {
                self.pos += 1;
                self.blanks();
                return self.operand(Mode::Operand).map(drop);
            }
            0 | b'\n' | b'&' | b'|' | b')' => return Ok(()),
            _ if matches!(self.reserved(), Some(("]]", _))) => return Ok(()),
            _ => {}
        }
        let at = self.pos;
        let operator = self.operand(Mode::Operand)?;
        let mode = match plain(&operator) {
            Some("=~") => Mode::Regex,
            Some(operator) if BINARY.contains(&operator) => Mode::Operand,
            _ => return self.error(at, "no operator of `[[`"),
        };
        self.blanks();
        self.operand(mode).map(drop)
    }

    fn operand(&mut self, mode: Mode) -> Result<Word> {
        if matches!(self.reserved(), Some(("]]", _))) || self.at_descriptor() {
            return self.unexpected();
        }
        match self.word(mode)? {
            Some(word) => Ok(word),
            None => self.unexpected(),
        }
    }
}

/// The text of a word that is not quoted.
fn plain(word: &Word) -> Option<&str> {
    word.literal.as_deref().filter(|_| !word.quoted)
}
