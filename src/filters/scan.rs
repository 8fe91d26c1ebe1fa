//! Looking into a line: byte strings, numbers and places (`file:line:col`).
//!
//! Output is bytes, not text, so `str` has no say here; and there are no
//! regular expressions in the house. Everything is linear in the line.

/// The offset of `needle` in `hay`.
pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    let (&first, rest) = needle.split_first()?;
    let mut at = 0;
    while let Some(step) = hay.get(at..)?.iter().position(|&byte| byte == first) {
        at += step;
        if hay[at + 1..].starts_with(rest) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The offset of the last `needle` in `hay`.
pub(crate) fn rfind(hay: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() || needle.len() > hay.len() {
        return None;
    }
    (0..=hay.len() - needle.len())
        .rev()
        .find(|&at| hay[at..].starts_with(needle))
}

/// Whether `needle` is in `hay`.
pub(crate) fn has(hay: &[u8], needle: &[u8]) -> bool {
    find(hay, needle).is_some()
}

/// What is before and after the first `needle`.
pub(crate) fn cut<'a>(hay: &'a [u8], needle: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    find(hay, needle).map(|at| (&hay[..at], &hay[at + needle.len()..]))
}

/// What is before and after the last `needle`.
pub(crate) fn rcut<'a>(hay: &'a [u8], needle: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    rfind(hay, needle).map(|at| (&hay[..at], &hay[at + needle.len()..]))
}

/// What stands between `open` and the next `close`.
pub(crate) fn between<'a>(hay: &'a [u8], open: &[u8], close: &[u8]) -> Option<&'a [u8]> {
    let (_, rest) = cut(hay, open)?;
    cut(rest, close).map(|(inner, _)| inner)
}

/// A number at the front and what follows it.
pub(crate) fn number(line: &[u8]) -> Option<(u64, &[u8])> {
    let end = line
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(line.len());
    if end == 0 || end > 18 {
        return None;
    }
    let value = line[..end]
        .iter()
        .fold(0u64, |sum, &digit| sum * 10 + u64::from(digit - b'0'));
    Some((value, &line[end..]))
}

/// The lines of a text that are not empty.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
}

/// How many blanks the line begins with.
pub(crate) fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|&&byte| byte == b' ').count()
}

/// The line without blanks at its end, and one where there are several.
pub(crate) fn squeeze(line: &[u8]) -> Vec<u8> {
    let mut text: Vec<u8> = Vec::with_capacity(line.len());
    for &byte in line.trim_ascii_end() {
        if byte != b' ' || text.last() != Some(&b' ') {
            text.push(byte);
        }
    }
    text
}

/// Whether the line is a rule: three or more of one drawing character, no text.
pub(crate) fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if line.len() < 3 {
        return false;
    }
    let ascii = matches!(line[0], b'-' | b'=' | b'_' | b'*' | b'~' | b'#')
        && line.iter().all(|&byte| byte == line[0]);
    // U+2500 to U+257F (box drawing) and U+23AF (vitest's) in UTF-8.
    let drawn = |unit: &[u8]| matches!(unit, [0xe2, 0x94 | 0x95, _]) || unit == [0xe2, 0x8e, 0xaf];
    ascii || (line.len().is_multiple_of(3) && line.chunks(3).all(drawn))
}

/// A title in the middle of a rule: `=== FAILURES ===` gives `FAILURES`.
pub(crate) fn ruled(line: &[u8], rule: u8) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    if line.first() != Some(&rule) || line.last() != Some(&rule) {
        return None;
    }
    let start = line.iter().position(|&byte| byte != rule)?;
    let end = line.iter().rposition(|&byte| byte != rule)? + 1;
    let inner = &line[start..end];
    let spaced = inner.len() > 2 && inner[0] == b' ' && inner[inner.len() - 1] == b' ';
    spaced.then(|| inner.trim_ascii())
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The file as the tool wrote it.
    pub path: &'a [u8],
    /// `12:7`, or `12` where the tool gives no column.
    pub at: &'a [u8],
}

/// `path:12:7` or `path:12` at the front, and what follows it.
///
/// The path ends at the first colon that a number follows, so a Windows drive
/// (`C:\x.c:3`) is part of it.
pub(crate) fn place(line: &[u8]) -> Option<(Place<'_>, &[u8])> {
    let mut from = 0;
    loop {
        let colon = from + line.get(from..)?.iter().position(|&byte| byte == b':')?;
        if let Some((_, rest)) = number(&line[colon + 1..]) {
            if colon == 0 {
                return None;
            }
            let rest = match rest.strip_prefix(b":").and_then(number) {
                Some((_, after)) => after,
                None => rest,
            };
            let end = line.len() - rest.len();
            return Some((
                Place {
                    path: &line[..colon],
                    at: &line[colon + 1..end],
                },
                rest,
            ));
        }
        from = colon + 1;
    }
}

/// `path:12` of `path:12:7`: an agent looks at the line.
pub(crate) fn line_of(place: &[u8]) -> &[u8] {
    let lined = |&(before, column): &(&[u8], &[u8])| {
        number(column).is_some_and(|(_, rest)| rest.is_empty())
            && rcut(before, b":")
                .is_some_and(|(_, line)| number(line).is_some_and(|(_, rest)| rest.is_empty()))
    };
    rcut(place, b":")
        .filter(lined)
        .map_or(place, |(before, _)| before)
}

/// Whether a path could be one: no blank at the ends, no quote, not too long.
pub(crate) fn is_path(path: &[u8]) -> bool {
    !path.is_empty()
        && path.len() <= 1024
        && path.trim_ascii() == path
        && !path
            .iter()
            .any(|byte| matches!(byte, b'"' | b'<' | b'>' | b'|' | b'\t' | b'`'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let (found, rest) = place(b"src/a.rs:12:7: error").expect("a place");
        assert_eq!(
            (found.path, found.at, rest),
            (&b"src/a.rs"[..], &b"12:7"[..], &b": error"[..])
        );
        let (found, rest) = place(b"C:\\x.c:3: note").expect("a place");
        assert_eq!(
            (found.path, found.at, rest),
            (&b"C:\\x.c"[..], &b"3"[..], &b": note"[..])
        );
        assert_eq!(place(b"no place: here"), None);
    }

    #[test]
    fn rules() {
        assert!(is_rule(b"-----"));
        assert!(is_rule("⎯⎯⎯⎯".as_bytes()));
        assert!(is_rule("────".as_bytes()));
        assert!(!is_rule(b"-=-="));
        assert_eq!(ruled(b"=== FAILURES ===", b'='), Some(&b"FAILURES"[..]));
        assert_eq!(ruled(b"=====", b'='), None);
    }
}
