//! Claude Code's settings files -> rules.
//!
//! Source: code.claude.com/docs/en/permissions and /settings, and what the
//! program was seen to do (2.1.332). Deny and ask rules are taken from whatever
//! can be read at all: comments, trailing commas, a list in the wrong shape. Allow
//! rules are taken only from a file that the program itself would accept, for it
//! drops the whole file when one known setting has the wrong type.

use crate::text::json::{self, Kind, Member, Options, Value};

use super::RuleSet;
use super::rule::{Effect, Matcher};

/// How far a settings file is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The administrator's: also says whose allow rules count.
    Managed,
    /// The user's or the project's.
    Full,
    /// A file that the agent may not read: its deny and ask rules count, to be safe.
    Restricting,
}

impl RuleSet {
    /// Adds the rules of a Claude Code settings file. `file` is its name for people.
    pub fn add_claude(&mut self, bytes: &[u8], file: &str, trust: Trust) {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let strict = json::parse(bytes);
        let root = match strict {
            Ok(root) => root,
            Err(error) => {
                let what = format!("{file}:{}: {}", error.line(bytes), error.reason);
                let Ok(root) = json::parse_with(bytes, Options::RELAXED) else {
                    self.add_unreadable(what);
                    return;
                };
                self.doubtful.get_or_insert(what);
                root
            }
        };
        let root = Root::read(root);
        if trust == Trust::Managed {
            self.managed_only |= root.managed_only;
        }
        let mut reader = Reader {
            set: self,
            bytes,
            file,
            managed: trust == Trust::Managed,
            seen: 0,
            line: 1,
        };
        let believed = trust != Trust::Restricting && root.accepted;
        for (effect, list) in [Effect::Deny, Effect::Ask, Effect::Allow]
            .into_iter()
            .zip(root.lists)
        {
            if let Some(list) = list
                && (effect != Effect::Allow || believed)
            {
                reader.list(list, effect);
            }
        }
    }
}

struct Reader<'a> {
    set: &'a mut RuleSet,
    bytes: &'a [u8],
    file: &'a str,
    managed: bool,
    /// How far lines have been counted, and the line there.
    seen: usize,
    line: usize,
}

impl Reader<'_> {
    /// A list of rules. Odd entries are skipped; a lone string restricts, but allows nothing.
    fn list(&mut self, list: Value<'_>, effect: Effect) {
        if list.kind() == Kind::String && effect != Effect::Allow {
            self.rule(list, effect);
        }
        for item in list.items() {
            self.rule(item, effect);
        }
    }

    fn rule(&mut self, value: Value<'_>, effect: Effect) {
        let Some(text) = value.as_str_lossy() else {
            return;
        };
        let matcher = match effect {
            Effect::Allow => allowing(&text),
            Effect::Deny | Effect::Ask => restricting(&text),
        };
        if let Some(matcher) = matcher {
            let line = self.line_at(value.span().start);
            let (file, managed) = (self.file, self.managed);
            self.set.insert(effect, matcher, &text, file, line, managed);
        }
    }

    /// The line of a byte, counted on from the last one asked for.
    fn line_at(&mut self, at: usize) -> usize {
        if at < self.seen {
            (self.seen, self.line) = (0, 1);
        }
        let passed = &self.bytes[self.seen..at];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.seen = at;
        self.line
    }
}

/// An allow rule: `Bash`, `Bash(x)`. Tool names are case-sensitive, globs on them
/// do not count, and `Bash()` says nothing.
fn allowing(rule: &str) -> Option<Matcher> {
    if rule == "Bash" {
        return Some(Matcher::Every);
    }
    let inside = rule.strip_prefix("Bash(")?.strip_suffix(')')?;
    (!inside.trim().is_empty()).then(|| Matcher::claude(inside))
}

/// A deny or ask rule: `Bash`, `Bash(x)`, `B*`, `*`, `Read(path)`, `Read`.
fn restricting(rule: &str) -> Option<Matcher> {
    let (tool, inside) = match rule.split_once('(') {
        Some((tool, inside)) => (
            tool.trim(),
            Some(inside.strip_suffix(')').unwrap_or(inside)),
        ),
        None => (rule.trim(), None),
    };
    let broken = inside.is_some() && !rule.ends_with(')');
    if is_tool(tool, "Bash") {
        return match inside.map(str::trim) {
            None => Some(Matcher::Every),
            Some("") => (!broken).then_some(Matcher::Every),
            Some(inside) => Some(Matcher::claude(inside)),
        };
    }
    if is_tool(tool, "Read") {
        return Some(Matcher::Reads(match inside.map(str::trim) {
            None | Some("" | "*" | "**") => "**".to_owned(),
            Some(path) => path.to_owned(),
        }));
    }
    None
}

/// `Bash`, `B*`, `*` for `Bash`.
fn is_tool(pattern: &str, tool: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == tool,
        Some(_) => Matcher::Glob(pattern.to_owned()).names(tool),
    }
}

/// Settings whose type is known; a file with another type in one of them is
/// dropped by the agent. Sorted by name.
const TYPES: [(&str, Kind); 24] = [
    ("allowManagedHooksOnly", Kind::Bool),
    ("allowManagedPermissionRulesOnly", Kind::Bool),
    ("alwaysThinkingEnabled", Kind::Bool),
    ("apiKeyHelper", Kind::String),
    ("awsAuthRefresh", Kind::String),
    ("awsCredentialExport", Kind::String),
    ("cleanupPeriodDays", Kind::Number),
    ("companyAnnouncements", Kind::Array),
    ("disableAllHooks", Kind::Bool),
    ("disabledMcpjsonServers", Kind::Array),
    ("enableAllProjectMcpServers", Kind::Bool),
    ("enabledMcpjsonServers", Kind::Array),
    ("enabledPlugins", Kind::Object),
    ("env", Kind::Object),
    ("extraKnownMarketplaces", Kind::Object),
    ("forceLoginMethod", Kind::String),
    ("includeCoAuthoredBy", Kind::Bool),
    ("language", Kind::String),
    ("model", Kind::String),
    ("outputStyle", Kind::String),
    ("permissions", Kind::Object),
    ("sandbox", Kind::Object),
    ("spinnerTipsEnabled", Kind::Bool),
    ("statusLine", Kind::Object),
];

const PERMISSION_TYPES: [(&str, Kind); 6] = [
    ("additionalDirectories", Kind::Array),
    ("allow", Kind::Array),
    ("ask", Kind::Array),
    ("defaultMode", Kind::String),
    ("deny", Kind::Array),
    ("disableBypassPermissionsMode", Kind::String),
];

const MATCHER_TYPES: [(&str, Kind); 2] = [("matcher", Kind::String), ("hooks", Kind::Array)];

const MODES: [&str; 6] = [
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "default",
    "dontAsk",
    "plan",
];

/// What is of use in a settings file, looked through once. Of equal names the last counts.
#[derive(Default)]
struct Root<'a> {
    /// Whether the agent would accept the file. In doubt no: its rules then allow nothing.
    accepted: bool,
    /// No rules but the administrator's allow anything, if he says so.
    managed_only: bool,
    /// The lists `deny`, `ask`, `allow`.
    lists: [Option<Value<'a>>; 3],
}

impl<'a> Root<'a> {
    fn read(file: Value<'a>) -> Root<'a> {
        const ONLY: &str = "allowManagedPermissionRulesOnly";
        let says_so = |value: Value<'_>| value.as_bool() != Some(false);
        let mut root = Root {
            accepted: file.kind() == Kind::Object,
            ..Root::default()
        };
        let (mut own_only, mut inner_only) = (false, false);
        for member in file.members() {
            root.accepted &= typed(member, &TYPES);
            if member.key.is_str("permissions") {
                (root.lists, inner_only) = ([None; 3], false);
                for member in member.value.members() {
                    root.accepted &= typed(member, &PERMISSION_TYPES);
                    match member.key.position_in(PERMISSIONS.into_iter()) {
                        Some(at @ 0..3) => root.lists[at] = Some(member.value),
                        Some(3) => root.accepted &= mode_known(member.value),
                        Some(_) => inner_only = says_so(member.value),
                        None => {}
                    }
                }
            } else if member.key.is_str("hooks") {
                root.accepted &= hooks_accepted(member.value);
            } else if member.key.is_str(ONLY) {
                own_only = says_so(member.value);
            }
        }
        root.managed_only = own_only || inner_only;
        root
    }
}

/// The members of `permissions` that mean something here.
const PERMISSIONS: [&str; 5] = [
    "deny",
    "ask",
    "allow",
    "defaultMode",
    "allowManagedPermissionRulesOnly",
];

fn mode_known(mode: Value<'_>) -> bool {
    mode.position_in(MODES.into_iter()).is_some()
}

/// Whether a member that has a type has it. (Of equal names each must.)
fn typed(member: Member<'_>, types: &[(&str, Kind)]) -> bool {
    let names = types.iter().map(|(name, _)| *name);
    let at = member.key.position_in(names);
    at.is_none_or(|at| member.value.kind() == types[at].1)
}

/// A list of matchers an event, each with a list of handlers. `hooks: 5` is tolerated.
fn hooks_accepted(hooks: Value<'_>) -> bool {
    hooks.members().all(|event| {
        event.value.kind() == Kind::Array
            && event.value.items().all(|matcher| {
                matcher.kind() == Kind::Object
                    && matcher
                        .members()
                        .all(|member| typed(member, &MATCHER_TYPES))
                    && matcher.get("hooks").is_some_and(|list| {
                        list.items().all(|handler| {
                            handler.kind() == Kind::Object && handler.get("type").is_some()
                        })
                    })
            })
    })
}
