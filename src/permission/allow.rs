//! What may run unasked: a small grammar, and an allow rule for every command.
//!
//! Simple commands joined by `&&`, `||`, `;`, `|`, `&` and newline, of words that
//! are what they look like; `2>&1` and `>/dev/null`. Everything else (expansions,
//! substitutions, groups, here-documents, files written, unusual blanks) is not
//! judged: the agent asks, as it does without rtk (SECURITY invariants I1 to I3).

use crate::rules;
use crate::shell::{self, Place, RedirectionKind, Script, SimpleCommand, Word};

use super::forms::{program_of, source};
use super::rule::Rule;
use super::{INNER_BLANK, RuleSet};

/// Longest line that the agent runs unasked, in UTF-16 units.
const LINE_MAX_UNITS: usize = 10_000;

/// Variables that change nothing about which programs run. Sorted.
const HARMLESS_VARIABLES: [&str; 17] = [
    "CGO_ENABLED",
    "COLORTERM",
    "FORCE_COLOR",
    "GO111MODULE",
    "GOARCH",
    "GOOS",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "NODE_ENV",
    "NO_COLOR",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
];

/// Programs that run what their arguments or their input say. Only a rule with
/// the very same text allows them. Sorted.
const NEVER_BY_PREFIX: [&str; 27] = [
    "ash",
    "bash",
    "busybox",
    "csh",
    "dash",
    "doas",
    "env",
    "fish",
    "flock",
    "ionice",
    "ksh",
    "mksh",
    "nocorrect",
    "nsenter",
    "parallel",
    "repeat",
    "setsid",
    "sh",
    "ssh",
    "su",
    "sudo",
    "tcsh",
    "toybox",
    "unshare",
    "watch",
    "xargs",
    "zsh",
];

/// Builtins that change what the commands after them are. Sorted.
const STATE: [&str; 34] = [
    ".",
    "alias",
    "autoload",
    "bind",
    "builtin",
    "coproc",
    "declare",
    "disable",
    "emulate",
    "enable",
    "eval",
    "exec",
    "export",
    "fc",
    "functions",
    "getopts",
    "hash",
    "let",
    "local",
    "mapfile",
    "read",
    "readarray",
    "readonly",
    "set",
    "setopt",
    "shopt",
    "source",
    "trap",
    "typeset",
    "unalias",
    "unhash",
    "unset",
    "unsetopt",
    "zmodload",
];

/// Programs for which a file name that looks like an option is no danger. Sorted.
const GLOB_SAFE: [&str; 12] = [
    "cat", "du", "echo", "egrep", "fgrep", "file", "grep", "head", "ls", "stat", "tail", "wc",
];

/// Arguments with which `find` runs programs, deletes or writes.
const FIND_ACTIONS: [&str; 9] = [
    "-delete", "-exec", "-execdir", "-fls", "-fprint", "-fprint0", "-fprintf", "-ok", "-okdir",
];

/// Whether an allow rule still counts behind this assignment.
pub(super) fn harmless_variable(name: &str) -> bool {
    HARMLESS_VARIABLES.binary_search(&name).is_ok()
}

/// The rules that allow every command of the line, or why it is not allowed.
pub(super) fn judge<'a>(
    script: &Script,
    line: &str,
    set: &'a RuleSet,
) -> Result<Vec<&'a Rule>, String> {
    let mut allowing = set.allowing().peekable();
    if allowing.peek().is_none() {
        return Err("no rule".to_owned());
    }
    let allowing: Vec<&Rule> = allowing.collect();
    plain(script, line)?;
    if script.commands.is_empty() {
        return Err("no command".to_owned());
    }
    let mut found = Vec::with_capacity(script.commands.len());
    for command in &script.commands {
        let rule = allowed(command, &allowing, true).ok_or_else(|| {
            let text = line.get(command.span.start..command.span.end);
            format!("no rule for `{}`", text.unwrap_or_default())
        })?;
        found.push(rule);
    }
    Ok(found)
}

/// Whether rules allow every command of the line as it is written: `rtk git status`
/// only by a rule for `rtk git status`, for the agent does not know what `rtk` is.
pub(super) fn covers(script: &Script, line: &str, set: &RuleSet) -> bool {
    let allowing: Vec<&Rule> = set.allowing().collect();
    let mut commands = script.commands.iter();
    !allowing.is_empty()
        && !script.commands.is_empty()
        && plain(script, line).is_ok()
        && commands.all(|command| allowed(command, &allowing, false).is_some())
}

/// The rule that allows this command. `through_rtk`: the command behind `rtk` counts.
fn allowed<'a>(command: &SimpleCommand, rules: &[&'a Rule], through_rtk: bool) -> Option<&'a Rule> {
    let whole = comparable(command)?;
    let named = |text: &str| {
        let mut all = rules.iter().copied();
        all.find(|rule| rule.matchers.iter().any(|matcher| matcher.names(text)))
    };
    let words: Vec<&str> = whole.split(' ').collect();
    let at = inner(&words, through_rtk)?;
    let program = words.get(at)?;
    if STATE.binary_search(program).is_ok() {
        return None;
    }
    if NEVER_BY_PREFIX.binary_search(program).is_ok()
        || (*program == "find" && words.iter().any(|word| FIND_ACTIONS.contains(word)))
    {
        let mut all = rules.iter().copied();
        return all.find(|rule| {
            let matchers = &rule.matchers;
            matchers
                .iter()
                .any(|matcher| *matcher == super::Matcher::Exact(whole.clone()))
        });
    }
    named(&words[at..].join(" "))
}

/// Where the command starts that is judged, behind the wrappers that the agent
/// looks through, or `None` where their options are not known.
fn inner(words: &[&str], through_rtk: bool) -> Option<usize> {
    let mut at = 0;
    loop {
        let word = words.get(at)?;
        let rest = &words[at + 1..];
        at += 1 + match *word {
            "time" => leading(rest, |option| (option == "-p").then_some(0))?,
            "nohup" | "noglob" => 0,
            "command" => leading(rest, |_| None)?,
            "nice" => leading(rest, nice_option)?,
            "stdbuf" => leading(rest, stdbuf_option)?,
            "timeout" => leading(rest, timeout_option)? + duration(rest)?,
            "rtk" if !through_rtk => return Some(at),
            // Already rewritten; the verbs of rtk itself are no known commands.
            "rtk" if known(rest) => 0,
            "rtk" => return None,
            _ => return Some(at),
        };
    }
}

/// Whether rtk would itself put its name in front of these words.
fn known(words: &[&str]) -> bool {
    let words: Vec<rules::Arg<'_>> = words.iter().map(|word| Some(*word)).collect();
    matches!(rules::find(&words), rules::Answer::Known(found) if found.at == 0)
}

/// How many words are options of a wrapper: `takes` says how many further words
/// an option has, or that it is not known.
fn leading(words: &[&str], takes: impl Fn(&str) -> Option<usize>) -> Option<usize> {
    let mut count = 0;
    while let Some(word) = words.get(count) {
        if !word.starts_with('-') {
            break;
        }
        count += 1 + takes(word)?;
    }
    Some(count)
}

fn nice_option(option: &str) -> Option<usize> {
    match option {
        "-n" => Some(1),
        _ => {
            let value = option.strip_prefix("--adjustment=");
            let value = value.or_else(|| option.strip_prefix("-n"));
            number(value.unwrap_or(&option[1..])).then_some(0)
        }
    }
}

fn stdbuf_option(option: &str) -> Option<usize> {
    match option {
        "-i" | "-o" | "-e" => Some(1),
        _ => {
            let value = ["-i", "-o", "-e"]
                .iter()
                .find_map(|o| option.strip_prefix(o))?;
            (value == "L" || number(value)).then_some(0)
        }
    }
}

fn timeout_option(option: &str) -> Option<usize> {
    match option {
        "-k" | "-s" | "--kill-after" | "--signal" => Some(1),
        "-v" | "--verbose" | "--foreground" | "--preserve-status" => Some(0),
        _ => ["--kill-after=", "--signal="]
            .iter()
            .any(|name| option.starts_with(name))
            .then_some(0),
    }
}

/// One word, if the operand of `timeout` behind its options is a duration.
fn duration(words: &[&str]) -> Option<usize> {
    let operand = words.get(leading(words, timeout_option)?)?;
    let digits = operand
        .strip_suffix(['s', 'm', 'h', 'd'])
        .unwrap_or(operand);
    number(digits).then_some(1)
}

fn number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether the line is of the small grammar, or why not.
pub(crate) fn plain(script: &Script, line: &str) -> Result<(), &'static str> {
    if let Some(error) = script.error {
        return Err(error.why);
    }
    let features = &script.features;
    let odd = [
        (features.expansion, "an expansion"),
        (features.substitution, "a substitution"),
        (features.here, "a here-document"),
        (features.compound, "a compound command"),
        (features.definition, "a definition"),
        (features.comment_quote, "a comment with a quote in it"),
        (features.file_output, "output to a file"),
        (features.file_input, "input from a file"),
        (features.continuation, "a continued line"),
        (features.control, "a control character"),
        (features.odd_blank, "an unusual blank"),
        (features.dialect, "what shells disagree about"),
    ];
    if let Some((_, why)) = odd.iter().find(|(holds, _)| *holds) {
        return Err(why);
    }
    if line.len() > LINE_MAX_UNITS && line.encode_utf16().count() > LINE_MAX_UNITS {
        return Err("too long to run unasked");
    }
    let (mut enters, mut git) = (false, false);
    for command in &script.commands {
        plain_command(command, line)?;
        for word in command
            .words
            .iter()
            .filter_map(|word| word.literal.as_deref())
        {
            git |= program_of(word) == "git";
            enters |= matches!(word, "cd" | "pushd" | "popd");
        }
    }
    if enters && git {
        return Err("git in a directory that the line enters");
    }
    Ok(())
}

fn plain_command(command: &SimpleCommand, line: &str) -> Result<(), &'static str> {
    if command.place != Place::Line {
        return Err("a compound command");
    }
    for assignment in &command.assignments {
        let known = assignment.value.literal.is_some() && !assignment.array;
        let added = line
            .as_bytes()
            .get(assignment.span.start + assignment.name.len())
            == Some(&b'+');
        if !known || added || !harmless_variable(&assignment.name) {
            return Err("an assignment not known to be harmless");
        }
        plain_word(&assignment.value, line, false)?;
    }
    for redirection in &command.redirections {
        let target = redirection.target.literal.as_deref().unwrap_or_default();
        let digits = !target.is_empty() && target.bytes().all(|byte| byte.is_ascii_digit());
        // `{name}>&1` is two words in some shells.
        let named = line.as_bytes().get(redirection.span.start) == Some(&b'{');
        let fine = match redirection.kind {
            _ if named => false,
            RedirectionKind::DuplicateOut => digits,
            RedirectionKind::Write | RedirectionKind::WriteBoth => target == "/dev/null",
            _ => false,
        };
        if !fine {
            return Err("a redirection");
        }
    }
    let first = command
        .words
        .first()
        .and_then(|word| word.literal.as_deref());
    let Some(first) = first else {
        return Err("an assignment to the shell");
    };
    if STATE.binary_search(&first).is_ok() {
        return Err("a builtin that changes the shell");
    }
    let globs = GLOB_SAFE.binary_search(&first).is_ok();
    for word in &command.words {
        plain_word(word, line, globs)?;
    }
    Ok(())
}

/// A word that is what it looks like, in every shell.
fn plain_word(word: &Word, line: &str, globs: bool) -> Result<(), &'static str> {
    if word.literal.is_none() || word.expansion || word.substitution {
        return Err("an expansion");
    }
    if word.glob && !globs {
        return Err("a glob");
    }
    if word.tilde {
        return Err("a tilde");
    }
    let text = source(word, line);
    if text.starts_with('=') {
        return Err("what shells disagree about");
    }
    let mut quote = None;
    let mut before = ' ';
    let mut all = text.chars();
    while let Some(character) = all.next() {
        match (quote, character) {
            (Some('"') | None, '\\') => {
                all.next();
            }
            (Some(open), _) if open == character => quote = None,
            (Some('"'), '$' | '`') => return Err("an expansion"),
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '{' | '}' | '(' | ')' | '`' | '$' | '<' | '>') => return Err("a bracket"),
            (None, '~') if !before.is_ascii_alphanumeric() => return Err("a tilde"),
            (None, _) => {}
        }
        before = character;
    }
    Ok(())
}

/// The text of a command that allow rules are compared with: its words without
/// quotes, one blank between two. `None` if a word's value is not known.
fn comparable(command: &SimpleCommand) -> Option<String> {
    let mut text = String::new();
    for (at, word) in command.words.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        for character in word.literal.as_deref()?.chars() {
            let blank = character.is_whitespace();
            text.push(if blank { INNER_BLANK } else { character });
        }
    }
    Some(text)
}

/// A rule's text in the same form; `None` if it is not one plain command.
pub(super) fn compared(rule: &str) -> Option<String> {
    let script = shell::parse(rule);
    match script.commands.as_slice() {
        [command]
            if script.error.is_none()
                && command.assignments.is_empty()
                && command.redirections.is_empty() =>
        {
            comparable(command)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(HARMLESS_VARIABLES.is_sorted() && NEVER_BY_PREFIX.is_sorted());
        assert!(STATE.is_sorted() && GLOB_SAFE.is_sorted());
    }

    #[test]
    fn wrappers_are_looked_through_where_their_options_are_known() {
        for (line, expected) in [
            ("git status", Some(0)),
            ("time -p git status", Some(2)),
            ("nice -n 5 git status", Some(3)),
            ("nice -5 git status", Some(2)),
            ("timeout -s KILL --foreground 5s git status", Some(5)),
            ("timeout git status", None),
            ("timeout 5", None),
            ("stdbuf -oL nohup git status", Some(3)),
            ("rtk proxy git status", None),
            ("rtk -v git status", None),
            ("command -v git", None),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(inner(&words, true), expected, "{line}");
        }
    }
}
