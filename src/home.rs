//! Where the user's own files are, and rtk's configuration among them.
//!
//! Source: the XDG Base Directory Specification 0.8. A variable that is empty or
//! holds a relative path counts as unset, as that document says.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::files::{self, ReadError};

/// The user's home directory: `$HOME`, on Windows `%USERPROFILE%`.
pub fn dir() -> Option<PathBuf> {
    directory("HOME").or_else(|| {
        if cfg!(windows) {
            directory("USERPROFILE")
        } else {
            None
        }
    })
}

/// The absolute directory that an environment variable names.
pub fn directory(variable: impl AsRef<OsStr>) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(variable)?);
    path.is_absolute().then_some(path)
}

/// `$XDG_CONFIG_HOME/rtk/config.toml`, else `~/.config/rtk/config.toml`.
pub fn config_path() -> Option<PathBuf> {
    let base = directory("XDG_CONFIG_HOME").or_else(|| dir().map(|home| home.join(".config")))?;
    Some(base.join("rtk").join("config.toml"))
}

/// Reads the configuration; without a file it is the default one. `RTK_DISABLED=1`
/// of the environment is in it.
///
/// # Errors
/// One line for people: the file, the line in it, the reason. It then holds for
/// nothing: commands stay as they are.
pub fn load_config() -> Result<Config, String> {
    let mut config = match config_path() {
        Some(path) => read_config(&path)?,
        None => Config::default(),
    };
    config.disabled = std::env::var_os("RTK_DISABLED").is_some_and(|value| value == "1");
    Ok(config)
}

fn read_config(path: &Path) -> Result<Config, String> {
    match files::read(path, files::MAX_SETTINGS_BYTES) {
        Ok(bytes) => Config::parse(&bytes).map_err(|reason| format!("{}:{reason}", path.display())),
        Err(ReadError::Missing) => Ok(Config::default()),
        Err(reason) => Err(format!("{}: {reason}", path.display())),
    }
}

/// `$XDG_CACHE_HOME/rtk/recall`, else `~/.cache/rtk/recall`: what filters left out.
pub fn recall_directory() -> Option<PathBuf> {
    let base = directory("XDG_CACHE_HOME").or_else(|| dir().map(|home| home.join(".cache")))?;
    Some(base.join("rtk").join("recall"))
}
