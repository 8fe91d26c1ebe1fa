//! init, uninstall, show, verify: plan, splice, write atomically, record hashes.

mod agents;
mod block;
mod json_edit;
mod plan;
mod record;
mod target;
mod write;

use std::ffi::OsString;
use std::io::Write;

/// `rtk init`, `rtk verify`, `rtk doctor`; gives the exit status.
pub fn main(verb: &str, arguments: &[OsString]) -> u8 {
    let _ = arguments;
    let _ = writeln!(std::io::stderr(), "rtk: {verb} is not in this build");
    2
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
