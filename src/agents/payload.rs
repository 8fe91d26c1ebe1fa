//! What an agent sends: the first JSON value on standard input, and what is of use in it.
//!
//! Agents load each other's configuration, so nothing is believed of argv: the
//! keys say who speaks. Values that are not needed are skipped and never interpreted;
//! of equal keys the last one counts, as for `JSON.parse`. The text of a command is
//! only touched by insertion, escapes included: see [`Call::rewritten`].

use std::borrow::Cow;
use std::io::{self, BufRead, ErrorKind};
use std::time::Duration;

use crate::text::json::{self, Kind, Scanner, Value, splice};

/// Longest payload that is read, in bytes.
pub const MAX_PAYLOAD_BYTES: usize = 16 * 1024 * 1024;

/// How long a standard input that does not block is waited for, in milliseconds.
const PATIENCE_MS: u32 = 5000;

/// The keys that mean something to some agent.
const KEYS: [&str; 19] = [
    "args",
    "conversation_id",
    "cursor_version",
    "cwd",
    "generation_id",
    "hookEventName",
    "hook_event_name",
    "permission_mode",
    "timestamp",
    "tool",
    "toolArgs",
    "toolCall",
    "toolName",
    "tool_call",
    "tool_input",
    "tool_name",
    "turn_id",
    "workspaceRoots",
    "workspace_roots",
];

/// Reads up to the end of the first JSON value: a writer may keep the pipe open.
/// `None` if there is no whole value, or anything but blanks behind it.
pub(super) fn read_value(input: &mut dyn BufRead) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut scanner = Scanner::new();
    let mut waited = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => return None,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock && waited < PATIENCE_MS => {
                waited += 1;
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            Err(_) => return None,
        };
        let (length, end) = (chunk.len(), scanner.feed(chunk));
        // Allocation that fails would be an abort, and an abort is no exit status 0.
        if bytes.len() + length > MAX_PAYLOAD_BYTES || bytes.try_reserve(length).is_err() {
            return None;
        }
        bytes.extend_from_slice(chunk);
        input.consume(length);
        if let Some(end) = end {
            let only_blanks = bytes[end..].iter().all(u8::is_ascii_whitespace);
            bytes.truncate(end);
            return only_blanks.then_some(bytes);
        }
    }
}

/// Standard input's first value.
pub(super) fn from_stdin() -> Option<Vec<u8>> {
    read_value(&mut io::stdin().lock())
}

/// An agent's payload, its members looked through once.
#[derive(Debug)]
pub struct Payload<'a> {
    known: [Option<Value<'a>>; KEYS.len()],
}

impl<'a> Payload<'a> {
    /// Reads strict JSON with an object at its root.
    pub fn parse(bytes: &'a [u8]) -> Option<Payload<'a>> {
        let root = json::parse(bytes).ok()?;
        if root.kind() != Kind::Object {
            return None;
        }
        let mut known = [None; KEYS.len()];
        for member in root.members() {
            if let Some(at) = member.key.position_in(KEYS.into_iter()) {
                known[at] = Some(member.value);
            }
        }
        Some(Payload { known })
    }

    /// The member of this name, which is one of `KEYS`.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let at = KEYS.iter().position(|known| *known == key);
        debug_assert!(at.is_some(), "{key}");
        self.known[at?]
    }

    /// Whether there is such a member.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether that member is this string.
    pub fn is(&self, key: &str, text: &str) -> bool {
        self.get(key).is_some_and(|value| value.is_str(text))
    }

    /// The text of that member.
    pub fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        self.get(key)?.as_str()
    }

    /// Whether that member is the name of one of these tools; case and `_` do not count.
    pub fn names(&self, key: &str, tools: &[&str]) -> bool {
        self.text(key)
            .is_some_and(|name| tools.iter().any(|tool| same_letters(&name, tool)))
    }

    /// The call of Claude Code and its kin: `tool_input` with one `command`.
    pub fn tool_input(&self) -> Option<Call<'a>> {
        self.call("tool_input", &["command"])
    }

    /// The call whose input is member `key`, where one of `names` names the command.
    pub fn call(&self, key: &str, names: &[&str]) -> Option<Call<'a>> {
        let mut call = Call::of(self.get(key)?, names)?;
        call.cwd = self.text("cwd");
        call.mode = self.text("permission_mode");
        Some(call)
    }
}

/// Whether two names are the same where case and `_` do not count.
fn same_letters(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.bytes(), other.bytes());
    let letter = |bytes: &mut std::str::Bytes<'_>| bytes.find(|byte| *byte != b'_');
    loop {
        match (letter(&mut one), letter(&mut other)) {
            (None, None) => return true,
            (Some(one), Some(other)) if one.eq_ignore_ascii_case(&other) => {}
            _ => return false,
        }
    }
}

/// A command that an agent wants to run, and the input of the tool it stands in.
#[derive(Debug)]
pub struct Call<'a> {
    /// The tool's whole input, an object.
    pub input: Value<'a>,
    /// The commands in it (only Cline sends several), with their text.
    pub commands: Vec<(Value<'a>, Cow<'a, str>)>,
    /// The directory it would run in, if the agent says so.
    pub cwd: Option<Cow<'a, str>>,
    /// The agent's permission mode, if it says so.
    pub mode: Option<Cow<'a, str>>,
}

impl<'a> Call<'a> {
    /// The command that a member of `input` holds. `None` if there are several such
    /// members, for then it is not clear which one runs; and if the command is not text.
    pub fn of(input: Value<'a>, names: &[&str]) -> Option<Call<'a>> {
        let mut commands = input
            .members()
            .filter(|member| names.iter().any(|name| member.key.is_str(name)))
            .map(|member| member.value);
        let command = commands.next()?;
        if commands.next().is_some() {
            return None;
        }
        Call::with(input, [command])
    }

    /// The call with these commands; strings alone count.
    pub fn with(
        input: Value<'a>,
        commands: impl IntoIterator<Item = Value<'a>>,
    ) -> Option<Call<'a>> {
        // The answer repeats the input, and the answer is UTF-8.
        str::from_utf8(input.raw()).ok()?;
        let commands: Vec<_> = commands
            .into_iter()
            .filter_map(|command| Some((command, command.as_str()?)))
            .collect();
        (!commands.is_empty()).then_some(Call {
            input,
            commands,
            cwd: None,
            mode: None,
        })
    }

    /// The tool's input with `rtk ` inserted at these byte offsets of each command's
    /// text; every other byte as it came.
    pub fn rewritten(&self, insertions: &[Vec<usize>]) -> Vec<u8> {
        let start = self.input.span().start;
        let mut edits = Vec::new();
        for ((command, _), offsets) in self.commands.iter().zip(insertions) {
            let from = command.span().start - start;
            for at in raw_offsets(command.raw(), offsets) {
                edits.push((from + at..from + at, &b"rtk "[..]));
            }
        }
        splice(self.input.raw(), &edits)
    }

    /// A command's own string, quotes included, with the same insertions.
    pub fn rewritten_command(&self, at: usize, offsets: &[usize]) -> Vec<u8> {
        let raw = self.commands[at].0.raw();
        let edits: Vec<_> = raw_offsets(raw, offsets)
            .map(|at| (at..at, &b"rtk "[..]))
            .collect();
        splice(raw, &edits)
    }
}

/// Where the ascending byte offsets of a JSON string's text stand in the string as written.
fn raw_offsets<'o>(raw: &'o [u8], offsets: &'o [usize]) -> impl Iterator<Item = usize> + 'o {
    // Behind the opening quote.
    let (mut at, mut text) = (1, 0);
    offsets.iter().map(move |&offset| {
        while text < offset && at < raw.len() {
            let (written, meant) = character(&raw[at..]);
            at += written;
            text += meant;
        }
        at
    })
}

/// How many bytes the character takes as written, and how many in the text. The
/// string is one that has a text.
fn character(raw: &[u8]) -> (usize, usize) {
    if raw[0] != b'\\' {
        return (1, 1);
    }
    if raw.get(1) != Some(&b'u') {
        return (2, 1);
    }
    let digits = raw.get(2..6).and_then(|digits| str::from_utf8(digits).ok());
    match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
        Some(0..0x80) => (6, 1),
        Some(0x80..0x800) => (6, 2),
        Some(0xD800..0xDC00) => (12, 4),
        _ => (6, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::insert;

    #[track_caller]
    fn check(raw: &str, offsets: &[usize], expected: &str) {
        let text = format!("{{\"a\":1,\"command\":{raw} , \"z\":[1e400]}}");
        let root = json::parse(text.as_bytes()).unwrap();
        let call = Call::of(root, &["command"]).unwrap();
        let got = call.rewritten(&[offsets.to_vec()]);
        let got = String::from_utf8(got).unwrap();
        assert_eq!(
            got,
            format!("{{\"a\":1,\"command\":{expected} , \"z\":[1e400]}}")
        );
        // The text of the answer is the text with the insertions.
        let meant = json::parse(got.as_bytes()).unwrap().get("command").unwrap();
        assert_eq!(
            meant.as_str().unwrap(),
            insert(&call.commands[0].1, offsets)
        );
    }

    #[test]
    fn insertions_into_strings_as_written() {
        check(r#""git status""#, &[0], r#""rtk git status""#);
        check(
            r#""git\u0020status;ls""#,
            &[11],
            r#""git\u0020status;rtk ls""#,
        );
        check(
            r#""a\n\"é\u00e9\u20ac\ud83d\ude00\/ls""#,
            &[15, 17],
            r#""a\n\"é\u00e9\u20ac\ud83d\ude00\/rtk lsrtk ""#,
        );
        check(
            r#""\u0067it status && ls""#,
            &[0, 14],
            r#""rtk \u0067it status && rtk ls""#,
        );
    }

    #[test]
    fn the_first_value_of_a_stream() {
        for (input, expected) in [
            ("{\"a\":1}", Some("{\"a\":1}")),
            ("{\"a\":1}\r\n", Some("{\"a\":1}")),
            ("\u{feff}\u{feff} {}", Some("\u{feff}\u{feff} {}")),
            ("{}}", None),
            ("{}\n{}", None),
            ("{}\0", None),
            ("{", None),
            ("", None),
            (" ", None),
        ] {
            // In one piece and byte by byte.
            for piece in [8192, 1] {
                let mut input = io::BufReader::with_capacity(piece, input.as_bytes());
                let got = read_value(&mut input);
                if piece > 1 || expected.is_some() {
                    assert_eq!(got.as_deref(), expected.map(str::as_bytes), "{input:?}");
                }
            }
        }
    }
}
