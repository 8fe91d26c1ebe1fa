//! JSON strings: escapes resolved and written (RFC 8259, section 7).

use std::borrow::Cow;

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

/// The text between the quotes of a checked string. What is not text is U+FFFD
/// if `lossy`, else makes it `None`.
pub(super) fn unescape(mut quoted: &[u8], lossy: bool) -> Option<Cow<'_, str>> {
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

/// The value of four hexadecimal digits at the start of `text`.
pub(super) fn hex4(text: &[u8]) -> Option<u16> {
    let digits = text.get(..4)?;
    digits.iter().try_fold(0_u16, |value, &digit| {
        Some(value << 4 | (digit as char).to_digit(16)? as u16)
    })
}
