//! The first line of a compiler's diagnostic: a place, how bad it is, what it is.

use super::super::scan;
use super::errorformat::{Fit, fit};

/// What it says.
#[derive(Debug)]
pub(super) struct Header<'a> {
    pub path: &'a [u8],
    /// With the parentheses around it, if any.
    pub at: &'a [u8],
    /// What stays in front of the text.
    pub joint: &'static [u8],
    /// Severity, code and message.
    pub text: &'a [u8],
    pub is_error: bool,
    pub is_note: bool,
}

/// How compilers write it; the severity is read from the message.
#[rustfmt::skip]
const FORMS: &[&str] = &[
    // gcc, clang, javac, go, swift, zig.
    "%f:%p: %m",
    // MSBuild, MSVC.
    "%f(%p): %m",
    "%f(%p) : %m",
    // kotlinc.
    "e: file://%f:%p %m",
    "w: file://%f:%p %m",
    // MSBuild, of a project.
    "%f : %m",
];

/// Words for how bad it is, and whether a build fails for it.
#[rustfmt::skip]
const SEVERITIES: &[(&[u8], bool)] = &[
    (b"error", true), (b"fatal error", true), (b"ERROR", true), (b"internal compiler error", true),
    (b"warning", false), (b"note", false), (b"remark", false), (b"info", false),
];

/// Reads one.
pub(super) fn read(line: &[u8]) -> Option<Header<'_>> {
    // Lines further in belong to something.
    if matches!(line.first()?, b' ' | b'\t' | b'#' | b'*') {
        return None;
    }
    let (form, found) = FORMS
        .iter()
        .enumerate()
        .find_map(|(n, form)| Some((n, fit(form, line)?)))?;
    let Fit {
        file: path,
        at,
        text,
        ..
    } = found;
    let severity = SEVERITIES.iter().find(|(word, _)| {
        let rest = text.strip_prefix(*word);
        rest.is_some_and(|rest| matches!(rest.first(), Some(b':' | b' ' | b'[')))
    });
    let project = form == FORMS.len() - 1;
    let named = names_file(path) && !project;
    if severity.is_none() && !named || text.starts_with(b"*** ") {
        return None;
    }
    // `(12,7)`: everybody searches for it as the tool writes it.
    let end = path.len();
    let at = match (form, line.get(end..end + at.len() + 2)) {
        (1 | 2, Some(whole)) => whole,
        _ => at,
    };
    let (joint, is_error): (&[u8], bool) = match (severity, form) {
        (Some((_, is_error)), _) => (b"", *is_error),
        (None, 3) => (b"", true),
        (None, 4) => (b"w: ", false),
        (None, _) => (b": ", true),
    };
    Some(Header {
        path,
        at,
        joint,
        text: without_project(text, path),
        is_error,
        is_note: severity.is_some_and(|(word, _)| *word == b"note"),
    })
}

/// Whether a path without a severity behind it is one: it has an extension, and is no address.
fn names_file(path: &[u8]) -> bool {
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
    let extension = scan::rcut(name, b".").is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && extension.len() <= 8
            && extension.first().is_some_and(u8::is_ascii_alphabetic)
    });
    extension && !scan::has(path, b"://")
}

/// MSBuild names the project behind each message; a file in the project's own folder says
/// it by itself.
fn without_project<'a>(text: &'a [u8], path: &[u8]) -> &'a [u8] {
    let Some((message, project)) = scan::rcut(text, b" [") else {
        return text;
    };
    let Some(project) = project.strip_suffix(b"]") else {
        return text;
    };
    // `[/src/a.csproj::TargetFramework=net8.0]` says which of several builds it was.
    let is_project = project.ends_with(b"proj") && project.contains(&b'.');
    let folder = project
        .iter()
        .rposition(|byte| matches!(byte, b'/' | b'\\'));
    let inside = folder.is_some_and(|end| path.starts_with(&project[..=end]));
    let same = path == project;
    match is_project && (inside || same) {
        true => message,
        false => text,
    }
}
