//! Reading and replacing files without surprises: regular files only, bounded, through links.
//!
//! A settings file belongs to whoever may write the directory it is in, which
//! for a project is whoever wrote the repository. So nothing is assumed of it
//! (SECURITY invariant I9): it is opened without waiting for a writer and without
//! becoming a controlling terminal, checked to be a regular file on the opened
//! descriptor, and read up to a bound.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Longest rule, settings or configuration file that is read, in bytes.
pub const MAX_SETTINGS_BYTES: usize = 4 * 1024 * 1024;

/// Why a file's content is not known.
#[derive(Debug)]
pub enum ReadError {
    /// There is no such file, nor can there be: a part of the path is no directory.
    Missing,
    /// It exists and may not, or cannot, be read.
    Unreadable(io::Error),
    /// A directory, a FIFO, a device, a socket.
    NotRegular,
    /// Longer than the bound.
    TooLarge,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("no such file"),
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::NotRegular => f.write_str("not a regular file"),
            Self::TooLarge => f.write_str("too large"),
        }
    }
}

/// The bytes of a regular file of at most `max` bytes, links followed.
///
/// # Errors
/// See [`ReadError`]; only [`ReadError::Missing`] means that nothing is there.
pub fn read(path: &Path, max: usize) -> Result<Vec<u8>, ReadError> {
    let mut file = open(path).map_err(classify)?;
    let meta = file.metadata().map_err(ReadError::Unreadable)?;
    if !meta.is_file() {
        return Err(ReadError::NotRegular);
    }
    let size = usize::try_from(meta.len()).unwrap_or(usize::MAX);
    if size > max {
        return Err(ReadError::TooLarge);
    }
    // One byte more than it says: a read that gives just that much has found the end.
    let mut bytes = vec![0; size + 1];
    let mut read = 0;
    loop {
        match file.read(&mut bytes[read..]) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(ReadError::Unreadable(error)),
        }
        if read == size {
            break;
        }
        if read > max {
            return Err(ReadError::TooLarge);
        }
        if read == bytes.len() {
            bytes.resize(max.min(2 * read) + 1, 0);
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}

/// Opens for reading; a FIFO without a writer does not block.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(flags::NONBLOCK | flags::NOCTTY | flags::CLOEXEC);
    }
    options.open(path)
}

fn classify(error: io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidInput => {
            ReadError::Missing
        }
        _ => ReadError::Unreadable(error),
    }
}

/// `open(2)` flags, which std takes as numbers but does not name.
/// Source: the headers of Linux (asm-generic, and mips apart), macOS and the BSDs.
#[cfg(unix)]
mod flags {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    mod values {
        #[cfg(not(any(target_arch = "mips", target_arch = "mips64")))]
        pub(crate) const NONBLOCK: i32 = 0o4000;
        #[cfg(any(target_arch = "mips", target_arch = "mips64"))]
        pub(crate) const NONBLOCK: i32 = 0o200;
        #[cfg(not(any(target_arch = "mips", target_arch = "mips64")))]
        pub(crate) const NOCTTY: i32 = 0o400;
        #[cfg(any(target_arch = "mips", target_arch = "mips64"))]
        pub(crate) const NOCTTY: i32 = 0o4000;
        pub(crate) const CLOEXEC: i32 = 0o2000000;
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    mod values {
        // macOS, FreeBSD, NetBSD and OpenBSD agree on NONBLOCK; std itself opens
        // with CLOEXEC, and only a session leader could get a terminal.
        pub(crate) const NONBLOCK: i32 = 0x4;
        pub(crate) const NOCTTY: i32 = 0;
        pub(crate) const CLOEXEC: i32 = 0;
    }
    pub(super) use values::{CLOEXEC, NOCTTY, NONBLOCK};
}
