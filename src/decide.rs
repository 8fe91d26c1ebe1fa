//! Exclusions + verdict + rewrite = [`Decision`]; the four exit codes.

use crate::config::Config;
use crate::permission::forms::{Words, source};
use crate::permission::{Judgement, RuleSet, Verdict, judge, plain, reads};
use crate::rewrite::{Outcome, Rewriting, literals, own_name, rewrite};
use crate::rules::{self, Answer};
use crate::shell::{self, Script, SimpleCommand};

/// What comes of a command line.
#[derive(Debug)]
pub struct Decision {
    /// Byte offsets at which `rtk ` is inserted, ascending; empty: no rewrite.
    pub insertions: Vec<usize>,
    /// The line already holds an `rtk` in front of a known command.
    pub already: bool,
    /// What the user's rules say about the original.
    pub verdict: Verdict,
    /// A denied command stands behind `rtk` in the text itself, where the
    /// agent's own deny rule cannot see it.
    pub hidden_deny: bool,
    /// The agent might run the original without asking: by a rule that rtk is not sure
    /// enough of for [`Verdict::Allow`], or because it takes it for a command that
    /// only reads. A rewrite without an answer about permission might then
    /// make it ask.
    pub might_run_unasked: bool,
    /// Every command is in a read-only form, and the line is of the small
    /// grammar that can be allowed.
    pub read_only: bool,
    /// It may print files about which the agent asks whatever its rules allow
    /// ([`RuleSet::directory`]).
    pub names_outside: bool,
    /// Lines for `rtk hook check`: which segment, which rule, which file. Only
    /// from [`explain`].
    pub trace: Vec<String>,
}

/// Decides. Pure: whatever was read from files is in `rules` and `config`.
pub fn decide(command: &str, rules: &RuleSet, config: &Config) -> Decision {
    run(command, rules, config, false)
}

/// Decides, and says why in [`Decision::trace`].
pub fn explain(command: &str, rules: &RuleSet, config: &Config) -> Decision {
    run(command, rules, config, true)
}

fn run(command: &str, rules: &RuleSet, config: &Config, explain: bool) -> Decision {
    let script = shell::parse(command);
    let judgement = judge(&script, command, rules, explain);
    let left_alone =
        |command: &SimpleCommand, line: &str, tool: usize| left_alone(command, line, tool, config);
    let mut rewriting = rewrite(&script, command, &left_alone);
    let stop = stopped(rules, config, &judgement);
    let trace = if explain {
        trace(command, &script, &judgement, &rewriting, stop.as_deref())
    } else {
        Vec::new()
    };
    if stop.is_some() {
        rewriting.insertions.clear();
        rewriting.already = false;
    }
    Decision {
        read_only: read_only(&script, command),
        names_outside: names_outside(&script, command, rules),
        insertions: rewriting.insertions,
        already: rewriting.already,
        might_run_unasked: judgement.might_run_unasked,
        verdict: judgement.verdict,
        hidden_deny: judgement.hidden_deny,
        trace,
    }
}

impl Decision {
    /// The line as it is to be run, if it is not to be left alone: with `rtk `
    /// inserted, or as it is because it has one already.
    pub fn rewritten(&self, command: &str) -> Option<String> {
        let denied = matches!(self.verdict, Verdict::Deny(_));
        let changed = self.already || !self.insertions.is_empty();
        (changed && !denied).then(|| insert(command, &self.insertions))
    }

    /// The exit status of `rtk rewrite`: 0 rewritten and allowed, 1 no rewrite,
    /// 2 denied, 3 rewritten and the agent must ask.
    pub fn exit_status(&self) -> u8 {
        match self.verdict {
            Verdict::Deny(_) => 2,
            _ if self.insertions.is_empty() && !self.already => 1,
            Verdict::Allow => 0,
            Verdict::Ask(_) | Verdict::Default => 3,
        }
    }
}

/// The command with `rtk ` inserted at the offsets given.
pub fn insert(command: &str, insertions: &[usize]) -> String {
    let mut text = String::with_capacity(command.len() + 4 * insertions.len());
    let mut from = 0;
    for &at in insertions {
        text.push_str(&command[from..at]);
        text.push_str("rtk ");
        from = at;
    }
    text.push_str(&command[from..]);
    text
}

/// Why nothing is rewritten, whatever the line says.
fn stopped(rules: &RuleSet, config: &Config, judgement: &Judgement) -> Option<String> {
    if config.disabled {
        return Some("RTK_DISABLED=1".to_owned());
    }
    if let Some(what) = &rules.unreadable {
        return Some(format!("a rule file cannot be read: {what}"));
    }
    if judgement.substitution_under_allow && judgement.verdict == Verdict::Default {
        return Some("a substitution among commands that rules allow".to_owned());
    }
    judgement
        .overrun
        .then(|| "too involved to be judged".to_owned())
}

/// Why the user's configuration leaves a command alone. It is looked at as it
/// is written, as every command that it runs (as deny rules are), and as the tool.
fn left_alone(command: &SimpleCommand, line: &str, tool: usize, config: &Config) -> Option<String> {
    let (excluded, included) = (&config.exclude_commands, &config.include_commands);
    if excluded.is_empty() && included.is_empty() {
        return None;
    }
    let mut entry = None;
    let mut wanted = included.is_empty();
    let mut look = |text: &str| {
        if entry.is_none() {
            entry = excluded.entry_for(text).map(str::to_owned);
        }
        wanted = wanted || included.entry_for(text).is_some();
    };
    let words = Words::of(command, line);
    let mut looked = words.forms(&mut |form| look(form.text));
    if tool > 0 && looked.is_ok() {
        looked = words.since(tool).forms(&mut |form| look(form.text));
    }
    match entry {
        Some(entry) => Some(format!("exclude_commands has `{entry}`")),
        None if looked.is_err() => Some("too involved to be judged".to_owned()),
        None if !wanted => Some("include_commands does not have it".to_owned()),
        None => None,
    }
}

/// Programs beside the table that only print their arguments, or nothing.
const SILENT: [&str; 5] = [":", "echo", "false", "pwd", "true"];

/// Whether the line only reads, as the strictest agent would see it.
fn read_only(script: &Script, line: &str) -> bool {
    !script.commands.is_empty()
        && plain(script, line).is_ok()
        && script.commands.iter().all(|command| {
            let mut words = literals(command);
            if let Some(at) = own_name(&words) {
                words.remove(at);
            }
            let first = words.first().copied().flatten().unwrap_or_default();
            command.assignments.is_empty()
                && (SILENT.contains(&first)
                    || matches!(rules::find(&words), Answer::Known(found) if found.read_only))
        })
}

/// See [`Decision::names_outside`].
fn names_outside(script: &Script, line: &str, rules: &RuleSet) -> bool {
    rules.directory.as_deref().is_some_and(|directory| {
        script.commands.iter().any(|command| {
            let words = command.words.iter().map(|word| match &word.literal {
                Some(literal) => literal.as_str(),
                None => source(word, line),
            });
            reads::names_outside(words, directory)
        })
    })
}

/// What was seen, for people.
fn trace(
    line: &str,
    script: &Script,
    judgement: &Judgement,
    rewriting: &Rewriting,
    stop: Option<&str>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(error) = script.error {
        lines.push(format!("byte {}: {}", error.at, error.why));
    }
    for step in &rewriting.steps {
        let text = line.get(step.span.start..step.span.end).unwrap_or_default();
        lines.push(match &step.outcome {
            Outcome::Insert(family, true) => {
                format!("`{text}`: family {}, only reads", family.name)
            }
            Outcome::Insert(family, false) => format!("`{text}`: family {}", family.name),
            Outcome::Already => format!("`{text}`: rewritten already"),
            Outcome::Script => format!("`{text}`: a script"),
            Outcome::Raw(why) => format!("`{text}`: left alone, {why}"),
        });
    }
    lines.extend(judgement.notes.iter().cloned());
    lines.extend(stop.map(|why| format!("nothing is rewritten: {why}")));
    lines
}
