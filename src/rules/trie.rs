//! The tables compiled into a trie of words, while rtk itself is compiled.
//!
//! A pattern is words with one blank between two; `a|b` is either; `, ` stands between
//! whole patterns: `cargo|cross build|b, cargo check`. A word with a `*` in front or at
//! the end, or a `#` (a number) at the end, fits many: `test:*`, `gcc-#`, `*`. Exact words are looked
//! at before them. Whatever could never be found, or is there twice, stops the build with
//! the pattern's text.

use super::options::fits;

/// Marks what is not there.
const NONE: u16 = u16::MAX;
/// Most nodes of a draft.
const NODES_MAX: usize = 2400;
/// Longest message of a failed build, in bytes.
const MESSAGE_MAX: usize = 300;

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
    /// Where its word is in the text that holds all of them.
    start: u16,
    length: u8,
    /// Its children stand in a row: first those with exact words, in order, then patterns.
    children: u16,
    exact: u16,
    patterns: u16,
    family: u16,
    options: u16,
    runner: u16,
}

/// The trie: nodes, the root first, and their words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trie<const NODES: usize, const BYTES: usize> {
    nodes: [Node; NODES],
    words: [u8; BYTES],
}

impl Node {
    /// Has something behind it: subcommands, or a program.
    pub(super) fn goes_on(&self) -> bool {
        self.exact > 0 || self.patterns > 0 || self.runner != NONE
    }
    /// Index of the family, if commands may end here.
    pub(super) fn family(&self) -> Option<usize> {
        (self.family != NONE).then_some(usize::from(self.family))
    }
    /// Index of the options that may stand behind this word.
    pub(super) fn options(&self) -> Option<usize> {
        (self.options != NONE).then_some(usize::from(self.options))
    }
    /// Index of the runner.
    pub(super) fn runner(&self) -> Option<usize> {
        (self.runner != NONE).then_some(usize::from(self.runner))
    }
}

impl<const NODES: usize, const BYTES: usize> Trie<NODES, BYTES> {
    /// Where every look-up starts.
    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The child with exactly this word.
    pub(super) fn exact(&self, node: &Node, word: &str) -> Option<&Node> {
        let first = usize::from(node.children);
        let row = &self.nodes[first..first + usize::from(node.exact)];
        let found = row.binary_search_by(|child| self.word(child).cmp(word.as_bytes()));
        found.ok().map(|at| &row[at])
    }

    /// The first child whose pattern fits this word.
    pub(super) fn fitting(&self, node: &Node, word: &str) -> Option<&Node> {
        let first = usize::from(node.children + node.exact);
        let row = &self.nodes[first..first + usize::from(node.patterns)];
        row.iter().find(|child| {
            std::str::from_utf8(self.word(child)).is_ok_and(|pattern| fits(pattern, word))
        })
    }

    fn word(&self, node: &Node) -> &[u8] {
        &self.words[usize::from(node.start)..][..usize::from(node.length)]
    }
}

/// A node while the trie grows: children are a list.
#[derive(Clone, Copy)]
struct Sprout {
    word: &'static str,
    child: u16,
    sibling: u16,
    family: u16,
    options: u16,
    runner: u16,
}

/// The trie while it grows.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    sprouts: [Sprout; NODES_MAX],
    used: usize,
}

impl Draft {
    /// Nothing but a root.
    pub(super) const fn new() -> Draft {
        let bare = Sprout {
            word: "",
            child: NONE,
            sibling: NONE,
            family: NONE,
            options: NONE,
            runner: NONE,
        };
        Draft {
            sprouts: [bare; NODES_MAX],
            used: 1,
        }
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
        let mut next = self.sprouts[node].child;
        while next != NONE {
            match order(word, self.sprouts[next as usize].word) {
                0 => return next as usize,
                1 => {
                    before = next;
                    next = self.sprouts[next as usize].sibling;
                }
                _ => break,
            }
        }
        if self.used == NODES_MAX {
            fail("too many rules at", whole);
        }
        let new = self.used;
        self.used += 1;
        self.sprouts[new].word = word;
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

    /// How many nodes there are.
    pub(super) const fn nodes(&self) -> usize {
        self.used
    }

    /// How many bytes their words have.
    pub(super) const fn bytes(&self) -> usize {
        let mut sum = 0;
        let mut at = 0;
        while at < self.used {
            sum += self.sprouts[at].word.len();
            at += 1;
        }
        sum
    }

    /// The same with every node's children in a row, and nothing to spare.
    pub(super) const fn shrink<const NODES: usize, const BYTES: usize>(
        &self,
    ) -> Trie<NODES, BYTES> {
        let blank = Node {
            start: 0,
            length: 0,
            children: 0,
            exact: 0,
            patterns: 0,
            family: NONE,
            options: NONE,
            runner: NONE,
        };
        let mut trie = Trie {
            nodes: [blank; NODES],
            words: [0; BYTES],
        };
        // The sprout that each node is; rows are laid out level by level.
        let mut origin = [0_u16; NODES];
        let (mut used, mut byte, mut at) = (1, 0, 0);
        while at < used {
            let sprout = self.sprouts[origin[at] as usize];
            let word = sprout.word.as_bytes();
            let mut i = 0;
            while i < word.len() {
                trie.words[byte + i] = word[i];
                i += 1;
            }
            let node = &mut trie.nodes[at];
            node.start = byte as u16;
            node.length = word.len() as u8;
            node.family = sprout.family;
            node.options = sprout.options;
            node.runner = sprout.runner;
            node.children = used as u16;
            byte += word.len();
            let mut next = sprout.child;
            while next != NONE {
                origin[used] = next;
                used += 1;
                if is_pattern(self.sprouts[next as usize].word) {
                    node.patterns += 1;
                } else {
                    node.exact += 1;
                }
                next = self.sprouts[next as usize].sibling;
            }
            at += 1;
        }
        trie
    }
}

/// Stops the build if a pattern is not one.
pub(super) const fn check_pattern(pattern: &'static str) {
    let bytes = pattern.as_bytes();
    let mut before = b' ';
    let mut at = 0;
    while at <= bytes.len() {
        let byte = if at < bytes.len() { bytes[at] } else { b' ' };
        let starts = matches!(before, b' ' | b'|');
        let ends = matches!(byte, b' ' | b'|' | b',');
        if starts && ends {
            fail("an empty word in", pattern);
        }
        if starts && matches!(byte, b'-' | b'+') {
            fail("an option can never be a subcommand:", pattern);
        }
        if before == b',' && byte != b' ' {
            fail("a comma without a blank in", pattern);
        }
        if before == b'#' && !ends {
            fail("a number that is not at the end in", pattern);
        }
        if !(byte.is_ascii_graphic() || byte == b' ') {
            fail("a character that is not ASCII in", pattern);
        }
        before = byte;
        at += 1;
    }
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

const fn is_pattern(word: &str) -> bool {
    let bytes = word.as_bytes();
    match bytes {
        [] => false,
        [b'*', ..] | [.., b'*' | b'#'] => true,
        _ => false,
    }
}

pub(super) const fn slice(text: &'static str, from: usize, to: usize) -> &'static str {
    text.split_at(to).0.split_at(from).1
}

/// Stops the build, or a test, with a message that has the pattern in it.
pub(super) const fn fail(what: &str, pattern: &str) -> ! {
    let parts = [what.as_bytes(), b" `", pattern.as_bytes(), b"`"];
    let mut text = [b' '; MESSAGE_MAX];
    let (mut end, mut part) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() && end < MESSAGE_MAX {
            text[end] = parts[part][at];
            end += 1;
            at += 1;
        }
        part += 1;
    }
    match std::str::from_utf8(text.split_at(end).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("a rule is not UTF-8"),
    }
}
