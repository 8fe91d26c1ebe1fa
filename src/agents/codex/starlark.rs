//! Codex's `.rules` files: calls in Starlark, of which only literal arguments are read.
//!
//! Source: developers.openai.com/codex/rules. What is not a list of calls with keyword arguments is an
//! error, for a rule that is not understood is a rule that would be lost.

/// Reads one call after the other.
pub(super) struct Calls<'a> {
    text: &'a str,
    at: usize,
}

/// A call with the arguments that matter.
#[derive(Debug, Default, PartialEq)]
pub(super) struct CallOf {
    /// The function.
    pub(super) name: String,
    /// Where the call stands, in bytes.
    pub(super) at: usize,
    /// `pattern`: for each word its alternatives; `None` if it is not that.
    pub(super) pattern: Option<Vec<Vec<String>>>,
    /// `decision`.
    pub(super) decision: Option<String>,
}

/// A value of an argument.
enum Literal {
    Text(String),
    List(Vec<Literal>),
    Other,
}

/// Deepest nesting of lists.
const DEPTH_MAX: usize = 16;

impl<'a> Calls<'a> {
    /// Of this file.
    pub(super) fn of(text: &'a str) -> Calls<'a> {
        Calls { text, at: 0 }
    }

    /// The next call; `Ok(None)` at the end, `Err` if it is something else.
    pub(super) fn next_call(&mut self) -> Result<Option<CallOf>, ()> {
        self.skip_blanks();
        let at = self.at;
        let name = self.name();
        if name.is_empty() {
            return if self.at == self.text.len() {
                Ok(None)
            } else {
                Err(())
            };
        }
        let mut call = CallOf {
            name,
            at,
            ..CallOf::default()
        };
        self.must_take(b'(')?;
        while !self.take(b')') {
            let argument = self.name();
            self.must_take(b'=')?;
            let value = self.literal(0)?;
            match (argument.as_str(), value) {
                ("pattern", Literal::List(words)) => {
                    call.pattern = words.into_iter().map(alternatives).collect();
                }
                ("decision", Literal::Text(text)) => call.decision = Some(text),
                _ => {}
            }
            if !self.take(b',') {
                self.must_take(b')')?;
                break;
            }
        }
        Ok(Some(call))
    }

    fn literal(&mut self, depth: usize) -> Result<Literal, ()> {
        self.skip_blanks();
        let (open, close) = match self.rest().first() {
            Some(b'"' | b'\'') => return self.string().map(Literal::Text),
            Some(b'[') => (b'[', b']'),
            Some(b'(') => (b'(', b')'),
            _ if self.name().is_empty() => return Err(()),
            _ => return Ok(Literal::Other),
        };
        if depth == DEPTH_MAX {
            return Err(());
        }
        self.must_take(open)?;
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(self.literal(depth + 1)?);
            if !self.take(b',') {
                self.must_take(close)?;
                break;
            }
        }
        Ok(Literal::List(items))
    }

    fn string(&mut self) -> Result<String, ()> {
        let quote = char::from(self.rest()[0]);
        let mut text = String::new();
        let mut characters = self.text[self.at + 1..].char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => text.push(match characters.next().ok_or(())?.1 {
                    'n' => '\n',
                    't' => '\t',
                    other @ ('\\' | '"' | '\'') => other,
                    _ => return Err(()),
                }),
                '\n' => return Err(()),
                _ if character == quote => {
                    self.at += 1 + at + 1;
                    return Ok(text);
                }
                _ => text.push(character),
            }
        }
        Err(())
    }

    /// A name or a number.
    fn name(&mut self) -> String {
        self.skip_blanks();
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let length = self.rest().iter().take_while(is_name).count();
        let name = &self.text[self.at..self.at + length];
        self.at += length;
        name.to_owned()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.rest().first() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'#' => {
                    let line = self.rest().iter().position(|&byte| byte == b'\n');
                    self.at = line.map_or(self.text.len(), |line| self.at + line);
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.rest().first() == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn must_take(&mut self, byte: u8) -> Result<(), ()> {
        self.take(byte).then_some(()).ok_or(())
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }
}

/// A word of a pattern: one text, or a list of them.
fn alternatives(literal: Literal) -> Option<Vec<String>> {
    match literal {
        Literal::Text(text) => Some(vec![text]),
        Literal::List(items) => items
            .into_iter()
            .map(|item| match item {
                Literal::Text(text) => Some(text),
                _ => None,
            })
            .collect(),
        Literal::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<CallOf>, ()> {
        let mut calls = Calls::of(text);
        let mut all = Vec::new();
        while let Some(call) = calls.next_call()? {
            all.push(call);
        }
        Ok(all)
    }

    #[test]
    fn rules_files() {
        let text = "# my rules\nprefix_rule(\n  pattern = [\"git\", ['push', \"fetch\"]], # both\n  decision = \"forbidden\",\n  match = [[\"git\", \"push\"]],\n)\nprefix_rule(pattern=[\"ls\"])\n";
        let words =
            |words: &[&str]| -> Vec<String> { words.iter().map(|w| (*w).to_owned()).collect() };
        let calls = read(text).unwrap();
        assert_eq!(calls.len(), 2);
        assert_eq!(
            calls[0].pattern,
            Some(vec![words(&["git"]), words(&["push", "fetch"])])
        );
        assert_eq!(calls[0].decision.as_deref(), Some("forbidden"));
        assert_eq!(calls[1].pattern, Some(vec![words(&["ls"])]));
        assert_eq!(calls[1].decision, None);
        for broken in [
            "prefix_rule(",
            "x = 1",
            "prefix_rule(pattern=[\"a)",
            "def f():\n  pass",
            "(",
        ] {
            assert_eq!(read(broken), Err(()), "{broken}");
        }
        assert!(read(&"prefix_rule(pattern=[".repeat(1000)).is_err());
        assert!(read(&format!("a(b={}", "[".repeat(100_000))).is_err());
    }
}
