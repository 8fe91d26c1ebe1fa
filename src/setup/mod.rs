//! init, uninstall, show, verify: plan, splice, write atomically, record hashes.

mod agents;
mod block;
mod diff;
mod doctor;
mod find;
mod init;
mod json_edit;
mod plan;
mod record;
pub(crate) mod script;
mod target;
mod verify;
mod write;

use std::ffi::OsString;

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
    fn new(path: &std::path::Path, why: impl AsRef<str>) -> Refusal {
        Refusal(format!("{} {}", path.display(), why.as_ref()))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
