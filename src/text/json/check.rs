//! The grammar of RFC 8259, checked once over the whole text: a state machine
//! with a stack of one byte a level, so that depth costs nothing that can overflow.

use super::string::hex4;
use super::{MAX_DEPTH, Options, end_of_blanks, is_bare, plain_length};
use crate::text::Error;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

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
pub(super) struct Checker<'a> {
    pub(super) text: &'a [u8],
    pub(super) options: Options,
}

impl Checker<'_> {
    /// The span of the only value of the text.
    pub(super) fn document(&self) -> Result<(usize, usize), Error> {
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
            at += plain_length(&self.text[at..]);
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
