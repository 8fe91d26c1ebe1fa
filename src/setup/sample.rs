//! How an agent starts the hook that is installed, and a payload as it sends it.

use std::path::Path;
use std::process::Command;

use super::agents::{Agent, Call, Piece};
use super::find;
use crate::text::json::{self, Kind, Value};

/// The command of the payloads; every agent asks about it by default.
pub(crate) const COMMAND: &str = "cargo build";
pub(crate) const REWRITTEN: &str = "rtk cargo build";

/// What the agent would start, and what it would write to its standard input.
pub(crate) fn start(
    agent: &Agent,
    pieces: &[Piece],
    base: &Path,
    call: &Call,
) -> Option<(Command, &'static [u8])> {
    let command = match agent.name {
        // The plugins ask rtk from inside the agent.
        "opencode" | "kilocode" => program("rtk", &["hook", agent.name]),
        "pi" | "hermes" => program("rtk", &["rewrite", COMMAND]),
        _ => pieces
            .iter()
            .rev()
            .find_map(|piece| registered(agent, piece, base, call))?,
    };
    Some((command, payload(agent.name)?.as_bytes()))
}

/// The program that a piece registers, started as the agent does.
fn registered(agent: &Agent, piece: &Piece, base: &Path, call: &Call) -> Option<Command> {
    let text = match piece {
        Piece::Handler(handler) => call.fill(handler.handler),
        Piece::File { file, text, .. } if file.ends_with(".json") => (*text).to_string(),
        Piece::File {
            file,
            executable: true,
            ..
        } => return Some(Command::new(base.join(file))),
        Piece::Table { text, .. } => {
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("command = \""))?;
            return Some(program("sh", &["-c", line.strip_suffix('"')?]));
        }
        _ => return None,
    };
    let (command, arguments) = first_command(json::parse(text.as_bytes()).ok()?)?;
    match (agent.name, arguments.is_empty()) {
        (_, false) => {
            let mut exec = Command::new(command);
            exec.args(arguments);
            Some(exec)
        }
        // Codex starts its hooks from a login shell.
        ("codex", _) => {
            let mut shell = find::login_shell();
            shell.args(["-lc", &command]);
            Some(shell)
        }
        _ => Some(program("sh", &["-c", &command])),
    }
}

fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments);
    command
}

/// The first command in a registration, with its arguments in the exec form.
fn first_command(value: Value<'_>) -> Option<(String, Vec<String>)> {
    for member in value.members() {
        if (member.key.is_str("command") || member.key.is_str("bash"))
            && member.value.kind() == Kind::String
        {
            let arguments = value.get("args").map(|args| {
                let words = args.items().filter_map(|word| word.as_str());
                words.map(|word| word.into_owned()).collect()
            });
            return Some((
                member.value.as_str()?.into_owned(),
                arguments.unwrap_or_default(),
            ));
        }
        if let Some(found) = first_command(member.value) {
            return Some(found);
        }
    }
    value.items().find_map(first_command)
}

/// A payload as the agent sends it.
fn payload(agent: &str) -> Option<&'static str> {
    Some(match agent {
        "claude" => {
            r#"{"hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"cargo build"}}"#
        }
        "codex" => {
            r#"{"turn_id":"1","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"cargo build"}}"#
        }
        "copilot" => {
            r#"{"hook_event_name":"PreToolUse","timestamp":"2026-01-01T00:00:00Z","tool_name":"Bash","tool_input":{"command":"cargo build"}}"#
        }
        "cursor" => {
            r#"{"hook_event_name":"preToolUse","cursor_version":"3","tool_name":"Shell","tool_input":{"command":"cargo build"}}"#
        }
        "gemini" => {
            r#"{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"cargo build"}}"#
        }
        "vibe" => {
            r#"{"hook_event_name":"pre_tool","tool_name":"file_system.bash","tool_input":{"command":"cargo build"}}"#
        }
        "droid" => {
            r#"{"hook_event_name":"PreToolUse","permission_mode":"auto-high","tool_name":"Execute","tool_input":{"command":"cargo build"}}"#
        }
        "antigravity" => {
            r#"{"toolCall":{"name":"run_command","args":{"CommandLine":"cargo build"}}}"#
        }
        "cline" => {
            r#"{"hookName":"tool_call","tool_call":{"name":"run_commands","input":{"commands":["cargo build"]}}}"#
        }
        "opencode" | "kilocode" => r#"{"tool":"bash","args":{"command":"cargo build"}}"#,
        "pi" | "hermes" => "",
        _ => return None,
    })
}
