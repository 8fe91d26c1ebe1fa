//! The small grammar of what may run unasked.

use crate::shell::{self, SimpleCommand};

use super::INNER_BLANK;

/// The text of a command that allow rules are compared with: its words without
/// quotes, one blank between two. `None` if a word's value is not known.
fn comparable(command: &SimpleCommand) -> Option<String> {
    let mut text = String::new();
    for word in &command.words {
        if !text.is_empty() {
            text.push(' ');
        }
        for character in word.literal.as_deref()?.chars() {
            let blank = character.is_whitespace();
            text.push(if blank { INNER_BLANK } else { character });
        }
    }
    Some(text)
}

/// A rule's text in the same form; `None` if it is not one plain command.
pub(super) fn compared(rule: &str) -> Option<String> {
    let script = shell::parse(rule);
    match script.commands.as_slice() {
        [command]
            if script.error.is_none()
                && command.assignments.is_empty()
                && command.redirections.is_empty() =>
        {
            comparable(command)
        }
        _ => None,
    }
}
