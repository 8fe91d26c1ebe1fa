//! The parts of a line of text: numbers, columns, names that git or a shell quotes.
//! Shared by the readers of the shapes *paths* and *diff and history*.

pub(super) use super::scan::{cut as split_once, find, number};

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

/// A line of columns (a blank or a tab between them) whose quoted paths are made plain.
/// One without blanks then is: what a shell would split stays quoted.
pub(super) fn unquoted_after(line: &[u8], between: u8) -> Vec<u8> {
    if !line.contains(&b'\\') {
        return line.to_vec();
    }
    let mut text = Vec::with_capacity(line.len());
    let mut rest = line;
    while !rest.is_empty() {
        let at_column = text.last().is_none_or(|last| *last == between);
        let quoted = rest.strip_prefix(b"\"").filter(|_| at_column);
        let end = quoted.and_then(|inner| inner.iter().position(|byte| *byte == b'"'));
        let length = match end {
            Some(end) => end + 2,
            None => 1,
        };
        let (part, after) = rest.split_at(length);
        let plain = unquoted(part);
        match length > 1 && between == b' ' && plain.contains(&b' ') {
            true => text.extend([b"\"", &plain[..], b"\""].concat()),
            false => text.extend(plain),
        }
        rest = after;
    }
    text
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

    #[test]
    fn quoted_columns() {
        #[track_caller]
        fn check(line: &str, between: u8, expected: &str) {
            let text = unquoted_after(line.as_bytes(), between);
            assert_eq!(String::from_utf8_lossy(&text), expected);
        }
        check(r#" M "caf\303\251""#, b' ', " M café");
        check(r#"R  "a b\303\251" -> x"#, b' ', "R  \"a bé\" -> x");
        check("A\t\"d/caf\\303\\251 x\"", b'\t', "A\td/café x");
        check(r#"?? a\b"c"#, b' ', r#"?? a\b"c"#);
        check(r#"?? "a\303"#, b' ', r#"?? "a\303"#);
    }
}
