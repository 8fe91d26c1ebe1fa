//! Gemini CLI: `BeforeTool` for `run_shell_command` (geminicli.com/docs/hooks; measured on 0.61.0).
//!
//! Takes the whole `tool_input` under `hookSpecificOutput`. Its policy is applied to the new text, whatever
//! the answer decides. `{"decision":"allow"}` is no opinion, and keeps it from reading stderr as the answer.
//!
//! Rules: `tools.core`, `tools.allowed` and `tools.exclude` of the settings files, and `[[rule]]` of the
//! policy files. It has a list of reading commands that run unasked, and a mode that asks about nothing.

use std::path::{Path, PathBuf};

use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::json::{Options, Value, write_string};
use crate::text::toml;

use super::neutral::{Facts, Outcome, Say, quiet};
use super::rule_file::Source;
use super::{Agent, Answer, rule_file, started};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "gemini",
    aliases: &["gemini-cli"],
    title: "Gemini CLI",
    nothing: r#"{"decision":"allow"}"#,
    recognises: |payload| payload.names("hook_event_name", &["BeforeTool"]),
    read: |payload| {
        let event = !payload.has("hook_event_name") || payload.is("hook_event_name", "BeforeTool");
        (event && !payload.has("toolArgs") && payload.names("tool_name", &[TOOL]))
            .then(|| payload.tool_input())
            .flatten()
    },
    rules,
    weigh,
    answer,
};

const TOOL: &str = "run_shell_command";

/// Where the administrator's files are.
const SYSTEM: &str = "/etc/gemini-cli";

fn rules(cwd: &Path) -> RuleSet {
    let mut rules = RuleSet::default();
    let mut places = vec![PathBuf::from(SYSTEM)];
    places.extend(crate::home::dir().map(|home| home.join(".gemini")));
    for directory in rule_file::up_to_project(cwd) {
        places.push(directory.join(".gemini"));
    }
    let mut policies: Vec<PathBuf> = Vec::new();
    for place in &places {
        policies.push(place.join("policies"));
        let path = place.join("settings.json");
        rule_file::json(
            &mut rules,
            &path,
            Options::RELAXED,
            |rules, source, root| {
                settings(rules, source, root);
                for key in ["policyPaths", "adminPolicyPaths"] {
                    let listed = root.get(key);
                    let texts = listed.iter().flat_map(Value::items);
                    policies.extend(texts.filter_map(|text| Some(place.join(&*text.as_str()?))));
                }
            },
        );
    }
    for place in policies {
        if place.is_file() {
            rule_file::toml(&mut rules, &place, policy);
        }
        for path in rule_file::below(&mut rules, &place, "toml") {
            rule_file::toml(&mut rules, &path, policy);
        }
    }
    rules
}

/// `tools.core`, `tools.allowed`, `tools.exclude`, and their older names.
fn settings(rules: &mut RuleSet, source: &Source<'_>, root: Value<'_>) {
    let tools = root.get("tools");
    for (table, name, effect) in [
        (tools, "core", Effect::Allow),
        (tools, "allowed", Effect::Allow),
        (tools, "exclude", Effect::Deny),
        (Some(root), "coreTools", Effect::Allow),
        (Some(root), "allowedTools", Effect::Allow),
        (Some(root), "excludeTools", Effect::Deny),
    ] {
        let list = table.and_then(|table| table.get(name));
        for item in list.iter().flat_map(Value::items) {
            let text = item.as_str_lossy().unwrap_or_default();
            if let Some(matcher) = tool_rule(&text) {
                source.add(rules, effect, matcher, &text, item.span().start);
            }
        }
    }
}

/// `run_shell_command`, `run_shell_command(git push)`, `ShellTool(git)`: a command's first words.
fn tool_rule(text: &str) -> Option<Matcher> {
    let (tool, inside) = match text.split_once('(') {
        Some((tool, inside)) => (tool, inside.strip_suffix(')').unwrap_or(inside)),
        None => (text, ""),
    };
    if ![TOOL, "ShellTool"].contains(&tool.trim()) {
        return None;
    }
    let words = inside
        .trim()
        .trim_end_matches('*')
        .trim_end_matches([':', ' ']);
    Some(match words {
        "" => Matcher::Every,
        words => Matcher::Prefix(words.to_owned()),
    })
}

/// The `[[rule]]` tables of a policy file. They add up here: of rules with several priorities the
/// strictest holds, which leaves at most a command as it is.
fn policy(rules: &mut RuleSet, source: &Source<'_>, table: &toml::Table) {
    let Some(toml::Value::Tables(listed)) = table.get("rule") else {
        return;
    };
    for rule in listed {
        let tools = texts(rule.get("toolName"));
        if !tools.iter().any(|tool| tool == TOOL || tool.contains('*'))
            || rule.get("mcpName").is_some()
        {
            continue;
        }
        let decision = texts(rule.get("decision"));
        let effect = match decision.first().map(String::as_str) {
            Some("allow") => Effect::Allow,
            Some("ask_user") => Effect::Ask,
            _ => Effect::Deny,
        };
        if rule.get("commandRegex").is_some() || rule.get("argsPattern").is_some() {
            source.beyond(rules, "a rule with a regular expression for commands");
            continue;
        }
        let at = rule.span().start;
        let prefixes = texts(rule.get("commandPrefix"));
        // Asking about every command is asking about the rewritten one too.
        if prefixes.is_empty() && effect != Effect::Ask {
            source.add(rules, effect, Matcher::Every, TOOL, at);
        }
        for words in prefixes {
            let text = format!("{TOOL} {words}");
            source.add(rules, effect, Matcher::Prefix(words), &text, at);
        }
    }
}

/// A string, or the strings of an array.
fn texts(value: Option<&toml::Value>) -> Vec<String> {
    match value {
        Some(toml::Value::String(text)) => vec![text.clone()],
        Some(toml::Value::Array(items)) => items
            .iter()
            .filter_map(|item| match &item.value {
                toml::Value::String(text) => Some(text.clone()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
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

/// `--yolo`, `-y`, `--approval-mode yolo`.
fn asks_nothing() -> bool {
    started::with(&["gemini"], &|word, next| match word {
        "--yolo" | "-y" | "--approval-mode=yolo" => true,
        "--approval-mode" => next == "yolo",
        _ => false,
    })
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    match answer.outcome {
        Outcome::Rewrite(_) => {
            let front = br#"{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":"#;
            let mut out = front.to_vec();
            out.extend_from_slice(&answer.call.rewritten(answer.insertions));
            out.extend_from_slice(b"}}");
            Some(out)
        }
        Outcome::Deny(reason) => Some(said("deny", reason)),
        Outcome::Ask(reason) => Some(said("ask", reason)),
        Outcome::Nothing(_) => None,
    }
}

fn said(decision: &str, reason: &str) -> Vec<u8> {
    let mut out = format!(r#"{{"decision":"{decision}","reason":"#).into_bytes();
    write_string(&mut out, reason);
    out.push(b'}');
    out
}
