//! Tools that print one JSON document by themselves.

use super::super::log::{Fold, told};
use super::super::{End, Filter, Out, Status, Stream};
use super::records;
use crate::text::json;

/// Longer documents are printed line by line, less the blanks in front.
const BYTES: usize = 1024 * 1024;

/// aws, docker inspect and kin.
pub(crate) fn json() -> Option<Box<dyn Filter>> {
    new(false)
}

/// `aws logs`: the events of a log.
pub(crate) fn json_logs() -> Option<Box<dyn Filter>> {
    new(true)
}

fn new(logs: bool) -> Option<Box<dyn Filter>> {
    Some(Box::new(Document {
        logs,
        text: Vec::new(),
        state: State::Before,
        rest: Fold::new(if logs { 1 } else { u16::MAX }, 4),
    }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No line of the document has come.
    Before,
    /// The document is held.
    Held,
    /// It is too long to be held.
    Long,
    /// It is over.
    After,
}

struct Document {
    logs: bool,
    text: Vec<u8>,
    state: State,
    rest: Fold,
}

impl Document {
    /// The document is complete, or will never be.
    fn close(&mut self, out: &mut Out) -> bool {
        let text = std::mem::take(&mut self.text);
        self.state = State::After;
        let Ok(document) = json::parse(&text) else {
            return text.is_empty();
        };
        let rest = &mut self.rest;
        // One alone is said; of many, recall.
        let mut names: Vec<Vec<u8>> = Vec::new();
        let events = self.logs.then(|| {
            records::events(document, |line, is_event| match is_event {
                true => rest.line(line, Stream::Out, out),
                false => names.push(line.to_vec()),
            })
        });
        match &names[..] {
            [] => {}
            [one] => out.line(Stream::Out, one),
            _ => out.omit_many("log stream names", names.len(), &names.join(&b'\n')),
        }
        if events.flatten().is_none() {
            records::print(document, out);
        }
        true
    }
}

impl Filter for Document {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let begins = stream == Stream::Out && matches!(line.first(), Some(b'{' | b'['));
        match self.state {
            State::Before if begins => self.state = State::Held,
            State::Long => return out.line(stream, line.trim_ascii_start()),
            State::Held if stream == Stream::Out => {}
            _ => return self.rest.line(line, stream, out),
        }
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        if matches!(line, b"}" | b"]") {
            if !self.close(out) {
                out.raw();
            }
        } else if self.text.len() > BYTES {
            self.state = State::Long;
            let text = std::mem::take(&mut self.text);
            for line in text
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty())
            {
                out.line(stream, line.trim_ascii_start());
            }
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        if !self.close(out) {
            return End::Raw;
        }
        self.rest.end(out);
        told(status, self.rest.alarm)
    }
}
