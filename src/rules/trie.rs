//! The tables compiled into a trie of words, while rtk itself is compiled.
//!
//! A pattern is words with one blank between two; `a|b` is either; `, ` stands between
//! whole patterns: `cargo|cross build|b, cargo check`. A word with a `*` in front or at
//! the end, or a `#` (a number) at the end, fits many: `test:*`, `gcc-#`, `*`. Exact words
//! are looked at before them. Whatever could never be found, or is there twice, stops the
//! build with the pattern's text ([`super::check`]).

use super::check::{check_pattern, check_siblings, fail, is_pattern};
use super::options::fits;
use super::packed::{Filling, Line, List, Options, Pack, Word};
use super::table::{ENTRIES, LINES, NODES, OPTIONS, RUNNERS};
use super::wrappers::Runner;

/// Marks what is not there.
const NONE: u16 = u16::MAX;
/// From here on a place is that of a family and not of a node.
const LEAF: u16 = 1 << 15;
/// Most nodes of a draft, and most that have something below.
const SPROUTS_MAX: usize = 3000;
const INNER_MAX: usize = 600;

/// What a pattern leads to.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Family(u16),
    Options(u16),
    Runner(u16),
}

/// A place in the trie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    family: u16,
    options: u16,
    runner: u16,
    /// Its children stand in a row: first those with exact words, in order, then patterns.
    children: u16,
    exact: u16,
    patterns: u16,
}

/// A child: its word, and its node or, if nothing is below, its family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    word: Word,
    place: u16,
}

impl Node {
    /// Where every look-up starts.
    pub(super) fn root() -> Node {
        NODES[NODES.len() - 1]
    }

    /// Nothing is known of it.
    const fn bare() -> Node {
        Node {
            family: NONE,
            options: NONE,
            runner: NONE,
            children: 0,
            exact: 0,
            patterns: 0,
        }
    }

    /// Has something behind it: subcommands, or a program.
    pub(super) fn goes_on(self) -> bool {
        self.exact > 0 || self.patterns > 0 || self.runner != NONE
    }
    /// The family, if commands may end here.
    pub(super) fn family(self) -> Option<&'static Line> {
        LINES.get(usize::from(self.family))
    }
    /// The options that may stand behind this word.
    pub(super) fn options(self) -> Option<Options<List>> {
        OPTIONS.get(usize::from(self.options)).copied()
    }
    /// How the program runs others.
    pub(super) fn runner(self) -> Option<Runner> {
        RUNNERS.get(usize::from(self.runner)).copied()
    }

    /// The child with exactly this word.
    pub(super) fn exact(self, word: &str) -> Option<Node> {
        let row = &ENTRIES[usize::from(self.children)..][..usize::from(self.exact)];
        let found = row.binary_search_by(|child| child.word.bytes().cmp(word.as_bytes()));
        found.ok().map(|at| row[at].node())
    }

    /// The first child whose pattern fits this word.
    pub(super) fn fitting(self, word: &str) -> Option<Node> {
        let first = usize::from(self.children + self.exact);
        let row = &ENTRIES[first..][..usize::from(self.patterns)];
        let found = row.iter().find(|child| fits(child.word.bytes(), word));
        found.map(|child| child.node())
    }

    /// The same place, in const context.
    const fn is(&self, other: &Node) -> bool {
        self.family == other.family
            && self.options == other.options
            && self.runner == other.runner
            && self.children == other.children
            && self.exact == other.exact
            && self.patterns == other.patterns
    }
}

impl Entry {
    fn node(self) -> Node {
        match self.place.checked_sub(LEAF) {
            Some(family) => Node {
                family,
                ..Node::bare()
            },
            None => NODES[usize::from(self.place)],
        }
    }
}

/// A node while the trie grows: children are a list.
#[derive(Clone, Copy)]
struct Sprout {
    word: &'static str,
    /// Tells most words apart, in their order.
    key: u64,
    child: u16,
    sibling: u16,
    family: u16,
    options: u16,
    runner: u16,
}

/// The trie while it grows.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    sprouts: [Sprout; SPROUTS_MAX],
    used: usize,
}

impl Draft {
    /// Nothing but a root.
    pub(super) const fn new() -> Draft {
        let bare = Sprout {
            word: "",
            key: 0,
            child: NONE,
            sibling: NONE,
            family: NONE,
            options: NONE,
            runner: NONE,
        };
        Draft {
            sprouts: [bare; SPROUTS_MAX],
            used: 1,
        }
    }

    /// How many nodes there are.
    pub(super) const fn len(&self) -> usize {
        self.used
    }

    /// Adds every spelling of a pattern.
    pub(super) const fn add(&mut self, pattern: &'static str, target: Target) {
        check_pattern(pattern);
        let bytes = pattern.as_bytes();
        let (mut from, mut at) = (0, 0);
        while at <= bytes.len() {
            if at == bytes.len() || bytes[at] == b',' {
                self.branch(0, slice(pattern, from, at), pattern, target);
                from = at + 2;
            }
            at += 1;
        }
    }

    /// `rest`: what of the pattern is still to come below `node`.
    const fn branch(
        &mut self,
        node: usize,
        rest: &'static str,
        whole: &'static str,
        target: Target,
    ) {
        let bytes = rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b' ' {
            end += 1;
        }
        let (mut from, mut at) = (0, 0);
        while at <= end {
            if at == end || bytes[at] == b'|' {
                let child = self.child(node, slice(rest, from, at), whole);
                if end == bytes.len() {
                    self.end(child, target, whole);
                } else {
                    self.branch(child, slice(rest, end + 1, bytes.len()), whole, target);
                }
                from = at + 1;
            }
            at += 1;
        }
    }

    /// The child of a node with this word; a new one in its place if there is none.
    const fn child(&mut self, node: usize, word: &'static str, whole: &'static str) -> usize {
        let mut before = NONE;
        let key = key(word);
        let mut next = self.sprouts[node].child;
        while next != NONE {
            let sprout = &self.sprouts[next as usize];
            if key <= sprout.key {
                match order(word, sprout.word) {
                    0 => return next as usize,
                    1 => {}
                    _ => break,
                }
            }
            before = next;
            next = sprout.sibling;
        }
        if self.used == SPROUTS_MAX {
            fail("too many rules at", whole);
        }
        let new = self.used;
        self.used += 1;
        self.sprouts[new].word = word;
        self.sprouts[new].key = key;
        self.sprouts[new].sibling = next;
        if before == NONE {
            self.sprouts[node].child = new as u16;
        } else {
            self.sprouts[before as usize].sibling = new as u16;
        }
        new
    }

    const fn end(&mut self, node: usize, target: Target, whole: &'static str) {
        let sprout = &mut self.sprouts[node];
        let (slot, index) = match target {
            Target::Family(index) => (&mut sprout.family, index),
            Target::Options(index) => (&mut sprout.options, index),
            Target::Runner(index) => (&mut sprout.runner, index),
        };
        if *slot != NONE {
            fail("two rules for", whole);
        }
        *slot = index;
    }

    /// Stops the build if a pattern stands behind one that fits all that it does.
    pub(super) const fn check(&self) {
        let mut at = 0;
        while at < self.used {
            let mut child = self.sprouts[at].child;
            while child != NONE {
                let word = self.sprouts[child as usize].word;
                let mut behind = self.sprouts[child as usize].sibling;
                while is_pattern(word) && behind != NONE {
                    check_siblings(word, self.sprouts[behind as usize].word);
                    behind = self.sprouts[behind as usize].sibling;
                }
                child = self.sprouts[child as usize].sibling;
            }
            at += 1;
        }
    }

    /// The same with every node's children in a row, and rows and nodes that are alike
    /// only once.
    pub(super) const fn pack(&self, pack: &mut Pack) -> Packed {
        let blank = Entry {
            word: pack.word(""),
            place: NONE,
        };
        let mut packed = Packed {
            nodes: Filling::new(Node::bare()),
            entries: Filling::new(blank),
        };
        // Children are younger than their parents: the youngest first, the root last.
        let mut places = [NONE; SPROUTS_MAX];
        let mut at = self.used;
        while at > 0 {
            at -= 1;
            let sprout = self.sprouts[at];
            let below = sprout.child != NONE || sprout.runner != NONE || sprout.options != NONE;
            places[at] = if below {
                self.place(sprout, &places, &mut packed, pack)
            } else {
                LEAF + sprout.family
            };
        }
        packed
    }

    /// Packs a node whose children are packed.
    const fn place(
        &self,
        sprout: Sprout,
        places: &[u16; SPROUTS_MAX],
        packed: &mut Packed,
        pack: &mut Pack,
    ) -> u16 {
        let mut node = Node {
            family: sprout.family,
            options: sprout.options,
            runner: sprout.runner,
            children: packed.entries.used as u16,
            exact: 0,
            patterns: 0,
        };
        let mut child = sprout.child;
        while child != NONE {
            let below = self.sprouts[child as usize];
            packed.entries.push(Entry {
                word: pack.word(below.word),
                place: places[child as usize],
            });
            if is_pattern(below.word) {
                node.patterns += 1;
            } else {
                node.exact += 1;
            }
            child = below.sibling;
        }
        let mut at = 0;
        while at < packed.nodes.used {
            let other = packed.nodes.all[at];
            if other.exact == node.exact
                && other.patterns == node.patterns
                && packed.same_row(&other, &node)
            {
                packed.entries.used = node.children as usize;
                node.children = other.children;
                break;
            }
            at += 1;
        }
        at = 0;
        while at < packed.nodes.used {
            if packed.nodes.all[at].is(&node) {
                return at as u16;
            }
            at += 1;
        }
        packed.nodes.push(node);
        at as u16
    }
}

/// The trie as it is carried.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    pub(super) nodes: Filling<Node, INNER_MAX>,
    pub(super) entries: Filling<Entry, SPROUTS_MAX>,
}

impl Packed {
    const fn same_row(&self, a: &Node, b: &Node) -> bool {
        let count = a.exact as usize + a.patterns as usize;
        let mut at = 0;
        while at < count {
            let one = self.entries.all[a.children as usize + at];
            let other = self.entries.all[b.children as usize + at];
            if !one.word.is(other.word) || one.place != other.place {
                return false;
            }
            at += 1;
        }
        true
    }
}

/// The first letters as a number: never more for a word than for one behind it.
const fn key(word: &str) -> u64 {
    if is_pattern(word) {
        return u64::MAX;
    }
    let bytes = word.as_bytes();
    let (mut key, mut at) = (0, 0);
    while at < 8 {
        key = key << 8
            | if at < bytes.len() {
                bytes[at] as u64
            } else {
                0
            };
        at += 1;
    }
    key
}

/// 0 if equal, 1 if `a` belongs behind `b`, -1 if in front. Patterns come last, and the
/// longer of two first.
const fn order(a: &str, b: &str) -> i8 {
    let (pattern_a, pattern_b) = (is_pattern(a), is_pattern(b));
    if pattern_a != pattern_b {
        return if pattern_a { 1 } else { -1 };
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if pattern_a && a.len() != b.len() {
        return if a.len() < b.len() { 1 } else { -1 };
    }
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return if a[at] > b[at] { 1 } else { -1 };
        }
        at += 1;
    }
    if a.len() == b.len() {
        0
    } else if a.len() > b.len() {
        1
    } else {
        -1
    }
}

const fn slice(text: &'static str, from: usize, to: usize) -> &'static str {
    text.split_at(to).0.split_at(from).1
}
