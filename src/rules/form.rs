//! What a family says about the words behind its name: which forms are left alone,
//! which only read.
//!
//! A form whose output is meant for a program (`--json`, `-z`), that waits for
//! somebody (`-i`, `-p`) or never ends (`--watch`, `-f`) is left alone: agents ask for
//! these on purpose.

use super::Arg;
use super::options::{
    Spelling, Written, each, fits, has_values, is_option, listed, may_attach, reads,
};
use super::packed::List;

/// What a line of the table says beside the name; how to write the lists of options
/// stands in [`super::options`]. In the tables a list is text, at run time it is packed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule<L> {
    /// All spellings, where the name is not the only one: `cargo build|b`.
    As(L),
    /// Options that take the next word.
    Value(L),
    /// Options that leave the command alone.
    Leave(L),
    /// Operands that do.
    LeaveWords(L),
    /// Options behind `--` that do.
    LeaveBehind(L),
    /// Options that are fine here, whatever the program's own list says.
    Fine(L),
    /// Without one of these options the command is left alone.
    Needs(L),
    /// How many operands there must and may be.
    Operands(u8, u8),
    /// Options of forms that only read.
    Reads(L),
    /// The same, where an operand would make it another form.
    ReadsBare(L),
    /// May be the last stage of a pipeline, but not with these options.
    Last(L),
    /// Options are words with one dash, not letters.
    Words,
}

/// Any number of operands.
pub(super) const ANY: u8 = u8::MAX;

/// What is known of a form that is not left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) read_only: bool,
    pub(super) pipeline_safe: bool,
}

/// The lists of a program that count for all its subcommands.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    /// Options that take the next word.
    pub(super) value: List,
    /// Options that leave the command alone.
    pub(super) raw: List,
}

/// Looks at the words behind a family's name, or says why the command is left alone.
pub(super) fn look(
    rules: &[Rule<List>],
    shared: &[Shared],
    words: &[Arg<'_>],
) -> Result<Known, &'static str> {
    let mut scan = Scan {
        rules,
        shared,
        spelling: Spelling::Letters,
        operands: 0,
        most: ANY,
        needed: true,
        read_only: false,
        bare: false,
        pipeline_safe: false,
    };
    let mut least = 0;
    for rule in rules {
        match *rule {
            Rule::Operands(from, to) => (least, scan.most) = (usize::from(from), to),
            Rule::Needs(_) => scan.needed = false,
            Rule::Reads(_) => scan.read_only = true,
            Rule::ReadsBare(_) => (scan.read_only, scan.bare) = (true, true),
            Rule::Last(_) => scan.pipeline_safe = true,
            Rule::Words => scan.spelling = Spelling::Words,
            Rule::As(_)
            | Rule::Value(_)
            | Rule::Leave(_)
            | Rule::LeaveWords(_)
            | Rule::LeaveBehind(_)
            | Rule::Fine(_) => {}
        }
    }
    scan.words(words)?;
    if !scan.needed {
        return Err("this form waits for somebody, or prints what is not for reading");
    }
    if scan.operands < least {
        return Err("reads standard input, or lacks an operand");
    }
    if scan.most != ANY && scan.operands > usize::from(scan.most) {
        return Err("more operands than its reader takes");
    }
    Ok(Known {
        read_only: scan.read_only,
        pipeline_safe: scan.pipeline_safe,
    })
}

struct Scan<'a> {
    rules: &'a [Rule<List>],
    shared: &'a [Shared],
    spelling: Spelling,
    operands: usize,
    most: u8,
    needed: bool,
    read_only: bool,
    bare: bool,
    pipeline_safe: bool,
}

impl Scan<'_> {
    fn words(&mut self, words: &[Arg<'_>]) -> Result<(), &'static str> {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            match word {
                None => {
                    // `$X` may be an option, or several words.
                    self.read_only = false;
                    self.operands += 1;
                }
                Some("--") => return self.behind(&words[at..]),
                Some(word) if is_option(word) && !word.starts_with('+') => {
                    at += self.option(word, words.get(at).copied())?;
                }
                Some(word) => self.operand(word)?,
            }
        }
        Ok(())
    }

    /// One word of options; gives how many words behind it belong to it.
    fn option(&mut self, word: &str, next: Option<Arg<'_>>) -> Result<usize, &'static str> {
        let mut leave = false;
        let mut takes = 0;
        let (rules, shared) = (self.rules, self.shared);
        let takes_value = |name: &str| takes_value(rules, shared, name);
        each(word, self.spelling, takes_value, |option| {
            let next = next.filter(|_| option.attached.is_none());
            let (mut left, mut fine) = (matches!(option.name, "--help" | "--version"), false);
            let mut read = None;
            for rule in rules {
                match *rule {
                    Rule::Leave(list) => left |= listed(list, option, next),
                    Rule::Fine(list) => fine |= listed(list, option, next),
                    Rule::Needs(list) => self.needed |= listed(list, option, next),
                    Rule::Last(list) => self.pipeline_safe &= !listed(list, option, next),
                    Rule::Reads(list) | Rule::ReadsBare(list) => {
                        read = read.or(reads(list, option));
                    }
                    Rule::As(_)
                    | Rule::Value(_)
                    | Rule::LeaveWords(_)
                    | Rule::LeaveBehind(_)
                    | Rule::Operands(..)
                    | Rule::Words => {}
                }
            }
            left |= shared.iter().any(|lists| listed(lists.raw, option, next));
            leave |= left && !fine;
            self.read_only &= match read {
                None => false,
                Some(1) => true,
                Some(_) => next.flatten().is_some(),
            };
            if next.is_some() && (read == Some(2) || takes_value(option.name)) {
                takes = 1;
            }
        });
        if leave {
            return Err("an option that is for programs, for a terminal or for help");
        }
        Ok(takes)
    }

    fn operand(&mut self, word: &str) -> Result<(), &'static str> {
        for rule in self.rules {
            if let Rule::LeaveWords(list) = *rule
                && list.items().any(|pattern| fits(pattern, word))
            {
                return Err("a form that does not end, or is not for reading");
            }
        }
        // A glob may be several.
        let several = self.most != ANY && word.contains(['*', '?', '[', '{']);
        self.operands += if several { 2 } else { 1 };
        self.read_only &= !self.bare;
        Ok(())
    }

    /// What stands behind `--`.
    fn behind(&mut self, words: &[Arg<'_>]) -> Result<(), &'static str> {
        let guarded = self
            .rules
            .iter()
            .any(|rule| matches!(rule, Rule::LeaveBehind(_)));
        for (at, word) in words.iter().enumerate() {
            let Some(word) = word else {
                self.operands += 1;
                self.read_only = false;
                continue;
            };
            if !(guarded && is_option(word)) {
                self.operand(word)?;
                continue;
            }
            let mut leave = false;
            each(
                word,
                Spelling::Words,
                |_| false,
                |option| {
                    let next = words.get(at + 1).copied();
                    let next = next.filter(|_| option.attached.is_none());
                    leave |= self.rules.iter().any(|rule| match *rule {
                        Rule::LeaveBehind(list) => listed(list, option, next),
                        _ => false,
                    });
                },
            );
            if leave {
                return Err("an option that is for programs, for a terminal or for help");
            }
        }
        Ok(())
    }
}

/// Whether an option has the next word for a value, or the rest of its own.
fn takes_value(rules: &[Rule<List>], shared: &[Shared], name: &str) -> bool {
    let plain = Written {
        name,
        attached: None,
    };
    rules.iter().any(|rule| match *rule {
        Rule::Value(list) => listed(list, plain, None),
        Rule::Leave(list) | Rule::Needs(list) => has_values(list, name),
        Rule::Reads(list) | Rule::ReadsBare(list) => may_attach(list, name),
        _ => false,
    }) || shared
        .iter()
        .any(|lists| listed(lists.value, plain, None) || has_values(lists.raw, name))
}
