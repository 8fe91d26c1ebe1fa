//! rtk's own verbs and their help. Everything that is not a verb is a command to run.
//!
//! The first word decides, and only the first: `rtk git --help` is git's help.
//! One table, `VERBS`, feeds the dispatcher, the help and the suggestions.
//! Exit status 2 is a mistake on rtk's own command line; a hook never gives it.

mod help;
mod rewrite;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

/// One of rtk's own verbs.
struct Verb {
    name: &'static str,
    /// Everything after `rtk `, for the usage line.
    usage: &'static str,
    /// One line for the list of verbs.
    summary: &'static str,
    /// What `rtk help VERB` says below the usage line.
    details: &'static str,
    /// Whose `--help` this is.
    arguments: Arguments,
    run: fn(&[OsString]) -> u8,
}

/// What follows a verb.
#[derive(PartialEq)]
enum Arguments {
    /// Nothing may.
    None,
    /// Options and operands of the verb; `--help` asks for its help.
    Own,
    /// Text that is not ours to read: `--help` is part of it.
    Data,
}

/// In the order in which help lists them.
const VERBS: [Verb; 9] = [
    Verb {
        name: "init",
        usage: "init [--agent A]... [--project] [--dry-run] [--yes] [--uninstall] ...",
        summary: "install the hook in your coding agents, or take it out again",
        details: help::INIT,
        arguments: Arguments::Own,
        run: |arguments| {
            crate::run::survive_file_size_limit();
            crate::setup::main("init", arguments)
        },
    },
    Verb {
        name: "verify",
        usage: "verify [--agent A]... [--global | --project] [--json]",
        summary: "check what is installed",
        details: help::VERIFY,
        arguments: Arguments::Own,
        run: |arguments| crate::setup::main("verify", arguments),
    },
    Verb {
        name: "doctor",
        usage: "doctor",
        summary: "say what rtk sees on this machine",
        details: help::DOCTOR,
        arguments: Arguments::None,
        run: |arguments| crate::setup::main("doctor", arguments),
    },
    Verb {
        name: "recall",
        usage: "recall [ID | --list]",
        summary: "print what a filter left out",
        details: help::RECALL,
        arguments: Arguments::Own,
        run: crate::run::recall::main,
    },
    Verb {
        name: "filters",
        usage: "filters",
        summary: "list the commands that are filtered, and how",
        details: help::FILTERS,
        arguments: Arguments::None,
        run: |_| crate::run::pipe::list(),
    },
    Verb {
        name: "pipe",
        usage: "pipe [--status N] COMMAND...",
        summary: "filter a log on standard input",
        details: help::PIPE,
        arguments: Arguments::Own,
        run: crate::run::pipe::main,
    },
    Verb {
        name: "rewrite",
        usage: "rewrite COMMAND",
        summary: "print what a hook would make of a command line",
        details: help::REWRITE,
        arguments: Arguments::Data,
        run: rewrite::run,
    },
    Verb {
        name: "hook",
        usage: "hook AGENT | hook check [--agent A] COMMAND",
        summary: "answer an agent's hook; explain an answer",
        details: help::HOOK,
        arguments: Arguments::Data,
        run: hook,
    },
    Verb {
        name: "proxy",
        usage: "proxy COMMAND...",
        summary: "run a command unfiltered, as `rtk --raw` does",
        details: help::RAW,
        arguments: Arguments::Data,
        run: raw,
    },
];

/// Runs `rtk ARGS...` (without the program's own name) and gives the exit status.
pub fn main(args: Vec<OsString>) -> u8 {
    let Some((first, rest)) = args.split_first() else {
        return mistake(&help::overview());
    };
    let Some(word) = first.to_str() else {
        return crate::run::main(&args);
    };
    if let Some(verb) = VERBS.iter().find(|verb| verb.name == word) {
        return verb.main(rest);
    }
    match word {
        "help" => help::main(rest),
        "-h" | "--help" => print(&help::overview()),
        "-V" | "--version" => print(concat!("rtk ", env!("CARGO_PKG_VERSION"), "\n")),
        "--raw" => raw(rest),
        "--" => run(rest),
        _ if word.starts_with('-') => {
            let options = ["--help", "--version", "--raw"];
            let other = closest(word, options.into_iter())
                .map(|option| format!("did you mean {option}? "))
                .unwrap_or_default();
            mistake(&format!(
                "rtk: unknown option {word}; {other}try rtk --help\n"
            ))
        }
        _ => {
            let status = run(&args);
            if status == 127 {
                suggest(word);
            }
            status
        }
    }
}

impl Verb {
    fn main(&self, arguments: &[OsString]) -> u8 {
        let asked = |word: &OsString| *word == *"--help" || *word == *"-h";
        match self.arguments {
            Arguments::Own | Arguments::None if arguments.iter().any(asked) => {
                print(&help::of(self))
            }
            Arguments::None if !arguments.is_empty() => mistake(&format!(
                "rtk: {0} takes no operands; try rtk {0} --help\n",
                self.name
            )),
            _ => (self.run)(arguments),
        }
    }
}

/// `rtk hook ...`: nothing but an answer may be on its standard output, so only a lone `--help` is help.
fn hook(words: &[OsString]) -> u8 {
    match words {
        [word] if *word == *"--help" || *word == *"-h" => {
            VERBS
                .iter()
                .filter(|verb| verb.name == "hook")
                .for_each(|verb| {
                    print(&help::of(verb));
                });
            0
        }
        _ => crate::agents::hook(words),
    }
}

/// `rtk -- COMMAND`: runs it, whatever its name is.
fn run(command: &[OsString]) -> u8 {
    if command.is_empty() {
        return mistake("rtk: no command to run; try rtk --help\n");
    }
    crate::run::main(command)
}

/// `rtk --raw COMMAND`: runs it and filters nothing.
fn raw(command: &[OsString]) -> u8 {
    if command.is_empty() {
        return mistake("rtk: no command to run; usage: rtk --raw COMMAND...\n");
    }
    crate::run::raw(command)
}

/// Names the verb that was meant, if the word is like one and no program has that name.
fn suggest(word: &str) {
    let Some(verb) = closest(word, VERBS.iter().map(|verb| verb.name)) else {
        return;
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    if !std::env::split_paths(&path).any(|directory| directory.join(word).exists()) {
        mistake(&format!("rtk: did you mean rtk {verb}?\n"));
    }
}

/// The name at most two letters away, the nearest first.
fn closest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 20 {
        return None;
    }
    let near = names.map(|name| (distance(word, name), name)).min()?;
    (near.0 <= 2 && near.0 * 2 < near.1.trim_start_matches('-').len()).then_some(near.1)
}

/// Letters to insert, drop or change, or neighbours to swap, to get from one word to the other
/// (optimal string alignment).
fn distance(from: &str, to: &str) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (row, &own) in from.iter().enumerate() {
        let mut line = vec![row + 1];
        for (at, &other) in to.iter().enumerate() {
            let changed = above[at] + usize::from(own != other);
            let mut least = changed.min(above[at + 1] + 1).min(line[at] + 1);
            if row > 0 && at > 0 && own == to[at - 1] && from[row - 1] == other {
                least = least.min(before[at - 1] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[to.len()]
}

/// Writes to standard output; a reader that is gone is no failure.
pub(crate) fn print(text: &str) -> u8 {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            mistake(&format!("rtk: cannot write: {error}\n"));
            1
        }
        _ => 0,
    }
}

/// Says what is wrong with the command line; its exit status.
pub(crate) fn mistake(text: &str) -> u8 {
    let _ = io::stderr().lock().write_all(text.as_bytes());
    2
}

/// The verb of this name.
fn verb(name: &OsStr) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| name == verb.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant() {
        let verbs = || VERBS.iter().map(|verb| verb.name);
        for (word, verb) in [
            ("verfy", Some("verify")),
            ("int", Some("init")),
            ("inti", Some("init")),
            ("filter", Some("filters")),
            ("doctr", Some("doctor")),
            ("git", None),
            ("ls", None),
            ("mypy", None),
            ("pip", Some("pipe")),
            ("", None),
        ] {
            assert_eq!(closest(word, verbs()), verb, "{word}");
        }
    }
}
