//! `~/.config/rtk/config.toml`: a TOML subset. A config that cannot be read means raw.

/// The user's configuration.
#[derive(Debug, Default)]
pub struct Config {
    /// `[hooks] exclude_commands`.
    pub exclude_commands: Vec<String>,
    /// `[permissions] approve_read_only`.
    pub approve_read_only: bool,
    /// `[filters] lossless`.
    pub lossless: bool,
}
