//! A change of a file as people read it: the lines around what was spliced in or out.

use std::fmt::Write;

use super::write::Change;

/// Lines of context on either side.
const CONTEXT: usize = 2;

/// One file's change; coloured for a terminal. Every edit of setup is one region of
/// a file, so common lines at both ends are all that has to be found.
pub(crate) fn render(change: &Change, colour: bool) -> String {
    let old = String::from_utf8_lossy(change.target.bytes.as_deref().unwrap_or_default());
    let new = String::from_utf8_lossy(change.new.as_deref().unwrap_or_default());
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let paint = |code: &str, text: &str| match colour {
        true => format!("\x1b[{code}m{text}\x1b[0m\n"),
        false => format!("{text}\n"),
    };
    let what = match (&change.target.bytes, &change.new) {
        (None, _) => "new file",
        (_, None) => "deleted",
        _ => "changed",
    };
    let mut out = paint("1", &format!("{} ({what})", change.target.path.display()));
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let left = old.len().min(new.len()) - head;
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(left)
        .take_while(|(a, b)| a == b)
        .count();
    let from = head.saturating_sub(CONTEXT);
    if change.target.bytes.is_some() && change.new.is_some() {
        // Writing to a String does not fail.
        let _ = write!(out, "{}", paint("36", &format!("@@ line {} @@", from + 1)));
    }
    for line in &old[from..head] {
        out.push_str(&paint("2", &format!("  {line}")));
    }
    for line in &old[head..old.len() - tail] {
        out.push_str(&paint("31", &format!("- {line}")));
    }
    for line in &new[head..new.len() - tail] {
        out.push_str(&paint("32", &format!("+ {line}")));
    }
    for line in new[new.len() - tail..].iter().take(CONTEXT) {
        out.push_str(&paint("2", &format!("  {line}")));
    }
    out
}
