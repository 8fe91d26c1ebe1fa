//! The shape *log and progress*: what a program said on its way.
//!
//! [`fold::Fold`] shortens the log of a program that is not known; [`progress`] has
//! the lines of tools that install, build and deploy, one table a tool.

mod clouds;
mod deploys;
mod docker;
mod fold;
mod installs;
pub(crate) mod line;
mod progress;
pub(super) mod terraform;

use std::collections::VecDeque;

use super::{About, End, Filter, Out, Status, Stream};

pub(super) use clouds::{buckets, described};
pub(super) use deploys::*;
pub(super) use docker::{build, pull, up};
pub(super) use fold::Fold;
pub(super) use installs::*;
pub(super) use line::shape;
pub(super) use progress::{Do, Known, Progress, fits};

/// What the readers of this shape do.
pub(super) const ABOUT: About = About {
    shape: "log",
    keeps: "errors, warnings, the first line of each kind, the last lines, results",
    drops: "repeats (counted), progress, downloads",
};

/// Lines that somebody asked for by number (`--tail 20`) and that are all shown.
const ASKED_MAX: usize = 100;

/// Logs of containers, units and services.
pub(super) fn logs(words: &[&str]) -> Option<Box<dyn Filter>> {
    let asked = asked_lines(words).is_some_and(|lines| lines <= ASKED_MAX);
    Some(Box::new(Log {
        fold: Fold::new(if asked { u16::MAX } else { 1 }, 4),
    }))
}

/// `cat`, `head`, `tail` of a log file, where more than a few lines are asked for.
pub(super) fn file(words: &[&str]) -> Option<Box<dyn Filter>> {
    let named = |word: &&str| {
        let name = word.rsplit('/').next().unwrap_or(word);
        let dated = name.split_once(".log.").map(|(_, rest)| rest);
        let number = |rest: &str| {
            rest.bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'-')
        };
        !word.starts_with('-')
            && (name.ends_with(".log") || word.contains("/var/log/") || dated.is_some_and(number))
    };
    let asked = words[0].ends_with("cat") || asked_lines(words).is_some_and(|n| n > ASKED_MAX);
    let logs = words.len() > 1 && words[1..].iter().any(named);
    let exact = words[1..]
        .iter()
        .any(|word| word.starts_with('-') && word.contains(['c', '+']));
    (logs && asked && !exact).then(|| -> Box<dyn Filter> {
        Box::new(LogFile {
            fold: Fold::of_file(),
            last: VecDeque::new(),
        })
    })
}

/// What a program said that is not known: a script, a task, a tool without a table.
pub(super) fn any() -> Option<Box<dyn Filter>> {
    Some(Box::new(Log {
        fold: Fold::new(EACH, 2),
    }))
}

/// Lines of a kind that are shown, of a program that is not known.
const EACH: u16 = 12;

/// The number of `--tail 20`, `--tail=20`, `-n 20`, `-n20`, `--lines=20`, `-20`.
fn asked_lines(words: &[&str]) -> Option<usize> {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let given = match *word {
            "--tail" | "-n" | "--lines" | "--limit" => words.next().copied(),
            _ => ["--tail=", "--lines=", "--limit=", "-n", "-"]
                .iter()
                .find_map(|start| word.strip_prefix(start)),
        };
        if let Some(lines) = given.and_then(|given| given.parse().ok()) {
            return Some(lines);
        }
    }
    None
}

/// A log.
struct Log {
    fold: Fold,
}

impl Filter for Log {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.fold.line(line, stream, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.fold.end(out);
        told(status, self.fold.alarm)
    }
}

/// Last lines of a log file that are shown whatever they say.
const LAST_OF_FILE: usize = 20;

/// A log file.
struct LogFile {
    fold: Fold,
    last: VecDeque<(Stream, Vec<u8>)>,
}

impl Filter for LogFile {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.last.push_back((stream, line.to_vec()));
        if self.last.len() > LAST_OF_FILE
            && let Some((stream, line)) = self.last.pop_front()
        {
            self.fold.line(&line, stream, out);
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.fold.end(out);
        out.mark();
        for (stream, line) in self.last.drain(..) {
            self.fold.show(&line, stream, out);
        }
        told(status, self.fold.alarm)
    }
}

/// A failure without a reason is told raw.
pub(super) fn told(status: Status, reason: bool) -> End {
    match status {
        Status::Code(0) | Status::Cut => End::Told,
        Status::Code(_) | Status::Signal(_) if reason => End::Told,
        Status::Code(_) | Status::Signal(_) => End::Raw,
    }
}
