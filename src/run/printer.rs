//! Prints to the two streams in order, with few writes.

use std::io::{self, Write};

use super::stream::Output;
use crate::filters::Stream;

/// Text that is gathered before it is written.
const BUFFER: usize = 64 * 1024;
/// Text that is not worth copying.
const DIRECT: usize = 16 * 1024;

/// The two outputs, and the text for one of them that is not written yet.
pub(super) struct Printer {
    files: [Output; 2],
    closed: [bool; 2],
    stream: Stream,
    text: Vec<u8>,
    failed: Option<io::Error>,
}

impl Printer {
    pub(super) fn new(files: [Output; 2]) -> Printer {
        Printer {
            files,
            closed: [false; 2],
            stream: Stream::Out,
            text: Vec::new(),
            failed: None,
        }
    }

    /// More text; it is written at [`Printer::flush`] at the latest.
    pub(super) fn put(&mut self, stream: Stream, text: &[u8]) {
        if stream != self.stream || self.text.len() + text.len() > BUFFER {
            self.flush();
            self.stream = stream;
        }
        match text.len() > DIRECT {
            true => {
                self.flush();
                self.write(text);
            }
            false => self.text.extend_from_slice(text),
        }
    }

    /// Writes what there is.
    pub(super) fn flush(&mut self) {
        if !self.text.is_empty() {
            let mut text = std::mem::take(&mut self.text);
            self.write(&text);
            text.clear();
            self.text = text;
        }
    }

    /// Where the text goes.
    pub(super) fn files(&self) -> &[Output; 2] {
        &self.files
    }

    /// Nobody reads there any more.
    pub(super) fn is_closed(&self, stream: Stream) -> bool {
        self.closed[stream as usize]
    }

    /// What went wrong, other than that nobody wants to read.
    pub(super) fn failed(&self) -> Option<&io::Error> {
        self.failed.as_ref()
    }

    fn write(&mut self, mut text: &[u8]) {
        let stream = self.stream as usize;
        while !text.is_empty() && !self.closed[stream] {
            let error = match self.files[stream].write(text) {
                Ok(0) => io::ErrorKind::WriteZero.into(),
                Ok(count) => {
                    text = &text[count..];
                    continue;
                }
                Err(error) => error,
            };
            match error.kind() {
                io::ErrorKind::Interrupted => {}
                #[cfg(unix)]
                io::ErrorKind::WouldBlock => {
                    use std::os::fd::AsFd;
                    super::signals::wait_writable(self.files[stream].as_fd());
                }
                io::ErrorKind::BrokenPipe => self.closed[stream] = true,
                _ => {
                    self.closed[stream] = true;
                    self.failed = Some(error);
                }
            }
        }
    }
}
