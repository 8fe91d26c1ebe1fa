//! Runs a command as it stands: spawn, stream, signals, fall back, recall.

use std::ffi::OsString;

/// Runs `args` and gives its exit status (127 not found, 126 not executable, 128+n killed).
pub fn main(args: &[OsString]) -> u8 {
    let _ = args;
    127
}
