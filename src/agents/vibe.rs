//! Mistral Vibe: `pre_tool` for `bash` (its own manual, `vibe/core/skills/builtins/vibe.py`; measured on 3.0.3).
//!
//! The tool is called `file_system.bash`, formerly `bash`. Takes the whole `tool_input` under
//! `hook_specific_output`; empty output is no opinion. Permission is looked at afterwards, on the new text.
//!
//! Rules: `[tools.bash]` of `config.toml`. Its allowlist names reading commands by default; started with
//! everything approved it asks about nothing.

use std::path::{Path, PathBuf};

use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::json::write_string;
use crate::text::toml::{Table, Value};

use super::neutral::{Facts, Outcome, Say, quiet};
use super::rule_file::Source;
use super::{Agent, Answer, rule_file, started};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "vibe",
    aliases: &["mistral-vibe", "mistral"],
    title: "Mistral Vibe",
    nothing: "",
    recognises: |payload| payload.names("hook_event_name", &["pre_tool"]),
    read: |payload| {
        let event = !payload.has("hook_event_name") || payload.is("hook_event_name", "pre_tool");
        let tools = ["bash", "file_system.bash"];
        (event && !payload.has("toolArgs") && payload.names("tool_name", &tools))
            .then(|| payload.tool_input())
            .flatten()
    },
    rules,
    weigh,
    answer,
};

/// `$VIBE_HOME/config.toml` (else `~/.vibe`) and `.vibe/config.toml` of the project.
fn rules(cwd: &Path) -> RuleSet {
    let mut rules = RuleSet::default();
    let user = crate::home::directory("VIBE_HOME")
        .or_else(|| crate::home::dir().map(|home| home.join(".vibe")));
    let mut places: Vec<PathBuf> = user.into_iter().collect();
    let projects = rule_file::up_to_project(cwd);
    places.extend(projects.iter().map(|directory| directory.join(".vibe")));
    for place in places {
        rule_file::toml(&mut rules, &place.join("config.toml"), settings);
    }
    // Asked about even where the allowlist has it.
    rules.add(
        Effect::Ask,
        Matcher::Prefix("sudo".to_owned()),
        "sudo",
        "built in",
        0,
    );
    rules
}

fn settings(rules: &mut RuleSet, source: &Source<'_>, table: &Table) {
    let is = |value: Option<&Value>, text: &str| matches!(value, Some(Value::String(own)) if own == text);
    let approved = matches!(
        table.get("bypass_tool_permissions"),
        Some(Value::Bool(true))
    ) || is(table.get("default_agent"), "auto-approve");
    let bash = table.table("tools").and_then(|tools| tools.table("bash"));
    if approved || bash.is_some_and(|bash| is(bash.get("permission"), "always")) {
        source.add(rules, Effect::Allow, Matcher::Every, "all approved", 0);
    }
    let Some(bash) = bash else {
        return;
    };
    for (name, effect) in [
        ("denylist", Effect::Deny),
        ("sensitive_patterns", Effect::Ask),
        ("allowlist", Effect::Allow),
    ] {
        let Some(Value::Array(items)) = bash.get(name) else {
            continue;
        };
        // A list of one's own stands for the built-in one.
        rules.no_own_list |= effect == Effect::Allow;
        for item in items {
            if let Value::String(text) = &item.value {
                let matcher = Matcher::Prefix(text.clone());
                source.add(rules, effect, matcher, text, item.span.start);
            }
        }
    }
}

fn weigh(facts: &Facts<'_>) -> Outcome {
    match quiet(facts, false) {
        Outcome::Nothing(_) if facts.rewritable() && asks_nothing() => {
            Outcome::Rewrite(Say::Nothing)
        }
        outcome => outcome,
    }
}

/// `--auto-approve`, `--yolo`, `--agent auto-approve`.
fn asks_nothing() -> bool {
    started::with(&["vibe", "vibe-acp"], &|word, next| match word {
        "--auto-approve" | "--yolo" | "--agent=auto-approve" => true,
        "--agent" => next == "auto-approve",
        _ => false,
    })
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    match answer.outcome {
        Outcome::Rewrite(_) => {
            let command = crate::decide::insert(&answer.call.commands[0].1, &answer.insertions[0]);
            let mut out = br#"{"hook_specific_output":{"tool_input":"#.to_vec();
            out.extend_from_slice(&answer.call.rewritten(answer.insertions));
            out.extend_from_slice(br#"},"system_message":"#);
            write_string(&mut out, &format!("rtk: {command}"));
            out.push(b'}');
            Some(out)
        }
        Outcome::Deny(reason) => {
            let mut out = br#"{"decision":"deny","reason":"#.to_vec();
            write_string(&mut out, reason);
            out.push(b'}');
            Some(out)
        }
        // "ask" would be read as allow.
        Outcome::Ask(_) | Outcome::Nothing(_) => None,
    }
}
