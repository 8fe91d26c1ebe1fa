//! JSON that a tool prints by itself (aws, docker inspect), shorter.
//!
//! A list of objects becomes a table: a line an object, a column a path
//! (`State.Name`). What most have is said once, in the header. Columns of ids that
//! only the service itself uses are left out and announced. Anything else is
//! printed a member a line, like YAML. Values stay as they are written.

use super::super::{Out, scan};
use crate::text::json::{Kind, Value};
use crate::text::order;

/// Members that identify nothing a command could use: left out of tables, and announced.
const OPAQUE: &[&str] = &[
    "ClientToken",
    "ReservationId",
    "AmiLaunchIndex",
    "AttachTime",
    "AttachmentId",
    "MacAddress",
    "NetworkInterfaceId",
    "ingestionTime",
    "eventId",
    "ETag",
    "RequestId",
    "HTTPHeaders",
    "ProductCodes",
    "StateTransitionReason",
    "UsageOperation",
    "UsageOperationUpdateTime",
    "OwnerId",
    "RevisionId",
    "CodeSha256",
    "PrivateDnsName",
    // Said by the members beside them.
    "State.Code",
    "NetworkInterfaces.",
];

/// Levels that are looked into.
const DEPTH: usize = 24;
/// Columns of a table.
const COLUMNS: usize = 120;

/// Prints a document.
pub(super) fn print(document: Value<'_>, out: &mut Out) {
    Printer { out }.value(document, &mut Vec::new(), 0);
}

struct Printer<'o> {
    out: &'o mut Out,
}

impl Printer<'_> {
    /// A value with its name in front (`name: `, or nothing).
    fn value(&mut self, value: Value<'_>, name: &mut Vec<u8>, depth: usize) {
        match value.kind() {
            Kind::Array if is_table(value) => self.table(value, name, depth),
            Kind::Object | Kind::Array if depth >= DEPTH => {
                let text = scalar(value);
                self.print(depth, &[name, b": ", &text]);
            }
            Kind::Object => self.object(value, name, depth),
            Kind::Array => self.array(value, name, depth),
            _ => {
                let text = scalar(value);
                self.print(
                    depth,
                    &[name, if name.is_empty() { b"" } else { b": " }, &text],
                );
            }
        }
    }

    fn object(&mut self, value: Value<'_>, name: &mut Vec<u8>, depth: usize) {
        // One member: a longer path instead of a level more.
        let mut members = value.members();
        if let (Some(only), None) = (members.next(), members.next()) {
            if !name.is_empty() {
                name.push(b'.');
            }
            name.extend(key(only.key).as_bytes());
            return self.value(only.value, name, depth);
        }
        let mut inner = depth;
        if !name.is_empty() {
            self.print(depth, &[name, b":"]);
            inner += 1;
        }
        for member in value.members() {
            let mut name = key(member.key).into_bytes();
            self.value(member.value, &mut name, inner);
        }
    }

    fn array(&mut self, value: Value<'_>, name: &[u8], depth: usize) {
        let plain = |item: Value<'_>| !matches!(item.kind(), Kind::Array | Kind::Object);
        if value.items().all(plain) {
            let mut text = Vec::new();
            for item in value.items() {
                if !text.is_empty() {
                    text.extend(b", ");
                }
                text.extend(scalar(item));
            }
            let sep: &[u8] = if name.is_empty() { b"[" } else { b": [" };
            return self.print(depth, &[name, sep, &text, b"]"]);
        }
        for (at, item) in value.items().enumerate() {
            let single = at == 0 && value.items().nth(1).is_none();
            let mut name = name.to_vec();
            if !single {
                name.extend(b"[");
                name.extend(at.to_string().as_bytes());
                name.push(b']');
            }
            self.value(item, &mut name, depth);
        }
    }

    fn table(&mut self, value: Value<'_>, name: &[u8], depth: usize) {
        let mut rows: Vec<Row> = Vec::new();
        for item in value.items() {
            collect(item, &mut rows);
        }
        let mut opaque: Vec<Vec<u8>> = Vec::new();
        if !self.out.lossless() {
            for row in &mut rows {
                row.retain(|(path, value)| {
                    let hidden = is_opaque(path);
                    if hidden && !value.is_empty() {
                        opaque.push(value.clone());
                    }
                    !hidden
                });
            }
        }
        // What all paths begin with is said once, in front.
        let mut name = name.to_vec();
        let common = prefix(&rows);
        if common > 0 {
            let path = rows
                .iter()
                .flatten()
                .next()
                .map_or(&b""[..], |(path, _)| &path[..common]);
            if !name.is_empty() {
                name.push(b'.');
            }
            name.extend_from_slice(&path[..common - 1]);
            for (path, _) in rows.iter_mut().flatten() {
                path.drain(..common);
            }
        }
        let mut columns: Vec<Vec<u8>> = Vec::new();
        for (path, _) in rows.iter().flatten() {
            if !columns.contains(path) && columns.len() < COLUMNS {
                columns.push(path.clone());
            }
        }
        let mut plan = Vec::new();
        for path in columns {
            let values: Vec<&[u8]> = rows.iter().map(|row| cell(row, &path)).collect();
            let mut sorted = values.clone();
            order::sort(&mut sorted, |a, b| a < b);
            let most = sorted
                .chunk_by(|a, b| a == b)
                .max_by_key(|same| same.len())
                .unwrap_or_default();
            let usual = most.first().copied().unwrap_or_default().to_vec();
            let others = rows.len() - most.len();
            let pays = most.len() > 1 && most.len() * (usual.len() + 1) > others * (path.len() + 2);
            plan.push((path, (pays || others == 0).then_some(usual), others == 0));
        }
        let mut text = name;
        if !text.is_empty() {
            text.extend(b": ");
        }
        let shown = plan.iter().filter(|column| column.1.is_none());
        let names: Vec<&[u8]> = shown.map(|column| &column.0[..]).collect();
        text.extend(names.join(&b' '));
        for (intro, always) in [("; all", true), ("; unless given", false)] {
            let mut intro = Some(intro);
            for (path, usual, _) in plan.iter().filter(|column| column.2 == always) {
                let Some(usual) = usual else { continue };
                text.extend(intro.take().unwrap_or_default().as_bytes());
                text.push(b' ');
                pair(&mut text, path, usual);
            }
        }
        self.print(depth, &[&text]);
        for row in &rows {
            let mut text = Vec::new();
            let mut unusual = Vec::new();
            for (path, usual, _) in &plan {
                let value = cell(row, path);
                match usual {
                    Some(usual) if usual == value => {}
                    Some(_) => {
                        unusual.push(b' ');
                        pair(&mut unusual, path, value);
                    }
                    None => {
                        if !text.is_empty() {
                            text.push(b' ');
                        }
                        text.extend(if value.is_empty() { b"-" } else { value });
                    }
                }
            }
            text.extend(unusual);
            self.print(depth + 1, &[&text]);
        }
        if !opaque.is_empty() {
            let text = opaque.join(&b' ');
            self.out.omit_many("internal ids", opaque.len(), &text);
        }
    }

    fn print(&mut self, depth: usize, parts: &[&[u8]]) {
        let indent = [b' '; DEPTH + 2];
        let mut line = indent[..depth.min(indent.len())].to_vec();
        for part in parts {
            line.extend_from_slice(part);
        }
        self.out.line(super::super::Stream::Out, &line);
    }
}

/// The paths of an object and what is there.
type Row = Vec<(Vec<u8>, Vec<u8>)>;

/// The length of what all paths begin with, up to a dot.
fn prefix(rows: &[Row]) -> usize {
    let mut paths = rows.iter().flatten().map(|(path, _)| &path[..]);
    let Some(first) = paths.next() else {
        return 0;
    };
    let mut common = first.len();
    for path in paths {
        let same = path.iter().zip(first).take_while(|(a, b)| a == b).count();
        common = common.min(same);
    }
    first[..common]
        .iter()
        .rposition(|&byte| byte == b'.')
        .map_or(0, |at| at + 1)
}

fn cell<'r>(row: &'r Row, path: &[u8]) -> &'r [u8] {
    let found = row.iter().find(|member| member.0 == path);
    found.map_or(b"", |member| &member.1)
}

fn pair(text: &mut Vec<u8>, path: &[u8], value: &[u8]) {
    text.extend_from_slice(path);
    text.push(b'=');
    text.extend_from_slice(value);
}

fn is_opaque(path: &[u8]) -> bool {
    OPAQUE.iter().any(|name| {
        let inside = name.ends_with('.') && scan::has(path, name.as_bytes());
        let before = path.strip_suffix(name.as_bytes());
        inside || before.is_some_and(|before| before.is_empty() || before.ends_with(b"."))
    })
}

/// Three objects or more, or one that has a list of them inside.
fn is_table(value: Value<'_>) -> bool {
    let objects = value.items().all(|item| item.kind() == Kind::Object);
    objects && value.items().nth(2).is_some()
}

/// The rows of an item: itself, or what is in its only list of objects, each with the
/// members around it.
fn collect(item: Value<'_>, rows: &mut Vec<Row>) {
    let mut row = Row::new();
    leaves(item, &mut Vec::new(), &mut row, 0);
    rows.push(row);
}

/// All members below, by their paths. Lists of one are looked through; `Key` and `Value`
/// make a path of their own (tags).
fn leaves(value: Value<'_>, path: &mut Vec<u8>, row: &mut Row, depth: usize) {
    if depth > DEPTH {
        return row.push((path.clone(), scalar(value)));
    }
    let length = path.len();
    match value.kind() {
        Kind::Object => {
            for member in value.members() {
                if !path.is_empty() {
                    path.push(b'.');
                }
                path.extend(key(member.key).as_bytes());
                leaves(member.value, path, row, depth + 1);
                path.truncate(length);
            }
        }
        Kind::Array => {
            let tags = value.items().all(|item| tag(item).is_some());
            if tags && value.items().next().is_some() {
                for (name, inner) in value.items().filter_map(tag) {
                    path.push(b'.');
                    path.extend(key(name).as_bytes());
                    leaves(inner, path, row, depth + 1);
                    path.truncate(length);
                }
                return;
            }
            if value
                .items()
                .all(|item| !matches!(item.kind(), Kind::Object | Kind::Array))
            {
                let items: Vec<Vec<u8>> = value.items().map(scalar).collect();
                if !items.is_empty() {
                    row.push((path.clone(), items.join(&b',')));
                }
                return;
            }
            let single = value.items().nth(1).is_none();
            for (at, item) in value.items().enumerate() {
                if !single {
                    path.push(b'[');
                    path.extend(at.to_string().as_bytes());
                    path.push(b']');
                }
                leaves(item, path, row, depth + 1);
                path.truncate(length);
            }
        }
        _ => row.push((path.clone(), scalar(value))),
    }
}

/// `{"Key": name, "Value": value}`.
fn tag(item: Value<'_>) -> Option<(Value<'_>, Value<'_>)> {
    let mut members = item.members();
    let (first, second) = (members.next()?, members.next()?);
    let named = first.key.is_str("Key") && second.key.is_str("Value");
    (named && members.next().is_none()).then_some((first.value, second.value))
}

fn key(key: Value<'_>) -> String {
    key.as_str_lossy().unwrap_or_default().into_owned()
}

/// A value in one line: a string without its quotes, where it is a plain word or path.
fn scalar(value: Value<'_>) -> Vec<u8> {
    let raw = value.raw();
    if value.kind() != Kind::String {
        return raw.to_vec();
    }
    let inner = &raw[1..raw.len() - 1];
    let plain = !inner.is_empty()
        && inner
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_./:@+=".contains(byte));
    if plain { inner.to_vec() } else { raw.to_vec() }
}

/// The events of `aws logs filter-log-events` and `get-log-events`: a line an event,
/// with its time. `None` if there are none.
pub(super) fn events(document: Value<'_>, mut line: impl FnMut(&[u8], bool)) -> Option<()> {
    let events = document.get("events")?;
    events.items().next()?.get("message")?;
    let mut last: Option<Value<'_>> = None;
    for event in events.items() {
        let message = event.get("message")?.as_str_lossy()?;
        let stream = event.get("logStreamName");
        let mut text = match event.get("timestamp") {
            Some(time) => [time.raw(), b" "].concat(),
            None => Vec::new(),
        };
        for part in message.trim_end().split('\n') {
            text.extend(part.as_bytes());
            line(&text, true);
            text.clear();
        }
        if let Some(stream) = stream
            && last.is_none_or(|last| last.raw() != stream.raw())
        {
            line(stream.raw(), false);
            last = Some(stream);
        }
    }
    for member in document
        .members()
        .filter(|member| !member.key.is_str("events"))
    {
        let text = [key(member.key).as_bytes(), b": ", member.value.raw()].concat();
        line(&text, true);
    }
    Some(())
}
