//! A block of lines in somebody's text file: Markdown between markers, a TOML
//! table, an item of a YAML list. Appended or spliced in, taken out again.
//!
//! As in [`super::json_edit`], taking out yields the texts that may have been
//! there before, the likeliest first; the recorded hash tells which it was.

use std::ops::Range;

use crate::text::toml::{self, Value};

/// First and last line of our block in a Markdown file. Only these are looked
/// for: the letters `rtk` occur in other people's rules.
const BEGIN: &str = "<!-- rtk: begin -->";
const END: &str = "<!-- rtk: end -->";

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
    let is =
        |line: &Range<usize>, marker: &str| text[line.clone()].trim_ascii() == marker.as_bytes();
    let begins: Vec<_> = lines.iter().filter(|line| is(line, BEGIN)).collect();
    let ends: Vec<_> = lines.iter().filter(|line| is(line, END)).collect();
    match (begins.as_slice(), ends.as_slice()) {
        ([], []) => Ok(None),
        ([begin], [end]) if begin.end <= end.start => Ok(Some(begin.start..end.end)),
        _ => Err("has rtk's markers, but not one begin and one end; mend it by hand".to_string()),
    }
}

/// What stands between the markers of a block.
pub(crate) fn inside_markers(block: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(block).replace("\r\n", "\n");
    let inside = text
        .trim()
        .strip_prefix(BEGIN)
        .and_then(|rest| rest.strip_suffix(END));
    inside.unwrap_or(&text).trim().as_bytes().to_vec()
}

/// The text with a TOML table at its end. `table` starts with its `[[header]]` line.
pub(crate) fn put_toml(text: &[u8], array: &str, table: &str) -> Result<Vec<u8>, String> {
    let document =
        toml::parse(text).map_err(|error| format!("is not TOML that can be edited: {error}"))?;
    match document.get(array) {
        None | Some(Value::Tables(_)) => {}
        Some(_) => {
            return Err(format!(
                "has {array:?} in a form that cannot be added to; use [[{array}]]"
            ));
        }
    }
    let newline = newline(text);
    let table = table.trim_end().replace('\n', newline);
    let new = append(text, &format!("{table}{newline}"), newline);
    // What was understood must be so afterwards.
    toml::parse(&new).map_err(|error| format!("would not be TOML any more: {error}"))?;
    Ok(new)
}

/// The tables of `[[array]]` for which `key` is `value`.
pub(crate) fn find_toml(
    text: &[u8],
    array: &str,
    key: &str,
    value: &str,
) -> Result<Vec<Range<usize>>, String> {
    let document =
        toml::parse(text).map_err(|error| format!("is not TOML that can be read: {error}"))?;
    let Some(Value::Tables(tables)) = document.get(array) else {
        return Ok(Vec::new());
    };
    let named =
        |table: &&toml::Table| matches!(table.get(key), Some(Value::String(text)) if text == value);
    Ok(tables.iter().filter(named).map(toml::Table::span).collect())
}

/// The texts that may have been there before the lines of `block` came.
pub(crate) fn without(text: &[u8], block: Range<usize>) -> Vec<Vec<u8>> {
    let after = end_of_line(text, block.end);
    let (head, tail) = (&text[..block.start], &text[after..]);
    // What append() may have put in front: a blank line, the end of the last line.
    let newline = newline(text).as_bytes();
    let mut candidates = Vec::new();
    let once = head.strip_suffix(newline).unwrap_or(head);
    let twice = once.strip_suffix(newline).unwrap_or(once);
    for head in [once, twice, head] {
        let candidate = [head, tail].concat();
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// `plugins.enabled` of a YAML file with `item` in it. The forms that people
/// write are understood: no such key, a list of dashes, a list in brackets.
pub(crate) fn put_yaml(text: &[u8], keys: [&str; 2], item: &str) -> Result<Vec<u8>, String> {
    let newline = newline(text);
    if text.contains(&b'\t') {
        return Err("has tabs; add the plugin by hand".to_string());
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
        return Err(format!(
            "has {:?} on one line; add {item} to it by hand",
            keys[0]
        ));
    }
    let indent = lines(&text[body.clone()])
        .iter()
        .map(|line| &text[body.start + line.start..body.start + line.end])
        .find(|line| !line.trim_ascii().is_empty() && !line.trim_ascii().starts_with(b"#"))
        .map_or(2, |line| {
            line.iter().take_while(|&&byte| byte == b' ').count()
        });
    let blanks = " ".repeat(indent);
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
                "{lead}{blanks}{}:{newline}{blanks}  - {item}{newline}",
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
            return Err(format!(
                "has a list at {:?} that goes over lines; add {item} by hand",
                keys[1]
            ));
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
        return Err(format!(
            "has something else than a list at {:?}; add {item} by hand",
            keys[1]
        ));
    }
    let inside = yaml_body(text, inner.end, indent);
    // A list may be indented as its key is.
    let dash = lines(text)
        .into_iter()
        .filter(|line| line.start >= inner.end && line.start < text.len())
        .map(|line| text[line].to_vec())
        .find(|line| !line.trim_ascii().is_empty())
        .filter(|line| line.trim_ascii_start().starts_with(b"- "))
        .map_or(indent + 2, |line| {
            line.iter().take_while(|&&byte| byte == b' ').count()
        });
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

/// The texts without `item` in the list.
pub(crate) fn without_yaml(text: &[u8], keys: [&str; 2], item: &str) -> Vec<Vec<u8>> {
    let Some(line) = find_yaml(text, keys, item) else {
        return Vec::new();
    };
    if let Some(entry) = flow_entry(&text[line.clone()], item) {
        return vec![
            [
                &text[..line.start + entry.start],
                &text[line.start + entry.end..],
            ]
            .concat(),
        ];
    }
    let whole = line.start..end_of_line(text, line.end);
    let mut candidates = vec![[&text[..whole.start], &text[whole.end..]].concat()];
    // Its keys may have come with it, and a line end in front of them.
    let above = |from: usize, key: &str| {
        let line = lines(text)
            .into_iter()
            .rev()
            .find(|line| end_of_line(text, line.end) == from)?;
        let own = text[line.clone()].trim_ascii();
        (own.strip_suffix(b":") == Some(key.as_bytes())).then_some(line.start)
    };
    if let Some(inner) = above(whole.start, keys[1]) {
        candidates.push([&text[..inner], &text[whole.end..]].concat());
        if let Some(outer) = above(inner, keys[0]) {
            candidates.extend(without(text, outer..line.end));
        }
    }
    for index in 0..candidates.len() {
        let shorter = candidates[index].trim_ascii_end().to_vec();
        candidates.push(shorter);
    }
    candidates
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
            let own = own.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(own);
            own.iter().take_while(|&&byte| byte == b' ').count() == indent
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
        let blanks = own.iter().take_while(|&&byte| byte == b' ').count();
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
        let blanks = own.iter().take_while(|&&byte| byte == b' ').count();
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
    let content = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if !content.is_empty() {
        if !content.ends_with(b"\n") {
            new.extend(newline.as_bytes());
        }
        new.extend(newline.as_bytes());
    }
    new.extend(lines.as_bytes());
    new
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

    #[track_caller]
    fn has(candidates: &[Vec<u8>], text: &str, new: &[u8]) {
        assert!(
            candidates
                .iter()
                .any(|candidate| candidate == text.as_bytes()),
            "{text:?} became {:?} and {:?}",
            String::from_utf8_lossy(new),
            candidates
                .iter()
                .map(|text| String::from_utf8_lossy(text).into_owned())
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn markdown() {
        for text in [
            "",
            "\n",
            "notes",
            "notes\n",
            "# a\r\n\r\nb\r\n",
            "\u{feff}x\n",
            "Prefer RTK Query\n\n\n",
        ] {
            let new = put_markdown(text.as_bytes(), "Use rtk.\n").expect("can be put");
            assert_eq!(
                put_markdown(&new, "Use rtk.\n").as_ref(),
                Ok(&new),
                "twice is once"
            );
            let block = find_markdown(&new).expect("can be read").expect("is there");
            has(&without(&new, block), text, &new);
        }
        assert!(put_markdown(b"<!-- rtk: begin -->\n", "x").is_err());
    }

    #[test]
    fn toml_tables() {
        let table = "[[hooks]]\nname = \"rtk-rewrite\"\ntype = \"pre_tool\"\n";
        for text in [
            "",
            "a = 1",
            "# c\n[x]\ny = 2\n",
            "[[hooks]]\nname = \"other\"\n",
            "a = 1\r\n",
        ] {
            let new = put_toml(text.as_bytes(), "hooks", table).expect("can be put");
            let found = find_toml(&new, "hooks", "name", "rtk-rewrite").expect("can be read");
            assert_eq!(found.len(), 1);
            has(&without(&new, found[0].clone()), text, &new);
        }
        assert!(put_toml(b"hooks = 1\n", "hooks", table).is_err());
        assert!(put_toml(b"a = \n", "hooks", table).is_err());
    }

    #[test]
    fn yaml_lists() {
        let keys = ["plugins", "enabled"];
        for text in [
            "",
            "a: 1\n",
            "a: 1",
            "plugins:\n",
            "plugins:\n  enabled:\n    - other\n",
            "plugins:\n  enabled: []\nz: 1\n",
            "plugins:\n  enabled: [a, b]\n",
            "plugins:\n  enabled:\n  - other\n  paths: x\nz: 1\n",
            "plugins:\n  # none\n  paths: x\n",
            "plugins:\n  enabled:\n    - other\n\n# tail\nz: 1\n",
            "plugins:\n  enabled:\nz: 1\n",
        ] {
            let new = put_yaml(text.as_bytes(), keys, "rtk-rewrite").expect(text);
            assert!(
                find_yaml(&new, keys, "rtk-rewrite").is_some(),
                "{}",
                String::from_utf8_lossy(&new)
            );
            has(&without_yaml(&new, keys, "rtk-rewrite"), text, &new);
        }
        assert!(put_yaml(b"plugins: {enabled: [a]}\n", keys, "x").is_err());
        assert!(put_yaml(b"plugins:\n  enabled: yes\n", keys, "x").is_err());
    }
}
