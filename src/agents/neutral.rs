//! Neutrality: a rewrite is never more permissive than the user's rules on the original, and
//! never a prompt that there would not have been without rtk.
//!
//! Every agent judges the rewritten text (measured with the real programs), where a rule for
//! `git push` no longer matches. So the original is judged here by that agent's rules:
//!
//! | the agent, on the original, would | answer |
//! |---|---|
//! | deny it | nothing: the original goes to the agent, which denies it |
//! | deny it, did it see through the `rtk` in it | deny |
//! | ask because of a rule | a rewrite with which it still asks; where there is none, nothing |
//! | run it unasked | a rewrite that runs unasked too, else nothing |
//! | ask | a rewrite, and nothing about permission |

use crate::config::Config;
use crate::decide::Decision;
use crate::permission::{self, RuleSet, Verdict};

/// What is known of one command.
#[derive(Debug)]
pub struct Facts<'a> {
    /// As the agent would run it.
    pub command: &'a str,
    /// What rtk made of it.
    pub decision: &'a Decision,
    /// The agent's rules.
    pub rules: &'a RuleSet,
    /// The user's configuration.
    pub config: &'a Config,
    /// The agent's permission mode, if it said so.
    pub mode: Option<&'a str>,
}

/// What an agent is told about a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No opinion, and why: for `rtk hook check`.
    Nothing(&'static str),
    /// The rewritten command, and what about permission.
    Rewrite(Say),
    /// It must be asked about, as it is; why.
    Ask(String),
    /// It must not run; why.
    Deny(String),
}

/// What is said about permission next to a rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// Nothing: the agent judges the rewritten text.
    Nothing,
    /// It may run unasked; why.
    Allow(&'static str),
    /// The user is to be asked; why.
    Ask(String),
}

/// What no agent is told: the command runs as it is.
pub(super) const NOT_REWRITTEN: Outcome = Outcome::Nothing("nothing to rewrite");

impl Facts<'_> {
    /// What rules that deny say, and whether there is anything to rewrite.
    /// `None`: all other questions are open.
    pub fn settled(&self) -> Option<Outcome> {
        if let Verdict::Deny(rule) = &self.decision.verdict {
            return Some(if self.decision.hidden_deny {
                Outcome::Deny(format!("rtk: denied by {rule}"))
            } else {
                Outcome::Nothing("the agent denies it itself")
            });
        }
        if self.decision.insertions.is_empty() {
            return Some(match &self.decision.verdict {
                // Behind `rtk` the agent's own rule does not see it.
                Verdict::Ask(rule) if self.names_rtk() => {
                    Outcome::Ask(format!("rtk: asked about by {rule}"))
                }
                _ => NOT_REWRITTEN,
            });
        }
        None
    }

    /// Rules and modes alone stand against a rewrite.
    pub fn rewritable(&self) -> bool {
        self.settled().is_none() && !matches!(self.decision.verdict, Verdict::Ask(_))
    }

    /// The line holds the word `rtk`.
    fn names_rtk(&self) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        self.command.match_indices("rtk").any(|(at, word)| {
            let (before, behind) = self.command.split_at(at);
            !before.bytes().next_back().is_some_and(is_name)
                && !behind[word.len()..].bytes().next().is_some_and(is_name)
        })
    }

    /// The agent would run the original without asking, or might.
    pub fn unasked(&self) -> bool {
        self.decision.verdict == Verdict::Allow || self.decision.might_run_unasked
    }

    /// The agent's rules allow the rewritten text.
    pub fn covered(&self) -> bool {
        let text = crate::decide::insert(self.command, &self.decision.insertions);
        permission::covers(&text, self.rules)
    }
}

/// The answer for an agent that takes a rewrite without a word about permission and then judges it by
/// its own rules. `all_run`: in this mode it asks about nothing.
pub(super) fn quiet(facts: &Facts<'_>, all_run: bool) -> Outcome {
    if let Some(outcome) = facts.settled() {
        return outcome;
    }
    if matches!(facts.decision.verdict, Verdict::Ask(_)) {
        return Outcome::Nothing("a rule asks, and would not match the rewritten line");
    }
    if all_run {
        return Outcome::Rewrite(Say::Nothing);
    }
    match (facts.unasked(), facts.covered()) {
        (true, false) => {
            Outcome::Nothing("it may run unasked, and the rewritten line would be asked about")
        }
        (false, true) => {
            Outcome::Nothing("it is asked about, and a rule would let the rewritten line run")
        }
        _ => Outcome::Rewrite(Say::Nothing),
    }
}

impl Outcome {
    /// Stricter is higher.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Outcome::Nothing(_) => 0,
            Outcome::Rewrite(_) => 1,
            Outcome::Ask(_) => 2,
            Outcome::Deny(_) => 3,
        }
    }
}
