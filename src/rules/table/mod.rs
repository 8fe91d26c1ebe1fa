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

use super::Family;
use super::Reader;
use super::form::{Rule, check_rules, patterns};
use super::trie::{Draft, Target, Trie, fail};
use super::wrappers::{Options, Runner, check_options};

pub(super) use front::{OPTIONS, RUNNERS};

/// A line: name, reader, what is special.
pub(super) type Row = (&'static str, Reader, &'static [Rule]);
/// What stands in front of subcommands and programs.
pub(super) type OptionsRow = (&'static str, Options);
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

// The loops over all rows are long, and bounded.
#[allow(long_running_const_eval)]
const DRAFT: Draft = compile(&PARTS, OPTIONS, RUNNERS);

/// Every family, in the order of the lines.
pub(super) static FAMILIES: [Family; count(&PARTS)] = families();

/// The tables as a trie.
#[allow(long_running_const_eval)]
pub(super) static TRIE: Trie<{ DRAFT.nodes() }, { DRAFT.bytes() }> = DRAFT.shrink();

/// Compiles tables, or stops with the name of the line that cannot be.
pub(super) const fn compile(
    parts: &[&[Row]],
    options: &[OptionsRow],
    runners: &[RunnerRow],
) -> Draft {
    let mut draft = Draft::new();
    let mut index = 0;
    let mut part = 0;
    while part < parts.len() {
        let rows = parts[part];
        let mut at = 0;
        while at < rows.len() {
            let (name, _, rules) = rows[at];
            check_rules(rules);
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
        let before = draft.nodes();
        draft.add(patterns, Target::Options(at as u16));
        if draft.nodes() != before {
            fail("options of a program that has no rule:", patterns);
        }
        at += 1;
    }
    draft
}

const fn count(parts: &[&[Row]]) -> usize {
    let (mut sum, mut part) = (0, 0);
    while part < parts.len() {
        sum += parts[part].len();
        part += 1;
    }
    sum
}

const fn families() -> [Family; count(&PARTS)] {
    let (name, reader, rules) = PARTS[0][0];
    let mut all = [Family {
        name,
        reader,
        rules,
    }; count(&PARTS)];
    let (mut index, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut at = 0;
        while at < PARTS[part].len() {
            let (name, reader, rules) = PARTS[part][at];
            all[index] = Family {
                name,
                reader,
                rules,
            };
            index += 1;
            at += 1;
        }
        part += 1;
    }
    all
}
