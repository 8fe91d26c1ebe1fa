//! How the agent was started, for those that do not say in which permission mode they are.
//!
//! Copilot CLI, Gemini CLI and Vibe run a reading command unasked and would ask about the same
//! command behind `rtk`; started with everything allowed they ask about nothing. Their payload does not
//! tell the two apart, their command line does (Linux: `/proc/PID/cmdline`, proc(5)). Elsewhere, or
//! where it cannot be read, the answer is no, and the command stays as it is.

/// Most processes between the hook and the agent: a shell, a launcher, an interpreter.
const ANCESTORS_MAX: usize = 6;

/// In how many words of a command line the program's name is: interpreters and their options
/// are in front of it.
const PROGRAM_WORDS: usize = 5;

/// Longest command line that is looked at, in bytes.
const COMMAND_LINE_MAX_BYTES: usize = 64 * 1024;

/// Whether an ancestor whose program or script is called one of `names` has an option that `allows`:
/// it is given a word and the one behind it.
pub(super) fn with(names: &[&str], allows: &dyn Fn(&str, &str) -> bool) -> bool {
    let mut process = parent();
    for _ in 0..ANCESTORS_MAX {
        let Some(pid) = process else {
            return false;
        };
        if let Some(line) = read(&format!("/proc/{pid}/cmdline")) {
            let words: Vec<&str> = line.split('\0').collect();
            // `node /path/gemini.js --yolo`: the interpreter's operand is the program.
            let named = words
                .iter()
                .take(PROGRAM_WORDS)
                .any(|word| is_named(word, names));
            if named {
                let mut pairs = words.iter().zip(words.iter().skip(1).chain([&""]));
                return pairs.any(|(word, next)| allows(word, next));
            }
        }
        process = read(&format!("/proc/{pid}/stat")).and_then(|stat| parent_in(&stat));
    }
    false
}

fn is_named(word: &str, names: &[&str]) -> bool {
    let file = word.rsplit('/').next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    names.contains(&stem)
}

/// The fourth field; the second is a name in parentheses that may hold anything.
fn parent_in(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let pid = fields.split_ascii_whitespace().nth(1)?.parse().ok()?;
    (pid > 1).then_some(pid)
}

#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}

fn read(path: &str) -> Option<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    let bound = u64::try_from(COMMAND_LINE_MAX_BYTES).ok()?;
    file.take(bound).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parents() {
        for (word, named) in [
            ("/usr/bin/gemini", true),
            ("/x/bundle/gemini.js", true),
            ("gemini", true),
            ("gemini-helper", false),
            ("", false),
        ] {
            assert_eq!(is_named(word, &["gemini"]), named, "{word}");
        }
        for (stat, parent) in [
            ("12 (sh) S 7 12 12", Some(7)),
            ("12 (a) b) c) S 9 1", Some(9)),
            ("12 (init) S 1 1", None),
            ("", None),
        ] {
            assert_eq!(parent_in(stat), parent, "{stat}");
        }
    }
}
