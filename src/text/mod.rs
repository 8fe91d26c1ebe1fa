//! Small readers and writers: JSON, TOML, SHA-256, patterns, ANSI.
//!
//! Nothing here does input or output, and nothing here knows what `rtk` is.

pub mod ansi;
pub mod json;
pub mod order;
pub mod pattern;
pub mod sha256;
pub mod toml;

use std::fmt;

/// Why a text could not be read, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// Byte offset into the text.
    pub offset: usize,
    /// What is wrong there, in words.
    pub reason: &'static str,
}

impl Error {
    /// The line of `text` that the offset stands in, counted from 1.
    pub fn line(&self, text: &[u8]) -> usize {
        let end = self.offset.min(text.len());
        1 + text[..end].iter().filter(|&&byte| byte == b'\n').count()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.reason, self.offset)
    }
}

impl std::error::Error for Error {}
