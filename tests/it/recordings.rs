//! Recorded outputs of real tools through their filters: tests/data/filters/README.md.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::rc::Rc;

use rtk::filters::{self, End, Filter, Out, Session, Status, Stream};
use rtk::rules::{self, Answer};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/filters");

/// Words that claim success: a filter may add none of them to a failure.
const SUCCESS: &[&str] = &[
    "clean",
    "done",
    "good",
    "ok",
    "passed",
    "success",
    "successful",
];

struct Recording {
    name: String,
    words: Vec<String>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: u8,
    must_keep: String,
}

#[test]
fn filtered_output_is_as_blessed_and_keeps_the_facts() {
    each(|case| {
        let shown = case.plain(Status::Code(case.status));
        let raw = case.stdout.len() + case.stderr.len();
        let mut faults = case.lost(&shown, "");
        if shown.out.len() + shown.err.len() > raw {
            faults.push(format!(
                "{} bytes of {raw}",
                shown.out.len() + shown.err.len()
            ));
        }
        faults.extend(case.invented(&shown, &case.all(), Status::Code(case.status)));
        faults.extend(case.compare(&shown));
        faults
    });
}

/// Both streams in either order, or as one.
#[test]
fn facts_do_not_depend_on_the_stream() {
    each(|case| {
        let status = Status::Code(case.status);
        let orders = [
            (
                "stderr first: ",
                [(Stream::Err, &case.stderr[..]), (Stream::Out, &case.stdout)],
            ),
            (
                "2>&1: ",
                [(Stream::Out, &case.stderr[..]), (Stream::Out, &case.stdout)],
            ),
        ];
        let mut faults = Vec::new();
        for (name, parts) in &orders {
            let shown = case.run(parts, status);
            faults.extend(case.lost(&shown, name));
            faults.extend(shown.faults.iter().map(|fault| format!("{name}{fault}")));
        }
        faults
    });
}

#[test]
fn chunks_do_not_change_the_result() {
    each(|case| {
        let status = Status::Code(case.status);
        let whole = case.plain(status);
        let mut faults = Vec::new();
        for size in [1, 7, 4096] {
            let chunks = |stream, bytes: &'_ [u8]| -> Vec<(Stream, Vec<u8>)> {
                bytes
                    .chunks(size)
                    .map(|chunk| (stream, chunk.to_vec()))
                    .collect()
            };
            let mut parts = chunks(Stream::Out, &case.stdout);
            parts.extend(chunks(Stream::Err, &case.stderr));
            let parts: Vec<_> = parts.iter().map(|(s, bytes)| (*s, &bytes[..])).collect();
            let shown = case.run(&parts, status);
            if (&shown.out, &shown.err) != (&whole.out, &whole.err) {
                faults.push(format!("{size} bytes at a time: another result"));
            }
            faults.extend(shown.faults);
        }
        faults
    });
}

#[test]
fn output_cut_off_anywhere_is_no_surprise() {
    let cuts = if slow() { 200 } else { 6 };
    each(|case| {
        let all = case.stdout.len() + case.stderr.len();
        let mut faults = Vec::new();
        let mut seed = all as u64 + 1;
        for n in 0..cuts {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let at = (seed >> 33) as usize % (all + 1);
            let out = &case.stdout[..at.min(case.stdout.len())];
            let err = &case.stderr[..at - out.len()];
            let status = [
                Status::Cut,
                Status::Signal(15),
                Status::Code(1),
                Status::Code(0),
            ][n % 4];
            let shown = case.run(&[(Stream::Out, out), (Stream::Err, err)], status);
            let raw = [out, b"\n", err].concat();
            let found = shown
                .faults
                .iter()
                .cloned()
                .chain(case.invented(&shown, &raw, status));
            faults.extend(found.map(|fault| format!("cut at {at}, {status:?}: {fault}")));
        }
        faults
    });
}

fn slow() -> bool {
    std::env::var_os("RTK_SLOW").is_some()
}

/// Runs `faults` on every recording that has a filter.
fn each(mut faults: impl FnMut(&Recording) -> Vec<String>) {
    let only = std::env::var("RTK_ONLY").unwrap_or_default();
    let mut names: Vec<_> = fs::read_dir(ROOT)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.starts_with(&only) && Path::new(ROOT).join(name).is_dir())
        .collect();
    names.sort();
    assert!(
        !only.is_empty() || names.len() >= 150,
        "recordings are missing"
    );
    let mut all = Vec::new();
    for name in names {
        let case = Recording::read(&name);
        if case.filter().is_some() {
            all.extend(
                faults(&case)
                    .into_iter()
                    .map(|fault| format!("{name}: {fault}")),
            );
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

/// What an agent sees, and what went wrong on the way.
#[derive(Default)]
struct Shown {
    out: Vec<u8>,
    err: Vec<u8>,
    faults: Vec<String>,
}

impl Recording {
    fn read(name: &str) -> Recording {
        let folder = Path::new(ROOT).join(name);
        let bytes = |file| fs::read(folder.join(file)).unwrap_or_default();
        let text = |file| String::from_utf8(bytes(file)).unwrap();
        Recording {
            name: name.to_owned(),
            words: split(text("cmd").trim_end()),
            stdout: bytes("raw.stdout"),
            stderr: bytes("raw.stderr"),
            status: text("rc").trim().parse().unwrap(),
            must_keep: text("must_keep.txt"),
        }
    }

    fn filter(&self) -> Option<Box<dyn Filter>> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        filters::for_command(&words)
    }

    fn all(&self) -> Vec<u8> {
        [&self.stdout[..], b"\n", &self.stderr].concat()
    }

    fn plain(&self, status: Status) -> Shown {
        self.run(
            &[(Stream::Out, &self.stdout), (Stream::Err, &self.stderr)],
            status,
        )
    }

    /// Feeds the parts and looks that never more is printed than was read.
    fn run(&self, parts: &[(Stream, &[u8])], status: Status) -> Shown {
        let panicked = Rc::new(Cell::new(false));
        let watch = Watch {
            inner: self.filter().unwrap(),
            panicked: Rc::clone(&panicked),
        };
        let mut keep = filters::engine::Example;
        let mut session = Session::new(Box::new(watch), &mut keep);
        let mut shown = Shown::default();
        let mut read = 0;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut print = |stream, text: &[u8]| match stream {
            Stream::Out => out.extend(text),
            Stream::Err => err.extend(text),
        };
        for (stream, bytes) in parts {
            read += bytes.len();
            session.push(*stream, bytes, &mut print);
        }
        session.finish(status, &mut print);
        if panicked.get() {
            shown.faults.push("the filter panics".to_owned());
        }
        if out.len() + err.len() > read {
            shown
                .faults
                .push(format!("{} bytes of {read}", out.len() + err.len()));
        }
        (shown.out, shown.err) = (out, err);
        shown
    }

    fn lost(&self, shown: &Shown, how: &str) -> Vec<String> {
        let text = [&shown.out[..], &shown.err].concat();
        let text = String::from_utf8_lossy(&text);
        let facts = self.must_keep.lines().filter(|fact| !fact.is_empty());
        let lost = facts.filter(|fact| !kept(fact, &text));
        lost.map(|fact| format!("{how}lost: {fact}")).collect()
    }

    /// Words and numbers that are not the tool's.
    fn invented(&self, shown: &Shown, raw: &[u8], status: Status) -> Vec<String> {
        let vocabulary = fs::read_to_string(Path::new(ROOT).join("words.txt")).unwrap();
        let raw = [raw, b"\n", &without_octal(raw)].concat();
        let raw = String::from_utf8_lossy(&raw).replace("\x1b[", " ");
        let raw_lines = raw.lines().count();
        let text = [&shown.out[..], b"\n", &shown.err].concat();
        let text = String::from_utf8_lossy(&text);
        let failed = status != Status::Code(0);
        let mut faults = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with("[rtk: ")) {
            for word in line.split(|c: char| !c.is_alphanumeric()) {
                let number = word.parse::<usize>().ok();
                let known = raw.contains(word)
                    || number.is_some_and(|number| number <= raw_lines)
                    || vocabulary.lines().any(|known| known == word)
                        && !(failed && SUCCESS.contains(&word.to_lowercase().as_str()));
                if !known {
                    faults.push(format!("invented {word:?} in: {line}"));
                }
            }
        }
        faults
    }

    fn compare(&self, shown: &Shown) -> Option<String> {
        let path = Path::new(ROOT).join(&self.name).join("shown");
        let mut text = shown.out.clone();
        if !shown.err.is_empty() {
            text.extend(b"--- stderr\n");
            text.extend(&shown.err);
        }
        if std::env::var_os("RTK_BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        match fs::read(&path) {
            Ok(blessed) if blessed == text => None,
            Ok(_) => {
                Some("not as in `shown`; see RTK_BLESS in tests/data/filters/README.md".into())
            }
            Err(_) => Some("no `shown`; see RTK_BLESS in tests/data/filters/README.md".into()),
        }
    }
}

/// Lets a panic be seen that the engine would hide.
struct Watch {
    inner: Box<dyn Filter>,
    panicked: Rc<Cell<bool>>,
}

impl Watch {
    fn watched<T>(&mut self, run: impl FnOnce(&mut dyn Filter) -> T) -> T {
        match catch_unwind(AssertUnwindSafe(|| run(&mut *self.inner))) {
            Ok(value) => value,
            Err(panic) => {
                self.panicked.set(true);
                resume_unwind(panic)
            }
        }
    }
}

impl Filter for Watch {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.watched(|filter| filter.line(line, stream, out));
    }
    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.watched(|filter| filter.end(status, out))
    }
    fn exact(&self) -> bool {
        self.inner.exact()
    }
}

/// A must-keep line: alternatives separated by TAB; `A >> B` is B within 1200
/// characters after A; a line end counts as a blank too.
fn kept(fact: &str, text: &str) -> bool {
    let blank = text.replace('\n', " \n") + " ";
    fact.split('\t').any(|one| match one.split_once(" >> ") {
        Some((a, b)) => blank.match_indices(a).any(|(at, _)| {
            let after = &blank[at + a.len()..];
            let end = after
                .char_indices()
                .nth(1200)
                .map_or(after.len(), |(end, _)| end);
            after[..end].contains(b)
        }),
        None => text.contains(one) || blank.contains(one),
    })
}

/// Text with git's `caf\303\251` as `café`.
fn without_octal(raw: &[u8]) -> Vec<u8> {
    let (mut text, mut rest) = (Vec::new(), raw);
    while let [first, after @ ..] = rest {
        let octal = match rest {
            [b'\\', a @ b'2'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => {
                Some((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'))
            }
            _ => None,
        };
        text.push(octal.unwrap_or(*first));
        rest = if octal.is_some() { &rest[4..] } else { after };
    }
    text
}

/// Splits a command line of plain words and quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![];
    let (mut word, mut quote) = (None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The README says of each shape how many recordings there are and what they save.
#[test]
fn the_table_of_the_readme_is_measured() {
    if std::env::var_os("RTK_ONLY").is_some() {
        return;
    }
    let mut measured: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    each(|case| {
        let words: Vec<_> = case.words.iter().map(|word| Some(word.as_str())).collect();
        if let Answer::Known(found) = rules::find(&words)
            && let Some(about) = filters::about(found.family.reader)
        {
            let shown = case.plain(Status::Code(case.status));
            let sums = measured.entry(about.shape).or_default();
            sums[0] += 1;
            sums[1] += case.stdout.len() + case.stderr.len();
            sums[2] += shown.out.len() + shown.err.len();
        }
        Vec::new()
    });
    let readme = include_str!("../../README.md");
    let wrong: Vec<String> = measured
        .iter()
        .map(|(shape, [count, raw, shown])| {
            let saved = 100 - (100 * shown + raw / 2) / raw;
            (format!("| {shape} | "), format!(" | {count} | {saved} % |"))
        })
        .filter(|(start, end)| {
            let row = readme.lines().find(|line| line.starts_with(start));
            !row.is_some_and(|row| row.ends_with(end))
        })
        .map(|(start, end)| format!("{start}...{end}"))
        .collect();
    assert!(
        measured.len() == 6 && wrong.is_empty(),
        "{}",
        wrong.join("\n")
    );
}
