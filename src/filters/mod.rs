//! Shapes and the readers of the tools that use them.
//!
//! A filter is a state machine over lines: it sees each line once, may print at
//! once, and learns the exit status at the end. What it holds is bounded.
//! It never sees escape sequences: they are taken off before. It must not rely
//! on which stream a line came from, because both may arrive on one pipe.

use crate::rules::Reader;

/// The stream a line came from, or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output (also standard error, where both are one file).
    Out,
    /// Standard error.
    Err,
}

/// How the tool ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Exit status, 0 to 255.
    Code(u8),
    /// Killed by this signal.
    Signal(u8),
    /// Its output ended here but the tool did not: rtk was told to stop.
    Cut,
}

/// What a filter says at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// What was printed tells the whole story.
    Told,
    /// Not understood, or a failure without a recognised reason: print it raw.
    Raw,
}

/// Reads one tool's output.
pub trait Filter {
    /// One line, without its line end, escape sequences taken off.
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out);
    /// The tool has ended.
    fn end(&mut self, status: Status, out: &mut Out) -> End;
}

/// What a filter prints, and what it says it left out.
#[derive(Debug, Default)]
pub struct Out {
    /// Text to print, in order.
    pub text: Vec<(Stream, Vec<u8>)>,
}

impl Out {
    /// Prints a line.
    pub fn line(&mut self, stream: Stream, line: &[u8]) {
        let mut text = line.to_vec();
        text.push(b'\n');
        self.text.push((stream, text));
    }
    /// Leaves out a line that carries a fact: counted under `what` (a plural:
    /// `passing tests`) and announced once by a marker with the way to get it back.
    pub fn omit(&mut self, what: &'static str, line: &[u8]) {
        let _ = (what, line);
    }
    /// Leaves out a line that carries none (a banner, a hint, a progress bar).
    pub fn noise(&mut self, line: &[u8]) {
        let _ = line;
    }
}

/// The filter for a command, or `None` where the tool's own output is best.
/// `words` are the tool's name and its arguments.
pub fn make(reader: Reader, words: &[&str]) -> Option<Box<dyn Filter>> {
    let _ = words;
    match reader {
        Reader::Raw => None,
    }
}
