//! The words of `rtk --help` and `rtk VERB --help`.

use std::ffi::OsString;
use std::fmt::Write as _;

use super::{VERBS, Verb, mistake, print, verb};

/// `rtk help [VERB]`.
pub(super) fn main(words: &[OsString]) -> u8 {
    match words {
        [] => print(&overview()),
        [name] => match verb(name) {
            Some(verb) => print(&of(verb)),
            None => {
                let name = name.to_string_lossy();
                mistake(&format!(
                    "rtk: no verb {name}; rtk --help lists them, and rtk {name} --help is {name}'s own\n"
                ))
            }
        },
        _ => mistake("rtk: help is about one verb; usage: rtk help [VERB]\n"),
    }
}

/// `rtk --help`.
pub(super) fn overview() -> String {
    let mut text = OVERVIEW.to_owned();
    for verb in &VERBS {
        // A String takes everything.
        let _ = writeln!(text, "  {:8}  {}", verb.name, verb.summary);
    }
    text.push_str(ENDING);
    text
}

/// `rtk VERB --help`.
pub(super) fn of(verb: &Verb) -> String {
    format!(
        "rtk {}: {}\nusage: rtk {}\n{}",
        verb.name, verb.summary, verb.usage, verb.details
    )
}

const OVERVIEW: &str = "\
rtk runs a command and prints the same facts in fewer tokens.

  rtk COMMAND...        run it and filter what it prints (rtk git status)
  rtk --raw COMMAND...  run it and filter nothing
  rtk -- COMMAND...     run it even if it is named like a verb

Verbs (rtk VERB --help):
";

const ENDING: &str = "
  -h, --help     this text
  -V, --version  the version

RTK_DISABLED=1 in the environment turns rtk off.
Settings: ~/.config/rtk/config.toml
";

pub(super) const INIT: &str = "
  --agent A            this agent only; may be repeated (--claude works too)
  -g, --global         for all your projects (the default)
  --project, --local   for this project only
  --script             the shell script form, where an agent has one
  --portable           the bare name of rtk instead of its path
  --approve-read-only  let rtk's hook allow commands that only read
  --mirror-deny        repeat your deny rules for the rewritten commands
  -n, --dry-run        show what would be done
  -y, --yes            do not ask (also --auto-patch)
  --no-patch           print what to put where by hand
  --uninstall          take out what was put in
  --show               what is installed

Without --agent: the agents that are found. Every edit is shown before it is
made, and without a terminal nothing is done unless --yes is given.

Agents with a hook or plugin: claude cursor copilot gemini codex vibe
antigravity droid cline opencode kilocode pi hermes. A text in their rules file:
roo windsurf qwen kimi kiro goose zed claude-rules codex-rules copilot-rules.

For scripts written for other versions: --hook-only, -v and --verbose change
nothing, --claude-md is --agent claude-rules.

Exit status: 0 done or nothing to do, 1 refused or failed, 2 a mistake in the
words.
";

pub(super) const VERIFY: &str = "
  --agent A           this agent only; may be repeated (--claude works too)
  -g, --global        what is installed for all your projects
  --project, --local  what is installed in this project
  --json              for programs

Without -g or --project: both. Prints PASS, FAIL, WARN or SKIP for each agent,
with the reason, and runs each hook once as its agent would. Exit status 1 if
anything is FAIL.
";

pub(super) const DOCTOR: &str = "
Prints which rtk the agents would find, the settings, what is installed, and
what keeps a hook from working. Exit status 1 if anything is FAIL.
";

pub(super) const RECALL: &str = "
  --list  what is kept, the last one first

Prints the bytes of an output as the tool wrote them. ID is in the marker line of
the filtered output ([rtk: ... rtk recall 7f3a]); without it, the last output.
";

pub(super) const FILTERS: &str = "
The commands by what is done with their output: what is kept, what is dropped.
Some forms of a command are left alone, such as those for programs (--json).
";

pub(super) const PIPE: &str = "
  --status N    the exit status the command had, if it is known

rtk pipe cargo test < ci.log prints what `rtk cargo test` would have printed.
";

pub(super) const REWRITE: &str = "
For shell scripts and plugins. The operand is data, also if it is -h.

  exit  stdout     meaning
  0     rewritten  every command is allowed by an explicit rule
  1     nothing    no rewrite: run it unchanged
  2     nothing    a deny rule matches: leave it to the agent
  3     rewritten  rewritten, and the agent must ask
";

pub(super) const HOOK: &str = "
rtk hook AGENT reads what the agent's hook gets on standard input, writes the
answer, and exits with 0 whatever happens.

rtk hook check [--agent A] COMMAND says in words what would be answered, and
why: which part of the line, which rule, which file. The rules are those of the
current directory.
";

pub(super) const RAW: &str = "
The command's output as it is. Same arguments, input, environment and exit status.
";
