//! Cursor, editor and CLI: `preToolUse` for `Shell` (cursor.com/docs/agent/hooks).
//!
//! Sends `cursor_version`, `conversation_id`, `tool_input {command, working_directory, ...}`, also to
//! hooks that were registered for Claude Code. Takes `permission` and the whole `updated_input`.
//! Invalid JSON is a denial there, and `{}` is no opinion.
//!
//! A rewrite is said to be applied only next to *allow* or *deny*, and *ask* to be accepted and not
//! enforced. *Allow* is nevertheless only said where the user allowed it: a rule in Cursor's
//! own `cli-config.json` or `cli.json` for the command and for the rewritten one, or
//! `approve_read_only`. Otherwise it is *ask*, and the worst that happens is that the command runs as it is.

use std::path::Path;

use crate::permission::{Effect, Matcher, RuleSet, Verdict};
use crate::text::json::{Options, Value, write_string};

use super::neutral::{Facts, Outcome, Say, quiet};
use super::{Agent, Answer, Call, Payload, claude_rules, rule_file};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "cursor",
    aliases: &["cursor-agent"],
    title: "Cursor",
    nothing: "{}",
    recognises: |payload| {
        payload.has("cursor_version")
            || payload.has("generation_id")
            || payload.has("conversation_id") && payload.is("hook_event_name", "preToolUse")
    },
    read,
    rules,
    weigh,
    answer,
};

fn read<'a>(payload: &Payload<'a>) -> Option<Call<'a>> {
    let event = payload.names("hook_event_name", &["preToolUse"]);
    if payload.has("hook_event_name") && !event || !payload.names("tool_name", &["Shell"]) {
        return None;
    }
    let mut call = payload.tool_input()?;
    // The process's own directory is ~/.cursor, and `cwd` may be empty.
    if call.cwd.as_deref().is_none_or(str::is_empty) {
        let roots = payload.get("workspace_roots");
        let root = roots.and_then(|roots| roots.items().next()?.as_str());
        let working = call.input.get("working_directory");
        call.cwd = root.or_else(|| working?.as_str());
    }
    Some(call)
}

/// `~/.cursor/cli-config.json` and `.cursor/cli.json` of the project. Deny and ask rules of Claude Code
/// count too, because the answer may say *allow*.
fn rules(cwd: &Path) -> RuleSet {
    let mut rules = claude_rules::restricting(cwd);
    rules.no_own_list = true;
    add_all(&mut rules, cwd, true);
    rules
}

/// Adds Cursor's own deny rules: for its script, whose allow rules are Claude Code's.
pub(crate) fn restrict(rules: &mut RuleSet, cwd: &Path) {
    add_all(rules, cwd, false);
}

fn add_all(rules: &mut RuleSet, cwd: &Path, allow: bool) {
    if let Some(home) = crate::home::dir() {
        add(rules, &home.join(".cursor/cli-config.json"), allow);
    }
    for directory in rule_file::up_to_project(cwd) {
        add(rules, &directory.join(".cursor/cli.json"), allow);
    }
}

fn add(rules: &mut RuleSet, path: &Path, allow: bool) {
    rule_file::json(rules, path, Options::RELAXED, |rules, source, root| {
        let Some(permissions) = root.get("permissions") else {
            return;
        };
        for (name, effect) in [("deny", Effect::Deny), ("allow", Effect::Allow)] {
            for item in permissions.get(name).iter().flat_map(Value::items) {
                let text = item.as_str_lossy().unwrap_or_default();
                let wanted = allow || effect == Effect::Deny;
                if let Some(matcher) = shell_rule(&text).filter(|_| wanted) {
                    source.add(rules, effect, matcher, &text, item.span().start);
                }
            }
        }
    });
}

/// `Shell(git)`: the program; `Shell(git:push*)`: with arguments; both may hold `*`.
fn shell_rule(text: &str) -> Option<Matcher> {
    let inside = text.strip_prefix("Shell(")?.strip_suffix(')')?.trim();
    Some(match inside.split_once(':') {
        _ if ["", "*", "**"].contains(&inside) => Matcher::Every,
        Some((program, "*" | "")) => Matcher::Prefix(program.to_owned()),
        Some((program, arguments)) => Matcher::Glob(format!("{program} {arguments}")),
        None if inside.contains('*') => Matcher::Glob(format!("{inside} *")),
        None => Matcher::Prefix(inside.to_owned()),
    })
}

fn weigh(facts: &Facts<'_>) -> Outcome {
    match quiet(facts, false) {
        Outcome::Rewrite(_) if facts.decision.verdict == Verdict::Allow => {
            Outcome::Rewrite(Say::Allow("allowed by your rules"))
        }
        Outcome::Rewrite(_) if facts.decision.read_only && facts.config.approve_read_only => {
            Outcome::Rewrite(Say::Allow("only reads"))
        }
        Outcome::Rewrite(_) => Outcome::Rewrite(Say::Ask(String::new())),
        outcome => outcome,
    }
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    let say = match answer.outcome {
        Outcome::Rewrite(say) => say,
        Outcome::Deny(reason) => {
            let mut out = br#"{"permission":"deny","user_message":"#.to_vec();
            write_string(&mut out, reason);
            out.extend_from_slice(br#","agent_message":"#);
            write_string(&mut out, reason);
            out.push(b'}');
            return Some(out);
        }
        Outcome::Ask(_) | Outcome::Nothing(_) => return None,
    };
    let permission = match say {
        Say::Allow(_) => "allow",
        Say::Ask(_) | Say::Nothing => "ask",
    };
    let mut out = format!(r#"{{"permission":"{permission}","updated_input":"#).into_bytes();
    out.extend_from_slice(&answer.call.rewritten(answer.insertions));
    out.push(b'}');
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_rules() {
        let prefix = |text: &str| Some(Matcher::Prefix(text.to_owned()));
        let glob = |text: &str| Some(Matcher::Glob(text.to_owned()));
        for (rule, matcher) in [
            ("Shell(git)", prefix("git")),
            ("Shell(git:*)", prefix("git")),
            ("Shell(git:push*)", glob("git push*")),
            ("Shell(npm*)", glob("npm* *")),
            ("Shell(*)", Some(Matcher::Every)),
            ("Read(src/**)", None),
            ("Shell", None),
        ] {
            assert_eq!(shell_rule(rule), matcher, "{rule}");
        }
    }
}
