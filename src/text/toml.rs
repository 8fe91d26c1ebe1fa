//! TOML 1.0 (toml.io/en/v1.0.0), for `~/.config/rtk/config.toml` and the
//! configuration of agents that use it (Codex `config.toml`, Vibe `hooks.toml`).
//!
//! What is read has the value TOML gives it; everything else is an error with
//! its place, never a wrong value. Floats and dates are checked and kept as
//! they were written. Values and tables carry their spans, so that an edit is a
//! splice of the text (`json::splice`) and not a rewriting of it.
//!
//! Stricter than TOML in three places: integers are 64 bits, nesting is bounded,
//! and a dotted key adds only to tables that dotted keys of the same section made.
//! More tolerant in one: a byte order mark in front is skipped.

mod scalar;

use std::collections::BTreeMap;
use std::ops::Range;

use super::Error;

/// Most parts of a key, and deepest nesting of arrays and inline tables.
pub const DEPTH_MAX: usize = 64;

/// A table: the whole document, a `[section]`, an inline table, or what a dotted key implies.
#[derive(Clone, Debug)]
pub struct Table {
    entries: BTreeMap<String, Item>,
    origin: Origin,
    span: Range<usize>,
}

/// A value with its name.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where the name stands (of a dotted one its last part), in bytes; empty in an array.
    pub key: Range<usize>,
    /// Where the value stands; of a table see [`Table::span`].
    pub span: Range<usize>,
    /// The value.
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string of any of the four kinds.
    String(String),
    /// An integer.
    Integer(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A float, date or time: its text is at the item's span.
    Other,
    /// An array.
    Array(Vec<Item>),
    /// A table.
    Table(Table),
    /// The tables of a `[[name]]`, in their order.
    Tables(Vec<Table>),
}

/// Who made a table decides who may add to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A longer header named it: a header of its own may follow.
    Implied,
    /// A header of its own, or the document.
    Header,
    /// Dotted keys in the section of this number.
    Dotted(usize),
    /// An inline table: nothing may add to it.
    Inline,
}

/// Reads a document.
pub fn parse(text: &[u8]) -> Result<Table, Error> {
    let body = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let start = text.len() - body.len();
    let text = str::from_utf8(text).map_err(|error| Error {
        offset: error.valid_up_to(),
        reason: "not UTF-8",
    })?;
    Reader {
        text,
        at: start,
        sections: 0,
    }
    .document()
}

/// Appends `text` as a basic string, quotes included.
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' | '\x7f' => {
                out.push_str("\\u00");
                for digit in [character as u32 >> 4, character as u32 & 15] {
                    out.extend(char::from_digit(digit, 16));
                }
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

impl Table {
    fn new(origin: Origin, span: Range<usize>) -> Table {
        Table {
            entries: BTreeMap::new(),
            origin,
            span,
        }
    }

    /// Where the table stands: a section from its header's bracket to the end of
    /// its last value, an inline table with its braces, the document up to the end
    /// of the last value in front of the first header. Empty for what other keys imply.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The value of this name.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.get(key).map(|item| &item.value)
    }

    /// The value of this name, with its place.
    pub fn item(&self, key: &str) -> Option<&Item> {
        self.entries.get(key)
    }

    /// The table of this name.
    pub fn table(&self, key: &str) -> Option<&Table> {
        match self.get(key)? {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Item)> {
        self.entries.iter().map(|(key, item)| (key.as_str(), item))
    }
}

impl Value {
    /// A string's text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// An array's items.
    pub fn as_array(&self) -> Option<&[Item]> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The tables of a `[[name]]`.
    pub fn as_tables(&self) -> Option<&[Table]> {
        match self {
            Value::Tables(tables) => Some(tables),
            _ => None,
        }
    }
}

/// A part of a key and where it stands.
type Part = (String, Range<usize>);

/// Recursive descent; the depth is bounded.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Sections and inline tables so far.
    sections: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, reason: &'static str) -> Result<T, Error> {
        Err(Error {
            offset: self.at,
            reason,
        })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(text.as_bytes());
        if found {
            self.at += text.len();
        }
        found
    }

    fn require(&mut self, text: &str, reason: &'static str) -> Result<(), Error> {
        if self.eat(text) {
            return Ok(());
        }
        self.fail(reason)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn eat_newline(&mut self) -> bool {
        self.eat("\n") || self.eat("\r\n")
    }

    /// Skips a comment, if there is one, up to its newline.
    fn skip_comment(&mut self) -> Result<(), Error> {
        if self.peek() != Some(b'#') {
            return Ok(());
        }
        loop {
            match self.peek() {
                None | Some(b'\n') => return Ok(()),
                Some(b'\r') if self.rest().starts_with("\r\n") => return Ok(()),
                Some(0x7F | 0..=8 | 10..0x20) => {
                    return self.fail("a control character in a comment");
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// Blanks, comments and newlines.
    fn skip_lines(&mut self) -> Result<(), Error> {
        loop {
            self.skip_blanks();
            self.skip_comment()?;
            if !self.eat_newline() {
                return Ok(());
            }
        }
    }

    fn document(mut self) -> Result<Table, Error> {
        let start = self.at;
        let mut root = Table::new(Origin::Header, start..start);
        // The path of the section that is being read.
        let mut section: Vec<Part> = Vec::new();
        loop {
            self.skip_lines()?;
            match self.peek() {
                None => return Ok(root),
                Some(b'[') => {
                    section = self.header(&mut root)?;
                    self.sections += 1;
                }
                Some(_) => {
                    let Some(table) = last_at(&mut root, &section) else {
                        return self.fail("no table to add to");
                    };
                    self.key_value(table, self.sections, 0)?;
                    table.span.end = self.at;
                }
            }
            self.skip_blanks();
            self.skip_comment()?;
            if self.peek().is_some() && !self.eat_newline() {
                return self.fail("text after the value or header");
            }
        }
    }

    /// `[a.b]` or `[[a.b]]`
    fn header(&mut self, root: &mut Table) -> Result<Vec<Part>, Error> {
        let start = self.at;
        let array = self.eat("[[");
        if !array {
            self.at += 1;
        }
        self.skip_blanks();
        let path = self.key()?;
        let close = if array { "]]" } else { "]" };
        self.require(close, "a header without its closing bracket")?;
        let span = start..self.at;
        let fail = |reason| {
            Err(Error {
                offset: start,
                reason,
            })
        };
        let (last, parents) = match path.split_last() {
            Some(split) => split,
            None => return self.fail("a header without a name"),
        };
        let mut table = root;
        for (name, key) in parents {
            let value = &mut implied(table, name, key, Origin::Implied).value;
            table = match value {
                Value::Table(table) if table.origin != Origin::Inline => table,
                Value::Tables(tables) if !tables.is_empty() => {
                    let last = tables.len() - 1;
                    &mut tables[last]
                }
                _ => return fail("a header below something that is not a table"),
            };
        }
        let new = Table::new(Origin::Header, span.clone());
        match (table.entries.get_mut(&last.0), array) {
            (None, _) => {
                let value = if array {
                    Value::Tables(vec![new])
                } else {
                    Value::Table(new)
                };
                let item = Item {
                    key: last.1.clone(),
                    span,
                    value,
                };
                table.entries.insert(last.0.clone(), item);
            }
            (Some(item), _) => match (&mut item.value, array) {
                (Value::Tables(tables), true) => tables.push(new),
                (Value::Table(table), false) if table.origin == Origin::Implied => {
                    table.origin = Origin::Header;
                    table.span = span;
                }
                _ => return fail("a name that is defined already"),
            },
        }
        Ok(path)
    }

    /// `a.b = value`, into `table`; `section`: whose dotted keys may add to each other's tables.
    fn key_value(
        &mut self,
        mut table: &mut Table,
        section: usize,
        depth: usize,
    ) -> Result<(), Error> {
        let start = self.at;
        let path = self.key()?;
        self.require("=", "a `=` is missing after the name")?;
        self.skip_blanks();
        let fail = |reason| {
            Err(Error {
                offset: start,
                reason,
            })
        };
        let Some(((last, key), parents)) = path.split_last() else {
            return fail("a name is missing");
        };
        for (name, key) in parents {
            let item = implied(table, name, key, Origin::Dotted(section));
            table = match &mut item.value {
                Value::Table(table) if table.origin == Origin::Dotted(section) => table,
                _ => return fail("a dotted name below something that is defined already"),
            };
        }
        if table.entries.contains_key(last) {
            return fail("a name that is defined already");
        }
        let item = self.value(key.clone(), depth + path.len())?;
        table.entries.insert(last.clone(), item);
        Ok(())
    }

    /// `a."b".c`, with the blanks around and behind it.
    fn key(&mut self) -> Result<Vec<Part>, Error> {
        let mut parts = Vec::new();
        loop {
            let start = self.at;
            let name = match self.peek() {
                Some(b'"') => self.basic_string()?,
                Some(b'\'') => self.literal_string()?,
                _ => {
                    let bare = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
                    let length = self.rest().bytes().take_while(|b| bare(b)).count();
                    self.at += length;
                    self.text[start..self.at].to_owned()
                }
            };
            if start == self.at {
                return self.fail("a name is missing");
            }
            parts.push((name, start..self.at));
            if parts.len() > DEPTH_MAX {
                return self.fail("a name of too many parts");
            }
            self.skip_blanks();
            if !self.eat(".") {
                return Ok(parts);
            }
            self.skip_blanks();
        }
    }

    fn value(&mut self, key: Range<usize>, depth: usize) -> Result<Item, Error> {
        let start = self.at;
        if depth > DEPTH_MAX {
            return self.fail("nested too deep");
        }
        let value = match self.peek() {
            Some(b'[') => self.array(depth)?,
            Some(b'{') => self.inline_table(depth)?,
            _ => self.scalar()?,
        };
        Ok(Item {
            key,
            span: start..self.at,
            value,
        })
    }

    fn array(&mut self, depth: usize) -> Result<Value, Error> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_lines()?;
        while !self.eat("]") {
            items.push(self.value(self.at..self.at, depth + 1)?);
            self.skip_lines()?;
            if self.eat(",") {
                self.skip_lines()?;
            } else if self.peek() != Some(b']') {
                return self.fail("a comma or a closing bracket is missing");
            }
        }
        Ok(Value::Array(items))
    }

    fn inline_table(&mut self, depth: usize) -> Result<Value, Error> {
        let start = self.at;
        self.at += 1;
        self.sections += 1;
        let section = self.sections;
        let mut table = Table::new(Origin::Inline, start..start);
        self.skip_blanks();
        if !self.eat("}") {
            loop {
                self.key_value(&mut table, section, depth + 1)?;
                self.skip_blanks();
                if self.eat("}") {
                    break;
                }
                self.require(",", "a comma or a closing brace is missing")?;
                self.skip_blanks();
            }
        }
        table.span.end = self.at;
        Ok(Value::Table(table))
    }
}

/// The table at the end of a path that a header has just made.
fn last_at<'t>(root: &'t mut Table, path: &[Part]) -> Option<&'t mut Table> {
    path.iter().try_fold(root, |table, (name, _)| {
        match &mut table.entries.get_mut(name)?.value {
            Value::Table(table) => Some(table),
            Value::Tables(tables) => tables.last_mut(),
            _ => None,
        }
    })
}

/// The item of this name, a new table of this origin if there is none.
fn implied<'t>(
    table: &'t mut Table,
    name: &str,
    key: &Range<usize>,
    origin: Origin,
) -> &'t mut Item {
    table
        .entries
        .entry(name.to_owned())
        .or_insert_with(|| Item {
            key: key.clone(),
            span: key.start..key.start,
            value: Value::Table(Table::new(origin, key.start..key.start)),
        })
}
