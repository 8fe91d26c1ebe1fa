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

use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use crate::agents::claude_rules;
use crate::decide::decide;
use crate::home;

/// Runs the verb and gives its exit status. Several operands are joined by blanks.
pub(super) fn run(operands: &[OsString]) -> u8 {
    let config = match home::load_config() {
        Ok(config) => config,
        Err(reason) => {
            // An unreadable configuration leaves everything alone; nobody else would say why.
            let _ = writeln!(std::io::stderr(), "rtk: {reason}");
            return 1;
        }
    };
    let (Some(command), Ok(cwd)) = (joined(operands), std::env::current_dir()) else {
        return 1;
    };
    let decision = decide(&command, &claude_rules::load(&cwd), &config);
    if let Some(mut text) = decision.rewritten(&command) {
        let mut out = std::io::stdout().lock();
        if out.is_terminal() {
            text.push('\n');
        }
        if out
            .write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .is_err()
        {
            return 1;
        }
    }
    decision.exit_status()
}

/// The command line, if it is text.
fn joined(operands: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = operands.iter().map(|word| word.to_str()).collect();
    Some(words?.join(" "))
}
