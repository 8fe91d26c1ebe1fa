//! The shell reader against real bash: what is accepted, which programs run with
//! which words, and what a quoted word is.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use rtk::shell::{self, Script};

use crate::oracle::{Random, have, scratch, slow};
use crate::shell::table_lines;

/// Runs bash with a script, NUL-separated inputs on its standard input.
fn bash(script: &str, arguments: &[&str], inputs: &[String]) -> Vec<u8> {
    let mut child = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .args(arguments)
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut text = Vec::new();
    for input in inputs {
        text.extend_from_slice(input.as_bytes());
        text.push(0);
    }
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&text);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.stdout
}

/// What bash reads and this reader reads too, but bash only since 5.3 or with an option on.
fn disputed(script: &Script) -> bool {
    script.features.dialect
}

/// Pieces that texts are thrown together from.
pub(crate) const PIECES: [&str; 113] = [
    "a",
    "b",
    "git",
    "x1",
    "-n",
    "A=1",
    "A+=b",
    "a[1]=2",
    "a=(b c)",
    "declare ",
    "alias ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    "\t",
    "\n",
    "\n",
    ";",
    ";",
    "; ",
    "; ",
    "&",
    "&&",
    "||",
    "|",
    "|",
    "|&",
    ";;",
    ";&",
    ";;&",
    "(",
    ")",
    "(",
    ")",
    "{ ",
    "; }",
    "{",
    "}",
    "((",
    "))",
    "[[ ",
    " ]]",
    "if ",
    "; then ",
    "; else ",
    "; elif ",
    "; fi",
    "for i ",
    "in a b",
    "in ",
    "; do ",
    "; done",
    "while ",
    "until ",
    "case a ",
    "in\n",
    "a) ",
    "(b|c) ",
    ";; esac",
    "esac",
    "select i ",
    "function ",
    "f() ",
    "f ",
    "time ",
    "time -p ",
    "! ",
    "coproc ",
    "'",
    "'",
    "\"",
    "\"",
    "$'",
    "$\"",
    "\\",
    "\\\n",
    "`",
    "`",
    "$(",
    ")",
    "$((",
    "))",
    "${x",
    "${x:-",
    "${#x}",
    "$[",
    "]",
    "$x",
    "$",
    "<",
    ">",
    ">>",
    ">|",
    "<>",
    "<&",
    ">&",
    "2>&1",
    ">&-",
    "&>f",
    "&>>f",
    "<<<",
    "<<E",
    "<<-'E'",
    "\nE\n",
    "# c",
    "#",
    "=~ ",
    "== ",
    "{x}>f",
    "*",
];

fn any_text(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(12) {
        text.push_str(random.pick(&PIECES));
    }
    text
}

/// Lines that are nearly right: one of the tables, damaged.
fn damaged(random: &mut Random, lines: &[String]) -> String {
    let mut text: Vec<char> = lines[random.below(lines.len())].chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len() + 1);
        match random.below(3) {
            0 => {
                let piece = random.pick(&PIECES).chars();
                text.splice(at..at, piece);
            }
            1 if at < text.len() => drop(text.remove(at)),
            _ => {
                let piece = random.pick(&[
                    " ", "\n", ";", "(", ")", "'", "\"", "\\", "$", "`", "|", "&", "}", "{ ",
                ]);
                text.splice(at..at, piece.chars());
            }
        }
    }
    text.into_iter().collect()
}

/// What is accepted here, bash accepts.
#[test]
fn bash_accepts_what_is_accepted() {
    if !have("bash", &["--version"]) {
        return;
    }
    let mut random = Random::new(11);
    let tables = table_lines();
    let mut lines: Vec<String> = tables.clone();
    let (texts, wanted) = if slow() {
        (1_000_000, 20_000)
    } else {
        (150_000, 700)
    };
    for at in 0..texts {
        if lines.len() >= tables.len() + wanted {
            break;
        }
        let line = match at % 2 {
            0 => any_text(&mut random),
            _ => damaged(&mut random, &tables),
        };
        if line.len() > 3 && line.contains([' ', ';', '|', '&', '\n', '(']) {
            lines.push(line);
        }
    }
    lines.retain(|line| {
        let script = shell::parse(line);
        script.error.is_none() && !disputed(&script)
    });
    assert!(lines.len() > 500, "{}", lines.len());
    let refused = bash(
        "n=0; while IFS= read -r -d '' line; do \
         said=$(bash -n -c \"#\n$line\" 2>&1) && [ -z \"$said\" ] || printf '%s %s\\n' \"$n\" \"${said%%$'\\n'*}\"; \
         n=$((n + 1)); done; echo \"$n\"",
        &[],
        &lines,
    );
    let refused = String::from_utf8_lossy(&refused).into_owned();
    let mut wrong = String::new();
    let mut answers: Vec<&str> = refused.lines().collect();
    assert_eq!(answers.pop(), Some(lines.len().to_string().as_str()));
    for answer in answers {
        let (number, said) = answer.split_once(' ').unwrap();
        let line = &lines[number.parse::<usize>().unwrap()];
        let _ = writeln!(wrong, "{line:?}: {said}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Pieces that words are thrown together from.
const QUOTED: [&str; 44] = [
    "a", "b", "é", " ", "'", "'", "'", "\"", "\"", "\"", "\\", "\\", "\\", "$", "$'", "$\"", "`",
    "\\`", "\n", "\\\n", "\t", "#", "!", "n", "x41", "\\x41", "101", "\\101", "\\n", "\\t", "\\c",
    "\\u41", "\\E", "{", "}", ",", "=", "*", "~", "|", "&", ";", "(", ")",
];

/// A word's value is what bash hands to the program.
#[test]
fn literals_are_what_bash_passes_on() {
    if !have("bash", &["--version"]) {
        return;
    }
    let mut random = Random::new(12);
    let count = if slow() { 400_000 } else { 6_000 };
    let mut words = Vec::new();
    let mut expected = Vec::new();
    while words.len() < count {
        let mut text = String::from("x ");
        for _ in 0..=random.below(8) {
            text.push_str(random.pick(&QUOTED));
        }
        let script = shell::parse(&text);
        let [command] = script.commands.as_slice() else {
            continue;
        };
        if let ([_, word], None) = (command.words.as_slice(), script.error)
            && command.redirections.is_empty()
            && let Some(literal) = &word.literal
        {
            words.push(text[word.span.start..word.span.end].to_owned());
            expected.extend_from_slice(literal.as_bytes());
            expected.push(0);
        }
    }
    let found = bash(
        "set -f; while IFS= read -r -d '' word; do HOME='~' eval \"printf '%s\\\\0' $word\"; done",
        &[],
        &words,
    );
    let found: Vec<&[u8]> = found.split(|byte| *byte == 0).collect();
    let expected: Vec<&[u8]> = expected.split(|byte| *byte == 0).collect();
    for (at, word) in words.iter().enumerate() {
        let found = found.get(at).map(|found| String::from_utf8_lossy(found));
        let expected = String::from_utf8_lossy(expected[at]);
        assert_eq!(found.as_deref(), Some(&*expected), "{word:?}");
    }
}

/// Makes scripts in which every command runs exactly once.
struct Straight<'a> {
    random: &'a mut Random,
    text: String,
    here: Vec<(&'static str, bool)>,
    /// Inside a substitution bash 5.2 loses newlines behind here-documents.
    inside: bool,
    made: usize,
}

impl Straight<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn list(&mut self, depth: usize) {
        for at in 0..=self.random.below(3) {
            if at > 0 {
                let joint = self.random.pick(&[
                    "; ",
                    "\n",
                    " && ",
                    " | ",
                    " |& ",
                    " & ",
                    ";\n\n",
                    " &&\n",
                    " |\n",
                    "&&",
                    ";",
                    "|",
                    " # it's\n",
                ]);
                self.join(joint);
            } else if self.random.below(9) == 0 {
                // Not in front of `for`: inside `$( )` bash 5.2 does not read that.
                self.push("time -p ");
                self.simple(depth);
                continue;
            }
            self.command(depth);
        }
        self.finish_line();
    }

    fn at_line_start(&self) -> bool {
        self.text.ends_with('\n') && !self.text.ends_with("\\\n")
    }

    fn join(&mut self, joint: &str) {
        if joint.contains('\n') {
            let newline = joint.find('\n').unwrap_or_default();
            self.push(&joint[..newline]);
            self.finish_line();
            if !self.at_line_start() {
                self.push("\n");
            }
            self.push(&joint[newline + 1..]);
        } else {
            self.push(joint);
        }
    }

    /// The bodies of the here-documents of this line.
    fn finish_line(&mut self) {
        let waiting = std::mem::take(&mut self.here);
        if waiting.is_empty() {
            return;
        }
        self.push("\n");
        for (delimiter, expands) in waiting {
            let body = self
                .random
                .pick(&["", "it's\n", "a \" b\n", "$x \\$(no) \\\nw\n", "# x\n"]);
            self.push(body);
            if expands && self.random.below(2) == 0 {
                self.push("y $(");
                let outer = std::mem::take(&mut self.here);
                self.simple(9);
                self.here = outer;
                self.push(") z\n");
            }
            self.push(delimiter);
            self.push("\n");
        }
    }

    fn command(&mut self, depth: usize) {
        if depth > 2 || !self.here.is_empty() || self.random.below(3) > 0 {
            return self.simple(depth);
        }
        let (open, close) = self.random.pick(&[
            ("( ", ")"),
            ("{ ", "\n}"),
            ("for i in a; do ", "\ndone"),
            ("if true; then ", "\nfi"),
            ("case a in a|b) ", "\n;; esac"),
            ("if ", "\nthen true; fi"),
            ("while ", "\ndo break; done"),
            ("until ", "\ndo :; done"),
        ]);
        if self.text.ends_with('(') {
            self.push(" ");
        }
        self.push(open);
        let outer = std::mem::take(&mut self.here);
        self.list(depth + 1);
        self.here = outer;
        let close = if self.at_line_start() {
            close.trim_start()
        } else {
            close
        };
        self.push(close);
        if self.random.below(4) == 0 {
            self.redirection(9);
        }
    }

    fn simple(&mut self, depth: usize) {
        for _ in 0..self.random.below(6) / 4 {
            let assignment = self
                .random
                .pick(&["A=1 ", "B+=\"a b\" ", "C= ", "D='x;y' "]);
            self.push(assignment);
        }
        self.made += 1;
        let name = format!("c{}", self.made);
        self.push(&name);
        for _ in 0..self.random.below(4) {
            self.push(" ");
            match self.random.below(8) {
                0 => self.redirection(depth),
                1 if depth < 3 && self.here.is_empty() => {
                    let (open, close) = self.random.pick(&[
                        ("\"$(", ")\""),
                        ("x\"`", "`\""),
                        ("<(", ")"),
                        ("\"${x:-$(", ")}\""),
                    ]);
                    self.push(open);
                    let outer = std::mem::take(&mut self.here);
                    if open.contains('`') {
                        self.made += 1;
                        let inner = format!("c{} 'a b' e", self.made);
                        self.push(&inner);
                    } else if open.contains('{') {
                        // bash 5.2 loses semicolons behind groups in these.
                        self.simple(9);
                    } else {
                        let outer = std::mem::replace(&mut self.inside, true);
                        self.list(depth + 1);
                        self.inside = outer;
                    }
                    self.here = outer;
                    self.push(close);
                }
                2 if depth < 3 && self.here.is_empty() => {
                    self.made += 1;
                    let inner = format!("\"$(c{} <<'E'\nit's ) \" $(no\nE\n)\"", self.made);
                    self.push(&inner);
                }
                _ => self.word(),
            }
        }
    }

    fn word(&mut self) {
        for _ in 0..=self.random.below(3) {
            let piece = self.random.pick(&[
                "a",
                "-b",
                "'c d'",
                "\"e  f\"",
                "\\ ",
                "\\;",
                "$'\\t'",
                "\"\\\"\"",
                "g#h",
                "=",
                "''",
                "\"'\"",
                "\\\n",
                "'\n'",
                "{",
                "}",
                "[",
                "*",
                "if",
                "!",
                "é",
                "\"$x\"",
                "\"\\$(no)\"",
            ]);
            self.push(piece);
        }
    }

    fn redirection(&mut self, depth: usize) {
        let here = depth < 9 && !self.inside && !self.text.contains('`');
        match self.random.below(if here { 8 } else { 6 }) {
            0 => self.push(" >f"),
            1 => self.push(" 2>&1"),
            2 => self.push(" </dev/null"),
            3 => self.push(" >>f 2>/dev/null"),
            4 => self.push(" 3>&1"),
            5 => self.push(" <<<'x y'"),
            6 => {
                self.push(" <<E");
                self.here.push(("E", true));
            }
            _ => {
                self.push(" <<'F G'");
                self.here.push(("F G", false));
            }
        }
    }
}

/// The same programs run with the same words as are read here.
#[test]
fn bash_runs_the_commands_that_are_read() {
    if !have("bash", &["--version"]) {
        return;
    }
    let mut random = Random::new(13);
    let count = if slow() { 6_000 } else { 400 };
    let mut lines = Vec::new();
    while lines.len() < count {
        let mut straight = Straight {
            random: &mut random,
            text: String::new(),
            here: Vec::new(),
            inside: false,
            made: 0,
        };
        straight.list(0);
        let text = straight.text;
        let script = shell::parse(&text);
        assert_eq!(script.error, None, "{text:?}");
        if !script.features.dialect {
            lines.push(text);
        }
    }
    let directory = scratch("shell");
    // Every program is missing; what bash calls then writes down what was asked for.
    // Descriptor 8 is open until the last process of a line has ended.
    let found = bash(
        "log=$1/log; cd \"$1\" && mkdir work && cd work && PATH=/nowhere; set -f +B; trap '' PIPE; \
         command_not_found_handle() { local all; printf -v all '%s\\1' \"$@\"; printf '%s\\2' \"${all//$'\\n'/$'\\4'}\" >>\"$log\"; }; \
         while IFS= read -r -d '' line; do : \"$( ( eval \"$line\nwait\" ) 8>&1 </dev/null >/dev/null )\"; printf '\\3' >>\"$log\"; done",
        &[directory.to_str().unwrap()],
        &lines,
    );
    assert!(found.is_empty());
    let log = std::fs::read(directory.join("log")).unwrap();
    // A newline ends one of bash's writes, so there is none.
    let log = String::from_utf8(log).unwrap().replace('\x04', "\n");
    for (line, ran) in lines.iter().zip(log.split('\x03')) {
        let mut ran: Vec<Vec<&str>> = ran
            .split_terminator('\x02')
            .map(|command| command.split_terminator('\x01').collect())
            .collect();
        ran.sort();
        let script = shell::parse(line);
        let mut read: Vec<Vec<Option<&str>>> = script
            .commands
            .iter()
            .map(|command| {
                command
                    .words
                    .iter()
                    .map(|word| word.literal.as_deref())
                    .collect()
            })
            .filter(|words: &Vec<Option<&str>>| {
                words
                    .first()
                    .is_some_and(|word| word.is_some_and(|word| word.starts_with('c')))
            })
            .collect();
        read.sort();
        let same = ran.len() == read.len()
            && ran.iter().zip(&read).all(|(ran, read)| {
                ran.len() == read.len()
                    && ran
                        .iter()
                        .zip(read)
                        .all(|(ran, read)| read.is_none_or(|read| read == *ran))
            });
        assert!(same, "{line}\nran  {ran:?}\nread {read:?}");
    }
}
