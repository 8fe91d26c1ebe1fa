//! Codex CLI: `PreToolUse` for `Bash` (developers.openai.com/codex/hooks; measured on 0.171.0).
//!
//! Sends what Claude Code sends, and `turn_id`. The one rewrite it takes is *allow* with `updatedInput`;
//! unknown keys make it ignore the answer. *Allow* is no approval there: sandbox, approval policy and the
//! rules in `rules/*.rules` are applied to the new text. Some builds name the command `cmd`.
//!
//! Without a rule a command runs in the sandbox, whatever its name is; only the old policy `untrusted`
//! had a list of commands that run unasked.

use std::path::Path;

use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::toml::{Item, Table, Value};

use super::neutral::{Outcome, quiet};
use super::rule_file::Source;
use super::{Agent, Answer, claude, claude_rules, rule_file};

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
    let mut calls = Calls { text: &text, at: 0 };
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

/// Reads one call after the other.
struct Calls<'a> {
    text: &'a str,
    at: usize,
}

/// A call with the arguments that matter.
#[derive(Debug, Default, PartialEq)]
struct CallOf {
    name: String,
    at: usize,
    pattern: Option<Vec<Vec<String>>>,
    decision: Option<String>,
}

/// A value of an argument.
enum Literal {
    Text(String),
    List(Vec<Literal>),
    Other,
}

/// Deepest nesting of lists.
const DEPTH_MAX: usize = 16;

impl<'a> Calls<'a> {
    fn next_call(&mut self) -> Result<Option<CallOf>, ()> {
        self.skip_blanks();
        let at = self.at;
        let name = self.name();
        if name.is_empty() {
            return if self.at == self.text.len() {
                Ok(None)
            } else {
                Err(())
            };
        }
        let mut call = CallOf {
            name,
            at,
            ..CallOf::default()
        };
        self.expect(b'(')?;
        while !self.take(b')') {
            let argument = self.name();
            self.expect(b'=')?;
            let value = self.literal(0)?;
            match (argument.as_str(), value) {
                ("pattern", Literal::List(words)) => {
                    call.pattern = words.into_iter().map(alternatives).collect();
                }
                ("decision", Literal::Text(text)) => call.decision = Some(text),
                _ => {}
            }
            if !self.take(b',') {
                self.expect(b')')?;
                break;
            }
        }
        Ok(Some(call))
    }

    fn literal(&mut self, depth: usize) -> Result<Literal, ()> {
        self.skip_blanks();
        let (open, close) = match self.rest().first() {
            Some(b'"' | b'\'') => return self.string().map(Literal::Text),
            Some(b'[') => (b'[', b']'),
            Some(b'(') => (b'(', b')'),
            _ if self.name().is_empty() => return Err(()),
            _ => return Ok(Literal::Other),
        };
        if depth == DEPTH_MAX {
            return Err(());
        }
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(self.literal(depth + 1)?);
            if !self.take(b',') {
                self.expect(close)?;
                break;
            }
        }
        Ok(Literal::List(items))
    }

    fn string(&mut self) -> Result<String, ()> {
        let quote = char::from(self.rest()[0]);
        let mut text = String::new();
        let mut characters = self.text[self.at + 1..].char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => text.push(match characters.next().ok_or(())?.1 {
                    'n' => '\n',
                    't' => '\t',
                    other @ ('\\' | '"' | '\'') => other,
                    _ => return Err(()),
                }),
                '\n' => return Err(()),
                _ if character == quote => {
                    self.at += 1 + at + 1;
                    return Ok(text);
                }
                _ => text.push(character),
            }
        }
        Err(())
    }

    /// A name or a number.
    fn name(&mut self) -> String {
        self.skip_blanks();
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let length = self.rest().iter().take_while(is_name).count();
        let name = &self.text[self.at..self.at + length];
        self.at += length;
        name.to_owned()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.rest().first() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'#' => {
                    let line = self.rest().iter().position(|&byte| byte == b'\n');
                    self.at = line.map_or(self.text.len(), |line| self.at + line);
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.rest().first() == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), ()> {
        self.take(byte).then_some(()).ok_or(())
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }
}

/// A word of a pattern: one text, or a list of them.
fn alternatives(literal: Literal) -> Option<Vec<String>> {
    match literal {
        Literal::Text(text) => Some(vec![text]),
        Literal::List(items) => items
            .into_iter()
            .map(|item| match item {
                Literal::Text(text) => Some(text),
                _ => None,
            })
            .collect(),
        Literal::Other => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<CallOf>, ()> {
        let mut calls = Calls { text, at: 0 };
        let mut all = Vec::new();
        while let Some(call) = calls.next_call()? {
            all.push(call);
        }
        Ok(all)
    }

    #[test]
    fn rules_files() {
        let text = "# my rules\nprefix_rule(\n  pattern = [\"git\", ['push', \"fetch\"]], # both\n  decision = \"forbidden\",\n  match = [[\"git\", \"push\"]],\n)\nprefix_rule(pattern=[\"ls\"])\n";
        let words =
            |words: &[&str]| -> Vec<String> { words.iter().map(|w| (*w).to_owned()).collect() };
        let calls = read(text).unwrap();
        assert_eq!(calls.len(), 2);
        assert_eq!(
            calls[0].pattern,
            Some(vec![words(&["git"]), words(&["push", "fetch"])])
        );
        assert_eq!(calls[0].decision.as_deref(), Some("forbidden"));
        assert_eq!(calls[1].pattern, Some(vec![words(&["ls"])]));
        assert_eq!(calls[1].decision, None);
        for broken in [
            "prefix_rule(",
            "x = 1",
            "prefix_rule(pattern=[\"a)",
            "def f():\n  pass",
            "(",
        ] {
            assert_eq!(read(broken), Err(()), "{broken}");
        }
        assert!(read(&"prefix_rule(pattern=[".repeat(1000)).is_err());
        assert!(read(&format!("a(b={}", "[".repeat(100_000))).is_err());
    }
}
