//! What stops the build: rules that are malformed, there twice, or could never be found.
//! The message names the pattern or the list.

use super::form::Rule;
use super::packed::Options;

/// Longest message of a failed build, in bytes.
const MESSAGE_MAX: usize = 300;

/// Stops the build if a line says something malformed, or twice.
pub(super) const fn check_rules(name: &'static str, rules: &[Rule<&'static str>]) {
    let (mut spellings, mut operands, mut words) = (0, 0, 0);
    let mut at = 0;
    while at < rules.len() {
        match rules[at] {
            Rule::As(_) => spellings += 1,
            Rule::Operands(from, to) => {
                operands += 1;
                if from > to {
                    fail("more operands at least than at most:", name);
                }
            }
            Rule::Words => words += 1,
            Rule::LeaveWords(list) => check_list(list, false),
            Rule::Value(list)
            | Rule::Leave(list)
            | Rule::LeaveBehind(list)
            | Rule::Fine(list)
            | Rule::Needs(list)
            | Rule::Reads(list)
            | Rule::ReadsBare(list)
            | Rule::Last(list) => check_list(list, true),
        }
        at += 1;
    }
    if spellings > 1 || operands > 1 || words > 1 {
        fail("said twice of", name);
    }
}

/// All spellings of a family.
pub(super) const fn patterns(name: &'static str, rules: &[Rule<&'static str>]) -> &'static str {
    let mut at = 0;
    while at < rules.len() {
        if let Rule::As(patterns) = rules[at] {
            return patterns;
        }
        at += 1;
    }
    name
}

/// Stops the build if a list of options in front is malformed.
pub(super) const fn check_options(options: &Options<&'static str>) {
    check_list(options.value, true);
    check_list(options.flag, true);
    check_list(options.raw, true);
    check_list(options.raw_here, true);
    check_list(options.harmless, true);
}

/// Items with one blank between two, none twice; `options`: each starts with a dash.
const fn check_list(list: &'static str, options: bool) {
    let bytes = list.as_bytes();
    let mut from = 0;
    let mut at = 0;
    while at <= bytes.len() && !bytes.is_empty() {
        if at == bytes.len() || bytes[at] == b' ' {
            if at == from {
                fail("two blanks, or one at an end, in the list", list);
            }
            if options && (!matches!(bytes[from], b'-' | b'+') || at - from < 2) {
                fail("an item that is no option in the list", list);
            }
            if seen_before(bytes, from, at) {
                fail("an item that is there twice in the list", list);
            }
            from = at + 1;
        }
        at += 1;
    }
}

/// Whether the item `from..to` stands in front of itself already.
const fn seen_before(bytes: &[u8], from: usize, to: usize) -> bool {
    let mut start = 0;
    while start < from {
        let mut length = 0;
        while bytes[start + length] != b' ' {
            length += 1;
        }
        if length == to - from && has_at(bytes, start, bytes, from, length) {
            return true;
        }
        start += length + 1;
    }
    false
}

/// Stops the build if a pattern is not one.
pub(super) const fn check_pattern(pattern: &'static str) {
    let bytes = pattern.as_bytes();
    let mut before = b' ';
    let mut at = 0;
    while at <= bytes.len() {
        let byte = if at < bytes.len() { bytes[at] } else { b' ' };
        let starts = matches!(before, b' ' | b'|');
        let ends = matches!(byte, b' ' | b'|' | b',');
        if starts && ends {
            fail("an empty word in", pattern);
        }
        if starts && matches!(byte, b'-' | b'+') {
            fail("an option can never be a subcommand:", pattern);
        }
        if byte == b'/' {
            fail("a program is found by its name, without folders:", pattern);
        }
        if before == b',' && byte != b' ' {
            fail("a comma without a blank in", pattern);
        }
        if before == b'#' && !ends {
            fail("a number that is not at the end in", pattern);
        }
        if !(byte.is_ascii_graphic() || byte == b' ') {
            fail("a character that is not ASCII in", pattern);
        }
        before = byte;
        at += 1;
    }
}

/// Whether a word fits many.
pub(super) const fn is_pattern(word: &str) -> bool {
    match word.as_bytes() {
        [] => false,
        [b'*', ..] | [.., b'*' | b'#'] => true,
        _ => false,
    }
}

/// Stops the build if all that `behind` fits is taken by the pattern in front of it. The
/// longer stands in front, so that only one with a middle can.
pub(super) const fn check_siblings(front: &'static str, behind: &'static str) {
    let bytes = behind.as_bytes();
    if let [b'*', middle @ .., b'*'] = front.as_bytes() {
        let mut at = 0;
        while at + middle.len() <= bytes.len() {
            if has_at(bytes, at, middle, 0, middle.len()) {
                fail("another pattern in front takes all of", behind);
            }
            at += 1;
        }
    }
}

/// Whether `length` bytes of `a` from `at` on are those of `b` from `from` on.
const fn has_at(a: &[u8], at: usize, b: &[u8], from: usize, length: usize) -> bool {
    let mut same = 0;
    while same < length && a[at + same] == b[from + same] {
        same += 1;
    }
    same == length
}

/// Stops the build, or a test, with a message that has the pattern in it.
pub(super) const fn fail(what: &str, pattern: &str) -> ! {
    let parts = [what.as_bytes(), b" `", pattern.as_bytes(), b"`"];
    let mut text = [b' '; MESSAGE_MAX];
    let (mut end, mut part) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() && end < MESSAGE_MAX {
            text[end] = parts[part][at];
            end += 1;
            at += 1;
        }
        part += 1;
    }
    match std::str::from_utf8(text.split_at(end).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("a rule is not UTF-8"),
    }
}
