//! The patterns of `exclude_commands` that begin with `^`: a linear-time subset
//! of regular expressions.
//!
//! | written | matches |
//! |---|---|
//! | `x`, `\.` | the character itself; any punctuation can be escaped |
//! | `.` | any character but a newline |
//! | `[a-z_]`, `[^ "]` | one of these characters, one of all others |
//! | `\d` `\w` `\s`, `\D` `\W` `\S` | ASCII digit, word character, blank; the others |
//! | `\t` `\n` `\r` `\f` `\v` | the control character |
//! | `ab`, <code>a&#124;b</code>, `(a)`, `(?:a)` | one after the other, either, a group |
//! | `a*` `a+` `a?` `a{2}` `a{2,}` `a{2,5}` | repetition; `a*?` and kin match the same texts |
//! | `^` `\A`, `$` `\z`, `\b`, `\B` | start, end, a word's border, none |
//!
//! Where Perl, Python and Rust would disagree about a construct, or it needs
//! backtracking (back-references, look-around), it is an error that names it:
//! an exclusion that silently means something else would let a command through.
//!
//! A pattern becomes a small program, run over the text by following all its
//! threads at once (Thompson 1968; Cox, "Regular Expression Matching: the
//! Virtual Machine Approach", 2009): time is text times program, whatever both are.

use super::Error;

/// Most instructions a pattern may take; repetition multiplies.
const PROGRAM_MAX: usize = 1000;

/// Most ranges in a character class.
const RANGES_MAX: usize = 100;

/// Deepest nesting of groups.
const DEPTH_MAX: usize = 50;

/// A pattern, ready to be matched.
#[derive(Clone, Debug)]
pub struct Pattern {
    program: Vec<Step>,
    ranges: Vec<Range>,
}

/// Inclusive.
type Range = (char, char);

/// One instruction. Jumps are relative, so that a piece of program can be repeated.
#[derive(Clone, Copy, Debug)]
enum Step {
    Char(char),
    AnyButNewline,
    /// A character in `ranges[from..to]`, or in none of them.
    Class {
        from: usize,
        to: usize,
        negated: bool,
    },
    Start,
    End,
    /// A word's border, or none.
    Border(bool),
    Jump(isize),
    /// Goes on here and there.
    Split(isize, isize),
}

impl Pattern {
    /// Reads a pattern; what it cannot keep to is an error that names the construct.
    pub fn new(pattern: &str) -> Result<Pattern, Error> {
        let mut reader = Reader {
            pattern,
            at: 0,
            ranges: Vec::new(),
        };
        let program = reader.alternatives(0)?;
        if reader.at < pattern.len() {
            return reader.fail("a `)` without its `(`");
        }
        Ok(Pattern {
            program,
            ranges: reader.ranges,
        })
    }

    /// Whether the pattern matches somewhere in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        let mut threads = Threads {
            pattern: self,
            seen: vec![0; self.program.len() + 1],
            stack: Vec::new(),
            ready: Vec::new(),
        };
        let mut before = None;
        let mut rest = text.chars();
        let mut waiting: Vec<usize> = Vec::new();
        let mut round = 0;
        loop {
            round += 1;
            let after = rest.clone().next();
            threads.ready.clear();
            for at in waiting.drain(..).chain([0]) {
                if threads.follow(at, round, before, after) {
                    return true;
                }
            }
            let Some(character) = rest.next() else {
                return false;
            };
            for &at in &threads.ready {
                if self.takes(at, character) {
                    waiting.push(at + 1);
                }
            }
            before = Some(character);
        }
    }

    fn takes(&self, at: usize, character: char) -> bool {
        match self.program[at] {
            Step::Char(own) => own == character,
            Step::AnyButNewline => character != '\n',
            Step::Class { from, to, negated } => {
                let ranges = &self.ranges[from..to];
                let after = ranges.partition_point(|range| range.0 <= character);
                let inside = after > 0 && character <= ranges[after - 1].1;
                inside != negated
            }
            Step::Start | Step::End | Step::Border(_) | Step::Jump(_) | Step::Split(..) => false,
        }
    }
}

/// The threads of one position of the text.
struct Threads<'a> {
    pattern: &'a Pattern,
    /// The round in which an instruction was last reached.
    seen: Vec<usize>,
    stack: Vec<usize>,
    /// Instructions that wait for a character.
    ready: Vec<usize>,
}

impl Threads<'_> {
    /// Follows a thread to the characters it waits for; true where it reaches the end.
    fn follow(
        &mut self,
        at: usize,
        round: usize,
        before: Option<char>,
        after: Option<char>,
    ) -> bool {
        self.stack.push(at);
        while let Some(at) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[at], round) == round {
                continue;
            }
            let Some(step) = self.pattern.program.get(at) else {
                return true;
            };
            let border = || before.is_some_and(is_word) != after.is_some_and(is_word);
            let onward = match *step {
                Step::Char(_) | Step::AnyButNewline | Step::Class { .. } => {
                    self.ready.push(at);
                    continue;
                }
                Step::Split(here, there) => {
                    self.stack.push(at.wrapping_add_signed(there));
                    Some(here)
                }
                Step::Jump(there) => Some(there),
                Step::Start => before.is_none().then_some(1),
                Step::End => after.is_none().then_some(1),
                Step::Border(wanted) => (border() == wanted).then_some(1),
            };
            if let Some(onward) = onward {
                self.stack.push(at.wrapping_add_signed(onward));
            }
        }
        false
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

const DIGIT: &[Range] = &[('0', '9')];
const WORD: &[Range] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const BLANK: &[Range] = &[('\t', '\r'), (' ', ' ')];

/// What stands behind a backslash.
enum Escape {
    Char(char),
    Class(&'static [Range], bool),
    Assertion(Step),
}

/// Recursive descent over the pattern; the depth is bounded.
struct Reader<'a> {
    pattern: &'a str,
    at: usize,
    ranges: Vec<Range>,
}

impl Reader<'_> {
    fn fail<T>(&self, reason: &'static str) -> Result<T, Error> {
        Err(Error {
            offset: self.at,
            reason,
        })
    }

    fn peek(&self) -> Option<char> {
        self.pattern[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.pattern[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn bounded(&self, program: Vec<Step>) -> Result<Vec<Step>, Error> {
        if program.len() > PROGRAM_MAX {
            return self.fail("the pattern is too large");
        }
        Ok(program)
    }

    /// `a|b|c`
    fn alternatives(&mut self, depth: usize) -> Result<Vec<Step>, Error> {
        let mut branches = vec![self.sequence(depth)?];
        while self.eat("|") {
            branches.push(self.sequence(depth)?);
        }
        let mut program = branches.pop().unwrap_or_default();
        while let Some(branch) = branches.pop() {
            let mut both = vec![Step::Split(1, branch.len() as isize + 2)];
            both.extend(branch);
            both.push(Step::Jump(program.len() as isize + 1));
            both.append(&mut program);
            program = self.bounded(both)?;
        }
        Ok(program)
    }

    /// `abc`, up to a `|`, a `)` or the end.
    fn sequence(&mut self, depth: usize) -> Result<Vec<Step>, Error> {
        let mut program = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let piece = self.piece(depth)?;
            program.extend(self.repeated(piece)?);
            program = self.bounded(program)?;
        }
        Ok(program)
    }

    /// One character, class, group or assertion.
    fn piece(&mut self, depth: usize) -> Result<Vec<Step>, Error> {
        let start = self.at;
        let step = match self.next() {
            Some('(') => return self.group(depth),
            Some('[') => self.class()?,
            Some('.') => Step::AnyButNewline,
            Some('^') => Step::Start,
            Some('$') => Step::End,
            Some('\\') => match self.escape()? {
                Escape::Char(character) => Step::Char(character),
                Escape::Class(ranges, negated) => self.add_class(ranges.to_vec(), negated)?,
                Escape::Assertion(step) => step,
            },
            Some('*' | '+' | '?' | '{') => {
                self.at = start;
                return self.fail("a repetition of nothing, or a `{` that needs a backslash");
            }
            Some(character) => Step::Char(character),
            None => return Ok(Vec::new()),
        };
        let assertion = matches!(step, Step::Start | Step::End | Step::Border(_));
        if assertion && matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return self.fail("a repetition of `^`, `$` or a word's border");
        }
        Ok(vec![step])
    }

    /// `(a)` and `(?:a)`, after the opening parenthesis.
    fn group(&mut self, depth: usize) -> Result<Vec<Step>, Error> {
        if depth == DEPTH_MAX {
            return self.fail("groups are nested too deep");
        }
        if !self.eat("?:") && self.peek() == Some('?') {
            return self.fail("`(?` for flags, names or look-around is not supported");
        }
        let program = self.alternatives(depth + 1)?;
        if !self.eat(")") {
            return self.fail("a `(` without its `)`");
        }
        Ok(program)
    }

    /// The piece with the `*`, `+`, `?` or `{m,n}` behind it.
    fn repeated(&mut self, piece: Vec<Step>) -> Result<Vec<Step>, Error> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => self.counts()?,
            _ => return Ok(piece),
        };
        self.at += 1;
        // A lazy repetition finds another place, but it finds one in the same texts.
        self.eat("?");
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return self.fail("a repetition of a repetition");
        }
        let length = piece.len() as isize;
        let times = most.unwrap_or(least + 1).max(1);
        if (piece.len() + 2) * times > PROGRAM_MAX {
            return self.fail("the pattern is too large");
        }
        let mut program = Vec::new();
        for _ in 0..least {
            program.extend(&piece);
        }
        match most {
            None => {
                program.push(Step::Split(1, length + 2));
                program.extend(&piece);
                program.push(Step::Jump(-length - 1));
            }
            Some(most) => {
                for _ in least..most {
                    program.push(Step::Split(1, length + 1));
                    program.extend(&piece);
                }
            }
        }
        Ok(program)
    }

    /// `{m}`, `{m,}` or `{m,n}`, up to the closing brace.
    fn counts(&mut self) -> Result<(usize, Option<usize>), Error> {
        const REASON: &str = "a `{` that is neither `{m}`, `{m,}` nor `{m,n}` up to 999";
        let rest = &self.pattern[self.at + 1..];
        let Some(end) = rest.find('}') else {
            return self.fail(REASON);
        };
        let number = |digits: &str| match digits.parse::<usize>() {
            Ok(number) if digits.len() <= 3 && !digits.starts_with('+') => Some(number),
            _ => None,
        };
        let (least, most) = match rest[..end].split_once(',') {
            None => (number(&rest[..end]), number(&rest[..end]).map(Some)),
            Some((least, "")) => (number(least), Some(None)),
            Some((least, most)) => (number(least), number(most).map(Some)),
        };
        match (least, most) {
            (Some(least), Some(most)) if most.is_none_or(|most| least <= most) => {
                self.at += end + 1;
                Ok((least, most))
            }
            _ => self.fail(REASON),
        }
    }

    /// After the backslash.
    fn escape(&mut self) -> Result<Escape, Error> {
        let escape = match self.next() {
            Some('d') => Escape::Class(DIGIT, false),
            Some('D') => Escape::Class(DIGIT, true),
            Some('w') => Escape::Class(WORD, false),
            Some('W') => Escape::Class(WORD, true),
            Some('s') => Escape::Class(BLANK, false),
            Some('S') => Escape::Class(BLANK, true),
            Some('A') => Escape::Assertion(Step::Start),
            Some('z') => Escape::Assertion(Step::End),
            Some('b') => Escape::Assertion(Step::Border(true)),
            Some('B') => Escape::Assertion(Step::Border(false)),
            Some('t') => Escape::Char('\t'),
            Some('n') => Escape::Char('\n'),
            Some('r') => Escape::Char('\r'),
            Some('f') => Escape::Char('\u{c}'),
            Some('v') => Escape::Char('\u{b}'),
            Some(own) if own.is_ascii_punctuation() || own == ' ' => Escape::Char(own),
            Some('0'..='9') => return self.fail("back-references and octal are not supported"),
            Some(_) => return self.fail("an escape that is not supported"),
            None => return self.fail("a backslash at the end"),
        };
        Ok(escape)
    }

    /// `[...]`, after the opening bracket.
    fn class(&mut self) -> Result<Step, Error> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        let mut first = true;
        while first || !self.eat("]") {
            first = false;
            let Some(low) = self.class_item(&mut ranges)? else {
                continue;
            };
            let rest = &self.pattern[self.at..];
            let high = if rest.starts_with('-') && !rest.starts_with("-]") {
                self.at += 1;
                self.class_item(&mut ranges)?
            } else {
                Some(low)
            };
            match high {
                Some(high) if low <= high => ranges.push((low, high)),
                _ => return self.fail("a range whose end is not a character behind its start"),
            }
        }
        self.add_class(ranges, negated)
    }

    /// A character of a class; `None` for `\d` and kin, which are added to `ranges`.
    fn class_item(&mut self, ranges: &mut Vec<Range>) -> Result<Option<char>, Error> {
        for doubled in ["&&", "--", "~~", "||"] {
            if self.pattern[self.at..].starts_with(doubled) {
                return self.fail("set operations in a class are not supported");
            }
        }
        match self.next() {
            None => self.fail("a `[` without its `]`"),
            Some('[') => self.fail("a `[` in a class needs a backslash"),
            Some('\\') => match self.escape()? {
                Escape::Char(character) => Ok(Some(character)),
                Escape::Class(of, false) => {
                    ranges.extend(of);
                    let rest = &self.pattern[self.at..];
                    if rest.starts_with('-') && !rest.starts_with("-]") {
                        return self.fail("a range that starts with a class");
                    }
                    Ok(None)
                }
                Escape::Class(_, true) => self.fail("a negated class in a class"),
                Escape::Assertion(_) => self.fail("an escape that means nothing in a class"),
            },
            Some(character) => Ok(Some(character)),
        }
    }

    /// Sorts and merges the ranges, so that they can be searched.
    fn add_class(&mut self, mut ranges: Vec<Range>, negated: bool) -> Result<Step, Error> {
        super::order::sort(&mut ranges, |a, b| a < b);
        let from = self.ranges.len();
        for (low, high) in ranges {
            let last = self.ranges[from..].last_mut();
            match last {
                Some(last) if low <= last.1 => last.1 = last.1.max(high),
                _ => self.ranges.push((low, high)),
            }
        }
        let to = self.ranges.len();
        if to - from > RANGES_MAX {
            return self.fail("a class has too many ranges");
        }
        Ok(Step::Class { from, to, negated })
    }
}
