//! Antigravity (`agy`): `PreToolUse` for `run_command` (antigravity.google/docs/hooks; as others measured 1.1 and 1.2).
//!
//! Sends `toolCall {name, args {CommandLine, Cwd, ...}}`. Takes `decision` and `overwrite`, which is merged into
//! the arguments. Anything but a decision denies, and *allow* runs the command with no prompt; so no opinion is
//! *ask*, which respects the user's list of what is always allowed, and so is a rewrite. That list
//! is not on disk in a form that is documented.

use std::path::Path;

use crate::permission::RuleSet;
use crate::text::json::write_string;

use super::neutral::{Outcome, quiet};
use super::{Agent, Answer, Call, Payload};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "antigravity",
    aliases: &["agy"],
    title: "Antigravity",
    nothing: r#"{"decision":"ask"}"#,
    recognises: |payload| payload.has("toolCall"),
    read,
    rules: |_: &Path| RuleSet::without_own_list(),
    weigh: |facts| quiet(facts, false),
    answer,
};

fn read<'a>(payload: &Payload<'a>) -> Option<Call<'a>> {
    let call = payload.get("toolCall")?;
    if !call.get("name")?.is_str("run_command") {
        return None;
    }
    let mut read = Call::of(call.get("args")?, &["CommandLine"])?;
    let directory = read.input.get("Cwd").or_else(|| read.input.get("cwd"));
    read.cwd = directory.and_then(|directory| directory.as_str());
    Some(read)
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    let mut out;
    match answer.outcome {
        Outcome::Rewrite(_) => {
            out = br#"{"decision":"ask","overwrite":{"CommandLine":"#.to_vec();
            out.extend_from_slice(&answer.call.rewritten_command(0, &answer.insertions[0]));
            out.extend_from_slice(b"}}");
        }
        Outcome::Deny(reason) => {
            out = br#"{"decision":"deny","reason":"#.to_vec();
            write_string(&mut out, reason);
            out.push(b'}');
        }
        Outcome::Ask(_) | Outcome::Nothing(_) => return None,
    }
    Some(out)
}
