//! The file that a path means, and whether it may be replaced.
//!
//! Links are followed by hand, in a bounded chain, so that a linked settings file
//! stays a link and its target is what changes. Whatever is not a plain file, or
//! not there for us to change, is refused with one clear line before anything is
//! written (SECURITY invariants I13, I14).

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::{Refusal, shown};
use crate::files::{self, ReadError};

/// Longest chain of links, as in the kernel.
const LINKS_MAX: usize = 40;

/// A file that may be written: where it really is and what it holds now.
#[derive(Debug, PartialEq)]
pub(crate) struct Target {
    /// As it was named, for people.
    pub(crate) named: PathBuf,
    /// Where it is, all links resolved.
    pub(crate) path: PathBuf,
    /// What it holds; `None` if it does not exist.
    pub(crate) bytes: Option<Vec<u8>>,
}

/// Finds the file that `path` means. With `within`, a file outside that directory is refused.
pub(crate) fn resolve(path: &Path, within: Option<&Path>) -> Result<Target, Refusal> {
    let refuse = |why: &str| Err(Refusal::new(path, why));
    let mut at = path.to_path_buf();
    for links in 0..=LINKS_MAX {
        let meta = match fs::symlink_metadata(&at) {
            Ok(meta) => meta,
            Err(error) if error.kind() == io::ErrorKind::NotFound && links > 0 => {
                return refuse("is a link to nothing");
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let at = inside(&at, within).map_err(|why| Refusal::new(path, why))?;
                return Ok(Target {
                    named: path.to_path_buf(),
                    path: at,
                    bytes: None,
                });
            }
            Err(error) => return refuse(&["cannot be looked at: ", &error.to_string()].concat()),
        };
        if meta.file_type().is_symlink() {
            let next = fs::read_link(&at).map_err(|error| {
                Refusal::new(path, ["cannot be followed: ", &error.to_string()].concat())
            })?;
            at = at
                .parent()
                .map_or(next.clone(), |parent| parent.join(&next));
            continue;
        }
        if !meta.is_file() {
            return refuse(if meta.is_dir() {
                "is a directory"
            } else {
                "is not a regular file"
            });
        }
        if is_protected(&meta) {
            return refuse("is write-protected");
        }
        let bytes = match files::read(&at, files::MAX_SETTINGS_BYTES) {
            Ok(bytes) => bytes,
            Err(ReadError::Missing) => return refuse("went away"),
            Err(error) => return refuse(&error.to_string()),
        };
        let at = inside(&at, within).map_err(|why| Refusal::new(path, why))?;
        return Ok(Target {
            named: path.to_path_buf(),
            path: at,
            bytes: Some(bytes),
        });
    }
    refuse("is a loop of links")
}

/// The path with its directory's links resolved, as far as that directory exists;
/// refused if it is not below `within`.
fn inside(path: &Path, within: Option<&Path>) -> Result<PathBuf, String> {
    let mut missing = Vec::new();
    let mut directory = path;
    let real = loop {
        match (directory.parent(), directory.file_name()) {
            (Some(parent), Some(name)) => {
                missing.push(name);
                directory = parent;
            }
            _ => return Err("has no directory".to_string()),
        }
        let asked = if directory.as_os_str().is_empty() {
            Path::new(".")
        } else {
            directory
        };
        match fs::canonicalize(asked) {
            Ok(real) if real.is_dir() => break real,
            Ok(_) => {
                return Err(["is below ", &shown(directory), ", which is no directory"].concat());
            }
            // A link to nothing exists all the same, and nothing can be made through it.
            Err(_) if fs::symlink_metadata(asked).is_ok() => {
                return Err(
                    ["is below ", &shown(directory), ", which cannot be followed"].concat(),
                );
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(["cannot be looked at: ", &error.to_string()].concat()),
        }
    };
    if let Some(within) = within {
        let root = fs::canonicalize(within)
            .map_err(|error| [&shown(within), ": ", &error.to_string()].concat())?;
        if !real.starts_with(&root) {
            return Err(["leads out of ", &shown(within), ", to ", &shown(&real)].concat());
        }
    }
    Ok(missing
        .iter()
        .rev()
        .fold(real, |path, name| path.join(name)))
}

/// Nobody is meant to write it, whoever asks: root could.
fn is_protected(meta: &Metadata) -> bool {
    meta.permissions().readonly()
}
