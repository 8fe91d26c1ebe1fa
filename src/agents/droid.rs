//! Factory Droid: `PreToolUse` for `Execute` (docs.factory.ai/cli/configuration/hooks-guide; measured on 0.225.2).
//!
//! Sends what Claude Code sends, with `permission_mode` `auto-low` to `auto-high`. Takes `updatedInput` without a
//! decision: *allow* would pass by the user's denylist, and *ask* throws the rewrite away.
//!
//! Rules: `commandAllowlist` runs unasked, `commandDenylist` always asks, both in `.factory/settings.json`.

use std::path::{Path, PathBuf};

use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::json::{Options, Value};

use super::neutral::{Outcome, quiet};
use super::{Agent, Answer, claude, rule_file};

/// The agent.
pub(super) static AGENT: Agent = Agent {
    name: "droid",
    aliases: &["factory", "factory-droid"],
    title: "Factory Droid",
    nothing: "",
    recognises: |payload| payload.is("tool_name", "Execute"),
    read: |payload| {
        (claude::is_event(payload) && payload.names("tool_name", &["Execute"]))
            .then(|| payload.tool_input())
            .flatten()
    },
    rules,
    weigh: |facts| quiet(facts, facts.mode == Some("auto-high")),
    answer,
};

fn rules(cwd: &Path) -> RuleSet {
    let mut rules = RuleSet::default();
    let mut places: Vec<PathBuf> = crate::home::dir().into_iter().collect();
    let projects = rule_file::up_to_project(cwd);
    places.extend(projects.iter().map(|directory| directory.to_path_buf()));
    for place in places {
        for name in ["settings.json", "settings.local.json"] {
            let path = place.join(".factory").join(name);
            rule_file::json(
                &mut rules,
                &path,
                Options::RELAXED,
                |rules, source, root| {
                    for (key, effect) in [
                        ("commandDenylist", Effect::Ask),
                        ("commandAllowlist", Effect::Allow),
                    ] {
                        for item in root.get(key).iter().flat_map(Value::items) {
                            let text = item.as_str_lossy().unwrap_or_default();
                            let matcher = if text.contains('*') {
                                Matcher::claude(&text)
                            } else {
                                Matcher::Prefix(text.trim().to_owned())
                            };
                            if !text.trim().is_empty() {
                                source.add(rules, effect, matcher, &text, item.span().start);
                            }
                        }
                    }
                },
            );
        }
    }
    rules
}

fn answer(answer: &Answer<'_, '_>) -> Option<Vec<u8>> {
    match answer.outcome {
        Outcome::Rewrite(_) => {
            let input = answer.call.rewritten(answer.insertions);
            Some(claude::hook_specific("", "", Some(&input)))
        }
        Outcome::Deny(reason) => Some(claude::hook_specific("deny", reason, None)),
        Outcome::Ask(reason) => Some(claude::hook_specific("ask", reason, None)),
        Outcome::Nothing(_) => None,
    }
}
