//! `npm test`, `pnpm run x`, `yarn x`, `bun run x`: a package's script runs a tool that
//! only the package knows; the runner says which one before it starts it:
//!
//! ```text
//! > tideline-web@1.4.0 test
//! > vitest run
//! ```
//!
//! yarn and bun say `$ vitest run`. From there on the tool's own filter reads, as if
//! the tool had been called itself; what comes before is held for it.

use super::{About, End, Filter, Out, Status, Stream, diagnostics, for_command};

/// Bytes held before the command is known.
const HELD_MAX: usize = 16 << 10;

/// Lines of the runners themselves that say nothing; the status says the rest.
const NOISE: &[&[u8]] = &[
    b"yarn run v",
    b"Done in ",
    b"info Visit https://yarnpkg.com/",
    b"error Command failed with exit code ",
    b" ELIFECYCLE ",
    "\u{2009}ELIFECYCLE\u{2009}".as_bytes(),
    b"npm ERR! Test failed.  See above",
    b"npm error Lifecycle script ",
    b"npm error A complete log of this run",
    b"npm ERR! A complete log of this run",
    b"npm error To see a list of scripts, run:",
    b"npm error   npm run",
    b"npm ERR! To see a list of scripts, run:",
    b"npm ERR!   npm run",
    b"npm error Did you mean one of these?",
    b"npm error code ",
    b"npm error path ",
    b"npm error workspace ",
    b"npm error location ",
    b"npm error command ",
    b"npm ERR! code ELIFECYCLE",
    b"npm ERR! errno ",
    b"npm ERR! Exit status ",
    b"npm ERR! This is probably not a problem with npm.",
];

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "log",
    keeps: "what the filter of the tool keeps that the script runs",
    drops: "what that filter drops, the package runner's own lines",
};

/// The filter.
pub(super) fn make() -> Option<Box<dyn Filter>> {
    Some(Box::new(Package::default()))
}

/// Reads the runner's lines and hands on the tool's.
#[derive(Default)]
struct Package {
    inner: Option<Box<dyn Filter>>,
    held: Vec<(Stream, Vec<u8>)>,
    bytes: usize,
    /// The line above was `> name@version script`.
    named: bool,
}

impl Package {
    /// A line of the runner's own.
    fn own(&mut self, line: &[u8], out: &mut Out) -> bool {
        let named = std::mem::take(&mut self.named);
        if let Some(text) = line.strip_prefix(b"> ") {
            if named {
                self.start(text, out);
                return true;
            }
            // A scoped name begins with `@`.
            self.named = text.iter().skip(1).any(|&byte| byte == b'@') && text.contains(&b' ');
            return self.named;
        }
        let command = line.strip_prefix(b"$ ").filter(|_| self.inner.is_none());
        if let Some(command) = command {
            self.start(command, out);
        }
        command.is_some() || NOISE.iter().any(|start| line.starts_with(start))
    }

    /// The command is known: its filter reads on.
    fn start(&mut self, command: &[u8], out: &mut Out) {
        if let Some(mut before) = self.inner.take() {
            // `pretest` has ended well, or this would not have begun.
            before.end(Status::Cut, out);
        }
        let filter = std::str::from_utf8(command).ok().and_then(tool);
        self.use_filter(filter, out);
    }

    /// Its own filter, or the one for any script.
    fn use_filter(&mut self, filter: Option<Box<dyn Filter>>, out: &mut Out) {
        let Some(mut inner) = filter.or_else(diagnostics::script) else {
            return;
        };
        for (stream, line) in self.held.drain(..) {
            inner.line(&line, stream, out);
        }
        self.inner = Some(inner);
    }
}

/// The filter of the last tool in a script: those before it have ended well, and their
/// lines are none of its own, so they are shown.
fn tool(command: &str) -> Option<Box<dyn Filter>> {
    let last = command.rsplit("&&").next()?.trim();
    if last.contains(['|', ';', '>', '`', '$']) {
        return None;
    }
    let setting =
        |word: &&str| *word == "cross-env" || (word.contains('=') && !word.starts_with('-'));
    let words: Vec<&str> = last.split_ascii_whitespace().skip_while(setting).collect();
    for_command(&words)
}

impl Filter for Package {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        if self.own(line, out) {
            out.noise(line);
        } else if let Some(inner) = &mut self.inner {
            inner.line(line, stream, out);
        } else if !line.is_empty() {
            self.bytes += line.len();
            self.held.push((stream, line.to_vec()));
            if self.bytes > HELD_MAX {
                self.use_filter(None, out);
            }
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        if self.inner.is_none() {
            self.use_filter(None, out);
        }
        self.inner
            .as_mut()
            .map_or(End::Raw, |inner| inner.end(status, out))
    }
}
