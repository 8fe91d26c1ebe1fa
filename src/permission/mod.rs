//! Allow, ask and deny rules -> verdict. Pure: files are read by the agents' code.
//!
//! Agents check their rules on the rewritten text (SECURITY 1.1), so a rule for
//! `git push` no longer sees `rtk git push`: what is decided here keeps the user's
//! rules alive. Deny and ask therefore match a superset of what the agent would
//! match, for then the command is merely left as it is; allow matches a subset.

mod allow;
mod claude;
mod crude;
pub(crate) mod forms;
mod judge;
pub(crate) mod reads;
mod rule;
mod set;
mod unasked;

pub use claude::Trust;
pub use judge::{Judgement, judge};
pub use rule::{Effect, Matcher};
pub use set::RuleSet;

pub(crate) use allow::plain;

/// Whether the rules allow a line as it is written, where an `rtk` in it is a program
/// like any other: what an agent says about a rewritten line.
pub fn covers(line: &str, rules: &RuleSet) -> bool {
    allow::covers(&crate::shell::parse(line), line, rules)
}

/// What the rules say about a command line. Kept apart inside; folded to exit
/// codes 2, 3, 0, 3 outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A deny rule matches somewhere; the rule and where it stands.
    Deny(String),
    /// An ask rule matches somewhere; the rule and where it stands.
    Ask(String),
    /// Every command is allowed by an explicit rule.
    Allow,
    /// No rule speaks.
    Default,
}

/// A blank inside a word, in the text that allow rules are compared with. No
/// command that may be allowed holds a control character, so no rule matches it.
const INNER_BLANK: char = '\u{1}';

/// `text` with one blank for every run of them, none at the ends.
fn blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
