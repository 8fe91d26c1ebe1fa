//! Shapes and the readers of the tools that use them.
//!
//! A filter is a state machine over lines: it sees each line once, may print at
//! once, and learns the exit status at the end. What it holds is bounded.
//! It never sees escape sequences: they are taken off before. It must not rely
//! on which stream a line came from, because both may arrive on one pipe.
//!
//! What every filter has to keep to:
//!
//! - each line goes to exactly one of [`Out::line`] (shown, perhaps reworded),
//!   [`Out::omit`] (a fact left out: counted and announced) and [`Out::noise`];
//! - words of success only for `Status::Code(0)`;
//! - a status other than 0 without a recognised failure is [`End::Raw`];
//! - what is shown is made of the tool's own words, and no longer than them.
//!
//! The [`engine`] does the rest: cleaning, holding back, markers, the way back
//! to raw output.

mod blame;
mod both;
mod contents;
mod diagnostics;
mod diff;
pub mod engine;
mod fields;
mod git;
mod history;
mod listing;
mod log;
mod marker;
mod numbered;
mod out;
mod package;
mod patch;
mod paths;
mod scan;
mod search;
mod stat;
mod status;
mod table;
mod taken;
mod test_report;
mod tree;

pub use engine::{Keep, Session};
pub use out::Out;

use crate::rules::{self, Answer, Arg, Reader};

/// The stream a line came from, or goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stream {
    /// Standard output (also standard error, where both are one file).
    #[default]
    Out,
    /// Standard error.
    Err,
}

/// How the tool ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Exit status, 0 to 255.
    Code(u8),
    /// Killed by this signal.
    Signal(u8),
    /// Its output ended here but the tool did not, for rtk was told to stop; or nobody
    /// knows (`rtk pipe`). No success, and no failure either.
    Cut,
}

/// What a filter says at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// What was printed tells the whole story.
    Told,
    /// Not understood, or a failure without a recognised reason: print it raw.
    Raw,
}

/// Reads one tool's output.
pub trait Filter {
    /// One line, without its line end, escape sequences taken off. Never longer
    /// than [`engine::LINE_MAX`].
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out);

    /// The tool has ended.
    fn end(&mut self, status: Status, out: &mut Out) -> End;

    /// Lines keep their carriage returns: what is shown are the bytes of files or
    /// their names (`cat`, `diff`, `find`), where these are facts and no progress.
    fn exact(&self) -> bool {
        false
    }

    /// Of exact lines: the tool colours nothing, an escape sequence is the file's.
    fn plain(&self) -> bool {
        false
    }
}

/// Makes a filter for a tool's name and its arguments; `None` where these ask for
/// output that is best as it is.
type Make = fn(&[&str]) -> Option<Box<dyn Filter>>;

/// What a filter does with its tool's output, for people: `rtk filters`. Stands as a
/// constant beside the filter.
#[derive(Debug, PartialEq, Eq)]
pub struct About {
    /// The shape: `test report`, `diagnostics`, `table`, `paths`, `diff and history`, `log`.
    pub shape: &'static str,
    /// What stays, in a few words: `failures whole, totals`.
    pub keeps: &'static str,
    /// What goes: `passing tests, progress, timings`.
    pub drops: &'static str,
}

/// The filter for a command, or `None` where the tool's own output is best.
/// `words` are the tool's name and its arguments.
pub fn make(reader: Reader, words: &[&str]) -> Option<Box<dyn Filter>> {
    find(reader).and_then(|(make, _)| make(words))
}

/// What the reader does; `None` if nothing.
pub fn about(reader: Reader) -> Option<&'static About> {
    find(reader).map(|(_, about)| about)
}

/// The filter of each reader.
fn find(reader: Reader) -> Option<(Make, &'static About)> {
    let found: (Make, &About) = match reader {
        Reader::NpmInstall => (|_| log::npm(), &log::ABOUT),
        Reader::PnpmInstall => (|_| log::pnpm(), &log::ABOUT),
        Reader::YarnInstall => (|_| log::yarn(), &log::ABOUT),
        Reader::PipInstall | Reader::UvSync => (|_| log::pip(), &log::ABOUT),
        Reader::PoetryInstall => (|_| log::poetry(), &log::ABOUT),
        Reader::CargoInstall | Reader::GoMod => (|_| log::cargo(), &log::ABOUT),
        Reader::BundleInstall => (|_| log::bundle(), &log::ABOUT),
        Reader::ComposerInstall => (|_| log::composer(), &log::ABOUT),
        Reader::AptInstall => (|_| log::apt(), &log::ABOUT),
        Reader::DockerLogs | Reader::KubectlLogs | Reader::Journalctl => (log::logs, &log::ABOUT),
        Reader::DockerBuild => (|_| log::build(), &log::ABOUT),
        Reader::DockerPull => (|_| log::pull(), &log::ABOUT),
        Reader::DockerUp => (|_| log::up(), &log::ABOUT),
        Reader::KubectlRollout => (|_| log::rollout(), &log::ABOUT),
        Reader::Helm => (|_| log::helm(), &log::ABOUT),
        Reader::TerraformInit | Reader::TerraformPlan | Reader::TerraformApply => {
            (|_| log::terraform::make(), &log::ABOUT)
        }
        Reader::AwsS3 => (|_| log::buckets(), &log::ABOUT),
        Reader::KubectlDescribe | Reader::SystemctlStatus => (|_| log::described(), &log::ABOUT),
        Reader::Curl => (|_| log::curl(), &log::ABOUT),
        Reader::Wget => (|_| log::wget(), &log::ABOUT),
        Reader::Rsync => (|_| log::rsync(), &log::ABOUT),
        Reader::Ping => (|_| log::ping(), &log::ABOUT),
        Reader::Ansible => (|_| log::ansible(), &log::ABOUT),
        Reader::KubectlApply | Reader::TerraformValidate | Reader::Task => {
            (|_| log::any(), &log::ABOUT)
        }
        Reader::GitStatus => (git::status, &status::ABOUT),
        Reader::GitDiff | Reader::HgDiff | Reader::JjDiff => (diff::git, &diff::ABOUT),
        Reader::Diff => (diff::plain, &diff::ABOUT),
        Reader::GitLog => (history::log, &history::ABOUT),
        Reader::GitShow => (history::show, &history::ABOUT),
        Reader::GitBranch => (|_| git::branch(), &git::ABOUT),
        Reader::GitStash => (git::stash, &git::ABOUT),
        Reader::GitAdd
        | Reader::GitCommit
        | Reader::GitPush
        | Reader::GitPull
        | Reader::GitFetch
        | Reader::GitClone
        | Reader::GitCheckout
        | Reader::GitMerge => (|_| git::command(), &git::ABOUT),
        Reader::GitBlame => (blame::make, &blame::ABOUT),
        Reader::GitReflog => (|_| blame::reflog(), &blame::ABOUT),
        Reader::GitRemote => (git::remote, &git::ABOUT),
        Reader::GitWorktree => (git::worktree, &git::ABOUT),
        Reader::GitLsFiles => (paths::ls_files, &paths::ABOUT),
        Reader::Find => (paths::find, &paths::ABOUT),
        Reader::Fd => (paths::fd, &paths::ABOUT),
        Reader::GitGrep | Reader::Grep | Reader::Rg => (search::make, &search::ABOUT),
        Reader::Ls => (listing::make, &listing::ABOUT),
        Reader::Tree => (tree::make, &tree::ABOUT),
        Reader::Cat | Reader::Head | Reader::Tail => (contents::text, &contents::ABOUT),
        Reader::Wc => (|_| contents::padded(), &contents::PADDED),
        Reader::DockerPs
        | Reader::DockerImages
        | Reader::DockerTable
        | Reader::KubectlGet
        | Reader::KubectlTable
        | Reader::HelmTable
        | Reader::Gcloud => (|_| table::capitals(), &table::ABOUT),
        Reader::PipList | Reader::NpmLs | Reader::CargoTree => {
            (|_| table::packages::packages(), &table::PACKAGES)
        }
        Reader::AptList => (|_| table::packages::names(), &table::PACKAGES),
        Reader::NpmAudit | Reader::NpmView | Reader::PipCheck | Reader::PipShow => {
            (|_| log::listed(), &log::ABOUT)
        }
        Reader::NpmOutdated => (|_| table::outdated(), &table::ABOUT),
        Reader::Ps | Reader::Df => (|_| table::processes(), &table::ABOUT),
        Reader::Aws | Reader::DockerInspect => (|_| table::json(), &table::ABOUT),
        Reader::AwsLogs => (|_| table::json_logs(), &table::ABOUT),
        Reader::Sql => (|_| table::ruled(), &table::ABOUT),
        Reader::PackageTest | Reader::PackageScript => (|_| package::make(), &package::ABOUT),
        // The readers of these two shapes are listed there.
        _ => return test_report::find(reader).or_else(|| diagnostics::find(reader)),
    };
    Some(found)
}

/// The filter for a whole command line, as the runner and the rewrite find it.
pub fn for_command(words: &[&str]) -> Option<Box<dyn Filter>> {
    let args: Vec<Arg<'_>> = words.iter().map(|word| Some(*word)).collect();
    match rules::find(&args) {
        Answer::Known(found) => make(found.family.reader, &words[found.tool..]),
        Answer::Script { .. } | Answer::Raw(_) => None,
    }
}

/// What the agent would see of a command that printed this and ended so: both
/// streams. Everything in memory; for tests and `rtk pipe` like uses.
pub fn apply(words: &[&str], stdout: &[u8], stderr: &[u8], status: Status) -> (Vec<u8>, Vec<u8>) {
    match for_command(words) {
        Some(filter) => apply_filter(filter, stdout, stderr, status),
        None => (stdout.to_vec(), stderr.to_vec()),
    }
}

/// [`apply`] with a filter at hand.
pub fn apply_filter(
    filter: Box<dyn Filter + '_>,
    stdout: &[u8],
    stderr: &[u8],
    status: Status,
) -> (Vec<u8>, Vec<u8>) {
    let (mut shown, mut shown_err) = (Vec::new(), Vec::new());
    let mut print = |stream, text: &[u8]| match stream {
        Stream::Out => shown.extend(text),
        Stream::Err => shown_err.extend(text),
    };
    let mut keep = engine::Example;
    let mut session = Session::new(filter, &mut keep);
    session.push(Stream::Out, stdout, &mut print);
    session.push(Stream::Err, stderr, &mut print);
    session.finish(status, &mut print);
    (shown, shown_err)
}
