//! What is where: rtk itself, programs on PATH, and what will bite after an installation.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::Refusal;
use super::agents::{Agent, Handler, Piece, is_ours};
use super::{json_edit, shown};
use crate::files;
use crate::text::json::{self, Options};

/// Longest that a program is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The path by which rtk is called: that on PATH if it is this program (a package
/// manager's link stays valid over upgrades), else where this program is.
pub(crate) fn own_path() -> Result<String, Refusal> {
    let own = std::env::current_exe()
        .map_err(|error| Refusal(["cannot find rtk itself: ", &error.to_string()].concat()))?;
    let path = on_path("rtk")
        .filter(|found| same(found, &own))
        .unwrap_or(own);
    match path.to_str() {
        // Windows: forward slashes survive every shell.
        Some(text) if cfg!(windows) => Ok(text.replace('\\', "/")),
        Some(text) => Ok(text.to_string()),
        None => Err(Refusal::new(&path, "is rtk's own path, and not text")),
    }
}

/// Whether two paths lead to the same file.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The program of this name on PATH.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) {
        &[".exe", ".cmd", ""]
    } else {
        &[""]
    };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|directory| directory.is_absolute())
        .flat_map(|directory| {
            endings
                .iter()
                .map(move |ending| directory.join([program, ending].concat()))
        })
        .find(|candidate| is_program(candidate))
}

fn is_program(path: &Path) -> bool {
    let Ok(meta) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let executable = std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let executable = true;
    meta.is_file() && executable
}

/// What bites every agent, each with what to do: which rtk is found, and whether one is.
pub(crate) fn environment(agents: &[&Agent]) -> Vec<(String, &'static str)> {
    let mut warnings = Vec::new();
    let own = std::env::current_exe().unwrap_or_default();
    match on_path("rtk") {
        None => warnings.push((
            "rtk is not on PATH: commands would not find it".to_string(),
            "add its directory to PATH",
        )),
        Some(found) if !same(&found, &own) => {
            let version = answer(Command::new(&found).arg("--version"), b"");
            let version = version.map(|(_, text)| text).unwrap_or_default();
            let place = [
                "another rtk comes first on PATH: ",
                &shown(&found),
                " (",
                version.trim(),
                ")",
            ];
            warnings.push((place.concat(), "remove it, or change the order of PATH"));
        }
        Some(_) => {}
    }
    let login = |agent: &&Agent| matches!(agent.name, "codex" | "hermes");
    if agents.iter().any(login) && !is_on_login_path() {
        warnings.push((
            "login shells do not find rtk".to_string(),
            "Codex and Hermes use one: set PATH in ~/.profile",
        ));
    }
    warnings
}

/// How many other hooks there are, in words.
pub(crate) fn others(count: usize) -> String {
    let noun = if count == 1 {
        " other hook on the same event"
    } else {
        " other hooks on the same event"
    };
    [&count.to_string(), noun].concat()
}

pub(crate) const OTHERS_REMEDY: &str = "if one rewrites too, the last answer wins";

/// A switch in an agent's settings that turns hooks off, and other hooks on the same event.
pub(crate) fn in_settings(handler: &Handler, base: &Path) -> (bool, usize) {
    let bytes =
        files::read(&base.join(handler.file), files::MAX_SETTINGS_BYTES).unwrap_or_default();
    let is_off = json::parse_with(&bytes, Options::RELAXED)
        .ok()
        .and_then(|root| root.get("disableAllHooks")?.as_bool());
    let mut others = 0;
    for item in json_edit::items(&bytes, handler.keys) {
        let matcher = item.get("matcher").and_then(|matcher| matcher.as_str());
        // A hook on other tools is no rival.
        if matcher.is_some_and(|matcher| !matcher.is_empty() && !handler.matches(&matcher)) {
            continue;
        }
        let handlers = match item.get("hooks") {
            Some(hooks) => hooks.items().collect(),
            None => vec![item],
        };
        let foreign =
            |handler: &&json::Value<'_>| handler.get("command").is_some() && !is_ours(handler);
        others += handlers.iter().filter(foreign).count();
    }
    (is_off == Some(true), others)
}

/// The handlers that an agent's pieces have.
pub(crate) fn handlers(pieces: &[Piece]) -> impl Iterator<Item = &Handler> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Handler(handler) => Some(handler),
        _ => None,
    })
}

/// Whether a login shell finds rtk, as some agents' commands run in one.
pub(crate) fn is_on_login_path() -> bool {
    answer(login_shell().args(["-lc", "command -v rtk"]), b"")
        .is_some_and(|(status, _)| status.success())
}

/// The user's shell.
pub(crate) fn login_shell() -> Command {
    Command::new(std::env::var_os("SHELL").unwrap_or_else(|| "/bin/sh".into()))
}

/// Runs a program that says little, and for a bounded time. `None`: it cannot be
/// started, or does not end.
pub(crate) fn answer(command: &mut Command, input: &[u8]) -> Option<(ExitStatus, String)> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // A program that does not read has answered already.
    let _ = child.stdin.take()?.write_all(input);
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                let mut text = Vec::new();
                let _ = child.stdout.take()?.take(64 * 1024).read_to_end(&mut text);
                return Some((status, String::from_utf8_lossy(&text).into_owned()));
            }
            Ok(None) if start.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(2)),
            _ => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}
