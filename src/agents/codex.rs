//! Codex CLI: `PreToolUse` for `Bash` (developers.openai.com/codex/hooks; measured on 0.171.0).
//!
//! Sends what Claude Code sends, and `turn_id`. The one rewrite it takes is *allow* with `updatedInput`;
//! unknown keys make it ignore the answer. *Allow* is no approval there: sandbox, approval policy and the
//! rules in `rules/*.rules` are applied to the new text. Some builds name the command `cmd`.
//!
//! Without a rule a command runs in the sandbox, whatever its name is; only the old policy `untrusted`
//! had a list of commands that run unasked.

mod starlark;

use std::path::Path;

use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::toml::{Item, Table, Value};

use super::neutral::{Outcome, quiet};
use super::rule_file::Source;
use super::{Agent, Answer, claude, claude_rules, rule_file};
use starlark::Calls;

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "codex",
    aliases: &["codex-cli"],
    title: "Codex CLI",
    nothing: "",
    recognises: |payload| payload.has("turn_id") && payload.names("tool_name", &["Bash"]),
    read: |payload| {
        (claude::is_event(payload) && payload.names("tool_name", &["Bash"]))
            .then(|| payload.call("tool_input", &["command", "cmd"]))
            .flatten()
    },
    rules,
    weigh: |facts| quiet(facts, facts.mode == Some("bypassPermissions")),
    answer,
};

/// `$CODEX_HOME` (else `~/.codex`), the project's `.codex`, and the administrator's. Deny and ask rules
/// of Claude Code count too, because the answer says *allow*.
fn rules(cwd: &Path) -> RuleSet {
    let mut rules = claude_rules::restricting(cwd);
    rules.no_own_list = true;
    let user = crate::home::directory("CODEX_HOME")
        .or_else(|| crate::home::dir().map(|home| home.join(".codex")));
    let mut places = vec![Path::new("/etc/codex").to_path_buf()];
    places.extend(user);
    let projects = rule_file::up_to_project(cwd);
    places.extend(projects.iter().map(|directory| directory.join(".codex")));
    for place in places {
        for path in rule_file::below(&mut rules, &place.join("rules"), "rules") {
            add_rules(&mut rules, &path);
        }
        rule_file::toml(&mut rules, &place.join("config.toml"), |rules, _, table| {
            let policy = table.get("approval_policy");
            if matches!(policy, Some(Value::String(policy)) if policy == "untrusted") {
                rules.no_own_list = false;
            }
        });
        rule_file::toml(&mut rules, &place.join("requirements.toml"), required);
    }
    rules
}

/// `[rules] prefix_rules` of the administrator's `requirements.toml`.
fn required(rules: &mut RuleSet, source: &Source<'_>, table: &Table) {
    let Some(section) = table.table("rules") else {
        return;
    };
    let listed: Vec<&Table> = match section.get("prefix_rules") {
        Some(Value::Tables(tables)) => tables.iter().collect(),
        Some(Value::Array(items)) => items
            .iter()
            .filter_map(|item| match &item.value {
                Value::Table(table) => Some(table),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    for rule in listed {
        let decision = match rule.get("decision") {
            Some(Value::String(decision)) => decision.as_str(),
            _ => "allow",
        };
        let pattern = match rule.get("pattern") {
            Some(Value::Array(tokens)) => tokens.iter().map(token).collect(),
            _ => None,
        };
        let at = rule.span().start;
        add_prefix(rules, source, pattern, decision, at);
    }
}

/// `{ token = "git" }` or `{ any_of = ["push", "fetch"] }`.
fn token(item: &Item) -> Option<Vec<String>> {
    let Value::Table(table) = &item.value else {
        return None;
    };
    match (table.get("token"), table.get("any_of")) {
        (Some(Value::String(word)), None) => Some(vec![word.clone()]),
        (None, Some(Value::Array(words))) => words
            .iter()
            .map(|word| match &word.value {
                Value::String(word) => Some(word.clone()),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// Most spellings of one rule.
const SPELLINGS_MAX: usize = 256;

/// Adds a prefix rule: the first words of a command, each with its alternatives.
fn add_prefix(
    rules: &mut RuleSet,
    source: &Source<'_>,
    pattern: Option<Vec<Vec<String>>>,
    decision: &str,
    at: usize,
) {
    let effect = match decision {
        "allow" => Effect::Allow,
        "prompt" => Effect::Ask,
        _ => Effect::Deny,
    };
    let Some(pattern) = pattern else {
        source.beyond(rules, "a prefix rule that cannot be read");
        return;
    };
    let mut spellings = vec![String::new()];
    for words in &pattern {
        if spellings.len() * words.len() > SPELLINGS_MAX {
            source.beyond(rules, "a prefix rule with too many alternatives");
            return;
        }
        spellings = spellings
            .iter()
            .flat_map(|front| {
                words.iter().map(move |word| match front.as_str() {
                    "" => word.clone(),
                    front => format!("{front} {word}"),
                })
            })
            .collect();
    }
    for words in spellings {
        let text = format!("prefix_rule {words}: {decision}");
        source.add(rules, effect, Matcher::Prefix(words), &text, at);
    }
}

/// Reads a `.rules` file: calls of `prefix_rule(pattern=[...], decision="...")` in Starlark.
fn add_rules(rules: &mut RuleSet, path: &Path) {
    let Some(bytes) = rule_file::bytes(rules, path) else {
        return;
    };
    let name = path.to_string_lossy();
    let source = Source::new(&name, &bytes);
    let text = String::from_utf8_lossy(&bytes);
    let mut calls = Calls::of(&text);
    loop {
        match calls.next_call() {
            Ok(None) => return,
            Ok(Some(call)) if call.name == "prefix_rule" => {
                let (pattern, decision) = (call.pattern, call.decision.as_deref());
                add_prefix(
                    rules,
                    &source,
                    pattern,
                    decision.unwrap_or("allow"),
                    call.at,
                );
            }
            Ok(Some(_)) => {}
            Err(()) => {
                source.beyond(rules, "not only calls of prefix_rule");
                return;
            }
        }
    }
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    match answer.outcome {
        Outcome::Rewrite(_) => {
            let input = answer.call.rewritten(answer.insertions);
            let reason = "rtk: the same facts in fewer tokens";
            Some(claude::hook_specific("allow", reason, Some(&input)))
        }
        Outcome::Deny(reason) => Some(claude::hook_specific("deny", reason, None)),
        Outcome::Ask(_) | Outcome::Nothing(_) => None,
    }
}
