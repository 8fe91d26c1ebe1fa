//! A change of a file as people read it: the lines around what was spliced in or out.

use super::write::Change;

/// Lines of context on either side.
const CONTEXT: usize = 2;

/// Lines of one kind that are shown before the rest is only counted.
const LINES_MAX: usize = 24;

/// One file's change; coloured for a terminal. Every edit of setup is one region of
/// a file, so common lines at both ends are all that has to be found.
pub(crate) fn render(change: &Change, colour: bool, whole: bool) -> String {
    let old = String::from_utf8_lossy(change.target.bytes.as_deref().unwrap_or_default());
    let new = String::from_utf8_lossy(change.new.as_deref().unwrap_or_default());
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = String::new();
    let mut line = |code: &str, parts: [&str; 3]| {
        let [start, end] = match colour {
            true => [["\x1b[", code, "m"].concat(), "\x1b[0m\n".to_string()],
            false => [String::new(), "\n".to_string()],
        };
        out.extend([start.as_str(), parts[0], parts[1], parts[2], end.as_str()]);
    };
    let what = match (&change.target.bytes, &change.new) {
        (None, _) => " (new file)",
        (_, None) => " (deleted)",
        _ => "",
    };
    line("1", [&super::shown(&change.target.path), what, ""]);
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let left = old.len().min(new.len()) - head;
    let ends = old.iter().rev().zip(new.iter().rev());
    let tail = ends.take(left).take_while(|(a, b)| a == b).count();
    let from = head.saturating_sub(CONTEXT);
    if what.is_empty() {
        line("36", ["@@ line ", &(from + 1).to_string(), " @@"]);
    }
    let parts = [
        ("2", "  ", &old[from..head]),
        ("31", "- ", &old[head..old.len() - tail]),
        ("32", "+ ", &new[head..new.len() - tail]),
        ("2", "  ", &new[new.len() - tail..][..tail.min(CONTEXT)]),
    ];
    for (code, mark, lines) in parts {
        let shown = if whole || lines.len() <= LINES_MAX + 2 {
            lines.len()
        } else {
            LINES_MAX
        };
        for text in &lines[..shown] {
            line(code, [mark, text, ""]);
        }
        if shown < lines.len() {
            line(
                "2",
                [
                    "  ... ",
                    &(lines.len() - shown).to_string(),
                    " more lines (--dry-run shows all)",
                ],
            );
        }
    }
    out
}
