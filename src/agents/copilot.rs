//! GitHub Copilot CLI (1.0.102, measured) and VS Code's Copilot Chat
//! (code.visualstudio.com/docs/copilot/customization/hooks).
//!
//! | keys | who | answer |
//! |---|---|---|
//! | `toolName`, `toolArgs` an object | Copilot CLI, event `preToolUse` | `modifiedArgs` |
//! | `toolName`, `toolArgs` a string of JSON | Copilot CLI up to about 1.0.60 | deny, with the command to use |
//! | `tool_name: "Bash"` | Copilot CLI, event `PreToolUse` | `hookSpecificOutput.updatedInput` and `modifiedArgs` |
//! | `tool_name: "run_in_terminal"` | VS Code | `hookSpecificOutput.updatedInput` |
//!
//! Never *allow*: in the CLI it overrides `--deny-tool`. Never *ask*: headless that is a denial.
//! The CLI has no rules on disk, but a list of reading commands that run unasked; then the rewritten
//! line would be asked about, except where it was started with everything allowed.

use std::path::Path;

use crate::permission::RuleSet;
use crate::text::json::{self, Kind, write_string};

use super::neutral::{Facts, Outcome, Say, quiet};
use super::{Agent, Answer, Call, Payload, claude, started};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "copilot",
    aliases: &["copilot-cli", "vscode", "github-copilot"],
    title: "GitHub Copilot",
    nothing: "",
    recognises: |payload| {
        payload.has("toolName")
            || payload.has("toolArgs")
            || payload.names("tool_name", &VS_CODE)
            || is_pascal(payload)
    },
    read,
    rules: |_: &Path| RuleSet::default(),
    weigh,
    answer,
};

const VS_CODE: [&str; 2] = ["run_in_terminal", "runTerminalCommand"];

/// Options and variables with which nothing is asked.
const ALL_ALLOWED: [&str; 3] = ["--allow-all-tools", "--allow-all", "--yolo"];

/// The CLI's event in Claude Code's spelling: a time, and no mode.
fn is_pascal(payload: &Payload<'_>) -> bool {
    payload.names("tool_name", &["bash"])
        && payload.has("timestamp")
        && payload.names("hook_event_name", &["PreToolUse"])
        && !payload.has("permission_mode")
        && !payload.has("turn_id")
}

fn read<'a>(payload: &Payload<'a>) -> Option<Call<'a>> {
    // Both spellings at once: not clear which one runs.
    if payload.has("tool_input") && payload.has("toolArgs") {
        return None;
    }
    if payload.names("toolName", &["bash"]) {
        let arguments = payload.get("toolArgs")?;
        return match arguments.kind() {
            Kind::Object => payload.call("toolArgs", &["command"]),
            // The text has to be read on its own; the answer does not repeat it.
            Kind::String => {
                let mut call = Call::with(arguments, [arguments])?;
                let command = inner_command(&call.commands[0].1)?;
                call.commands[0].1 = command.into();
                call.cwd = payload.text("cwd");
                Some(call)
            }
            _ => None,
        };
    }
    let tool = payload.names("tool_name", &VS_CODE) || payload.names("tool_name", &["bash"]);
    (tool && claude::is_event(payload))
        .then(|| payload.tool_input())
        .flatten()
}

/// The command in arguments that are JSON in a string.
fn inner_command(text: &str) -> Option<String> {
    let arguments = json::parse(text.as_bytes()).ok()?;
    let call = Call::of(arguments, &["command"])?;
    Some(call.commands[0].1.clone().into_owned())
}

fn weigh(facts: &Facts<'_>) -> Outcome {
    match quiet(facts, false) {
        Outcome::Nothing(_) if facts.rewritable() && all_allowed() => {
            Outcome::Rewrite(Say::Nothing)
        }
        outcome => outcome,
    }
}

fn all_allowed() -> bool {
    std::env::var_os("COPILOT_ALLOW_ALL").is_some_and(|value| value == "true" || value == "1")
        || started::with(&["copilot"], &|word, _| ALL_ALLOWED.contains(&word))
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    let pascal = answer.payload.has("tool_name");
    let input = match answer.outcome {
        Outcome::Rewrite(_) if answer.call.input.kind() == Kind::String => {
            let command = crate::decide::insert(&answer.call.commands[0].1, &answer.insertions[0]);
            return Some(suggestion(&command));
        }
        Outcome::Rewrite(_) => answer.call.rewritten(answer.insertions),
        Outcome::Deny(reason) if pascal => {
            return Some(claude::hook_specific("deny", reason, None));
        }
        Outcome::Deny(reason) => return Some(denial(reason)),
        Outcome::Ask(_) | Outcome::Nothing(_) => return None,
    };
    let mut out = Vec::with_capacity(2 * input.len() + 128);
    if pascal {
        out = claude::hook_specific("", "", Some(&input));
        if !answer.payload.names("tool_name", &VS_CODE) {
            out.pop();
            out.extend_from_slice(br#","modifiedArgs":"#);
            out.extend_from_slice(&input);
            out.push(b'}');
        }
    } else {
        out.extend_from_slice(br#"{"modifiedArgs":"#);
        out.extend_from_slice(&input);
        out.push(b'}');
    }
    Some(out)
}

fn suggestion(command: &str) -> Vec<u8> {
    denial(&format!(
        "Use `{command}` instead: the same facts in fewer tokens."
    ))
}

fn denial(reason: &str) -> Vec<u8> {
    let mut out = br#"{"permissionDecision":"deny","permissionDecisionReason":"#.to_vec();
    write_string(&mut out, reason);
    out.push(b'}');
    out
}
