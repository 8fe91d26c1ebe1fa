//! What a filter left out, kept for `rtk recall`.
//!
//! `$XDG_CACHE_HOME/rtk/recall/` (else `~/.cache`), 0700; a file an output, 0600,
//! named by four hexadecimal digits. Only outputs that were not shown whole are
//! kept; at most `ENTRIES_MAX` of them and `TOTAL_MAX` bytes, the oldest go
//! first. Of one output the first `ENTRY_MAX` bytes are kept.
//!
//! A file is a line of the format, a line of the command, and then parts in the order
//! they came: a byte for the stream, four for the length (little endian), the bytes.
//!
//! Nothing here may disturb the command: where the directory is a link, belongs to
//! others or cannot be written, nothing is kept and the marker names the raw command.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::filters::{Keep, Stream};
use crate::home;
use crate::text::order;

/// Outputs kept.
const ENTRIES_MAX: usize = 64;
/// Bytes kept in all, about.
const TOTAL_MAX: u64 = 64 * 1024 * 1024;
/// Bytes kept of one output.
const ENTRY_MAX: usize = 16 * 1024 * 1024;
/// Bytes of an output that stay in memory until it is known whether they are needed.
const MEMORY_MAX: usize = 256 * 1024;
/// Names tried before giving up.
const NAMES_TRIED: u32 = 16;

const FORMAT: &str = "rtk recall 1";

/// One output on its way to be kept.
pub(super) struct Spool {
    command: String,
    otherwise: String,
    hint: String,
    /// Parts not yet in the file.
    memory: Vec<u8>,
    /// Where in `memory` the last part's header is, and its stream.
    part: Option<(usize, Stream)>,
    taken: usize,
    file: Option<(File, PathBuf)>,
    /// Nothing can be kept, or nothing is to be.
    off: bool,
}

impl Spool {
    /// For the output of this command.
    /// Where nothing is kept, `otherwise` says where to look.
    pub(super) fn new(command: &[OsString], otherwise: String, off: bool) -> Spool {
        Spool {
            command: shell_words(command),
            otherwise,
            hint: String::new(),
            memory: Vec::new(),
            part: None,
            taken: 0,
            file: None,
            off,
        }
    }

    /// The output has ended; keeps it if it is `wanted`.
    pub(super) fn close(mut self, wanted: bool) {
        if !wanted {
            if let Some((_, path)) = self.file {
                let _ = fs::remove_file(path);
            }
            return;
        }
        self.open();
        self.write();
    }

    /// Makes the file, once.
    fn open(&mut self) {
        if self.off || self.file.is_some() {
            return;
        }
        let file = home::recall_directory().and_then(|directory| {
            make_private(&directory).ok()?;
            make_room(&directory, self.memory.len() > MEMORY_MAX);
            create(&directory).ok()
        });
        let head = format!("{FORMAT}\n{}\n", self.command);
        self.memory.splice(..0, head.into_bytes());
        self.part = None;
        self.off = file.is_none();
        self.file = file;
    }

    fn write(&mut self) {
        if self.memory.is_empty() {
            return;
        }
        if let Some((file, _)) = &mut self.file {
            self.off |= file.write_all(&self.memory).is_err();
        }
        self.memory.clear();
        self.part = None;
    }
}

impl Keep for Spool {
    fn keep(&mut self, stream: Stream, bytes: &[u8]) {
        let bytes = &bytes[..bytes.len().min(ENTRY_MAX - self.taken)];
        if self.off || bytes.is_empty() {
            return;
        }
        self.taken += bytes.len();
        let at = match self.part {
            Some((at, last)) if last == stream => at,
            _ => {
                self.memory.extend([stream as u8, 0, 0, 0, 0]);
                self.memory.len() - 5
            }
        };
        self.part = Some((at, stream));
        self.memory.extend(bytes);
        let length = (self.memory.len() - at - 5) as u32;
        self.memory[at + 1..at + 5].copy_from_slice(&length.to_le_bytes());
        if self.memory.len() > MEMORY_MAX {
            self.open();
            self.write();
        }
    }

    fn hint(&mut self) -> &str {
        if self.hint.is_empty() {
            self.open();
            self.hint = match &self.file {
                Some((_, path)) if !self.off => format!("rtk recall {}", name(path)),
                _ => self.otherwise.clone(),
            };
        }
        &self.hint
    }
}

/// How to get the output of a command without rtk, in a few words.
pub(super) fn raw_command(command: &[OsString]) -> String {
    let command = shell_words(command);
    match command.len() <= 80 {
        true => format!("rtk --raw {command}"),
        false => "the command again, after rtk --raw".to_owned(),
    }
}

/// The command as it would be typed, on one line.
fn shell_words(command: &[OsString]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./=:,+@%^".contains(byte);
    let mut line = String::new();
    for word in command {
        let word = word.to_string_lossy();
        if !line.is_empty() {
            line.push(' ');
        }
        if !word.is_empty() && word.as_bytes().iter().all(plain) {
            line.push_str(&word);
        } else {
            line.push('\'');
            for c in word.chars() {
                match c {
                    '\'' => line.push_str("'\\''"),
                    c if c.is_control() => line.push('?'),
                    c => line.push(c),
                }
            }
            line.push('\'');
        }
    }
    line
}

/// Makes the directory if it is missing; it must be a real one, and the user's alone.
fn make_private(directory: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let meta = match fs::symlink_metadata(directory) {
        Ok(meta) => meta,
        Err(_) => {
            builder.create(directory)?;
            fs::symlink_metadata(directory)?
        }
    };
    let parent = directory.parent().map(fs::symlink_metadata);
    let real = meta.is_dir() && matches!(parent, Some(Ok(parent)) if parent.is_dir());
    if !real {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if meta.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(directory, fs::Permissions::from_mode(0o700))?;
        }
    }
    Ok(())
}

/// A new file with a name of its own.
fn create(directory: &Path) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    // Never through a link: the name must be new.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut result = Err(io::ErrorKind::AlreadyExists.into());
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let mut number = now.subsec_nanos() ^ (std::process::id() << 7);
    for _ in 0..NAMES_TRIED {
        number = number.wrapping_mul(0x9E37_79B1).wrapping_add(0x7F3A);
        let path = directory.join(format!("{:04x}", number >> 16));
        match options.open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                result = Err(error);
                break;
            }
        }
    }
    result
}

/// An output that is kept.
struct Entry {
    path: PathBuf,
    time: SystemTime,
    size: u64,
}

/// All that are kept, the newest first. Files with other names are not ours.
fn entries(directory: &Path) -> Vec<Entry> {
    let mut entries: Vec<Entry> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let meta = fs::symlink_metadata(&path).ok()?;
            (is_id(name(&path)) && meta.is_file()).then(|| Entry {
                time: meta.modified().unwrap_or(UNIX_EPOCH),
                size: meta.len(),
                path,
            })
        })
        .collect();
    order::sort(&mut entries, |a, b| (b.time, &a.path) < (a.time, &b.path));
    entries
}

/// Removes the oldest so that one more is not too many. To look at each costs more
/// than to keep this one, so that is done for a `large` one, and when the number is
/// reached, then down to three quarters.
fn make_room(directory: &Path, large: bool) {
    let names = fs::read_dir(directory).into_iter().flatten().flatten();
    let count = names
        .filter(|entry| entry.file_name().to_str().is_some_and(is_id))
        .count();
    if count < ENTRIES_MAX && !large {
        return;
    }
    let mut total = 0;
    for (n, entry) in entries(directory).into_iter().enumerate() {
        total += entry.size;
        if n >= ENTRIES_MAX * 3 / 4 || total > TOTAL_MAX - ENTRY_MAX as u64 {
            let _ = fs::remove_file(entry.path);
        }
    }
}

fn name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("")
}

fn is_id(text: &str) -> bool {
    text.len() == 4
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// `rtk recall [ID]` prints the original bytes of an output (the last one), `--list`
/// what there is. Gives the exit status.
pub fn main(args: &[OsString]) -> u8 {
    let words: Vec<_> = args.iter().map(|word| word.to_string_lossy()).collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let result = match (words[..].as_ref(), home::recall_directory()) {
        (_, None) => Err("no home directory".to_owned()),
        (["--list"], Some(directory)) => list(&directory),
        ([], Some(directory)) => match entries(&directory).first() {
            Some(entry) => print(&entry.path),
            None => Err("nothing is kept".to_owned()),
        },
        ([id], Some(directory)) if is_id(id) => print(&directory.join(id)),
        _ => return crate::cli::mistake("rtk: usage: rtk recall [ID | --list]\n"),
    };
    match result {
        Ok(()) => 0,
        Err(reason) => {
            let _ = writeln!(io::stderr(), "rtk: recall: {reason}");
            1
        }
    }
}

fn list(directory: &Path) -> Result<(), String> {
    let mut text = String::new();
    let now = SystemTime::now();
    for entry in entries(directory) {
        let Ok((_, command)) = open_entry(&entry.path) else {
            continue;
        };
        let age = now.duration_since(entry.time).unwrap_or_default().as_secs();
        let age = match age {
            0..60 => format!("{age} s"),
            60..3600 => format!("{} min", age / 60),
            3600..86_400 => format!("{} h", age / 3600),
            _ => format!("{} d", age / 86_400),
        };
        let size = entry.size.div_ceil(1024);
        let id = name(&entry.path);
        text.push_str(&format!("{id}  {age:>6} ago  {size:>6} KiB  {command}\n"));
    }
    // A reader that has gone does not want the rest.
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    Ok(())
}

/// Opens an entry and reads its head: the command.
fn open_entry(path: &Path) -> Result<(BufReader<File>, String), String> {
    let gone = || format!("{} is not kept (any more)", name(path));
    let meta = fs::symlink_metadata(path).map_err(|_| gone())?;
    if !meta.is_file() {
        return Err(gone());
    }
    let mut file = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
    let mut lines = [Vec::new(), Vec::new()];
    for line in &mut lines {
        let mut limited = io::Read::take(&mut file, 1 << 20);
        io::BufRead::read_until(&mut limited, b'\n', line).map_err(|error| error.to_string())?;
    }
    let [format, command] = lines.map(|line| String::from_utf8_lossy(&line).trim_end().to_owned());
    match format == FORMAT {
        true => Ok((file, command)),
        false => Err(gone()),
    }
}

fn print(path: &Path) -> Result<(), String> {
    let (mut file, _) = open_entry(path)?;
    let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
    let mut taken = 0;
    let mut head = [0; 5];
    let mut bytes = Vec::new();
    while file.read_exact(&mut head).is_ok() {
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
        bytes.clear();
        let mut part = Read::take(&mut file, length.min(ENTRY_MAX as u32).into());
        if part.read_to_end(&mut bytes).is_err() {
            break;
        }
        taken += bytes.len();
        let written = match head[0] == Stream::Err as u8 {
            true => err.write_all(&bytes),
            false => out.write_all(&bytes).and_then(|()| out.flush()),
        };
        if written.is_err() {
            return Ok(());
        }
    }
    if taken >= ENTRY_MAX {
        let _ = writeln!(
            err,
            "rtk: recall: only the first {} MiB were kept",
            ENTRY_MAX >> 20
        );
    }
    Ok(())
}
