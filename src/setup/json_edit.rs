//! Puts one item into an array of somebody's JSON file and takes it out again,
//! touching nothing else: order, indentation, comments, BOM, line ends, numbers.
//!
//! The item goes behind the last one. Taking out takes the containers along that
//! stand empty without it; whether they were there before cannot be told from the
//! text, and is told by the backup (`plan.rs`).

use std::ops::Range;

use crate::text::json::{self, Kind, Options, Value};

/// Why a file is left as it is; one phrase that goes behind its name.
pub(crate) type Refusal = String;

/// Where an item belongs: object keys from the root, the last one an array's.
pub(crate) type Path<'a> = &'a [&'a str];

/// The text with `item` (JSON) behind the last item of the array at `path`; objects and
/// the array are made where they are missing. Text that is blank counts as `{}`, and
/// then `preamble` (members, each with its comma) stands in front.
pub(crate) fn insert(
    text: &[u8],
    path: Path<'_>,
    item: &str,
    preamble: &str,
) -> Result<Vec<u8>, Refusal> {
    let style = Style::of(text);
    if is_blank(text) {
        let root = ["{", preamble, &nest(path, item)[1..]].concat();
        let mut new = text.to_vec();
        style.render(&mut new, &own(&root)?, b"", true);
        new.extend(style.newline.as_bytes());
        return Ok(new);
    }
    let mut container = root(text)?;
    for (depth, key) in path.iter().enumerate() {
        let Some(next) = container.get(key) else {
            let rest = nest(&path[depth + 1..], item);
            return Ok(append(text, &container, Some(key), &own(&rest)?, &style));
        };
        let (wanted, shape) = match depth + 1 == path.len() {
            true => (Kind::Array, "a list"),
            false => (Kind::Object, "an object"),
        };
        if next.kind() != wanted {
            return Err(["its \"", key, "\" is not ", shape].concat());
        }
        container = next;
    }
    Ok(append(text, &container, None, &own(item)?, &style))
}

/// The text without `target`, the span of a value, and without the containers that
/// hold nothing else, up to the root. `None`: there is no such value.
pub(crate) fn remove(text: &[u8], target: &Range<usize>) -> Option<Vec<u8>> {
    let mut containers = vec![root(text).ok()?];
    loop {
        let last = containers.last()?;
        let holds = |span: &Range<usize>| span.start <= target.start && target.end <= span.end;
        let inner = values(last)
            .into_iter()
            .find(|value| holds(&value.span()))?;
        if inner.span() == *target {
            break;
        }
        containers.push(inner);
    }
    let mut target = target.clone();
    loop {
        let container = containers.pop()?;
        let span = container.span();
        let children = children(&container);
        let at = children
            .iter()
            .position(|child| child.start <= target.start && target.end <= child.end)?;
        let child = &children[at];
        let around = [
            &text[span.start + 1..child.start],
            &text[child.end..span.end - 1],
        ];
        let empty = |text: &[u8]| {
            text.iter()
                .all(|&byte| byte == b',' || byte.is_ascii_whitespace())
        };
        if containers.is_empty() || children.len() > 1 || !around.into_iter().all(empty) {
            return Some(without(text, &span, &children, at));
        }
        target = span;
    }
}

/// A value in its shortest form.
pub(crate) fn compact(text: &[u8]) -> Vec<u8> {
    let (mut out, mut in_string, mut escaped) = (Vec::new(), false, false);
    for &byte in text {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else if byte == b'"' {
            in_string = true;
        } else if byte.is_ascii_whitespace() {
            continue;
        }
        out.push(byte);
    }
    out
}

/// The values inside a container.
fn values<'a>(container: &Value<'a>) -> Vec<Value<'a>> {
    match container.kind() {
        Kind::Object => container.members().map(|member| member.value).collect(),
        _ => container.items().collect(),
    }
}

/// The items of the array at `path`, with their spans.
pub(crate) fn items<'a>(text: &'a [u8], path: Path<'_>) -> Vec<Value<'a>> {
    let array = root(text)
        .ok()
        .and_then(|root| path.iter().try_fold(root, |value, key| value.get(key)));
    array
        .map(|array| array.items().collect())
        .unwrap_or_default()
}

/// The root object, comments and trailing commas allowed.
pub(crate) fn root(text: &[u8]) -> Result<Value<'_>, Refusal> {
    let root = json::parse_with(text, Options::RELAXED).map_err(|error| {
        let line = error.line(text).to_string();
        [
            "is not JSON that can be edited (line ",
            &line,
            ": ",
            error.reason,
            ")",
        ]
        .concat()
    })?;
    match root.kind() {
        Kind::Object => Ok(root),
        _ => Err("does not hold a JSON object".to_string()),
    }
}

/// What we write ourselves.
fn own(text: &str) -> Result<Value<'_>, Refusal> {
    json::parse(text.as_bytes()).map_err(|error| error.reason.to_string())
}

fn is_blank(text: &[u8]) -> bool {
    text.strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(text)
        .trim_ascii()
        .is_empty()
}

/// `item` inside the containers that `keys` name, the innermost an array.
fn nest(keys: Path<'_>, item: &str) -> String {
    match keys.split_first() {
        None => ["[", item, "]"].concat(),
        Some((key, rest)) => ["{\"", key, "\": ", &nest(rest, item), "}"].concat(),
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
    value: &Value<'_>,
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
    style.render(&mut child, value, &inner, multiline);

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

/// The text without child `at` of the container at `span`.
fn without(text: &[u8], span: &Range<usize>, children: &[Range<usize>], at: usize) -> Vec<u8> {
    let (open, close) = (span.start + 1, span.end - 1);
    let child = &children[at];
    let before = open + text[open..child.start].trim_ascii_end().len();
    if let Some(comma) = comma_after(text, child.end, close) {
        // The next one moves to the place of the first.
        if let (0, Some(next)) = (at, children.get(1))
            && text[comma + 1..next.start].trim_ascii().is_empty()
        {
            return json::splice(text, &[(child.start..next.start, b"")]);
        }
        return json::splice(text, &[(before..comma + 1, b"")]);
    }
    if at == 0 {
        // Alone: with the blanks on both sides.
        let after = close - text[child.end..close].trim_ascii_start().len();
        return json::splice(text, &[(before..after, b"")]);
    }
    // The last one: the comma in front of it goes too.
    let comma =
        comma_after(text, children[at - 1].end, child.start).filter(|comma| *comma < before);
    match comma {
        Some(comma) => json::splice(
            text,
            &[
                (comma..comma + 1, b""),
                (before.max(comma + 1)..child.end, b""),
            ],
        ),
        None => json::splice(text, &[(before..child.end, b"")]),
    }
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

    /// Writes a value that stands on a line indented by `indent`.
    fn render(&self, out: &mut Vec<u8>, value: &Value<'_>, indent: &[u8], multiline: bool) {
        let close = match value.kind() {
            Kind::Object => b'}',
            Kind::Array => b']',
            _ => return out.extend(value.raw()),
        };
        out.push(value.raw()[0]);
        // Lists of words stay on one line: `["hook", "claude"]`.
        let words =
            value.kind() == Kind::Array && value.items().all(|item| item.kind() == Kind::String);
        let lines = multiline && !words;
        let inner = [indent, self.indent.as_bytes()].concat();
        let next = |out: &mut Vec<u8>, key: Option<&Value<'_>>, value: &Value<'_>| {
            let first = matches!(out.last(), Some(b'{' | b'['));
            if !first {
                out.push(b',');
            }
            if lines {
                out.extend(self.newline.as_bytes());
                out.extend(&inner);
            } else if !first && self.spaced {
                out.push(b' ');
            }
            if let Some(key) = key {
                out.extend(key.raw());
                out.extend(if self.spaced { &b": "[..] } else { b":" });
            }
            self.render(out, value, &inner, lines);
        };
        value.items().for_each(|item| next(out, None, &item));
        value
            .members()
            .for_each(|member| next(out, Some(&member.key), &member.value));
        if lines && out.last() != Some(&value.raw()[0]) {
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
    const ITEM: &str = r#"{"matcher": "Bash", "hooks": [{"command": "/bin/rtk", "args": ["hook", "claude"], "timeout": 5}]}"#;

    #[track_caller]
    fn check(text: &str, installed: &str, taken_out: &str) {
        let new = insert(text.as_bytes(), PATH, ITEM, "").expect("can be edited");
        assert_eq!(String::from_utf8_lossy(&new), installed);
        let target = items(&new, PATH).last().expect("is there").span();
        let old = remove(&new, &target).expect("is found");
        assert_eq!(String::from_utf8_lossy(&old), taken_out);
    }

    #[test]
    fn reads_as_the_file_does() {
        let pretty = r#"{
    "a": 1,
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [
                    {
                        "command": "/bin/rtk",
                        "args": ["hook", "claude"],
                        "timeout": 5
                    }
                ]
            }
        ]
    }
}
"#;
        check("{\n    \"a\": 1\n}\n", pretty, "{\n    \"a\": 1\n}\n");
        check(
            r#"{"a":1}"#,
            r#"{"a":1,"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"/bin/rtk","args":["hook","claude"],"timeout":5}]}]}}"#,
            r#"{"a":1}"#,
        );
    }

    #[test]
    fn comments_stay() {
        let text = "{ // mine\n  \"hooks\": { \"PreToolUse\": [ /* none */] },\n}\n";
        let new = insert(text.as_bytes(), PATH, "1", "").expect("can be edited");
        let target = items(&new, PATH)[0].span();
        assert_eq!(remove(&new, &target).as_deref(), Some(text.as_bytes()));
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
            assert!(insert(text.as_bytes(), PATH, ITEM, "").is_err(), "{text}");
        }
    }
}
