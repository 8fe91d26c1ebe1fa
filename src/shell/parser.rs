//! Lists, pipelines, functions and coprocesses (XCU 2.9, 2.10; bash manual 3.2).
//!
//! Where a command's output goes is known only behind it: a `|`, or a redirection
//! behind the group that it is in. So commands are noted as they are met, as if
//! their output went to the agent, and those of a stage or group are changed
//! when its end has been read.

use super::lexer::{Context, Reader, Result, is_meta, is_name};
use super::redirection::moves_output;
use super::simple::Read;
use super::word::Mode;
use super::{Output, Place, SimpleCommand, Stage, Word};

/// Reserved words (XCU 2.4 and the bash manual 3.2). `in` is one only in `for`,
/// `select` and `case`, but no command may have its name.
const RESERVED: [&str; 22] = [
    "!", "[[", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "time", "until", "while", "]]",
];

impl Reader<'_, '_> {
    /// Commands up to something that ends a list; whether there were any.
    pub(super) fn list(&mut self) -> Result<bool> {
        let mut any = false;
        loop {
            self.newlines()?;
            if self.at_end_of_list() {
                return Ok(any);
            }
            self.and_or()?;
            any = true;
            self.blanks();
            match self.peek() {
                b'\n' => {}
                b';' if !self.at_clause_end() => self.pos += 1,
                b'&' => {
                    self.pos += 1;
                    // zsh has `&|` and `&!`, which leave a job to itself.
                    self.found.features.dialect |= matches!(self.peek(), b'|' | b'!');
                }
                _ => return Ok(any),
            }
        }
    }

    /// A list that must not be empty.
    pub(super) fn some_list(&mut self) -> Result<()> {
        if self.list()? {
            return Ok(());
        }
        self.unexpected()
    }

    fn at_end_of_list(&self) -> bool {
        match self.peek() {
            0 | b')' => true,
            b';' => self.at_clause_end(),
            _ => matches!(
                self.reserved(),
                Some((
                    "then" | "else" | "elif" | "fi" | "do" | "done" | "esac" | "}",
                    _
                ))
            ),
        }
    }

    /// Whether `;;`, `;&` or `;;&` stands here.
    pub(super) fn at_clause_end(&self) -> bool {
        let mut ahead = 1;
        while self.peek_at(ahead) == b'\\' && self.peek_at(ahead + 1) == b'\n' {
            ahead += 2;
        }
        self.peek() == b';' && matches!(self.peek_at(ahead), b';' | b'&')
    }

    /// The reserved word here, if one stands here, and where it ends.
    pub(super) fn reserved(&self) -> Option<(&'static str, usize)> {
        // Most words can be told by their first byte.
        if !matches!(
            self.peek(),
            b'!' | b'[' | b'{' | b'}' | b']' | b'c'
                ..=b'f' | b'i' | b's' | b't' | b'u' | b'w' | b'\\'
        ) {
            return None;
        }
        let mut word = [0; 8];
        let mut length = 0;
        let mut ahead = 0;
        loop {
            let byte = self.peek_at(ahead);
            if byte == b'\\' && self.peek_at(ahead + 1) == b'\n' {
                ahead += 2;
            } else if is_meta(byte) {
                break;
            } else {
                *word.get_mut(length)? = byte;
                length += 1;
                ahead += 1;
            }
        }
        let word = &word[..length];
        if length == 0
            || (matches!(self.peek_at(ahead), b'<' | b'>') && self.peek_at(ahead + 1) == b'(')
        {
            return None;
        }
        let known = RESERVED.iter().find(|known| known.as_bytes() == word)?;
        Some((known, self.pos + ahead))
    }

    /// Takes the reserved word if it stands here.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        match self.reserved() {
            Some((found, end)) if found == word => {
                self.skip_to(end);
                true
            }
            _ => false,
        }
    }

    fn skip_to(&mut self, end: usize) {
        self.found.features.continuation |= self.text[self.pos..end].contains('\n');
        self.pos = end;
    }

    pub(super) fn expects(&mut self, word: &str) -> Result<()> {
        if self.takes(word) {
            return Ok(());
        }
        self.unexpected()
    }

    fn and_or(&mut self) -> Result<()> {
        loop {
            self.pipeline()?;
            self.blanks();
            let byte = self.peek();
            if !matches!(byte, b'&' | b'|') {
                return Ok(());
            }
            self.pos += 1;
            if !self.follows(byte) {
                self.pos -= 1;
                return Ok(());
            }
            self.newlines()?;
        }
    }

    fn pipeline(&mut self) -> Result<()> {
        if self.prefixes() && self.at_end_of_pipeline() {
            return Ok(());
        }
        let first = self.found.commands.len();
        let (mut stages, mut both) = (1, false);
        loop {
            let from = self.found.commands.len();
            self.command()?;
            self.blanks();
            if self.peek() != b'|' || self.at_or() {
                if stages > 1 {
                    self.mark_last(from);
                }
                break;
            }
            self.pos += 1;
            both |= self.follows(b'&');
            self.mark_producers(from);
            self.newlines()?;
            stages += 1;
        }
        if both {
            self.found.features.compound = true;
            self.mark_elsewhere(first);
        }
        Ok(())
    }

    fn at_or(&self) -> bool {
        let mut ahead = 1;
        while self.peek_at(ahead) == b'\\' && self.peek_at(ahead + 1) == b'\n' {
            ahead += 2;
        }
        self.peek_at(ahead) == b'|'
    }

    /// `!` and `time [-p] [--]` in front of a pipeline; whether there were any.
    fn prefixes(&mut self) -> bool {
        let mut any = false;
        loop {
            match self.reserved() {
                Some(("!", end)) => {
                    self.skip_to(end);
                    self.found.features.compound = true;
                    // With extended patterns on, `!(a)` is a word.
                    self.found.features.dialect |= self.peek() == b'(';
                    self.blanks();
                }
                Some(("time", end)) => {
                    self.skip_to(end);
                    self.blanks();
                    for option in ["-p", "--"] {
                        let rest = &self.text[self.pos..self.end];
                        if rest.starts_with(option) && is_meta(self.peek_at(2)) {
                            self.pos += 2;
                            self.blanks();
                        }
                    }
                }
                _ => return any,
            }
            any = true;
        }
    }

    fn at_end_of_pipeline(&self) -> bool {
        matches!(self.peek(), 0 | b'\n' | b';')
    }

    /// Every command from this one on, as far as it is not in a substitution or
    /// function body of its own.
    fn members(&mut self, from: usize) -> impl Iterator<Item = &mut SimpleCommand> {
        let frame = self.context.frame;
        let frames = self.found.frames[from..].iter();
        let commands = self.found.commands[from..].iter_mut();
        commands
            .zip(frames)
            .filter(move |(_, other)| **other == frame)
            .map(|(command, _)| command)
    }

    fn mark_producers(&mut self, from: usize) {
        for command in self.members(from) {
            command.stage = Stage::Producer;
            command.output = Output::Elsewhere;
        }
    }

    fn mark_last(&mut self, from: usize) {
        for command in self.members(from) {
            if command.stage == Stage::Only {
                command.stage = Stage::Last;
            }
        }
    }

    pub(super) fn mark_elsewhere(&mut self, from: usize) {
        for command in self.members(from) {
            command.output = Output::Elsewhere;
        }
    }

    /// One command, behind `!` and `time`.
    fn command(&mut self) -> Result<()> {
        let from = self.found.commands.len();
        let reserved = self.reserved();
        if self.compound(reserved)? {
            return self.after_compound(from);
        }
        match reserved {
            Some(("coproc", end)) => {
                self.skip_to(end);
                return self.coproc();
            }
            Some(("function", end)) => {
                self.skip_to(end);
                return self.function();
            }
            // Behind a `|` `time` is a program.
            None | Some(("time", _)) => {}
            _ => return self.unexpected(),
        }
        match self.simple()? {
            Read::Simple => Ok(()),
            Read::Name(name) => self.function_body(&name),
        }
    }

    /// The redirections behind a compound command hold for all in it.
    pub(super) fn after_compound(&mut self, from: usize) -> Result<()> {
        let (mut any, mut elsewhere) = (false, false);
        loop {
            self.blanks();
            match self.redirection()? {
                Some(redirection) => {
                    any = true;
                    elsewhere |= moves_output(&redirection);
                }
                None => {
                    if elsewhere {
                        self.mark_elsewhere(from);
                    }
                    // Only right behind the compound command is a word reserved.
                    let more = !matches!(self.peek(), 0 | b'\n' | b';' | b'&' | b'|' | b')');
                    if more && (any || self.reserved().is_none()) {
                        return self.unexpected();
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Behind `coproc`: a command, or a name and a compound command.
    fn coproc(&mut self) -> Result<()> {
        self.found.features.compound = true;
        self.blanks();
        let inner = self.framed_within(Place::Coproc);
        let outer = std::mem::replace(&mut self.context, inner);
        let from = self.found.commands.len();
        let mut compound = self.reserved();
        if compound.is_none() && is_name(self.peek()) {
            // A name, if a compound command follows it.
            let start = self.pos;
            while is_name(self.peek()) {
                self.pos += 1;
            }
            let separate = matches!(self.peek(), b' ' | b'\t' | b'(');
            self.blanks();
            compound = self.reserved();
            let opens = matches!(
                compound,
                Some((
                    "{" | "[[" | "if" | "for" | "while" | "until" | "case" | "select",
                    _
                ))
            );
            if !separate || !(opens || self.peek() == b'(') {
                self.pos = start;
                compound = None;
            }
        }
        if self.compound(compound)? {
            self.after_compound(from)?;
        } else if compound.is_some_and(|(word, _)| word != "time") {
            return self.unexpected();
        } else {
            self.coprocess()?;
        }
        self.context = outer;
        Ok(())
    }

    /// A simple command behind `coproc`. Its second word is in the place of a
    /// compound command, if the first is a name.
    fn coprocess(&mut self) -> Result<()> {
        if let Read::Name(_) = self.simple()? {
            return self.unexpected();
        }
        let command = self.found.commands.last();
        match command.and_then(|command| command.words.get(1)) {
            Some(word) if !word.quoted && word.literal.as_deref().is_some_and(is_reserved) => {
                self.unexpected()
            }
            _ => Ok(()),
        }
    }

    /// A context with a frame of its own; what is inside a substitution stays there.
    fn framed_within(&mut self, place: Place) -> Context {
        match self.context.place {
            Place::Substitution => self.framed(Place::Substitution),
            _ => self.framed(place),
        }
    }

    /// Behind `function`.
    fn function(&mut self) -> Result<()> {
        self.blanks();
        let Some(name) = self.word(Mode::Plain)? else {
            return self.unexpected();
        };
        self.blanks();
        if self.peek() == b'(' {
            // `function f (a)` is a body in round brackets.
            let open = self.pos;
            self.pos += 1;
            self.blanks();
            if self.peek() == b')' {
                self.pos = open;
                return self.function_body(&name);
            }
            self.pos = open;
        }
        self.body_of(&name)
    }

    /// `()` and the body behind a function's name.
    fn function_body(&mut self, name: &Word) -> Result<()> {
        self.pos += 1;
        self.blanks();
        if self.peek() != b')' {
            return self.unexpected();
        }
        self.pos += 1;
        self.body_of(name)
    }

    fn body_of(&mut self, name: &Word) -> Result<()> {
        let Some(literal) = &name.literal else {
            return self.unexpected();
        };
        self.found.features.definition = true;
        self.found.definitions.push(literal.clone());
        self.newlines()?;
        let inner = self.framed_within(Place::Function);
        let outer = std::mem::replace(&mut self.context, inner);
        let from = self.found.commands.len();
        let reserved = self.reserved();
        if !self.compound(reserved)? {
            return self.unexpected();
        }
        self.after_compound(from)?;
        self.context = outer;
        Ok(())
    }
}

fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}
