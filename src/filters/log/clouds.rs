//! Lists of clouds and clusters that are no tables: objects in buckets, descriptions.
//! Sources: recorded output; `aws s3 ls help`, kubectl `pkg/describe/describe.go`,
//! systemctl(1).

use super::super::{End, Filter, Out, Status, Stream, scan};
use super::fold::Fold;
use super::progress::{Do, Known, Progress};
use super::told;

#[rustfmt::skip]
const COPIES: &[Known] = &[
    ("Completed *remaining*", Do::Drop),
];

/// `aws s3`: what a row's date has in common with the row before is not repeated.
pub(crate) fn buckets() -> Option<Box<dyn Filter>> {
    Some(Box::new(Objects {
        last: [0; 11],
        rest: Progress::new(COPIES, super::EACH),
    }))
}

struct Objects {
    /// `2026-03-02 ` of the row before.
    last: [u8; 11],
    rest: Progress,
}

impl Filter for Objects {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let dated = super::line::date(line).filter(|date| date.start == 0);
        let Some(rest) = dated.and_then(|_| line.get(19..)) else {
            let text = line.trim_ascii();
            return match text.starts_with(b"PRE ") {
                true => out.line(stream, text),
                false => self.rest.line(line, stream, out),
            };
        };
        let day = &line[..11];
        // The year, or the day.
        let same = match () {
            _ if day == self.last => 11,
            _ if day[..5] == self.last[..5] => 5,
            _ => 0,
        };
        self.last.copy_from_slice(day);
        let rest = rest.trim_ascii_start();
        out.line_of(stream, &[&line[same..19], b" ", rest]);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.rest.end(status, out)
    }
}

/// `kubectl describe`, `systemctl status`: names and values, tables below names.
pub(crate) fn described() -> Option<Box<dyn Filter>> {
    Some(Box::new(Described {
        rest: Fold::new(u16::MAX, 2),
    }))
}

struct Described {
    rest: Fold,
}

impl Filter for Described {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let text = line.trim_ascii();
        let ruled = text.iter().all(|byte| b"- ".contains(byte));
        if ruled || is_none(text) {
            return out.noise(line);
        }
        let indent = line.len() - line.trim_ascii_start().len();
        let blanks = [b' '; 16];
        let squeezed = scan::squeeze(text);
        let text = [&blanks[..(indent / 2).min(16)], &squeezed].concat();
        self.rest.line(&text, stream, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.rest.end(out);
        told(status, self.rest.alarm)
    }
}

/// `Annotations:      <none>`: a name, and nothing else.
fn is_none(text: &[u8]) -> bool {
    scan::cut(text, b":").is_some_and(|(_, value)| value.trim_ascii() == b"<none>")
}
