//! Takes off what only a terminal understands (ECMA-48, xterm's control sequences).
//!
//! An agent pays for colours and progress bars and cannot see them, and a file
//! name or commit subject must not reach a terminal with live escapes in it
//! (titles, clipboard, clear). So every escape and control sequence goes, and
//! every control character but newline and tab; what a terminal would show at
//! the end of a line stays:
//!
//! - a carriage return starts the line over, so of a progress bar its last state
//!   remains; in front of a newline it is part of the line end and is kept;
//! - backspace moves left, the next character replaces: `a\ba`, `_\ba` are `a`;
//! - erasing a line (`CSI K`, `CSI J` after a return) and moving to its start
//!   (`CSI G`) or left (`CSI D`) count, other movements do not.
//!
//! Bytes 80 to 9F are controls where they stand alone, and as U+0080 to U+009F;
//! inside another character they are that character. As old code pages use them
//! for letters, a control string opened by such a byte is one only if it is closed
//! on its line. Any other control string ends with its line at the latest, so
//! that no output can hide the rest. Invalid UTF-8 passes.
//!
//! In the bytes of a file ([`Stripper::exact`]) nothing was overwritten and nothing may
//! vanish: a carriage return is text there, another control character is shown as `?`
//! (as `ls -q` does), movements erase nothing. If no tool has coloured them (`plain`),
//! so is the one that opens a sequence, and what follows is text.
//!
//! State carries across chunks and is bounded: of a line longer than [`LINE_MAX`]
//! the beginning has been given out and can not be taken back.

/// Bytes of an unfinished line that are held at most.
pub const LINE_MAX: usize = 64 * 1024;

/// Bytes after a lone 8-bit opener within which it must be closed.
const HELD_MAX: usize = 4096;

const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1A;
const ESC: u8 = 0x1B;
const ST: u8 = 0x9C;

/// `bytes` as a terminal would leave them.
pub fn strip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut stripper = Stripper::new();
    stripper.feed(bytes, &mut out);
    stripper.finish(&mut out);
    out
}

/// The length of the line, with its end, that `bytes` start with, if it is whole
/// and of printable ASCII and tabs: nothing to strip.
pub fn plain_line(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += printable(&bytes[at..]);
        match bytes.get(at)? {
            b'\n' => return Some(at + 1),
            b'\t' => at += 1,
            _ => return None,
        }
    }
}

/// How many bytes from the start are printable ASCII, eight at a step.
fn printable(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    // The high bit of each byte below a blank, and of DEL and above. It may also be
    // set after such a byte, so only the first counts.
    let odd = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        (word.wrapping_sub(ONES * 0x20) | word.wrapping_add(ONES) | word) & HIGH
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let (fours, _) = words.as_chunks::<4>();
    let plain = |[a, b, c, d]: &&[[u8; 8]; 4]| odd(a) | odd(b) | odd(c) | odd(d) == 0;
    let mut at = fours.iter().take_while(plain).count() * 4;
    while let Some(word) = words.get(at) {
        let odd = odd(word);
        if odd != 0 {
            return at * 8 + odd.trailing_zeros() as usize / 8;
        }
        at += 1;
    }
    let plain = |byte: &&u8| matches!(byte, b' '..=b'~');
    at * 8 + rest.iter().take_while(plain).count()
}

/// Strips a stream that comes in chunks.
#[derive(Debug, Default)]
pub struct Stripper {
    state: State,
    /// The start of a character that the last chunk ended in.
    split: Vec<u8>,
    /// The unfinished line, up to the cursor.
    line: Vec<u8>,
    /// The unfinished line from the cursor on, last byte first.
    right: Vec<u8>,
    /// The next character starts the line over.
    returned: bool,
    /// A carriage return was the last to come.
    carriage: bool,
    /// What follows a lone 8-bit opener.
    held: Vec<u8>,
    overwritten: usize,
    exact: bool,
    plain: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// After ESC.
    Escape,
    /// After ESC and an intermediate byte: `ESC ( B`.
    Intermediate,
    /// In a control sequence; its only parameter, or `None` if there are several.
    Sequence(Option<u16>),
    /// In a control string (DCS, OSC, SOS, PM, APC).
    String,
    /// In what may be a control string.
    Held,
    /// After ESC in such.
    HeldEscape,
}

impl Stripper {
    /// At the start of a line, no state.
    pub fn new() -> Stripper {
        Stripper::default()
    }

    /// The same for the bytes of files, which no terminal has moved in.
    /// `plain`: and coloured.
    pub fn exact(plain: bool) -> Stripper {
        Stripper {
            exact: true,
            plain,
            ..Stripper::default()
        }
    }

    /// How many states of lines were overwritten and are gone.
    pub fn overwritten(&self) -> usize {
        self.overwritten
    }

    /// Nothing is pending: what comes next starts a line.
    pub fn is_at_line_start(&self) -> bool {
        self.state == State::Ground
            && self.line.is_empty()
            && self.right.is_empty()
            && self.split.is_empty()
            && !self.returned
    }

    /// Takes the next bytes; appends to `out` whatever is final: whole lines.
    pub fn feed(&mut self, mut chunk: &[u8], out: &mut Vec<u8>) {
        while let (false, Some((&byte, rest))) = (self.split.is_empty(), chunk.split_first()) {
            self.split.push(byte);
            match unit(&self.split) {
                Some(length) => {
                    let split = std::mem::take(&mut self.split);
                    self.unit(&split[..length], out);
                    if length == split.len() {
                        chunk = rest;
                    }
                }
                None => chunk = rest,
            }
        }
        while !chunk.is_empty() {
            let plain = self.plain(chunk, out);
            chunk = &chunk[plain..];
            if chunk.is_empty() {
                break;
            }
            match unit(chunk) {
                Some(length) => {
                    self.unit(&chunk[..length], out);
                    chunk = &chunk[length..];
                }
                None => {
                    self.split.extend(chunk);
                    break;
                }
            }
        }
    }

    /// The stream has ended; appends the unfinished line. Ready for another stream.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let split = std::mem::take(&mut self.split);
        if !split.is_empty() {
            self.unit(&split, out);
        }
        self.release(out);
        self.give_line(out);
        *self = Stripper {
            overwritten: self.overwritten,
            exact: self.exact,
            plain: self.plain,
            ..Stripper::default()
        };
    }

    /// Takes the text and newlines at the start of `chunk` where nothing else is
    /// to be thought of; gives their length.
    fn plain(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> usize {
        if self.state != State::Ground || self.returned || !self.right.is_empty() {
            return 0;
        }
        let plain = |byte: &&u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        let length = chunk.iter().take_while(plain).count();
        let run = &chunk[..length];
        self.carriage &= run.is_empty();
        match run.iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => {
                out.append(&mut self.line);
                out.extend(&run[..=newline]);
                self.put_run(&run[newline + 1..], out);
            }
            None => self.put_run(run, out),
        }
        length
    }

    fn put_run(&mut self, mut run: &[u8], out: &mut Vec<u8>) {
        while !run.is_empty() {
            self.make_room(1, out);
            let (now, later) = run.split_at(run.len().min(LINE_MAX - self.line.len()));
            self.line.extend(now);
            run = later;
        }
    }

    /// Gives out the first half of a line that grows too long.
    fn make_room(&mut self, length: usize, out: &mut Vec<u8>) {
        if self.line.len() + length > LINE_MAX {
            out.extend(self.line.drain(..LINE_MAX / 2));
        }
    }

    /// Takes one character, control or invalid sequence.
    fn unit(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let control = control(bytes);
        let next = match (self.state, bytes) {
            (State::Ground, _) => {
                match control {
                    Some(control) => self.control(control, bytes.len() == 1, out),
                    None => self.put(bytes, out),
                }
                return;
            }
            (State::Escape, b"[") => State::Sequence(Some(0)),
            (State::Escape, b"]" | b"P" | b"X" | b"^" | b"_") => State::String,
            (State::Escape | State::Intermediate, [b' '..=b'/']) => State::Intermediate,
            (State::Escape | State::Intermediate, [b'0'..=b'~']) => State::Ground,
            (State::Sequence(parameter), [digit @ b'0'..=b'9']) => {
                let more = |n: u16| n.saturating_mul(10).saturating_add(u16::from(digit - b'0'));
                State::Sequence(parameter.map(more))
            }
            (State::Sequence(_), [b' '..=b'?']) => State::Sequence(None),
            (State::Sequence(parameter), [kind @ b'@'..=b'~']) => {
                if let Some(parameter) = parameter {
                    self.sequence(*kind, parameter);
                }
                State::Ground
            }
            (State::String, _) if !matches!(control, Some(ESC | b'\n')) => match control {
                Some(BEL | ST | CAN | SUB) => State::Ground,
                _ => State::String,
            },
            (State::Held, _) if control.is_none() && self.held.len() < HELD_MAX => {
                self.held.extend(bytes);
                State::Held
            }
            (State::Held, _) if control == Some(ESC) => State::HeldEscape,
            (State::Held, _) if matches!(control, Some(BEL | ST)) => {
                self.held.clear();
                State::Ground
            }
            (State::HeldEscape, b"\\") => {
                self.held.clear();
                State::Ground
            }
            // Whatever it was has ended without its end.
            (state, _) => {
                self.release(out);
                self.state = if state == State::HeldEscape {
                    State::Escape
                } else {
                    State::Ground
                };
                return self.unit(bytes, out);
            }
        };
        self.state = next;
    }

    /// A control character outside of any sequence; `alone`: in its one-byte form.
    fn control(&mut self, control: u8, alone: bool, out: &mut Vec<u8>) {
        match control {
            b'\n' => {
                let end: &[u8] = if self.carriage { b"\r\n" } else { b"\n" };
                self.give_line(out);
                out.extend(end);
                self.returned = false;
                self.carriage = false;
            }
            b'\t' => self.put(b"\t", out),
            b'\r' if self.exact => self.put(b"\r", out),
            _ if self.plain => self.put(b"?", out),
            b'\r' => {
                self.returned = true;
                self.carriage = true;
            }
            0x08 if !self.exact => self.left(),
            ESC => self.state = State::Escape,
            0x9B => self.state = State::Sequence(Some(0)),
            0x90 | 0x98 | 0x9D | 0x9E | 0x9F if alone => self.state = State::Held,
            0x90 | 0x98 | 0x9D | 0x9E | 0x9F => self.state = State::String,
            _ if self.exact => self.put(b"?", out),
            _ => {}
        }
    }

    /// A control sequence of one parameter (0: none was given).
    fn sequence(&mut self, kind: u8, parameter: u16) {
        match (kind, parameter, self.returned) {
            _ if self.exact => {}
            (b'G', 0 | 1, _) => self.returned = true,
            (b'D', _, false) => {
                for _ in 0..usize::from(parameter.max(1)).min(self.line.len()) {
                    self.left();
                }
            }
            (b'K' | b'J', 0, true) | (b'K', 2, _) => self.start_over(),
            (b'K' | b'J', 0, false) => self.right.clear(),
            _ => {}
        }
    }

    /// Puts a character at the cursor.
    fn put(&mut self, character: &[u8], out: &mut Vec<u8>) {
        if self.returned {
            self.start_over();
        }
        self.carriage = false;
        self.make_room(character.len(), out);
        let at = self.line.len();
        if let Some(lead) = self.right.pop() {
            self.line.push(lead);
            while lead >= 0x80 && matches!(self.right.last(), Some(0x80..0xC0)) {
                self.line.extend(self.right.pop());
            }
            // Underlining, whichever of the two comes first.
            if character == b"_" && &self.line[at..] != b" " {
                return;
            }
            self.line.truncate(at);
        }
        self.line.extend(character);
    }

    /// Moves the cursor left over one character.
    fn left(&mut self) {
        if self.returned {
            return;
        }
        for _ in 0..4 {
            let Some(byte) = self.line.pop() else { break };
            self.right.push(byte);
            if !matches!(byte, 0x80..0xC0) {
                break;
            }
        }
    }

    fn start_over(&mut self) {
        let blank = |bytes: &[u8]| bytes.iter().all(|&byte| byte == b' ');
        if !blank(&self.line) || !blank(&self.right) {
            self.overwritten += 1;
        }
        self.line.clear();
        self.right.clear();
        self.returned = false;
    }

    fn give_line(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.line);
        self.right.reverse();
        out.append(&mut self.right);
    }

    /// What was held is text after all.
    fn release(&mut self, out: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        let mut rest = &held[..];
        while !rest.is_empty() {
            let length = unit(rest).unwrap_or(rest.len());
            self.put(&rest[..length], out);
            rest = &rest[length..];
        }
    }
}

/// The length of the character or invalid sequence that `bytes` start with;
/// `None` if more bytes are needed to tell.
fn unit(bytes: &[u8]) -> Option<usize> {
    let start = &bytes[..bytes.len().min(4)];
    match str::from_utf8(start) {
        Ok(text) => text.chars().next().map(char::len_utf8),
        Err(error) if error.valid_up_to() > 0 => Some(match start[0] {
            0..0x80 => 1,
            0x80..0xE0 => 2,
            _ => 3,
        }),
        Err(error) => error.error_len(),
    }
}

/// The control character that a unit is: C0 and DEL, C1 alone or as two bytes.
fn control(unit: &[u8]) -> Option<u8> {
    match unit {
        [byte @ (0..0x20 | 0x7F..0xA0)] | [0xC2, byte @ 0x80..0xA0] => Some(*byte),
        _ => None,
    }
}
