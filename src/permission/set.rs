//! All rules of one agent, from all its sources.

use super::rule::{Effect, Matcher, Rule, Source, spellings};

/// The rules of one agent, from all its sources. They add up; the order does not matter.
#[derive(Debug, Default)]
pub struct RuleSet {
    /// A rule file exists that could not be read: nothing may be rewritten.
    pub unreadable: Option<String>,
    /// A rule file is broken in a way that hides what else it says: nothing is allowed.
    pub doubtful: Option<String>,
    /// The administrator lets no rules but his own allow anything.
    pub managed_only: bool,
    /// The agent has no list of its own of commands that it runs unasked.
    pub no_own_list: bool,
    /// The agent asks about files outside of this directory, whatever a rule allows.
    pub directory: Option<String>,
    rules: Vec<Rule>,
    files: Vec<String>,
}

impl RuleSet {
    /// No rule yet, for an agent that has no list of its own of commands that it runs unasked.
    pub fn without_own_list() -> RuleSet {
        RuleSet {
            no_own_list: true,
            ..RuleSet::default()
        }
    }

    /// Adds a rule. `text` is the rule as its user wrote it, `file` and `line`
    /// (from 1; 0 where there is none) say where.
    pub fn add(&mut self, effect: Effect, matcher: Matcher, text: &str, file: &str, line: usize) {
        self.insert(effect, matcher, text, file, line, false);
    }

    pub(super) fn insert(
        &mut self,
        effect: Effect,
        matcher: Matcher,
        text: &str,
        file: &str,
        line: usize,
        managed: bool,
    ) {
        let matchers = spellings(effect, matcher);
        if matchers.is_empty() {
            return;
        }
        if self.files.last().is_none_or(|last| last != file) {
            self.files.push(file.to_owned());
        }
        let file = self.files.len() - 1;
        if self.rules.is_empty() {
            self.rules.reserve(16);
        }
        self.rules.push(Rule {
            effect,
            matchers,
            text: text.to_owned(),
            source: Source { file, line },
            managed,
        });
    }

    /// Notes a rule file that exists and cannot be read; the first one is kept.
    pub fn add_unreadable(&mut self, what: String) {
        self.unreadable.get_or_insert(what);
    }

    /// No rule, and nothing in doubt.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.unreadable.is_none() && self.doubtful.is_none()
    }

    pub(super) fn rules(&self, effect: Effect) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.effect == effect)
    }

    /// The allow rules that count.
    pub(super) fn allowing(&self) -> impl Iterator<Item = &Rule> {
        let all = self.doubtful.is_none() && self.unreadable.is_none();
        self.rules(Effect::Allow)
            .filter(move |rule| all && (rule.managed || !self.managed_only))
    }

    /// `Bash(git push *) (~/.claude/settings.json:7)`
    pub(super) fn describe(&self, rule: &Rule) -> String {
        let file = self.files.get(rule.source.file).map_or("", String::as_str);
        match rule.source.line {
            0 => format!("{} ({file})", rule.text),
            line => format!("{} ({file}:{line})", rule.text),
        }
    }
}
