//! `Read(path)` rules, for programs that print files.
//!
//! The agent applies them to the file commands it recognises; `rtk cat .env` is
//! none of those, so they are applied here, to every program that prints a file
//! or what is in it. Paths are gitignore patterns (code.claude.com/docs/en/permissions):
//! `.env` at any depth, `./a/b` and `a/b` from the project, `//abs`, `~/x`. The
//! directory a command runs in is not known here, so a pattern matches below
//! any directory, and a word that is itself a glob matches if any file could be both.

use super::forms::program_of;

/// Programs that print files or parts of them. Sorted.
const PRINTERS: [&str; 60] = [
    "ack", "ag", "awk", "base32", "base64", "bat", "batcat", "bzcat", "cat", "cmp", "column",
    "comm", "cut", "diff", "egrep", "expand", "fgrep", "file", "find", "fmt", "fold", "gawk",
    "ggrep", "grep", "head", "hexdump", "hexyl", "iconv", "jq", "json_pp", "less", "look", "ls",
    "mawk", "more", "nl", "od", "paste", "pr", "rev", "rg", "sed", "shuf", "sort", "split", "stat",
    "strings", "tac", "tail", "tee", "tree", "uniq", "view", "wc", "xxd", "xzcat", "yq", "zcat",
    "zgrep", "zstdcat",
];

/// Longest word and pattern that are compared, in bytes; a longer one is a match.
const LENGTH_MAX: usize = 4096;

/// Whether the program prints files that its arguments name.
pub(super) fn prints(program: &str) -> bool {
    PRINTERS.binary_search(&program).is_ok()
}

/// Whether a command that has a program that prints files (or `cd`) among its words names
/// a file that may be outside of the directory: an absolute path not below it, `~`, `..`.
pub(crate) fn names_outside<'w>(
    words: impl Iterator<Item = &'w str> + Clone,
    directory: &str,
) -> bool {
    let program = |word: &str| {
        let program = program_of(word);
        program == "cd" || prints(program)
    };
    let outside = |word: &str| {
        let path = match word.split_once('=') {
            Some((option, value)) if option.starts_with('-') => value,
            _ => word,
        };
        let below = path
            .strip_prefix(directory)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || directory == "/");
        path.starts_with('~')
            || path.starts_with('/') && !below
            || path.split('/').any(|part| part == "..")
    };
    words.clone().any(program) && words.skip(1).any(outside)
}

/// Whether an argument may name a file that the pattern is about.
pub(super) fn may_name(pattern: &str, argument: &str) -> bool {
    let argument = match argument.split_once('=') {
        Some((option, value)) if option.starts_with('-') => value,
        _ => argument,
    };
    if argument.is_empty() || argument.starts_with('-') {
        return false;
    }
    let (pattern, argument) = (loosened(pattern), loosened(argument));
    let pattern = from_project(&pattern);
    let path = plain(&argument);
    // `Read(secrets/**)` and the directory itself.
    let directory = pattern.strip_suffix("/**").unwrap_or(pattern);
    below_any(pattern, path) || below_any(directory, path)
}

/// The text with a `*` for what a shell or a pattern puts in place of it: `{a,b}`,
/// `[ab]`, `$X`, `$(x)`, `` `x` ``.
fn loosened(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[', '$', '`']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        out.push('*');
        let last = match from.as_bytes()[0] {
            b'{' => from.rfind('}'),
            b'[' => from.rfind(']'),
            b'$' if from[1..].starts_with('{') => from.rfind('}'),
            b'$' if from[1..].starts_with('(') => from.rfind(')'),
            b'$' => from[1..].find(|c: char| c != '_' && !c.is_ascii_alphanumeric()),
            _ => from[1..].rfind('`').map(|at| at + 1),
        };
        let dollar = from.starts_with('$') && !from[1..].starts_with(['{', '(']);
        rest = match last {
            Some(at) => &from[at + 1..],
            None if dollar => "",
            None => &from[1..],
        };
    }
    out.push_str(rest);
    out
}

/// The pattern without what says where it starts.
fn from_project(pattern: &str) -> &str {
    let mut rest = pattern.trim_start_matches('!');
    for start in ["./", "~/", "//", "/", "**/"] {
        rest = rest.strip_prefix(start).unwrap_or(rest);
    }
    rest.strip_suffix('/').unwrap_or(rest)
}

/// The path without `./` and a slash at its end.
fn plain(path: &str) -> &str {
    let mut rest = path;
    while let Some(shorter) = rest.strip_prefix("./") {
        rest = shorter.trim_start_matches('/');
    }
    rest.trim_end_matches('/')
}

/// Whether the path, or what is left of it below one of its directories, may match.
fn below_any(pattern: &str, path: &str) -> bool {
    if pattern.is_empty() || path.is_empty() {
        return false;
    }
    if pattern.len() > LENGTH_MAX || path.len() > LENGTH_MAX {
        return true;
    }
    let starts = path.match_indices('/').map(|(at, _)| at + 1);
    std::iter::once(0)
        .chain(starts)
        .any(|start| both(pattern.as_bytes(), &path.as_bytes()[start..]))
}

/// Whether some text matches both globs, where `*` and `?` are any text on either side. One pass over `one` a byte of `other`.
fn both(one: &[u8], other: &[u8]) -> bool {
    let wild = |byte: u8| matches!(byte, b'*' | b'?');
    // `reached[i]`: the first `i` bytes of `one` fit what has been read of `other`.
    let mut reached = vec![false; one.len() + 1];
    reached[0] = true;
    let over_stars = |reached: &mut [bool]| {
        for at in 0..one.len() {
            if reached[at] && wild(one[at]) {
                reached[at + 1] = true;
            }
        }
    };
    over_stars(&mut reached);
    for &byte in other {
        let mut next = vec![false; one.len() + 1];
        for at in 0..=one.len() {
            if !reached[at] {
                continue;
            }
            if wild(byte) {
                // It may stand for nothing, and for the rest of `one`, in part or whole.
                for place in &mut next[at..] {
                    *place = true;
                }
                break;
            }
            if at < one.len() && wild(one[at]) {
                next[at] = true;
            }
            if at < one.len() && one[at] == byte {
                next[at + 1] = true;
            }
        }
        over_stars(&mut next);
        reached = next;
    }
    reached[one.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printers_are_sorted() {
        assert!(PRINTERS.is_sorted());
    }

    #[test]
    fn files_outside() {
        for (command, expected) in [
            ("cat src/a.rs", false),
            ("cat /home/u/p/a", false),
            ("cat /home/u/p", false),
            ("cat /home/u/pq", true),
            ("cat /etc/shadow", true),
            ("/bin/cat ~/.ssh/id_rsa", true),
            ("cat src/../../a", true),
            ("cat a..b ...", false),
            ("timeout 5 cat /etc/shadow", true),
            ("grep --file=/etc/x y", true),
            ("cd /tmp", true),
            ("cargo test --root /x", false),
        ] {
            let words = command.split(' ');
            assert_eq!(names_outside(words, "/home/u/p"), expected, "{command}");
        }
    }

    #[test]
    fn a_pattern_names_files_below_any_directory() {
        for (pattern, argument, expected) in [
            (".env", ".env", true),
            ("./.env", ".env", true),
            (".env", "./sub/.env", true),
            (".env", ".env.local", false),
            (".env*", ".env.local", true),
            (".env", "src/main.rs", false),
            (".env", ".e*", true),
            (".env", ".{env,x}", true),
            (".env", "{.env,x}", true),
            (".env", "a/.[e]nv", true),
            (".env", ".e$X", true),
            (".env", ".$X", true),
            (".env", "${X}v", true),
            (".env", "$(x).env", true),
            (".env", "`x`v", true),
            (".env", "`x`y", false),
            (".env", "$X/a", false),
            ("[ab].txt", "b.txt", true),
            (".env", "a[", false),
            (".env", "-n", false),
            (".env", "--file=.env", true),
            ("**/secrets/**", "secrets/a", true),
            ("**/secrets/**", "x/secrets/a/b", true),
            ("secrets/**", "secrets", true),
            ("secrets/**", "secret", false),
            ("~/.ssh/**", "/home/u/.ssh/id", true),
            ("//etc/passwd", "/etc/passwd", true),
            ("*.pem", "a/b.pem", true),
            ("*.pem", "a/b.txt", false),
            ("**", "x", true),
        ] {
            assert_eq!(
                may_name(pattern, argument),
                expected,
                "{pattern} {argument}"
            );
        }
    }
}
