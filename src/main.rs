//! argv in, exit status out; nothing else in the program exits.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(rtk::cli::main(std::env::args_os().skip(1).collect()))
}
