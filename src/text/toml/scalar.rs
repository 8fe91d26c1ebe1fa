//! Strings, numbers, dates and times of TOML 1.0.

use super::{Reader, Value};
use crate::text::Error;

impl Reader<'_> {
    pub(super) fn scalar(&mut self) -> Result<Value, Error> {
        match self.peek() {
            Some(b'"') if self.eat("\"\"\"") => self.multi_line('"').map(Value::String),
            Some(b'"') => self.basic_string().map(Value::String),
            Some(b'\'') if self.eat("'''") => self.multi_line('\'').map(Value::String),
            Some(b'\'') => self.literal_string().map(Value::String),
            _ => self.bare(),
        }
    }

    /// `"..."` on one line.
    pub(super) fn basic_string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.plain_character()? {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                character => text.push(character),
            }
        }
    }

    /// `'...'` on one line.
    pub(super) fn literal_string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.plain_character()? {
                '\'' => return Ok(text),
                character => text.push(character),
            }
        }
    }

    /// `"""..."""` and `'''...'''`, after the opening quotes. Newlines become `\n`.
    fn multi_line(&mut self, quote: char) -> Result<String, Error> {
        self.eat_newline();
        let mut text = String::new();
        loop {
            if self.eat_newline() {
                text.push('\n');
                continue;
            }
            match self.plain_character()? {
                '\\' if quote == '"' => {
                    if !self.skip_line_end()? {
                        text.push(self.escape()?);
                    }
                }
                character if character == quote => {
                    let quotes = 1 + self
                        .rest()
                        .chars()
                        .take(4)
                        .take_while(|&c| c == quote)
                        .count();
                    self.at += quotes - 1;
                    // Up to two quotes may stand in front of the closing three.
                    let own = if quotes < 3 { quotes } else { quotes - 3 };
                    text.extend(std::iter::repeat_n(quote, own));
                    if quotes >= 3 {
                        return Ok(text);
                    }
                }
                character => text.push(character),
            }
        }
    }

    /// After a backslash: if nothing but blanks follow on the line, skips to the
    /// next text.
    fn skip_line_end(&mut self) -> Result<bool, Error> {
        let start = self.at;
        self.skip_blanks();
        if !self.eat_newline() {
            self.at = start;
            return Ok(false);
        }
        loop {
            self.skip_blanks();
            if !self.eat_newline() {
                return Ok(true);
            }
        }
    }

    /// The next character of a string; no control character but a tab.
    fn plain_character(&mut self) -> Result<char, Error> {
        match self.rest().chars().next() {
            None => self.fail("the text ends inside a string"),
            Some('\n') => self.fail("a string without its closing quote"),
            Some('\0'..='\x08' | '\x0b'..='\x1f' | '\x7f') => {
                self.fail("a control character in a string")
            }
            Some(character) => {
                self.at += character.len_utf8();
                Ok(character)
            }
        }
    }

    /// After the backslash.
    fn escape(&mut self) -> Result<char, Error> {
        let kind = self.peek();
        let digits = match kind {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let simple = match kind {
            Some(b'b') => Some('\u{8}'),
            Some(b't') => Some('\t'),
            Some(b'n') => Some('\n'),
            Some(b'f') => Some('\u{c}'),
            Some(b'r') => Some('\r'),
            Some(b'"') => Some('"'),
            Some(b'\\') => Some('\\'),
            Some(b'u' | b'U') => self
                .text
                .get(self.at + 1..self.at + 1 + digits)
                .filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
                .and_then(|hex| u32::from_str_radix(hex, 16).ok())
                .and_then(char::from_u32),
            _ => None,
        };
        let Some(character) = simple else {
            return self.fail("an escape that is not TOML");
        };
        self.at += 1 + digits;
        Ok(character)
    }

    /// A value without quotes or brackets.
    fn bare(&mut self) -> Result<Value, Error> {
        let bare =
            |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+' | b'.' | b':');
        let length = |text: &str| text.bytes().take_while(|b| bare(b)).count();
        let mut word = &self.text[self.at..self.at + length(self.rest())];
        // A blank may stand between date and time.
        if is_date(word) && self.rest().as_bytes().get(10) == Some(&b' ') {
            let time = length(&self.rest()[11..]);
            if time > 0 {
                word = &self.text[self.at..self.at + 11 + time];
            }
        }
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ if is_date_or_time(word) || is_float(word) => Value::Other,
            _ => match integer(word) {
                Some(value) => Value::Integer(value),
                None if word.is_empty() => return self.fail("a value is missing"),
                None => {
                    return self.fail("neither a number of 64 bits, a date, `true` nor `false`");
                }
            },
        };
        self.at += word.len();
        Ok(value)
    }
}

/// Digits of a base, single underscores between them.
fn is_digits(text: &str, base: u32) -> bool {
    text.split('_')
        .all(|run| !run.is_empty() && run.chars().all(|c| c.is_digit(base)))
}

/// Decimal digits without a leading zero, an optional sign in front.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    is_digits(digits, 10) && (digits.len() == 1 || !digits.starts_with('0'))
}

fn integer(word: &str) -> Option<i64> {
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = word.strip_prefix(prefix) {
            return is_digits(digits, base)
                .then(|| i64::from_str_radix(&digits.replace('_', ""), base).ok())?;
        }
    }
    is_decimal(word).then(|| word.replace('_', "").parse().ok())?
}

fn is_float(word: &str) -> bool {
    if matches!(word.strip_prefix(['+', '-']).unwrap_or(word), "inf" | "nan") {
        return true;
    }
    let (number, exponent) = match word.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (word, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    let unsigned = |text: &str| is_digits(text.strip_prefix(['+', '-']).unwrap_or(text), 10);
    (fraction.is_some() || exponent.is_some())
        && is_decimal(whole)
        && fraction.is_none_or(|digits| is_digits(digits, 10))
        && exponent.is_none_or(unsigned)
}

/// The number that `text` is, if it is exactly `length` digits.
fn digits(text: &str, length: usize) -> Option<u32> {
    let all = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok())?
}

/// `1979-05-27`
fn is_date(word: &str) -> bool {
    let mut parts = word.split('-');
    let mut next = |length| digits(parts.next()?, length);
    let (Some(year), Some(month), Some(day)) = (next(4), next(2), next(2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day) && parts.next().is_none()
}

/// `07:32:00.999`
fn is_time(word: &str) -> bool {
    let (clock, fraction) = match word.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (word, None),
    };
    let mut parts = clock.split(':');
    let mut below = |bound| {
        parts
            .next()
            .and_then(|part| digits(part, 2))
            .is_some_and(|value| value < bound)
    };
    below(24)
        && below(60)
        && below(60)
        && parts.next().is_none()
        && fraction.is_none_or(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
}

/// `Z` or `-07:00`, cut off the end of a time; all of it if there is none.
fn without_offset(word: &str) -> Option<&str> {
    if let Some(time) = word.strip_suffix(['Z', 'z']) {
        return Some(time);
    }
    let Some(sign) = word.rfind(['+', '-']) else {
        return Some(word);
    };
    let (hours, minutes) = word[sign + 1..].split_once(':')?;
    let valid = digits(hours, 2)? < 24 && digits(minutes, 2)? < 60;
    valid.then(|| &word[..sign])
}

fn is_date_or_time(word: &str) -> bool {
    if is_date(word) || is_time(word) {
        return true;
    }
    let (Some(date), Some(separator), Some(time)) =
        (word.get(..10), word.get(10..11), word.get(11..))
    else {
        return false;
    };
    is_date(date)
        && matches!(separator, "T" | "t" | " ")
        && without_offset(time).is_some_and(is_time)
}
