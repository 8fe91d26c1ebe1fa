//! What `init` and `init --uninstall` would do: read, decide, change nothing.
//!
//! A plan is a list of whole new texts for files; `write::apply` makes it so. All
//! that can be wrong with a file is found here, before the first byte is written.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::agents::{Agent, Base, Call, Handler, Piece, is_ours, rules};
use super::json_edit::{self, Node};
use super::record::{self, Entry, Record};
use super::target::{self, Target};
use super::write::Change;
use super::{Refusal, block};
use crate::home;
use crate::text::json::{Kind, Value};
use crate::text::sha256;

/// What is to be done, or what stands there.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Files in the order in which they are written. No two name the same file.
    pub(crate) changes: Vec<Change>,
    /// Directories that may go when they are empty afterwards, the innermost first.
    pub(crate) directories: Vec<PathBuf>,
}

/// Where things are installed.
pub(crate) struct Site<'a> {
    /// The project's root; `None`: for the user.
    pub(crate) project: Option<&'a Path>,
    /// The absolute path of rtk.
    pub(crate) program: String,
    /// Script form where there is one.
    pub(crate) script: bool,
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

    /// Every piece that may have been installed here, in whichever form.
    fn removable<'a>(&self, agent: &'a Agent) -> Vec<&'a Piece> {
        match self.project {
            Some(_) => agent.project.iter().collect(),
            // The script form's entry is found through the other form's file.
            None => agent
                .user
                .iter()
                .chain(
                    agent
                        .script
                        .iter()
                        .filter(|piece| matches!(piece, Piece::File { .. })),
                )
                .collect(),
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
        match self.project {
            // Shared between machines: the name, not a path.
            Some(_) => Call {
                program: "rtk".to_string(),
                script: None,
            },
            None => Call {
                program: self.program.clone(),
                script: Some(base.join("hooks/rtk-rewrite.sh").display().to_string()),
            },
        }
    }
}

/// A directory of the user.
pub(crate) fn directory(base: Base) -> Option<PathBuf> {
    match base {
        Base::Home(variable, below) => (!variable.is_empty())
            .then(|| home::directory(variable))
            .flatten()
            .or_else(|| Some(home::dir()?.join(below))),
        Base::Config(below) => {
            let config = home::directory("XDG_CONFIG_HOME")
                .or_else(|| Some(home::dir()?.join(".config")))?;
            Some(config.join(below))
        }
    }
}

impl Plan {
    /// Adds what installs `agent`.
    pub(crate) fn install(&mut self, agent: &Agent, site: &Site<'_>) -> Result<(), Refusal> {
        let base = site.base(agent)?;
        for piece in site.pieces(agent) {
            let target = self.open(&base.join(piece.file()), site)?;
            let old = target.bytes.clone();
            let (new, own) = piece
                .put(old.as_deref(), &site.call(&base))
                .map_err(|why| Refusal::new(&target.named, why))?;
            let mode = if piece.is_executable() { 0o755 } else { 0o644 };
            self.note(&target, &own, site)?;
            self.replace(target, Some(new), mode);
        }
        Ok(())
    }

    /// Adds what takes `agent` out.
    pub(crate) fn uninstall(&mut self, agent: &Agent, site: &Site<'_>) -> Result<(), Refusal> {
        let base = site.base(agent)?;
        for piece in site.removable(agent) {
            let target = self.open(&base.join(piece.file()), site)?;
            let (record_target, mut record) = self.record(&target, site)?;
            let name = file_name(&target.path);
            let entry = record.entry(&name).cloned();
            if let Some(old) = target.bytes.clone() {
                let new = piece
                    .take(&old, entry.as_ref())
                    .map_err(|why| Refusal::new(&target.named, why))?;
                if new.as_deref() != Some(&old) {
                    self.drop_backup(&target, site)?;
                }
                self.replace(target, new, 0o644);
            }
            record.remove(&name);
            self.directories
                .extend(record.directories().iter().rev().map(PathBuf::from));
            if record_target.bytes.is_some() {
                let text = (!record.is_empty()).then(|| record.render().into_bytes());
                self.replace(record_target, text, record::MODE);
            }
        }
        Ok(())
    }

    /// The file as it would be after what is planned so far.
    fn open(&self, path: &Path, site: &Site<'_>) -> Result<Target, Refusal> {
        let mut target = target::resolve(path, site.project)?;
        if let Some(change) = self
            .changes
            .iter()
            .find(|change| change.target.path == target.path)
        {
            target.bytes = change.new.clone();
        }
        Ok(target)
    }

    /// Plans a new text for a file; nothing if it is the old one.
    fn replace(&mut self, target: Target, new: Option<Vec<u8>>, mode: u32) {
        if let Some(change) = self
            .changes
            .iter_mut()
            .find(|change| change.target.path == target.path)
        {
            change.new = new;
        } else if target.bytes != new {
            self.changes.push(Change { target, new, mode });
        }
    }

    /// Plans the record of `own`, the bytes that are put into `target`, and a
    /// backup of what it held.
    fn note(&mut self, target: &Target, own: &[u8], site: &Site<'_>) -> Result<(), Refusal> {
        let (record_target, mut record) = self.record(target, site)?;
        let name = file_name(&target.path);
        let known = record.entry(&name).is_some();
        record.put(Entry {
            file: name.clone(),
            hash: sha256::hex(own),
            before: target.bytes.as_deref().map(sha256::hex),
        });
        record.made(missing_directories(&target.path));
        self.replace(
            record_target,
            Some(record.render().into_bytes()),
            record::MODE,
        );
        if let Some(old) = target.bytes.clone().filter(|_| !known) {
            let backup = self.backup(target, site)?;
            if backup.bytes.is_none() {
                self.replace(backup, Some(old), 0o600);
            }
        }
        Ok(())
    }

    fn drop_backup(&mut self, target: &Target, site: &Site<'_>) -> Result<(), Refusal> {
        let backup = self.backup(target, site)?;
        if backup.bytes.is_some() {
            self.replace(backup, None, 0o600);
        }
        Ok(())
    }

    /// Where the text before the first installation is kept.
    fn backup(&self, target: &Target, site: &Site<'_>) -> Result<Target, Refusal> {
        let name = format!("{}.before-rtk", file_name(&target.path));
        self.beside(target, &name, site)
    }

    fn record(&self, target: &Target, site: &Site<'_>) -> Result<(Target, Record), Refusal> {
        let own = self.beside(target, record::NAME, site)?;
        let record = own.bytes.as_deref().map(Record::parse).unwrap_or_default();
        Ok((own, record))
    }

    /// A file of our own beside a target: never through a link, and ours to replace.
    fn beside(&self, target: &Target, name: &str, site: &Site<'_>) -> Result<Target, Refusal> {
        let path = target.path.with_file_name(name);
        if path.is_symlink() {
            return Err(Refusal::new(
                &path,
                "is a link; rtk keeps a file of its own there",
            ));
        }
        let _ = site;
        let bytes = match self
            .changes
            .iter()
            .find(|change| change.target.path == path)
        {
            Some(change) => change.new.clone(),
            None => std::fs::read(&path).ok(),
        };
        Ok(Target {
            named: path.clone(),
            path,
            bytes,
        })
    }
}

impl Piece {
    /// Its file, below the base.
    pub(crate) fn file(&self) -> &'static str {
        match self {
            Piece::Handler(handler) => handler.file,
            Piece::File { file, .. }
            | Piece::Table { file, .. }
            | Piece::Block { file }
            | Piece::Enabled { file, .. } => file,
        }
    }

    fn is_executable(&self) -> bool {
        matches!(
            self,
            Piece::File {
                executable: true,
                ..
            }
        )
    }

    /// The text with the piece in it, and the bytes of the piece as they stand there.
    pub(crate) fn put(
        &self,
        old: Option<&[u8]>,
        call: &Call,
    ) -> Result<(Vec<u8>, Vec<u8>), String> {
        let text = old.unwrap_or_default();
        match self {
            Piece::Handler(handler) => handler.put(text, call),
            Piece::File { text: own, .. } => match old {
                Some(old) if !is_own_file(old) => Err("is not rtk's; it is left alone".to_string()),
                _ => Ok((own.as_bytes().to_vec(), own.as_bytes().to_vec())),
            },
            Piece::Table {
                array,
                name,
                text: own,
                ..
            } => {
                let mut found = block::find_toml(text, array, "name", name)?;
                let new = match found.pop() {
                    Some(span) => [
                        &text[..span.start],
                        own.trim_end().as_bytes(),
                        &text[span.end..],
                    ]
                    .concat(),
                    None => block::put_toml(text, array, own)?,
                };
                Ok((new, own.trim_end().as_bytes().to_vec()))
            }
            Piece::Block { .. } => Ok((
                block::put_markdown(text, rules())?,
                rules().trim_end().into(),
            )),
            Piece::Enabled { keys, item, .. } => {
                let new = match block::find_yaml(text, *keys, item) {
                    Some(_) => text.to_vec(),
                    None => block::put_yaml(text, *keys, item)?,
                };
                Ok((new, item.as_bytes().to_vec()))
            }
        }
    }

    /// The text without the piece; `None`: the file goes.
    fn take(&self, old: &[u8], entry: Option<&Entry>) -> Result<Option<Vec<u8>>, String> {
        let candidates = match self {
            Piece::File { .. } => {
                return match entry.is_some() || is_own_file(old) {
                    true => Ok(None),
                    false => Ok(Some(old.to_vec())),
                };
            }
            Piece::Handler(handler) => return Ok(handler.take(old, entry)),
            Piece::Table { array, name, .. } => {
                match block::find_toml(old, array, "name", name)?.pop() {
                    Some(span) => block::without(old, span),
                    None => return Ok(Some(old.to_vec())),
                }
            }
            Piece::Block { .. } => match block::find_markdown(old)? {
                Some(span) => block::without(old, span),
                None => return Ok(Some(old.to_vec())),
            },
            Piece::Enabled { keys, item, .. } => block::without_yaml(old, *keys, item),
        };
        Ok(choose(old, candidates, entry))
    }
}

impl Handler {
    /// The handler, in its group if there is one.
    fn node(&self, call: &Call) -> Node {
        let handler = (self.handler)(call);
        match self.group {
            None => handler,
            Some(matcher) => Node::Map(vec![
                ("matcher".to_string(), Node::Text(matcher.to_string())),
                ("hooks".to_string(), Node::List(vec![handler])),
            ]),
        }
    }

    fn put(&self, text: &[u8], call: &Call) -> Result<(Vec<u8>, Vec<u8>), String> {
        let own = compact(&(self.handler)(call));
        let found = self.find(text);
        if let [only] = found.as_slice()
            && compact_bytes(&text[only.handler.clone()]) == own
        {
            return Ok((text.to_vec(), own));
        }
        // An older form of ours, or several: out, and the one of this version in.
        let mut text = text.to_vec();
        for _ in 0..found.len() {
            let Some(old) = self.find(&text).into_iter().next() else {
                break;
            };
            match json_edit::remove(&text, &old.whole()).into_iter().next() {
                Some(without) => text = without,
                None => {
                    return Err("holds an older entry of rtk that cannot be taken out".to_string());
                }
            }
        }
        let new = json_edit::insert(&text, self.keys, &self.node(call), self.preamble)?;
        Ok((new, own))
    }

    fn take(&self, old: &[u8], entry: Option<&Entry>) -> Option<Vec<u8>> {
        let mut text = old.to_vec();
        // Bounded by the number of entries: each turn takes one out.
        loop {
            let found = self.find(&text);
            let Some(first) = found.first() else {
                return Some(text);
            };
            let candidates = json_edit::remove(&text, &first.whole());
            if candidates.is_empty() {
                return Some(text);
            }
            if found.len() == 1 {
                let mut candidates = candidates;
                if let Some(bare) = self.without_preamble(&candidates[0]) {
                    candidates.push(bare);
                }
                return choose(&text, candidates, entry);
            }
            text = candidates.into_iter().next().unwrap_or_default();
        }
    }

    /// Nothing, if only the preamble of a file that we made is left.
    fn without_preamble(&self, text: &[u8]) -> Option<Vec<u8>> {
        let root = json_edit::root(text).ok()?;
        let ours = |key: &Value<'_>| self.preamble.iter().any(|(name, _)| key.is_str(name));
        (!self.preamble.is_empty() && root.members().all(|member| ours(&member.key))).then(Vec::new)
    }

    /// Our handlers in the array, of any version.
    pub(crate) fn find(&self, text: &[u8]) -> Vec<Found> {
        let mut found = Vec::new();
        for item in json_edit::items(text, self.keys) {
            if is_ours(&item) {
                found.push(Found {
                    handler: item.span(),
                    group: None,
                });
            }
            let handlers: Vec<_> = item
                .get("hooks")
                .map(|hooks| hooks.items().collect())
                .unwrap_or_default();
            for handler in handlers
                .iter()
                .filter(|handler| handler.kind() == Kind::Object && is_ours(handler))
            {
                let group = (handlers.len() == 1).then(|| item.span());
                found.push(Found {
                    handler: handler.span(),
                    group,
                });
            }
        }
        found
    }
}

/// A handler of ours, and the group in which it is alone.
pub(crate) struct Found {
    /// Where the handler stands.
    pub(crate) handler: Range<usize>,
    group: Option<Range<usize>>,
}

impl Found {
    /// What goes with it: other people's handlers in the group stay.
    fn whole(&self) -> Range<usize> {
        self.group.clone().unwrap_or_else(|| self.handler.clone())
    }
}

/// Which of the texts that may have been there was: the recorded hash tells, else
/// the likeliest is taken. `None`: there was no file.
fn choose(now: &[u8], candidates: Vec<Vec<u8>>, entry: Option<&Entry>) -> Option<Vec<u8>> {
    let blank = |text: &Vec<u8>| text.trim_ascii().is_empty();
    match entry {
        Some(Entry { before: None, .. }) if candidates.iter().any(blank) => None,
        Some(Entry {
            before: Some(before),
            ..
        }) => {
            let same = candidates
                .iter()
                .position(|text| sha256::hex(text) == *before);
            candidates
                .into_iter()
                .nth(same.unwrap_or(0))
                .or_else(|| Some(now.to_vec()))
        }
        _ => candidates.into_iter().next().or_else(|| Some(now.to_vec())),
    }
}

/// A file that rtk installed, this version or another: its first lines say so.
pub(crate) fn is_own_file(text: &[u8]) -> bool {
    let head = &text[..text.len().min(400)];
    [
        &b"rtk: "[..],
        b"\"rtk\"",
        b"rtk-rewrite",
        b"rtk hook",
        b"`rtk` prints",
    ]
    .iter()
    .any(|mark| head.windows(mark.len()).any(|window| window == *mark))
}

/// A JSON value without the blanks between its parts.
pub(crate) fn compact_bytes(text: &[u8]) -> Vec<u8> {
    let (mut out, mut in_string, mut escaped) = (Vec::new(), false, false);
    for &byte in text {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else if byte == b'"' {
            in_string = true;
        } else if byte.is_ascii_whitespace() {
            continue;
        }
        out.push(byte);
    }
    out
}

pub(crate) fn compact(node: &Node) -> Vec<u8> {
    compact_bytes(&json_edit::render(node))
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
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
