//! The tables as rtk carries them: every word and every item of a list once, in one
//! text, and small numbers that say where. There is no pointer in it: a `&str` in a
//! static is 16 bytes, and 24 more with which the loader mends it at every start.
//!
//! The tables that people read are looked at only while rtk is compiled; [`Pack`] is
//! what comes out.

use super::Reader;
use super::check::fail;
use super::form::Rule;
use super::options::Spelling;
use super::table::{ITEMS, RULES, TEXT};

/// Most bytes of text, items, rules; slots for words that were seen.
const TEXT_MAX: usize = 48 << 10;
const ITEMS_MAX: usize = 8 << 10;
const RULES_MAX: usize = 1024;
const SLOTS: usize = 8 << 10;

/// A word: where it is in the text. There is its length, then the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(u16);

impl Word {
    pub(super) fn bytes(self) -> &'static [u8] {
        let at = usize::from(self.0);
        &TEXT[at + 1..][..usize::from(TEXT[at])]
    }
    /// The same word, in const context.
    pub(super) const fn is(self, other: Word) -> bool {
        self.0 == other.0
    }
}

/// A list: where it is among the items. There is how many it has, then they.
#[derive(Clone, Copy, Debug)]
pub(super) struct List(u16);

impl List {
    pub(super) const EMPTY: List = List(0);

    pub(super) fn items(self) -> impl Iterator<Item = &'static [u8]> {
        let at = usize::from(self.0);
        let row = &ITEMS[at + 1..][..usize::from(ITEMS[at])];
        row.iter().map(|word| Word(*word).bytes())
    }
}

/// A family: its name, and where its rules are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    name: Word,
    rules: u16,
    count: u8,
    pub(super) reader: Reader,
}

impl Line {
    pub(super) fn name(&self) -> &'static str {
        // Patterns are ASCII, or there would be no build.
        std::str::from_utf8(self.name.bytes()).unwrap_or_default()
    }
    pub(super) fn rules(&self) -> &'static [Rule<List>] {
        &RULES[usize::from(self.rules)..][..usize::from(self.count)]
    }
}

/// Options between a program and its subcommand, or the program it runs. In the tables
/// a list is text, at run time it is packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options<L> {
    /// Those that take the next word.
    pub(super) value: L,
    /// Those that do not.
    pub(super) flag: L,
    /// Those that leave the command alone, wherever they stand.
    pub(super) raw: L,
    /// Those that leave the command alone here.
    pub(super) raw_here: L,
    /// Those that keep a form that only reads what it is.
    pub(super) harmless: L,
    /// `value` counts behind the subcommand too.
    pub(super) anywhere: bool,
    pub(super) spelling: Spelling,
}

/// Options that take the next word, and those that do not.
pub(super) const fn options(value: &'static str, flag: &'static str) -> Options<&'static str> {
    Options {
        value,
        flag,
        raw: "",
        raw_here: "",
        harmless: "",
        anywhere: false,
        spelling: Spelling::Letters,
    }
}

impl Options<&'static str> {
    pub(super) const fn raw(mut self, list: &'static str) -> Self {
        self.raw = list;
        self
    }
    pub(super) const fn raw_here(mut self, list: &'static str) -> Self {
        self.raw_here = list;
        self
    }
    pub(super) const fn harmless(mut self, list: &'static str) -> Self {
        self.harmless = list;
        self
    }
    pub(super) const fn anywhere(mut self) -> Self {
        self.anywhere = true;
        self
    }
    pub(super) const fn words(mut self) -> Self {
        self.spelling = Spelling::Words;
        self
    }
}

impl Options<List> {
    /// Options of nothing.
    pub(super) const BARE: Self = Options {
        value: List::EMPTY,
        flag: List::EMPTY,
        raw: List::EMPTY,
        raw_here: List::EMPTY,
        harmless: List::EMPTY,
        anywhere: false,
        spelling: Spelling::Letters,
    };
}

/// An array that is filled while rtk is compiled.
#[derive(Clone, Copy)]
pub(super) struct Filling<T, const MAX: usize> {
    pub(super) all: [T; MAX],
    pub(super) used: usize,
}

impl<T: Copy, const MAX: usize> Filling<T, MAX> {
    pub(super) const fn new(blank: T) -> Self {
        Filling {
            all: [blank; MAX],
            used: 0,
        }
    }

    pub(super) const fn push(&mut self, item: T) {
        if self.used == MAX {
            fail(
                "too many rules: no room in an array of this size",
                "Filling",
            );
        }
        self.all[self.used] = item;
        self.used += 1;
    }

    /// What is there, without the rest.
    pub(super) const fn cut<const USED: usize>(&self) -> [T; USED] {
        let mut cut = [self.all[0]; USED];
        let mut at = 0;
        while at < USED {
            cut[at] = self.all[at];
            at += 1;
        }
        cut
    }
}

/// The tables while they are packed.
#[derive(Clone, Copy)]
pub(super) struct Pack {
    pub(super) text: Filling<u8, TEXT_MAX>,
    pub(super) items: Filling<u16, ITEMS_MAX>,
    pub(super) rules: Filling<Rule<List>, RULES_MAX>,
    /// Words in the text, and lists, by a hash of what they say.
    words: [u16; SLOTS],
    lists: [(&'static str, u16); SLOTS],
}

impl Pack {
    /// With the empty word and the empty list at their places.
    pub(super) const fn new() -> Pack {
        let mut pack = Pack {
            text: Filling::new(0),
            items: Filling::new(0),
            rules: Filling::new(Rule::Words),
            words: [0; SLOTS],
            lists: [("", 0); SLOTS],
        };
        pack.text.push(0);
        pack.items.push(0);
        pack
    }

    /// The place of a word; it is put there if it is new.
    pub(super) const fn word(&mut self, word: &str) -> Word {
        let bytes = word.as_bytes();
        if bytes.is_empty() {
            return Word(0);
        }
        if bytes.len() > u8::MAX as usize {
            fail("too long:", word);
        }
        let mut slot = hash(bytes);
        while self.words[slot] != 0 {
            let at = self.words[slot] as usize;
            if self.text.all[at] as usize == bytes.len() {
                let mut same = 0;
                while same < bytes.len() && self.text.all[at + 1 + same] == bytes[same] {
                    same += 1;
                }
                if same == bytes.len() {
                    return Word(at as u16);
                }
            }
            slot = (slot + 1) % SLOTS;
        }
        let at = self.text.used as u16;
        self.words[slot] = at;
        self.text.push(bytes.len() as u8);
        let mut copied = 0;
        while copied < bytes.len() {
            self.text.push(bytes[copied]);
            copied += 1;
        }
        Word(at)
    }

    /// The place of a list; the same text is the same list.
    const fn list(&mut self, list: &'static str) -> List {
        let bytes = list.as_bytes();
        if bytes.is_empty() {
            return List::EMPTY;
        }
        let mut slot = hash(bytes);
        while self.lists[slot].1 != 0 {
            if same(self.lists[slot].0, list) {
                return List(self.lists[slot].1);
            }
            slot = (slot + 1) % SLOTS;
        }
        let head = self.items.used;
        self.lists[slot] = (list, head as u16);
        self.items.push(0);
        let mut rest = list;
        loop {
            let (item, behind) = match first_blank(rest) {
                Some(at) => (rest.split_at(at).0, rest.split_at(at + 1).1),
                None => (rest, ""),
            };
            let word = self.word(item);
            self.items.push(word.0);
            self.items.all[head] += 1;
            if behind.is_empty() {
                return List(head as u16);
            }
            rest = behind;
        }
    }

    /// A line of the table.
    pub(super) const fn line(
        &mut self,
        name: &'static str,
        reader: Reader,
        rules: &[Rule<&'static str>],
    ) -> Line {
        let first = self.rules.used;
        let mut at = 0;
        while at < rules.len() {
            if !matches!(rules[at], Rule::As(_)) {
                let rule = self.rule(rules[at]);
                self.rules.push(rule);
            }
            at += 1;
        }
        Line {
            name: self.word(name),
            rules: first as u16,
            count: (self.rules.used - first) as u8,
            reader,
        }
    }

    const fn rule(&mut self, rule: Rule<&'static str>) -> Rule<List> {
        match rule {
            Rule::As(list) => Rule::As(self.list(list)),
            Rule::Value(list) => Rule::Value(self.list(list)),
            Rule::Leave(list) => Rule::Leave(self.list(list)),
            Rule::LeaveWords(list) => Rule::LeaveWords(self.list(list)),
            Rule::LeaveBehind(list) => Rule::LeaveBehind(self.list(list)),
            Rule::Fine(list) => Rule::Fine(self.list(list)),
            Rule::Needs(list) => Rule::Needs(self.list(list)),
            Rule::Operands(from, to) => Rule::Operands(from, to),
            Rule::Reads(list) => Rule::Reads(self.list(list)),
            Rule::ReadsBare(list) => Rule::ReadsBare(self.list(list)),
            Rule::Last(list) => Rule::Last(self.list(list)),
            Rule::Words => Rule::Words,
        }
    }

    /// Options in front.
    pub(super) const fn options(&mut self, options: &Options<&'static str>) -> Options<List> {
        Options {
            value: self.list(options.value),
            flag: self.list(options.flag),
            raw: self.list(options.raw),
            raw_here: self.list(options.raw_here),
            harmless: self.list(options.harmless),
            anywhere: options.anywhere,
            spelling: options.spelling,
        }
    }
}

/// FNV-1a, as a slot.
const fn hash(bytes: &[u8]) -> usize {
    let mut hash = 0x811c_9dc5_u32;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash ^ (hash >> 15)) as usize % SLOTS
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

const fn first_blank(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b' ' {
            return Some(at);
        }
        at += 1;
    }
    None
}
