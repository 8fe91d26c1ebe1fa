//! One rule: what it matches, what it decides, where it stands.
//!
//! The same rule is read in two ways. A deny or ask rule is read loosely: as
//! written and without its quotes, with and without a leading `rtk`, a rule
//! without a star also in front of further words. An allow rule is read
//! strictly, as the agent itself reads it (SECURITY 1.7), and a rule whose
//! quoting leaves a doubt allows nothing.

use super::blanks;

/// What a rule decides. Deny wins over ask, ask over allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The command must not run.
    Deny,
    /// The user is asked.
    Ask,
    /// The command runs unasked.
    Allow,
}

/// Which commands a rule is about. Texts are command lines with one blank
/// between words; a quoted word may hold more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matcher {
    /// Every command.
    Every,
    /// This command and no other.
    Exact(String),
    /// These words, alone or in front of others.
    Prefix(String),
    /// This text in front, wherever a word ends.
    RawPrefix(String),
    /// The whole text, where each `*` is any text.
    Glob(String),
    /// Programs that print a file which this path pattern names.
    Reads(String),
}

impl Matcher {
    /// The text between the parentheses of `Bash(...)`, as Claude Code reads it:
    /// `x:*` and `x *` are words in front, `x*` is a text in front, another `*` is any text.
    pub fn claude(text: &str) -> Matcher {
        let mut text = blanks(text);
        let last = text.len().saturating_sub(1);
        let kind = match text.find('*') {
            None => Matcher::Exact,
            Some(first) if first == last => {
                text.truncate(last);
                if text.ends_with([':', ' ']) {
                    text.truncate(text[..last - 1].trim_end().len());
                    Matcher::Prefix
                } else {
                    Matcher::RawPrefix
                }
            }
            Some(_) => {
                if text.ends_with(":*") {
                    text.replace_range(last - 1..last, " ");
                }
                Matcher::Glob
            }
        };
        if text.bytes().all(|byte| byte == b'*') {
            return Matcher::Every;
        }
        kind(text)
    }

    /// Whether a command that the agent might run is meant, in doubt yes.
    /// `strict`: an exact rule is about its own command only.
    pub(super) fn covers(&self, command: &str, strict: bool) -> bool {
        match self {
            Matcher::Every => true,
            Matcher::Exact(text) if strict => command == text,
            Matcher::Exact(text) | Matcher::Prefix(text) => starts_with_words(command, text),
            Matcher::RawPrefix(text) => command.starts_with(text.as_str()),
            Matcher::Glob(pattern) => {
                glob(pattern, command)
                    || pattern
                        .strip_suffix(" *")
                        .is_some_and(|pattern| glob(pattern, command))
            }
            Matcher::Reads(_) => false,
        }
    }

    /// Whether exactly this command is meant, in doubt no. Blanks inside a word
    /// of `command` are [`super::INNER_BLANK`], which no rule holds.
    pub(super) fn names(&self, command: &str) -> bool {
        match self {
            Matcher::Every => true,
            Matcher::Exact(text) => command == text,
            Matcher::Prefix(text) => starts_with_words(command, text),
            Matcher::RawPrefix(text) => command.starts_with(text.as_str()),
            Matcher::Glob(pattern) => glob(pattern, command),
            Matcher::Reads(_) => false,
        }
    }

    /// Whether matching costs as much as the command is long.
    pub(super) fn looks_at_whole_of(&self, command: &str) -> bool {
        match self {
            Matcher::Glob(pattern) => {
                let head = pattern.split('*').next().unwrap_or_default();
                command.starts_with(head)
            }
            _ => false,
        }
    }

    /// The same matcher for another spelling of its text.
    fn respelled(&self, spell: impl Fn(&str) -> Option<String>) -> Option<Matcher> {
        Some(match self {
            Matcher::Every | Matcher::Reads(_) => return None,
            Matcher::Exact(text) => Matcher::Exact(spell(text)?),
            Matcher::Prefix(text) => Matcher::Prefix(spell(text)?),
            Matcher::RawPrefix(text) => Matcher::RawPrefix(spell(text)?),
            Matcher::Glob(text) => Matcher::Glob(spell(text)?),
        })
    }

    fn text(&self) -> &str {
        match self {
            Matcher::Every => "",
            Matcher::Exact(text)
            | Matcher::Prefix(text)
            | Matcher::RawPrefix(text)
            | Matcher::Glob(text)
            | Matcher::Reads(text) => text,
        }
    }
}

/// A rule with its origin.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) effect: Effect,
    /// For deny and ask every spelling that counts; for allow the one that does, or none.
    pub(super) matchers: Vec<Matcher>,
    /// As the user wrote it.
    pub(super) text: String,
    /// File and line, or what stands for them.
    pub(super) source: Source,
    /// From a file of the administrator.
    pub(super) managed: bool,
}

/// Where a rule stands: an index into the names of a rule set, and a line from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) file: usize,
    pub(super) line: usize,
}

/// The spellings of a matcher that count for this effect.
pub(super) fn spellings(effect: Effect, matcher: Matcher) -> Vec<Matcher> {
    if effect == Effect::Allow {
        return strict_spelling(matcher).map_or_else(Vec::new, |matcher| vec![matcher]);
    }
    let mut all = Vec::with_capacity(1);
    if let Some(bare) = matcher.respelled(unquoted) {
        all.push(bare);
    }
    all.push(matcher);
    for at in 0..all.len() {
        if let Some(inner) = without_rtk(&all[at]) {
            all.push(inner);
        }
    }
    all
}

/// An allow rule in the spelling that commands are compared in; `None` if its
/// quoting leaves a doubt.
fn strict_spelling(matcher: Matcher) -> Option<Matcher> {
    if !matcher.text().contains(['\'', '"', '\\']) {
        return Some(matcher);
    }
    match matcher {
        Matcher::Exact(text) => super::allow::compared(&text).map(Matcher::Exact),
        Matcher::Prefix(text) => super::allow::compared(&text).map(Matcher::Prefix),
        _ => None,
    }
}

fn unquoted(text: &str) -> Option<String> {
    text.contains(['\'', '"', '\\'])
        .then(|| text.replace(['\'', '"', '\\'], ""))
}

/// `rtk git push *` is about `git push *` too; `rtk *` about everything.
fn without_rtk(matcher: &Matcher) -> Option<Matcher> {
    match matcher {
        Matcher::Exact(text) | Matcher::Prefix(text) if text == "rtk" => Some(Matcher::Every),
        Matcher::RawPrefix(text) if text.trim_end() == "rtk" => Some(Matcher::Every),
        _ => matcher.respelled(|text| text.strip_prefix("rtk ").map(str::to_owned)),
    }
}

/// `words`, at the start of `command` and ending where a word of it ends.
fn starts_with_words(command: &str, words: &str) -> bool {
    command
        .strip_prefix(words)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether all of `text` is `pattern`, each `*` of which is any text. Taking the
/// first place for each piece is enough, and linear.
fn glob(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_as_claude_code_reads_it() {
        for (text, expected) in [
            ("", Matcher::Every),
            ("*", Matcher::Every),
            (":*", Matcher::Every),
            ("ls", Matcher::Exact("ls".into())),
            ("git  push:*", Matcher::Prefix("git push".into())),
            ("git push *", Matcher::Prefix("git push".into())),
            ("git p*", Matcher::RawPrefix("git p".into())),
            ("* --force", Matcher::Glob("* --force".into())),
            (
                "git -C * status:*",
                Matcher::Glob("git -C * status *".into()),
            ),
            ("*push*", Matcher::Glob("*push*".into())),
        ] {
            assert_eq!(Matcher::claude(text), expected, "{text}");
        }
    }

    #[test]
    fn a_star_is_any_text_and_the_rest_is_literal() {
        for (pattern, text, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("a*", "a", true),
            ("*b", "ab", true),
            ("*b", "abc", false),
            ("a*b*c", "a--b--c", true),
            ("a*b*c", "a--c--b", false),
            ("a*a", "a", false),
            ("*a*a*", "aa", true),
            ("git [a-z]*", "git push", false),
            ("é*é", "éxé", true),
        ] {
            assert_eq!(glob(pattern, text), expected, "{pattern} {text}");
        }
    }
}
