//! Builds: compilers called by themselves, or by make, ninja, MSBuild, a package's script.
//!
//! A line goes on with the diagnostic above it (a source line and its caret, a note,
//! javac's `symbol:`), or the tool's table knows it (progress, a command that is
//! echoed), or it is a diagnostic, or something else, which is shown.
//!
//! The same diagnostic at the same place is told once, however often the tool repeats
//! it: MSBuild lists all of them again at the end, a compiler says what is wrong in a
//! header for each file that includes it.
//!
//! Sources: recorded output of gcc, clang, javac, go, make, cmake, ninja, vite, webpack,
//! rollup, esbuild and next; for MSBuild <https://learn.microsoft.com/visualstudio/msbuild/msbuild-diagnostic-format-for-tasks>.

use std::collections::BTreeSet;

use super::super::both::{Lines, Saw, To, both};
use super::super::log::{Do, Progress};
use super::super::{Filter, Status, scan};
use super::build_tools::{CONTEXT, Tool};
use super::{Batch, Diagnostic, header, marks};

/// Lines that may go on with one diagnostic; past that they are shown as they are.
const LINES_MAX: usize = 200;

/// Diagnostics that are remembered, to be told once.
const SEEN_MAX: usize = 1 << 14;

/// The filter of a tool.
pub(super) fn make(tool: &'static Tool) -> Option<Box<dyn Filter>> {
    both(|| Box::new(Build::new(tool)))
}

/// A diagnostic that is still being read.
struct Open {
    found: Diagnostic,
    error: bool,
    lines: Vec<Vec<u8>>,
    /// A source line, if there is a caret below.
    unsure: Option<Vec<u8>>,
    caret: bool,
    /// A note on the library, with its frame.
    mute: bool,
}

/// Reads one stream of a build.
pub(super) struct Build {
    tool: &'static Tool,
    progress: Progress,
    batch: Batch,
    open: Option<Open>,
    seen: BTreeSet<u64>,
    /// The command that make has echoed last.
    command: Vec<u8>,
    /// `make: Entering directory 'x'`: told before the first place in it.
    folder: Vec<u8>,
    told_folder: bool,
    /// gcc's `function ‘f’`, until an error in it has named it.
    scope: Vec<u8>,
    /// The level of make that has failed.
    depth: u64,
    failed: bool,
}

impl Lines for Build {
    fn line(&mut self, line: &[u8], to: &mut To<'_>) {
        let line = line.trim_ascii_end();
        let found = self.progress.look_up(line.trim_ascii_start());
        let known = found.is_some();
        let head = header::read(line).filter(|_| !known);
        if let Some(open) = &mut self.open {
            let goes_on = match &head {
                Some(head) => head.is_note,
                None => marks::goes_on(line) && !known,
            };
            let caret = goes_on && marks::is_caret(line);
            if !caret && let Some(line) = open.unsure.take() {
                self.close(to);
                self.fresh(&line, None, true, to);
            } else if goes_on && open.lines.len() < LINES_MAX {
                open.lines.extend(open.unsure.take());
                open.caret = caret || open.caret && head.is_none();
                return open.lines.push(line.to_vec());
            } else if head.is_none() && !open.caret && !known {
                open.unsure = Some(line.to_vec());
                return;
            } else {
                self.close(to);
            }
        }
        let shown = !matches!(found, Some(Do::Drop | Do::Count(_)));
        self.fresh(line, head, shown, to);
    }

    fn end(&mut self, status: Status, to: &mut To<'_>) -> Saw {
        if let Some(line) = self.open.as_mut().and_then(|open| open.unsure.take()) {
            self.close(to);
            self.fresh(&line, None, true, to);
        }
        self.flush(to);
        let failed = matches!(status, Status::Code(1..) | Status::Signal(_));
        if failed && !self.told_folder {
            to.line(&self.folder);
        }
        if failed && !self.command.is_empty() {
            to.line(&self.command);
        }
        self.progress.end(status, to.parts().0);
        Saw {
            known: true,
            failure: self.failed || self.progress.alarm(),
        }
    }
}

impl Build {
    /// At the beginning of the stream.
    pub(super) fn new(tool: &'static Tool) -> Build {
        Build {
            tool,
            progress: Progress::new(tool.lines, tool.each).also(CONTEXT),
            batch: Batch::exact(),
            open: None,
            seen: BTreeSet::new(),
            command: Vec::new(),
            folder: Vec::new(),
            told_folder: true,
            scope: Vec::new(),
            depth: 0,
            failed: false,
        }
    }

    /// Whether the tool's table has the line, less the blanks around it.
    pub(super) fn knows(&self, text: &[u8]) -> bool {
        self.progress.look_up(text).is_some()
    }

    /// Prints the diagnostics that are held.
    pub(super) fn flush(&mut self, to: &mut To<'_>) {
        self.close(to);
        self.batch.flush(to);
    }

    /// A line that goes on with nothing.
    fn fresh(
        &mut self,
        line: &[u8],
        head: Option<header::Header<'_>>,
        shown: bool,
        to: &mut To<'_>,
    ) {
        if self.make(line, to) {
            return;
        }
        if let Some(head) = head {
            return self.begin(head, to);
        }
        if shown {
            self.batch.flush(to);
        } else if line.ends_with(b":") {
            let scope = scan::cut(line, b": In ").map_or(&b":"[..], |(_, scope)| scope);
            self.scope = match scope.starts_with(b"instantiation of ") {
                true => Vec::new(),
                false => scope[..scope.len() - 1].to_vec(),
            };
        }
        let (out, stream) = to.parts();
        self.progress.line(line, stream, out);
    }

    /// A diagnostic begins.
    fn begin(&mut self, head: header::Header<'_>, to: &mut To<'_>) {
        let mut found = Diagnostic {
            path: head.path.to_vec(),
            at: head.at.to_vec(),
            text: [head.joint, head.text].concat(),
            ..Diagnostic::default()
        };
        if head.is_error && !self.scope.is_empty() {
            let scope = std::mem::take(&mut self.scope);
            found
                .text
                .extend_from_slice(&[b" (In ", &scope[..], b")"].concat());
        }
        self.failed |= head.is_error;
        to.placed |= head.is_error;
        if !self.told_folder {
            self.told_folder = true;
            self.batch.text(&self.folder, to);
        }
        self.open = Some(Open {
            found,
            error: head.is_error,
            lines: Vec::new(),
            unsure: None,
            caret: false,
            mute: head.is_note && marks::is_system(&head),
        });
    }

    /// The diagnostic that is open goes to the batch.
    fn close(&mut self, to: &mut To<'_>) {
        let Some(mut open) = self.open.take() else {
            return;
        };
        let found = &mut open.found;
        if open.mute {
            return to.omit("notes", &found.text);
        }
        found.body = marks::compact(&open.lines, &found.text, open.error, to);
        let whole = [&found.path[..], &found.at, &found.text, &found.body].join(&0);
        let hash = whole.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        if self.seen.len() > SEEN_MAX {
            self.seen.clear();
        }
        if !self.seen.insert(hash) {
            return;
        }
        self.batch.add(open.found, to);
    }

    /// What make says of itself, and the commands it echoes.
    fn make(&mut self, line: &[u8], to: &mut To<'_>) -> bool {
        if self.command.ends_with(b"\\") {
            self.command.push(b' ');
            self.command.extend_from_slice(line.trim_ascii_start());
            return true;
        }
        if self.tool.commands && is_command(line) {
            self.echoed(to);
            self.command.clear();
            self.command.extend_from_slice(line);
            return true;
        }
        let Some((level, said)) = level(line) else {
            return false;
        };
        if said.starts_with(b"Entering directory ") {
            self.folder.clear();
            self.folder.extend_from_slice(said);
            self.told_folder = false;
            self.echoed(to);
            to.noise(line);
            return true;
        }
        if said.starts_with(b"Leaving directory ") {
            to.noise(line);
            return true;
        }
        if said.starts_with(b"*** ") {
            self.failed = true;
            // The levels above only pass it on.
            let passes_on = std::mem::replace(&mut self.depth, level) > level;
            if passes_on {
                to.noise(line);
            } else {
                self.batch.text(line, to);
            }
            return true;
        }
        false
    }

    /// The command before has ended well: what it made is told, no more.
    fn echoed(&mut self, to: &mut To<'_>) {
        let command = std::mem::take(&mut self.command);
        if command.is_empty() {
            return;
        }
        if let Some(made) = made(&command) {
            self.batch.text(&made, to);
        }
        self.command = command;
        self.command.clear();
    }
}

/// `make[2]: said`: the level and what it says.
fn level(line: &[u8]) -> Option<(u64, &[u8])> {
    let (name, said) = scan::cut(line, b": ")?;
    let (name, level) = match scan::cut(name, b"[") {
        Some((name, level)) => (name, scan::number(level)?.0),
        None => (name, 0),
    };
    let known = [&b"make"[..], b"gmake", b"ninja", b"mingw32-make"];
    known.contains(&name).then_some((level, said))
}

/// Programs that recipes call, by their own names.
const COMMANDS: &[&[u8]] = &[
    b"ar",
    b"as",
    b"bash",
    b"c++",
    b"cc",
    b"cd",
    b"chmod",
    b"clang",
    b"clang++",
    b"cmake",
    b"cp",
    b"flex",
    b"bison",
    b"g++",
    b"gcc",
    b"gfortran",
    b"install",
    b"javac",
    b"ld",
    b"libtool",
    b"libtool:",
    b"ln",
    b"mkdir",
    b"mv",
    b"nvcc",
    b"objcopy",
    b"ranlib",
    b"rm",
    b"rustc",
    b"sed",
    b"sh",
    b"strip",
    b"touch",
    b"windres",
];

/// A command line as make echoes it: a known program and something that looks like its arguments.
fn is_command(line: &[u8]) -> bool {
    let mut words = line
        .split(|&byte| byte == b' ')
        .filter(|word| !word.is_empty());
    let Some(first) = words.next() else {
        return false;
    };
    let name = first.rsplit(|&byte| byte == b'/').next().unwrap_or(first);
    let name = match scan::rcut(name, b"-") {
        // `gcc-12`, `aarch64-linux-gnu-gcc`.
        Some((name, b"gcc" | b"g++" | b"ar" | b"ld" | b"ranlib" | b"strip" | b"objcopy")) => {
            let _ = name;
            b"gcc"
        }
        Some((name, version)) if scan::number(version).is_some() => name,
        _ => name,
    };
    let argument = |word: &[u8]| {
        word.starts_with(b"-") || word.iter().any(|byte| matches!(byte, b'/' | b'.' | b'='))
    };
    COMMANDS.contains(&name)
        && words.any(argument)
        && !matches!(line.last(), Some(b'.' | b':' | b'!'))
}

/// What a command that links makes, in its own words: `gcc -o app`, `ar rcs libtide.a`.
fn made(command: &[u8]) -> Option<Vec<u8>> {
    let words: Vec<&[u8]> = command
        .split(|&byte| byte == b' ')
        .filter(|word| !word.is_empty())
        .collect();
    let name = words[0];
    let archive = name == b"ar" || name.ends_with(b"-ar") || name.ends_with(b"/ar");
    if archive {
        return words.get(..3).map(|words| words.join(&b' '));
    }
    let at = words.iter().position(|&word| word == b"-o")?;
    let output = *words.get(at + 1)?;
    let compiles = words
        .iter()
        .any(|word| matches!(*word, b"-c" | b"-S" | b"-E" | b"/c"));
    let object = [&b".o"[..], b".lo", b".obj"]
        .iter()
        .any(|end| output.ends_with(end));
    (!compiles && !object).then(|| [name, b"-o", output].join(&b' '))
}
