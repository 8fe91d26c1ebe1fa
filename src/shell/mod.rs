//! Reads a command line as bash does; knows nothing of rtk.
//!
//! Source: POSIX.1-2024 XCU chapter 2 (Shell Command Language) and the bash
//! manual, chapter 3. [`parse`] yields the simple commands of a line, each with
//! the bytes it stands on and with where its standard output goes. Time and
//! memory are linear in the text; nesting is bounded; malformed input is an
//! [`Script::error`], never a panic.

mod assignment;
mod compound;
mod expansion;
mod lexer;
mod parser;
mod redirection;
mod simple;
mod substitution;
mod word;

use lexer::{Context, Found, Reader};

/// Longest command line that is read, in bytes. Longer ones are left alone.
pub const MAX_COMMAND_BYTES: usize = 64 * 1024;

/// A half-open range of byte offsets into the text given to [`parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A command line, read.
#[derive(Debug, Default)]
pub struct Script {
    /// Every simple command anywhere in the text, in the order of their first
    /// byte, those inside substitutions and here-documents that expand included.
    pub commands: Vec<SimpleCommand>,
    /// Names that the text defines as functions or aliases.
    pub definitions: Vec<String>,
    /// Which constructs occur anywhere in the text.
    pub features: Features,
    /// The first thing that could not be read; `commands` then holds what was
    /// understood before it, which is enough for deny rules and for nothing else.
    pub error: Option<Error>,
}

/// What could not be read, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// Byte offset.
    pub at: usize,
    /// One short phrase for people: `unbalanced quote`, `text too long`.
    pub why: &'static str,
}

/// One simple command (XCU 2.9.1): assignments, words, redirections.
#[derive(Debug)]
pub struct SimpleCommand {
    /// From its first assignment, word or redirection to its last.
    pub span: Span,
    /// The assignments in front of the command word, in order.
    pub assignments: Vec<Assignment>,
    /// The command word and its arguments, in order; empty for pure assignments.
    pub words: Vec<Word>,
    /// Its own redirections, in order (those of an enclosing group are folded
    /// into `output`).
    pub redirections: Vec<Redirection>,
    /// Where its standard output ends up.
    pub output: Output,
    /// Its place in a pipeline.
    pub stage: Stage,
    /// What encloses it.
    pub place: Place,
    /// True below `( )`, `{ }`, `if`, `for`, `while`, `until`, `case`, `select`.
    pub nested: bool,
}

/// Where a simple command's standard output ends up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Where the whole line's output goes: the agent reads it.
    Agent,
    /// A file, a pipe, a substitution, or not known.
    Elsewhere,
}

/// A simple command's place in the pipeline it belongs to (the innermost one
/// whose output would otherwise reach the agent).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Not in a pipeline.
    Only,
    /// Its standard output is read by another command.
    Producer,
    /// The last stage: reads another command, writes to the agent.
    Last,
}

/// What encloses a simple command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The line itself, or a compound command on it.
    Line,
    /// `$( )`, backquotes, `<( )`, `>( )`, or an expanding here-document.
    Substitution,
    /// The body of a function definition.
    Function,
    /// `coproc`.
    Coproc,
}

/// `name=value` or `name+=value` in front of a command.
#[derive(Debug)]
pub struct Assignment {
    /// The whole assignment.
    pub span: Span,
    /// The name.
    pub name: String,
    /// True for an array element or a compound value, `a[1]=x`, `a=(x y)`.
    pub array: bool,
    /// The value's word (its span may be empty).
    pub value: Word,
}

/// One word (XCU 2.3), quotes included.
#[derive(Clone, Debug)]
pub struct Word {
    /// Where it stands.
    pub span: Span,
    /// Its value after quote removal, if no expansion can change it. Globs and
    /// a leading `~` do not take the literal away; see `glob` and `tilde`.
    pub literal: Option<String>,
    /// Some byte of it is quoted or escaped.
    pub quoted: bool,
    /// It holds `$name`, `${...}`, `$((...))`, or a substitution, outside single quotes.
    pub expansion: bool,
    /// It holds `$( )`, backquotes, `<( )` or `>( )`.
    pub substitution: bool,
    /// It holds an unquoted `*`, `?`, `[` or a brace expansion.
    pub glob: bool,
    /// It starts with an unquoted `~`.
    pub tilde: bool,
}

/// A redirection (XCU 2.7 and the bash manual 3.6).
#[derive(Debug)]
pub struct Redirection {
    /// Operator and target.
    pub span: Span,
    /// The descriptor written in front, if any (`2` of `2>f`).
    pub descriptor: Option<u32>,
    /// What it does.
    pub kind: RedirectionKind,
    /// File name, descriptor or here-string; for a here-document its delimiter.
    pub target: Word,
}

/// The kinds of redirection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectionKind {
    /// `<`
    Read,
    /// `>`, `>|`
    Write,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateIn,
    /// `>&` with a descriptor number or `-`
    DuplicateOut,
    /// `&>`, `>&word`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<<`, `<<-`; true if the body expands (delimiter not quoted)
    HereDocument(bool),
    /// `<<<`
    HereString,
}

/// Constructs that occur anywhere in a text; permission accepts few of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// `$name`, `${...}`, `$((...))`, `$'...'`, `$"..."`.
    pub expansion: bool,
    /// `$( )`, backquotes, `<( )`, `>( )`.
    pub substitution: bool,
    /// A here-document or here-string.
    pub here: bool,
    /// Any compound command, `!`, `coproc`, `|&`, `[[ ]]`, `(( ))`.
    pub compound: bool,
    /// A function or alias definition.
    pub definition: bool,
    /// A comment.
    pub comment: bool,
    /// A comment that holds a quote character or a backquote.
    pub comment_quote: bool,
    /// An output redirection to anything but `/dev/null` or a descriptor.
    pub file_output: bool,
    /// An input redirection from a file.
    pub file_input: bool,
    /// A backslash-newline.
    pub continuation: bool,
    /// A control character other than tab and newline.
    pub control: bool,
    /// A blank that is not ASCII (U+00A0, U+2028, ...).
    pub odd_blank: bool,
    /// A word with an unquoted glob, brace or tilde.
    pub glob: bool,
    /// Spelling that another shell reads differently (`&|`, `&!`, `=cmd`).
    pub dialect: bool,
}

/// Reads a command line. Never fails: what cannot be read is in [`Script::error`].
pub fn parse(text: &str) -> Script {
    let error = |at, why| Script {
        error: Some(Error { at, why }),
        ..Script::default()
    };
    if text.len() > MAX_COMMAND_BYTES {
        return error(MAX_COMMAND_BYTES, "text too long");
    }
    let mut found = Found::default();
    if let Err(at) = note_characters(text, &mut found.features) {
        return error(at, "a NUL byte");
    }
    let mut reader = Reader {
        text,
        pos: 0,
        end: text.len(),
        origin: None,
        context: Context::LINE,
        pending: Vec::new(),
        outer_pending: false,
        in_brackets: false,
        found: &mut found,
    };
    let error = reader.whole().err();
    into_order(&mut found.commands);
    after_exec(&mut found.commands);
    found.into_script(error)
}

/// Puts commands in the order of the text. Only those with commands inside are late, by as
/// many as are inside, and nesting is bounded: no need of a sort for millions.
fn into_order(commands: &mut [SimpleCommand]) {
    for from in 1..commands.len() {
        let mut at = from;
        while at > 0 && commands[at].span.start < commands[at - 1].span.start {
            commands.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Notes unusual characters; the place of a NUL is an error.
fn note_characters(text: &str, features: &mut Features) -> Result<(), usize> {
    let plain = |byte: u8| (b' '..0x7F).contains(&byte) || byte == b'\n' || byte == b'\t';
    if text.bytes().all(plain) {
        return Ok(());
    }
    for (at, character) in text.char_indices() {
        match character {
            '\0' => return Err(at),
            '\t' | '\n' | ' '..='~' => {}
            '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => {
                features.odd_blank = true;
            }
            _ if character.is_control() => features.control = true,
            _ => features.odd_blank |= character.is_whitespace(),
        }
    }
    Ok(())
}

/// `exec >f` moves the output of all that runs after it; in a loop or group
/// that may be what stands in front of it too. After another `exec` with
/// redirections it is not known where `>&2` leads.
fn after_exec(commands: &mut [SimpleCommand]) {
    let execs = |command: &SimpleCommand| {
        let mut words = command.words.iter().map(|word| word.literal.as_deref());
        let first = words.find(|word| !matches!(word, Some("command" | "builtin")));
        first == Some(Some("exec"))
            && command.place != Place::Substitution
            && !command.redirections.is_empty()
    };
    let Some(first) = commands.iter().position(execs) else {
        return;
    };
    let moves = |command: &SimpleCommand| {
        execs(command) && command.redirections.iter().any(redirection::moves_output)
    };
    let moved = commands.iter().position(moves).unwrap_or(commands.len());
    let from = |at: usize| match commands.get(at) {
        Some(command) if command.nested => 0,
        _ => at,
    };
    let (first, moved) = (from(first), from(moved));
    for (at, command) in commands.iter_mut().enumerate().skip(first.min(moved)) {
        if at >= moved || command.redirections.iter().any(redirection::moves_output) {
            command.output = Output::Elsewhere;
        }
    }
}
