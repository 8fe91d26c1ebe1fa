//! One file an agent: what it sends, what it wants back, which rules of its own it has.
//!
//! `rtk hook AGENT` reads the payload, decides, weighs the decision by the agent's own rules and
//! writes one answer. Whatever is missing or broken, it exits with 0 and answers what
//! that agent reads as no opinion. The payload's keys say which agent speaks, the name on the
//! command line only where they do not: agents load each other's configuration.
//!
//! A new agent is a file here with a `pub static AGENT`, a line in [`AGENTS`], a folder in
//! `hooks/`, and a row in `tests/it/hook.rs`. Sources: the agents' own documentation, and what
//! the programs were seen to do.

mod antigravity;
mod check;
mod claude;
pub mod claude_rules;
mod cline;
mod codex;
mod copilot;
pub(crate) mod cursor;
mod droid;
mod gemini;
mod neutral;
mod opencode;
mod payload;
mod plugin;
mod rule_file;
mod started;
mod vibe;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

pub use neutral::{Facts, Outcome, Say};
pub use payload::{Call, MAX_PAYLOAD_BYTES, Payload};

use crate::config::Config;
use crate::decide::{Decision, decide, explain};
use crate::home;
use crate::permission::RuleSet;

/// A coding agent with a hook.
pub struct Agent {
    /// `claude` in `rtk hook claude`.
    pub name: &'static str,
    /// Other names that mean it.
    pub aliases: &'static [&'static str],
    /// Its name for people.
    pub title: &'static str,
    /// The bytes that it reads as "no opinion".
    pub nothing: &'static str,
    /// Whether a payload is one that only this agent sends.
    pub recognises: fn(&Payload<'_>) -> bool,
    /// The call in a payload; `None` if it is not about a shell command.
    pub read: for<'a> fn(&Payload<'a>) -> Option<Call<'a>>,
    /// Its permission rules for a command run in this directory.
    pub rules: fn(&Path) -> RuleSet,
    /// What to tell it.
    pub weigh: fn(&Facts<'_>) -> Outcome,
    /// The answer's bytes; `None`: no opinion.
    pub answer: fn(&Answer<'_, '_>) -> Option<Vec<u8>>,
}

/// What an answer is made of.
pub struct Answer<'c, 'a> {
    /// The payload that is answered.
    pub payload: &'c Payload<'a>,
    /// The call in it.
    pub call: &'c Call<'a>,
    /// What to say.
    pub outcome: &'c Outcome,
    /// Where `rtk ` goes in each command.
    pub insertions: &'c [Vec<usize>],
}

/// All agents, in the order in which they are asked whether a payload is theirs.
pub static AGENTS: [&Agent; 13] = [
    &antigravity::AGENT,
    &cline::AGENT,
    &gemini::AGENT,
    &vibe::AGENT,
    &cursor::AGENT,
    &droid::AGENT,
    &codex::AGENT,
    &copilot::AGENT,
    &claude::AGENT,
    &opencode::OPENCODE,
    &opencode::KILO,
    &plugin::PI,
    &plugin::HERMES,
];

/// The agent of this name.
pub fn named(name: &str) -> Option<&'static Agent> {
    AGENTS
        .iter()
        .copied()
        .find(|agent| agent.name == name || agent.aliases.contains(&name))
}

/// `rtk hook ARGS...`. The exit status is 0 whatever happens.
pub fn hook(arguments: &[OsString]) -> u8 {
    // A panic must neither print nor end the process with 101.
    panic::set_hook(Box::new(|_| {}));
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    if words.first() == Some(&"check") {
        let _ = panic::catch_unwind(|| check::main(&words[1..]));
        return 0;
    }
    let agent = words.first().and_then(|name| named(name));
    let operands = words.get(1..).unwrap_or_default();
    let answer = panic::catch_unwind(AssertUnwindSafe(|| match agent {
        Some(agent) if plugin::is_called_with_operands(agent, operands) => {
            plugin::answer_operands(agent, operands)
        }
        _ => {
            let bytes = payload::from_stdin();
            // Without a known name nobody is there to be answered, but the writer is not cut off.
            bytes.and_then(|bytes| answer(agent?, &bytes, &World::real()))
        }
    }));
    let answer = answer.ok().flatten();
    let nothing = agent.map_or("", |agent| agent.nothing).as_bytes();
    let text = answer.as_deref().unwrap_or(nothing);
    if !text.is_empty() {
        let mut out = io::stdout().lock();
        // A reader that is gone gets no answer: the same as no opinion.
        let _ = out.write_all(text).and_then(|()| out.flush());
    }
    0
}

/// What is outside of a payload.
pub struct World {
    /// The directory of the process, if there is one.
    pub cwd: Option<PathBuf>,
    /// Reads the configuration.
    pub config: fn() -> Result<Config, String>,
}

impl World {
    fn real() -> World {
        World {
            cwd: None,
            config: home::load_config,
        }
    }

    /// The directory a command would run in.
    fn directory(&self, said: Option<&str>) -> PathBuf {
        let said = said.filter(|said| !said.is_empty()).map(Path::new);
        if let Some(said) = said
            && said.is_absolute()
        {
            return said.to_path_buf();
        }
        let own = || self.cwd.clone().or_else(|| std::env::current_dir().ok());
        let own = own().unwrap_or_else(|| PathBuf::from("/"));
        said.map_or_else(|| own.clone(), |said| own.join(said))
    }
}

/// The answer to a payload, if there is one to give. `agent` is who was named; the payload's keys
/// may say that it is another.
pub fn answer(agent: &Agent, payload: &[u8], world: &World) -> Option<Vec<u8>> {
    let payload = Payload::parse(payload)?;
    let named = agent;
    let mut all = AGENTS.iter().copied();
    let agent = all
        .find(|agent| (agent.recognises)(&payload))
        .unwrap_or(named);
    let call = (agent.read)(&payload)?;
    let rules = (agent.rules)(&world.directory(call.cwd.as_deref()));
    let config = (world.config)().unwrap_or_else(|reason| {
        // It may hide an exclusion. Deny rules still count.
        let _ = writeln!(io::stderr(), "rtk: {reason}");
        Config {
            disabled: true,
            ..Config::default()
        }
    });
    let decisions: Vec<Decision> = call
        .commands
        .iter()
        .map(|(_, command)| decide(command, &rules, &config))
        .collect();
    let (outcome, insertions) = weigh(agent, &call, &rules, &config, &decisions);
    if let Outcome::Nothing(_) = outcome {
        // The answer of the agent that is there, which may not be the one that was named.
        return Some(agent.nothing.as_bytes().to_vec());
    }
    (agent.answer)(&Answer {
        payload: &payload,
        call: &call,
        outcome: &outcome,
        insertions: &insertions,
    })
    .or_else(|| Some(agent.nothing.as_bytes().to_vec()))
}

/// What to say about a call, and where `rtk ` goes in its commands. Of several commands
/// the strictest outcome holds; one about which there is nothing to say stays as it is.
fn weigh(
    agent: &Agent,
    call: &Call<'_>,
    rules: &RuleSet,
    config: &Config,
    decisions: &[Decision],
) -> (Outcome, Vec<Vec<usize>>) {
    let mut whole = neutral::NOT_REWRITTEN;
    let mut insertions = Vec::with_capacity(decisions.len());
    for ((_, command), decision) in call.commands.iter().zip(decisions) {
        let outcome = (agent.weigh)(&Facts {
            command,
            decision,
            rules,
            config,
            mode: call.mode.as_deref(),
        });
        insertions.push(match outcome {
            Outcome::Rewrite(_) => decision.insertions.clone(),
            _ => Vec::new(),
        });
        if outcome.rank() >= whole.rank() {
            whole = outcome;
        }
    }
    (whole, insertions)
}

/// What an agent would be told about a command, with the reasons: for `rtk hook check`.
fn explained(agent: &Agent, command: &str, cwd: &Path, config: &Config) -> (Outcome, Vec<String>) {
    let rules = (agent.rules)(cwd);
    let decision = explain(command, &rules, config);
    let outcome = (agent.weigh)(&Facts {
        command,
        decision: &decision,
        rules: &rules,
        config,
        mode: None,
    });
    (outcome, decision.trace)
}
