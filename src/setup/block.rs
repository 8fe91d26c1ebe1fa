//! A block of lines in somebody's text file: Markdown between markers, a TOML
//! table, an item of a YAML list. Appended or spliced in, taken out again.
//!
//! As in [`super::json_edit`], whether a line end or an empty key was there before
//! cannot be told from the text, and is told by the backup.

use std::ops::Range;

use crate::text::toml::{self, Value};

/// First and last line of our block in a Markdown file. Only these are looked
/// for: the letters `rtk` occur in other people's rules.
const BEGIN: &str = "<!-- rtk: begin -->";
const END: &str = "<!-- rtk: end -->";

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The text with our block between markers at its end, or in the place of an older one.
pub(crate) fn put_markdown(text: &[u8], block: &str) -> Result<Vec<u8>, String> {
    let newline = newline(text);
    let lines = [BEGIN, block.trim_end(), END]
        .join("\n")
        .replace('\n', newline);
    match find_markdown(text)? {
        Some(old) => Ok([&text[..old.start], lines.as_bytes(), &text[old.end..]].concat()),
        None => Ok(append(text, &format!("{lines}{newline}"), newline)),
    }
}

/// The block with its markers, without the line end behind it.
pub(crate) fn find_markdown(text: &[u8]) -> Result<Option<Range<usize>>, String> {
    let lines = lines(text);
    let own = |line: &Range<usize>| &text[line.clone()];
    let is = |line: &Range<usize>, marker: &str| {
        let own = own(line).strip_prefix(BOM).unwrap_or(own(line));
        own.trim_ascii() == marker.as_bytes()
    };
    let begins: Vec<_> = lines.iter().filter(|line| is(line, BEGIN)).collect();
    let ends: Vec<_> = lines.iter().filter(|line| is(line, END)).collect();
    match (begins.as_slice(), ends.as_slice()) {
        ([], []) => Ok(None),
        ([begin], [end]) if begin.end <= end.start => {
            let bom = if own(begin).starts_with(BOM) {
                BOM.len()
            } else {
                0
            };
            Ok(Some(begin.start + bom..end.end))
        }
        _ => Err("has rtk's markers, but not one begin and one end; mend it by hand".to_string()),
    }
}

/// What stands between the markers of a block.
pub(crate) fn inside_markers(block: &[u8]) -> Vec<u8> {
    let text = unix(block);
    let inside = text
        .trim()
        .strip_prefix(BEGIN)
        .and_then(|rest| rest.strip_suffix(END));
    inside.unwrap_or(&text).trim().as_bytes().to_vec()
}

/// A text with plain line ends.
pub(crate) fn unix(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace("\r\n", "\n")
}

/// A document that is to be edited.
fn document(text: &[u8]) -> Result<toml::Table, String> {
    toml::parse(text).map_err(|error| {
        let line = error.line(text).to_string();
        [
            "is not TOML that can be edited (line ",
            &line,
            ": ",
            error.reason,
            ")",
        ]
        .concat()
    })
}

/// The text with a TOML table at its end, or in the place of the older one at `old`.
/// `table` starts with its `[[header]]` line.
pub(crate) fn put_toml(
    text: &[u8],
    array: &str,
    table: &str,
    old: Option<Range<usize>>,
) -> Result<Vec<u8>, String> {
    match document(text)?.get(array) {
        None | Some(Value::Tables(_)) => {}
        Some(_) => {
            return Err([
                "has ",
                array,
                " in a form that cannot be added to; use [[",
                array,
                "]]",
            ]
            .concat());
        }
    }
    let newline = newline(text);
    let table = table.trim_end().replace('\n', newline);
    let new = match old {
        Some(old) => [&text[..old.start], table.as_bytes(), &text[old.end..]].concat(),
        None => append(text, &(table + newline), newline),
    };
    // What was understood must be so afterwards.
    document(&new).map(|_| new)
}

/// The tables of `[[array]]` for which `key` is `value`.
pub(crate) fn find_toml(
    text: &[u8],
    array: &str,
    key: &str,
    value: &str,
) -> Result<Vec<Range<usize>>, String> {
    let document = document(text)?;
    let Some(Value::Tables(tables)) = document.get(array) else {
        return Ok(Vec::new());
    };
    let named =
        |table: &&toml::Table| matches!(table.get(key), Some(Value::String(text)) if text == value);
    Ok(tables.iter().filter(named).map(toml::Table::span).collect())
}

/// The text with `key = true` in `[table]`.
pub(crate) fn put_setting(text: &[u8], table: &str, key: &str) -> Result<Vec<u8>, String> {
    let document = document(text)?;
    let newline = newline(text);
    let line = [key, " = true", newline].concat();
    let new = match document.get(table) {
        None => append(text, &["[", table, "]", newline, &line].concat(), newline),
        Some(Value::Table(found)) => match found.item(key) {
            Some(item) => [&text[..item.span.start], b"true", &text[item.span.end..]].concat(),
            None => {
                let at = end_of_line(text, found.span().start);
                let lead = if text[..at].ends_with(b"\n") {
                    ""
                } else {
                    newline
                };
                [&text[..at], lead.as_bytes(), line.as_bytes(), &text[at..]].concat()
            }
        },
        Some(_) => return Err(["has something else than a table called ", table].concat()),
    };
    // A table in braces or of dotted keys has no place for a line.
    match find_setting(&new, table, key) {
        Some(span) if &new[span.clone()] == b"true" => Ok(new),
        _ => Err([
            table,
            " is written in a form that cannot be added to; add ",
            key,
            " = true by hand",
        ]
        .concat()),
    }
}

/// Where the value of `key` in `[table]` stands.
pub(crate) fn find_setting(text: &[u8], table: &str, key: &str) -> Option<Range<usize>> {
    let document = toml::parse(text).ok()?;
    Some(document.table(table)?.item(key)?.span.clone())
}

/// The text without the line of `key`, and without a header that has no other.
pub(crate) fn without_setting(text: &[u8], table: &str, key: &str) -> Vec<u8> {
    let Some(value) = find_setting(text, table, key) else {
        return text.to_vec();
    };
    let all = lines(text);
    let Some(at) = all
        .iter()
        .position(|line| line.start <= value.start && value.end <= line.end)
    else {
        return text.to_vec();
    };
    let is_header = |line: &Range<usize>| {
        text[line.clone()].trim_ascii() == ["[", table, "]"].concat().as_bytes()
    };
    let header = at
        .checked_sub(1)
        .map(|above| &all[above])
        .filter(|above| is_header(above));
    let more = all.get(at + 1).is_some_and(|below| {
        let below = text[below.clone()].trim_ascii();
        !below.is_empty() && !below.starts_with(b"[")
    });
    match header {
        Some(header) if !more => without(text, &(header.start..all[at].end)),
        _ => [
            &text[..all[at].start],
            &text[end_of_line(text, all[at].end)..],
        ]
        .concat(),
    }
}

/// The text without the lines of `block` and the blank line in front of them.
pub(crate) fn without(text: &[u8], block: &Range<usize>) -> Vec<u8> {
    let head = &text[..block.start];
    let newline = newline(text).as_bytes();
    let head = head.strip_suffix(newline).unwrap_or(head);
    [head, &text[end_of_line(text, block.end)..]].concat()
}

/// `plugins.enabled` of a YAML file with `item` in it. The forms that people
/// write are understood: no such key, a list of dashes, a list in brackets.
pub(crate) fn put_yaml(text: &[u8], keys: [&str; 2], item: &str) -> Result<Vec<u8>, String> {
    let newline = newline(text);
    let by_hand =
        |how: &str, key: &str| ["has ", key, " ", how, "; add ", item, " to it by hand"].concat();
    if text.contains(&b'\t') {
        return Err(by_hand("in a file with tabs", keys[0]));
    }
    let Some(outer) = yaml_key(text, 0..text.len(), 0, keys[0]) else {
        let lines = format!(
            "{}:{newline}  {}:{newline}    - {item}{newline}",
            keys[0], keys[1]
        );
        return Ok(append(text, &lines, newline));
    };
    let body = yaml_body(text, outer.end, 0);
    if !text[outer.clone()].trim_ascii_end().ends_with(b":") {
        return Err(by_hand("on one line", keys[0]));
    }
    let indent = lines(&text[body.clone()])
        .iter()
        .map(|line| &text[body.start + line.start..body.start + line.end])
        .find(|line| !line.trim_ascii().is_empty() && !line.trim_ascii().starts_with(b"#"))
        .map_or(2, blanks);
    let lead_in = " ".repeat(indent);
    let insert = |at: usize, new: String| [&text[..at], new.as_bytes(), &text[at..]].concat();
    let Some(inner) = yaml_key(text, body.clone(), indent, keys[1]) else {
        let at = end_of_line(text, outer.end);
        let lead = if text[..at].ends_with(b"\n") {
            ""
        } else {
            newline
        };
        return Ok(insert(
            at,
            format!(
                "{lead}{lead_in}{}:{newline}{lead_in}  - {item}{newline}",
                keys[1]
            ),
        ));
    };
    let value = &text[inner.clone()];
    let value = value
        .splitn(2, |&byte| byte == b':')
        .nth(1)
        .unwrap_or_default()
        .trim_ascii();
    if let Some(list) = value.strip_prefix(b"[") {
        let Some(close) = list.iter().position(|&byte| byte == b']') else {
            return Err(by_hand("in a list that goes over lines", keys[1]));
        };
        let at = inner.start + find(&text[inner.clone()], b"[").unwrap_or(0) + 1 + close;
        let lead = if list[..close].trim_ascii().is_empty() {
            ""
        } else {
            ", "
        };
        return Ok(insert(at, format!("{lead}{item}")));
    }
    if !value.is_empty() && !value.starts_with(b"#") {
        return Err(by_hand("as something else than a list", keys[1]));
    }
    let inside = yaml_body(text, inner.end, indent);
    // A list may be indented as its key is.
    let dash = lines(text)
        .into_iter()
        .filter(|line| line.start >= inner.end && line.start < text.len())
        .map(|line| text[line].to_vec())
        .find(|line| !line.trim_ascii().is_empty())
        .filter(|line| line.trim_ascii_start().starts_with(b"- "))
        .map_or(indent + 2, |line| blanks(&line));
    let at = if dash == indent {
        last_dash(text, inner.end, indent)
    } else {
        inside.end
    };
    let lead = if at > 0 && !text[..at].ends_with(b"\n") {
        newline
    } else {
        ""
    };
    Ok(insert(
        at,
        format!("{lead}{}- {item}{newline}", " ".repeat(dash)),
    ))
}

/// Whether the list at the two keys names `item`, and where its line or entry is.
pub(crate) fn find_yaml(text: &[u8], keys: [&str; 2], item: &str) -> Option<Range<usize>> {
    let outer = yaml_key(text, 0..text.len(), 0, keys[0])?;
    let body = yaml_body(text, outer.end, 0);
    lines(text)
        .into_iter()
        .filter(|line| line.start >= body.start && line.end <= body.end)
        .find(|line| {
            let own = text[line.clone()].trim_ascii();
            own.strip_prefix(b"- ")
                .is_some_and(|rest| rest.trim_ascii() == item.as_bytes())
                || (own.starts_with(keys[1].as_bytes()) && flow_entry(own, item).is_some())
        })
}

/// The text without `item` in the list, and without the keys that hold nothing else.
pub(crate) fn without_yaml(text: &[u8], keys: [&str; 2], item: &str) -> Vec<u8> {
    let Some(line) = find_yaml(text, keys, item) else {
        return text.to_vec();
    };
    if let Some(entry) = flow_entry(&text[line.clone()], item) {
        let (from, to) = (line.start + entry.start, line.start + entry.end);
        return [&text[..from], &text[to..]].concat();
    }
    let mut whole = line.start..line.end;
    for key in [keys[1], keys[0]] {
        let above = lines(&text[..whole.start]).pop().unwrap_or(0..0);
        let own = &text[above.clone()];
        let own = own.strip_prefix(BOM).unwrap_or(own);
        let after = &text[end_of_line(text, whole.end)..];
        let next = lines(after)
            .into_iter()
            .map(|line| &after[line])
            .find(|line| !line.trim_ascii().is_empty())
            .unwrap_or_default();
        let more = blanks(next) > blanks(own)
            || blanks(next) == blanks(own) && next.trim_ascii().starts_with(b"- ");
        if own.trim_ascii().strip_suffix(b":") != Some(key.as_bytes()) || more {
            return [&text[..whole.start], after].concat();
        }
        whole.start = above.end - own.len();
    }
    without(text, &whole)
}

/// `item` in a list in brackets, with the comma that goes with it.
fn flow_entry(line: &[u8], item: &str) -> Option<Range<usize>> {
    let open = find(line, b"[")? + 1;
    let close = open + find(&line[open..], b"]")?;
    let mut from = open;
    for entry in line[open..close].split(|&byte| byte == b',') {
        let to = from + entry.len();
        if entry.trim_ascii() == item.as_bytes() {
            return Some(if from > open {
                from - 1..to
            } else if to < close {
                from..to + 1
            } else {
                from..to
            });
        }
        from = to + 1;
    }
    None
}

/// The line of a key at this indentation, without its end.
fn yaml_key(text: &[u8], within: Range<usize>, indent: usize, key: &str) -> Option<Range<usize>> {
    lines(text)
        .into_iter()
        .filter(|line| line.start >= within.start && line.end <= within.end)
        .find(|line| {
            let own = &text[line.clone()];
            let own = own.strip_prefix(BOM).unwrap_or(own);
            blanks(own) == indent
                && own[indent..]
                    .strip_prefix(key.as_bytes())
                    .is_some_and(|rest| rest.starts_with(b":"))
        })
}

/// The lines below a key: blank, comment, or indented deeper.
fn yaml_body(text: &[u8], from: usize, indent: usize) -> Range<usize> {
    let start = end_of_line(text, from);
    let mut end = start;
    for line in lines(text).into_iter().filter(|line| line.start >= start) {
        let own = &text[line.clone()];
        let blanks = blanks(own);
        if own.trim_ascii().is_empty() {
            continue;
        }
        if blanks <= indent {
            break;
        }
        end = end_of_line(text, line.end);
    }
    start..end
}

/// Behind the last `- ` line of a list that is indented as its key.
fn last_dash(text: &[u8], from: usize, indent: usize) -> usize {
    let start = end_of_line(text, from);
    let mut end = start;
    for line in lines(text).into_iter().filter(|line| line.start >= start) {
        let own = &text[line.clone()];
        let blanks = blanks(own);
        if blanks < indent || blanks == indent && !own[blanks..].starts_with(b"- ") {
            break;
        }
        end = end_of_line(text, line.end);
    }
    end
}

/// `text`, a blank line, `lines`.
fn append(text: &[u8], lines: &str, newline: &str) -> Vec<u8> {
    let mut new = text.to_vec();
    let content = text.strip_prefix(BOM).unwrap_or(text);
    if !content.is_empty() {
        if !content.ends_with(b"\n") {
            new.extend(newline.as_bytes());
        }
        new.extend(newline.as_bytes());
    }
    new.extend(lines.as_bytes());
    new
}

/// How far a line is indented.
fn blanks(line: &[u8]) -> usize {
    line.iter().take_while(|&&byte| byte == b' ').count()
}

fn newline(text: &[u8]) -> &'static str {
    if find(text, b"\r\n").is_some() {
        "\r\n"
    } else {
        "\n"
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// The spans of the lines, without their ends.
fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut from = 0;
    text.split_inclusive(|&byte| byte == b'\n')
        .map(|line| {
            let start = from;
            from += line.len();
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            start..start + line.strip_suffix(b"\r").unwrap_or(line).len()
        })
        .collect()
}

/// Behind the line end that is at `at` or later on its line.
fn end_of_line(text: &[u8], at: usize) -> usize {
    text[at..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(text.len(), |end| at + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown() {
        for text in ["", "notes\n", "# a\r\n\r\nb\r\n", "Prefer RTK Query\n"] {
            let new = put_markdown(text.as_bytes(), "Use rtk.\n").expect("can be put");
            let again = put_markdown(&new, "Use rtk.\n");
            assert_eq!(again.as_ref(), Ok(&new), "twice is once");
            let block = find_markdown(&new).expect("can be read").expect("is there");
            assert_eq!(inside_markers(&new[block.clone()]), b"Use rtk.");
            assert_eq!(without(&new, &block), text.as_bytes());
        }
        assert!(put_markdown(b"<!-- rtk: begin -->\n", "x").is_err());
    }

    #[test]
    fn toml_tables() {
        let table = "[[hooks]]\nname = \"rtk-rewrite\"\ntype = \"pre_tool\"\n";
        for text in ["", "# c\n[x]\ny = 2\n", "[[hooks]]\nname = \"other\"\n"] {
            let new = put_toml(text.as_bytes(), "hooks", table, None).expect("can be put");
            let found = find_toml(&new, "hooks", "name", "rtk-rewrite").expect("can be read");
            assert_eq!(found.len(), 1);
            assert_eq!(without(&new, &found[0]), text.as_bytes());
        }
        assert!(put_toml(b"hooks = 1\n", "hooks", table, None).is_err());
        assert!(put_toml(b"a = \n", "hooks", table, None).is_err());
    }

    #[test]
    fn yaml_lists() {
        let keys = ["plugins", "enabled"];
        for (text, afterwards) in [
            ("", ""),
            ("a: 1\n", "a: 1\n"),
            ("plugins:\n", ""),
            (
                "plugins:\n  enabled:\n    - other\n",
                "plugins:\n  enabled:\n    - other\n",
            ),
            (
                "plugins:\n  enabled: []\nz: 1\n",
                "plugins:\n  enabled: []\nz: 1\n",
            ),
            (
                "plugins:\n  enabled: [a, b]\n",
                "plugins:\n  enabled: [a, b]\n",
            ),
            (
                "plugins:\n  enabled:\n  - other\n  paths: x\nz: 1\n",
                "plugins:\n  enabled:\n  - other\n  paths: x\nz: 1\n",
            ),
            ("plugins:\n  paths: x\n", "plugins:\n  paths: x\n"),
        ] {
            let new = put_yaml(text.as_bytes(), keys, "rtk-rewrite").expect(text);
            assert!(find_yaml(&new, keys, "rtk-rewrite").is_some(), "{text}");
            let old = without_yaml(&new, keys, "rtk-rewrite");
            assert_eq!(String::from_utf8_lossy(&old), afterwards, "{text:?}");
        }
        assert!(put_yaml(b"plugins: {enabled: [a]}\n", keys, "x").is_err());
        assert!(put_yaml(b"plugins:\n  enabled: yes\n", keys, "x").is_err());
    }
}
