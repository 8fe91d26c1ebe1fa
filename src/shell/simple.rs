//! Simple commands: assignments, words and redirections in any order (XCU 2.9.1).

use super::lexer::{Reader, Result};
use super::redirection::moves_output;
use super::word::Mode;
use super::{Output, Place, RedirectionKind, SimpleCommand, Span, Stage, Word};

/// Builtins whose arguments may be compound assignments, `declare a=(x y)`.
const DECLARING: [&str; 8] = [
    "alias", "declare", "eval", "export", "let", "local", "readonly", "typeset",
];

/// What a command that has been read was.
pub(super) enum Read {
    /// A simple command.
    Simple,
    /// A word with `(` behind it: a function's name.
    Name(Word),
}

impl Reader<'_, '_> {
    /// A simple command, or the name in front of `()`.
    pub(super) fn simple(&mut self) -> Result<Read> {
        let context = self.context;
        let mut command = SimpleCommand {
            span: Span { start: 0, end: 0 },
            assignments: Vec::new(),
            words: Vec::new(),
            redirections: Vec::new(),
            output: match context.place {
                Place::Line => Output::Agent,
                _ => Output::Elsewhere,
            },
            stage: Stage::Only,
            place: context.place,
            nested: context.nested,
        };
        let start = self.pos;
        let words = self.found.words.len();
        let read = self.parts(&mut command, words);
        command.words = self.found.words.drain(words..).collect();
        if let Ok(Some(name)) = read {
            return Ok(Read::Name(name));
        }
        let empty = command.words.is_empty()
            && command.assignments.is_empty()
            && command.redirections.is_empty();
        if !empty {
            command.span = whole_span(&command);
            if command.redirections.iter().any(moves_output) && !goes_to_error(&command) {
                command.output = Output::Elsewhere;
            }
            self.note_aliases(&command);
            self.found.commands.push(command);
            self.found.frames.push(context.frame);
        }
        read?;
        if empty || self.pos == start {
            return self.unexpected();
        }
        Ok(Read::Simple)
    }

    /// Everything that belongs to one simple command, or the name of a function. Its
    /// words are those from `first` on among the words that are being collected.
    fn parts(&mut self, command: &mut SimpleCommand, first: usize) -> Result<Option<Word>> {
        let mut declaring = false;
        loop {
            self.blanks();
            if let Some(redirection) = self.redirection()? {
                command.redirections.push(redirection);
                continue;
            }
            if self.found.words.len() == first || declaring {
                let before = self.pos;
                if let Some(assignment) = self.assignment(declaring)? {
                    if declaring {
                        self.found.words.push(Word {
                            span: assignment.span,
                            literal: None,
                            ..assignment.value
                        });
                    } else {
                        command.assignments.push(assignment);
                    }
                    continue;
                }
                self.pos = before;
            }
            let Some(word) = self.word(Mode::Plain)? else {
                if self.peek() == b'('
                    && self.found.words.len() == first + 1
                    && command.assignments.is_empty()
                    && command.redirections.is_empty()
                {
                    return Ok(self.found.words.pop());
                }
                return Ok(None);
            };
            if self.found.words.len() == first {
                let name = word.literal.as_deref().unwrap_or_default();
                declaring = !word.quoted && DECLARING.contains(&name);
            }
            self.found.words.push(word);
        }
    }

    /// Names that `alias x=...` defines.
    fn note_aliases(&mut self, command: &SimpleCommand) {
        let mut words = command
            .words
            .iter()
            .skip_while(|word| matches!(word.literal.as_deref(), Some("command" | "builtin")));
        if words.next().and_then(|word| word.literal.as_deref()) != Some("alias") {
            return;
        }
        for word in words {
            let source = match &word.literal {
                Some(literal) => literal.as_str(),
                None if self.origin.is_none() => &self.text[word.span.start..word.span.end],
                None => continue,
            };
            if let Some((name, _)) = source.split_once('=') {
                self.found.features.definition = true;
                self.found.definitions.push(name.to_owned());
            }
        }
    }
}

/// `cmd >&2` and nothing around it: the agent reads standard error too.
fn goes_to_error(command: &SimpleCommand) -> bool {
    match command.redirections.as_slice() {
        [only] => {
            !command.nested
                && command.place == Place::Line
                && only.kind == RedirectionKind::DuplicateOut
                && matches!(only.descriptor, None | Some(1))
                && only.target.literal.as_deref() == Some("2")
        }
        _ => false,
    }
}

/// From the first to the last of its parts.
fn whole_span(command: &SimpleCommand) -> Span {
    let (assignments, words) = (&command.assignments, &command.words);
    let redirections = &command.redirections;
    let ends = [
        [assignments.first(), assignments.last()].map(|part| part.map(|part| part.span)),
        [words.first(), words.last()].map(|part| part.map(|part| part.span)),
        [redirections.first(), redirections.last()].map(|part| part.map(|part| part.span)),
    ];
    let all = || ends.iter().flatten().flatten();
    Span {
        start: all().map(|span| span.start).min().unwrap_or(0),
        end: all().map(|span| span.end).max().unwrap_or(0),
    }
}
