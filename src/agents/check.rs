//! `rtk hook check [--agent A]... COMMAND`: a decision in words. Which part of the line, which rule,
//! which file and line, and what each agent would be told.

use std::fmt::Write as _;
use std::io::Write as _;

use super::neutral::{Outcome, Say};
use super::{AGENTS, Agent, explained, named};
use crate::decide::insert;
use crate::home;

const USAGE: &str = "usage: rtk hook check [--agent A]... COMMAND\n";

/// Prints the explanation, or what is wrong with the words.
pub(super) fn main(words: &[&str]) {
    let (text, to_stderr) = match parse(words) {
        Ok((agents, command)) => (explanation(&agents, &command), false),
        Err(reason) => (format!("rtk: hook check: {reason}\n{USAGE}"), true),
    };
    let _ = if to_stderr {
        std::io::stderr().write_all(text.as_bytes())
    } else {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
}

/// The agents that are asked about, all if none is named, and the command line.
fn parse(words: &[&str]) -> Result<(Vec<&'static Agent>, String), String> {
    let mut agents = Vec::new();
    let mut rest = words;
    loop {
        let name = match rest {
            ["--agent" | "-a", name, ..] => {
                rest = &rest[2..];
                *name
            }
            ["--agent" | "-a"] => return Err("which agent?".to_owned()),
            ["--", ..] => {
                rest = &rest[1..];
                break;
            }
            [word, ..] if word.starts_with("--agent=") => {
                rest = &rest[1..];
                &word["--agent=".len()..]
            }
            [word, ..] if word.starts_with('-') => {
                return Err(format!("unknown option {word}"));
            }
            _ => break,
        };
        let agent = named(name).ok_or_else(|| {
            let known: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
            format!("no agent {name}; there are {}", known.join(", "))
        })?;
        agents.push(agent);
    }
    if rest.is_empty() {
        return Err("which command?".to_owned());
    }
    if agents.is_empty() {
        agents.extend(AGENTS);
    }
    Ok((agents, rest.join(" ")))
}

fn explanation(agents: &[&'static Agent], command: &str) -> String {
    let config = match home::load_config() {
        Ok(config) => config,
        Err(reason) => return format!("nothing is rewritten: {reason}\n"),
    };
    let cwd = std::env::current_dir().unwrap_or_else(|_| "/".into());
    let mut text = String::new();
    let decision = crate::decide::decide(command, &crate::permission::RuleSet::default(), &config);
    if !decision.insertions.is_empty() {
        let _ = writeln!(text, "rewritten: {}", insert(command, &decision.insertions));
    }
    // Agents that are told the same for the same reasons, together.
    type Told = (String, Vec<String>);
    let mut groups: Vec<(Told, Vec<&str>)> = Vec::new();
    for agent in agents {
        let (outcome, trace) = explained(agent, command, &cwd, &config);
        let told = (words(&outcome), trace);
        match groups.iter_mut().find(|(other, _)| *other == told) {
            Some((_, names)) => names.push(agent.name),
            None => groups.push((told, vec![agent.name])),
        }
    }
    let mut before: &[String] = &[];
    for ((told, trace), names) in &groups {
        if trace != before {
            for line in trace {
                let _ = writeln!(text, "{line}");
            }
            before = trace;
        }
        let _ = writeln!(text, "  {}: {told}", names.join(", "));
    }
    text
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Nothing(why) => format!("no answer: {why}"),
        Outcome::Rewrite(Say::Nothing) => "rewrites, and leaves permission to the agent".to_owned(),
        Outcome::Rewrite(Say::Allow(why)) => format!("rewrites and allows: {why}"),
        Outcome::Rewrite(Say::Ask(why)) if why.is_empty() => {
            "rewrites, and has the user asked".to_owned()
        }
        Outcome::Rewrite(Say::Ask(why)) => format!("rewrites, and has the user asked: {why}"),
        Outcome::Ask(why) => format!("has the user asked: {why}"),
        Outcome::Deny(why) => format!("denies: {why}"),
    }
}
