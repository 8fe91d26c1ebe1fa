//! The table: a line a command family, in files by field.
//!
//! A line is a name, the reader of its output, and what is special about it. The name
//! is also how the command is spelled, unless `As(...)` says more. A family that is not here is
//! left alone. Adding one is adding a line.

mod code;
mod files;
mod front;
mod operations;
mod python;
mod version_control;
mod web;

use super::Reader;
use super::check::{check_options, check_rules, fail, patterns};
use super::form::Rule;
use super::packed::{Filling, Line, List, Options, Pack};
use super::trie::{Draft, Entry, Node, Packed, Target};
use super::wrappers::Runner;

/// A line: name, reader, what is special.
pub(super) type Row = (&'static str, Reader, &'static [Rule<&'static str>]);
/// What stands in front of subcommands and programs.
pub(super) type OptionsRow = (&'static str, Options<&'static str>);
/// A program that runs programs.
pub(super) type RunnerRow = (&'static str, Runner);

/// All lines.
const PARTS: [&[Row]; 6] = [
    version_control::ROWS,
    files::ROWS,
    code::ROWS,
    web::ROWS,
    python::ROWS,
    operations::ROWS,
];

/// Most families, and most rows of options.
const LINES_MAX: usize = 400;
const OPTIONS_MAX: usize = 100;

// The loops over all rows are long, and bounded.
#[allow(long_running_const_eval)]
const ALL: All = all(&PARTS, front::OPTIONS, front::RUNNERS);

// What is carried: no pointer is in it, and none to the tables that people read.

/// Every word, behind its length.
pub(super) static TEXT: [u8; ALL.pack.text.used] = ALL.pack.text.cut();
/// Every list, behind its length.
pub(super) static ITEMS: [u16; ALL.pack.items.used] = ALL.pack.items.cut();
/// The rules of every family.
pub(super) static RULES: [Rule<List>; ALL.pack.rules.used] = ALL.pack.rules.cut();
/// Every family, in the order of the lines.
pub(super) static LINES: [Line; ALL.lines.used] = ALL.lines.cut();
/// Options in front.
pub(super) static OPTIONS: [Options<List>; ALL.options.used] = ALL.options.cut();
/// How programs run programs.
pub(super) static RUNNERS: [Runner; front::RUNNERS.len()] = runners();
/// The rows of children in the trie.
pub(super) static ENTRIES: [Entry; ALL.trie.entries.used] = ALL.trie.entries.cut();
/// The nodes of the trie, the root last.
pub(super) static NODES: [Node; ALL.trie.nodes.used] = ALL.trie.nodes.cut();

/// Everything, while rtk is compiled.
struct All {
    pack: Pack,
    lines: Filling<Line, LINES_MAX>,
    options: Filling<Options<List>, OPTIONS_MAX>,
    trie: Packed,
}

const fn all(parts: &[&[Row]], options: &[OptionsRow], runners: &[RunnerRow]) -> All {
    let draft = compile(parts, options, runners);
    let mut pack = Pack::new();
    let trie = draft.pack(&mut pack);
    let (name, reader, _) = parts[0][0];
    let mut lines = Filling::new(pack.line(name, reader, &[]));
    let mut part = 0;
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            let (name, reader, rules) = parts[part][at];
            lines.push(pack.line(name, reader, rules));
            at += 1;
        }
        part += 1;
    }
    let mut lists = Filling::new(Options::BARE);
    let mut at = 0;
    while at < options.len() {
        lists.push(pack.options(&options[at].1));
        at += 1;
    }
    All {
        pack,
        lines,
        options: lists,
        trie,
    }
}

const fn runners() -> [Runner; front::RUNNERS.len()] {
    let mut all = [Runner::Front; front::RUNNERS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = front::RUNNERS[at].1;
        at += 1;
    }
    all
}

/// Compiles tables, or stops with the name of the line that cannot be.
const fn compile(parts: &[&[Row]], options: &[OptionsRow], runners: &[RunnerRow]) -> Draft {
    let mut draft = Draft::new();
    let mut index = 0;
    let mut part = 0;
    while part < parts.len() {
        let rows = parts[part];
        let mut at = 0;
        while at < rows.len() {
            let (name, _, rules) = rows[at];
            check_rules(name, rules);
            draft.add(patterns(name, rules), Target::Family(index));
            index += 1;
            at += 1;
        }
        part += 1;
    }
    let mut at = 0;
    while at < runners.len() {
        draft.add(runners[at].0, Target::Runner(at as u16));
        at += 1;
    }
    // Last, so that options of nothing are seen.
    at = 0;
    while at < options.len() {
        let (patterns, ref lists) = options[at];
        check_options(lists);
        let before = draft.len();
        draft.add(patterns, Target::Options(at as u16));
        if draft.len() != before {
            fail("options of a program that has no rule:", patterns);
        }
        at += 1;
    }
    draft.check();
    draft
}

#[cfg(test)]
mod tests {
    use super::super::packed::options;
    use super::*;
    use Rule::*;

    /// What stops the build over these rows; nothing if it goes through.
    fn stops(rows: &[Row], front: &[OptionsRow]) -> Option<String> {
        let compiled = std::panic::catch_unwind(|| compile(&[rows], front, &[]).len());
        compiled.err().map(|panic| *panic.downcast().unwrap())
    }

    #[track_caller]
    fn check(rows: &[Row], front: &[OptionsRow], message: &str) {
        assert_eq!(stops(rows, front).as_deref(), Some(message));
    }

    fn plain(name: &'static str) -> Row {
        (name, Reader::Raw, &[])
    }

    #[test]
    fn rows_that_are_fine() {
        let rows = [
            plain("a"),
            plain("a b"),
            plain("a *"),
            plain("a x*"),
            plain("a *x"),
            plain("gcc-#"),
            (
                "c",
                Reader::Raw,
                &[As("c|d e|f, g"), Operands(1, 2), Value("-x --y=z -#")],
            ),
        ];
        assert_eq!(stops(&rows, &[("a, c", options("-C", "+x"))]), None);
    }

    #[test]
    fn twice() {
        check(&[plain("a b"), plain("a b")], &[], "two rules for `a b`");
        check(
            &[("x", Reader::Raw, &[As("a|b c, b c")])],
            &[],
            "two rules for `a|b c, b c`",
        );
        check(
            &[plain("a")],
            &[("a", options("", "")), ("a", options("", ""))],
            "two rules for `a`",
        );
        check(
            &[("a", Reader::Raw, &[Words, Words])],
            &[],
            "said twice of `a`",
        );
        check(
            &[("a", Reader::Raw, &[Leave("-x --y -x")])],
            &[],
            "an item that is there twice in the list `-x --y -x`",
        );
    }

    #[test]
    fn never_found() {
        check(
            &[plain("a -x")],
            &[],
            "an option can never be a subcommand: `a -x`",
        );
        check(
            &[plain("bin/a")],
            &[],
            "a program is found by its name, without folders: `bin/a`",
        );
        check(
            &[plain("a")],
            &[("b", options("", ""))],
            "options of a program that has no rule: `b`",
        );
        for (front, behind) in [("b *x*", "b *x"), ("b *x*", "b x*"), ("b **", "b *x")] {
            let message = format!(
                "another pattern in front takes all of `{}`",
                behind.split_once(' ').unwrap().1
            );
            check(&[plain(front), plain(behind)], &[], &message);
        }
    }

    #[test]
    fn malformed() {
        for (pattern, message) in [
            ("", "an empty word in ``"),
            ("a  b", "an empty word in `a  b`"),
            ("a b|", "an empty word in `a b|`"),
            ("a,b", "a comma without a blank in `a,b`"),
            ("a #x", "a number that is not at the end in `a #x`"),
            ("a \u{e9}", "a character that is not ASCII in `a \u{e9}`"),
        ] {
            check(&[plain(pattern)], &[], message);
        }
        for (rule, message) in [
            (
                Leave("-x  -y"),
                "two blanks, or one at an end, in the list `-x  -y`",
            ),
            (
                Value("-x "),
                "two blanks, or one at an end, in the list `-x `",
            ),
            (
                Reads("-x y"),
                "an item that is no option in the list `-x y`",
            ),
            (
                LeaveWords(" a"),
                "two blanks, or one at an end, in the list ` a`",
            ),
            (Operands(2, 1), "more operands at least than at most: `a`"),
        ] {
            let rules = Box::leak(Box::new([rule]));
            check(&[("a", Reader::Raw, rules)], &[], message);
        }
        check(
            &[plain("a")],
            &[("a", options("x", ""))],
            "an item that is no option in the list `x`",
        );
    }
}
