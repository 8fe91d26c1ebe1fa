//! Redirections (XCU 2.7; bash manual 3.6), and whether they take the output away.

use super::lexer::{Pending, Reader, Result, is_name};
use super::word::Mode;
use super::{Redirection, RedirectionKind, Span, Word};

/// Descriptors that the shell chooses for `{name}>f` start here.
const CHOSEN_DESCRIPTOR: u32 = 10;

impl Reader<'_, '_> {
    /// The redirection here, if one stands here.
    pub(super) fn redirection(&mut self) -> Result<Option<Redirection>> {
        let before = self.pos;
        let descriptor = match self.peek() {
            b'<' | b'>' | b'&' => None,
            b'0'..=b'9' | b'{' => {
                let Some((length, descriptor)) = self.descriptor() else {
                    return Ok(None);
                };
                self.pos += length;
                Some(descriptor)
            }
            _ => return Ok(None),
        };
        let Some(operator) = self.redirection_operator() else {
            self.pos = before;
            return Ok(None);
        };
        self.target(descriptor, operator, before).map(Some)
    }

    /// Whether the word here is the descriptor of a redirection behind it.
    pub(super) fn at_descriptor(&self) -> bool {
        matches!(self.peek(), b'0'..=b'9' | b'{') && self.descriptor().is_some()
    }

    /// `2` or `{name}` directly in front of a redirection, and how long it is.
    fn descriptor(&self) -> Option<(usize, u32)> {
        let named = self.peek() == b'{';
        let mut length = usize::from(named);
        let mut number = 0_u32;
        loop {
            let byte = self.peek_at(length);
            if byte == b'\\' && self.peek_at(length + 1) == b'\n' {
                length += 2;
                continue;
            }
            match byte {
                b'<' | b'>' if !named => break,
                b'}' if named && length > 1 => {
                    length += 1;
                    number = CHOSEN_DESCRIPTOR;
                    break;
                }
                b'0'..=b'9' if !named => {
                    number = number
                        .checked_mul(10)?
                        .checked_add(u32::from(byte - b'0'))?;
                }
                _ if named && is_name(byte) && !(length == 1 && byte.is_ascii_digit()) => {}
                _ => return None,
            }
            length += 1;
        }
        let operator = matches!(self.peek_at(length), b'<' | b'>');
        let word = self.peek_at(length + 1) == b'(';
        (operator && !word).then_some((length, number))
    }

    /// The redirection that starts at `at`, behind its operator.
    fn target(
        &mut self,
        descriptor: Option<u32>,
        operator: Operator,
        at: usize,
    ) -> Result<Redirection> {
        if operator == Operator::Write || operator == Operator::Append {
            // zsh has `>!`, bash writes to a file of that name.
            self.found.features.dialect |= self.peek() == b'!';
        }
        self.blanks();
        if self.at_descriptor() {
            return self.unexpected();
        }
        let Some(target) = self.word(Mode::Plain)? else {
            return self.unexpected();
        };
        let kind = match operator {
            Operator::Read => RedirectionKind::Read,
            Operator::Write => RedirectionKind::Write,
            Operator::Append => RedirectionKind::Append,
            Operator::ReadWrite => RedirectionKind::ReadWrite,
            Operator::WriteBoth => RedirectionKind::WriteBoth,
            Operator::AppendBoth => RedirectionKind::AppendBoth,
            Operator::HereString => RedirectionKind::HereString,
            Operator::DuplicateIn => RedirectionKind::DuplicateIn,
            Operator::DuplicateOut if is_descriptor(&target) => RedirectionKind::DuplicateOut,
            Operator::DuplicateOut => RedirectionKind::WriteBoth,
            Operator::HereDocument { tabs } => {
                let Some(delimiter) = target.literal.clone().filter(|_| !target.expansion) else {
                    return self.error(at, "a here-document whose delimiter expands");
                };
                self.pending.push(Pending {
                    delimiter,
                    expands: !target.quoted,
                    tabs,
                    at,
                });
                RedirectionKind::HereDocument(!target.quoted)
            }
        };
        let features = &mut self.found.features;
        match kind {
            RedirectionKind::Read => features.file_input = true,
            RedirectionKind::Write
            | RedirectionKind::Append
            | RedirectionKind::WriteBoth
            | RedirectionKind::AppendBoth => {
                features.file_output |= target.literal.as_deref() != Some("/dev/null");
            }
            RedirectionKind::ReadWrite => {
                features.file_input = true;
                features.file_output |= target.literal.as_deref() != Some("/dev/null");
            }
            RedirectionKind::HereDocument(_) | RedirectionKind::HereString => features.here = true,
            RedirectionKind::DuplicateIn | RedirectionKind::DuplicateOut => {}
        }
        Ok(Redirection {
            span: Span {
                start: self.place_of(at),
                end: target.span.end,
            },
            descriptor,
            kind,
            target,
        })
    }

    fn redirection_operator(&mut self) -> Option<Operator> {
        let at = self.pos;
        let first = self.peek();
        self.pos += 1;
        Some(match first {
            b'&' if self.follows(b'>') => match self.follows(b'>') {
                true => Operator::AppendBoth,
                false => Operator::WriteBoth,
            },
            b'<' if self.follows(b'<') => {
                if self.follows(b'<') {
                    Operator::HereString
                } else {
                    Operator::HereDocument {
                        tabs: self.follows(b'-'),
                    }
                }
            }
            b'<' if self.follows(b'&') => Operator::DuplicateIn,
            b'<' if self.follows(b'>') => Operator::ReadWrite,
            b'>' if self.follows(b'>') => Operator::Append,
            b'>' if self.follows(b'&') => Operator::DuplicateOut,
            b'>' if self.follows(b'|') => Operator::Write,
            // `<(` is a word.
            b'<' | b'>' if self.peek() == b'(' => {
                self.pos = at;
                return None;
            }
            b'<' => Operator::Read,
            b'>' => Operator::Write,
            _ => {
                self.pos = at;
                return None;
            }
        })
    }
}

/// A redirection as it is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Read,
    Write,
    Append,
    ReadWrite,
    WriteBoth,
    AppendBoth,
    HereString,
    HereDocument { tabs: bool },
    DuplicateIn,
    DuplicateOut,
}

/// `1`, `-` or `1-` behind `>&`.
fn is_descriptor(target: &Word) -> bool {
    let Some(text) = target.literal.as_deref() else {
        return false;
    };
    let digits = text.strip_suffix('-').unwrap_or(text);
    !text.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a redirection takes standard output away from the agent.
pub(super) fn moves_output(redirection: &Redirection) -> bool {
    let target = redirection.target.literal.as_deref().unwrap_or_default();
    let chosen = redirection.descriptor == Some(CHOSEN_DESCRIPTOR);
    match redirection.kind {
        RedirectionKind::Write | RedirectionKind::Append => {
            redirection.descriptor.unwrap_or(1) == 1
        }
        RedirectionKind::WriteBoth | RedirectionKind::AppendBoth => true,
        RedirectionKind::DuplicateOut | RedirectionKind::DuplicateIn => {
            let out = redirection.kind == RedirectionKind::DuplicateOut;
            let own = redirection.descriptor.unwrap_or(u32::from(out)) == 1;
            // `2>&1-` closes what it copies; `{name}>&-` closes one that is not known.
            (own && target != "1") || target == "1-" || (chosen && target == "-")
        }
        RedirectionKind::ReadWrite => redirection.descriptor == Some(1),
        RedirectionKind::Read => redirection.descriptor == Some(1),
        RedirectionKind::HereDocument(_) | RedirectionKind::HereString => {
            redirection.descriptor == Some(1)
        }
    }
}
