//! `~/.config/rtk/config.toml`: what the user switched, and which commands are left alone.
//!
//! ```toml
//! [hooks]
//! exclude_commands = ["curl", "git push", "^docker (build|run)"]
//! include_commands = ["git", "cargo"]   # only these, if given
//! [permissions]
//! approve_read_only = true
//! [filters]
//! lossless = true
//! [recall]
//! enabled = false
//! ```
//!
//! A value of the wrong type, an unsupported pattern or broken TOML is an error:
//! an exclusion that silently vanished would be worse than no rewrite at all.
//! Unknown names are only named, so that an older rtk reads a newer file.

use crate::text::Error;
use crate::text::order;
use crate::text::pattern::Pattern;
use crate::text::toml::{self, Item, Table};

/// The user's configuration.
#[derive(Debug, Default)]
pub struct Config {
    /// `[hooks] exclude_commands`: commands that are left alone.
    pub exclude_commands: CommandList,
    /// `[hooks] include_commands`: if not empty, all others are left alone.
    pub include_commands: CommandList,
    /// `[permissions] approve_read_only`.
    pub approve_read_only: bool,
    /// `[filters] lossless`.
    pub lossless: bool,
    /// `[recall] enabled = false`: nothing that a filter leaves out is kept.
    pub no_recall: bool,
    /// `RTK_DISABLED=1` in the environment: everything is left alone. Not of the file.
    pub disabled: bool,
    /// Names in the file that mean nothing: one line each, for `rtk verify`.
    pub warnings: Vec<String>,
}

impl Config {
    /// Reads the file's bytes.
    ///
    /// # Errors
    /// `LINE: reason`, for people.
    pub fn parse(bytes: &[u8]) -> Result<Config, String> {
        let place = |error: Error| format!("{}: {}", error.line(bytes), error.reason);
        let document = toml::parse(bytes).map_err(place)?;
        let mut config = Config::default();
        for (section, item) in document.iter() {
            let toml::Value::Table(table) = &item.value else {
                config.unknown(bytes, item, section);
                continue;
            };
            for (name, item) in table.iter() {
                config.set(section, name, item).map_err(|reason| {
                    let line = line_of(bytes, item);
                    format!("{line}: [{section}] {name}: {reason}")
                })?;
                if !known(section, name) {
                    config.unknown(bytes, item, &format!("[{section}] {name}"));
                }
            }
            if !KNOWN.iter().any(|(known, _)| *known == section) && is_empty(table) {
                config.unknown(bytes, item, &format!("[{section}]"));
            }
        }
        // Tables are read in the order of their names.
        order::sort(&mut config.warnings, |a, b| {
            (line_number(a), a) < (line_number(b), b)
        });
        Ok(config)
    }

    fn set(&mut self, section: &str, name: &str, item: &Item) -> Result<(), String> {
        match (section, name) {
            ("hooks", "exclude_commands") => self.exclude_commands = CommandList::read(item)?,
            ("hooks", "include_commands") => self.include_commands = CommandList::read(item)?,
            ("permissions", "approve_read_only") => self.approve_read_only = truth(item)?,
            ("filters", "lossless") => self.lossless = truth(item)?,
            ("recall", "enabled") => self.no_recall = !truth(item)?,
            _ => {}
        }
        Ok(())
    }

    fn unknown(&mut self, bytes: &[u8], item: &Item, name: &str) {
        // Each takes a look at the whole text, for its line.
        if self.warnings.len() == WARNINGS_MAX {
            return;
        }
        self.warnings
            .push(format!("{}: unknown setting {name}", line_of(bytes, item)));
    }
}

/// Unknown settings that are named.
const WARNINGS_MAX: usize = 50;

/// Section and name of every setting.
const KNOWN: [(&str, &str); 5] = [
    ("hooks", "exclude_commands"),
    ("hooks", "include_commands"),
    ("permissions", "approve_read_only"),
    ("filters", "lossless"),
    ("recall", "enabled"),
];

fn known(section: &str, name: &str) -> bool {
    KNOWN.contains(&(section, name))
}

fn is_empty(table: &Table) -> bool {
    table.iter().next().is_none()
}

/// The number that a warning starts with.
fn line_number(warning: &str) -> usize {
    let (line, _) = warning.split_once(':').unwrap_or_default();
    line.parse().unwrap_or_default()
}

fn line_of(bytes: &[u8], item: &Item) -> usize {
    let offset = item.key.start;
    Error { offset, reason: "" }.line(bytes)
}

fn truth(item: &Item) -> Result<bool, String> {
    item.value
        .as_bool()
        .ok_or_else(|| "wants true or false".to_owned())
}

/// Commands named by their first words or by a pattern.
#[derive(Debug, Default)]
pub struct CommandList {
    entries: Vec<Entry>,
}

#[derive(Debug)]
enum Entry {
    /// The first words of a command, one blank between two.
    Words(String),
    /// As it was written, and ready to be matched.
    Pattern(String, Pattern),
}

impl CommandList {
    fn read(item: &Item) -> Result<CommandList, String> {
        let items = item.value.as_array().ok_or("wants a list of strings")?;
        let mut entries = Vec::with_capacity(items.len());
        for item in items {
            let text = item.value.as_str().ok_or("wants a list of strings")?;
            if text.starts_with('^') {
                let pattern = Pattern::new(text).map_err(|error| {
                    format!("pattern {text:?}: {} (byte {})", error.reason, error.offset)
                })?;
                entries.push(Entry::Pattern(text.to_owned(), pattern));
            } else {
                let words = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                if !words.is_empty() {
                    entries.push(Entry::Words(words));
                }
            }
        }
        Ok(CommandList { entries })
    }

    /// Nothing is named.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry that names this command: its words, quotes taken off, with one
    /// blank between two.
    pub fn entry_for(&self, command: &str) -> Option<&str> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Words(words) => command
                .strip_prefix(words.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                .then_some(words.as_str()),
            Entry::Pattern(text, pattern) => pattern.is_match(command).then_some(text.as_str()),
        })
    }
}
