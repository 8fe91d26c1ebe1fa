//! `rtk git status`: runs a command as it stands and prints what its filter says.
//!
//! Where nothing is to be filtered rtk replaces itself with the tool (`exec`), and
//! is gone: a command without a reader, `RTK_DISABLED=1`, `rtk --raw`, arguments
//! that are not text, a configuration that cannot be read. Otherwise see `stream`.
//!
//! Exit status as a shell gives it (POSIX XCU 2.8.2): the tool's own, 127 if there
//! is no such program, 126 if it cannot be executed, 128+n if signal n ended it.

pub mod pipe;
mod printer;
pub mod recall;
#[cfg(unix)]
mod signals;
mod source;
mod stream;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, ExitStatus};

use crate::filters::{self, Filter};
use crate::home;

/// Runs `args` and gives its exit status, unless it becomes the tool.
pub fn main(args: &[OsString]) -> u8 {
    if std::env::var_os("RTK_DISABLED").is_some_and(|value| value == "1") {
        return raw(args);
    }
    match filter_for(args) {
        Some(filter) => with_filter(args, filter),
        None => raw(args),
    }
}

/// Runs `args` through this filter, whatever the table says.
pub fn with_filter(args: &[OsString], filter: Box<dyn Filter>) -> u8 {
    match home::load_config() {
        Ok(config) => stream::run(args, filter, &config),
        Err(reason) => {
            let _ = writeln!(io::stderr(), "rtk: {reason}");
            raw(args)
        }
    }
}

/// What a program that starts at C's `main` has to do first.
#[cfg(target_os = "linux")]
pub fn start() {
    signals::start();
}

/// From now on a file size limit is an error of a write, and not the end.
pub(crate) fn survive_file_size_limit() {
    #[cfg(unix)]
    signals::survive_file_size_limit();
}

fn filter_for(args: &[OsString]) -> Option<Box<dyn Filter>> {
    let words: Option<Vec<&str>> = args.iter().map(|word| word.to_str()).collect();
    filters::for_command(&words?)
}

/// Becomes the tool. Gives a status only if that fails.
pub fn raw(args: &[OsString]) -> u8 {
    let Some((program, operands)) = args.split_first() else {
        let _ = writeln!(io::stderr(), "rtk: no command");
        return 2;
    };
    let mut command = Command::new(program);
    command.args(operands);
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    let error = match command.status() {
        Ok(status) => return exit_status(status),
        Err(error) => error,
    };
    not_run(program, &error)
}

/// Says why the program does not run, and gives the status for that.
fn not_run(program: &OsString, error: &io::Error) -> u8 {
    let program = program.to_string_lossy();
    let (status, reason) = match error.kind() {
        io::ErrorKind::NotFound if program.contains('/') => (127, "no such file".to_owned()),
        io::ErrorKind::NotFound => (127, "command not found".to_owned()),
        io::ErrorKind::PermissionDenied => (126, "permission denied".to_owned()),
        _ => (126, error.to_string()),
    };
    let _ = writeln!(io::stderr(), "rtk: {program}: {reason}");
    status
}

/// The status that a shell would give.
fn exit_status(status: ExitStatus) -> u8 {
    match (status.code(), signal_of(status)) {
        (_, Some(signal)) => signal.saturating_add(128),
        // More than a byte is what Windows has for "crashed".
        (code, None) => code.map_or(1, |code| u8::try_from(code).unwrap_or(1)),
    }
}

/// The signal that ended it.
#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<u8> {
    let signal = std::os::unix::process::ExitStatusExt::signal(&status)?;
    u8::try_from(signal).ok()
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> Option<u8> {
    None
}
