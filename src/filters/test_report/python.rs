//! Frames of a Python traceback.

use super::super::scan;

/// `  File "/x/a.py", line 12, in f`: path, line, function.
pub(super) fn frame(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let rest = line.trim_ascii_start().strip_prefix(b"File \"")?;
    let (path, rest) = scan::cut(rest, b"\", line ")?;
    let (_, function) = scan::number(rest)?;
    let at = &rest[..rest.len() - function.len()];
    Some((
        path,
        at,
        function.strip_prefix(b", in ").unwrap_or(function),
    ))
}

/// The place is in a library or in Python itself, not in the project.
pub(super) fn is_library(place: &[u8]) -> bool {
    [
        &b"/site-packages/"[..],
        b"/dist-packages/",
        b"/lib/python3",
        b"<frozen ",
        b"/Python.framework/",
    ]
    .iter()
    .any(|part| scan::has(place, part))
}
