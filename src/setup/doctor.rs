//! `rtk doctor`: `verify` and what surrounds it, on one screen.

use std::path::{Path, PathBuf};

use super::init::say;
use super::{find, shown, verify};
use crate::home;

/// Prints what rtk sees on this machine; the exit status is that of `rtk verify`.
pub(super) fn main() -> u8 {
    let own = std::env::current_exe().unwrap_or_default();
    let mut text = ["rtk ", env!("CARGO_PKG_VERSION"), "  ", &shown(&own), "\n"].concat();
    let mut row = |name: &str, value: &str| {
        let blanks = " ".repeat(14usize.saturating_sub(name.len()));
        text.extend(["  ", name, &blanks, value, "\n"]);
    };
    let place = |found: Option<PathBuf>| found.map_or("not found".to_string(), |path| shown(&path));
    row("on PATH", &place(find::on_path("rtk")));
    let login = find::is_on_login_path();
    row(
        "login shell",
        if login {
            "finds rtk"
        } else {
            "does not find rtk"
        },
    );
    row("config", &config());
    if std::env::var_os("RTK_DISABLED").is_some_and(|value| value == "1") {
        row(
            "switched off",
            "RTK_DISABLED=1 is set: every command runs as it is",
        );
    }
    if let Some(directory) = home::recall_directory() {
        row("recall", &recall(&directory));
    }
    row("jq", &place(find::on_path("jq")));
    text.push('\n');
    say(&text);
    verify::report(&[], verify::Form::Brief, verify::Scope::Both)
}

fn config() -> String {
    match (home::config_path(), home::load_config()) {
        (_, Err(reason)) => [&reason, "; every command stays as it is"].concat(),
        (Some(path), Ok(_)) if path.exists() => shown(&path),
        (Some(path), Ok(_)) => ["none (", &shown(&path), ")"].concat(),
        (None, _) => "no home directory".to_string(),
    }
}

/// Whether what is kept is the user's alone.
fn recall(directory: &Path) -> String {
    let state = match directory.symlink_metadata() {
        Err(_) => " (nothing kept)",
        #[cfg(unix)]
        Ok(meta) if std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o077 != 0 => {
            " (WARN: others may read it; chmod 700)"
        }
        Ok(_) => " (yours alone)",
    };
    [&shown(directory), state].concat()
}
