//! What rtk knows about programs: the single source of truth.
//!
//! The rewrite and the runner ask the same function, [`find`], so a command that
//! is rewritten is one that the runner knows.

mod check;
mod form;
mod options;
mod packed;
mod reader;
mod table;
mod trie;
mod wrappers;

pub use reader::Reader;

use wrappers::Lookup;

/// One word of a command: its literal value, or `None` if it is only known when
/// the shell runs (`"$X"`).
pub type Arg<'a> = Option<&'a str>;

/// One command family: a line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Name for people and for `rtk filters`: `git status`, `cargo test`.
    pub name: &'static str,
    /// The reader of its output.
    pub reader: Reader,
}

impl Family {
    fn of(line: &packed::Line) -> Family {
        Family {
            name: line.name(),
            reader: line.reader,
        }
    }
}

/// What the table says about a command.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The word in front of which `rtk ` belongs.
    pub at: usize,
    /// The word that names the tool (`pytest` in `python -m pytest`).
    pub tool: usize,
    /// The family.
    pub family: Family,
    /// The form only reads: no write, no program, no network.
    pub read_only: bool,
    /// The program may be filtered as the last stage of a pipeline.
    pub pipeline_safe: bool,
}

/// What [`find`] can say about the words of one simple command.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// A family, in a form whose output is for people.
    Known(Found),
    /// The operand of `sh -c`, `bash -lc`, ...: a script in word `script`.
    Script {
        /// The index of the word that holds the script.
        script: usize,
    },
    /// Not known, or a raw form; with the reason, for `rtk hook check`.
    Raw(&'static str),
}

/// All families, in the order of the table.
pub fn families() -> impl Iterator<Item = Family> {
    table::LINES.iter().map(Family::of)
}

/// Looks a command up, behind its wrappers and runners.
pub fn find(words: &[Arg<'_>]) -> Answer {
    match wrappers::resolve(words, 0, 0) {
        Lookup::Known(found) => Answer::Known(found),
        Lookup::Script(script) => Answer::Script { script },
        Lookup::Raw(why) | Lookup::Unknown(why) => Answer::Raw(why),
    }
}
