//! Claude Code: `PreToolUse` for `Bash` (code.claude.com/docs/en/hooks; measured on 2.1.332).
//!
//! Sends `hook_event_name`, `tool_name: "Bash"`, `tool_input {command, ...}`, `cwd`, `permission_mode`.
//! Takes `hookSpecificOutput` with the whole `updatedInput`; `hookEventName` is obligatory. Without a
//! `permissionDecision` it judges the new text as it would any other. Empty output is no opinion.
//!
//! It is the one agent where *allow* is safe: deny and ask rules on the new text still win. So a line
//! that a rule allows is answered with *allow*, one that is in its list of reading commands only if the
//! user said so (`approve_read_only`), and one that a rule asks about with *ask*. Of a line that prints
//! files outside of the project it thinks for itself, rules or not: such a line stays as it is.

use crate::permission::Verdict;

use super::neutral::{Facts, Outcome, Say};
use super::{Agent, Answer, Payload, claude_rules};
use crate::text::json::write_string;

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "claude",
    aliases: &["claude-code"],
    title: "Claude Code",
    nothing: "",
    recognises: |payload| {
        payload.names("tool_name", &["Bash"])
            && payload.has("permission_mode")
            && !payload.has("turn_id")
            && !payload.has("timestamp")
    },
    read: |payload| {
        let known = !payload.has("toolArgs") && is_event(payload);
        (known && payload.names("tool_name", &["Bash"]))
            .then(|| payload.tool_input())
            .flatten()
    },
    rules: claude_rules::load,
    weigh,
    answer,
};

/// The event in front of a tool's use, or none is named.
pub(super) fn is_event(payload: &Payload<'_>) -> bool {
    ["hook_event_name", "hookEventName"]
        .iter()
        .all(|key| !payload.has(key) || payload.names(key, &["PreToolUse"]))
}

fn weigh(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = facts.settled() {
        return outcome;
    }
    let asks = ["default", "acceptEdits", "plan"];
    let mode = facts.mode.unwrap_or("default");
    let bypass = mode == "bypassPermissions";
    match &facts.decision.verdict {
        Verdict::Ask(rule) if asks.contains(&mode) => {
            Outcome::Rewrite(Say::Ask(format!("rtk: asked about by {rule}")))
        }
        Verdict::Ask(_) => Outcome::Nothing("a rule asks, and in this mode rtk cannot"),
        _ if bypass => Outcome::Rewrite(Say::Nothing),
        Verdict::Allow | Verdict::Default if facts.unasked() && facts.decision.names_outside => {
            Outcome::Nothing(
                "it names a file outside of the project, about which the agent itself asks",
            )
        }
        Verdict::Allow if ["default", "acceptEdits", "dontAsk", "auto"].contains(&mode) => {
            Outcome::Rewrite(Say::Allow("rtk: allowed by your rules"))
        }
        _ if facts.decision.read_only && facts.config.approve_read_only => {
            Outcome::Rewrite(Say::Allow("rtk: only reads"))
        }
        _ => by_rules(facts, asks.contains(&mode)),
    }
}

/// Where the agent judges the rewritten line itself.
fn by_rules(facts: &Facts<'_>, can_ask: bool) -> Outcome {
    match (facts.unasked(), facts.covered()) {
        (true, true) | (false, false) => Outcome::Rewrite(Say::Nothing),
        (true, false) if facts.decision.read_only => Outcome::Nothing(
            "it runs unasked because it only reads; with approve_read_only rtk would allow it",
        ),
        (true, false) => {
            Outcome::Nothing("it may run unasked, and rtk is not sure enough to allow it")
        }
        (false, true) if can_ask => Outcome::Rewrite(Say::Ask(
            "rtk: no rule allows the command itself".to_owned(),
        )),
        (false, true) => Outcome::Nothing("a rule would let the rewritten line run"),
    }
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    let (decision, reason) = match answer.outcome {
        Outcome::Nothing(_) => return None,
        Outcome::Deny(reason) => ("deny", reason.as_str()),
        Outcome::Ask(reason) | Outcome::Rewrite(Say::Ask(reason)) => ("ask", reason.as_str()),
        Outcome::Rewrite(Say::Allow(reason)) => ("allow", *reason),
        Outcome::Rewrite(Say::Nothing) => ("", ""),
    };
    let rewritten = matches!(answer.outcome, Outcome::Rewrite(_));
    let input = rewritten.then(|| answer.call.rewritten(answer.insertions));
    Some(hook_specific(decision, reason, input.as_deref()))
}

/// `{"hookSpecificOutput":{...}}` of the `PreToolUse` event. An empty decision is left out.
pub(super) fn hook_specific(decision: &str, reason: &str, input: Option<&[u8]>) -> Vec<u8> {
    let length = input.map_or(0, <[u8]>::len);
    let mut out = Vec::with_capacity(length + reason.len() + 160);
    out.extend_from_slice(br#"{"hookSpecificOutput":{"hookEventName":"PreToolUse""#);
    if !decision.is_empty() {
        out.extend_from_slice(br#","permissionDecision":""#);
        out.extend_from_slice(decision.as_bytes());
        out.extend_from_slice(br#"","permissionDecisionReason":"#);
        write_string(&mut out, reason);
    }
    if let Some(input) = input {
        out.extend_from_slice(br#","updatedInput":"#);
        out.extend_from_slice(input);
    }
    out.extend_from_slice(b"}}");
    out
}
