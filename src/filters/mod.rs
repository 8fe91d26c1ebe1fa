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

    /// Lines keep a carriage return in front of the line end: what is shown are
    /// the bytes of a file (`cat`, `diff`), where that is a fact.
    fn exact(&self) -> bool {
        false
    }
}

/// The filter for a command, or `None` where the tool's own output is best.
/// `words` are the tool's name and its arguments.
pub fn make(reader: Reader, words: &[&str]) -> Option<Box<dyn Filter>> {
    match reader {
        Reader::Raw => None,
        Reader::NpmInstall => log::npm(),
        Reader::PnpmInstall => log::pnpm(),
        Reader::YarnInstall => log::yarn(),
        Reader::PipInstall | Reader::UvSync => log::pip(),
        Reader::PoetryInstall => log::poetry(),
        Reader::CargoInstall | Reader::GoMod => log::cargo(),
        Reader::BundleInstall => log::bundle(),
        Reader::ComposerInstall => log::composer(),
        Reader::AptInstall => log::apt(),
        Reader::DockerLogs | Reader::KubectlLogs | Reader::Journalctl => log::logs(words),
        Reader::DockerBuild => log::build(),
        Reader::DockerPull => log::pull(),
        Reader::DockerUp => log::up(),
        Reader::KubectlRollout => log::rollout(),
        Reader::Helm => log::helm(),
        Reader::TerraformInit | Reader::TerraformPlan | Reader::TerraformApply => {
            log::terraform::make()
        }
        Reader::Curl => log::curl(),
        Reader::Wget => log::wget(),
        Reader::Rsync => log::rsync(),
        Reader::Ping => log::ping(),
        Reader::Ansible => log::ansible(),
        Reader::KubectlApply | Reader::TerraformValidate | Reader::Gcloud | Reader::Task => {
            log::any()
        }
        Reader::GitStatus => git::status(words),
        Reader::GitDiff | Reader::HgDiff | Reader::JjDiff => diff::git(words),
        Reader::GitLog => history::log(words),
        Reader::GitShow => history::show(words),
        Reader::GitBranch => git::branch(),
        Reader::GitStash => git::stash(words),
        Reader::GitAdd
        | Reader::GitCommit
        | Reader::GitPush
        | Reader::GitPull
        | Reader::GitFetch
        | Reader::GitClone
        | Reader::GitCheckout
        | Reader::GitMerge => git::command(),
        Reader::GitBlame => blame::make(words),
        Reader::GitRemote => git::remote(words),
        Reader::GitReflog => Some(Box::new(blame::Reflog::default())),
        Reader::GitWorktree => git::worktree(words),
        Reader::GitLsFiles => paths::ls_files(words),
        Reader::GitGrep | Reader::Grep | Reader::Rg => search::make(words),
        Reader::Ls => listing::make(words),
        Reader::Tree => tree::make(words),
        Reader::Find => paths::find(words),
        Reader::Fd => paths::fd(words),
        Reader::Cat | Reader::Head | Reader::Tail => Some(Box::new(contents::Contents::default())),
        Reader::Wc => Some(Box::new(contents::Padded)),
        Reader::Diff => diff::plain(words),
        Reader::DockerPs
        | Reader::DockerImages
        | Reader::DockerTable
        | Reader::KubectlGet
        | Reader::KubectlTable
        | Reader::HelmTable => table::capitals(),
        Reader::PipList => table::packages(),
        Reader::NpmOutdated => table::outdated(),
        Reader::Ps | Reader::Df => table::processes(),
        Reader::Aws | Reader::DockerInspect => table::json(),
        Reader::AwsLogs => table::json_logs(),
        Reader::Sql => table::ruled(),
        Reader::PackageTest | Reader::PackageScript => package::make(),
        // The readers of these two shapes are listed there.
        _ => test_report::make(reader, words).or_else(|| diagnostics::make(reader, words)),
    }
}

/// What a reader does with its tool's output, for people: `rtk filters`. Stands as a
/// constant beside the reader.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The shape: `test report`, `diagnostics`, `table`, `paths`, `diff and history`, `log`.
    pub shape: &'static str,
    /// What stays, in a few words: `failures whole, totals`.
    pub keeps: &'static str,
    /// What goes: `passing tests, progress, timings`.
    pub drops: &'static str,
}

/// What the reader does; `None` if nothing.
pub fn about(reader: Reader) -> Option<About> {
    match reader {
        Reader::Raw => None,
        Reader::NpmInstall
        | Reader::PnpmInstall
        | Reader::YarnInstall
        | Reader::PipInstall
        | Reader::UvSync
        | Reader::PoetryInstall
        | Reader::CargoInstall
        | Reader::GoMod
        | Reader::BundleInstall
        | Reader::ComposerInstall
        | Reader::AptInstall
        | Reader::DockerLogs
        | Reader::KubectlLogs
        | Reader::Journalctl
        | Reader::DockerBuild
        | Reader::DockerPull
        | Reader::DockerUp
        | Reader::KubectlRollout
        | Reader::KubectlApply
        | Reader::Helm
        | Reader::TerraformInit
        | Reader::TerraformPlan
        | Reader::TerraformApply
        | Reader::TerraformValidate
        | Reader::Curl
        | Reader::Wget
        | Reader::Rsync
        | Reader::Ping
        | Reader::Ansible
        | Reader::Gcloud
        | Reader::Task => Some(log::ABOUT),
        Reader::GitStatus => Some(status::ABOUT),
        Reader::GitDiff | Reader::HgDiff | Reader::JjDiff | Reader::Diff => Some(diff::ABOUT),
        Reader::GitLog | Reader::GitShow => Some(history::ABOUT),
        Reader::GitBlame | Reader::GitReflog => Some(blame::ABOUT),
        Reader::GitAdd
        | Reader::GitCommit
        | Reader::GitPush
        | Reader::GitPull
        | Reader::GitFetch
        | Reader::GitClone
        | Reader::GitCheckout
        | Reader::GitMerge
        | Reader::GitStash
        | Reader::GitBranch
        | Reader::GitRemote
        | Reader::GitWorktree => Some(git::ABOUT),
        Reader::GitLsFiles | Reader::Find | Reader::Fd => Some(paths::ABOUT),
        Reader::GitGrep | Reader::Grep | Reader::Rg => Some(search::ABOUT),
        Reader::Ls => Some(listing::ABOUT),
        Reader::Tree => Some(tree::ABOUT),
        Reader::Cat | Reader::Head | Reader::Tail | Reader::Wc => Some(contents::ABOUT),
        Reader::DockerPs
        | Reader::DockerImages
        | Reader::DockerTable
        | Reader::KubectlGet
        | Reader::KubectlTable
        | Reader::HelmTable
        | Reader::PipList
        | Reader::NpmOutdated
        | Reader::Ps
        | Reader::Df
        | Reader::Aws
        | Reader::DockerInspect
        | Reader::Sql
        | Reader::AwsLogs => Some(table::ABOUT),
        Reader::PackageTest | Reader::PackageScript => Some(package::ABOUT),
        _ => test_report::about(reader).or_else(|| diagnostics::about(reader)),
    }
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
