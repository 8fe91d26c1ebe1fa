//! Where Claude Code's permission rules are (code.claude.com/docs/en/settings).
//!
//! | source | allow rules | deny and ask rules |
//! |---|---|---|
//! | managed-settings.json, managed-settings.d/*.json | yes | yes |
//! | `$CLAUDE_CONFIG_DIR` or `~/.claude`: settings.json | yes | yes |
//! | the same: settings.local.json | no | yes |
//! | the project's .claude: settings.json, settings.local.json | yes | yes |
//! | .claude of every directory from the current one up to the project | no | yes |
//!
//! The project is the directory the session was started in (`CLAUDE_PROJECT_DIR`);
//! where that is not said, the nearest directory with a `.git`, or the current one.
//! The agent itself does not read the last row, but a directory entered by `cd` can
//! only add restrictions here, and never a permission (SECURITY invariant I7).

use std::path::{Path, PathBuf};

use crate::files::{self, ReadError};
use crate::home;
use crate::permission::{RuleSet, Trust};
use crate::text::order;

/// Most files of managed-settings.d that are read.
const DROP_INS_MAX: usize = 1000;

/// Most directories between the current one and the project, or the root.
const ANCESTORS_MAX: usize = 100;

/// Reads all rules that hold for a command run in `cwd`.
pub fn load(cwd: &Path) -> RuleSet {
    let mut rules = collect(cwd, |trust| trust);
    rules.directory = cwd.to_str().map(str::to_owned);
    rules
}

/// The deny and ask rules alone: for other agents whose answer says *allow*.
pub(super) fn restricting(cwd: &Path) -> RuleSet {
    collect(cwd, |_| Trust::Restricting)
}

fn collect(cwd: &Path, believe: fn(Trust) -> Trust) -> RuleSet {
    let mut rules = RuleSet::default();
    managed(
        &mut rules,
        Path::new(MANAGED_DIRECTORY),
        believe(Trust::Managed),
    );
    let named = |variable| {
        let value = std::env::var_os(variable).filter(|value| !value.is_empty())?;
        Some(cwd.join(value))
    };
    let user = named("CLAUDE_CONFIG_DIR").or_else(|| home::dir().map(|home| home.join(".claude")));
    if user.is_none() {
        // The agent asks the system for the home directory and finds rules there.
        rules.add_unreadable("the home directory is not known".to_owned());
    }
    let project =
        named("CLAUDE_PROJECT_DIR").unwrap_or_else(|| repository(cwd).unwrap_or(cwd).to_path_buf());
    let own = project.join(".claude");
    if let Some(user) = user.as_ref().filter(|user| **user != own) {
        add(
            &mut rules,
            &user.join("settings.json"),
            believe(Trust::Full),
        );
        add(
            &mut rules,
            &user.join("settings.local.json"),
            Trust::Restricting,
        );
    }
    for name in ["settings.json", "settings.local.json"] {
        add(&mut rules, &own.join(name), believe(Trust::Full));
    }
    for directory in cwd.ancestors().take(ANCESTORS_MAX) {
        if directory == project {
            break;
        }
        let found = directory.join(".claude");
        if user.as_ref().is_none_or(|user| *user != found) {
            add(&mut rules, &found.join("settings.json"), Trust::Restricting);
            add(
                &mut rules,
                &found.join("settings.local.json"),
                Trust::Restricting,
            );
        }
    }
    rules
}

#[cfg(target_os = "macos")]
const MANAGED_DIRECTORY: &str = "/Library/Application Support/ClaudeCode";
#[cfg(windows)]
const MANAGED_DIRECTORY: &str = r"C:\Program Files\ClaudeCode";
#[cfg(not(any(target_os = "macos", windows)))]
const MANAGED_DIRECTORY: &str = "/etc/claude-code";

/// The administrator's settings and what is dropped in beside them.
fn managed(rules: &mut RuleSet, directory: &Path, trust: Trust) {
    add(rules, &directory.join("managed-settings.json"), trust);
    let drop_ins = directory.join("managed-settings.d");
    let entries = match std::fs::read_dir(&drop_ins) {
        Ok(entries) => entries,
        Err(error) => {
            use std::io::ErrorKind::{NotADirectory, NotFound};
            if !matches!(error.kind(), NotFound | NotADirectory) {
                rules.add_unreadable(format!("{}: {error}", drop_ins.display()));
            }
            return;
        }
    };
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) if found.len() < DROP_INS_MAX => found.push(entry.path()),
            _ => {
                rules.add_unreadable(format!("{}: too many files", drop_ins.display()));
                return;
            }
        }
    }
    found.retain(|path| path.extension().is_some_and(|end| end == "json"));
    order::sort(&mut found, |a, b| a < b);
    for path in found {
        add(rules, &path, trust);
    }
}

/// The nearest directory that is a repository's root: `.git` is a directory, or a
/// file in work trees and submodules.
fn repository(cwd: &Path) -> Option<&Path> {
    cwd.ancestors()
        .take(ANCESTORS_MAX)
        .find(|directory| directory.join(".git").exists())
}

fn add(rules: &mut RuleSet, path: &Path, trust: Trust) {
    match files::read(path, files::MAX_SETTINGS_BYTES) {
        Ok(bytes) => rules.add_claude(&bytes, &path.to_string_lossy(), trust),
        Err(ReadError::Missing) => {}
        Err(reason) => rules.add_unreadable(format!("{}: {reason}", path.display())),
    }
}
