//! Lists and trees of packages: each with its version, many in a line.
//!
//! ```text
//! certifi==2024.2.2 click==8.1.7 idna==3.6
//! ```
//!
//! Of a tree, leaves that stand one below the other share a line; a package that has
//! others below it has one of its own, and they stand one blank deeper. cargo names a
//! package with its version and its folder wherever it occurs: after the first time its
//! name says the same, and a folder beside the first one's is `../name`. The drawing and
//! the padding go.

use std::collections::BTreeSet;

use super::super::{End, Filter, Out, Status, Stream, log, scan};

/// Width of a line of packages, unless one package is longer.
const WIDTH: usize = 240;
/// Packages of cargo's that are remembered.
const TOLD_MAX: usize = 1 << 13;
/// Levels that are told apart.
const DEPTH: usize = 40;

/// `npm ls`, `pnpm list`, `yarn list`, `cargo tree`, `uv tree`, `pip list`, `pip freeze`.
pub(in super::super) fn packages() -> Option<Box<dyn Filter>> {
    make(false)
}

/// Names or `name (1.2.3)` a line: gem, bundle, brew.
pub(in super::super) fn names() -> Option<Box<dyn Filter>> {
    make(true)
}

fn make(names: bool) -> Option<Box<dyn Filter>> {
    Some(Box::new(Packages {
        names,
        rest: log::listed()?,
        rows: Rows::Drawn,
        widths: Vec::new(),
        item: None,
        line: Vec::new(),
        blanks: false,
        depth: 0,
        below: 0,
        stream: Stream::Out,
        told: BTreeSet::new(),
        folder: Vec::new(),
    }))
}

/// What a line without a drawing is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// No package.
    Drawn,
    /// Name and version below the header of `pip list`.
    Pairs,
    /// A package below a heading of pnpm.
    Plain,
    /// A row of a table with more columns.
    Table,
}

/// Reads such a list.
struct Packages {
    /// Every line may be a package.
    names: bool,
    /// Lines that are no packages.
    rest: Box<dyn Filter>,
    rows: Rows,
    /// Where the levels that are open begin.
    widths: Vec<usize>,
    /// The last package: nobody knows yet whether there are others below.
    item: Option<(usize, Vec<u8>)>,
    /// Leaves that share a line.
    line: Vec<Vec<u8>>,
    blanks: bool,
    depth: usize,
    /// 1 below a line that is their root.
    below: usize,
    stream: Stream,
    /// Packages of cargo's that were shown.
    told: BTreeSet<Vec<u8>>,
    /// The folder that the first package's own is in.
    folder: Vec<u8>,
}

impl Packages {
    /// Takes a package that begins at this column.
    fn package(&mut self, width: usize, text: Vec<u8>, stream: Stream, out: &mut Out) {
        while self.widths.last().is_some_and(|&last| last > width) {
            self.widths.pop();
        }
        if self.widths.last().is_none_or(|&last| last < width) && self.widths.len() < DEPTH {
            self.widths.push(width);
        }
        let depth = self.widths.len() - 1;
        self.settle(depth, out);
        self.stream = stream;
        self.item = Some((depth, text));
    }

    /// The last package has others below if the next one is deeper.
    fn settle(&mut self, next: usize, out: &mut Out) {
        let Some((depth, text)) = self.item.take() else {
            return;
        };
        let held: usize = self.line.iter().map(|item| item.len() + 1).sum();
        if depth != self.depth || next > depth || held + text.len() > WIDTH {
            self.flush(out);
        }
        self.depth = depth;
        self.blanks |= text.contains(&b' ');
        self.line.push(text);
        if next > depth {
            self.flush(out);
        }
    }

    /// Prints the line.
    fn flush(&mut self, out: &mut Out) {
        let between: &[u8] = if std::mem::take(&mut self.blanks) {
            b", "
        } else {
            b" "
        };
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            let indent = [b' '; DEPTH + 1];
            let text = line.join(between);
            out.line_of(self.stream, &[&indent[..self.depth + self.below], &text]);
        }
    }

    /// A package of cargo's, `name v1.2.3 (/folder) (*)`, as it is to be shown.
    fn shorter(&mut self, text: &[u8]) -> Vec<u8> {
        let base = text.strip_suffix(b" (*)").unwrap_or(text);
        let (name, version) = match scan::cut(base, b" v") {
            Some((name, rest)) if rest.first().is_some_and(u8::is_ascii_digit) => (
                name,
                rest.split(|&byte| byte == b' ').next().unwrap_or(rest),
            ),
            _ => return text.to_vec(),
        };
        if self.told.contains(base) {
            let start = [name, b" v"].concat();
            let from = self.told.range(start.clone()..);
            let several = from
                .take(2)
                .filter(|other| other.starts_with(&start))
                .count()
                > 1;
            return match several {
                true => [name, b" v", version].concat(),
                false => name.to_vec(),
            };
        }
        if self.told.len() < TOLD_MAX {
            self.told.insert(base.to_vec());
        }
        let Some((head, path)) = scan::rcut(text, b" (/") else {
            return text.to_vec();
        };
        let at = path.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        if self.folder.is_empty() {
            self.folder = path[..at].to_vec();
        } else if self.folder == path[..at] {
            return [head, b" (..", &path[at..]].concat();
        }
        text.to_vec()
    }

    /// The list is over.
    fn close(&mut self, out: &mut Out) {
        self.settle(0, out);
        self.flush(out);
        self.widths.clear();
    }

    /// A line without a drawing that is a package, as it is to be shown.
    fn plain(&self, text: &[u8]) -> Option<Vec<u8>> {
        let words: Vec<&[u8]> = text
            .split(|&byte| byte == b' ')
            .filter(|word| !word.is_empty())
            .collect();
        let pinned = words.len() == 1 && scan::has(text, b"==") && !text.ends_with(b"=")
            || scan::has(text, b" @ ") && words.len() == 3;
        match (self.rows, &words[..]) {
            (Rows::Pairs, [name, version]) => Some([name, &b"=="[..], version].concat()),
            (Rows::Pairs, [name, version, path]) => {
                Some([name, &b"=="[..], version, b" ", path].concat())
            }
            (Rows::Plain, _) => Some(text.to_vec()),
            _ if pinned => Some(text.to_vec()),
            (_, [one]) if self.names && !one.contains(&b'=') => Some(text.to_vec()),
            (_, [b"*", name, version]) | (_, [name, version])
                if self.names && version.starts_with(b"(") =>
            {
                Some([name, &b" "[..], version].concat())
            }
            (_, [_, version, ..])
                if self.names && version.starts_with(b"(") && text.ends_with(b")") =>
            {
                Some(text.to_vec())
            }
            _ => None,
        }
    }

    /// A heading says what the lines below are.
    fn heading(&mut self, text: &[u8], out: &mut Out) -> bool {
        let words = scan::squeeze(text);
        match &words[..] {
            b"Package Version" | b"Package Version Editable project location" => {
                self.rows = Rows::Pairs;
                out.noise(text);
                true
            }
            _ if words.starts_with(b"Package ") || words.starts_with(b"# Name Version ") => {
                if let Some(table) = super::packages() {
                    self.rest = table;
                    self.rows = Rows::Table;
                }
                false
            }
            _ => false,
        }
    }
}

/// Where the text behind the drawing of a tree begins, in characters.
fn drawn(line: &[u8]) -> Option<(usize, &[u8])> {
    let (mut rest, mut width, mut lines) = (line, 0, false);
    loop {
        rest = match rest {
            [b' ', rest @ ..] => rest,
            // U+2500 to U+257F.
            [0xe2, 0x94 | 0x95, _, rest @ ..] => {
                lines = true;
                rest
            }
            // A blank that does not break.
            [0xc2, 0xa0, rest @ ..] => rest,
            [b'|' | b'`' | b'+', rest @ ..]
                if rest.starts_with(b"-- ") || rest.starts_with(b"   ") =>
            {
                lines = true;
                width += 2;
                &rest[2..]
            }
            _ => return lines.then_some((width, rest)),
        };
        width += 1;
    }
}

impl Filter for Packages {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let text = line.trim_ascii();
        if self.rows == Rows::Table {
            return self.rest.line(line, stream, out);
        }
        if let Some((width, text)) = drawn(line).filter(|(_, text)| !text.is_empty()) {
            let text = self.shorter(text.trim_ascii_end());
            return self.package(width, text, stream, out);
        }
        let ruled = self.rows == Rows::Pairs && text.iter().all(|byte| b"- ".contains(byte));
        if text.is_empty() || ruled {
            if self.rows == Rows::Plain {
                self.rows = Rows::Drawn;
            }
            return out.noise(line);
        }
        if self.heading(text, out) {
            return;
        }
        if let Some(text) = self.plain(text) {
            return self.package(0, text, stream, out);
        }
        self.close(out);
        // The root of cargo's tree comes first.
        if self.folder.is_empty() {
            self.shorter(text);
        }
        self.below = 0;
        // pnpm: `dependencies:`, `devDependencies:`.
        if text.ends_with(b"ependencies:") && !text.contains(&b' ') {
            self.rows = Rows::Plain;
            return out.line(stream, text);
        }
        let before = out.lines;
        self.rest.line(&scan::squeeze(line), stream, out);
        self.below = usize::from(out.lines > before);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.close(out);
        self.rest.end(status, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings() {
        #[track_caller]
        fn check(line: &str, expected: Option<(usize, &str)>) {
            let found = drawn(line.as_bytes());
            assert_eq!(
                found,
                expected.map(|(width, text)| (width, text.as_bytes()))
            );
        }
        check("├── a@1", Some((4, "a@1")));
        check("│ └── b@2", Some((6, "b@2")));
        check("│   └── b v2", Some((8, "b v2")));
        check("   └─ c", Some((6, "c")));
        check("|-- d", Some((4, "d")));
        check("|   `-- e", Some((8, "e")));
        check("name", None);
        check("  a | b", None);
    }
}
