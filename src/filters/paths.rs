//! Paths, one a line: `find`, `fd`, `git ls-files`, `rg --files`, `grep -l`. Those that
//! share a folder and follow each other stand in one line, in their order:
//!
//! ```text
//! src/berth/: assign.rs mod.rs 'old name.rs'
//! ```
//!
//! A path alone stands as it is. Names with blanks or quotes are quoted for the shell.

use super::fields::unquoted;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "paths",
    keeps: "every path in its order",
    drops: "repeated folders, messages after the tenth",
};

/// A line of names is no longer than this.
const LINE_MAX: usize = 2000;

/// So many paths are shown.
const PATHS_MAX: usize = 5000;

/// So many messages about folders that cannot be read are shown.
const ERRORS_MAX: usize = 10;

/// Names that are printed in one line.
#[derive(Debug, Default)]
pub(super) struct Names {
    text: Vec<u8>,
    count: usize,
}

impl Names {
    /// Adds a name; `false` (and nothing added) if it needs a line of its own.
    pub(super) fn add(&mut self, name: &[u8]) -> bool {
        let special =
            |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'\'' | b'"' | b'\\');
        let quote: &[u8] = match name.iter().any(special) || name.is_empty() {
            true if name.contains(&b'\'') => return false,
            true => b"'",
            false => b"",
        };
        if self.count > 0 {
            self.text.push(b' ');
        }
        self.text.extend([quote, name, quote].concat());
        self.count += 1;
        true
    }

    /// No more should be added.
    pub(super) fn is_full(&self) -> bool {
        self.text.len() >= LINE_MAX
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Takes the line.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.count = 0;
        std::mem::take(&mut self.text)
    }
}

/// Reads a list of paths.
#[derive(Default)]
pub(super) struct PathList {
    folder: Vec<u8>,
    /// The first path of the folder, as it is shown if it stays alone.
    first: Vec<u8>,
    names: Names,
    paths: usize,
    errors: usize,
    stream: Stream,
}

impl PathList {
    fn leave(&mut self, out: &mut Out) {
        let count = self.names.count();
        let names = self.names.take();
        match count {
            0 => {}
            1 => out.line(self.stream, &self.first),
            _ => {
                let folder: &[u8] = if self.folder.is_empty() {
                    b"./"
                } else {
                    &self.folder
                };
                out.line_of(self.stream, &[folder, b": ", &names]);
            }
        }
    }
}

/// `find: ‘x’: Permission denied`, `[fd error]: ...`.
fn is_message(line: &[u8]) -> bool {
    let tools = [
        "find: ",
        "[fd error]",
        "rg: ",
        "grep: ",
        "bfs: ",
        "warning: ",
        "error: ",
        "fatal: ",
    ];
    tools.iter().any(|tool| line.starts_with(tool.as_bytes()))
}

impl Filter for PathList {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        if is_message(line) {
            self.errors += 1;
            return match self.errors > ERRORS_MAX {
                true => out.omit("messages about paths", line),
                false => {
                    self.leave(out);
                    out.line(stream, line);
                }
            };
        }
        self.paths += 1;
        if self.paths > PATHS_MAX && !out.lossless() {
            self.leave(out);
            return out.omit("paths", line);
        }
        let path = unquoted(line);
        let path = match &path[..] {
            [b'.', b'/', rest @ ..] if !rest.is_empty() && rest[0] != b'-' => rest,
            path => path,
        };
        // A folder ends with a slash (fd).
        let inner = path.strip_suffix(b"/").unwrap_or(path);
        let start = inner
            .iter()
            .rposition(|byte| *byte == b'/')
            .map_or(0, |at| at + 1);
        let (folder, name) = path.split_at(start);
        if folder != self.folder || stream != self.stream || self.names.is_full() {
            self.leave(out);
        }
        if self.names.count() == 0 {
            self.folder = folder.to_vec();
            self.first = path.to_vec();
            self.stream = stream;
        }
        // A quoted path stays as it is, and the folder itself; so does a name with a quote in it.
        let alone = path == b"." || line.starts_with(b"\"") && path.starts_with(b"\"");
        if alone || !self.names.add(name) {
            self.leave(out);
            out.line(stream, path);
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.leave(out);
        match status {
            // 1: find could not read everything, fd and grep found nothing.
            Status::Code(2..) if self.errors == 0 => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}

/// The filter for `find`; `None` where it prints no list of paths.
pub(super) fn find(words: &[&str]) -> Option<Box<dyn Filter>> {
    let other = [
        "-exec", "-execdir", "-ok", "-okdir", "-printf", "-fprintf", "-print0", "-ls", "-fls",
        "-fprint", "-fprint0",
    ];
    let plain = !words.iter().any(|word| other.contains(word));
    plain.then(|| Box::new(PathList::default()) as Box<dyn Filter>)
}

/// The filter for `fd` and `rg --files`.
pub(super) fn fd(words: &[&str]) -> Option<Box<dyn Filter>> {
    let other = [
        "-l",
        "--list-details",
        "-0",
        "--print0",
        "-x",
        "--exec",
        "-X",
        "--exec-batch",
    ];
    let formatted = |word: &&str| word.starts_with("--format") || other.contains(word);
    let plain = !words.iter().any(formatted);
    plain.then(|| Box::new(PathList::default()) as Box<dyn Filter>)
}

/// The filter for `git ls-files` and `ls-tree`.
pub(super) fn ls_files(words: &[&str]) -> Option<Box<dyn Filter>> {
    let names = words.contains(&"ls-files") || words.contains(&"--name-only");
    let short = |word: &&str| {
        word.len() > 1
            && !word.starts_with("--")
            && word.starts_with('-')
            && word.contains(['s', 't', 'v', 'z', 'u', 'f'])
    };
    let long = [
        "--stage",
        "--unmerged",
        "--debug",
        "--eol",
        "--format",
        "--resolve-undo",
        "--full-time",
    ];
    let other = words
        .iter()
        .any(|word| short(word) || long.iter().any(|flag| word.starts_with(flag)));
    (names && !other).then(|| Box::new(PathList::default()) as Box<dyn Filter>)
}
