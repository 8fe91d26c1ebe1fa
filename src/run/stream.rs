//! A tool and its filter: what the one prints goes through the other as it comes.
//!
//! Where stdout and stderr are one file the tool gets one pipe for both, so that the
//! order stays; otherwise a pipe each. A stderr that goes to a file or to
//! `/dev/null` is not touched: the user asked for that file.
//!
//! The tool is waited for, not what it leaves behind: a process in the background
//! that keeps the pipe open is given [`LINGER`] after the tool's end, and another reader
//! (`Source::leave`). A signal is
//! passed on to the tool; if that takes longer than [`LINGER`], what was read so
//! far is printed, and what still comes is printed as it comes.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use super::printer::Printer;
use super::recall::{Spool, raw_command};
use super::source::{Event, Source};
use crate::config::Config;
use crate::filters::{Filter, Session, Status, Stream};

/// Of a write that nobody reads: 13 on every unix.
const SIGPIPE: u8 = 13;

/// Silence after which what is held is printed.
pub(super) const SILENCE: Duration = Duration::from_millis(25);
/// Time from the first output after which nothing is held any more.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long the end of the tool, or of its output, may be off.
const LINGER: Duration = Duration::from_millis(200);
/// How often it is looked whether the tool has ended while its output has not.
const TICK: Duration = Duration::from_millis(20);

/// Runs the command through the filter and gives its exit status.
pub(super) fn run(args: &[OsString], filter: Box<dyn Filter>, config: &Config) -> u8 {
    let started = Targets::open().and_then(|targets| Ok((start(args, &targets)?, targets)));
    let ((mut child, source), targets) = match started {
        Ok(started) => started,
        // A script without `#!`, no more descriptors: the tool itself may still do.
        Err(_) => return super::raw(args),
    };
    // A panic in a filter is caught; its message is nobody's business.
    std::panic::set_hook(Box::new(|_| {}));
    let mut spool = Spool::new(args, raw_command(args), config.no_recall);
    let mut session = Session::new(filter, &mut spool);
    if config.lossless {
        session = session.lossless();
    }
    let mut printer = Printer::new(targets.files);
    let (status, shortened) = relay(&mut child, source, session, &mut printer);
    spool.close(shortened);
    let broken_pipe = super::signal_of(status) == Some(SIGPIPE);
    let status = super::exit_status(status);
    match printer.failed() {
        None => status,
        Some(error) => {
            let _ = writeln!(io::stderr(), "rtk: output is lost: {error}");
            // The tool was told that all is written, and it is not; or found its output
            // closed because rtk could not write.
            match status == 0 || broken_pipe {
                true => 1,
                false => status,
            }
        }
    }
}

/// Where the filtered text goes.
pub(super) struct Targets {
    pub(super) files: [Output; 2],
    /// Both are one file.
    same: bool,
    /// What the tool writes to stderr is none of rtk's business.
    leave_err: bool,
}

#[cfg(unix)]
pub(super) type Output = std::fs::File;
#[cfg(not(unix))]
pub(super) type Output = Box<dyn Write>;

impl Targets {
    #[cfg(unix)]
    pub(super) fn open() -> io::Result<Targets> {
        use std::io::IsTerminal;
        use std::os::fd::AsFd;
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let out = io::stdout().as_fd().try_clone_to_owned()?;
        let err = io::stderr().as_fd().try_clone_to_owned()?;
        let files = [Output::from(out), Output::from(err)];
        let (out, err) = (files[0].metadata()?, files[1].metadata()?);
        let same = (out.dev(), out.ino()) == (err.dev(), err.ino());
        let kind = err.file_type();
        let device = kind.is_char_device() && !files[1].is_terminal();
        Ok(Targets {
            files,
            same,
            leave_err: !same && (kind.is_file() || device),
        })
    }

    #[cfg(not(unix))]
    pub(super) fn open() -> io::Result<Targets> {
        Ok(Targets {
            files: [Box::new(io::stdout()), Box::new(io::stderr())],
            same: false,
            leave_err: false,
        })
    }
}

/// Starts the tool with its output in our hands, all else as it is.
fn start(args: &[OsString], targets: &Targets) -> io::Result<(Child, Source)> {
    let mut command = Command::new(&args[0]);
    command.args(&args[1..]);
    let (out, out_end) = io::pipe()?;
    let mut pipes = [Some(out), None];
    if targets.same {
        command.stderr(out_end.try_clone()?);
    } else if !targets.leave_err {
        let (err, err_end) = io::pipe()?;
        pipes[1] = Some(err);
        command.stderr(err_end);
    }
    command.stdout(out_end);
    #[cfg(unix)]
    {
        use std::io::IsTerminal;
        let terminal = io::stdin().is_terminal() || targets.files.iter().any(Output::is_terminal);
        super::signals::catch(terminal);
        super::signals::die_together(&mut command);
    }
    let child = command.spawn()?;
    #[cfg(unix)]
    super::signals::set_child(child.id());
    Ok((child, Source::new(pipes)))
}

/// Feeds the session until the tool has ended. Gives its status, and whether
/// something was not shown.
fn relay(
    child: &mut Child,
    mut source: Source,
    mut session: Session<'_>,
    printer: &mut Printer,
) -> (ExitStatus, bool) {
    let mut shortened = None;
    let (mut first, mut heard) = (None::<Instant>, None::<Instant>);
    let mut looked = Instant::now();
    let mut ended: Option<(ExitStatus, Instant)> = None;
    let mut told_to_end: Option<Instant> = None;
    loop {
        let silent = match source.next(TICK) {
            Event::End => break,
            Event::Silence => true,
            Event::Bytes(stream, bytes) => {
                heard = Some(Instant::now());
                first = first.or(heard);
                match shortened {
                    None => session.push(stream, bytes, &mut |s, text| printer.put(s, text)),
                    Some(_) => printer.put(stream, bytes),
                }
                false
            }
        };
        let held_long = heard.is_some_and(|last| last.elapsed() >= SILENCE)
            || first.is_some_and(|first| first.elapsed() >= PATIENCE);
        if held_long && shortened.is_none() {
            session.idle(&mut |stream, text| printer.put(stream, text));
        }
        printer.flush();
        for stream in [Stream::Out, Stream::Err] {
            if printer.is_closed(stream) {
                // The tool is to find out in its own way.
                source.close(stream);
            }
        }
        if !silent && looked.elapsed() < TICK {
            continue;
        }
        looked = Instant::now();
        if ended.is_none() {
            ended = child
                .try_wait()
                .ok()
                .flatten()
                .map(|status| (status, looked));
        } else if silent {
            break;
        }
        if ended.is_some_and(|(_, at)| at.elapsed() >= LINGER) {
            break;
        }
        if caught().is_some() && told_to_end.get_or_insert(looked).elapsed() >= LINGER {
            shortened.get_or_insert_with(|| {
                session.finish(Status::Cut, &mut |stream, text| printer.put(stream, text))
            });
            printer.flush();
        }
    }
    let status = match ended {
        Some((status, _)) => status,
        // It cannot fail: the tool is ours and has not been waited for.
        None => child.wait().unwrap_or_default(),
    };
    let shortened = shortened.unwrap_or_else(|| {
        let status = match super::signal_of(status) {
            Some(signal) => Status::Signal(signal),
            None => Status::Code(super::exit_status(status)),
        };
        session.finish(status, &mut |stream, text| printer.put(stream, text))
    });
    printer.flush();
    source.leave(printer.files());
    (status, shortened)
}

#[cfg(unix)]
use super::signals::caught;

#[cfg(not(unix))]
fn caught() -> Option<u8> {
    None
}
