//! Cline CLI: the executable hook `PreToolUse` (docs.cline.bot/customization/hooks; measured on 3.0.65).
//!
//! Sends `tool_call {name: "run_commands", input {commands: [...]}}`, several commands in one call. Takes
//! `overrideInput`. The exit status is ignored, and text that is no JSON changes nothing. It has no
//! permission rules; `cancel` would stop the whole run, so it is never said.

use std::path::Path;

use crate::permission::RuleSet;
use crate::text::json::Value;

use super::neutral::{Outcome, quiet};
use super::{Agent, Answer, Call, Payload};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "cline",
    aliases: &["cline-cli"],
    title: "Cline",
    nothing: "",
    recognises: |payload| payload.has("tool_call"),
    read,
    rules: |_: &Path| RuleSet::without_own_list(),
    weigh: |facts| quiet(facts, false),
    answer,
};

/// Tools that run commands.
const TOOLS: [&str; 3] = ["run_commands", "execute_command", "run_command"];

fn read<'a>(payload: &Payload<'a>) -> Option<Call<'a>> {
    let call = payload.get("tool_call")?;
    let name = call.get("name")?;
    if !TOOLS.iter().any(|tool| name.is_str(tool)) {
        return None;
    }
    let input = call.get("input")?;
    let (one, many) = (input.get("command"), input.get("commands"));
    let mut read = match (one, many) {
        (Some(command), None) => Call::with(input, [command]),
        (None, Some(commands)) => Call::with(input, Value::items(&commands)),
        _ => None,
    }?;
    let roots = payload.get("workspaceRoots");
    read.cwd = roots.and_then(|roots| roots.items().next()?.as_str());
    Some(read)
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    if !matches!(answer.outcome, Outcome::Rewrite(_)) {
        return None;
    }
    let mut out = br#"{"overrideInput":"#.to_vec();
    out.extend_from_slice(&answer.call.rewritten(answer.insertions));
    out.push(b'}');
    Some(out)
}
