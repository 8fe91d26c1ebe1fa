//! The shell reader: a table of lines and what they are read as, properties over
//! any text, and real bash as the judge.

use std::fmt::Write;

use rtk::shell::{
    self, Features, Output, Place, RedirectionKind, Script, SimpleCommand, Span, Stage, Word,
};

/// What was read, a line a simple command, then names that are defined, features
/// and the error:
/// `agent only line | NAME=value | word word | 2>&1`.
fn dump(text: &str, script: &Script) -> String {
    let mut out = String::new();
    for command in &script.commands {
        dump_command(text, command, &mut out);
    }
    for name in &script.definitions {
        let _ = writeln!(out, "defines {name}");
    }
    let features = features(&script.features);
    if !features.is_empty() {
        let _ = writeln!(out, "has {features}");
    }
    if let Some(error) = script.error {
        let _ = writeln!(out, "error {} {}", error.at, error.why);
    }
    out
}

fn dump_command(text: &str, command: &SimpleCommand, out: &mut String) {
    let output = match command.output {
        Output::Agent => "agent",
        Output::Elsewhere => "elsewhere",
    };
    let stage = match command.stage {
        Stage::Only => "",
        Stage::Producer => " producer",
        Stage::Last => " last",
    };
    let place = match command.place {
        Place::Line => "",
        Place::Substitution => " substitution",
        Place::Function => " function",
        Place::Coproc => " coproc",
    };
    let nested = if command.nested { " nested" } else { "" };
    let _ = write!(out, "{output}{stage}{place}{nested}:");
    for assignment in &command.assignments {
        let array = if assignment.array { "[]" } else { "" };
        let value = word(text, &assignment.value);
        let _ = write!(out, " {}{array}={value}", assignment.name);
    }
    for argument in &command.words {
        let _ = write!(out, " {}", word(text, argument));
    }
    for redirection in &command.redirections {
        let descriptor = redirection.descriptor.map(|number| number.to_string());
        let operator = match redirection.kind {
            RedirectionKind::Read => "<",
            RedirectionKind::Write => ">",
            RedirectionKind::Append => ">>",
            RedirectionKind::ReadWrite => "<>",
            RedirectionKind::DuplicateIn => "<&",
            RedirectionKind::DuplicateOut => ">&",
            RedirectionKind::WriteBoth => "&>",
            RedirectionKind::AppendBoth => "&>>",
            RedirectionKind::HereDocument(true) => "<<expanding ",
            RedirectionKind::HereDocument(false) => "<<",
            RedirectionKind::HereString => "<<<",
        };
        let target = word(text, &redirection.target);
        let _ = write!(out, " {}{operator}{target}", descriptor.unwrap_or_default());
    }
    out.push('\n');
}

/// `[value]` with a letter for each flag that is set, or `?source?` where the
/// value is not known.
fn word(text: &str, word: &Word) -> String {
    let mut shown = match &word.literal {
        Some(literal) => format!("[{}]", literal.escape_debug()),
        None => format!("?{}?", source(text, word.span).escape_debug()),
    };
    for (flag, letter) in [
        (word.quoted, 'q'),
        (word.expansion, 'e'),
        (word.substitution, 's'),
        (word.glob, 'g'),
        (word.tilde, 't'),
    ] {
        if flag {
            shown.push(letter);
        }
    }
    shown
}

fn source(text: &str, span: Span) -> &str {
    &text[span.start..span.end]
}

fn features(features: &Features) -> String {
    let all = [
        (features.expansion, "expansion"),
        (features.substitution, "substitution"),
        (features.here, "here"),
        (features.compound, "compound"),
        (features.definition, "definition"),
        (features.comment, "comment"),
        (features.comment_quote, "comment_quote"),
        (features.file_output, "file_output"),
        (features.file_input, "file_input"),
        (features.continuation, "continuation"),
        (features.control, "control"),
        (features.odd_blank, "odd_blank"),
        (features.glob, "glob"),
        (features.dialect, "dialect"),
    ];
    let set: Vec<&str> = all
        .iter()
        .filter_map(|(holds, name)| holds.then_some(*name))
        .collect();
    set.join(" ")
}

/// A row of a table.
#[derive(Default)]
struct Row {
    /// The lines of comment above it.
    above: String,
    /// Where it stands in its table.
    line: usize,
    command: String,
    expected: String,
}

/// Rows of a table: a line that starts with `$ ` is a command (`\n`, `\t`, `\\`, `\r`, `\0`, `\e` and
/// `\u{...}` stand for bytes), the lines below it are what is expected, `##` starts a comment.
fn rows(table: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut above = String::new();
    for (number, line) in table.lines().enumerate() {
        if let Some(command) = line.strip_prefix("$ ") {
            rows.push(Row {
                above: std::mem::take(&mut above),
                line: number + 1,
                command: unescaped(command),
                expected: String::new(),
            });
        } else if line.starts_with("##") {
            let _ = writeln!(above, "{line}");
        } else if !line.is_empty()
            && let Some(row) = rows.last_mut()
        {
            let _ = writeln!(row.expected, "{line}");
        }
    }
    rows
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('0') => out.push('\0'),
            Some('e') => out.push('\u{1B}'),
            Some('\\') => out.push('\\'),
            Some('u') => {
                let code: String = rest.by_ref().take_while(|c| *c != '}').collect();
                let code = u32::from_str_radix(&code[1..], 16).unwrap();
                out.push(char::from_u32(code).unwrap());
            }
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            '\u{1B}' => out.push_str("\\e"),
            ' '..='~' => out.push(character),
            _ => {
                let _ = write!(out, "\\u{{{:X}}}", character as u32);
            }
        }
    }
    out
}

const TABLES: [(&str, &str); 1] = [("commands.txt", include_str!("../data/shell/commands.txt"))];

/// Every line of the tables, and the command lines of the case tables.
pub(crate) fn table_lines() -> Vec<String> {
    let mut lines: Vec<String> = TABLES
        .iter()
        .flat_map(|(_, table)| rows(table))
        .map(|row| row.command)
        .collect();
    for name in ["rewrite.jsonl", "security.jsonl"] {
        let path = format!("{}/tests/data/cases/{name}", env!("CARGO_MANIFEST_DIR"));
        let table = std::fs::read_to_string(path).unwrap();
        lines.extend(table.lines().filter_map(command_of));
    }
    lines.retain(|line| !line.contains('\0'));
    lines
}

/// The value of `"cmd": "..."`, escapes taken away.
fn command_of(row: &str) -> Option<String> {
    let value = row.split_once("\"cmd\": \"")?.1;
    let mut out = String::new();
    let mut rest = value.chars();
    loop {
        match rest.next()? {
            '"' => return Some(out),
            '\\' => match rest.next()? {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                'b' => out.push('\u{8}'),
                'f' => out.push('\u{C}'),
                'u' => {
                    let code: String = rest.by_ref().take(4).collect();
                    out.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                }
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
}

/// With `RTK_SHELL_DUMP=FILE` the table is written anew as it is now, to be looked through.
#[test]
fn lines_are_read_as_the_tables_say() {
    let mut wrong = String::new();
    let mut renewed = String::new();
    let mut count = 0;
    for (name, table) in TABLES {
        for row in rows(table) {
            count += 1;
            let found = dump(&row.command, &shell::parse(&row.command));
            let command = escaped(&row.command);
            let above = if row.above.is_empty() { "" } else { "\n" };
            let _ = write!(renewed, "{}{above}$ {command}\n{found}\n", row.above);
            if found != row.expected {
                let _ = write!(wrong, "{name}:{}: {command}\n{found}", row.line);
            }
        }
    }
    if let Ok(path) = std::env::var("RTK_SHELL_DUMP") {
        std::fs::write(path, renewed).unwrap();
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 250);
}

/// Texts of the longest length that is read, each of one piece over and over.
fn monsters() -> Vec<String> {
    let pieces = [
        "(",
        ")",
        "$(",
        "$((",
        "((",
        "`",
        "\\`",
        "\\\\`",
        "'",
        "\"",
        "\"$(",
        "${",
        "${a:-",
        "${ ",
        "{",
        "{ ",
        "}",
        ";",
        "a;",
        "a\n",
        "a|",
        "a&&",
        "a & ",
        "<<a",
        "<<a ",
        "<<a\n",
        "<<-a ",
        "a<<a\na\n",
        ">",
        ">f ",
        "2>&1 ",
        "#",
        "# ",
        "[",
        "[[ ",
        "[[ (",
        "[[ ! ",
        "a[",
        "a=(",
        "! ",
        "time ",
        "coproc ",
        "if ",
        "if a; then ",
        "for a in ",
        "while ",
        "case a in a) ",
        "f() ",
        "f() { ",
        "function f ",
        "function f { ",
        "@(",
        "a@(",
        "<(",
        ">(",
        "a <(",
        "$[",
        "$'",
        "$\"",
        "$",
        "\\",
        "\\\n",
        "\n",
        " ",
        "\t",
        "{a,",
        "{a,b}",
        "..",
        "=",
        "a=",
        "=a ",
        "~",
        "*",
        "&>",
        "&",
        "a=1 ",
        "é",
        "1",
        "1>",
        "{a}>",
        "$(<<a\n",
        "\"`",
        "`\"",
        "`a`",
        "`a\\$`",
        "((a)",
        "$((a)",
        "((a) ",
        "$((a) ) ",
        "alias a= ",
        "exec >f;",
        "a | b |& c; ",
        "case a in a) b;; esac; ",
        "{ a; } >f; ",
        "(a) ; ",
        "$(a) ",
        "\"$(a)\" ",
        "`a` ; ",
    ];
    pieces
        .iter()
        .map(|piece| piece.repeat(shell::MAX_COMMAND_BYTES / piece.len()))
        .collect()
}

/// What opens and closes one level each.
const NESTED: [(&str, &str); 14] = [
    ("( ", ")"),
    ("{ ", "; }"),
    ("$(", ")"),
    ("\"$(", ")\""),
    ("<(", ")"),
    ("if a; then ", "; fi"),
    ("if ", "; then a; fi"),
    ("while a; do ", "; done"),
    ("for a in b; do ", "; done"),
    ("case a in b) ", ";; esac"),
    ("a() { ", "; }"),
    ("coproc { ", "; }"),
    ("! { ", "; }"),
    ("a | { ", "; }"),
];

#[test]
fn depth_is_bounded() {
    for (open, close) in NESTED {
        // Half of the stack that a thread of Rust has.
        let parse = move |count: usize| {
            let text = format!("{}a{}", open.repeat(count), close.repeat(count));
            let stack = std::thread::Builder::new().stack_size(1 << 20);
            let run = stack.spawn(move || shell::parse(&text).error.map(|error| error.why));
            run.unwrap().join().unwrap()
        };
        assert_eq!(parse(45), None, "{open}");
        assert_eq!(parse(200), Some("nested too deeply"), "{open}");
    }
}

#[test]
fn length_is_bounded() {
    for monster in monsters() {
        shell::parse(&monster);
    }
    let long = "a".repeat(shell::MAX_COMMAND_BYTES);
    assert_eq!(shell::parse(&long).error, None);
    assert!(shell::parse(&(long + "a")).error.is_some());
}
