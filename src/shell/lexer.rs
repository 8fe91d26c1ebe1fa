//! Words, quotes, expansions, blanks and comments (XCU 2.2, 2.3, 2.6; bash manual 3.1, 3.5).
//!
//! There is no token list: what a byte means depends on where the grammar is, so
//! the parser asks for what it wants at the place it has reached. A substitution
//! is read by the parser itself, at the same place in the same text, so every
//! byte is looked at a bounded number of times and spans need no mending. Only
//! backquotes with escaped bytes in them are read from a copy, with a map back.

use super::word::{Draft, Mode};
use super::{Error, Features, Place, Script, SimpleCommand, Span, Word};

/// Deepest nesting of groups, substitutions and expansions that is read.
pub(super) const DEPTH_MAX: usize = 100;

pub(super) type Result<T> = std::result::Result<T, Error>;

/// What has been read so far, shared by the readers of nested texts.
#[derive(Default)]
pub(super) struct Found {
    pub(super) commands: Vec<SimpleCommand>,
    /// For each command the substitution, function body or line that it stands in.
    pub(super) frames: Vec<u32>,
    pub(super) definitions: Vec<String>,
    pub(super) features: Features,
    /// Literal values of the words that are being read, the innermost last.
    pub(super) literals: String,
    /// Words of the simple commands that are being read, the innermost last.
    pub(super) words: Vec<Word>,
    /// Bytes that were looked through for the ends of `((`.
    pub(super) scanned: usize,
    frames_made: u32,
    depth: usize,
}

impl Found {
    pub(super) fn into_script(self, error: Option<Error>) -> Script {
        Script {
            commands: self.commands,
            definitions: self.definitions,
            features: self.features,
            error,
        }
    }
}

/// What encloses the place that is being read.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) place: Place,
    pub(super) nested: bool,
    pub(super) frame: u32,
}

impl Context {
    pub(super) const LINE: Context = Context {
        place: Place::Line,
        nested: false,
        frame: 0,
    };
}

/// A here-document whose body is still to come.
pub(super) struct Pending {
    pub(super) delimiter: String,
    pub(super) expands: bool,
    pub(super) tabs: bool,
    pub(super) at: usize,
}

/// A place in a text, and what has been found up to there.
pub(super) struct Reader<'t, 'f> {
    pub(super) text: &'t str,
    pub(super) pos: usize,
    /// One past the last byte that may be read.
    pub(super) end: usize,
    /// For each byte of a copied text its place in the whole text.
    pub(super) origin: Option<&'t [u32]>,
    pub(super) context: Context,
    pub(super) pending: Vec<Pending>,
    /// A here-document of an enclosing text waits for its body.
    pub(super) outer_pending: bool,
    /// The text is the inside of `$( )`, whose bracket may end a here-document.
    pub(super) in_brackets: bool,
    pub(super) found: &'f mut Found,
}

/// Bytes that mean nothing special in an unquoted word.
const ORDINARY: [bool; 256] = {
    let mut table = [true; 256];
    let special = b"\0 \t\n;&|()<>\\'\"$`*?[]{},.+@!";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = false;
        at += 1;
    }
    table
};

/// A byte that may be in a variable's name.
pub(super) fn is_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// A byte that ends a word.
pub(super) fn is_meta(byte: u8) -> bool {
    matches!(
        byte,
        0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
    )
}

/// The braces of a word that are open: `{a,b}` and `{1..3}` expand, `{a}` does not.
#[derive(Default)]
struct Braces {
    count: u32,
    /// A bit for each, the innermost lowest: whether a comma or `..` stands behind it.
    separated: u64,
}

impl Braces {
    fn open(&mut self) {
        self.count += 1;
        self.separated <<= 1;
    }

    fn separate(&mut self) {
        self.separated |= 1;
    }

    /// Whether what is closed expands; in doubt, more than 64 deep, yes.
    fn close(&mut self) -> bool {
        let Some(count) = self.count.checked_sub(1) else {
            return false;
        };
        let expands = self.separated & 1 == 1 || self.count > u64::BITS;
        self.count = count;
        self.separated >>= 1;
        expands
    }
}

impl Reader<'_, '_> {
    /// The next byte; 0 at the end (the text holds no NUL).
    pub(super) fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> u8 {
        let at = self.pos + ahead;
        if at < self.end {
            self.text.as_bytes()[at]
        } else {
            0
        }
    }

    /// Where a byte stands in the whole text.
    pub(super) fn place_of(&self, at: usize) -> usize {
        match self.origin {
            Some(origin) => origin.get(at).map_or(at, |&place| place as usize),
            None => at,
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span {
            start: self.place_of(start),
            end: self.place_of(end),
        }
    }

    pub(super) fn error<T>(&self, at: usize, why: &'static str) -> Result<T> {
        Err(Error {
            at: self.place_of(at),
            why,
        })
    }

    /// An error at the next byte.
    pub(super) fn unexpected<T>(&self) -> Result<T> {
        let why = match self.peek() {
            0 => "unexpected end",
            b'\n' => "unexpected end of line",
            b'(' | b')' => "unexpected bracket",
            b';' | b'&' | b'|' | b'<' | b'>' => "unexpected operator",
            _ => "unexpected word",
        };
        self.error(self.pos, why)
    }

    pub(super) fn enter(&mut self) -> Result<()> {
        if self.found.depth == DEPTH_MAX {
            return self.error(self.pos, "nested too deeply");
        }
        self.found.depth += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.found.depth -= 1;
    }

    /// A context with a frame of its own.
    pub(super) fn framed(&mut self, place: Place) -> Context {
        self.found.frames_made += 1;
        Context {
            place,
            nested: self.context.nested,
            frame: self.found.frames_made,
        }
    }

    /// Skips backslash-newlines, which join lines before anything else is looked at.
    pub(super) fn continuations(&mut self) {
        while self.peek() == b'\\' && self.peek_at(1) == b'\n' {
            self.pos += 2;
            self.found.features.continuation = true;
        }
    }

    /// Skips blanks and a comment in front of a word or operator.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.pos += 1,
                b'\\' if self.peek_at(1) == b'\n' => self.continuations(),
                b'#' => self.comment(),
                _ => return,
            }
        }
    }

    fn comment(&mut self) {
        self.found.features.comment = true;
        loop {
            match self.peek() {
                0 | b'\n' => return,
                b'\'' | b'"' | b'`' => self.found.features.comment_quote = true,
                _ => {}
            }
            self.pos += 1;
        }
    }

    /// Skips blanks, comments and newlines, and the here-documents behind them.
    pub(super) fn newlines(&mut self) -> Result<()> {
        loop {
            self.blanks();
            if self.peek() != b'\n' {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// The second byte of an operator, if it is this one.
    pub(super) fn follows(&mut self, byte: u8) -> bool {
        let before = self.pos;
        self.continuations();
        if self.peek() == byte {
            self.pos += 1;
            return true;
        }
        self.pos = before;
        false
    }

    pub(super) fn push(&mut self, draft: &Draft, start: usize, end: usize) {
        if draft.known {
            self.found.literals.push_str(&self.text[start..end]);
        }
    }

    /// The character at the next byte, taken as it is.
    fn push_char(&mut self, draft: &Draft) {
        let rest = &self.text[self.pos..self.end];
        let length = rest.chars().next().map_or(0, char::len_utf8);
        self.push(draft, self.pos, self.pos + length);
        self.pos += length;
    }

    /// The bytes of a word from here on, into the draft.
    pub(super) fn word_bytes(&mut self, draft: &mut Draft, mode: Mode) -> Result<()> {
        let mut braces = Braces::default();
        let mut open_bracket = false;
        loop {
            let run = self.pos;
            let bytes = &self.text.as_bytes()[..self.end];
            while self.pos < self.end && ORDINARY[bytes[self.pos] as usize] {
                self.pos += 1;
            }
            self.push(draft, run, self.pos);
            if self.piece(draft, mode)? {
                continue;
            }
            match self.peek() {
                b'|' if mode == Mode::Regex => {}
                byte if is_meta(byte) => return Ok(()),
                b'*' | b'?' => draft.glob = true,
                b'[' => open_bracket = true,
                b']' => draft.glob |= open_bracket,
                b'{' => braces.open(),
                b'}' => draft.braced |= braces.close(),
                b',' => braces.separate(),
                b'.' if self.peek_at(1) == b'.' => braces.separate(),
                _ => {}
            }
            self.push(draft, self.pos, self.pos + 1);
            self.pos += 1;
        }
    }

    /// Reads a quote, an expansion, a substitution or an extended pattern, if one
    /// stands here.
    fn piece(&mut self, draft: &mut Draft, mode: Mode) -> Result<bool> {
        let before_bracket = self.peek_at(1) == b'(';
        match self.peek() {
            b'\\' => self.backslash(draft)?,
            b'\'' => self.single_quotes(draft)?,
            b'"' => self.double_quotes(draft)?,
            b'$' => self.dollar(draft, false)?,
            b'`' => self.backquotes(draft, false)?,
            b'(' if mode == Mode::Regex => self.group(draft)?,
            b'<' | b'>' if before_bracket && !mode.in_condition() => {
                self.pos += 2;
                draft.expands();
                self.substitution(draft, b')')?;
            }
            b'*' | b'?' | b'+' | b'@' | b'!' if before_bracket => {
                self.found.features.dialect |= !mode.in_condition();
                self.pos += 1;
                draft.glob = true;
                self.group(draft)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A pattern or expression in round brackets, at its opening one.
    fn group(&mut self, draft: &mut Draft) -> Result<()> {
        draft.known = false;
        self.pos += 1;
        self.matched(b'(', b')', draft, false)
    }

    fn backslash(&mut self, draft: &mut Draft) -> Result<()> {
        match self.peek_at(1) {
            0 => self.error(self.pos, "a backslash at the end"),
            b'\n' => {
                self.continuations();
                Ok(())
            }
            _ => {
                self.pos += 1;
                draft.quoted = true;
                self.push_char(draft);
                Ok(())
            }
        }
    }

    pub(super) fn single_quotes(&mut self, draft: &mut Draft) -> Result<()> {
        draft.quoted = true;
        let start = self.pos + 1;
        match self.text[start..self.end].find('\'') {
            Some(length) => {
                self.push(draft, start, start + length);
                self.pos = start + length + 1;
                Ok(())
            }
            None => self.error(self.pos, "unbalanced quote"),
        }
    }

    pub(super) fn double_quotes(&mut self, draft: &mut Draft) -> Result<()> {
        let open = self.pos;
        draft.quoted = true;
        self.pos += 1;
        loop {
            self.quoted_run(draft);
            match self.peek() {
                0 => return self.error(open, "unbalanced quote"),
                b'"' => {
                    self.pos += 1;
                    return Ok(());
                }
                _ => self.quoted_special(draft, true)?,
            }
        }
    }

    /// Bytes that stand for themselves in double quotes.
    fn quoted_run(&mut self, draft: &Draft) {
        let start = self.pos;
        while !matches!(self.peek(), 0 | b'"' | b'\\' | b'$' | b'`') {
            self.pos += 1;
        }
        self.push(draft, start, self.pos);
    }

    /// `\`, `$` or a backquote in double quotes or in a here-document.
    pub(super) fn quoted_special(&mut self, draft: &mut Draft, quotes: bool) -> Result<()> {
        match self.peek() {
            b'$' => self.dollar(draft, true),
            b'`' => self.backquotes(draft, quotes),
            _ => {
                match self.peek_at(1) {
                    b'\n' => {
                        self.continuations();
                        return Ok(());
                    }
                    b'$' | b'`' | b'\\' => self.pos += 1,
                    b'"' if quotes => self.pos += 1,
                    _ => {}
                }
                self.push_char(draft);
                Ok(())
            }
        }
    }
}
