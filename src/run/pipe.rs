//! `rtk pipe [--status N] FILTER...`: a log from somewhere else through the filter of
//! the command that made it (`rtk pipe cargo test < ci.log`), and `rtk filters`:
//! which there are.
//!
//! How the command ended is not in its log. Without `--status` nothing is said that
//! only a status of 0 would prove, and what is not understood is shown raw.

use std::ffi::OsString;
use std::io::{self, Write};
use std::time::Duration;

use super::printer::Printer;
use super::recall::Spool;
use super::source::{Event, Source};
use super::stream::{SILENCE, Targets};
use crate::filters::{self, Filter, Session, Status};
use crate::home;
use crate::rules;

const USAGE: &str = "usage: rtk pipe [--status N] COMMAND...   (rtk filters lists them)";

/// `rtk pipe ARGS...`; gives the exit status: 0 if the input was filtered.
pub fn main(args: &[OsString]) -> u8 {
    let words: Option<Vec<&str>> = args.iter().map(|word| word.to_str()).collect();
    let fault = match words.as_deref().map(parse) {
        Some(Ok((filter, status))) => match run(args, filter, status) {
            Ok(()) => return 0,
            Err(error) => format!("rtk: pipe: {error}"),
        },
        Some(Err(reason)) => format!("rtk: pipe: {reason}\n{USAGE}"),
        None => USAGE.to_owned(),
    };
    let _ = writeln!(io::stderr(), "{fault}");
    2
}

/// The filter that is meant, and how the command ended.
fn parse(words: &[&str]) -> Result<(Box<dyn Filter>, Status), String> {
    let (status, command) = match words {
        ["--status", status, command @ ..] => {
            let status = status
                .parse()
                .map_err(|_| format!("no exit status: {status}"))?;
            (Status::Code(status), command)
        }
        command => (Status::Cut, command),
    };
    // `cargo test`, "cargo test" and cargo-test are the same.
    let blanks = command.join(" ");
    let hyphens = blanks.replace('-', " ");
    let filter = [&blanks, &hyphens].into_iter().find_map(|name| {
        let mut words: Vec<&str> = name.split_ascii_whitespace().collect();
        filters::for_command(&words).or_else(|| {
            // Without an operand some commands read their own input.
            words.push("x");
            filters::for_command(&words).filter(|_| words.len() > 1)
        })
    });
    match filter {
        Some(filter) => Ok((filter, status)),
        None if blanks.is_empty() => Err("of which command?".to_owned()),
        None => Err(format!("no filter for {blanks}")),
    }
}

fn run(args: &[OsString], filter: Box<dyn Filter>, status: Status) -> io::Result<()> {
    let config = home::load_config().map_err(io::Error::other)?;
    std::panic::set_hook(Box::new(|_| {}));
    let mut command = vec![OsString::from("pipe")];
    command.extend_from_slice(args);
    let mut spool = Spool::new(&command, "the input itself".to_owned(), config.no_recall);
    let mut session = Session::new(filter, &mut spool);
    if config.lossless {
        session = session.lossless();
    }
    let mut printer = Printer::new(Targets::open()?.files);
    let mut source = Source::new([Some(stdin()?), None]);
    let mut silence = Duration::ZERO;
    loop {
        match source.next(SILENCE) {
            Event::End => break,
            Event::Bytes(stream, bytes) => {
                silence = Duration::ZERO;
                session.push(stream, bytes, &mut |stream, text| printer.put(stream, text));
            }
            Event::Silence => {
                if silence.is_zero() {
                    session.idle(&mut |stream, text| printer.put(stream, text));
                }
                silence += SILENCE;
            }
        }
        printer.flush();
        if printer.is_closed(filters::Stream::Out) {
            break;
        }
    }
    let shortened = session.finish(status, &mut |stream, text| printer.put(stream, text));
    printer.flush();
    drop(session);
    spool.close(shortened);
    match printer.failed() {
        Some(error) => Err(io::Error::new(
            error.kind(),
            format!("output is lost: {error}"),
        )),
        None => Ok(()),
    }
}

/// Standard input without std's buffer.
fn stdin() -> io::Result<io::PipeReader> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(io::PipeReader::from(owned))
}

/// Columns of `rtk filters`.
const COLUMNS: usize = 80;

/// `rtk filters`: the families by what is done with their output.
pub fn list() -> u8 {
    let mut groups: Vec<(&filters::About, Vec<&str>)> = Vec::new();
    for family in rules::families() {
        let Some(about) = filters::about(family.reader) else {
            continue;
        };
        match groups.iter_mut().find(|(of, _)| *of == about) {
            Some((_, names)) => names.push(family.name),
            None => groups.push((about, vec![family.name])),
        }
    }
    let mut text = String::new();
    while let Some((first, _)) = groups.first() {
        let shape = first.shape;
        text.push_str(shape);
        text.push('\n');
        let (alike, others): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|(about, _)| about.shape == shape);
        for (about, names) in &alike {
            wrap(&mut text, "  ", names.join(", ").split(' '));
            wrap(&mut text, "    keeps ", about.keeps.split(' '));
            wrap(&mut text, "    drops ", about.drops.split(' '));
            text.push('\n');
        }
        groups = others;
    }
    text.pop();
    // A reader that has gone does not want the rest.
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    0
}

/// Words behind `head`, in lines of at most [`COLUMNS`].
fn wrap<'w>(text: &mut String, head: &str, words: impl Iterator<Item = &'w str>) {
    text.push_str(head);
    let mut column = head.len();
    for (n, word) in words.enumerate() {
        if n > 0 && column + 1 + word.len() > COLUMNS {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', head.len()));
            column = head.len();
        } else if n > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}
