//! `ls` (POSIX ls STDOUT; GNU coreutils and busybox). Names of a folder stand in one
//! line. With `-l` the columns lose their padding, and where neighbours have mode, links,
//! owner, group and time in common, these stand once before them:
//!
//! ```text
//! -rw-r--r-- 1 root root Dec 1 02:08:
//! 930 beacon.rs
//! 41172 ledger.rs
//! drwxr-xr-x 2 root root 4096 Dec 1 02:08 berth
//! ```
//!
//! The order is the tool's. A line that is not understood is shown as it is.

use super::fields::number;
use super::paths::Names;
use super::{About, End, Filter, Out, Status, Stream};

/// For `rtk filters`.
pub(super) const ABOUT: About = About {
    shape: "paths",
    keeps: "every name in its order, with -l all columns",
    drops: "padding, columns that repeat the line before, total of blocks",
};

/// So many neighbours must have something in common.
const SHARED_MIN: usize = 3;

/// So many names are shown.
const NAMES_MAX: usize = 5000;

/// The filter for `ls`; `None` for the forms that mean something by their layout.
pub(super) fn make(words: &[&str]) -> Option<Box<dyn Filter>> {
    let mut listing = Listing::default();
    let mut operands = 0;
    for word in words.iter().skip(1) {
        match word.strip_prefix('-').filter(|flags| !flags.is_empty()) {
            None => operands += 1,
            Some(flags) if flags.starts_with('-') => match &flags[1..] {
                "recursive" => listing.sections = true,
                "all" | "almost-all" | "human-readable" | "si" | "reverse" | "directory" => {}
                "group-directories-first" | "no-group" | "numeric-uid-gid" | "full-time" => {}
                flag => {
                    let fine = ["color", "sort", "time", "time-style", "ignore", "hide"];
                    let name = flag.split('=').next().unwrap_or(flag);
                    fine.contains(&name).then_some(())?;
                }
            },
            Some(flags) => {
                for flag in flags.chars() {
                    match flag {
                        'l' | 'g' | 'o' | 'n' => listing.long = true,
                        'R' => listing.sections = true,
                        'a' | 'A' | 'h' | 't' | 'r' | 'S' | 'X' | 'U' | 'v' | 'c' | 'u' | 'd'
                        | 'F' | 'p' | 'G' | 'L' | 'H' | 'B' | 'k' => {}
                        _ => return None,
                    }
                }
            }
        }
    }
    listing.long |= words.contains(&"--full-time");
    listing.sections |= operands > 1;
    Some(Box::new(listing))
}

/// Reads `ls`.
#[derive(Default)]
struct Listing {
    long: bool,
    /// `folder:` and its names, with an empty line before.
    sections: bool,
    after_blank: bool,
    begun: bool,
    names: Names,
    rows: Vec<Row>,
    shown: usize,
    errors: bool,
    stream: Stream,
}

/// A line of `ls -l`.
struct Row {
    /// Mode, links, owner, group, without padding.
    owner: Vec<u8>,
    size: Vec<u8>,
    time: Vec<u8>,
    name: Vec<u8>,
}

impl Listing {
    fn leave(&mut self, out: &mut Out) {
        if self.names.count() > 0 {
            let names = self.names.take();
            out.line(self.stream, &names);
        }
        let rows = std::mem::take(&mut self.rows);
        let shared = rows.len() >= SHARED_MIN;
        if shared {
            let first = &rows[0];
            out.line_of(self.stream, &[&first.owner, b" ", &first.time, b":"]);
        }
        for row in &rows {
            let parts: &[&[u8]] = match shared {
                true => &[&row.size, b" ", &row.name],
                false => &[
                    &row.owner, b" ", &row.size, b" ", &row.time, b" ", &row.name,
                ],
            };
            out.line_of(self.stream, parts);
        }
    }

    fn row(&mut self, row: Row, out: &mut Out) {
        let same = self
            .rows
            .first()
            .is_none_or(|first| first.owner == row.owner && first.time == row.time);
        if !same || self.rows.len() >= 256 {
            self.leave(out);
        }
        self.rows.push(row);
    }
}

impl Row {
    fn read(line: &[u8]) -> Option<Row> {
        let (mode, mut rest) = column(line)?;
        let kinds = b"-dlbcpsDMPn?";
        let bits = mode.get(1..10)?;
        if !kinds.contains(&mode[0])
            || mode.len() > 11
            || !bits.iter().all(|bit| b"rwxsStT-?".contains(bit))
        {
            return None;
        }
        let mut owner = mode.to_vec();
        // Links, owner, group (`-g`, `-o` and `-G` leave some out), then the size:
        // the column before the date.
        let mut columns = Vec::new();
        while columns.len() < 6 {
            if let Some((time, name)) = time(rest) {
                let size = columns.pop()?;
                for column in columns {
                    owner.push(b' ');
                    owner.extend_from_slice(column);
                }
                return Some(Row {
                    owner,
                    size: size.to_vec(),
                    time,
                    name: name.to_vec(),
                });
            }
            let (next, after) = column(rest)?;
            columns.push(next);
            rest = after;
        }
        None
    }
}

/// The next column, and what follows it.
fn column(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let end = text.iter().position(|byte| *byte == b' ')?;
    (end > 0).then(|| text.split_at(end))
}

/// `Dec  1 02:08 name`, `Feb  1  2026 name`, `2026-12-01 02:08 name`: the time, and the
/// name after one blank.
fn time(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    const MONTHS: &[u8] = b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    let is_clock = |text: &[u8]| text.len() >= 5 && text[2] == b':' && text[0].is_ascii_digit();
    let (first, rest) = column(text)?;
    if first.len() == 3
        && MONTHS
            .split(|byte| *byte == b' ')
            .any(|month| month == first)
    {
        let (day, rest) = column(rest)?;
        let (clock, rest) = column(rest)?;
        let is_year = clock.len() == 4 && number(clock).is_some_and(|(_, rest)| rest.is_empty());
        let is_day = number(day).is_some_and(|(_, rest)| rest.is_empty());
        let found = is_day && (is_clock(clock) || is_year);
        return found.then(|| ([first, day, clock].join(&b' '), &rest[1..]));
    }
    let is_date =
        first.len() == 10 && first[4] == b'-' && first[7] == b'-' && first[0].is_ascii_digit();
    let (clock, rest) = column(rest)?;
    if !is_date || !is_clock(clock) {
        return None;
    }
    match column(rest) {
        Some((zone, after))
            if clock.len() > 8 && matches!(zone[0], b'+' | b'-') && zone.len() == 5 =>
        {
            Some(([first, clock, zone].join(&b' '), &after[1..]))
        }
        _ => Some(([first, clock].join(&b' '), &rest[1..])),
    }
}

impl Filter for Listing {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let head = self.sections && (self.after_blank || !self.begun) && line.ends_with(b":");
        let message = line.starts_with(b"ls: ") || line.starts_with(b"/bin/ls: ");
        if stream != self.stream || message || head {
            self.leave(out);
        }
        self.stream = stream;
        if message {
            self.errors = true;
            return out.line(stream, line);
        }
        self.begun = true;
        self.after_blank = line.is_empty();
        if line.is_empty() {
            self.leave(out);
            return out.noise(line);
        }
        if head {
            return out.line(stream, line);
        }
        let total = line.strip_prefix(b"total ");
        if self.long && total.is_some_and(|total| total.first().is_some_and(u8::is_ascii_digit)) {
            return out.noise(line);
        }
        self.shown += 1;
        if self.shown > NAMES_MAX && !out.lossless() {
            self.leave(out);
            return out.omit("names", line);
        }
        if self.long {
            return match Row::read(line) {
                Some(row) => self.row(row, out),
                None => {
                    self.leave(out);
                    out.line(stream, line);
                }
            };
        }
        if self.names.is_full() {
            self.leave(out);
        }
        if !self.names.add(line) {
            self.leave(out);
            out.line(stream, line);
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.leave(out);
        match status {
            Status::Code(1..) if !self.errors => End::Raw,
            _ => End::Told,
        }
    }

    fn exact(&self) -> bool {
        true
    }
}
