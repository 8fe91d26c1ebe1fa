//! Rule files of agents other than Claude Code: reading them, and where rules stand in them.
//!
//! A file that is there and cannot be read means no rewrite: the rule that it holds would no longer
//! match the rewritten text.

use std::path::Path;

use crate::files::{self, ReadError};
use crate::permission::{Effect, Matcher, RuleSet};
use crate::text::json::{self, Options, Value};
use crate::text::order;
use crate::text::toml::{self, Table};

/// Most directories from the current one to the root.
const ANCESTORS_MAX: usize = 100;

/// A file that rules are being read from.
pub(super) struct Source<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// A file's name for people and its bytes.
    pub(super) fn new(name: &'a str, bytes: &'a [u8]) -> Source<'a> {
        Source { name, bytes }
    }

    /// Adds a rule that stands at byte `at`.
    pub(super) fn add(
        &self,
        rules: &mut RuleSet,
        effect: Effect,
        matcher: Matcher,
        text: &str,
        at: usize,
    ) {
        let before = &self.bytes[..at.min(self.bytes.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        rules.add(effect, matcher, text, self.name, line);
    }

    /// Notes that the file holds a rule that cannot be judged here: nothing is rewritten.
    pub(super) fn beyond(&self, rules: &mut RuleSet, what: &str) {
        rules.add_unreadable(format!("{}: {what}", self.name));
    }
}

/// The bytes of a rule file that exists.
pub(super) fn bytes(rules: &mut RuleSet, path: &Path) -> Option<Vec<u8>> {
    match files::read(path, files::MAX_SETTINGS_BYTES) {
        Ok(bytes) => Some(bytes),
        Err(ReadError::Missing) => None,
        Err(reason) => {
            rules.add_unreadable(format!("{}: {reason}", path.display()));
            None
        }
    }
}

/// Reads a JSON file that exists.
pub(super) fn json(
    rules: &mut RuleSet,
    path: &Path,
    options: Options,
    read: impl FnOnce(&mut RuleSet, &Source<'_>, Value<'_>),
) {
    let Some(bytes) = bytes(rules, path) else {
        return;
    };
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    let name = path.to_string_lossy();
    let (name, bytes) = (&*name, &*bytes);
    match json::parse_with(bytes, options) {
        Ok(root) => read(rules, &Source { name, bytes }, root),
        Err(error) => {
            rules.add_unreadable(format!("{name}:{}: {}", error.line(bytes), error.reason));
        }
    }
}

/// Reads a TOML file that exists.
pub(super) fn toml(
    rules: &mut RuleSet,
    path: &Path,
    read: impl FnOnce(&mut RuleSet, &Source<'_>, &Table),
) {
    let Some(bytes) = bytes(rules, path) else {
        return;
    };
    let name = path.to_string_lossy();
    let (name, bytes) = (&*name, &*bytes);
    match toml::parse(bytes) {
        Ok(table) => read(rules, &Source { name, bytes }, &table),
        Err(error) => {
            rules.add_unreadable(format!("{name}:{}: {}", error.line(bytes), error.reason));
        }
    }
}

/// The files of a directory with this ending, in the order of their names; none if there is no such
/// directory.
pub(super) fn below(
    rules: &mut RuleSet,
    directory: &Path,
    ending: &str,
) -> Vec<std::path::PathBuf> {
    const FILES_MAX: usize = 1000;
    let mut found = Vec::new();
    match std::fs::read_dir(directory) {
        Ok(entries) => {
            for entry in entries.flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|other| other == ending) {
                    found.push(path);
                }
                if found.len() > FILES_MAX {
                    rules.add_unreadable(format!("{}: too many files", directory.display()));
                    return Vec::new();
                }
            }
        }
        Err(error) => {
            use std::io::ErrorKind::{NotADirectory, NotFound};
            if !matches!(error.kind(), NotFound | NotADirectory) {
                rules.add_unreadable(format!("{}: {error}", directory.display()));
            }
        }
    }
    order::sort(&mut found, |a, b| a < b);
    found
}

/// The current directory and those above it, up to the repository's root; without a repository
/// the current one alone.
pub(super) fn up_to_project(cwd: &Path) -> Vec<&Path> {
    let ancestors: Vec<&Path> = cwd.ancestors().take(ANCESTORS_MAX).collect();
    let root = ancestors
        .iter()
        .position(|directory| directory.join(".git").exists());
    ancestors[..=root.unwrap_or(0)].to_vec()
}
