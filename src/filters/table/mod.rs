//! The shape *table*: rows of what there is.

mod columns;
mod document;
pub(super) mod packages;
mod records;

use super::log::{self, told};
use super::{About, End, Filter, Out, Status, Stream};
use columns::{Cut, Table};
pub(super) use document::{json, json_logs};

/// What the readers of this shape do.
pub(super) const ABOUT: About = About {
    shape: "table",
    keeps: "rows, cells, order; a value that most rows have, once",
    drops: "padding, borders; of clouds, ids that only the service itself uses",
};

/// What the readers of lists of packages do.
pub(super) const PACKAGES: About = About {
    shape: "table",
    keeps: "every package with its version, what is below what, errors",
    drops: "padding, drawing, headers",
};

/// Tables with a header in capitals: docker, kubectl, helm, systemctl.
pub(super) fn capitals() -> Option<Box<dyn Filter>> {
    filter(Cut::Aligned, |line| {
        let letters = |byte: &u8| byte.is_ascii_uppercase() || b" -_()/%\t".contains(byte);
        line.iter().all(letters) && line.first().is_some_and(u8::is_ascii_uppercase)
    })
}

/// `pip list` and kin.
pub(super) fn packages() -> Option<Box<dyn Filter>> {
    filter(Cut::Words, |line| {
        let line = line.strip_prefix(b"# ").unwrap_or(line);
        (line.starts_with(b"Package ") || line.starts_with(b"Name ")) && has(line, b" Version")
    })
}

/// `npm outdated` and kin: what is outdated is a failure.
pub(super) fn outdated() -> Option<Box<dyn Filter>> {
    let mut tables = tables(Cut::Words, |line| {
        line.starts_with(b"Package ") && has(line, b"Current") && has(line, b"Latest")
    });
    tables.tells = true;
    Some(Box::new(tables))
}

/// `ps`, `df`: numbers to the right, the last column takes the rest of the line.
pub(super) fn processes() -> Option<Box<dyn Filter>> {
    filter(Cut::Words, |line| {
        line.starts_with(b"Filesystem ")
            || [&b" PID "[..], b" COMMAND", b" CMD"]
                .iter()
                .any(|name| has(line, name))
                && line
                    .iter()
                    .all(|byte| !byte.is_ascii_lowercase() && !byte.is_ascii_digit())
    })
}

/// `psql`, `mysql`, `aws --output table`: a header that a rule follows.
pub(super) fn ruled() -> Option<Box<dyn Filter>> {
    filter(Cut::Bars, |line| line.contains(&b'|'))
}

fn has(line: &[u8], part: &[u8]) -> bool {
    log::line::find(line, part).is_some()
}

/// The lines of a tool, with tables in them.
struct Tables {
    cut: Cut,
    is_header: fn(&[u8]) -> bool,
    table: Option<Table>,
    /// A table is the reason of a failure (`npm outdated`).
    tells: bool,
    /// A line that is a header if a rule follows.
    held: Option<(Stream, Vec<u8>)>,
    rest: log::Fold,
}

fn filter(cut: Cut, is_header: fn(&[u8]) -> bool) -> Option<Box<dyn Filter>> {
    Some(Box::new(tables(cut, is_header)))
}

fn tables(cut: Cut, is_header: fn(&[u8]) -> bool) -> Tables {
    Tables {
        cut,
        is_header,
        table: None,
        tells: false,
        held: None,
        rest: log::Fold::new(u16::MAX, 2),
    }
}

impl Tables {
    /// What was held is no header.
    fn release(&mut self, out: &mut Out) {
        if let Some((stream, line)) = self.held.take() {
            self.rest.line(&line, stream, out);
        }
    }

    fn close(&mut self, out: &mut Out) {
        if let Some(mut table) = self.table.take() {
            table.end(out);
        }
    }
}

impl Filter for Tables {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let ruled = |byte: &u8| matches!(byte, b'-' | b'=' | b' ' | b'+' | b'|');
        if line.len() > 2 && line.iter().all(ruled) && line.contains(&b'-') {
            if let Some((_, header)) = self.held.take() {
                self.table = Table::new(&header, self.cut);
            }
            return out.noise(line);
        }
        self.release(out);
        let is_header = (self.is_header)(line);
        if is_header && self.cut == Cut::Bars {
            if self.table.is_none() {
                self.held = Some((stream, line.to_vec()));
                return;
            }
        } else if is_header && let Some(table) = Table::new(line, self.cut) {
            self.close(out);
            self.table = Some(table);
            self.rest.alarm |= self.tells;
            return;
        }
        let taken = match &mut self.table {
            Some(table) if !line.is_empty() => table.row(line, stream, out),
            _ => false,
        };
        if !taken {
            self.close(out);
            self.rest.line(line, stream, out);
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.release(out);
        self.close(out);
        self.rest.end(out);
        told(status, self.rest.alarm)
    }
}
