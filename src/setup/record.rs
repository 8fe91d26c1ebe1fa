//! `.rtk-hook.sha256`, the record beside what was installed.
//!
//! Lines as `sha256sum` writes them, of the artefact itself or of the bytes that
//! were put into somebody's file, and comments that let `--uninstall` leave no
//! trace: the hash of the file before, the rules that were mirrored, the directories
//! that were made. The record
//! helps to find accidents; it proves nothing, since whoever can change the hook
//! can change it too (SECURITY invariant I16).

use crate::text::order;

/// Its name, and its mode.
pub(crate) const NAME: &str = ".rtk-hook.sha256";
pub(crate) const MODE: u32 = 0o444;

/// What a record says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    entries: Vec<Entry>,
    /// Directories that were made, the outermost first; absolute.
    directories: Vec<String>,
}

/// One file in the record's directory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// Its name.
    pub(crate) file: String,
    /// SHA-256 of what was put there, hexadecimal.
    pub(crate) hash: String,
    /// SHA-256 of the file before; `None`: there was none.
    pub(crate) before: Option<String>,
    /// Deny rules that were put into it.
    pub(crate) rules: Vec<String>,
}

impl Record {
    /// Reads a record; lines that are not understood are passed over.
    pub(crate) fn parse(text: &[u8]) -> Record {
        let mut record = Record::default();
        let text = String::from_utf8_lossy(text);
        let hash =
            |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        for line in text.lines() {
            if let Some(directory) = line.strip_prefix("# made ") {
                record.directories.push(directory.to_string());
            } else if let Some((before, file)) = line
                .strip_prefix("# was ")
                .and_then(|rest| rest.split_once("  "))
            {
                if let Some(entry) = record.entries.iter_mut().find(|entry| entry.file == file) {
                    entry.before = hash(before).then(|| before.to_string());
                }
            } else if let Some((file, rule)) = line
                .strip_prefix("# rule ")
                .and_then(|rest| rest.split_once("  "))
            {
                if let Some(entry) = record.entries.iter_mut().find(|entry| entry.file == file) {
                    entry.rules.push(rule.to_string());
                }
            } else if let Some((sum, file)) = line.split_once("  ").filter(|(sum, _)| hash(sum)) {
                let entry = Entry {
                    file: file.to_string(),
                    hash: sum.to_string(),
                    before: None,
                    rules: Vec::new(),
                };
                record.put(entry, false);
            }
        }
        record
    }

    /// The text of a record.
    pub(crate) fn render(&self) -> String {
        let mut text = String::from(
            "# What rtk put here; rtk verify checks it, rtk init --uninstall takes it out.\n",
        );
        let mut line = |parts: &[&str]| text.extend(parts.iter().copied().chain(["\n"]));
        for entry in &self.entries {
            let before = entry.before.as_deref().unwrap_or("absent");
            line(&[&entry.hash, "  ", &entry.file]);
            line(&["# was ", before, "  ", &entry.file]);
            for rule in &entry.rules {
                line(&["# rule ", &entry.file, "  ", rule]);
            }
        }
        for directory in &self.directories {
            line(&["# made ", directory]);
        }
        text
    }

    /// What it says of a file.
    pub(crate) fn entry(&self, file: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.file == file)
    }

    /// Adds an entry, or replaces the one of that file; with `known`, but for what it
    /// says of the time before.
    pub(crate) fn put(&mut self, mut entry: Entry, known: bool) {
        match self.entries.iter_mut().find(|old| old.file == entry.file) {
            Some(old) => {
                if known {
                    entry.before = old.before.take();
                }
                *old = entry;
            }
            None => self.entries.push(entry),
        }
    }

    /// The deny rules that were put into a file.
    pub(crate) fn rules(&self, file: &str) -> Vec<String> {
        self.entry(file)
            .map(|entry| entry.rules.clone())
            .unwrap_or_default()
    }

    /// Takes an entry out.
    pub(crate) fn remove(&mut self, file: &str) {
        self.entries.retain(|entry| entry.file != file);
    }

    /// Notes directories that were made.
    pub(crate) fn made(&mut self, directories: impl IntoIterator<Item = String>) {
        for directory in directories {
            if !self.directories.contains(&directory) {
                self.directories.push(directory);
            }
        }
        order::sort(&mut self.directories, |a, b| a < b);
    }

    /// Directories that were made, the outermost first.
    pub(crate) fn directories(&self) -> &[String] {
        &self.directories
    }

    /// Whether nothing is left to record.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let mut record = Record::default();
        let hash = "0123456789abcdef".repeat(4);
        record.put(
            Entry {
                file: "settings.json".into(),
                hash: hash.clone(),
                before: None,
                rules: vec!["Bash(rtk a  b:*)".into()],
            },
            false,
        );
        record.put(
            Entry {
                file: "a b.sh".into(),
                hash: hash.clone(),
                before: Some(hash),
                rules: Vec::new(),
            },
            false,
        );
        record.made(["/home/u/.claude".to_string()]);
        assert_eq!(Record::parse(record.render().as_bytes()), record);
        assert_eq!(
            Record::parse(b"\xff\n# was x\njunk  y\n"),
            Record::default()
        );
    }
}
