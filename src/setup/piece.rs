//! One thing that is installed: put into a text, found there, taken out again.

use std::ops::Range;

use super::agents::{Call, Handler, Piece, is_ours, rules};
use super::plan::is_own_file;
use super::{block, json_edit};
use crate::text::json::{Kind, write_string};

/// Where an agent keeps its deny rules.
const DENY: [&str; 2] = ["permissions", "deny"];

impl Piece {
    /// Its file, below the base.
    pub(crate) fn file(&self) -> &'static str {
        match self {
            Piece::Handler(handler) => handler.file,
            Piece::File { file, .. }
            | Piece::Table { file, .. }
            | Piece::Setting { file, .. }
            | Piece::Block { file }
            | Piece::Enabled { file, .. } => file,
        }
    }

    pub(crate) fn is_executable(&self) -> bool {
        matches!(
            self,
            Piece::File {
                executable: true,
                ..
            }
        )
    }

    /// The text with the piece in it.
    pub(crate) fn put(&self, old: Option<&[u8]>, call: &Call) -> Result<Vec<u8>, String> {
        let text = old.unwrap_or_default();
        match self {
            Piece::Handler(handler) => handler.put(text, call),
            Piece::File { text: own, .. } => match old {
                Some(old) if !is_own_file(old) => Err("is not rtk's; it is left alone".to_string()),
                _ => Ok(own.as_bytes().to_vec()),
            },
            Piece::Table {
                array,
                name,
                text: own,
                ..
            } => {
                let old = block::find_toml(text, array, "name", name)?.pop();
                block::put_toml(text, array, own, old)
            }
            Piece::Setting { table, key, .. } => block::put_setting(text, table, key),
            Piece::Block { .. } => block::put_markdown(text, rules()),
            Piece::Enabled { keys, item, .. } => match block::find_yaml(text, *keys, item) {
                Some(_) => Ok(text.to_vec()),
                None => block::put_yaml(text, *keys, item),
            },
        }
    }

    /// The piece's own bytes in a text, and whether they are what this version writes.
    pub(crate) fn found(&self, text: &[u8], call: &Call) -> Option<(Vec<u8>, bool)> {
        let (own, wanted) = match self {
            Piece::Handler(handler) => {
                let found = handler.find(text);
                let own = json_edit::compact(&text[found.first()?.handler.clone()]);
                let exact = found.len() == 1
                    && own == json_edit::compact(call.fill(handler.handler).as_bytes());
                return Some((own, exact));
            }
            Piece::File { text: own, .. } => {
                if !is_own_file(text) {
                    return None;
                }
                (text.to_vec(), *own)
            }
            Piece::Table {
                array,
                name,
                text: own,
                ..
            } => {
                let span = block::find_toml(text, array, "name", name).ok()?.pop()?;
                (block::unix(&text[span]).into_bytes(), own.trim_end())
            }
            Piece::Setting { table, key, .. } => {
                let span = block::find_setting(text, table, key)?;
                return Some((b"true".to_vec(), &text[span] == b"true")).filter(|(_, on)| *on);
            }
            Piece::Block { .. } => {
                let span = block::find_markdown(text).ok()??;
                (block::inside_markers(&text[span]), rules().trim_end())
            }
            Piece::Enabled { keys, item, .. } => {
                block::find_yaml(text, *keys, item)?;
                (item.as_bytes().to_vec(), *item)
            }
        };
        let exact = own == wanted.as_bytes();
        Some((own, exact))
    }

    /// The text without the piece; `None`: the file goes.
    pub(crate) fn take(&self, text: &[u8], call: &Call) -> Result<Option<Vec<u8>>, String> {
        let found = match self {
            Piece::Handler(handler) => return Ok(Some(handler.take(text, call))),
            // A text that the user went on writing is the user's.
            Piece::File { text: own, .. } => {
                let edited = *own == rules() && text != own.as_bytes();
                return Ok((edited || !is_own_file(text)).then(|| text.to_vec()));
            }
            Piece::Table { array, name, .. } => block::find_toml(text, array, "name", name)?.pop(),
            Piece::Setting { table, key, .. } => {
                return Ok(Some(block::without_setting(text, table, key)));
            }
            Piece::Block { .. } => block::find_markdown(text)?,
            Piece::Enabled { keys, item, .. } => {
                return Ok(Some(block::without_yaml(text, *keys, item)));
            }
        };
        Ok(Some(match found {
            Some(span) => block::without(text, &span),
            None => text.to_vec(),
        }))
    }

    /// The deny rules for shell commands in a settings file, as they must read to hold
    /// for the rewritten command too; without those that are there.
    pub(crate) fn mirrored(&self, text: Option<&[u8]>) -> Vec<String> {
        match (self, text) {
            (Piece::Handler(handler), Some(text)) if handler.matcher == "Bash" => {
                let rules: Vec<String> = json_edit::items(text, &DENY)
                    .iter()
                    .filter_map(|rule| rule.as_str().map(|rule| rule.into_owned()))
                    .collect();
                let mirror = |rule: &String| {
                    let command = rule.strip_prefix("Bash(")?;
                    let other = !command.starts_with("rtk ") && !command.starts_with('*');
                    other.then(|| ["Bash(rtk ", command].concat())
                };
                let missing = |rule: &String| !rules.contains(rule);
                rules.iter().filter_map(mirror).filter(missing).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Handler {
    /// The handler, in its group if there is one, as JSON.
    fn item(&self, call: &Call) -> String {
        let handler = call.fill(self.handler);
        match self.matcher {
            "" => handler,
            matcher => [
                "{\"matcher\": \"",
                matcher,
                "\", \"hooks\": [",
                &handler,
                "]}",
            ]
            .concat(),
        }
    }

    fn put(&self, text: &[u8], call: &Call) -> Result<Vec<u8>, String> {
        let own = json_edit::compact(call.fill(self.handler).as_bytes());
        let found = self.find(text);
        let mut text = match found.as_slice() {
            [only] if json_edit::compact(&text[only.handler.clone()]) == own => text.to_vec(),
            // An older form of ours, or several: out, and the one of this version in.
            _ => {
                let without = self.without(text);
                json_edit::insert(&without, self.keys, &self.item(call), self.preamble)?
            }
        };
        for rule in &call.rules {
            if !json_edit::items(&text, &DENY)
                .iter()
                .any(|item| item.is_str(rule))
            {
                let mut item = Vec::new();
                write_string(&mut item, rule);
                text = json_edit::insert(&text, &DENY, &String::from_utf8_lossy(&item), "")?;
            }
        }
        Ok(text)
    }

    fn take(&self, text: &[u8], call: &Call) -> Vec<u8> {
        let mut text = self.without(text);
        for rule in &call.rules {
            let found = json_edit::items(&text, &DENY)
                .iter()
                .find(|item| item.is_str(rule))
                .map(|item| item.span());
            if let Some(new) = found.and_then(|span| json_edit::remove(&text, &span)) {
                text = new;
            }
        }
        text
    }

    /// The text without our handlers.
    fn without(&self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        // Each turn takes one out.
        while let Some(new) = self
            .find(&text)
            .first()
            .and_then(|found| json_edit::remove(&text, &found.whole))
        {
            text = new;
        }
        text
    }

    /// Our handlers in the array, of any version.
    pub(crate) fn find(&self, text: &[u8]) -> Vec<Found> {
        let mut found = Vec::new();
        for item in json_edit::items(text, self.keys) {
            if is_ours(&item) {
                let (handler, whole) = (item.span(), item.span());
                found.push(Found { handler, whole });
            }
            let handlers: Vec<_> = match item.get("hooks") {
                Some(hooks) => hooks.items().collect(),
                None => continue,
            };
            for own in &handlers {
                if own.kind() == Kind::Object && is_ours(own) {
                    let handler = own.span();
                    // Other people's handlers in the group stay.
                    let whole = if handlers.len() == 1 {
                        item.span()
                    } else {
                        own.span()
                    };
                    found.push(Found { handler, whole });
                }
            }
        }
        found
    }
}

/// A handler of ours.
pub(crate) struct Found {
    /// Where it stands.
    pub(crate) handler: Range<usize>,
    /// What goes with it: a group in which it is alone.
    whole: Range<usize>,
}
