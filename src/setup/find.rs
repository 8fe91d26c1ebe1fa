//! What is where: rtk itself, programs on PATH, and what will bite after an installation.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Refusal;
use super::agents::{Agent, Piece, is_ours};
use super::plan::directory;
use crate::files;
use crate::text::json::{self, Options};

/// The path by which rtk is called: that on PATH if it is this program (a package
/// manager's link stays valid over upgrades), else where this program is.
pub(crate) fn own_path() -> Result<String, Refusal> {
    let own = std::env::current_exe()
        .map_err(|error| Refusal(format!("cannot find rtk itself: {error}")))?;
    let path = match on_path("rtk") {
        Some(found) if same(&found, &own) => found,
        _ => own,
    };
    match path.to_str() {
        // Windows: forward slashes survive every shell.
        Some(text) if cfg!(windows) => Ok(text.replace('\\', "/")),
        Some(text) => Ok(text.to_string()),
        None => Err(Refusal(format!("{}: its path is not text", path.display()))),
    }
}

fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The program of this name on PATH.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|directory| directory.is_absolute())
        .find_map(|directory| {
            let names = if cfg!(windows) {
                &[".exe", ".cmd", ""][..]
            } else {
                &[""][..]
            };
            names
                .iter()
                .map(|ending| directory.join(format!("{program}{ending}")))
                .find(|candidate| is_program(candidate))
        })
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

/// What will bite, a line each.
pub(crate) fn warnings(agents: &[&Agent], project: Option<&Path>) -> Vec<String> {
    let mut warnings = Vec::new();
    match on_path("rtk") {
        None => {
            warnings.push("rtk is not on PATH: a rewritten command would not be found".to_string())
        }
        Some(found) => {
            let other = std::env::current_exe().is_ok_and(|own| !same(&found, &own));
            if other {
                warnings.push(format!(
                    "another rtk comes first on PATH: {}",
                    found.display()
                ));
            }
        }
    }
    let login = |agent: &&&Agent| matches!(agent.name, "codex" | "hermes");
    if agents.iter().any(|agent| login(&agent)) && !is_on_login_path() {
        warnings.push(
            "rtk is not on the PATH of your login shell, in which Codex and Hermes run commands"
                .into(),
        );
    }
    if project.is_some() {
        warnings.push("most agents skip a project's hooks until you trust the project".to_string());
    }
    for agent in agents {
        let Some(base) = project
            .map(Path::to_path_buf)
            .or_else(|| directory(agent.home))
        else {
            continue;
        };
        for piece in agent.user {
            if let Piece::Handler(handler) = piece {
                warnings.extend(in_settings(&base.join(handler.file), handler.keys));
            }
        }
    }
    warnings
}

/// Switches that turn hooks off, and other hooks on the same event.
fn in_settings(path: &Path, keys: &[&str]) -> Vec<String> {
    let Ok(bytes) = files::read(path, files::MAX_SETTINGS_BYTES) else {
        return Vec::new();
    };
    let Ok(root) = json::parse_with(&bytes, Options::RELAXED) else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    if root
        .get("disableAllHooks")
        .and_then(|value| value.as_bool())
        == Some(true)
    {
        warnings.push(format!(
            "{}: disableAllHooks is on, so no hook runs",
            path.display()
        ));
    }
    let array = keys.iter().try_fold(root, |value, key| value.get(key));
    let items: Vec<_> = array
        .map(|array| array.items().collect())
        .unwrap_or_default();
    let others = items
        .iter()
        .flat_map(|item| match item.get("hooks") {
            Some(hooks) => hooks.items().collect(),
            None => vec![*item],
        })
        .filter(|handler| handler.get("command").is_some() && !is_ours(handler))
        .count();
    if others > 0 {
        warnings.push(format!(
            "{}: {others} other hook(s) on the same event; if one rewrites commands too, the last answer wins",
            path.display()
        ));
    }
    warnings
}

/// Whether a login shell finds rtk, as some agents' commands run in one.
pub(crate) fn is_on_login_path() -> bool {
    let shell = std::env::var_os("SHELL").unwrap_or_else(|| "/bin/sh".into());
    Command::new(shell)
        .args(["-lc", "command -v rtk"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
