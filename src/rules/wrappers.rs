//! Programs that run programs, and options in front of subcommands.
//!
//! `rtk` goes to the innermost program behind those that find it on `PATH` as a shell
//! does (`env`, `timeout 5`, `uv run`), and in front of those that find it themselves: in
//! `node_modules` (`npx`), as a module (`python -m`), in a bundle, on root's `PATH`
//! (`sudo`). Those that are not here (`command`, `exec`, `eval`, `xargs`, `ssh`,
//! `docker exec`) leave everything behind them alone.

use super::form::{Shared, look};
use super::options::{Written, each, is_option, listed};
use super::packed::{List, Options};
use super::trie::Node;
use super::{Arg, Family, Found, Reader};

/// Deepest nesting of programs that run programs.
const DEPTH_MAX: usize = 8;

/// How a program runs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    /// Finds it on `PATH`, behind this many operands: `timeout 5`.
    Through(u8),
    /// The same, and only looks on: forms that read still only read.
    Beside(u8),
    /// The same, behind assignments: `env A=1`.
    Environment,
    /// Finds it itself: `bundle exec`.
    Front,
    /// The same, behind assignments: `sudo A=1`.
    Root,
    /// The same, by the name of a package, maybe with a version: `npx tsc@5`.
    Package,
    /// Runs a module: `python -m pytest`; or a script of a name that is known.
    Module,
    /// Runs a script of what is installed: `node node_modules/.bin/jest`; or of a name
    /// that is known.
    Node,
    /// The same: `php vendor/bin/pest`.
    Php,
    /// `sh -c '...'`.
    Shell,
}

/// What is found behind a word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lookup {
    Known(Found),
    Script(usize),
    /// A command that is known, in a form that is left alone; or more than can be known.
    Raw(&'static str),
    /// Not in the table.
    Unknown(&'static str),
}

/// Looks up the command that starts at word `start`.
pub(super) fn resolve(words: &[Arg<'_>], start: usize, depth: usize) -> Lookup {
    match words.get(start) {
        Some(Some(word)) => resolve_as(words, start, program(word), depth),
        Some(None) => Lookup::Raw("the command word is not literal"),
        None => Lookup::Unknown("no command"),
    }
}

/// The name a program is known by: without folders, and without what Windows adds.
pub(super) fn program(word: &str) -> &str {
    let name = word.rsplit_once('/').map_or(word, |(_, name)| name);
    for end in [".exe", ".cmd", ".bat"] {
        if let Some(at) = name.len().checked_sub(end.len())
            && at > 0
            && name.is_char_boundary(at)
            && name[at..].eq_ignore_ascii_case(end)
        {
            return &name[..at];
        }
    }
    name
}

/// The same, where the program at `start` goes by another name than its word.
fn resolve_as(words: &[Arg<'_>], start: usize, name: &str, depth: usize) -> Lookup {
    let root = Node::root();
    let Some(node) = root.exact(name).or_else(|| root.fitting(name)) else {
        return Lookup::Unknown("no rule for this program");
    };
    Walk {
        words,
        start,
        depth,
        node,
        next: start + 1,
        options: Options::BARE,
        shared: [Shared {
            value: List::EMPTY,
            raw: List::EMPTY,
        }; 3],
        levels: 0,
        untouched: words[start] == Some(name),
    }
    .go()
}

/// The way down the trie, along the words.
#[derive(Clone, Copy)]
struct Walk<'a, 'w> {
    words: &'w [Arg<'a>],
    start: usize,
    depth: usize,
    node: Node,
    /// The word behind those that led to `node`.
    next: usize,
    /// The options that may stand here.
    options: Options<List>,
    shared: [Shared; 3],
    levels: usize,
    /// No option yet that keeps a form from being one that only reads.
    untouched: bool,
}

impl<'a> Walk<'a, '_> {
    fn go(mut self) -> Lookup {
        let options = match self.node.options() {
            Some(options) => {
                self.share(options);
                options
            }
            // `npm run --silent x`: those of npm.
            None if self.options.anywhere => self.options,
            None => Options::BARE,
        };
        self.options = options;
        if !self.node.goes_on() {
            return self.family(self.node, self.next);
        }
        let runner = self.node.runner();
        if runner == Some(Runner::Shell) {
            return self.shell();
        }
        let untouched = self.untouched;
        let at = match self.skip(options, runner) {
            Skipped::To(at) => at,
            Skipped::Module(at) => return self.module(at),
            Skipped::Raw => return Lookup::Raw("an option for help or for programs"),
            Skipped::Unknown => {
                self.untouched = untouched;
                return self.family(self.node, self.next);
            }
        };
        match (self.words.get(at), runner) {
            (None, _) => self.family(self.node, self.next),
            // `timeout $T git status`
            (Some(None), Some(runner @ (Runner::Through(1..) | Runner::Beside(1..)))) => {
                self.run(runner, at, "")
            }
            (Some(None), _) => Lookup::Raw("the subcommand is not literal"),
            (Some(Some(word)), runner) => self.below(runner, at, word),
        }
    }

    /// What stands at `at`: a subcommand, or the program of a runner.
    fn below(self, runner: Option<Runner>, at: usize, word: &'a str) -> Lookup {
        let down = |node| {
            let next = at + 1;
            Walk { node, next, ..self }.go()
        };
        let exact = self.node.exact(word).map(down);
        match (exact, runner) {
            (Some(found @ (Lookup::Known(_) | Lookup::Script(_) | Lookup::Raw(_))), _) => found,
            (_, Some(runner)) => self.run(runner, at, word),
            (exact, None) => match self.node.fitting(word) {
                Some(child) if child.goes_on() => down(child),
                Some(child) => self.family(child, at),
                None => exact.unwrap_or_else(|| self.family(self.node, self.next)),
            },
        }
    }

    fn share(&mut self, options: Options<List>) {
        if let Some(level) = self.shared.get_mut(self.levels) {
            level.value = if options.anywhere {
                options.value
            } else {
                List::EMPTY
            };
            level.raw = options.raw;
            self.levels += 1;
        }
    }

    /// The family of a node, with its words from `from` on.
    fn family(&self, node: Node, from: usize) -> Lookup {
        let Some(line) = node.family() else {
            return Lookup::Unknown("no rule for this subcommand");
        };
        match look(
            line.rules(),
            &self.shared[..self.levels],
            &self.words[from..],
        ) {
            Err(why) => Lookup::Raw(why),
            Ok(_) if line.reader == Reader::Raw => Lookup::Raw("its own output is best"),
            Ok(known) => Lookup::Known(Found {
                at: self.start,
                tool: self.start,
                family: Family::of(line),
                read_only: known.read_only && self.untouched,
                pipeline_safe: known.pipeline_safe,
            }),
        }
    }

    /// The first word behind the options.
    fn skip(&mut self, options: Options<List>, runner: Option<Runner>) -> Skipped {
        let assignments = matches!(runner, Some(Runner::Environment | Runner::Root));
        let mut at = self.next;
        while let Some(word) = self.words.get(at) {
            let Some(word) = *word else { break };
            if word == "--" {
                at += 1;
                while assignments && self.words.get(at).is_some_and(|word| assigns(*word)) {
                    at += 1;
                }
                break;
            }
            if assignments && assigns(Some(word)) {
                at += 1;
                continue;
            }
            if !is_option(word) {
                break;
            }
            match self.option(options, word, self.words.get(at + 1).copied()) {
                Ok(more) => at += 1 + more,
                Err(Skipped::Module(_)) => return Skipped::Module(at + 1),
                Err(stopped) => return stopped,
            }
        }
        Skipped::To(at.min(self.words.len()))
    }

    /// One word of options; gives how many words behind it belong to it.
    fn option(
        &mut self,
        options: Options<List>,
        word: &str,
        next: Option<Arg<'_>>,
    ) -> Result<usize, Skipped> {
        let takes_value = |name: &str| {
            let plain = Written {
                name,
                attached: None,
            };
            listed(options.value, plain, None)
        };
        let mut stopped = None;
        let mut more = 0;
        let mut harmless = true;
        each(word, options.spelling, takes_value, |option| {
            harmless &= listed(options.harmless, option, None);
            if option.name == "-m" && listed(options.flag, option, None)
                || option.name == "--module" && option.attached.is_none()
            {
                stopped = stopped.or(Some(Skipped::Module(0)));
            } else if matches!(option.name, "--help" | "--version")
                || listed(options.raw, option, next)
                || listed(options.raw_here, option, next)
            {
                stopped = Some(Skipped::Raw);
            } else if takes_value(option.name) {
                more = usize::from(option.attached.is_none());
            } else if !listed(options.flag, option, None) {
                stopped = stopped.or(Some(Skipped::Unknown));
            }
        });
        self.untouched &= harmless;
        stopped.map_or(Ok(more), Err)
    }

    /// The program at `at`, which a runner runs.
    fn run(&self, runner: Runner, at: usize, word: &'a str) -> Lookup {
        if self.depth == DEPTH_MAX {
            return Lookup::Raw("programs run programs too deep");
        }
        let inner = |at| resolve(self.words, at, self.depth + 1);
        match runner {
            Runner::Through(operands) => self.behind(inner(at + usize::from(operands)), false),
            Runner::Beside(operands) => {
                self.behind(inner(at + usize::from(operands)), self.untouched)
            }
            Runner::Environment => self.behind(inner(at), false),
            Runner::Front | Runner::Root => self.in_front(inner(at)),
            Runner::Package => {
                let name = package(word);
                match resolve_as(self.words, at, name, self.depth + 1) {
                    Lookup::Unknown(why) => match self.node.fitting(word) {
                        Some(child) => self.family(child, at),
                        None => Lookup::Unknown(why),
                    },
                    inner => self.in_front(inner),
                }
            }
            Runner::Module => self.script(at, word, "/bin/"),
            Runner::Node => self.script(at, word, "node_modules/"),
            Runner::Php => self.script(at, word, "vendor/"),
            Runner::Shell => self.shell(),
        }
    }

    fn behind(&self, inner: Lookup, looks_on: bool) -> Lookup {
        match inner {
            Lookup::Known(found) => Lookup::Known(Found {
                read_only: found.read_only && looks_on,
                ..found
            }),
            other => other,
        }
    }

    fn in_front(&self, inner: Lookup) -> Lookup {
        match inner {
            Lookup::Known(found) => Lookup::Known(Found {
                at: self.start,
                read_only: false,
                ..found
            }),
            Lookup::Script(_) => Lookup::Raw("a script that another program runs"),
            other => other,
        }
    }

    fn module(&self, at: usize) -> Lookup {
        match self.words.get(at) {
            Some(Some(_)) if self.depth < DEPTH_MAX => {
                self.in_front(resolve(self.words, at, self.depth + 1))
            }
            _ => Lookup::Raw("the module is not literal"),
        }
    }

    /// A script of a program that is known, run by an interpreter.
    fn script(&self, at: usize, word: &str, folder: &str) -> Lookup {
        let name = program(word);
        let known = if word.contains(folder) {
            let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
            resolve_as(self.words, at, stem, self.depth + 1)
        } else if name.contains('.') || name == "artisan" {
            resolve_as(self.words, at, name, self.depth + 1)
        } else {
            Lookup::Unknown("a script of the project")
        };
        match known {
            Lookup::Unknown(_) => self.family(self.node, self.next),
            known => self.in_front(known),
        }
    }

    /// `bash -lc '...'`: options of the shell that change nothing here, then the script.
    fn shell(&self) -> Lookup {
        let mut at = self.next;
        while let Some(Some(word)) = self.words.get(at) {
            let Some(letters) = word.strip_prefix('-') else {
                break;
            };
            let known = |letters: &str| {
                letters
                    .bytes()
                    .all(|b| matches!(b, b'c' | b'l' | b'e' | b'u'))
            };
            let (letters, takes) = match letters.strip_suffix('o') {
                Some(letters) => (letters, 1),
                None => (letters, 0),
            };
            if word.len() < 2 || !known(letters) {
                break;
            }
            at += 1 + takes;
            if letters.contains('c') {
                return if at < self.words.len() {
                    Lookup::Script(at)
                } else {
                    Lookup::Unknown("no script")
                };
            }
        }
        Lookup::Unknown("a shell without -c")
    }
}

/// Where the options end, or why it is not known.
#[derive(Clone, Copy)]
enum Skipped {
    To(usize),
    /// A module's name is here: `-m pytest`.
    Module(usize),
    Raw,
    Unknown,
}

/// `NAME=value`
fn assigns(word: Arg<'_>) -> bool {
    word.and_then(|word| word.split_once('='))
        .is_some_and(|(name, _)| {
            !name.is_empty()
                && !name.starts_with(|first: char| first.is_ascii_digit())
                && name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric())
        })
}

/// The program that a package brings: `@biomejs/biome@2` is biome.
fn package(word: &str) -> &str {
    let name = match word.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/').map_or(scoped, |(_, name)| name),
        None => program(word),
    };
    match name.split_once('@') {
        Some((name, _)) if !name.is_empty() => name,
        _ => name,
    }
}
