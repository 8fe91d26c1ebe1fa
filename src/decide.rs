//! Exclusions + verdict + rewrite = [`Decision`]; the four exit codes.

use crate::config::Config;
use crate::permission::{RuleSet, Verdict};

/// What comes of a command line.
#[derive(Debug)]
pub struct Decision {
    /// Byte offsets at which `rtk ` is inserted, ascending; empty: no rewrite.
    pub insertions: Vec<usize>,
    /// The line already holds an `rtk` in front of a known command.
    pub already: bool,
    /// What the user's rules say about the original.
    pub verdict: Verdict,
    /// A denied command stands behind `rtk` in the text itself, where the
    /// agent's own deny rule cannot see it.
    pub hidden_deny: bool,
    /// Every command is in a read-only form, and the line is of the small
    /// grammar that can be allowed.
    pub read_only: bool,
    /// Lines for `rtk hook check`: which segment, which rule, which file.
    pub trace: Vec<String>,
}

/// Decides. Pure: whatever was read from files is in `rules` and `config`.
pub fn decide(command: &str, rules: &RuleSet, config: &Config) -> Decision {
    let _ = (command, rules, config);
    Decision {
        insertions: Vec::new(),
        already: false,
        verdict: Verdict::Default,
        hidden_deny: false,
        read_only: false,
        trace: Vec::new(),
    }
}

/// The command with `rtk ` inserted at the offsets given.
pub fn insert(command: &str, insertions: &[usize]) -> String {
    let mut text = String::with_capacity(command.len() + 4 * insertions.len());
    let mut from = 0;
    for &at in insertions {
        text.push_str(&command[from..at]);
        text.push_str("rtk ");
        from = at;
    }
    text.push_str(&command[from..]);
    text
}
