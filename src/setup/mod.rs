//! init, uninstall, show, verify: plan, splice, write atomically, record hashes.

mod agents;
mod block;
mod diff;
mod doctor;
mod find;
mod init;
mod json_edit;
mod piece;
mod plan;
mod record;
mod sample;
mod saving;
pub(crate) mod script;
mod target;
mod verify;
mod write;

use std::ffi::OsString;
use std::path::Path;

/// `rtk init`, `rtk verify`, `rtk doctor`; gives the exit status.
pub fn main(verb: &str, arguments: &[OsString]) -> u8 {
    match verb {
        "verify" => verify::main(arguments),
        "doctor" => doctor::main(),
        _ => init::main(arguments),
    }
}

/// Why nothing is done: one line for people.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal(String);

impl Refusal {
    fn new(path: &Path, why: impl AsRef<str>) -> Refusal {
        Refusal([&shown(path), " ", why.as_ref()].concat())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path for people: `~` for the home directory.
pub(crate) fn shown(path: &Path) -> String {
    let home = crate::home::dir();
    match home.as_deref().map(|home| path.strip_prefix(home)) {
        Some(Ok(below)) if !below.as_os_str().is_empty() => {
            ["~/", &below.to_string_lossy()].concat()
        }
        _ => path.to_string_lossy().into_owned(),
    }
}
