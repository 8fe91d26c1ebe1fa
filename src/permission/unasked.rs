//! What an agent might run without asking, in doubt yes.
//!
//! Agents have lists of their own of commands that run unasked. `rtk git status` is on
//! none of them, so a rewrite that is not answered with *allow* makes the agent
//! ask where it did not before. This is the other side of [`super::allow`]: what
//! is not named here is asked about anyway, and a rewrite takes nothing away.
//!
//! Source: Claude Code 2.1.332 as measured, and code.claude.com/docs/en/permissions;
//! the names are more than any version has.

use crate::shell::{Place, Script};

use super::RuleSet;
use super::allow::harmless_variable;
use super::forms::Words;
use super::rule::Effect;

/// Programs, each with the subcommands that only read; none listed: all forms. Sorted.
const READERS: [(&str, &[&str]); 96] = [
    (":", &[]),
    ("[", &[]),
    ("ag", &[]),
    ("arch", &[]),
    ("awk", &[]),
    ("base64", &[]),
    ("basename", &[]),
    ("bat", &[]),
    ("cal", &[]),
    ("cat", &[]),
    ("cd", &[]),
    ("cmp", &[]),
    ("column", &[]),
    ("comm", &[]),
    ("command", &[]),
    ("cut", &[]),
    ("date", &[]),
    ("df", &[]),
    ("diff", &[]),
    ("dirname", &[]),
    (
        "docker",
        &[
            "compose",
            "container",
            "diff",
            "history",
            "image",
            "images",
            "info",
            "inspect",
            "logs",
            "network",
            "port",
            "ps",
            "stats",
            "system",
            "top",
            "version",
            "volume",
        ],
    ),
    ("du", &[]),
    ("echo", &[]),
    ("egrep", &[]),
    ("expand", &[]),
    ("expr", &[]),
    ("false", &[]),
    ("fd", &[]),
    ("fgrep", &[]),
    ("file", &[]),
    ("find", &[]),
    ("fmt", &[]),
    ("fold", &[]),
    ("free", &[]),
    (
        "gh",
        &[
            "api", "auth", "issue", "label", "pr", "release", "repo", "run", "search", "status",
            "workflow",
        ],
    ),
    (
        "git",
        &[
            "blame",
            "branch",
            "cat-file",
            "check-ignore",
            "config",
            "count-objects",
            "describe",
            "diff",
            "diff-tree",
            "for-each-ref",
            "grep",
            "help",
            "log",
            "ls-files",
            "ls-remote",
            "ls-tree",
            "merge-base",
            "name-rev",
            "notes",
            "reflog",
            "remote",
            "rev-list",
            "rev-parse",
            "shortlog",
            "show",
            "show-ref",
            "stash",
            "status",
            "submodule",
            "symbolic-ref",
            "tag",
            "var",
            "version",
            "whatchanged",
            "worktree",
        ],
    ),
    ("grep", &[]),
    ("groups", &[]),
    ("head", &[]),
    ("help", &[]),
    ("hexdump", &[]),
    ("hostname", &[]),
    ("id", &[]),
    ("info", &[]),
    ("jq", &[]),
    (
        "kubectl",
        &["describe", "explain", "get", "logs", "top", "version"],
    ),
    ("less", &[]),
    ("locale", &[]),
    ("ls", &[]),
    ("lsof", &[]),
    ("man", &[]),
    ("md5sum", &[]),
    ("more", &[]),
    ("netstat", &[]),
    ("nl", &[]),
    ("npm", &["list", "ls", "outdated", "view"]),
    ("nproc", &[]),
    ("od", &[]),
    ("paste", &[]),
    ("pgrep", &[]),
    ("pip", &["freeze", "list", "show"]),
    ("pr", &[]),
    ("printenv", &[]),
    ("printf", &[]),
    ("ps", &[]),
    ("pwd", &[]),
    ("pyright", &[]),
    ("readlink", &[]),
    ("realpath", &[]),
    ("rev", &[]),
    ("rg", &[]),
    ("sed", &[]),
    ("seq", &[]),
    ("sha1sum", &[]),
    ("sha256sum", &[]),
    ("sleep", &[]),
    ("sort", &[]),
    ("ss", &[]),
    ("stat", &[]),
    ("strings", &[]),
    ("tac", &[]),
    ("tail", &[]),
    ("test", &[]),
    ("tr", &[]),
    ("tree", &[]),
    ("true", &[]),
    ("type", &[]),
    ("uname", &[]),
    ("uniq", &[]),
    ("uptime", &[]),
    ("wc", &[]),
    ("which", &[]),
    ("whoami", &[]),
    ("xargs", &[]),
    ("xxd", &[]),
    ("yq", &[]),
];

/// Whether the agent might run the line without asking: by an allow rule, read
/// loosely, or because it takes it for a command that only reads.
pub(super) fn might_run(script: &Script, line: &str, rules: &RuleSet) -> bool {
    let features = &script.features;
    // What is asked about whatever the rules say.
    if script.error.is_some()
        || features.expansion
        || features.substitution
        || features.file_output
        || features.definition
        || features.control
    {
        return false;
    }
    !script.commands.is_empty()
        && script.commands.iter().all(|command| {
            let mut names = command
                .assignments
                .iter()
                .map(|assignment| &assignment.name);
            if command.place != Place::Line || !names.all(|name| harmless_variable(name)) {
                return false;
            }
            let words = Words::of(command, line);
            let mut might = words.len() == 0;
            let looked = words.forms(&mut |form| {
                might =
                    might || (!rules.no_own_list && reads(form.text)) || allowed(form.text, rules);
            });
            might || looked.is_err()
        })
}

/// Whether rules allow every command of the line around a substitution. Versions
/// of the agent disagree about whether it then runs unasked.
pub(super) fn substitution_under_allow(script: &Script, line: &str, rules: &RuleSet) -> bool {
    let mut own = script
        .commands
        .iter()
        .filter(|command| command.place == Place::Line);
    script.features.substitution
        && script.error.is_none()
        && rules.rules(Effect::Allow).next().is_some()
        && own.all(|command| {
            let mut covered = command.words.is_empty();
            let looked = Words::of(command, line).forms(&mut |form| {
                covered = covered || allowed(form.text, rules);
            });
            covered || looked.is_err()
        })
}

fn reads(text: &str) -> bool {
    let mut words = text.split(' ');
    let program = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let found = READERS.binary_search_by(|(name, _)| (*name).cmp(program));
    let listed = found.is_ok_and(|at| {
        let subcommands = READERS[at].1;
        subcommands.is_empty() || subcommands.contains(&second)
    });
    listed || ["--version", "--help", "-v", "-V", "-h"].contains(&second)
}

fn allowed(text: &str, rules: &RuleSet) -> bool {
    rules.rules(Effect::Allow).any(|rule| {
        rule.matchers
            .iter()
            .any(|matcher| matcher.covers(text, true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(READERS.is_sorted());
    }
}
