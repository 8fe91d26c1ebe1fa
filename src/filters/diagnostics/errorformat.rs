//! Patterns for the lines of compilers and linters, after Vim's `errorformat`.
//!
//! Most tools differ in nothing but how they write a place, a severity, a code
//! and a message on a line. A pattern is that line with fields for them:
//!
//! | field | what |
//! | --- | --- |
//! | `%f` | a file |
//! | `%p` | a place in it: `12`, `12:7`, `12,7`, and ends of ranges |
//! | `%s` | a severity: a word, letter or sign of [`SEVERITIES`] |
//! | `%k` | a code or the name of a rule: no blank in it |
//! | `%K` | a code that begins with a capital letter and has a digit |
//! | `%m` | the message |
//! | `%n` | a number, not kept |
//! | `%_` | one or more blanks |
//! | `%|` | two or more blanks: the gap between columns |
//! | `%^` | marks and rules: carets, tildes, drawn lines, blanks; not kept |
//! | `%*` | anything, also nothing; not kept |
//!
//! Everything else stands for itself. A file reaches to the first place where
//! the rest can follow, a message to the last; it begins with no blank. A pattern
//! fits whole lines only.
//! Source: Vim's `:help errorformat`; fewer fields, no scanf conversions.

use super::super::scan;

/// What says how bad it is.
const SEVERITIES: &[&[u8]] = &[
    b"error",
    b"warning",
    b"note",
    b"info",
    b"information",
    b"style",
    b"hint",
    b"help",
    b"fatal error",
    b"warn",
    b"Error",
    b"Warning",
    b"Warn",
    b"Hint",
    b"Notice",
    b"ERROR",
    b"WARNING",
    b"WARN",
    b"INFO",
    "✖".as_bytes(),
    "⚠".as_bytes(),
    "×".as_bytes(),
    b"!",
    b"x",
    b"C",
    b"W",
    b"E",
    b"F",
    b"R",
    b"I",
    b"e",
    b"w",
];

/// The fields of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit<'a> {
    /// `%f`
    pub file: &'a [u8],
    /// `%p`
    pub at: &'a [u8],
    /// `%s`
    pub severity: &'a [u8],
    /// `%k`, `%K`
    pub code: &'a [u8],
    /// `%m`
    pub text: &'a [u8],
}

/// The fields of the line, if the pattern fits it. Linear in the line.
pub(super) fn fit<'a>(pattern: &str, line: &'a [u8]) -> Option<Fit<'a>> {
    let mut found = Fit::default();
    let (mut pattern, mut rest) = (pattern.as_bytes(), line);
    while let [first, after @ ..] = pattern {
        let (field, after) = match (first, after) {
            (b'%', [field, after @ ..]) => (*field, after),
            _ => {
                rest = rest.strip_prefix(&[*first])?;
                pattern = after;
                continue;
            }
        };
        let (taken, left) = rest.split_at(length(field, rest, after)?);
        match field {
            b'f' => found.file = taken,
            b'p' => found.at = taken,
            b's' => found.severity = taken,
            b'k' | b'K' => found.code = taken,
            b'm' => found.text = trim(taken),
            _ => {}
        }
        (pattern, rest) = (after, left);
    }
    rest.is_empty().then_some(found)
}

/// Without blanks around it, nor those that pyright does not let break (U+00A0).
fn trim(mut text: &[u8]) -> &[u8] {
    while let [0xc2, 0xa0, rest @ ..] = text {
        text = rest;
    }
    text.trim_ascii()
}

/// How much of `rest` the field takes, where `after` is the rest of the pattern.
fn length(field: u8, rest: &[u8], after: &[u8]) -> Option<usize> {
    let run = |test: fn(u8) -> bool| rest.iter().take_while(|&&byte| test(byte)).count();
    let length = match field {
        b'f' => file(rest, after)?,
        b'p' => place(rest)?,
        b's' => severity(rest)?,
        b'k' | b'K' => code(rest),
        b'n' => run(|byte| byte.is_ascii_digit()),
        b'_' | b'|' => run(is_blank),
        b'^' => marks(rest),
        b'm' => message(rest, after)?,
        _ => return anything(rest, after),
    };
    let taken = &rest[..length];
    let whole = match field {
        b'K' => {
            taken.first().is_some_and(u8::is_ascii_uppercase)
                && taken.iter().any(u8::is_ascii_digit)
        }
        b'|' => length > 1,
        _ => length > 0,
    };
    whole.then_some(length)
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// What stands for itself in the pattern up to its next field.
fn literal(pattern: &[u8]) -> (&[u8], Option<u8>) {
    let end = pattern.iter().position(|&byte| byte == b'%');
    let end = end.unwrap_or(pattern.len());
    (&pattern[..end], pattern.get(end + 1).copied())
}

/// A file: up to where the rest of the pattern can begin.
fn file(rest: &[u8], after: &[u8]) -> Option<usize> {
    let (literal, next) = literal(after);
    let end = if literal.is_empty() {
        match next {
            None => rest.len(),
            Some(_) => rest.iter().position(|&byte| is_blank(byte))?,
        }
    } else {
        let mut from = 0;
        loop {
            let at = from + scan::find(rest.get(from..)?, literal)?;
            let behind = &rest[at + literal.len()..];
            let follows = match next {
                Some(b'p') => place(behind).is_some(),
                Some(b's') => severity(behind).is_some(),
                _ => true,
            };
            if at > 0 && follows {
                break at;
            }
            from = at + 1;
        }
    };
    is_file(&rest[..end]).then_some(end)
}

/// Whether it could be the name of a file, not a sentence.
fn is_file(path: &[u8]) -> bool {
    let rooted = matches!(path.first(), Some(b'/' | b'.')) || path.get(1) == Some(&b':');
    scan::is_path(path)
        && !path.ends_with(b".")
        && !path.ends_with(b":")
        && (rooted || !path.contains(&b' '))
        && !scan::has(path, b"  ")
}

/// `12`, `12:7`, `12,7`, `12:7:12:9`, `12:7-9`.
fn place(rest: &[u8]) -> Option<usize> {
    let mut left = scan::number(rest)?.1;
    for _ in 0..3 {
        let [b':' | b',' | b'-', more @ ..] = left else {
            break;
        };
        let Some((_, more)) = scan::number(more) else {
            break;
        };
        left = more;
    }
    Some(rest.len() - left.len())
}

/// A severity that is a whole word.
fn severity(rest: &[u8]) -> Option<usize> {
    let whole = |word: &&&[u8]| {
        let after = rest.get(word.len());
        rest.starts_with(word) && !after.is_some_and(u8::is_ascii_alphanumeric)
    };
    SEVERITIES.iter().find(whole).map(|word| word.len())
}

/// A code: letters, digits and what joins them; `plugin(rule)`, `rule[case]` are one.
fn code(rest: &[u8]) -> usize {
    let name = name(rest);
    let (inner, close) = match &rest[name..] {
        [b'(', inner @ ..] => (inner, b')'),
        [b'[', inner @ ..] => (inner, b']'),
        _ => return name,
    };
    let rule = self::name(inner);
    let whole = name > 0 && rule > 0 && inner.get(rule) == Some(&close);
    if whole { name + rule + 2 } else { name }
}

fn name(rest: &[u8]) -> usize {
    if !matches!(rest.first(), Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'@') {
        return 0;
    }
    let mut end = 0;
    while let Some(&byte) = rest.get(end) {
        if byte.is_ascii_alphanumeric() || b"-_/.@+".contains(&byte) {
            end += 1;
        } else if rest[end..].starts_with(b"::") {
            end += 2;
        } else if byte == b':' && rest.get(end + 1).is_some_and(u8::is_ascii_alphabetic) {
            end += 1;
        } else {
            break;
        }
    }
    end
}

/// A message: up to the last place where the rest of the pattern can begin.
fn message(rest: &[u8], after: &[u8]) -> Option<usize> {
    let end = match literal(after) {
        ([], None) => rest.len(),
        ([], Some(b'|')) => scan::rfind(rest.trim_ascii_end(), b"  ")?,
        ([], Some(_)) => return None,
        (literal, _) => scan::rfind(rest, literal)?,
    };
    let blank = rest.first().is_none_or(|&first| is_blank(first));
    // A gap is all its blanks: the message ends before the first of them.
    let trimmed = rest[..end].trim_ascii_end().len();
    let gap = after.starts_with(b"%|");
    (!blank && end > 0).then_some(if gap { trimmed } else { end })
}

fn anything(rest: &[u8], after: &[u8]) -> Option<usize> {
    match literal(after) {
        ([], _) => Some(rest.len()),
        (literal, _) => scan::find(rest, literal),
    }
}

/// Carets, tildes, rules, drawn lines and blanks.
pub(super) fn marks(rest: &[u8]) -> usize {
    let mut end = 0;
    while end < rest.len() {
        match rest[end..] {
            [byte, ..] if b"^~-=_|+., \t".contains(&byte) => end += 1,
            // U+2500 to U+25FF: box drawing, geometric shapes; U+00B7: a blank made visible.
            [0xe2, 0x94..=0x97, _, ..] => end += 3,
            [0xc2, 0xb7, ..] => end += 2,
            _ => break,
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of a line, as one text: `file|at|severity|code|text`.
    #[track_caller]
    fn check(pattern: &str, line: &str, expected: &str) {
        let found = match fit(pattern, line.as_bytes()) {
            None => "none".to_owned(),
            Some(Fit {
                file,
                at,
                severity,
                code,
                text,
            }) => String::from_utf8([file, at, severity, code, text].join(&b'|')).unwrap(),
        };
        assert_eq!(found, expected, "{pattern} on {line}");
    }

    #[test]
    fn fields() {
        let tsc = "%f(%p): %s %k: %m";
        check(
            tsc,
            "./a (b).ts(3,47): error TS2322: Type 'x'.",
            "./a (b).ts|3,47|error|TS2322|Type 'x'.",
        );
        check(tsc, "a.ts: error TS2322: Type 'x'.", "none");
        let mypy = "%f:%p: %s: %m  [%k]";
        check(
            mypy,
            "C:\\a.py:2: error: no [x]  [attr-defined]",
            "C:\\a.py|2|error|attr-defined|no [x]",
        );
        check(mypy, "a.py:2: error: no [x]", "none");
        let eslint = "%_%p%|%s%|%m%|%k";
        check(
            eslint,
            "  1:5   error    'a  b' is bad   no-bad",
            "|1:5|error|no-bad|'a  b' is bad",
        );
        check(eslint, "  1:5   errors   'a' is bad   no-bad", "none");
        check(
            "%f:%p: %K %m",
            "a.py:1:80: E501 long",
            "a.py|1:80||E501|long",
        );
        check("%f:%p: %K %m", "a.py:1:80: about 12", "none");
        check("%f", "Checking formatting...", "none");
        check("%f", "/a b/c.js", "/a b/c.js||||");
        check(
            "%^%K (%s): %m",
            "   ^-- SC2086 (info): Quote.",
            "||info|SC2086|Quote.",
        );
        check("Found %n error%*", "Found 3 errors in 2 files.", "||||");
    }
}
