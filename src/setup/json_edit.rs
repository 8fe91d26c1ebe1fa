//! Puts one item into an array of somebody's JSON file and takes it out again,
//! touching nothing else: order, indentation, comments, BOM, line ends, numbers.
//!
//! The item goes behind the last one, so that taking it out gives the old bytes
//! back. What cannot be told from the text alone (was this empty array there
//! before? was there a line end in it?) is told by the recorded hash of the
//! original: [`remove`] yields every text that may have been there, the likeliest first.

use std::ops::Range;

use crate::text::json::{self, Kind, Options, Value};

/// Why a file is left as it is; one phrase that goes behind its name.
pub(crate) type Refusal = String;

/// Where an item belongs: object keys from the root, the last one an array's.
pub(crate) type Path<'a> = &'a [&'a str];

/// A JSON value to write. Rendered compact in a one-line container, else indented.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// A string.
    Text(String),
    /// A number or a word, as it is written.
    Bare(String),
    /// An array.
    List(Vec<Node>),
    /// An object, in this order.
    Map(Vec<(String, Node)>),
}

/// The text with `item` behind the last item of the array at `path`; objects and
/// the array are made where they are missing. Text that is blank counts as `{}`.
/// The members of `preamble` then stand in front.
pub(crate) fn insert(
    text: &[u8],
    path: Path<'_>,
    item: &Node,
    preamble: &[(&str, &str)],
) -> Result<Vec<u8>, Refusal> {
    let style = Style::of(text);
    if is_blank(text) {
        let mut new = text.to_vec();
        let mut root = nest(path, item);
        if let Node::Map(members) = &mut root {
            let bare =
                |(key, value): &(&str, &str)| (key.to_string(), Node::Bare(value.to_string()));
            members.splice(0..0, preamble.iter().map(bare));
        }
        style.render(&mut new, &root, 0, true);
        new.extend(style.newline.as_bytes());
        return Ok(new);
    }
    let mut container = root(text)?;
    for (depth, key) in path.iter().enumerate() {
        let Some(next) = container.get(key) else {
            return Ok(append(
                text,
                &container,
                Some(key),
                &nest(&path[depth + 1..], item),
                &style,
            ));
        };
        let wanted = if depth + 1 == path.len() {
            Kind::Array
        } else {
            Kind::Object
        };
        if next.kind() != wanted {
            let shape = if wanted == Kind::Array {
                "a list"
            } else {
                "an object"
            };
            return Err(format!("its {key:?} is not {shape}"));
        }
        container = next;
    }
    Ok(append(text, &container, None, item, &style))
}

/// The texts that may have been there before `target` (the span of a value that
/// [`insert`] put there, or of a part of it) came, the likeliest first. Containers
/// that stand empty without it may have come with it.
pub(crate) fn remove(text: &[u8], target: &Range<usize>) -> Vec<Vec<u8>> {
    let Ok(root) = root(text) else {
        return Vec::new();
    };
    let mut containers = vec![root];
    loop {
        let inner = values(&containers[containers.len() - 1])
            .into_iter()
            .find(|value| value.span().start <= target.start && target.end <= value.span().end);
        match inner {
            Some(value) if value.span() == *target => break,
            Some(value) => containers.push(value),
            None => return Vec::new(),
        }
    }
    let mut candidates = Vec::new();
    let mut inner = target.clone();
    let mut alone = true;
    for container in containers.iter().rev() {
        let children = children(container);
        let Some(at) = children
            .iter()
            .position(|child| child.start <= inner.start && inner.end <= child.end)
        else {
            return Vec::new();
        };
        // Emptied containers that we may have made go first: the widest cut is the likeliest.
        candidates.splice(0..0, without(text, container, &children, at));
        if children.len() > 1 {
            alone = false;
            break;
        }
        inner = container.span();
    }
    // The whole file may have been ours.
    if alone && text[root.span().end..].iter().all(u8::is_ascii_whitespace) {
        candidates.push(text[..root.span().start].to_vec());
        candidates.push([&text[..root.span().start], &text[root.span().end..]].concat());
    }
    candidates
}

/// A value by itself, as [`insert`] writes it where there is room.
pub(crate) fn render(node: &Node) -> Vec<u8> {
    let mut out = Vec::new();
    Style::of(b"").render(&mut out, node, 0, true);
    out
}

/// The values inside a container.
fn values<'a>(container: &Value<'a>) -> Vec<Value<'a>> {
    match container.kind() {
        Kind::Object => container.members().map(|member| member.value).collect(),
        _ => container.items().collect(),
    }
}

/// The objects in the array of `path`, with their spans.
pub(crate) fn items<'a>(text: &'a [u8], path: Path<'_>) -> Vec<Value<'a>> {
    let Ok(mut value) = root(text) else {
        return Vec::new();
    };
    for key in path {
        match value.get(key) {
            Some(next) => value = next,
            None => return Vec::new(),
        }
    }
    value.items().collect()
}

/// The root object, comments and trailing commas allowed.
pub(crate) fn root(text: &[u8]) -> Result<Value<'_>, Refusal> {
    let root = json::parse_with(text, Options::RELAXED)
        .map_err(|error| format!("is not JSON that can be edited: {error}"))?;
    match root.kind() {
        Kind::Object => Ok(root),
        _ => Err("does not hold a JSON object".to_string()),
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(text)
        .iter()
        .all(u8::is_ascii_whitespace)
}

/// `item` inside the containers that `keys` name, the innermost an array.
fn nest(keys: Path<'_>, item: &Node) -> Node {
    match keys.split_first() {
        None => Node::List(vec![item.clone()]),
        Some((key, rest)) => Node::Map(vec![(key.to_string(), nest(rest, item))]),
    }
}

/// The spans of a container's children: items, or members with their keys.
fn children(container: &Value<'_>) -> Vec<Range<usize>> {
    match container.kind() {
        Kind::Object => container
            .members()
            .map(|member| member.key.span().start..member.value.span().end)
            .collect(),
        _ => container.items().map(|item| item.span()).collect(),
    }
}

/// Puts a child behind the last one.
fn append(
    text: &[u8],
    container: &Value<'_>,
    key: Option<&str>,
    node: &Node,
    style: &Style,
) -> Vec<u8> {
    let span = container.span();
    let children = children(container);
    let inside = &text[span.start + 1..span.end - 1];
    // An empty root object is no hint that its file is meant to be one line.
    let multiline =
        inside.contains(&b'\n') || children.is_empty() && !text[..span.start].contains(&b'{');
    let outer = indent_at(text, span.start);
    let inner = match children.first() {
        Some(first) if multiline => indent_at(text, first.start).to_vec(),
        _ => [outer, style.indent.as_bytes()].concat(),
    };
    let mut child = Vec::new();
    if let Some(key) = key {
        json::write_string(&mut child, key);
        child.extend(if style.spaced { &b": "[..] } else { &b":"[..] });
    }
    style.render_at(&mut child, node, &inner, multiline);

    let newline = style.newline.as_bytes();
    let mut new = Vec::new();
    let Some(last) = children.last() else {
        // Empty: right behind the opening bracket, so that what is inside stays behind us.
        if multiline {
            new.extend(newline);
            new.extend(&inner);
            new.extend(&child);
            if !inside.contains(&b'\n') {
                new.extend(newline);
                new.extend(outer);
            }
        } else {
            new = child;
        }
        // Behind the comments that are inside, if there are any.
        let at = after_comments(text, span.start + 1, span.end - 1);
        return json::splice(text, &[(at..at, &new)]);
    };
    let comma = comma_after(text, last.end, span.end - 1);
    let from = comma.map_or(last.end, |comma| comma + 1);
    let at = if multiline {
        end_of_line_comment(text, from, span.end - 1)
    } else {
        from
    };
    if multiline {
        new.extend(newline);
        new.extend(&inner);
    } else if style.spaced {
        new.push(b' ');
    }
    new.extend(&child);
    match comma {
        // The file's own habit: a comma behind the last one too.
        Some(_) => {
            new.push(b',');
            json::splice(text, &[(at..at, &new)])
        }
        None => json::splice(text, &[(last.end..last.end, b","), (at..at, &new)]),
    }
}

/// The texts without child `at` of the container.
fn without(
    text: &[u8],
    container: &Value<'_>,
    children: &[Range<usize>],
    at: usize,
) -> Vec<Vec<u8>> {
    let (open, close) = (container.span().start + 1, container.span().end - 1);
    let child = &children[at];
    let before = open
        + text[open..child.start]
            .iter()
            .rposition(|byte| !byte.is_ascii_whitespace())
            .map_or(0, |last| last + 1);
    if let Some(comma) = comma_after(text, child.end, close) {
        return vec![json::splice(text, &[(before..comma + 1, b"")])];
    }
    if at > 0 {
        let mut edits: Vec<(Range<usize>, &[u8])> = Vec::new();
        let end = children[at - 1].end;
        match comma_after(text, end, child.start) {
            Some(comma) if comma < before => edits.push((comma..comma + 1, b"")),
            _ => {}
        }
        let start = edits.last().map_or(before, |edit| before.max(edit.0.end));
        edits.push((start..child.end, b""));
        return vec![json::splice(text, &edits)];
    }
    // Alone: with the blanks in front of it, and perhaps those behind it.
    let blanks = text[child.end..close]
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .map_or(close, |first| child.end + first);
    let outer = indent_at(text, container.span().start);
    let line = text[child.end..blanks]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(child.end, |newline| child.end + newline + 1);
    let line = if text[line..blanks].starts_with(outer) {
        line + outer.len()
    } else {
        line
    };
    let mut candidates = Vec::new();
    for end in [blanks, child.end, line] {
        let candidate = json::splice(text, &[(before..end, b"")]);
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// The comma between `from` and `to`, behind blanks and comments only.
fn comma_after(text: &[u8], from: usize, to: usize) -> Option<usize> {
    let at = skip(text, from, to);
    (at < to && text[at] == b',').then_some(at)
}

/// The first byte from `from` on that is neither blank nor comment.
fn skip(text: &[u8], mut from: usize, to: usize) -> usize {
    while from < to {
        if text[from].is_ascii_whitespace() {
            from += 1;
        } else if let Some(end) = comment_end(&text[..to], from) {
            from = end;
        } else {
            break;
        }
    }
    from
}

fn comment_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    if rest.starts_with(b"//") {
        let length = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
        return Some(length.map_or(text.len(), |length| at + length));
    }
    if rest.starts_with(b"/*") {
        let close = rest[2..].windows(2).position(|two| two == b"*/")?;
        return Some(at + close + 4);
    }
    None
}

/// The end of the comments that stand on the line of `from`, if only they do.
fn end_of_line_comment(text: &[u8], from: usize, to: usize) -> usize {
    let (mut at, mut end) = (from, from);
    while at < to {
        match text[at] {
            b' ' | b'\t' => at += 1,
            b'/' => match comment_end(&text[..to], at) {
                Some(stop) => (at, end) = (stop, stop),
                None => break,
            },
            _ => break,
        }
    }
    end
}

/// Behind the last comment between `from` and `to`, else `from`.
fn after_comments(text: &[u8], from: usize, to: usize) -> usize {
    let (mut at, mut end) = (from, from);
    while at < to {
        match comment_end(&text[..to], at) {
            Some(stop) => (at, end) = (stop, stop),
            None => at += 1,
        }
    }
    end
}

/// The blanks in front of the line that `at` stands on.
fn indent_at(text: &[u8], at: usize) -> &[u8] {
    let line = text[..at]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let end = text[line..at]
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .map_or(at, |length| line + length);
    &text[line..end]
}

/// How the file is written.
struct Style {
    newline: &'static str,
    indent: String,
    /// A blank behind colons and, on one line, commas.
    spaced: bool,
}

impl Style {
    fn of(text: &[u8]) -> Style {
        let newline = if text.windows(2).any(|two| two == b"\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let indent = text
            .split(|&byte| byte == b'\n')
            .map(|line| {
                let end = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
                (&line[..end.unwrap_or(0)], end.map(|end| line[end]))
            })
            .find(|(blanks, next)| !blanks.is_empty() && matches!(next, Some(b'"' | b'[' | b'{')))
            .map_or("  ".to_string(), |(blanks, _)| {
                String::from_utf8_lossy(blanks).into_owned()
            });
        let tight = root(text)
            .ok()
            .and_then(|root| root.members().next())
            .is_some_and(|member| member.value.span().start == member.key.span().end + 1);
        Style {
            newline,
            indent,
            spaced: !tight,
        }
    }

    fn render(&self, out: &mut Vec<u8>, node: &Node, depth: usize, multiline: bool) {
        self.render_at(out, node, self.indent.repeat(depth).as_bytes(), multiline);
    }

    /// Writes a node that stands on a line indented by `indent`.
    fn render_at(&self, out: &mut Vec<u8>, node: &Node, indent: &[u8], multiline: bool) {
        let (open, close, count) = match node {
            Node::Text(text) => return json::write_string(out, text),
            Node::Bare(text) => return out.extend(text.as_bytes()),
            Node::List(items) => (b'[', b']', items.len()),
            Node::Map(members) => (b'{', b'}', members.len()),
        };
        out.push(open);
        // Lists of words stay on one line: `["hook", "claude"]`.
        let words = matches!(node, Node::List(items) if items.iter().all(|item| matches!(item, Node::Text(_))));
        let lines = multiline && !words;
        let inner = [indent, self.indent.as_bytes()].concat();
        for index in 0..count {
            if index > 0 {
                out.push(b',');
            }
            if lines {
                out.extend(self.newline.as_bytes());
                out.extend(&inner);
            } else if index > 0 && self.spaced {
                out.push(b' ');
            }
            match node {
                Node::List(items) => self.render_at(out, &items[index], &inner, lines),
                Node::Map(members) => {
                    let (key, value) = &members[index];
                    json::write_string(out, key);
                    out.extend(if self.spaced { &b": "[..] } else { &b":"[..] });
                    self.render_at(out, value, &inner, lines);
                }
                Node::Text(_) | Node::Bare(_) => {}
            }
        }
        if lines && count > 0 {
            out.extend(self.newline.as_bytes());
            out.extend(indent);
        }
        out.push(close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: Path<'static> = &["hooks", "PreToolUse"];

    fn item() -> Node {
        let text = |text: &str| Node::Text(text.to_string());
        let handler = Node::Map(vec![
            ("type".into(), text("command")),
            ("command".into(), text("/bin/rtk")),
            (
                "args".into(),
                Node::List(vec![text("hook"), text("claude")]),
            ),
            ("timeout".into(), Node::Bare("5".into())),
        ]);
        Node::Map(vec![
            ("matcher".into(), text("Bash")),
            ("hooks".into(), Node::List(vec![handler])),
        ])
    }

    #[track_caller]
    fn round_trip(text: &str) -> String {
        let new = insert(text.as_bytes(), PATH, &item(), &[]).expect("can be edited");
        let target = items(&new, PATH).last().expect("is there").span();
        let candidates = remove(&new, &target);
        assert!(
            candidates
                .iter()
                .any(|candidate| candidate == text.as_bytes()),
            "{text:?}\nbecame {}\nand {:#?}",
            String::from_utf8_lossy(&new),
            candidates
                .iter()
                .map(|text| String::from_utf8_lossy(text).into_owned())
                .collect::<Vec<_>>()
        );
        String::from_utf8(new).expect("is text")
    }

    #[test]
    fn what_was_there_comes_back() {
        for text in [
            "",
            "\n",
            "{}",
            "{}\n",
            "{ }\n",
            "{\n}\n",
            "\u{feff}{}",
            "{\r\n}\r\n",
            "{\"a\":1}",
            "{\"a\": 1}\n",
            "{\n  \"a\": 1\n}\n",
            "{\n\t\"a\": 1\n}",
            "{\n    \"a\": 1.10,\n    \"b\": [1, 2]\n}\n",
            "{\n  \"hooks\": {}\n}\n",
            "{\n  \"hooks\": {\n  }\n}\n",
            "{\n  \"hooks\": {\"PreToolUse\": []}\n}\n",
            "{\n  \"hooks\": {\n    \"PreToolUse\": [\n    ]\n  }\n}\n",
            "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\"}\n    ],\n    \"Stop\": []\n  },\n  \"z\": null\n}\n",
            "{\n  // mine\n  \"a\": 1, // one\n}\n",
            "{\n  \"a\": 1 // one\n  /* two */\n}\n",
            "{ // nothing yet\n}\n",
            "{\"hooks\":{\"PreToolUse\":[{\"x\":1}]}}",
        ] {
            round_trip(text);
        }
    }

    #[test]
    fn reads_as_the_file_does() {
        assert_eq!(
            round_trip("{\n    \"a\": 1\n}\n"),
            r#"{
    "a": 1,
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [
                    {
                        "type": "command",
                        "command": "/bin/rtk",
                        "args": ["hook", "claude"],
                        "timeout": 5
                    }
                ]
            }
        ]
    }
}
"#
        );
        assert_eq!(
            round_trip(r#"{"a":1}"#),
            r#"{"a":1,"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/bin/rtk","args":["hook","claude"],"timeout":5}]}]}}"#
        );
    }

    #[test]
    fn other_roots_are_left_alone() {
        for text in [
            "[]",
            "null",
            "1",
            "{",
            "{\"hooks\": []}",
            "{\"hooks\": {\"PreToolUse\": {}}}",
        ] {
            assert!(
                insert(text.as_bytes(), PATH, &item(), &[]).is_err(),
                "{text}"
            );
        }
    }
}
