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

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::Error;

/// Deepest nesting that is read. Programs that write settings stop far below.
pub const MAX_DEPTH: usize = 10_000;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

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
        self.members()
            .filter(|member| member.key.is_str(key))
            .last()
            .map(|member| member.value)
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
        let text = &self.within.text[..self.within.end];
        self.within.start =
            end_of_blanks(text, self.within.start, self.within.comments).unwrap_or(self.within.end);
    }

    fn value(&mut self) -> Option<Value<'a>> {
        self.skip_blanks();
        let Value {
            text,
            start,
            end,
            comments,
        } = self.within;
        if start >= end {
            return None;
        }
        self.within.start = end_of_value(&text[..end], start, comments);
        Some(Value {
            end: self.within.start,
            ..Value {
                text,
                start,
                end,
                comments,
            }
        })
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
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
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

/// What may come next while a text is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd,
}

/// One pass over a text that is not trusted yet.
struct Checker<'a> {
    text: &'a [u8],
    options: Options,
}

impl Checker<'_> {
    /// The span of the only value of the text.
    fn document(&self) -> Result<(usize, usize), Error> {
        let mut at = 0;
        while self.text[at..].starts_with(BYTE_ORDER_MARK) {
            at += BYTE_ORDER_MARK.len();
        }
        let start = self.blanks(at)?;
        let end = self.value(start)?;
        let after = self.blanks(end)?;
        if after < self.text.len() {
            return fail(after, "text after the value");
        }
        Ok((start, end))
    }

    /// Checks the value at `at`, however deep, and gives its end.
    fn value(&self, mut at: usize) -> Result<usize, Error> {
        let mut closers: Vec<u8> = Vec::new();
        let mut next = Next::Value;
        loop {
            at = self.blanks(at)?;
            let byte = self.text.get(at).copied();
            match (next, byte) {
                (_, None) => return fail(at, "the text ends inside a value"),
                (Next::ValueOrEnd | Next::KeyOrEnd | Next::CommaOrEnd, Some(byte))
                    if closers.last() == Some(&byte) =>
                {
                    closers.pop();
                    at += 1;
                    next = Next::CommaOrEnd;
                }
                (Next::CommaOrEnd, Some(b',')) => {
                    at += 1;
                    let object = closers.last() == Some(&b'}');
                    next = match (object, self.options.trailing_commas) {
                        (true, true) => Next::KeyOrEnd,
                        (true, false) => Next::Key,
                        (false, true) => Next::ValueOrEnd,
                        (false, false) => Next::Value,
                    };
                }
                (Next::CommaOrEnd, _) => {
                    return fail(at, "a comma or a closing bracket is missing");
                }
                (Next::Key | Next::KeyOrEnd, Some(b'"')) => {
                    at = self.blanks(self.string(at)?)?;
                    if self.text.get(at) != Some(&b':') {
                        return fail(at, "a colon is missing after a name");
                    }
                    at += 1;
                    next = Next::Value;
                }
                (Next::Key | Next::KeyOrEnd, _) => return fail(at, "a name in quotes is missing"),
                (Next::Value | Next::ValueOrEnd, Some(open @ (b'{' | b'['))) => {
                    if closers.len() == MAX_DEPTH {
                        return fail(at, "nested too deep");
                    }
                    closers.push(if open == b'{' { b'}' } else { b']' });
                    at += 1;
                    next = if open == b'{' {
                        Next::KeyOrEnd
                    } else {
                        Next::ValueOrEnd
                    };
                }
                (Next::Value | Next::ValueOrEnd, Some(_)) => {
                    at = self.scalar(at)?;
                    next = Next::CommaOrEnd;
                }
            }
            if next == Next::CommaOrEnd && closers.is_empty() {
                return Ok(at);
            }
        }
    }

    fn scalar(&self, at: usize) -> Result<usize, Error> {
        let bare = self.text[at..].iter().take_while(|&&byte| is_bare(byte));
        let end = at + bare.count();
        match self.text[at] {
            b'"' => self.string(at),
            b'-' | b'0'..=b'9' if is_number(&self.text[at..end]) => Ok(end),
            b'-' | b'0'..=b'9' => fail(at, "a number that is not JSON"),
            _ => match &self.text[at..end] {
                b"true" | b"false" | b"null" => Ok(end),
                _ => fail(at, "a value is missing"),
            },
        }
    }

    fn string(&self, at: usize) -> Result<usize, Error> {
        let mut at = at + 1;
        loop {
            match self.text.get(at) {
                None => return fail(at, "the text ends inside a string"),
                Some(b'"') => return Ok(at + 1),
                Some(b'\\') => match self.text.get(at + 1) {
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                    Some(b'u') if hex4(&self.text[at + 2..]).is_some() => at += 6,
                    _ => return fail(at, "an escape that is not JSON"),
                },
                Some(0..0x20) => return fail(at, "a control character in a string"),
                Some(_) => at += 1,
            }
        }
    }

    fn blanks(&self, at: usize) -> Result<usize, Error> {
        end_of_blanks(self.text, at, self.options.comments).map_err(|offset| Error {
            offset,
            reason: "a slash that starts no comment, or one that does not end",
        })
    }
}

fn fail<T>(offset: usize, reason: &'static str) -> Result<T, Error> {
    Err(Error { offset, reason })
}

/// `-? (0 | [1-9][0-9]*) ("." [0-9]+)? ([eE] [+-]? [0-9]+)?`
fn is_number(text: &[u8]) -> bool {
    let digits = |at: usize| text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));
    let whole = digits(at);
    if whole == 0 || (whole > 1 && text[at] == b'0') {
        return false;
    }
    at += whole;
    if text.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    }
    if let Some(b'e' | b'E') = text.get(at) {
        at += 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == text.len()
}

/// The value of four hexadecimal digits at the start of `text`.
fn hex4(text: &[u8]) -> Option<u16> {
    let digits = text.get(..4)?;
    digits.iter().try_fold(0_u16, |value, &digit| {
        Some(value << 4 | (digit as char).to_digit(16)? as u16)
    })
}

/// The text between the quotes of a checked string. What is not text is U+FFFD
/// if `lossy`, else makes it `None`.
fn unescape(mut quoted: &[u8], lossy: bool) -> Option<Cow<'_, str>> {
    let plain = |bytes| match str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) if lossy => Some(String::from_utf8_lossy(bytes)),
        Err(_) => None,
    };
    let mut text = String::new();
    while let Some(slash) = quoted.iter().position(|&byte| byte == b'\\') {
        if text.is_empty() {
            text.reserve(quoted.len());
        }
        text.push_str(&plain(&quoted[..slash])?);
        let (character, length) = escape(&quoted[slash..]);
        match character {
            Some(character) => text.push(character),
            None if lossy => text.push(char::REPLACEMENT_CHARACTER),
            None => return None,
        }
        quoted = quoted.get(slash + length..).unwrap_or_default();
    }
    if text.is_empty() {
        return plain(quoted);
    }
    text.push_str(&plain(quoted)?);
    Some(Cow::Owned(text))
}

/// The character of the escape that `text` starts with (`None`: a lone
/// surrogate) and how many bytes it takes.
fn escape(text: &[u8]) -> (Option<char>, usize) {
    let character = match text.get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(text),
        Some(&other) => other as char,
        None => return (None, 1),
    };
    (Some(character), 2)
}

/// `\uXXXX`, or two of them that make a surrogate pair.
fn unicode_escape(text: &[u8]) -> (Option<char>, usize) {
    let unit = |at: usize| {
        let rest = text.get(at..)?.strip_prefix(b"\\u")?;
        hex4(rest)
    };
    let Some(first) = unit(0) else {
        return (None, 2);
    };
    let pair = [first, unit(6).unwrap_or_default()];
    match char::decode_utf16(pair).next() {
        Some(Ok(character)) => (
            Some(character),
            if character.len_utf16() == 2 { 12 } else { 6 },
        ),
        _ => (None, 6),
    }
}

/// Says where the first complete value of a stream ends, so that a hook need
/// not wait for the end of its standard input.
///
/// It knows strings, escapes and brackets and nothing else; whether the value
/// is JSON is for [`parse`] to say. A value without brackets or quotes ends at
/// the byte after it.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    seen: usize,
    depth: usize,
    state: Scan,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Scan {
    /// Nothing but blanks and byte order marks so far.
    #[default]
    Before,
    /// Inside brackets.
    Inside,
    /// Inside a string.
    String,
    /// After a backslash in a string.
    Escape,
    /// In a value without brackets or quotes.
    Bare,
    /// Found.
    Done,
}

impl Scanner {
    /// A scanner that has seen nothing.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Takes the next bytes of the stream. Once the value is complete: its end,
    /// in bytes from the start of the stream.
    pub fn feed(&mut self, chunk: &[u8]) -> Option<usize> {
        for &byte in chunk {
            let bare_end = self.state == Scan::Bare && !is_bare(byte);
            if !bare_end && self.state != Scan::Done {
                self.seen += 1;
                self.step(byte);
            } else {
                self.state = Scan::Done;
                break;
            }
        }
        (self.state == Scan::Done).then_some(self.seen)
    }

    fn step(&mut self, byte: u8) {
        match (self.state, byte) {
            (Scan::Before, b' ' | b'\t' | b'\n' | b'\r' | 0xEF | 0xBB | 0xBF) => {}
            (Scan::Before | Scan::Inside, b'"') => self.state = Scan::String,
            (Scan::Before | Scan::Inside, b'{' | b'[') => {
                self.depth += 1;
                self.state = Scan::Inside;
            }
            (Scan::Inside, b'}' | b']') => {
                self.depth -= 1;
                self.close();
            }
            (Scan::String, b'\\') => self.state = Scan::Escape,
            (Scan::String, b'"') => self.close(),
            (Scan::Escape, _) => self.state = Scan::String,
            (Scan::Before, _) => self.state = Scan::Bare,
            (Scan::Inside | Scan::String | Scan::Bare | Scan::Done, _) => {}
        }
    }

    fn close(&mut self) {
        self.state = match self.depth {
            0 => Scan::Done,
            _ => Scan::Inside,
        };
    }
}

/// Appends `text` as a JSON string, with no more escapes than JSON demands.
pub fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    for &byte in text.as_bytes() {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', byte]),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            b'\t' => out.extend(b"\\t"),
            0x08 => out.extend(b"\\b"),
            0x0C => out.extend(b"\\f"),
            0..0x20 => {
                out.extend(b"\\u00");
                out.extend([b'0' + (byte >> 4), b"0123456789abcdef"[byte as usize & 15]]);
            }
            _ => out.push(byte),
        }
    }
    out.push(b'"');
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
