//! Lines in columns: a header, then a line a row.
//!
//! The padding goes. What most rows have in a column is said once, in the header:
//!
//! ```text
//! NAME RESTARTS AGE; unless given READY=1/1 STATUS=Running
//! tide-wz5c6qh5s-6rhhk 1 2d
//! crane-bf7xjjnbd-gwbvd 41 6d READY=0/1 STATUS=CrashLoopBackOff
//! ```
//!
//! Every row, cell and the order stay. Rows are held until enough is known of the
//! columns; from then on they are printed as they come.

use super::super::{Out, Stream};
use crate::text::order;

/// Rows that are looked at before the first is printed.
const ROWS: usize = 500;
/// Bytes of them.
const BYTES: usize = 48 * 1024;
/// Columns a table may have.
const COLUMNS: usize = 64;

/// How the cells of a row are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Each begins where its name in the header does (docker, kubectl).
    Aligned,
    /// By blanks; the last takes the rest (ps, df, npm outdated).
    Words,
    /// By bars (psql).
    Bars,
}

/// One column.
struct Column {
    name: Vec<u8>,
    /// Where it begins, in characters.
    start: usize,
    /// What a row has that says nothing.
    usual: Option<Vec<u8>>,
    /// All rows have that.
    always: bool,
    /// A cell has a blank in it.
    blanks: bool,
}

/// One table.
pub(super) struct Table {
    cut: Cut,
    columns: Vec<Column>,
    rows: Vec<(Stream, Vec<u8>)>,
    bytes: usize,
    /// The header is printed.
    open: bool,
}

impl Table {
    /// A table with this header; `None` if the line cannot be one.
    pub(super) fn new(header: &[u8], cut: Cut) -> Option<Table> {
        let names = match cut {
            Cut::Aligned => names(header),
            Cut::Words => titles(header),
            Cut::Bars => bars(header).map(|name| (0, name)).collect(),
        };
        if names.len() < 2 || names.len() > COLUMNS {
            return None;
        }
        let columns = names.into_iter().map(|(start, name)| Column {
            name: name.to_vec(),
            start,
            usual: None,
            always: false,
            blanks: false,
        });
        Some(Table {
            cut,
            columns: columns.collect(),
            rows: Vec::new(),
            bytes: 0,
            open: false,
        })
    }

    /// Takes a row; `false` if the line is none.
    pub(super) fn row(&mut self, line: &[u8], stream: Stream, out: &mut Out) -> bool {
        if cells(line, self.cut, &self.columns).is_none() {
            return false;
        }
        if self.open {
            self.print(line, stream, out);
            return true;
        }
        self.bytes += line.len();
        self.rows.push((stream, line.to_vec()));
        if self.rows.len() >= ROWS || self.bytes >= BYTES {
            self.flush(out, false);
        }
        true
    }

    /// There are no more rows.
    pub(super) fn end(&mut self, out: &mut Out) {
        if !self.open {
            self.flush(out, true);
        }
    }

    /// Prints the header and the rows held.
    fn flush(&mut self, out: &mut Out, whole: bool) {
        self.open = true;
        let rows = std::mem::take(&mut self.rows);
        self.plan(&rows, whole);
        let mut text = Vec::new();
        for column in self.columns.iter().filter(|column| column.usual.is_none()) {
            push(&mut text, &column.name, column.blanks);
        }
        for (intro, always) in [("; all", true), ("; unless given", false)] {
            let mut intro = Some(intro);
            for column in &self.columns {
                let Some(usual) = column.usual.as_ref().filter(|_| column.always == always) else {
                    continue;
                };
                text.extend(intro.take().unwrap_or_default().as_bytes());
                text.push(b' ');
                text.extend_from_slice(&column.name);
                text.push(b'=');
                text.extend_from_slice(usual);
            }
        }
        let stream = rows.first().map_or(out.current, |row| row.0);
        out.line(stream, &text);
        for (stream, row) in &rows {
            self.print(row, *stream, out);
        }
    }

    /// Finds out what is usual in each column.
    fn plan(&mut self, rows: &[(Stream, Vec<u8>)], whole: bool) {
        let rows: Vec<Vec<&[u8]>> = rows
            .iter()
            .filter_map(|row| cells(&row.1, self.cut, &self.columns))
            .collect();
        let mut plans = Vec::new();
        for at in 0..self.columns.len() {
            let cell = |row: &Vec<&'_ [u8]>| ports(row.get(at).copied().unwrap_or_default());
            let mut values: Vec<Vec<u8>> = rows.iter().map(cell).collect();
            let blanks = values.iter().any(|value| value.contains(&b' '));
            order::sort(&mut values, |a, b| a < b);
            let most = values
                .chunk_by(|a, b| a == b)
                .max_by_key(|same| same.len())
                .unwrap_or_default();
            let name = self.columns[at].name.len() + 2;
            let value = most.first().map_or(0, |value| value.len().max(1)) + 1;
            let cost = (rows.len() - most.len() + 1) * name + value;
            let pays = at > 0 && rows.len() > 2 && most.len() * value > cost;
            let usual = match pays {
                true => most.first().cloned(),
                false => None,
            };
            plans.push((usual, whole && most.len() == rows.len(), blanks));
        }
        for (column, (usual, always, blanks)) in self.columns.iter_mut().zip(plans) {
            (column.usual, column.always, column.blanks) = (usual, always, blanks);
        }
    }

    fn print(&self, line: &[u8], stream: Stream, out: &mut Out) {
        let Some(cells) = cells(line, self.cut, &self.columns) else {
            return out.line(stream, line);
        };
        let mut text = Vec::with_capacity(line.len());
        let mut unusual = Vec::new();
        // Empty cells are shown only where something follows.
        let mut empty = Vec::new();
        let all = cells.iter().copied().chain(std::iter::repeat(&b""[..]));
        for (column, cell) in self.columns.iter().zip(all) {
            let cell = ports(cell);
            match &column.usual {
                Some(usual) if *usual == cell => {}
                Some(_) => {
                    unusual.push(b' ');
                    unusual.extend_from_slice(&column.name);
                    unusual.push(b'=');
                    unusual.extend_from_slice(&cell);
                }
                None if cell.is_empty() => push(&mut empty, b"-", column.blanks),
                None => {
                    if !empty.is_empty() {
                        push(&mut text, &std::mem::take(&mut empty), column.blanks);
                    }
                    push(&mut text, &cell, column.blanks);
                }
            }
        }
        text.extend(unusual);
        out.line(stream, &text);
    }
}

/// Adds a cell: two blanks where one of the neighbours has blanks in it.
fn push(text: &mut Vec<u8>, cell: &[u8], blanks: bool) {
    if !text.is_empty() {
        text.extend(if blanks { &b"  "[..] } else { b" " });
    }
    text.extend_from_slice(cell);
}

/// The names in a header, two blanks or a tab between them, and where they begin.
fn names(header: &[u8]) -> Vec<(usize, &[u8])> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < header.len() {
        if matches!(header[at], b' ' | b'\t') {
            at += 1;
            continue;
        }
        let rest = &header[at..];
        let ends = |pair: &[u8]| pair == b"  " || pair[0] == b'\t';
        let end = rest.windows(2).position(ends).unwrap_or(rest.len());
        names.push((characters(&header[..at]), rest[..end].trim_ascii_end()));
        at += end;
    }
    names
}

/// The words of a header; `Mounted on`, `Depended by` and `Last deployed` are one.
fn titles(header: &[u8]) -> Vec<(usize, &[u8])> {
    let mut titles: Vec<(usize, &[u8])> = Vec::new();
    let mut at = 0;
    for word in header.split(|byte| matches!(byte, b' ' | b'\t')) {
        let end = at + word.len();
        match titles.last_mut() {
            Some(last) if matches!(word, b"on" | b"by") => last.1 = &header[last.0..end],
            _ if word.is_empty() => {}
            _ => titles.push((at, word)),
        }
        at = end + 1;
    }
    titles
}

fn characters(text: &[u8]) -> usize {
    text.iter()
        .filter(|byte| !matches!(byte, 0x80..0xC0))
        .count()
}

/// The cells of a row; `None` if the line does not fit the columns.
fn cells<'l>(line: &'l [u8], cut: Cut, columns: &[Column]) -> Option<Vec<&'l [u8]>> {
    match cut {
        Cut::Aligned => aligned(line, columns),
        Cut::Words => words(line, columns.len()),
        Cut::Bars => {
            let cells: Vec<_> = bars(line).collect();
            (cells.len() == columns.len()).then_some(cells)
        }
    }
}

/// The cells between bars, with or without bars at the ends.
fn bars(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let line = line.trim_ascii();
    let inner = line
        .strip_prefix(b"|")
        .and_then(|line| line.strip_suffix(b"|"));
    let cells = inner.unwrap_or(line).split(|&byte| byte == b'|');
    cells.map(<[u8]>::trim_ascii)
}

fn aligned<'l>(line: &'l [u8], columns: &[Column]) -> Option<Vec<&'l [u8]>> {
    let mut cells = Vec::with_capacity(columns.len());
    let mut rest = line;
    for pair in columns.windows(2) {
        let width = pair[1].start - pair[0].start;
        let end = offset(rest, width);
        let (cell, after) = rest.split_at(end);
        let between = cell.last().is_none_or(|&byte| byte == b' ') || after.is_empty();
        if !between {
            return None;
        }
        cells.push(cell.trim_ascii());
        rest = after;
    }
    cells.push(rest.trim_ascii());
    (!cells[0].is_empty()).then_some(cells)
}

/// Where the character number `count` begins.
fn offset(text: &[u8], count: usize) -> usize {
    let starts = text
        .iter()
        .enumerate()
        .filter(|(_, byte)| !matches!(byte, 0x80..0xC0));
    starts.map(|(at, _)| at).nth(count).unwrap_or(text.len())
}

fn words(line: &[u8], count: usize) -> Option<Vec<&[u8]>> {
    let mut cells = Vec::with_capacity(count);
    let mut rest = line.trim_ascii();
    while cells.len() + 1 < count {
        let Some(end) = rest.iter().position(|byte| matches!(byte, b' ' | b'\t')) else {
            break;
        };
        cells.push(&rest[..end]);
        rest = rest[end..].trim_ascii_start();
    }
    cells.push(rest);
    Some(cells)
}

/// `0.0.0.0:80->80/tcp, :::80->80/tcp`, which says a port twice, in one:
/// `0.0.0.0+:::80->80/tcp`.
fn ports(cell: &[u8]) -> Vec<u8> {
    let parts: Vec<&[u8]> = cell
        .split(|&byte| byte == b',')
        .map(<[u8]>::trim_ascii)
        .collect();
    let mut text = Vec::with_capacity(cell.len());
    let mut skip = false;
    for (at, part) in parts.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        if at > 0 {
            text.extend(b", ");
        }
        let twin = part.strip_prefix(b"0.0.0.0:").and_then(|port| {
            let next = parts.get(at + 1)?;
            let six = next.strip_suffix(port)?;
            matches!(six, b":::" | b"[::]:").then_some(next)
        });
        match twin {
            Some(next) => {
                text.extend(b"0.0.0.0+");
                text.extend_from_slice(next);
                skip = true;
            }
            None => text.extend_from_slice(part),
        }
    }
    match skip || text.len() < cell.len() && text.windows(8).any(|part| part == b"0.0.0.0+") {
        true => text,
        false => cell.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_once() {
        let two = b"0.0.0.0:8000->80/tcp, :::8000->80/tcp";
        assert_eq!(ports(two), b"0.0.0.0+:::8000->80/tcp");
        assert_eq!(ports(b"a,  b"), b"a,  b");
        assert_eq!(
            ports(b"0.0.0.0:1->1/tcp, :::2->2/tcp"),
            b"0.0.0.0:1->1/tcp, :::2->2/tcp"
        );
    }

    #[test]
    fn header_names() {
        let found = names(b"CONTAINER ID   IMAGE  AGE");
        let texts: Vec<_> = found.iter().map(|name| name.1).collect();
        assert_eq!(texts, [&b"CONTAINER ID"[..], b"IMAGE", b"AGE"]);
        assert_eq!(found[1].0, 15);
    }
}
