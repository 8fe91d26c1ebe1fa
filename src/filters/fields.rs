//! The parts of a line of text: numbers, columns, names that git or a shell quotes.
//! Shared by the readers of the shapes *paths* and *diff and history*.

/// The number at the beginning, and what follows it.
pub(super) fn number(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    if digits.is_empty() || length > 18 {
        return None;
    }
    let value = digits
        .iter()
        .fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
    Some((value, rest))
}

/// What comes before and after the first `needle`.
pub(super) fn split_once<'a>(text: &'a [u8], needle: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = find(text, needle)?;
    Some((&text[..at], &text[at + needle.len()..]))
}

/// Where `needle` is.
pub(super) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|part| part == needle)
}

/// What stands between `before` and `after`.
pub(super) fn between<'a>(text: &'a [u8], before: &[u8], after: &[u8]) -> Option<&'a [u8]> {
    let rest = text.strip_prefix(before)?;
    rest.strip_suffix(after)
}

/// Appends the columns of `text`, one blank between them.
pub(super) fn squeeze(text: &[u8], into: &mut Vec<u8>) {
    let columns = text.split(|byte| matches!(byte, b' ' | b'\t'));
    for (n, column) in columns.filter(|column| !column.is_empty()).enumerate() {
        if n > 0 {
            into.push(b' ');
        }
        into.extend_from_slice(column);
    }
}

/// The path that git writes as `"caf\303\251"` (`core.quotePath`, git-config(1)), as
/// the shell takes it. As it came where it is not quoted, or must be.
pub(super) fn unquoted(path: &[u8]) -> Vec<u8> {
    let inner = path
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""));
    inner.and_then(plain).unwrap_or_else(|| path.to_vec())
}

/// The bytes that octal escapes stand for; `None` if there is anything that is better quoted.
fn plain(quoted: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let [
            a @ b'0'..=b'3',
            b @ b'0'..=b'7',
            c @ b'0'..=b'7',
            after @ ..,
        ] = rest
        else {
            return None;
        };
        let byte = (a - b'0') * 64 + (b - b'0') * 8 + (c - b'0');
        if byte < 0x80 {
            return None;
        }
        bytes.push(byte);
        rest = after;
    }
    let text = std::str::from_utf8(&bytes).ok()?;
    text.chars().all(|c| !c.is_control()).then_some(bytes)
}

/// The last start of a UTF-8 character at or before `at`.
pub(super) fn character_before(text: &[u8], at: usize) -> usize {
    let at = at.min(text.len());
    let starts = |at: &usize| *at == text.len() || !matches!(text[*at], 0x80..0xC0);
    (at.saturating_sub(3)..=at).rev().find(starts).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: &str) {
        assert_eq!(unquoted(path.as_bytes()), expected.as_bytes());
    }

    #[test]
    fn quoted_paths() {
        check("plain name", "plain name");
        check(
            r#""Les Plong\303\251es/\346\227\245.txt""#,
            "Les Plongées/日.txt",
        );
        check(r#""tab\there""#, r#""tab\there""#);
        check(r#""latin \351""#, r#""latin \351""#);
        check(r#""a\"b""#, r#""a\"b""#);
        check("\"", "\"");
    }
}
