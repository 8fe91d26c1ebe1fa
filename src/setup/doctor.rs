//! `rtk doctor`: `verify` and what surrounds it, on one screen.

use std::path::Path;

use super::init::say;
use super::{find, verify};
use crate::home;

/// Prints what rtk sees on this machine; the exit status is that of `rtk verify`.
pub(super) fn main() -> u8 {
    let own =
        std::env::current_exe().map_or("unknown".to_string(), |path| path.display().to_string());
    let mut text = format!("rtk {}  {own}\n", env!("CARGO_PKG_VERSION"));
    let mut row = |name: &str, value: String| text.push_str(&format!("  {name:<14}{value}\n"));
    row(
        "on PATH",
        find::on_path("rtk").map_or("no".to_string(), |path| path.display().to_string()),
    );
    row(
        "login shell",
        if find::is_on_login_path() {
            "finds rtk"
        } else {
            "does not find rtk"
        }
        .to_string(),
    );
    row(
        "config",
        match (home::config_path(), home::load_config()) {
            (_, Err(reason)) => format!("{reason}; every command stays as it is"),
            (Some(path), Ok(_)) if path.exists() => path.display().to_string(),
            (Some(path), Ok(_)) => format!("none ({})", path.display()),
            (None, _) => "no home directory".to_string(),
        },
    );
    if std::env::var_os("RTK_DISABLED").is_some_and(|value| value == "1") {
        row(
            "switched off",
            "RTK_DISABLED=1 is set: every command runs as it is".to_string(),
        );
    }
    let cache = home::directory("XDG_CACHE_HOME").or_else(|| Some(home::dir()?.join(".cache")));
    if let Some(recall) = cache.map(|cache| cache.join("rtk/recall")) {
        row("recall", recall_state(&recall));
    }
    for program in ["jq", "git"] {
        row(
            program,
            find::on_path(program)
                .map_or("not found".to_string(), |path| path.display().to_string()),
        );
    }
    say(&text);
    verify::main(&[])
}

/// Whether what is kept is the user's alone.
fn recall_state(directory: &Path) -> String {
    let Ok(meta) = directory.symlink_metadata() else {
        return format!("{} (nothing kept)", directory.display());
    };
    #[cfg(unix)]
    let open = std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o077 != 0;
    #[cfg(not(unix))]
    let open = meta.permissions().readonly();
    let state = if open {
        "WARN: others may read it; chmod 700"
    } else {
        "yours alone"
    };
    format!("{} ({state})", directory.display())
}
