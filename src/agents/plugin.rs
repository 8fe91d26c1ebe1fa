//! Agents whose hook is a plugin in their own process, which calls rtk: Pi and Hermes here,
//! OpenCode and Kilo Code in `opencode.rs`.
//!
//! The form is rtk's own: `{"tool":"bash","args":{"command":"..."},"cwd":"..."}` on standard input, or
//! the command as operands (`rtk hook pi 'git status'`); the answer is `{"command":"rtk git status"}`, or
//! `{"deny":"why"}`, or nothing. Pi has no permission rules, and what Hermes looks for is found
//! in the rewritten text as well.

use std::path::Path;

use crate::decide::insert;
use crate::permission::RuleSet;
use crate::text::json::write_string;

use super::neutral::{Outcome, quiet};
use super::{Agent, Answer, Call, Payload, World, answer};

/// Pi (pi.dev, `pi.on("tool_call")`).
pub(super) static PI: Agent = Agent {
    name: "pi",
    aliases: &["omp"],
    title: "Pi",
    ..HERMES
};

/// Hermes (middleware `tool_request`).
pub(super) static HERMES: Agent = Agent {
    name: "hermes",
    aliases: &["hermes-agent"],
    title: "Hermes",
    nothing: "",
    recognises: |_| false,
    read,
    rules: |_: &Path| RuleSet::without_own_list(),
    weigh: |facts| quiet(facts, false),
    answer: reply,
};

pub(super) fn read<'a>(payload: &Payload<'a>) -> Option<Call<'a>> {
    payload
        .names("tool", &["bash", "terminal", "shell"])
        .then(|| payload.call("args", &["command"]))
        .flatten()
}

pub(super) fn reply(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    let (key, text) = match answer.outcome {
        Outcome::Rewrite(_) => {
            let command = insert(&answer.call.commands[0].1, &answer.insertions[0]);
            ("command", command)
        }
        Outcome::Deny(reason) => ("deny", reason.clone()),
        Outcome::Ask(_) | Outcome::Nothing(_) => return None,
    };
    let mut out = format!("{{\"{key}\":").into_bytes();
    write_string(&mut out, &text);
    out.push(b'}');
    Some(out)
}

/// A plugin may give the command as operands instead of a payload.
pub(super) fn is_called_with_operands(agent: &Agent, operands: &[&str]) -> bool {
    let plugin = ["pi", "hermes", "opencode", "kilocode"].contains(&agent.name);
    plugin && operands.first().is_some_and(|word| !word.starts_with('-'))
}

/// The answer to a command in operands.
pub(super) fn answer_operands(agent: &Agent, operands: &[&str]) -> Option<Vec<u8>> {
    let mut payload = br#"{"tool":"bash","args":{"command":"#.to_vec();
    write_string(&mut payload, &operands.join(" "));
    payload.extend_from_slice(b"}}");
    answer(agent, &payload, &World::real())
}
