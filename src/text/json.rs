//! JSON (RFC 8259) read in place and written by splicing.
//!
//! Settings and hook payloads belong to other programs, so two things matter
//! more than convenience: whatever those programs read must be read here, and
//! what is not ours must come out byte for byte. Hence numbers and strings stay
//! spans of the text and are never converted (`1e400`, 400 digits and lone
//! surrogates are fine), invalid UTF-8 inside a string is that string's problem
//! alone, byte order marks in front are skipped, the last of several equal keys
//! counts (as in `JSON.parse`), and an edit is a [`splice`].
//!
//! [`parse`] checks the whole text once, with a stack of one byte a level, and
//! gives a [`Value`]: a span of checked text. There is no tree. `get`, `members`
//! and `items` scan the span they are asked about, so memory does not grow with
//! the input and time is the input's length times the depth that is looked at.
//! Rejected: a tape of nodes, which makes 16 MiB of `[[[[` or `0,0,0,` cost 100.

mod check;
mod stream;
mod string;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::Error;
use check::Checker;
pub use stream::Scanner;
use string::unescape;
pub use string::write_string;

/// Deepest nesting that is read. Programs that write settings stop far below.
pub const MAX_DEPTH: usize = 10_000;

/// What is read beyond strict JSON.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// `// to the end of the line` and `/* between these */`.
    pub comments: bool,
    /// A comma in front of `]` or `}`.
    pub trailing_commas: bool,
}

impl Options {
    /// JSON with comments and trailing commas, as editors keep their settings.
    pub const RELAXED: Options = Options {
        comments: true,
        trailing_commas: true,
    };
}

/// What a [`Value`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, uninterpreted.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A checked value: a span of the text it was read from.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    text: &'a [u8],
    start: usize,
    end: usize,
    comments: bool,
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The name, a string.
    pub key: Value<'a>,
    /// What it names.
    pub value: Value<'a>,
}

/// Reads strict JSON: one value, with nothing but blanks and byte order marks around it.
pub fn parse(text: &[u8]) -> Result<Value<'_>, Error> {
    parse_with(text, Options::default())
}

/// Reads JSON with the extensions that `options` name.
pub fn parse_with(text: &[u8], options: Options) -> Result<Value<'_>, Error> {
    let (start, end) = Checker { text, options }.document()?;
    Ok(Value {
        text,
        start,
        end,
        comments: options.comments,
    })
}

impl<'a> Value<'a> {
    /// What it is.
    pub fn kind(&self) -> Kind {
        match self.text[self.start] {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'"' => Kind::String,
            b't' | b'f' => Kind::Bool,
            b'n' => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// Where it stands in the text that was parsed, in bytes; quotes and brackets included.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The value as it was written.
    pub fn raw(&self) -> &'a [u8] {
        &self.text[self.start..self.end]
    }

    /// The value of the last member called `key`; nothing where this is no object.
    /// Escapes in the name are seen through.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let mut last = None;
        for member in self.members() {
            if member.key.is_str(key) {
                last = Some(member.value);
            }
        }
        last
    }

    /// The members of an object in their order, duplicates included; none of anything else.
    pub fn members(&self) -> Members<'a> {
        Members {
            cursor: self.inside(Kind::Object),
        }
    }

    /// The items of an array in their order; none of anything else.
    pub fn items(&self) -> Items<'a> {
        Items {
            cursor: self.inside(Kind::Array),
        }
    }

    /// The text of a string, escapes resolved. `None` for anything else, and for
    /// a string that is not text: a lone surrogate or invalid UTF-8 in it.
    pub fn as_str(&self) -> Option<Cow<'a, str>> {
        unescape(self.quoted()?, false)
    }

    /// The text of a string with U+FFFD for what is not text; `None` for anything else.
    pub fn as_str_lossy(&self) -> Option<Cow<'a, str>> {
        unescape(self.quoted()?, true)
    }

    /// Whether this is a string that reads `text`.
    pub fn is_str(&self, text: &str) -> bool {
        let Some(quoted) = self.quoted() else {
            return false;
        };
        // An escape is at most six bytes for one of the text: most strings need no look inside.
        if quoted.len() < text.len() || quoted.len() / 6 > text.len() {
            return false;
        }
        if !quoted.contains(&b'\\') {
            return quoted == text.as_bytes();
        }
        unescape(quoted, false).is_some_and(|own| own == text)
    }

    /// Which of `names` this string is.
    pub fn position_in<'n>(&self, mut names: impl Iterator<Item = &'n str>) -> Option<usize> {
        let quoted = self.quoted()?;
        if quoted.contains(&b'\\') {
            return names.position(|name| self.is_str(name));
        }
        names.position(|name| name.as_bytes() == quoted)
    }

    /// `true` or `false`; `None` for anything else.
    pub fn as_bool(&self) -> Option<bool> {
        match self.raw() {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        }
    }

    fn quoted(&self) -> Option<&'a [u8]> {
        (self.kind() == Kind::String).then(|| &self.text[self.start + 1..self.end - 1])
    }

    fn inside(&self, kind: Kind) -> Cursor<'a> {
        let mut within = *self;
        if self.kind() == kind {
            within.start += 1;
            within.end -= 1;
        } else {
            within.end = within.start;
        }
        Cursor { within }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.raw()))
    }
}

/// The members of an object.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        let key = self.cursor.value()?;
        self.cursor.step_over(b':');
        let value = self.cursor.value()?;
        self.cursor.step_over(b',');
        Some(Member { key, value })
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        let item = self.cursor.value()?;
        self.cursor.step_over(b',');
        Some(item)
    }
}

/// What is left of the inside of a container that has been checked.
#[derive(Clone, Debug)]
struct Cursor<'a> {
    within: Value<'a>,
}

impl<'a> Cursor<'a> {
    fn skip_blanks(&mut self) {
        let byte = self.within.text.get(self.within.start);
        if byte.is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b'/') {
            return;
        }
        let text = &self.within.text[..self.within.end];
        self.within.start =
            end_of_blanks(text, self.within.start, self.within.comments).unwrap_or(self.within.end);
    }

    fn value(&mut self) -> Option<Value<'a>> {
        self.skip_blanks();
        let left = self.within;
        if left.start >= left.end {
            return None;
        }
        let end = end_of_value(&left.text[..left.end], left.start, left.comments);
        self.within.start = end;
        Some(Value { end, ..left })
    }

    fn step_over(&mut self, byte: u8) {
        self.skip_blanks();
        if self.within.start < self.within.end && self.within.text[self.within.start] == byte {
            self.within.start += 1;
        }
    }
}

/// The end of the value that starts at `at`, in text that has been checked.
fn end_of_value(text: &[u8], mut at: usize, comments: bool) -> usize {
    let mut depth = 0_usize;
    while at < text.len() {
        match text[at] {
            b'"' => at = end_of_string(text, at).unwrap_or(text.len()),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b'/' if comments => at = end_of_comment(text, at).unwrap_or(text.len()),
            byte if depth == 0 && is_bare(byte) => {
                while at < text.len() && is_bare(text[at]) {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The end of the string whose opening quote is at `at`; `None` if it has none.
/// Says nothing about what is inside.
fn end_of_string(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        at += plain_length(text.get(at..)?);
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// How many bytes at the start of `text` are neither quote nor backslash nor control
/// character. Most of a JSON text is strings, so eight bytes are looked at in one go.
fn plain_length(text: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    // The high bit of each byte below `bound`, and of none in front of the first such byte
    // (Warren, Hacker's Delight, 6-1).
    let below = |eight: u64, bound: u64| eight.wrapping_sub(ONES * bound) & !eight & HIGHS;
    let mut length = 0;
    let (chunks, _) = text.as_chunks();
    for chunk in chunks {
        let eight = u64::from_le_bytes(*chunk);
        let (quote, slash) = (eight ^ (ONES * 0x22), eight ^ (ONES * 0x5C));
        let found = below(eight, 0x20) | below(quote, 1) | below(slash, 1);
        if found != 0 {
            return length + found.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = text[length..].iter();
    let plain = |byte: &&u8| !matches!(byte, 0..0x20 | b'"' | b'\\');
    length + rest.take_while(plain).count()
}

/// The end of the comment that starts at `at`; `None` if there is none or it does not end.
fn end_of_comment(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at + 2..)?;
    let length = match text[at + 1] {
        b'/' => rest
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r')
            .unwrap_or(rest.len()),
        b'*' => 2 + rest.windows(2).position(|two| two == b"*/")?,
        _ => return None,
    };
    Some(at + 2 + length)
}

/// The first byte from `at` on that is neither blank nor comment; `Err` with the
/// place of a comment that does not end.
fn end_of_blanks(text: &[u8], mut at: usize, comments: bool) -> Result<usize, usize> {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'/') if comments => at = end_of_comment(text, at).ok_or(at)?,
            _ => return Ok(at),
        }
    }
}

/// A byte of a number or of `true`, `false`, `null`.
fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// `original` with the bytes of each range replaced. The ranges ascend, do not
/// overlap and lie within the text; an empty one inserts.
pub fn splice(original: &[u8], edits: &[(Range<usize>, &[u8])]) -> Vec<u8> {
    let added: usize = edits.iter().map(|(_, new)| new.len()).sum();
    let mut text = Vec::with_capacity(original.len() + added);
    let mut from = 0;
    for (range, new) in edits {
        text.extend(&original[from..range.start]);
        text.extend(*new);
        from = range.end;
    }
    text.extend(&original[from..]);
    text
}
