//! OpenCode and its fork Kilo Code: `permission.bash` of their configuration
//! (opencode.ai/docs/permissions; measured on OpenCode 1.18.34 and Kilo 7.8.1).
//!
//! The plugin calls `rtk hook opencode` (see `plugin.rs`). The agent looks every command of the rewritten line
//! up in a table of patterns, of which the last that matches counts; without one everything runs. Here
//! they add up, and the strictest holds, which leaves at most a command as it is. A pattern for every command
//! means the rewritten one too, so only those that allow are of interest.

use std::path::{Path, PathBuf};

use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::json::{Kind, Options, Value};

use super::neutral::quiet;
use super::rule_file::Source;
use super::{Agent, plugin, rule_file};

/// OpenCode.
pub(super) static OPENCODE: Agent = Agent {
    name: "opencode",
    aliases: &[],
    title: "OpenCode",
    nothing: "",
    recognises: |_| false,
    read: plugin::read,
    rules: |cwd| {
        let names = ["opencode.json", "opencode.jsonc", "config.json"];
        rules(cwd, "opencode", &[".opencode"], &names)
    },
    weigh: |facts| quiet(facts, false),
    answer: plugin::reply,
};

/// Kilo Code.
pub(super) static KILO: Agent = Agent {
    name: "kilocode",
    aliases: &["kilo", "kilo-code"],
    title: "Kilo Code",
    rules: |cwd| {
        let names = ["kilo.json", "kilo.jsonc", "config.json"];
        rules(cwd, "kilo", &[".kilo", ".kilocode"], &names)
    },
    ..OPENCODE
};

/// `~/.config/NAME`, `$NAME_CONFIG_DIR`, `$NAME_CONFIG`, and the project's directories up to its root.
fn rules(cwd: &Path, name: &str, own: &[&str], files: &[&str]) -> RuleSet {
    let mut rules = RuleSet::without_own_list();
    let variable =
        |end: &str| crate::home::directory(format!("{}_{end}", name.to_ascii_uppercase()));
    let base = crate::home::directory("XDG_CONFIG_HOME")
        .or_else(|| crate::home::dir().map(|home| home.join(".config")));
    let mut places: Vec<PathBuf> = base.map(|base| base.join(name)).into_iter().collect();
    places.extend(variable("CONFIG_DIR"));
    for directory in rule_file::up_to_project(cwd) {
        places.push(directory.to_path_buf());
        places.extend(own.iter().map(|own| directory.join(own)));
    }
    let in_places = places.iter().flat_map(|place| {
        let in_place = |file: &&str| place.join(file);
        files.iter().map(in_place).collect::<Vec<_>>()
    });
    for path in in_places.chain(variable("CONFIG")) {
        // `config.json` in a project is something else.
        let foreign = path.ends_with("config.json") && path.starts_with(cwd);
        if !foreign {
            rule_file::json(&mut rules, &path, Options::RELAXED, settings);
        }
    }
    rules
}

fn settings(rules: &mut RuleSet, source: &Source<'_>, root: Value<'_>) {
    table(rules, source, root.get("permission"));
    for kind in ["agent", "mode"] {
        for agent in root.get(kind).iter().flat_map(Value::members) {
            table(rules, source, agent.value.get("permission"));
        }
    }
}

/// `"allow"`, `{"bash": "ask"}`, `{"bash": {"git push*": "deny"}}`; `*` stands for every tool.
fn table(rules: &mut RuleSet, source: &Source<'_>, permission: Option<Value<'_>>) {
    let Some(permission) = permission else {
        return;
    };
    if permission.kind() == Kind::String {
        pattern(rules, source, "*", permission);
    }
    for tool in ["*", "bash"] {
        let Some(value) = permission.get(tool) else {
            continue;
        };
        if value.kind() == Kind::String {
            pattern(rules, source, "*", value);
        }
        for member in value.members() {
            let text = member.key.as_str_lossy().unwrap_or_default();
            pattern(rules, source, &text, member.value);
        }
    }
}

fn pattern(rules: &mut RuleSet, source: &Source<'_>, text: &str, action: Value<'_>) {
    let effect = match action.as_str_lossy().as_deref() {
        Some("allow") => Effect::Allow,
        Some("ask") => Effect::Ask,
        Some("deny") => Effect::Deny,
        _ => return,
    };
    let every = text.bytes().all(|byte| byte == b'*');
    let matcher = match text.strip_suffix('*') {
        _ if every && effect != Effect::Allow => return,
        _ if every => Matcher::Every,
        Some(front) if !front.contains(['*', '?']) => Matcher::RawPrefix(front.to_owned()),
        _ if text.contains('?') => {
            source.beyond(rules, "a pattern with a question mark");
            return;
        }
        _ if text.contains('*') => Matcher::Glob(text.to_owned()),
        _ => Matcher::Exact(text.to_owned()),
    };
    source.add(rules, effect, matcher, text, action.span().start);
}
