//! The tool's output as it comes, from both pipes.

use std::io::{PipeReader, Read};
use std::time::Duration;

use super::stream::Output;
use crate::filters::Stream;

/// Read at once, at most.
const CHUNK: usize = 64 * 1024;

/// What [`Source::next`] has to say.
pub(super) enum Event<'a> {
    /// The tool printed this.
    Bytes(Stream, &'a [u8]),
    /// Nothing came for so long.
    Silence,
    /// Nothing can come any more.
    End,
}

/// Both pipes, on unix watched by `poll`.
#[cfg(unix)]
pub(super) struct Source {
    pipes: [Option<PipeReader>; 2],
    buffer: Box<[u8]>,
}

#[cfg(unix)]
impl Source {
    pub(super) fn new(pipes: [Option<PipeReader>; 2]) -> Source {
        Source {
            pipes,
            buffer: vec![0; CHUNK].into_boxed_slice(),
        }
    }

    /// Waits at most `timeout`.
    pub(super) fn next(&mut self, timeout: Duration) -> Event<'_> {
        use std::os::fd::AsFd;
        loop {
            if self.pipes.iter().all(Option::is_none) {
                return Event::End;
            }
            let fds = self
                .pipes
                .each_ref()
                .map(|pipe| pipe.as_ref().map(AsFd::as_fd));
            let ready = super::signals::readable(fds, timeout);
            let Some(n) = ready.iter().position(|ready| *ready) else {
                return Event::Silence;
            };
            let count = match self.pipes[n]
                .as_mut()
                .map(|pipe| pipe.read(&mut self.buffer))
            {
                Some(Ok(count)) => count,
                Some(Err(error)) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Some(Err(_)) | None => 0,
            };
            if count > 0 {
                let stream = [Stream::Out, Stream::Err][n];
                return Event::Bytes(stream, &self.buffer[..count]);
            }
            self.pipes[n] = None;
        }
    }

    /// Leaves what still writes there with a reader, `cat`: without one the next write
    /// would end it. A file gets what it writes; nobody waits for a pipe to a program
    /// that has ended, so what would go there is read and dropped.
    pub(super) fn leave(self, outputs: &[Output; 2]) {
        use std::io::IsTerminal;
        use std::process::{Command, Stdio};
        for (pipe, output) in self.pipes.into_iter().zip(outputs) {
            let Some(pipe) = pipe else { continue };
            let lasting =
                output.is_terminal() || output.metadata().is_ok_and(|meta| meta.is_file());
            let to = match output.try_clone() {
                Ok(output) if lasting => output.into(),
                _ => Stdio::null(),
            };
            let mut reader = Command::new("cat");
            let reader = reader.stdin(pipe).stdout(to).stderr(Stdio::null());
            // Where there is none, the pipe closes with rtk.
            let _ = reader.spawn();
        }
    }

    /// Reads no more of it: the tool finds its output closed.
    pub(super) fn close(&mut self, stream: Stream) {
        self.pipes[stream as usize] = None;
    }
}

/// Both pipes, each read by a thread.
#[cfg(not(unix))]
pub(super) struct Source {
    events: std::sync::mpsc::Receiver<(Stream, Vec<u8>)>,
    closed: [bool; 2],
    buffer: Vec<u8>,
}

#[cfg(not(unix))]
impl Source {
    pub(super) fn new(pipes: [Option<PipeReader>; 2]) -> Source {
        let (sender, events) = std::sync::mpsc::sync_channel(4);
        for (pipe, stream) in pipes.into_iter().zip([Stream::Out, Stream::Err]) {
            let Some(mut pipe) = pipe else { continue };
            let sender = sender.clone();
            std::thread::spawn(move || {
                let mut buffer = vec![0; CHUNK];
                while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                    if sender.send((stream, buffer[..count].to_vec())).is_err() {
                        break;
                    }
                }
            });
        }
        Source {
            events,
            closed: [false; 2],
            buffer: Vec::new(),
        }
    }

    /// Waits at most `timeout`.
    pub(super) fn next(&mut self, timeout: Duration) -> Event<'_> {
        use std::sync::mpsc::RecvTimeoutError;
        loop {
            match self.events.recv_timeout(timeout) {
                Err(RecvTimeoutError::Timeout) => return Event::Silence,
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Ok((stream, _)) if self.closed[stream as usize] => {}
                Ok((stream, bytes)) => {
                    self.buffer = bytes;
                    return Event::Bytes(stream, &self.buffer);
                }
            }
        }
    }

    /// Nothing to do: a write without a reader is an error here, and ends nobody.
    pub(super) fn leave(self, _: &[Output; 2]) {}

    /// Shows no more of it.
    pub(super) fn close(&mut self, stream: Stream) {
        self.closed[stream as usize] = true;
    }
}
