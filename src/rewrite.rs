//! Command line -> insertion offsets.
//!
//! The one thing that is ever done to a line is to put `rtk ` in front of a
//! command word (promise P1). A command gets it if its output goes to the agent,
//! if it is one that rtk knows, and if nothing on the line changes what the
//! word `rtk`, or the word behind it, means.

use std::borrow::Cow;

use crate::rules::{self, Answer, Family};
use crate::shell::{
    self, Assignment, Output, Place, Redirection, RedirectionKind, Script, SimpleCommand, Span,
    Stage, Word,
};

/// What becomes of a line.
#[derive(Debug, Default)]
pub struct Rewriting {
    /// Byte offsets at which `rtk ` is inserted, ascending.
    pub insertions: Vec<usize>,
    /// Some command of the line already has `rtk` in front.
    pub already: bool,
    /// Every simple command that was looked at, in order.
    pub steps: Vec<Step>,
}

/// What becomes of one simple command.
#[derive(Debug)]
pub struct Step {
    /// Where it stands.
    pub span: Span,
    /// What is done.
    pub outcome: Outcome,
}

/// What is done to a simple command.
#[derive(Debug)]
pub enum Outcome {
    /// `rtk ` is inserted; the family it belongs to, and whether this form only reads.
    Insert(Family, bool),
    /// It stands behind `rtk` already.
    Already,
    /// It holds a script, whose commands follow.
    Script,
    /// It stays as it is, and why.
    Raw(Cow<'static, str>),
}

/// Says why the user wants a command left alone, if he does. It is given the
/// command, the text that its spans are of, and which word names the tool.
pub type LeftAlone<'a> = dyn Fn(&SimpleCommand, &str, usize) -> Option<String> + 'a;

/// Deepest nesting of `bash -c` scripts that is rewritten.
const SCRIPTS_MAX: usize = 3;

/// Where `rtk ` is inserted.
pub fn rewrite(script: &Script, line: &str, left_alone: &LeftAlone<'_>) -> Rewriting {
    let mut writer = Writer {
        done: Rewriting::default(),
        definitions: Vec::new(),
        left_alone,
    };
    writer.script(script, line, 0, 0);
    writer.done
}

struct Writer<'a> {
    done: Rewriting,
    /// Functions and aliases of this script and of those around it.
    definitions: Vec<String>,
    left_alone: &'a LeftAlone<'a>,
}

impl Writer<'_> {
    /// `offset`: where `text` starts in the whole line.
    fn script(&mut self, script: &Script, text: &str, offset: usize, depth: usize) {
        let whole = unreadable(script, text);
        let known = self.definitions.len();
        self.definitions.extend(script.definitions.iter().cloned());
        let changed = first_change(script, text);
        for (at, command) in script.commands.iter().enumerate() {
            let outcome = match (whole, changed) {
                (Some(why), _) => Outcome::Raw(Cow::Borrowed(why)),
                (None, Some((from, why))) if at >= from => Outcome::Raw(Cow::Borrowed(why)),
                (None, _) => self.command(command, text, offset, depth),
            };
            let nested = matches!(outcome, Outcome::Script);
            self.done.already |= matches!(outcome, Outcome::Already);
            self.done.steps.push(Step {
                span: Span {
                    start: command.span.start + offset,
                    end: command.span.end + offset,
                },
                outcome,
            });
            if nested {
                self.nested(command, text, offset, depth);
            }
        }
        self.definitions.truncate(known);
    }

    fn command(
        &mut self,
        command: &SimpleCommand,
        text: &str,
        offset: usize,
        depth: usize,
    ) -> Outcome {
        let raw = |why: &'static str| Outcome::Raw(Cow::Borrowed(why));
        if command.words.is_empty() {
            return raw("no command");
        }
        let words = literals(command);
        if command.place == Place::Line
            && own_name(&words).is_some_and(|at| !command.words[at].quoted)
        {
            return Outcome::Already;
        }
        if let Some(why) = output_matters(command) {
            return raw(why);
        }
        if let Some(why) = command.redirections.iter().find_map(redirection_matters) {
            return raw(why);
        }
        if command.words.iter().any(|word| reads_process(word, text)) {
            return raw("reads what another command prints");
        }
        if command.assignments.iter().any(Assignment::changes_rtk) {
            return raw("a variable in front changes what rtk is or does");
        }
        match rules::find(&words) {
            Answer::Raw(why) => raw(why),
            Answer::Script { script } => match self.script_word(command, text, script, depth) {
                Some(_) => Outcome::Script,
                None => raw("a script that is not rewritten"),
            },
            Answer::Known(found) => {
                let word = &command.words[found.at];
                if word.literal.is_none() || word.quoted || word.glob || word.expansion {
                    return raw("the command word is quoted");
                }
                if command.stage == Stage::Last && !found.pipeline_safe {
                    return raw("reads what another command prints");
                }
                if self.redefined(&words[..=found.tool.max(found.at)]) {
                    return raw("the line defines a function or alias of this name");
                }
                if words[..found.at].iter().any(|word| names_variable(*word)) {
                    return raw("a variable in front changes what rtk is or does");
                }
                if let Some(why) = (self.left_alone)(command, text, found.tool) {
                    return Outcome::Raw(Cow::Owned(why));
                }
                self.done.insertions.push(offset + word.span.start);
                Outcome::Insert(found.family, found.read_only)
            }
        }
    }

    /// The place of the script in word `at`, if every byte of it stands for itself.
    fn script_word(
        &self,
        command: &SimpleCommand,
        text: &str,
        at: usize,
        depth: usize,
    ) -> Option<Span> {
        if depth == SCRIPTS_MAX || command.stage == Stage::Last {
            return None;
        }
        let before = command.words.get(..at)?;
        if before
            .iter()
            .any(|word| names_variable(word.literal.as_deref()))
        {
            return None;
        }
        let word = command.words.get(at)?;
        let span = Span {
            start: word.span.start + 1,
            end: word.span.end.checked_sub(1)?,
        };
        let source = text.get(word.span.start..word.span.end)?;
        let quoted = [('\'', '\''), ('"', '"')]
            .iter()
            .any(|(open, close)| source.starts_with(*open) && source.ends_with(*close));
        (quoted && text.get(span.start..span.end) == word.literal.as_deref()).then_some(span)
    }

    fn nested(&mut self, command: &SimpleCommand, text: &str, offset: usize, depth: usize) {
        let words = literals(command);
        let Answer::Script { script } = rules::find(&words) else {
            return;
        };
        if let Some(span) = self.script_word(command, text, script, depth)
            && let Some(inner) = text.get(span.start..span.end)
        {
            self.script(&shell::parse(inner), inner, offset + span.start, depth + 1);
        }
    }

    /// Whether a word that names a program, or `rtk`, is a function or alias here.
    fn redefined(&self, words: &[rules::Arg<'_>]) -> bool {
        self.definitions
            .iter()
            .any(|name| name == "rtk" || words.contains(&Some(name.as_str())))
    }
}

/// The literal values of a command's words, as the rules take them.
pub fn literals(command: &SimpleCommand) -> Vec<rules::Arg<'_>> {
    let words = command.words.iter();
    words.map(|word| word.literal.as_deref()).collect()
}

/// The place of the word `rtk` in a command that has it where it belongs: in
/// front of everything, or where rtk itself would put it (`timeout 5 rtk git log`).
pub fn own_name(words: &[rules::Arg<'_>]) -> Option<usize> {
    let at = words.iter().position(|word| *word == Some("rtk"))?;
    if at == 0 {
        return Some(0);
    }
    let mut without = words.to_vec();
    without.remove(at);
    match rules::find(&without) {
        Answer::Known(found) if found.at == at => Some(at),
        _ => None,
    }
}

/// Why nothing of a text is rewritten.
fn unreadable(script: &Script, text: &str) -> Option<&'static str> {
    if let Some(error) = script.error {
        return Some(error.why);
    }
    if script.features.control {
        return Some("a control character");
    }
    if script.features.dialect {
        return Some("what shells disagree about");
    }
    let unusual = |word: &Word| {
        let source = text.get(word.span.start..word.span.end).unwrap_or_default();
        word.expansion
            && (source.contains("$((")
                || source.contains("$[")
                || (word.substitution && source.contains("${")))
    };
    script
        .commands
        .iter()
        .any(|command| command.words.iter().any(unusual))
        .then_some("an unusual expansion")
}

/// Why the output of a command is not for the agent to read.
fn output_matters(command: &SimpleCommand) -> Option<&'static str> {
    match command.place {
        Place::Line => {}
        Place::Substitution => return Some("a substitution reads its output"),
        Place::Function => return Some("the body of a function"),
        Place::Coproc => return Some("a coprocess"),
    }
    if command.stage == Stage::Producer {
        return Some("another command reads its output");
    }
    (command.output == Output::Elsewhere).then_some("its output does not go to the agent")
}

/// Why a command with this redirection stays as it is. Descriptors and
/// `/dev/null` are fine, and so is a file to read.
fn redirection_matters(redirection: &Redirection) -> Option<&'static str> {
    let target = redirection.target.literal.as_deref();
    match redirection.kind {
        RedirectionKind::Read => redirection
            .target
            .substitution
            .then_some("reads what another command prints"),
        RedirectionKind::DuplicateIn | RedirectionKind::DuplicateOut => {
            let number = target.is_some_and(|target| {
                !target.is_empty() && target.bytes().all(|byte| byte.is_ascii_digit())
            });
            (!number).then_some("a descriptor is closed or moved")
        }
        RedirectionKind::HereDocument(_) | RedirectionKind::HereString => Some("a here-document"),
        RedirectionKind::Write
        | RedirectionKind::Append
        | RedirectionKind::ReadWrite
        | RedirectionKind::WriteBoth
        | RedirectionKind::AppendBoth => {
            (target != Some("/dev/null")).then_some("a file is written")
        }
    }
}

/// `<(cmd)` or `>(cmd)`: a file that is there only while this command runs.
fn reads_process(word: &Word, text: &str) -> bool {
    let source = text.get(word.span.start..word.span.end).unwrap_or_default();
    word.substitution && (source.contains("<(") || source.contains(">("))
}

/// Variables that decide where `rtk` is found, what it reads, and what it does.
fn changes_rtk(name: &str) -> bool {
    matches!(name, "PATH" | "HOME" | "BASH_ENV" | "ENV" | "IFS")
        || ["LD_", "DYLD_", "XDG_", "RTK_"]
            .iter()
            .any(|start| name.starts_with(start))
}

impl Assignment {
    fn changes_rtk(&self) -> bool {
        self.array || changes_rtk(&self.name)
    }
}

/// `PATH=x`, `PATH`, `--unset=PATH` or `-uPATH`, in the arguments of `env`.
fn names_variable(word: rules::Arg<'_>) -> bool {
    let Some(word) = word else {
        return false;
    };
    let word = word.strip_prefix("--unset=").unwrap_or(word);
    let word = word.strip_prefix("-u").unwrap_or(word);
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    changes_rtk(name)
}

/// The first command after which words may mean something else, as an index into
/// the commands, and why. Inside a loop that is the first command of all.
fn first_change(script: &Script, text: &str) -> Option<(usize, &'static str)> {
    if assigns_elsewhere(script, text) {
        return Some((0, VARIABLE));
    }
    script
        .commands
        .iter()
        .enumerate()
        .find_map(|(at, command)| {
            let why = changes_shell(command, text)?;
            Some((if command.nested { 0 } else { at }, why))
        })
}

const VARIABLE: &str = "the line changes a variable that rtk depends on";

/// Whether such a variable is set by anything but a command: `for PATH in`,
/// `${PATH:=x}`, `((PATH=1))`. The text is looked at, in doubt it is.
fn assigns_elsewhere(script: &Script, text: &str) -> bool {
    if !script.features.compound && !script.features.expansion {
        return false;
    }
    let arithmetic = text.contains("((") || text.contains("$[");
    let name = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let mut from = 0;
    while let Some(start) = text[from..].find(name).map(|at| at + from) {
        let end = text[start..]
            .find(|c| !name(c))
            .map_or(text.len(), |at| at + start);
        from = end;
        if changes_rtk(&text[start..end]) {
            let (before, after) = (
                text[..start].trim_ascii_end(),
                text[end..].trim_ascii_start(),
            );
            let loops = ["for", "select"].iter().any(|word| before.ends_with(word));
            let default =
                before.ends_with("${") && (after.starts_with('=') || after.starts_with(":="));
            let operators = ['+', '-', '*', '/', '%', '<', '>', '&', '|', '^'];
            let steps = ["++", "--"];
            let changes = after.trim_start_matches(operators).starts_with('=')
                || steps
                    .iter()
                    .any(|step| after.starts_with(step) || before.ends_with(step));
            if loops || default || (arithmetic && changes) {
                return true;
            }
        }
    }
    false
}

/// Tables of zsh through which functions, aliases and programs are set.
fn names_commands(assignment: &Assignment) -> bool {
    assignment.array
        && matches!(
            assignment.name.as_str(),
            "aliases" | "commands" | "functions" | "galiases" | "path" | "saliases"
        )
}

/// Whether a command changes what the words `rtk` or `git` mean after it.
fn changes_shell(command: &SimpleCommand, text: &str) -> Option<&'static str> {
    if command.words.is_empty() {
        return command
            .assignments
            .iter()
            .any(|assignment| {
                let sensitive = changes_rtk(&assignment.name)
                    && assignment.name != "IFS"
                    && !extends_path(text, assignment.span);
                sensitive || names_commands(assignment)
            })
            .then_some(VARIABLE);
    }
    let mut words = command
        .words
        .iter()
        .skip_while(|word| matches!(word.literal.as_deref(), Some("command" | "builtin")));
    let first = words.next()?.literal.as_deref()?;
    let mut rest = words.clone();
    let named = |word: &Word| {
        let source = text.get(word.span.start..word.span.end).unwrap_or_default();
        let bare = source.trim_start_matches(['"', '\'', '\\']);
        let end = bare.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        changes_rtk(&bare[..end.unwrap_or(bare.len())])
    };
    match first {
        "export" | "declare" | "typeset" | "local" | "readonly" => rest
            .any(|word| {
                let source = text.get(word.span.start..word.span.end).unwrap_or_default();
                named(word) && source.contains('=') && !extends_path(text, word.span)
            })
            .then_some(VARIABLE),
        "unset" | "read" | "mapfile" | "readarray" | "getopts" | "let" => {
            rest.any(named).then_some(VARIABLE)
        }
        "printf" => {
            let option = rest.next()?.literal.as_deref()?;
            let name = rest.next();
            let attached = option.strip_prefix("-v").is_some_and(changes_rtk);
            (attached || (option == "-v" && name.is_some_and(named))).then_some(VARIABLE)
        }
        "eval" => Some("eval may redefine anything"),
        "exec" => Some("exec moves the output or replaces the shell"),
        "hash" => rest
            .any(|word| !matches!(word.literal.as_deref(), Some("-r" | "-l" | "-t")))
            .then_some("hash may redefine a command"),
        "enable" => Some("enable may redefine a command"),
        "alias" => rest
            .any(|word| {
                word.literal
                    .as_deref()
                    .is_none_or(|word| word.starts_with(['-', '+']))
            })
            .then_some("an alias whose name is not known"),
        "autoload" | "disable" | "functions" => Some("a builtin that may redefine a command"),
        _ => None,
    }
}

/// `PATH=$HOME/bin:$PATH`: what was found before is found after.
fn extends_path(text: &str, span: Span) -> bool {
    let source = text.get(span.start..span.end).unwrap_or_default();
    source.trim_start_matches(['"', '\'']).starts_with("PATH")
        && (source.contains("$PATH") || source.contains("${PATH}"))
}
