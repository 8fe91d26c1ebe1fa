//! One reader for each stream.
//!
//! Standard output and standard error may arrive on one pipe or on two. On two,
//! their lines interleave in any order, so a block that spans lines (a test's
//! failure, a compiler's code frame) must be followed on each stream by itself.
//! On one pipe everything arrives as standard output and the tool's own order
//! holds. Either way a reader that knows all of the tool's lines, once for each
//! stream, is right, and what it prints goes to the stream it came from.

use super::{End, Filter, Out, Status, Stream};

/// Where a reader prints.
pub(crate) struct To<'a> {
    out: &'a mut Out,
    stream: Stream,
    /// At the end: the other stream told of a failure.
    pub(crate) failure_elsewhere: bool,
    /// Set by a reader that told where an error is; both see it.
    pub(crate) placed: bool,
}

impl To<'_> {
    /// Prints a line.
    pub(crate) fn line(&mut self, line: &[u8]) {
        self.out.line(self.stream, line);
    }
    /// Leaves out a line that carries a fact, counted under `what`.
    pub(crate) fn omit(&mut self, what: &'static str, line: &[u8]) {
        self.out.omit(what, line);
    }
    /// Leaves out a line that carries none.
    pub(crate) fn noise(&mut self, line: &[u8]) {
        self.out.noise(line);
    }
    /// Where another filter may print for this one.
    pub(crate) fn parts(&mut self) -> (&mut Out, Stream) {
        (self.out, self.stream)
    }
}

/// What a reader found in its stream.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Saw {
    /// The tool's own words were recognised: a total, a diagnostic, a failure.
    pub known: bool,
    /// A reason for a status that is not 0 was printed.
    pub failure: bool,
}

/// Reads one stream of one tool.
pub(crate) trait Lines {
    /// One line, as [`Filter::line`] gets it.
    fn line(&mut self, line: &[u8], to: &mut To<'_>);
    /// The stream has ended; what is held must be printed now.
    fn end(&mut self, status: Status, to: &mut To<'_>) -> Saw;
}

/// A filter made of one reader for each stream.
pub(crate) struct Both {
    readers: [Box<dyn Lines>; 2],
    silent: bool,
    placed: bool,
}

/// `make` is called once for each stream.
pub(crate) fn both(make: impl Fn() -> Box<dyn Lines>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Both {
        readers: [make(), make()],
        silent: true,
        placed: false,
    }))
}

impl Filter for Both {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.silent &= line.is_empty();
        let mut to = To {
            out,
            stream,
            failure_elsewhere: false,
            placed: self.placed,
        };
        self.readers[stream as usize].line(line, &mut to);
        self.placed = to.placed;
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        let (mut known, mut failure) = (self.silent, false);
        for stream in [Stream::Err, Stream::Out] {
            let mut to = To {
                out,
                stream,
                failure_elsewhere: failure,
                placed: self.placed,
            };
            let saw = self.readers[stream as usize].end(status, &mut to);
            self.placed = to.placed;
            known |= saw.known;
            failure |= saw.failure;
        }
        let told = match status {
            Status::Code(0) => known,
            Status::Code(_) | Status::Signal(_) => failure,
            Status::Cut => true,
        };
        if told { End::Told } else { End::Raw }
    }
}
