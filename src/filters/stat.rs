//! `git diff --stat` and its kin, as `git pull`, `merge` and `commit` print it too: the
//! padding goes; path, count and graph stay, which says how much of the count is what
//! (git-diff(1), `--stat`).

use super::fields::{number, split_once, unquoted, unquoted_after};

/// A line beside a patch in fewer bytes: of a diffstat, or of `--name-status`.
pub(super) fn list_line(line: &[u8]) -> Vec<u8> {
    stat_line(line).unwrap_or_else(|| unquoted_after(line, b'\t'))
}

/// The line in fewer bytes, if it is one of a diffstat.
pub(super) fn stat_line(line: &[u8]) -> Option<Vec<u8>> {
    let text = line.strip_prefix(b" ")?;
    file(text).or_else(|| total(text))
}

/// ` src/main.rs  |  12 ++--`, ` x.bin | Bin 0 -> 20 bytes`.
fn file(text: &[u8]) -> Option<Vec<u8>> {
    let bar = text.windows(3).rposition(|part| part == b" | ")?;
    let (path, rest) = (text[..bar].trim_ascii_end(), text[bar + 3..].trim_ascii());
    let changed = match number(rest) {
        Some((_, signs)) => {
            let count = &rest[..rest.len() - signs.len()];
            let mut short = count.to_vec();
            let signs = signs.trim_ascii();
            if !signs.iter().all(|sign| matches!(sign, b'+' | b'-')) {
                return None;
            }
            if !signs.is_empty() {
                short.push(b' ');
            }
            short.extend(signs);
            short
        }
        None if rest.starts_with(b"Bin") || rest.starts_with(b"Unmerged") => rest.to_vec(),
        None => return None,
    };
    Some([&unquoted(path), &b" | "[..], &changed].concat())
}

/// ` 3 files changed, 4 insertions(+), 5 deletions(-)`.
fn total(text: &[u8]) -> Option<Vec<u8>> {
    let (files, changes) = split_once(text, b" changed")?;
    let (_, word) = number(files)?;
    if word != b" file" && word != b" files" {
        return None;
    }
    let mut short = [files, b" changed"].concat();
    for part in changes.split(|byte| *byte == b',').skip(1) {
        let part = part.trim_ascii();
        let (_, word) = number(part)?;
        let count = &part[..part.len() - word.len()];
        short.extend(match word {
            b" insertions(+)" | b" insertion(+)" => [b", +", count].concat(),
            b" deletions(-)" | b" deletion(-)" => [b", -", count].concat(),
            _ => return None,
        });
    }
    Some(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let short = stat_line(line.as_bytes());
        assert_eq!(short.as_deref(), Some(expected.as_bytes()));
    }

    #[test]
    fn lines() {
        check(" src/a.rs      |  12 ++++----", "src/a.rs | 12 ++++----");
        check(" {a => b}/x | 0", "{a => b}/x | 0");
        check(" a | b.txt | 3 ---", "a | b.txt | 3 ---");
        check(" x.bin | Bin 0 -> 20 bytes", "x.bin | Bin 0 -> 20 bytes");
        check(
            " 2 files changed, 1 insertion(+), 99 deletions(-)",
            "2 files changed, +1, -99",
        );
        check(" 1 file changed, 1 deletion(-)", "1 file changed, -1");
        assert_eq!(stat_line(b" a | b"), None);
        assert_eq!(stat_line(b" 3 people changed, 2 jobs"), None);
        assert_eq!(stat_line(b" 18 file"), None);
        assert_eq!(stat_line(b"src/a.rs | 3 +"), None);
    }
}
