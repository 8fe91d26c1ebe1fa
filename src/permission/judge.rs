//! Script + rules -> verdict.

use crate::shell::{self, Redirection, RedirectionKind, Script};

use super::forms::{Form, Words, source, unquoted};
use super::rule::{Effect, Matcher, Rule};
use super::{RuleSet, Verdict, allow, blanks, crude, reads, unasked};

/// Deepest nesting of scripts in scripts, `bash -c "bash -c '...'"`, that is looked into.
const SCRIPTS_MAX: usize = 4;

/// Most bytes compared for one line. A second's work in a debug build; lines of
/// people and agents need a thousandth.
const WORK_MAX: usize = 20_000_000;

/// Most notes for one line.
const NOTES_MAX: usize = 100;

/// What the rules say, and what the agent's own look at the line would miss.
#[derive(Debug)]
pub struct Judgement {
    /// What the rules say about the line.
    pub verdict: Verdict,
    /// A denied command stands behind `rtk` in the text itself, where the
    /// agent's own deny rule does not see it.
    pub hidden_deny: bool,
    /// The line was too involved to look at all of it: leave it alone.
    pub overrun: bool,
    /// The agent might run the line without asking, by a rule or because it only
    /// reads: more than [`Verdict::Allow`], never less.
    pub might_run_unasked: bool,
    /// A substitution stands among commands that rules allow: the agent may run the
    /// line unasked or not, and only the line as it is gets the right answer.
    pub substitution_under_allow: bool,
    /// What was found, a line each; only if asked for.
    pub notes: Vec<String>,
}

/// Judges a line that was read as `script`. `explain` asks for notes.
pub fn judge(script: &Script, line: &str, rules: &RuleSet, explain: bool) -> Judgement {
    let mut search = Search {
        rules,
        deny: None,
        ask: None,
        hidden_deny: false,
        work: 0,
        overrun: false,
        restricting: [Effect::Deny, Effect::Ask]
            .into_iter()
            .flat_map(|effect| rules.rules(effect))
            .collect(),
        notes: Vec::new(),
        explain,
    };
    if !search.restricting.is_empty() {
        search.line(script, line, 0, false);
    }
    let Search {
        deny,
        ask,
        hidden_deny,
        overrun,
        mut notes,
        ..
    } = search;
    let verdict = match (deny, ask) {
        (Some(rule), _) => Verdict::Deny(rules.describe(rule)),
        (None, Some(rule)) => Verdict::Ask(rules.describe(rule)),
        (None, None) if overrun => Verdict::Default,
        (None, None) => match allow::judge(script, line, rules) {
            Ok(found) => {
                if explain {
                    let lines = found.iter().map(|rule| rules.describe(rule));
                    notes.extend(lines.map(|rule| format!("allowed by {rule}")));
                }
                Verdict::Allow
            }
            Err(reason) => {
                if explain {
                    notes.push(format!("not allowed: {reason}"));
                }
                Verdict::Default
            }
        },
    };
    let might_run_unasked = match verdict {
        Verdict::Deny(_) | Verdict::Ask(_) => false,
        Verdict::Allow => true,
        Verdict::Default => unasked::might_run(script, line, rules),
    };
    Judgement {
        substitution_under_allow: unasked::substitution_under_allow(script, line, rules),
        verdict,
        might_run_unasked,
        hidden_deny,
        overrun,
        notes,
    }
}

struct Search<'a> {
    rules: &'a RuleSet,
    /// Deny rules first.
    restricting: Vec<&'a Rule>,
    deny: Option<&'a Rule>,
    ask: Option<&'a Rule>,
    hidden_deny: bool,
    work: usize,
    overrun: bool,
    notes: Vec<String>,
    explain: bool,
}

impl<'a> Search<'a> {
    /// Every command of a line or script.
    fn line(&mut self, script: &Script, line: &str, depth: usize, behind_rtk: bool) {
        if script.error.is_some() {
            let looked = crude::commands(line, &mut |text, program, behind| {
                self.text(text, behind_rtk || behind);
                if reads::prints(program) && self.work <= WORK_MAX {
                    self.work += text.len();
                    let words = Words::from(text.split(' '));
                    self.files(program, &words, 1, &[], line, behind_rtk || behind);
                }
            });
            self.overrun |= looked.is_err();
        }
        if script.commands.len() > 1 {
            self.text(&blanks(line), false);
        }
        for command in &script.commands {
            let words = Words::of(command, line);
            if words.len() == 0 || self.settled() {
                continue;
            }
            let written = line.get(command.span.start..command.span.end);
            if let Some(written) = written
                && (!command.redirections.is_empty() || command.words.iter().any(|w| w.quoted))
            {
                self.text(&blanks(written), behind_rtk);
            }
            self.command(&words, &command.redirections, line, depth, behind_rtk);
        }
    }

    fn command(
        &mut self,
        words: &Words,
        redirections: &[Redirection],
        line: &str,
        depth: usize,
        behind_rtk: bool,
    ) {
        let mut scripts: Vec<(String, bool)> = Vec::new();
        let looked = words.forms(&mut |form: Form<'_>| {
            let behind_rtk = behind_rtk || form.behind_rtk;
            self.text(form.text, behind_rtk);
            let from = form.arguments;
            self.files(form.program, words, from, redirections, line, behind_rtk);
            for text in words.scripts(&form) {
                let behind_rtk = behind_rtk || form.program == "rtk";
                if !scripts
                    .iter()
                    .any(|(seen, behind)| seen == text && *behind == behind_rtk)
                {
                    scripts.push((text.to_owned(), behind_rtk));
                }
            }
        });
        self.overrun |= looked.is_err();
        for (text, behind_rtk) in scripts {
            if depth == SCRIPTS_MAX {
                self.overrun = true;
                return;
            }
            self.line(&shell::parse(&text), &text, depth + 1, behind_rtk);
        }
    }

    /// A command's text against every rule.
    fn text(&mut self, text: &str, behind_rtk: bool) {
        if self.deny.is_some() && !behind_rtk && !self.explain {
            return;
        }
        for at in 0..self.restricting.len() {
            let rule = self.restricting[at];
            let covers = rule.matchers.iter().any(|matcher| {
                self.work += 1;
                if matcher.looks_at_whole_of(text) {
                    self.work += text.len();
                }
                matcher.covers(text, false)
            });
            if covers {
                let exactly = || {
                    rule.matchers
                        .iter()
                        .any(|matcher| matcher.covers(text, true))
                };
                self.found(rule, text, behind_rtk && exactly());
            }
            if self.work > WORK_MAX {
                self.overrun = true;
                return;
            }
        }
    }

    /// The files that a program prints against the rules about reading.
    fn files(
        &mut self,
        program: &str,
        words: &Words,
        arguments: usize,
        redirections: &[Redirection],
        line: &str,
        behind_rtk: bool,
    ) {
        if !reads::prints(program) {
            return;
        }
        for at in 0..self.restricting.len() {
            let rule = self.restricting[at];
            for matcher in &rule.matchers {
                let Matcher::Reads(pattern) = matcher else {
                    continue;
                };
                let input = redirections
                    .iter()
                    .filter(|r| {
                        matches!(r.kind, RedirectionKind::Read | RedirectionKind::ReadWrite)
                    })
                    .any(|r| reads::may_name(pattern, &unquoted(source(&r.target, line))));
                let named = input
                    || (arguments..words.len()).any(|at| {
                        self.work += words.get(at).len() + 1;
                        self.work <= WORK_MAX && reads::may_name(pattern, words.get(at))
                    });
                if named {
                    self.found(rule, words.tail(arguments.saturating_sub(1)), behind_rtk);
                }
                if self.work > WORK_MAX {
                    self.overrun = true;
                    return;
                }
            }
        }
    }

    fn found(&mut self, rule: &'a Rule, text: &str, hidden: bool) {
        let (slot, word) = match rule.effect {
            Effect::Deny => (&mut self.deny, "denied"),
            Effect::Ask => (&mut self.ask, "to be asked"),
            Effect::Allow => return,
        };
        slot.get_or_insert(rule);
        self.hidden_deny |= hidden && rule.effect == Effect::Deny;
        if self.explain && self.notes.len() < NOTES_MAX {
            let note = format!("`{text}` is {word} by {}", self.rules.describe(rule));
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Nothing that is still to come can change the answer.
    fn settled(&self) -> bool {
        self.overrun || (self.deny.is_some() && self.hidden_deny && !self.explain)
    }
}
