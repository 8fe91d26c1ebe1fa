//! Where a value ends in a stream whose writer may never close it.

use super::is_bare;

/// Says where the first complete value of a stream ends, so that a hook need
/// not wait for the end of its standard input.
///
/// It knows strings, escapes and brackets and nothing else; whether the value
/// is JSON is for [`parse`](super::parse) to say. A value without brackets or quotes ends at
/// the byte after it.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    seen: usize,
    depth: usize,
    state: Scan,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Scan {
    /// Nothing but blanks and byte order marks so far.
    #[default]
    Before,
    /// Inside brackets.
    Inside,
    /// Inside a string.
    String,
    /// After a backslash in a string.
    Escape,
    /// In a value without brackets or quotes.
    Bare,
    /// Found.
    Done,
}

impl Scanner {
    /// A scanner that has seen nothing.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Takes the next bytes of the stream. Once the value is complete: its end,
    /// in bytes from the start of the stream.
    pub fn feed(&mut self, chunk: &[u8]) -> Option<usize> {
        for &byte in chunk {
            let bare_end = self.state == Scan::Bare && !is_bare(byte);
            if !bare_end && self.state != Scan::Done {
                self.seen += 1;
                self.step(byte);
            } else {
                self.state = Scan::Done;
                break;
            }
        }
        (self.state == Scan::Done).then_some(self.seen)
    }

    fn step(&mut self, byte: u8) {
        match (self.state, byte) {
            (Scan::Before, b' ' | b'\t' | b'\n' | b'\r' | 0xEF | 0xBB | 0xBF) => {}
            (Scan::Before | Scan::Inside, b'"') => self.state = Scan::String,
            (Scan::Before | Scan::Inside, b'{' | b'[') => {
                self.depth += 1;
                self.state = Scan::Inside;
            }
            (Scan::Inside, b'}' | b']') => {
                self.depth -= 1;
                self.close();
            }
            (Scan::String, b'\\') => self.state = Scan::Escape,
            (Scan::String, b'"') => self.close(),
            (Scan::Escape, _) => self.state = Scan::String,
            (Scan::Before, _) => self.state = Scan::Bare,
            (Scan::Inside | Scan::String | Scan::Bare | Scan::Done, _) => {}
        }
    }

    fn close(&mut self) {
        self.state = match self.depth {
            0 => Scan::Done,
            _ => Scan::Inside,
        };
    }
}
