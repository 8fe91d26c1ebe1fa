//! Makes command lines as agents write them, and worse, from a string of bytes:
//! each byte is a choice, so a shorter string is a simpler line.

/// Where choices come from; zero when they run out.
pub(crate) struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes }
    }

    fn below(&mut self, count: usize) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        usize::from(first) % count
    }

    fn of(&mut self, all: &[&'static str]) -> &'static str {
        all[self.below(all.len())]
    }

    fn often(&mut self) -> bool {
        self.below(4) != 0 && !self.bytes.is_empty()
    }

    fn rarely(&mut self) -> bool {
        self.below(8) == 7
    }
}

const COMMANDS: [&str; 34] = [
    "git status",
    "ls",
    "cargo test",
    "git log",
    "cat a",
    "grep x a",
    "git push",
    "rm b",
    "echo hi",
    "true",
    "false",
    "cd sub",
    "git diff",
    "wc -l a",
    "find . -name a",
    "npx tsc",
    "npm run build",
    "python -m pytest",
    "pytest -q",
    "make",
    "docker ps",
    "rg x",
    "head -5 a",
    "tail a",
    "tree",
    "./git status",
    "tsc --noEmit",
    "rtk git status",
    "rtk ls",
    "git",
    "git -C sub status",
    "git commit -m x",
    "touch new",
    "sudo git status",
];

const WORDS: [&str; 44] = [
    "-v",
    "x",
    "--all",
    "'a b'",
    "\"a b\"",
    "a\\ b",
    "$X",
    "\"$X\"",
    "'$(git push)'",
    "'a;b'",
    "\"a && b\"",
    "a\\;b",
    "''",
    "\"\"",
    "*.md",
    "{a,b}",
    "~",
    "\"it's\"",
    "'say \"hi\"'",
    "--json",
    "-o",
    "é",
    "a#b",
    "\\#",
    "'a\nb'",
    "\"a\\\"b\"",
    "$(echo q)",
    "`echo q`",
    "\"$(echo 'a b')\"",
    "${X:-d}",
    "--",
    "-",
    "a=b",
    "=a",
    "[ab]",
    "?",
    "!",
    "git",
    "rtk",
    "}",
    "$'a\\tb'",
    "x\\\ny",
    "1",
    "%s",
];

const ASSIGNMENTS: [&str; 12] = [
    "FOO=1",
    "NODE_ENV=test",
    "A='x y'",
    "B=\"$X\"",
    "C=$(echo q)",
    "RTK_DISABLED=1",
    "D+=e",
    "GIT_PAGER=cat",
    "NO_COLOR=1",
    "E=",
    "F=a\\ b",
    "LC_ALL=C",
];

const WRAPPERS: [&str; 11] = [
    "env",
    "env A=1",
    "timeout 5",
    "nice -n 5",
    "nohup",
    "time",
    "stdbuf -oL",
    "timeout -k 1 5",
    "command",
    "env -u FOO",
    "setsid",
];

const REDIRECTIONS: [&str; 12] = [
    "2>&1",
    "2>/dev/null",
    ">/dev/null",
    "> out",
    ">> out",
    "< a",
    "2> err",
    "&> out",
    ">&2",
    ">| out",
    "3>&1",
    "<<< here",
];

/// A line.
pub(crate) fn line(choices: &mut Choices<'_>) -> String {
    let mut out = String::new();
    if choices.rarely() {
        out.push_str(choices.of(&[" ", "\n", "# it's\n", "set -e; ", "\t", "X='a b'; "]));
    }
    list(&mut out, choices, 3);
    if choices.rarely() {
        out.push_str(choices.of(&[
            ";", " ", "\n", " # end", " # it's", " &", " |", " &&", "'", ")",
        ]));
    }
    out
}

fn list(out: &mut String, choices: &mut Choices<'_>, depth: usize) {
    pipeline(out, choices, depth);
    for _ in 0..4 {
        if choices.below(2) == 0 {
            break;
        }
        out.push_str(choices.of(&[
            " && ", "; ", " || ", "\n", ";", "&&", " & ", "||", " ;\n", "&\n",
        ]));
        pipeline(out, choices, depth);
    }
}

fn pipeline(out: &mut String, choices: &mut Choices<'_>, depth: usize) {
    if choices.rarely() {
        out.push_str("! ");
    }
    command(out, choices, depth);
    if choices.rarely() {
        out.push_str(choices.of(&[" | ", "|", " |& ", " |\n"]));
        command(out, choices, depth);
    }
}

fn command(out: &mut String, choices: &mut Choices<'_>, depth: usize) {
    if depth > 0 && choices.rarely() {
        compound(out, choices, depth - 1);
    } else {
        simple(out, choices, depth);
    }
}

fn compound(out: &mut String, choices: &mut Choices<'_>, depth: usize) {
    const SHAPES: [(&str, &str); 12] = [
        ("( ", " )"),
        ("{ ", "; }"),
        ("(", ")"),
        ("if true; then ", "; fi"),
        ("if ", "; then ls; else git log; fi"),
        ("for i in 1 2; do ", "; done"),
        ("case x in x) ", ";; esac"),
        ("f() { ", "; }; f"),
        ("bash -c '", "'"),
        ("echo \"$(", ")\""),
        ("{ ", "; } > out"),
        ("until ", "; do break; done"),
    ];
    let (open, close) = SHAPES[choices.below(SHAPES.len())];
    let mut inside = String::new();
    list(&mut inside, choices, depth);
    if open.ends_with('\'') {
        inside = inside.replace('\'', "");
    }
    out.push_str(open);
    out.push_str(&inside);
    out.push_str(close);
}

fn simple(out: &mut String, choices: &mut Choices<'_>, depth: usize) {
    if choices.rarely() {
        out.push_str(choices.of(&ASSIGNMENTS));
        out.push(' ');
    }
    if choices.rarely() {
        out.push_str(choices.of(&WRAPPERS));
        out.push(' ');
    }
    if choices.rarely() {
        const SPELLED: [&str; 12] = [
            "'git' status",
            "g\"i\"t status",
            "\\git status",
            "git \"status\"",
            "git\tstatus",
            "git  status",
            "export FOO=2",
            "export PATH=\"$PWD:$PATH\"",
            "alias ls=true",
            "git() { echo f; }",
            "[ -f a ]",
            "[[ a < b ]]",
        ];
        out.push_str(choices.of(&SPELLED));
    } else {
        out.push_str(choices.of(&COMMANDS));
    }
    while choices.below(3) == 1 && choices.often() {
        out.push_str(choices.of(&[" ", " ", "  ", "\t", " \\\n"]));
        out.push_str(choices.of(&WORDS));
    }
    if choices.rarely() {
        out.push(' ');
        out.push_str(choices.of(&REDIRECTIONS));
    }
    if depth > 0 && choices.rarely() {
        out.push_str(choices.of(&[
            " <<E\nls $X\nE\n",
            " <<'E'\ngit push\nE\n",
            " <<-E\n\tx\n\tE\n",
        ]));
    }
}
