//! What has been read, cleaned: the beginning and the end of it, for the way back
//! to raw output.

use super::Stream;

/// Bytes of the beginning that stay.
const HEAD: usize = 16 * 1024;
/// Bytes of the end that stay.
const TAIL: usize = 48 * 1024;
/// Room for a marker in the gap.
const MARKER: usize = 256;
/// Up to this much is held whole.
pub(super) const WHOLE: usize = HEAD + TAIL;

/// The beginning and the end of the text read.
#[derive(Debug, Default)]
pub(super) struct Taken {
    head: Text,
    tail: Text,
    total: u64,
    lines: usize,
}

/// Text of two streams in the order it came.
#[derive(Debug, Default)]
struct Text {
    bytes: Vec<u8>,
    /// Lengths.
    runs: std::collections::VecDeque<(Stream, usize)>,
}

impl Text {
    fn add(&mut self, stream: Stream, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        match self.runs.back_mut() {
            Some((last, length)) if *last == stream => *length += bytes.len(),
            _ => self.runs.push_back((stream, bytes.len())),
        }
    }

    fn drop_front(&mut self, mut count: usize) {
        self.bytes.drain(..count);
        while let Some((_, length)) = self.runs.front_mut() {
            if *length > count {
                *length -= count;
                break;
            }
            count -= *length;
            self.runs.pop_front();
        }
    }

    /// Gives the text from `from` on.
    fn show(&self, from: usize, print: &mut dyn FnMut(Stream, &[u8])) {
        let mut at = 0;
        for &(stream, length) in &self.runs {
            let end = at + length;
            if end > from {
                print(stream, &self.bytes[at.max(from)..end]);
            }
            at = end;
        }
    }

    /// The first line start at `from` or after it; in one long line, of a character.
    fn line_start(&self, from: usize) -> usize {
        if from == 0 {
            return 0;
        }
        let rest = &self.bytes[from - 1..];
        let newline = rest.iter().position(|&byte| byte == b'\n');
        let character = || {
            rest.iter()
                .skip(1)
                .position(|byte| !matches!(byte, 0x80..0xC0))
        };
        from + newline.or_else(character).unwrap_or(0)
    }
}

impl Taken {
    /// Adds a line with its end, or a part of one.
    pub(super) fn add(&mut self, stream: Stream, text: &[u8]) {
        self.total += text.len() as u64;
        self.lines += usize::from(text.ends_with(b"\n"));
        match self.tail.bytes.is_empty() && self.head.bytes.len() + text.len() <= HEAD {
            true => self.head.add(stream, text),
            false => self.tail.add(stream, text),
        }
        if self.tail.bytes.len() > 2 * TAIL {
            self.tail.drop_front(self.tail.bytes.len() - TAIL);
        }
    }

    /// Bytes read.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// All of it is still here, and no more than is shown at once.
    pub(super) fn whole(&self) -> bool {
        self.total <= WHOLE as u64
    }

    /// Line ends from byte `from` of the head on, of a text that is still here.
    pub(super) fn newlines(&self, from: u64) -> usize {
        let shown = self.head.bytes.get(..from as usize).unwrap_or_default();
        self.lines - count_newlines(shown)
    }

    /// The text from byte `from` on is in the head.
    pub(super) fn head_reaches(&self, from: u64) -> bool {
        from <= self.head.bytes.len() as u64
    }

    /// How much of `text` stands in the head at byte `from`.
    pub(super) fn common(&self, from: u64, text: &[u8]) -> usize {
        let head = usize::try_from(from)
            .ok()
            .and_then(|from| self.head.bytes.get(from..));
        let head = head.unwrap_or_default();
        if let Some(head) = head.get(..text.len())
            && head == text
        {
            return text.len();
        }
        head.iter().zip(text).take_while(|(a, b)| a == b).count()
    }

    /// Gives the head from byte `from` on. What stays to be shown is a tail.
    pub(super) fn show_head(&self, from: u64, mut print: impl FnMut(Stream, &[u8])) -> Tail {
        self.head.show(from as usize, &mut print);
        if self.whole() {
            return Tail {
                from: self.head.bytes.len(),
                missing: 0,
            };
        }
        let mut tail = self.tail((TAIL - MARKER) as u64);
        tail.missing -= count_newlines(&self.head.bytes);
        tail
    }

    /// At most the last `limit` bytes, whole lines.
    pub(super) fn tail(&self, limit: u64) -> Tail {
        let (head, tail) = (&self.head, &self.tail);
        let limit = usize::try_from(limit).unwrap_or(TAIL).min(TAIL);
        // A tail that is shorter than the limit follows the head without a gap.
        let from = match tail.bytes.len().checked_sub(limit) {
            Some(from) => head.bytes.len() + tail.line_start(from),
            None => head.line_start((head.bytes.len() + tail.bytes.len()).saturating_sub(limit)),
        };
        let in_tail = from.saturating_sub(head.bytes.len());
        let shown = count_newlines(&head.bytes[from.min(head.bytes.len())..])
            + count_newlines(&tail.bytes[in_tail..]);
        let missing = self.lines - shown;
        Tail { from, missing }
    }

    /// Gives such a tail.
    pub(super) fn show_tail(&self, tail: Tail, mut print: impl FnMut(Stream, &[u8])) {
        let head = self.head.bytes.len();
        self.head.show(tail.from, &mut print);
        self.tail.show(tail.from.saturating_sub(head), &mut print);
    }
}

/// The last part of the text: from this byte of what is still here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    from: usize,
    /// Lines before it that stay unshown.
    pub(super) missing: usize,
}

/// Line ends in a text.
pub(super) fn count_newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}
