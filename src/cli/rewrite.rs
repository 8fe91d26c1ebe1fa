//! `rtk rewrite CMD`: the decision for shell scripts and plugins, as text and an exit status.
//!
//! | exit | stdout | meaning |
//! |---|---|---|
//! | 0 | rewritten | every command is allowed by an explicit rule |
//! | 1 | nothing | no rewrite: run it unchanged |
//! | 2 | nothing | a deny rule matches: leave it to the agent |
//! | 3 | rewritten | rewritten, and the agent must ask |
//!
//! The operands are data, whatever they look like: `rtk rewrite -h` is about a
//! command named `-h`. The rules are Claude Code's, for its script asks here.
//!
//! rtk's own hook scripts name themselves in `RTK_HOOK_SCRIPT`. A script that is not
//! byte for byte the one built in is not served (exit 1, one line on stderr), and where
//! a rule asks there is no rewrite: the scripts answer 3 without a decision, which some
//! permission modes run unasked (SECURITY invariant I6).

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::Path;

use crate::agents::{claude_rules, cursor};
use crate::decide::{Decision, decide};
use crate::files;
use crate::home;
use crate::permission::Verdict;
use crate::setup::script;

/// Longest hook script that is read, in bytes.
const SCRIPT_MAX: usize = 64 * 1024;

const NOTHING: u8 = 1;

/// Runs the verb and gives its exit status. Several operands are joined by blanks.
pub(super) fn run(operands: &[OsString]) -> u8 {
    match answer(operands) {
        Ok(status) => status,
        Err(reason) => {
            // Everything is left alone; nobody else would say why.
            let _ = writeln!(std::io::stderr(), "rtk: {reason}");
            NOTHING
        }
    }
}

fn answer(operands: &[OsString]) -> Result<u8, String> {
    let config = home::load_config()?;
    let agent = match std::env::var_os("RTK_HOOK_SCRIPT") {
        Some(path) => Some(agent_of(&path)?),
        None => None,
    };
    let (Some(command), Ok(cwd)) = (joined(operands), std::env::current_dir()) else {
        return Ok(NOTHING);
    };
    let mut rules = claude_rules::load(&cwd);
    if agent == Some("cursor") {
        cursor::restrict(&mut rules, &cwd);
    }
    let decision = decide(&command, &rules, &config);
    if agent.is_some() && matches!(decision.verdict, Verdict::Ask(_)) {
        return Ok(NOTHING);
    }
    Ok(print(&decision, &command))
}

/// Prints the rewritten line and gives the exit status.
fn print(decision: &Decision, command: &str) -> u8 {
    if let Some(mut text) = decision.rewritten(command) {
        let mut out = std::io::stdout().lock();
        if out.is_terminal() {
            text.push('\n');
        }
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        if written.is_err() {
            return NOTHING;
        }
    }
    decision.exit_status()
}

/// The agent whose unchanged script is at `path`.
fn agent_of(path: &OsStr) -> Result<&'static str, String> {
    let shown = path.to_string_lossy();
    let bytes = files::read(Path::new(path), SCRIPT_MAX)
        .map_err(|reason| format!("hook script {shown}: {reason}; commands run unshortened"))?;
    script::agent_of(&bytes).ok_or_else(|| {
        format!(
            "hook script {shown} is not the one of this version; commands run unshortened \
             (`rtk verify` says more, `rtk init` puts it right)"
        )
    })
}

/// The command line, if it is text.
fn joined(operands: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = operands.iter().map(|word| word.to_str()).collect();
    Some(words?.join(" "))
}
