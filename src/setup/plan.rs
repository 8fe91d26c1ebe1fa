//! What `init` and `init --uninstall` would do: read, decide, change nothing.
//!
//! A plan is a list of whole new texts for files; `write::apply` makes it so. All
//! that can be wrong with a file is found here, before the first byte is written.
//!
//! Uninstalling takes the pieces out of the text as it is now. If that gives what
//! comes out when they are put into the backup and taken out again, the user changed
//! nothing meanwhile, and the backup is what comes back, byte for byte.

use std::path::{Path, PathBuf};

use super::agents::{AGENTS, Agent, Base, Call, Piece};
use super::record::{self, Entry, Record};
use super::target::{self, Target};
use super::write::Change;
use super::{Refusal, json_edit};
use crate::files;
use crate::home;
use crate::text::{order, sha256};

/// What is to be done.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Files in the order in which they are written. No two name the same file.
    pub(crate) changes: Vec<Change>,
    /// Directories that may go when they are empty afterwards, the innermost first.
    pub(crate) directories: Vec<PathBuf>,
    /// What is left to the user, a line each.
    pub(crate) notes: Vec<String>,
    /// Directories that were looked into: a run that was killed may have left something there.
    pub(crate) seen: Vec<PathBuf>,
}

/// Where things are installed.
#[derive(Default)]
pub(crate) struct Site<'a> {
    /// The project's root; `None`: for the user.
    pub(crate) project: Option<&'a Path>,
    /// The absolute path of rtk, or its bare name.
    pub(crate) program: String,
    /// Script form where there is one.
    pub(crate) script: bool,
    /// Mirror deny rules.
    pub(crate) mirror: bool,
}

impl Site<'_> {
    /// The pieces of an agent here.
    pub(crate) fn pieces<'a>(&self, agent: &'a Agent) -> &'a [Piece] {
        match self.project {
            Some(_) => agent.project,
            None if self.script && !agent.script.is_empty() => agent.script,
            None => agent.user,
        }
    }

    /// The directory below which an agent's pieces are.
    pub(crate) fn base(&self, agent: &Agent) -> Result<PathBuf, Refusal> {
        match self.project {
            Some(project) => Ok(project.to_path_buf()),
            None => directory(agent.home)
                .ok_or_else(|| Refusal("no HOME: nowhere to install".to_string())),
        }
    }

    pub(crate) fn call(&self, base: &Path) -> Call {
        let (program, script) = match self.project {
            // Shared between machines: the name, not a path.
            Some(_) => ("rtk".to_string(), String::new()),
            None => (
                self.program.clone(),
                base.join("hooks/rtk-rewrite.sh").display().to_string(),
            ),
        };
        let rules = Vec::new();
        Call {
            program,
            script,
            rules,
        }
    }
}

/// A directory of the user.
pub(crate) fn directory(base: Base) -> Option<PathBuf> {
    let (variable, from_home, below) = match base {
        Base::Home(variable, below) => (variable, below, ""),
        Base::Config(below) => ("XDG_CONFIG_HOME", ".config", below),
    };
    let top = home::directory(variable).or_else(|| Some(home::dir()?.join(from_home)))?;
    Some(if below.is_empty() {
        top
    } else {
        top.join(below)
    })
}

/// What a file held before the first installation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Before {
    /// Nobody knows.
    Unknown,
    /// There was none.
    Absent,
    /// These bytes.
    Text(Vec<u8>),
}

impl Plan {
    /// Adds what installs `agent`.
    pub(crate) fn install(&mut self, agent: &Agent, site: &Site<'_>) -> Result<(), Refusal> {
        let base = site.base(agent)?;
        let mut call = site.call(&base);
        for piece in site.pieces(agent) {
            let target = self.open(&base.join(piece.file()), site)?;
            let (record_target, mut record) = self.record(&target)?;
            let name = file_name(&target.path);
            call.rules = record.rules(&name);
            if site.mirror {
                call.rules.extend(piece.mirrored(target.bytes.as_deref()));
            }
            let refuse = |why: String| Refusal::new(&target.named, why);
            let new = piece.put(target.bytes.as_deref(), &call).map_err(refuse)?;
            let found = |text: &[u8]| piece.found(text, &call);
            let own = found(&new).map(|(own, _)| own).unwrap_or_default();
            // Put there anew: what is there now is what it was before.
            let anew = target
                .bytes
                .as_deref()
                .is_none_or(|old| found(old).is_none());
            let known = record.entry(&name).is_some() && !anew;
            if !known
                && matches!(piece, Piece::Setting { .. })
                && target.bytes.as_deref() == Some(&new)
            {
                // The user's own.
                continue;
            }
            let entry = Entry {
                file: name,
                hash: sha256::hex(&own),
                before: target.bytes.as_deref().map(sha256::hex),
                rules: call.rules.clone(),
            };
            record.put(entry, known);
            record.made(missing_directories(&target.path));
            record.made(made_before(&target.path, site));
            self.replace(
                record_target,
                Some(record.render().into_bytes()),
                record::MODE,
            );
            if !known {
                let backup = self.backup(&target)?;
                self.replace(backup, target.bytes.clone(), 0o600);
            }
            self.replace(
                target,
                Some(new),
                if piece.is_executable() { 0o755 } else { 0o644 },
            );
        }
        if site.project.is_none() && (!site.script || agent.script.is_empty()) {
            self.supersede(agent, &base)?;
        }
        Ok(())
    }

    /// Adds what takes the script form of this and older versions away.
    fn supersede(&mut self, agent: &Agent, base: &Path) -> Result<(), Refusal> {
        let site = Site::default();
        for (_, file) in SCRIPTS.iter().filter(|(name, _)| *name == agent.name) {
            let path = base.join(file);
            if path.is_file() && std::fs::read(&path).is_ok_and(|text| is_own_file(&text)) {
                let target = self.open(&path, &site)?;
                self.forget(&target)?;
                self.replace(target, None, 0);
                self.forget_version()?;
            }
        }
        Ok(())
    }

    /// Adds what takes away the script's note that rtk is recent enough.
    fn forget_version(&mut self) -> Result<(), Refusal> {
        let cache = directory(Base::Home("XDG_CACHE_HOME", ".cache"));
        let note = cache.map(|cache| cache.join("rtk-hook-version-ok"));
        if let Some(note) = note.filter(|note| note.is_file()) {
            self.directories
                .extend(note.parent().map(Path::to_path_buf));
            let target = self.open(&note, &Site::default())?;
            self.replace(target, None, 0);
        }
        Ok(())
    }

    /// Adds what takes `agent` out.
    pub(crate) fn uninstall(&mut self, agent: &Agent, site: &Site<'_>) -> Result<(), Refusal> {
        let base = site.base(agent)?;
        let pieces = match site.project {
            Some(_) => agent.project,
            // The script form's entry is found through the other form's file.
            None => agent.user,
        };
        for piece in pieces {
            let target = self.open(&base.join(piece.file()), site)?;
            let mut call = site.call(&base);
            let (_, record) = self.record(&target)?;
            let name = file_name(&target.path);
            if matches!(piece, Piece::Setting { .. }) && record.entry(&name).is_none() {
                // The user's own.
                continue;
            }
            call.rules = record.rules(&name);
            let before = self.forget(&target)?;
            let Some(now) = target.bytes.as_deref() else {
                continue;
            };
            let refuse = |why: String| Refusal::new(&target.named, why);
            let new = piece.restored(now, &before, &call).map_err(refuse)?;
            if new.as_deref() == Some(now) && piece.found(now, &call).is_some() {
                let edited = " was edited since; it stays, delete it yourself";
                self.notes
                    .push([&super::shown(&target.path), edited].concat());
            }
            self.replace(target, new, 0o644);
        }
        match site.project {
            Some(_) => Ok(()),
            None => self.supersede(agent, &base),
        }
    }

    /// Adds what takes a file out of the record, and its backup away.
    fn forget(&mut self, target: &Target) -> Result<Before, Refusal> {
        let (record_target, mut record) = self.record(target)?;
        let name = file_name(&target.path);
        let entry = record.entry(&name).cloned();
        let backup = self.backup(target)?;
        let before = match (entry.map(|entry| entry.before), &backup.bytes) {
            (Some(None), _) => Before::Absent,
            (Some(Some(hash)), Some(text)) if sha256::hex(text) == hash => {
                Before::Text(text.clone())
            }
            _ => Before::Unknown,
        };
        if backup.bytes.is_some() {
            self.replace(backup, None, 0);
        }
        record.remove(&name);
        // Only what is above the file: a record may have been written by anybody.
        let above = |directory: &&String| target.path.starts_with(directory);
        self.directories.extend(
            record
                .directories()
                .iter()
                .rev()
                .filter(above)
                .map(PathBuf::from),
        );
        if record_target.bytes.is_some() {
            let text = (!record.is_empty()).then(|| record.render().into_bytes());
            self.replace(record_target, text, record::MODE);
        }
        Ok(before)
    }

    /// What tells how things were goes last: a run that is killed can be finished.
    pub(crate) fn order(&mut self) {
        let rank = |change: &Change| {
            let length = |text: &Option<Vec<u8>>| text.as_ref().map_or(0, Vec::len);
            let less = length(&change.new) < length(&change.target.bytes);
            match file_name(&change.target.path) {
                name if less && name == record::NAME => 2,
                name if less && name.ends_with(BACKUP) => 1,
                _ => 0,
            }
        };
        order::sort_few(&mut self.changes, |a, b| rank(a) < rank(b));
        order::sort(&mut self.directories, |a, b| a < b);
        self.directories.dedup();
        self.directories.reverse();
    }

    /// The file as it would be after what is planned so far.
    fn open(&mut self, path: &Path, site: &Site<'_>) -> Result<Target, Refusal> {
        let target = target::resolve(path, site.project)?;
        self.seen
            .extend(target.path.parent().map(Path::to_path_buf));
        Ok(self.planned(target))
    }

    fn planned(&self, mut target: Target) -> Target {
        let same = |change: &&Change| change.target.path == target.path;
        if let Some(change) = self.changes.iter().find(same) {
            target.bytes = change.new.clone();
        }
        target
    }

    /// Plans a new text for a file; nothing if it is the old one.
    fn replace(&mut self, target: Target, new: Option<Vec<u8>>, mode: u32) {
        let same = |change: &&mut Change| change.target.path == target.path;
        if let Some(change) = self.changes.iter_mut().find(same) {
            change.new = new;
        } else if target.bytes != new {
            self.changes.push(Change { target, new, mode });
        }
    }

    /// Where the text before the first installation is kept.
    fn backup(&self, target: &Target) -> Result<Target, Refusal> {
        let name = [&file_name(&target.path), BACKUP].concat();
        self.beside(target, &name)
    }

    fn record(&self, target: &Target) -> Result<(Target, Record), Refusal> {
        let own = self.beside(target, record::NAME)?;
        let record = own.bytes.as_deref().map(Record::parse).unwrap_or_default();
        Ok((own, record))
    }

    /// A file of our own beside a target: never through a link, and ours to replace.
    fn beside(&self, target: &Target, name: &str) -> Result<Target, Refusal> {
        let path = target.path.with_file_name(name);
        match path.symlink_metadata() {
            Ok(meta) if !meta.is_file() => {
                let why = "is not a plain file, as rtk's own would be there";
                return Err(Refusal::new(&path, why));
            }
            _ => {}
        }
        let bytes = std::fs::read(&path).ok();
        let named = path.clone();
        Ok(self.planned(Target { named, path, bytes }))
    }
}

/// How the name of a backup ends.
pub(crate) const BACKUP: &str = ".before-rtk";

/// Scripts that the binary's own hook replaces, below the agent's base.
const SCRIPTS: [(&str, &str); 3] = [
    ("claude", "hooks/rtk-rewrite.sh"),
    ("cursor", "hooks/rtk-rewrite.sh"),
    ("gemini", "hooks/rtk-hook-gemini.sh"),
];

impl Piece {
    /// What is left of `now` without the piece. `None`: the file goes.
    fn restored(
        &self,
        now: &[u8],
        before: &Before,
        call: &Call,
    ) -> Result<Option<Vec<u8>>, String> {
        let Some(without) = self.take(now, call)? else {
            return Ok(None);
        };
        if without == now {
            return Ok(Some(without));
        }
        let (given, as_ever) = match before {
            Before::Unknown => return Ok(Some(without)),
            Before::Absent => (None, json_edit::compact(&without)),
            Before::Text(text) => (Some(text.as_slice()), without.clone()),
        };
        let again = self
            .put(given, call)
            .and_then(|text| self.take(&text, call))
            .unwrap_or_default()
            .unwrap_or_default();
        match given {
            None if json_edit::compact(&again) == as_ever => Ok(None),
            Some(text) if again == as_ever => self.take(text, call),
            _ => Ok(Some(without)),
        }
    }
}

/// A file that rtk installed, this version or another: its first lines say so, or it
/// does nothing but start rtk's hook. A script that does more is somebody's own.
pub(crate) fn is_own_file(text: &[u8]) -> bool {
    const MARKS: [&str; 5] = [
        "rtk: ",
        "\"rtk\"",
        "rtk-rewrite",
        "rtk-hook-version",
        "`rtk` prints",
    ];
    let head = String::from_utf8_lossy(&text[..text.len().min(400)]);
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut code = head.lines().map(str::trim).filter(is_code);
    let starts_hook = head.contains("rtk hook") && text.len() <= 400;
    MARKS.iter().any(|mark| head.contains(mark))
        || starts_hook && (head.starts_with('{') || code.all(|line| line.contains("rtk")))
}

pub(crate) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The directories above a file that do not exist, the outermost first.
fn missing_directories(path: &Path) -> Vec<String> {
    let mut missing: Vec<String> = path
        .ancestors()
        .skip(1)
        .take_while(|directory| !directory.exists())
        .map(|directory| directory.display().to_string())
        .collect();
    missing.reverse();
    missing
}

/// The directories above a file that were made for other agents: whichever of them is
/// taken out last takes these away.
fn made_before(path: &Path, site: &Site<'_>) -> Vec<String> {
    let mut made = Vec::new();
    for agent in &AGENTS {
        let Ok(base) = site.base(agent) else {
            continue;
        };
        for piece in site.pieces(agent) {
            let record = base.join(piece.file()).with_file_name(record::NAME);
            if let Ok(text) = files::read(&record, files::MAX_SETTINGS_BYTES) {
                made.extend_from_slice(Record::parse(&text).directories());
            }
        }
    }
    made.retain(|directory| path.starts_with(directory));
    made
}
