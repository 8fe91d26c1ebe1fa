//! rtk's own verbs and their help. Everything that is not a verb is a command to run.

mod rewrite;

use std::ffi::OsString;

/// Runs `rtk ARGS...` (without the program's own name) and gives the exit status.
pub fn main(args: Vec<OsString>) -> u8 {
    match args.first().and_then(|a| a.to_str()) {
        None => 2,
        Some("rewrite") => rewrite::run(&args[1..]),
        Some("--raw") => crate::run::raw(&args[1..]),
        Some("pipe") => crate::run::pipe::main(&args[1..]),
        Some("filters") => crate::run::pipe::list(),
        Some("recall") => crate::run::recall::main(&args[1..]),
        Some(_) => crate::run::main(&args),
    }
}
