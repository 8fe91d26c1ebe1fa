//! One file an agent: what it sends, what it wants back, where it is configured.

pub mod claude_rules;

use std::ffi::OsString;

/// `rtk hook ARGS...`: answers an agent. The exit status is 0 whatever happens.
pub fn hook(arguments: &[OsString]) -> u8 {
    let _ = arguments;
    0
}
