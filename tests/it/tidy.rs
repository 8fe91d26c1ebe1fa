//! The house stays clean: what the lints do not see.

use std::fs;
use std::path::{Path, PathBuf};

use rtk::text::toml::{self, Value};

/// Which modules of the project a module may import. What is not listed is free.
const MAY_IMPORT: [(&str, &[&str]); 8] = [
    ("text", &[]),
    ("shell", &[]),
    ("rules", &[]),
    ("config", &["text"]),
    ("rewrite", &["config", "rules", "shell", "text"]),
    (
        "permission",
        &["config", "rewrite", "rules", "shell", "text"],
    ),
    (
        "decide",
        &["config", "permission", "rewrite", "rules", "shell", "text"],
    ),
    ("filters", &["rules", "text"]),
];

/// The two halves of the program do not know each other.
const MUST_NOT_IMPORT: [(&str, &[&str]); 3] = [
    ("agents", &["filters", "run"]),
    ("setup", &["filters", "run"]),
    ("run", &["agents", "setup"]),
];

/// Modules that take text and give text: no input, no output, no environment.
const PURE: [&str; 8] = [
    "text",
    "shell",
    "rules",
    "config",
    "rewrite",
    "permission",
    "decide",
    "filters",
];

const IMPURE_WORDS: [&str; 10] = [
    "std::fs",
    "std::env",
    "std::process",
    "std::net",
    "std::thread",
    "std::io",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
];

/// Words that no shipped source holds outside of tests. A call that cannot fail
/// says so with `cannot fail:` and the reason on its line or the one above.
const FORBIDDEN_WORDS: [&str; 11] = [
    ".unwrap()",
    ".expect(",
    ".unwrap_err()",
    "todo!",
    "unimplemented!",
    "dbg!",
    "HashMap",
    "HashSet",
    "static mut",
    "allow(warnings)",
    "allow(clippy",
];

const EXCUSE: &str = "cannot fail:";

/// Directories of one machine. Split so that this file does not hold them.
const MACHINE_PATHS: [&str; 3] = [
    concat!("/wo", "rk/"),
    concat!("/root/", ".cargo"),
    concat!(".py", "env"),
];

/// Names that say nothing.
const EMPTY_NAMES: [&str; 6] = ["util", "utils", "helper", "helpers", "manager", "misc"];

/// Files longer than this are named; much longer is an error, unless the file is a table.
const LINES_GOOD: usize = 600;
const LINES_MAX: usize = 900;

fn house() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a directory of the project, by name; generated ones aside.
fn files(below: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![house().join(below)];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries.map(Result::unwrap) {
            let path = entry.path();
            let name = entry.file_name();
            let generated = [
                "target",
                "corpus",
                "artifacts",
                "node_modules",
                "__pycache__",
            ];
            if entry.file_type().unwrap().is_file() {
                found.push(path);
            } else if entry.file_type().unwrap().is_dir()
                && !generated.iter().any(|other| name == *other)
            {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

fn rust_files(below: &str) -> Vec<PathBuf> {
    let rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    files(below).into_iter().filter(rust).collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(house())
        .unwrap()
        .to_string_lossy()
        .into_owned()
}

/// `shell` for `src/shell.rs`, `src/shell/mod.rs`, `src/shell/word.rs`.
fn module(path: &Path) -> String {
    let inside = path.strip_prefix(house().join("src")).unwrap();
    let first = inside
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// A source without comments, the contents of literals and test modules; lines stay where they are.
fn code(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let end = end_of_opaque(bytes, at);
        if end > at {
            out.extend(
                bytes[at..end]
                    .iter()
                    .map(|&byte| if byte == b'\n' { b'\n' } else { b' ' }),
            );
            at = end;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    without_tests(String::from_utf8(out).unwrap())
}

/// The end of the comment or literal that starts at `at`; `at` itself where none does.
fn end_of_opaque(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let find = |from: usize, what: &[u8]| {
        let found = rest[from..]
            .windows(what.len())
            .position(|window| window == what);
        at + found.map_or(rest.len(), |position| from + position + what.len())
    };
    let word_before = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    let quote_end = |quote: u8, from: usize| {
        let mut end = from;
        while end < rest.len() && rest[end] != quote {
            end += if rest[end] == b'\\' { 2 } else { 1 };
        }
        at + (end + 1).min(rest.len())
    };
    match rest {
        [b'/', b'/', ..] => find(2, b"\n") - 1,
        [b'/', b'*', ..] => find(2, b"*/"),
        [b'"', ..] => quote_end(b'"', 1),
        [b'\'', b'\\', ..] => quote_end(b'\'', 1),
        [b'\'', ..] => {
            // A lifetime has no closing quote after one character.
            let text = String::from_utf8_lossy(&rest[1..rest.len().min(9)]).into_owned();
            let length = text.chars().next().map_or(0, char::len_utf8);
            if rest.get(1 + length) == Some(&b'\'') {
                at + 2 + length
            } else {
                at
            }
        }
        [b'r', b'"' | b'#', ..] if !word_before || bytes[at - 1] == b'b' => {
            let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
            if rest.get(1 + hashes) != Some(&b'"') {
                return at;
            }
            find(2 + hashes, &[b"\"".to_vec(), vec![b'#'; hashes]].concat())
        }
        _ => at,
    }
}

fn without_tests(mut code: String) -> String {
    while let Some(start) = code.find("#[cfg(test)]") {
        let open = start + code[start..].find('{').unwrap_or(0);
        let mut depth = 0;
        let mut end = code.len();
        for (offset, byte) in code[open..].bytes().enumerate() {
            depth += i32::from(byte == b'{') - i32::from(byte == b'}');
            if depth == 0 {
                end = open + offset + 1;
                break;
            }
        }
        let blank: String = code[start..end]
            .chars()
            .map(|c| if c == '\n' { '\n' } else { ' ' })
            .collect();
        code.replace_range(start..end, &blank);
    }
    code
}

/// Where a word stands as a word of its own, as 1-based lines.
fn lines_with(code: &str, word: &str) -> Vec<usize> {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut lines = Vec::new();
    for (at, _) in code.match_indices(word) {
        let before = at > 0 && part(code.as_bytes()[at - 1]) && part(word.as_bytes()[0]);
        let after = code
            .as_bytes()
            .get(at + word.len())
            .is_some_and(|&byte| part(byte));
        let after = after && part(word.as_bytes()[word.len() - 1]);
        if !before && !after {
            lines.push(1 + code[..at].matches('\n').count());
        }
    }
    lines
}

#[track_caller]
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The checker itself sees what it should.
#[test]
fn code_is_told_from_comments_and_literals() {
    let source = "a // unsafe\nb(\"un\\\"safe\", '\"', r#\"uns\"afe\"#, 'x', &'a y) /* un\nsafe */ c\n#[cfg(test)]\nmod t { { } d }\ne";
    let code = code(source);
    let words: Vec<&str> = code.split_whitespace().collect();
    assert_eq!(
        words,
        ["a", "b(", ",", ",", ",", ",", "&'a", "y)", "c", "e"]
    );
    assert_eq!(code.matches('\n').count(), source.matches('\n').count());
    assert_eq!(
        lines_with("x.unwrap()\nunwrap_it unsafe_x\nunsafe", "unsafe"),
        [3]
    );
    assert_eq!(lines_with("x.unwrap()", ".unwrap()"), [1]);
}

#[test]
fn no_dependency_but_for_tests() {
    let manifest = toml::parse(&fs::read(house().join("Cargo.toml")).unwrap()).unwrap();
    for (key, item) in manifest.iter() {
        let Value::Table(table) = &item.value else {
            continue;
        };
        let names: Vec<&str> = table.iter().map(|(name, _)| name).collect();
        match key {
            "dependencies" => assert_eq!(names, [""; 0], "[dependencies]"),
            "dev-dependencies" => assert!(
                names
                    .iter()
                    .all(|name| ["criterion", "proptest"].contains(name)),
                "[dev-dependencies] {names:?}"
            ),
            "bin" | "bench" | "features" | "lib" | "lints" | "package" | "profile" | "test"
            | "workspace" => {}
            other => panic!("[{other}] in Cargo.toml"),
        }
    }
    let package = manifest.table("package").unwrap();
    assert!(
        package.get("build").is_none() && !house().join("build.rs").exists(),
        "a build script"
    );
}

#[test]
fn imports_go_one_way() {
    let mut complaints = Vec::new();
    for path in rust_files("src") {
        let own = module(&path);
        let code = code(&fs::read_to_string(&path).unwrap());
        for (at, _) in code.match_indices("crate::") {
            let word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
            let rest = &code[at + "crate::".len()..];
            // `crate::{a::b, c}` is written out, so that this can read it.
            let other: String = rest.chars().take_while(word).collect();
            let allowed = MAY_IMPORT.iter().find(|(module, _)| *module == own);
            let denied = MUST_NOT_IMPORT.iter().find(|(module, _)| *module == own);
            let wrong = other != own
                && (allowed.is_some_and(|(_, list)| !list.contains(&other.as_str()))
                    || denied.is_some_and(|(_, list)| list.contains(&other.as_str()))
                    || other.is_empty());
            if wrong {
                let line = 1 + code[..at].matches('\n').count();
                complaints.push(format!(
                    "{}:{line}: {own} imports crate::{other}",
                    name(&path)
                ));
            }
        }
    }
    none(complaints);
}

#[test]
fn the_core_does_no_input_or_output() {
    let mut complaints = Vec::new();
    for path in rust_files("src") {
        if PURE.contains(&module(&path).as_str()) {
            let code = code(&fs::read_to_string(&path).unwrap());
            for word in IMPURE_WORDS {
                for line in lines_with(&code, word) {
                    complaints.push(format!("{}:{line}: {word}", name(&path)));
                }
            }
        }
    }
    none(complaints);
}

#[test]
fn unsafe_in_two_files() {
    let mut holders = Vec::new();
    for path in rust_files("src") {
        let code = code(&fs::read_to_string(&path).unwrap());
        if !lines_with(&code, "unsafe").is_empty() {
            holders.push(name(&path));
        }
    }
    assert_eq!(holders, ["src/main.rs", "src/run/signals.rs"]);
}

#[test]
fn forbidden_words() {
    let mut complaints = Vec::new();
    for path in rust_files("src") {
        let source = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = source.lines().collect();
        let code = code(&source);
        for word in FORBIDDEN_WORDS {
            for line in lines_with(&code, word) {
                let excused = lines[line.saturating_sub(2)..line]
                    .iter()
                    .any(|text| text.contains(EXCUSE));
                if !excused {
                    complaints.push(format!("{}:{line}: {word}", name(&path)));
                }
            }
        }
    }
    none(complaints);
}

#[test]
fn every_file_says_what_it_is() {
    let mut complaints = Vec::new();
    for path in ["src", "tests/it", "benches", "fuzz"]
        .iter()
        .flat_map(|below| rust_files(below))
    {
        let source = fs::read_to_string(&path).unwrap();
        if !source.starts_with("//! ") {
            complaints.push(format!("{}: no `//!` header", name(&path)));
        }
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if EMPTY_NAMES.contains(&stem.as_str()) {
            complaints.push(format!("{}: a name that says nothing", name(&path)));
        }
        let lines = source.lines().count();
        let table = stem == "table";
        if lines > LINES_GOOD && !table {
            println!("{}: {lines} lines", name(&path));
        }
        if lines > LINES_MAX && !table && path.starts_with(house().join("src")) {
            complaints.push(format!("{}: {lines} lines", name(&path)));
        }
    }
    none(complaints);
}

#[test]
fn no_path_of_one_machine() {
    let mut complaints = Vec::new();
    let text = ["src", "tests/it", "benches", "fuzz", "hooks", ".ci"]
        .iter()
        .flat_map(|below| files(below));
    let top = ["README.md", "Cargo.toml", ".cargo/config.toml"].map(|file| house().join(file));
    for path in text.chain(top) {
        let Ok(source) = fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in source.lines().enumerate() {
            if MACHINE_PATHS.iter().any(|machine| line.contains(machine)) {
                complaints.push(format!("{}:{}: {line}", name(&path), number + 1));
            }
        }
    }
    none(complaints);
}
