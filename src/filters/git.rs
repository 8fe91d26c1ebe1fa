//! What git says while it works: `add`, `commit`, `push`, `pull`, `fetch`, `clone`,
//! `checkout`, `merge`, `rebase`, `stash`, and the small lists (`branch`, `remote`,
//! `worktree`). Everything is said again except transfer progress, advice (`hint:`)
//! and padding. So nothing depends on having understood a line.

use super::diff;
use super::fields::{find, squeeze, unquoted_after};
use super::history;
use super::stat::stat_line;
use super::status::Status as Tree;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "diff and history",
    keeps: "all that git says it did or could not do, names, hashes, counts, conflicts",
    drops: "transfer progress, advice, padding",
};

/// Progress of a transfer, with and without `remote: ` before it, each with a number
/// (git's progress.c: `Counting objects: 100% (5/5), done.`): a hook may say the like.
const PROGRESS: &[&str] = &[
    "Enumerating objects:",
    "Counting objects:",
    "Compressing objects:",
    "Writing objects:",
    "Receiving objects:",
    "Resolving deltas:",
    "Unpacking objects:",
    "Updating files:",
    "Checking out files:",
    "Filtering content:",
    "Delta compression using up to",
    "Refreshing index:",
];

/// How git's own advice begins, behind `hint: ` (advice.c, and where commands give it):
/// hooks print hints too, and those are shown.
const HINTS: &[&str] = &[
    "After resolving the conflicts,",
    "Resolve all conflicts manually,",
    "Fix them up in the work tree,",
    "Updates were rejected because ",
    "Use -f if you really want to add them.",
    "Maybe you wanted to say 'git add .'?",
    "Using 'master' as the name for the initial branch.",
    "You have divergent branches and need to specify how to reconcile them.",
    "Pulling without specifying how to reconcile divergent branches is",
    "Diverging branches can't be fast-forwarded,",
    "Waiting for your editor to close the file",
    "Disable this message with \"git config ",
    "Turn this message off by running",
];

/// The advice about a detached head, from its first line to its last
/// (git's advice.c: `advice.detachedHead`), or what follows it.
const ADVICE_START: &[u8] = b"You are in 'detached HEAD' state.";
const ADVICE_END: &[u8] = b"Turn off this advice";
const ADVICE_LINES_MAX: u8 = 16;

/// What tells a failure.
const FAILURES: &[&str] = &[
    "error:",
    "fatal:",
    "CONFLICT",
    " ! [",
    "Aborting",
    "nothing to commit",
    "no changes added to commit",
    "nothing added to commit",
    "ignored by one of",
    "Automatic merge failed",
];

/// The filter for `git status`; `None` where it holds a patch.
pub(super) fn status(words: &[&str]) -> Option<Box<dyn Filter>> {
    let short = |word: &&str| {
        let flags = word
            .strip_prefix('-')
            .filter(|flags| !flags.starts_with('-'));
        flags.is_some_and(|flags| flags.contains(['s', 'z']) && !flags.starts_with(['u', 'C', 'c']))
            || word.starts_with("--short")
            || word.starts_with("--porcelain")
    };
    // Quoted paths become plain in the short form too. With `-v` there is a patch.
    let verbose = words.contains(&"-v") || words.contains(&"--verbose") || words.contains(&"-vv");
    match words.iter().any(short) {
        _ if verbose => None,
        true => Some(Box::new(Short)),
        false => Some(Box::new(Talk::default())),
    }
}

/// The filter for commands that do something.
pub(super) fn command() -> Option<Box<dyn Filter>> {
    Some(Box::new(Talk::command()))
}

/// The filter for `git stash`, by what it is asked.
pub(super) fn stash(words: &[&str]) -> Option<Box<dyn Filter>> {
    match words {
        _ if words.contains(&"show") => diff::git(words),
        _ if words.contains(&"list") => history::patches(words),
        _ => command(),
    }
}

/// The filter for `git branch`.
pub(super) fn branch() -> Option<Box<dyn Filter>> {
    Some(Box::new(Hashes))
}

/// The filter for `git worktree`.
pub(super) fn worktree(words: &[&str]) -> Option<Box<dyn Filter>> {
    match words.contains(&"list") {
        true => Some(Box::new(Hashes)),
        false => command(),
    }
}

/// The filter for `git remote`.
pub(super) fn remote(words: &[&str]) -> Option<Box<dyn Filter>> {
    match words.contains(&"-v") || words.contains(&"--verbose") {
        true => Some(Box::new(Remotes::default())),
        false => command(),
    }
}

/// Reads what git says.
#[derive(Default)]
struct Talk {
    tree: Tree,
    failure: bool,
    advice_left: u8,
    /// The line above was advice of git's own.
    advised: bool,
}

impl Talk {
    /// A reader for commands that do something: the reason why they did not is kept.
    fn command() -> Talk {
        let mut talk = Talk::default();
        talk.tree.keep_summary = true;
        talk
    }

    fn is_noise(&mut self, line: &[u8]) -> bool {
        let after: [&[u8]; 2] = [b"HEAD is now at", b"Previous HEAD"];
        if after.iter().any(|start| line.starts_with(start)) {
            self.advice_left = 0;
        }
        if self.advice_left > 0 {
            self.advice_left = match line.starts_with(ADVICE_END) {
                true => 0,
                false => self.advice_left - 1,
            };
            return true;
        }
        let text = line.strip_prefix(b"remote: ").unwrap_or(line).trim_ascii();
        let progress = |start: &&str| {
            text.strip_prefix(start.as_bytes())
                .is_some_and(|rest| is_amount(rest.trim_ascii_start()))
        };
        let hint = line.strip_prefix(b"hint:").map(<[u8]>::trim_ascii);
        self.advised = hint.is_some_and(|hint| {
            self.advised || HINTS.iter().any(|start| hint.starts_with(start.as_bytes()))
        });
        self.advised
            || text.starts_with(b"Auto packing the repository ")
                && text.ends_with(b"for optimum performance.")
            || line.trim_ascii() == b"remote:"
            || PROGRESS.iter().any(progress)
            || text.starts_with(b"Total ") && find(text, b" (delta ").is_some()
    }

    /// A line in fewer bytes.
    fn shorter(line: &[u8]) -> Option<Vec<u8>> {
        if let Some(stat) = stat_line(line) {
            return Some(stat);
        }
        for word in ["create", "delete"] {
            let start = [b" ", word.as_bytes(), b" mode 100644 "].concat();
            if let Some(path) = line.strip_prefix(&start[..]) {
                return Some([word.as_bytes(), b" ", path].concat());
            }
        }
        if line.starts_with(b"remote: ") && line.ends_with(b" ") {
            return Some(line.trim_ascii_end().to_vec());
        }
        is_reference(line).then(|| {
            let mut short = Vec::with_capacity(line.len());
            squeeze(line, &mut short);
            short
        })
    }
}

impl Filter for Talk {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let starts = |start: &&str| line.starts_with(start.as_bytes());
        self.failure |= FAILURES.iter().any(starts) || find(line, b"ignored by one of").is_some();
        if self.is_noise(line) {
            return out.noise(line);
        }
        if line.starts_with(ADVICE_START) {
            self.advice_left = ADVICE_LINES_MAX;
            return out.line(stream, ADVICE_START);
        }
        if self.tree.line(line, stream, out) {
            return;
        }
        self.tree.leave(stream, out);
        match Talk::shorter(line) {
            Some(short) => out.line(stream, &short),
            None => out.line(stream, line),
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.tree.leave(Stream::Out, out);
        match status {
            Status::Code(1..) if !self.failure && !self.tree.known => End::Raw,
            _ => End::Told,
        }
    }
}

/// `100% (5/5), done.`, `5, done.`, `8 threads`.
fn is_amount(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &text[digits..];
    digits > 0
        && (matches!(rest, [] | [b'%' | b',', ..])
            || rest.starts_with(b" (")
            || rest == b" threads")
}

/// ` * [new branch]      feat/buoy  -> origin/feat/buoy`,
/// `   1c2eb5c..574fa67  main       -> origin/main`.
fn is_reference(line: &[u8]) -> bool {
    let marks: [&[u8]; 6] = [b" * [", b" ! [", b" - [", b" = [", b" t [", b" + "];
    let moved = || {
        let range = line.strip_prefix(b"   ")?;
        let digits = range.iter().take_while(|byte| byte.is_ascii_hexdigit());
        range.get(digits.count()..)?.strip_prefix(b"..")
    };
    let arrow = find(line, b" -> ").is_some();
    arrow && (marks.iter().any(|mark| line.starts_with(mark)) || moved().is_some())
        || line.starts_with(b" * branch ")
}

/// Reads the short form of `git status`.
struct Short;

impl Filter for Short {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        out.line(stream, &unquoted_after(line, b' '));
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status {
            Status::Code(1..) => End::Raw,
            _ => End::Told,
        }
    }
}

/// Reads lists whose second column is a padded hash: `git branch -vv`, `git worktree list`.
struct Hashes;

/// Where the padding before a hash (or `(bare)`) is.
fn padding(line: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let start = from + find(&line[from..], b"  ")?;
        let blanks = line[start..]
            .iter()
            .take_while(|byte| **byte == b' ')
            .count();
        let rest = &line[start + blanks..];
        let digits = rest
            .iter()
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count();
        if digits >= 4 || rest.starts_with(b"(") {
            return Some((start, start + blanks));
        }
        from = start + blanks;
    }
}

impl Filter for Hashes {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let line = line.strip_prefix(b"  ").unwrap_or(line);
        match padding(line) {
            Some((start, end)) => out.line_of(stream, &[&line[..start], b" ", &line[end..]]),
            None => out.line(stream, line),
        }
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status {
            Status::Code(1..) => End::Raw,
            _ => End::Told,
        }
    }
}

/// Reads `git remote -v`: one line where fetch and push are the same.
#[derive(Default)]
struct Remotes {
    fetch: Option<(Stream, Vec<u8>)>,
}

impl Remotes {
    fn leave(&mut self, out: &mut Out) {
        if let Some((stream, line)) = self.fetch.take() {
            out.line(stream, &line);
        }
    }
}

impl Filter for Remotes {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        if let Some(remote) = line.strip_suffix(b" (push)")
            && let Some((_, fetch)) = &self.fetch
            && let Some(same) = fetch.strip_suffix(b" (fetch)")
            && same == remote
        {
            self.fetch = None;
            return out.line(stream, remote);
        }
        self.leave(out);
        match line.ends_with(b" (fetch)") {
            true => self.fetch = Some((stream, line.to_vec())),
            false => out.line(stream, line),
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.leave(out);
        match status {
            Status::Code(1..) => End::Raw,
            _ => End::Told,
        }
    }
}
