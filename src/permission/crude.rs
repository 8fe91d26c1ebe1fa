//! Looks for denied commands in a text that could not be read.
//!
//! Such a text is never rewritten, so nothing is lost by seeing too much: every
//! word that follows an operator, a bracket, a quote or a blank may be a program.

use super::forms::{TooMany, Words, program_of};

/// Most words that are looked at as programs.
const WORDS_MAX: usize = 100_000;

/// Bytes that may end one command and begin another.
const BREAKS: [char; 11] = [';', '&', '|', '(', ')', '{', '}', '`', '\n', '<', '>'];

/// Shows every command that the text may hold to `visit`: its words with one
/// blank between two, its program, and whether the word before is `rtk`.
pub(super) fn commands(text: &str, visit: &mut dyn FnMut(&str, &str, bool)) -> Result<(), TooMany> {
    let mut left = WORDS_MAX;
    let dropped = text
        .replace("\\\n", "")
        .replace(['"', '\'', '\\', '\0'], "");
    let blanked = text.replace(['"', '\'', '\\', '\0'], " ");
    for spelling in [dropped, blanked] {
        for piece in spelling.split(BREAKS) {
            let words = Words::from(piece.split_ascii_whitespace());
            for at in 0..words.len() {
                left = left.checked_sub(1).ok_or(TooMany)?;
                let word = words.get(at);
                let program = program_of(word);
                let behind_rtk = at > 0 && program_of(words.get(at - 1)) == "rtk";
                let tail = words.tail(at);
                if word.ends_with(program) {
                    visit(&tail[word.len() - program.len()..], program, behind_rtk);
                } else {
                    let bare = format!("{program}{}", &tail[word.len()..]);
                    visit(&bare, program, behind_rtk);
                }
            }
        }
    }
    Ok(())
}
