//! Replaces several files, all or none, each whole or as it was.
//!
//! A new file is written beside its target under an unpredictable name (O_EXCL,
//! 0600), synced, given the target's mode and owner, and renamed over it
//! (SECURITY invariant I12). Where the directory does not exist it waits above it.
//! Everything is written before the first directory is made and the first file
//! renamed; a rename that fails takes back those before it. POSIX.1-2024 rename()
//! is atomic.
//!
//! What a killed run left behind is swept by the next one. The record that lists the
//! directories that are made is the first to be renamed into them, and is moved out
//! of them before they are taken away: a stray that is a record says which may go.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::Refusal;
use super::record::Record;
use super::target::Target;
use crate::files;
use crate::text::order;

/// How temporary names start. A run holds a lock on each of its own, so that one
/// without a lock, and older than the moment between making and locking it, is
/// what a killed run left.
const TEMPORARY: &str = ".rtk-new-";
const LOCKED_WITHIN: Duration = Duration::from_secs(1);

/// How long another run is waited for: a minute. It holds the lock while it writes,
/// not while it asks.
const LOCK_TRIES: usize = 3000;
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// One file to replace, make or delete.
#[derive(Debug, PartialEq)]
pub(crate) struct Change {
    /// Which file.
    pub(crate) target: Target,
    /// What it is to hold; `None`: it is to go.
    pub(crate) new: Option<Vec<u8>>,
    /// The mode of a file that did not exist; one that did keeps its own.
    pub(crate) mode: u32,
}

/// What was made on the way and goes again if something fails.
#[derive(Default)]
struct Traces {
    directories: Vec<PathBuf>,
    /// Open, and so locked, until the end.
    temporaries: Vec<(PathBuf, Option<File>)>,
}

/// Applies the changes, and takes `emptied` away, directories that may be empty then,
/// the innermost first. On an error every file is as it was.
pub(crate) fn apply(changes: &[Change], emptied: &[PathBuf]) -> Result<(), Refusal> {
    let mut traces = Traces::default();
    let result = prepare(changes, &mut traces)
        .and_then(|staged| commit(changes, &staged, emptied, &mut traces));
    if result.is_ok() {
        for directory in emptied {
            let _ = fs::remove_dir(directory);
        }
    }
    for (path, _) in &traces.temporaries {
        // After a success they are renamed and gone.
        let _ = fs::remove_file(path);
    }
    if result.is_err() {
        for path in traces.directories.iter().rev() {
            let _ = fs::remove_dir(path);
        }
    }
    result
}

/// Has other runs wait, for a bounded time, while it is held. The lock is on the
/// directory itself, so that it leaves nothing behind (flock(2)). `None` where locks
/// are not known: what is checked before a rename has to do.
pub(crate) fn lock(directory: &Path) -> Result<Option<File>, Refusal> {
    let Ok(file) = File::open(directory) else {
        return Ok(None);
    };
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(fs::TryLockError::Error(_)) => return Ok(None),
        }
    }
    let why = "is locked by another rtk init that does not end";
    Err(Refusal::new(directory, why))
}

/// Writes every new text beside its target.
fn prepare(changes: &[Change], traces: &mut Traces) -> Result<Vec<Option<PathBuf>>, Refusal> {
    let mut staged = Vec::new();
    for change in changes {
        let path = &change.target.path;
        let wrong = |error: io::Error| {
            Refusal::new(path, ["cannot be written: ", &error.to_string()].concat())
        };
        let Some(new) = &change.new else {
            staged.push(None);
            continue;
        };
        let directory = path
            .ancestors()
            .skip(1)
            .find(|directory| directory.is_dir())
            .ok_or_else(|| Refusal::new(path, "has no directory"))?;
        let temporary = directory.join(unpredictable_name());
        let file = create(&temporary).map_err(wrong)?;
        // Where locks are not known, nothing is swept.
        let _ = file.try_lock();
        let filled = fill(&file, new);
        traces.temporaries.push((temporary.clone(), Some(file)));
        filled.map_err(wrong)?;
        dress(&temporary, path, change.mode).map_err(wrong)?;
        staged.push(Some(temporary));
    }
    Ok(staged)
}

/// Renames them all; takes back what was renamed if one fails.
fn commit(
    changes: &[Change],
    staged: &[Option<PathBuf>],
    emptied: &[PathBuf],
    traces: &mut Traces,
) -> Result<(), Refusal> {
    for change in changes {
        let now = fs::read(&change.target.path).ok();
        if now != change.target.bytes && now != change.new {
            return Err(Refusal::new(&change.target.named, "changed meanwhile"));
        }
    }
    for (done, (change, temporary)) in changes.iter().zip(staged).enumerate() {
        let path = &change.target.path;
        let result = match temporary {
            Some(temporary) => {
                make_directories(path.parent().unwrap_or(path), &mut traces.directories)
                    .and_then(|()| fs::rename(temporary, path))
            }
            None => remove(change, emptied, traces),
        };
        if let Err(error) = result {
            for change in &changes[..done] {
                take_back(change);
            }
            return Err(Refusal::new(
                path,
                ["cannot be replaced: ", &error.to_string()].concat(),
            ));
        }
        sync_directory(path);
    }
    Ok(())
}

/// Takes a file away. A record that lists directories is moved above all that may go,
/// to go last: there it keeps none of them, another record's either, from being empty.
fn remove(change: &Change, emptied: &[PathBuf], traces: &mut Traces) -> io::Result<()> {
    let path = &change.target.path;
    let record = Record::parse(change.target.bytes.as_deref().unwrap_or_default());
    let stays = |directory: &&Path| !emptied.iter().any(|gone| gone == directory);
    let above = path.ancestors().skip(1).find(stays);
    let result = match above {
        Some(above) if !record.directories().is_empty() => {
            let parked = above.join(unpredictable_name());
            traces.temporaries.push((parked.clone(), None));
            fs::rename(path, parked)
        }
        _ => fs::remove_file(path),
    };
    result.or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
}

/// The old bytes again, or no file where none was.
fn take_back(change: &Change) {
    let path = &change.target.path;
    let Some(old) = &change.target.bytes else {
        let _ = fs::remove_file(path);
        return;
    };
    let Some(directory) = path.parent() else {
        return;
    };
    let temporary = directory.join(unpredictable_name());
    let restored = create(&temporary)
        .and_then(|file| fill(&file, old))
        .and_then(|()| dress(&temporary, path, change.mode))
        .and_then(|()| fs::rename(&temporary, path));
    if restored.is_err() {
        let _ = fs::remove_file(&temporary);
    }
}

fn make_directories(directory: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    if let Some(parent) = directory.parent() {
        make_directories(parent, made)?;
    }
    match fs::create_dir(directory) {
        Ok(()) => made.push(directory.to_path_buf()),
        // Another run was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn fill(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// Gives the new file the mode and owner of the old one.
fn dress(new: &Path, old: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let Ok(meta) = fs::symlink_metadata(old) else {
            return fs::set_permissions(new, fs::Permissions::from_mode(mode));
        };
        let own = fs::symlink_metadata(new)?;
        if (own.uid(), own.gid()) != (meta.uid(), meta.gid()) {
            chown(new, Some(meta.uid()), Some(meta.gid()))?;
        }
        // A program has to be one.
        let mode = meta.mode() & 0o7777 | mode & 0o111;
        fs::set_permissions(new, fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    {
        let _ = (new, old, mode);
        Ok(())
    }
}

/// Makes the rename last. Not every file system can; the rename stands all the same.
fn sync_directory(path: &Path) {
    if cfg!(unix)
        && let Some(directory) = path.parent()
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
}

/// Takes away what earlier runs that were killed left in a directory, and the empty
/// directories that they made below it. Says whether there was something.
pub(crate) fn sweep(directory: &Path) -> bool {
    let Ok(entries) = fs::read_dir(directory) else {
        return false;
    };
    let is_stray = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(TEMPORARY)) && is_stale(path)
    };
    let strays: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_stray)
        .collect();
    // One record's directory may be in another's.
    let mut made = Vec::new();
    for stray in &strays {
        let record = files::read(stray, files::MAX_SETTINGS_BYTES).unwrap_or_default();
        made.extend_from_slice(Record::parse(&record).directories());
    }
    order::sort(&mut made, |a, b| a < b);
    for made in made.iter().rev() {
        if Path::new(made).starts_with(directory) {
            let _ = fs::remove_dir(made);
        }
    }
    let gone = strays.iter().filter(|stray| fs::remove_file(stray).is_ok());
    gone.count() > 0
}

fn is_stale(path: &Path) -> bool {
    let Ok(meta) = fs::symlink_metadata(path) else {
        return false;
    };
    let age = meta
        .modified()
        .ok()
        .and_then(|time| SystemTime::now().duration_since(time).ok());
    meta.is_file()
        && age.is_some_and(|age| age > LOCKED_WITHIN)
        && OpenOptions::new()
            .write(true)
            .open(path)
            .is_ok_and(|file| file.try_lock().is_ok())
}

/// The standard library's only randomness is the key of its hasher.
fn unpredictable_name() -> String {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    format!("{TEMPORARY}{:016x}", hasher.finish())
}
