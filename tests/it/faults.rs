//! What broke for users of programs like this one, each under the id of its report.
//!
//! Not here, because they are about a program this one does not contain:
//!
//! | id | why |
//! |---|---|
//! | H4-024, H4-027 | the runner's: it resolves names as the shell does, and says 127 |
//! | H4-028, H4-029 | the runner's: `find` gets its arguments untouched (its rewrite is below) |
//! | H4-046 | OpenCode judges the rewritten text itself; its plugin asks `rtk rewrite` |
//! | H4-047, H4-048, H4-050 | answers of hooks: the agents' tests |
//! | H4-049 | a wish for a switch that lets asked commands run: the user has allow rules |
//! | H4-068 | exit status 3: a contract that stays (`decide.rs`) |
//! | H4-113 | there are no user filters |
//! | H4-219 | nothing is looked up or started in the decision: a program that does not exist is rewritten or left alone by its name (row below) |
//! | H4-220 | the same; a hook for PowerShell does not exist |
//! | H4-222 | two programs named `rtk`: hooks are registered by absolute path, `rtk verify` looks (setup) |
//! | H4-100, H4-102 | a changed script: `setup_reported.rs` (`rtk verify`), `rewrite_verb.rs` (not served) |

use rtk::config::Config;
use rtk::decide::decide;
use rtk::filters::{Status, apply};

use crate::permission::rules;

/// Id, rules, configuration, command, exit status, text.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    u8,
    &'static str,
);

const GIT_PUSH: &str = "deny Bash(git push --force:*) ; allow Bash(ls:*)";

const ROWS: &[Row] = &[
    ("H4-001", "", "", "X='git diff --stat'; echo hi", 1, ""),
    (
        "H4-002",
        "",
        "",
        "ls -d /tmp; case x in x) echo A;; esac",
        3,
        "rtk ls -d /tmp; case x in x) echo A;; esac",
    ),
    ("H4-003", "", "", "cargo test 2>&1 | head", 1, ""),
    (
        "H4-003",
        "",
        "",
        "cargo test 2>&1",
        3,
        "rtk cargo test 2>&1",
    ),
    ("H4-004", "", "", "cargo test |& grep x", 1, ""),
    ("H4-006", "", "", "builtin ls", 1, ""),
    (
        "H4-007",
        "",
        "",
        "/usr/bin/git status",
        3,
        "rtk /usr/bin/git status",
    ),
    (
        "H4-008",
        "",
        "",
        "env -u GH_TOKEN gh pr list",
        3,
        "env -u GH_TOKEN rtk gh pr list",
    ),
    (
        "H4-008",
        "",
        "",
        "sudo git status",
        3,
        "rtk sudo git status",
    ),
    (
        "H4-009",
        "",
        "",
        "for i in a b; do ls -la $i; done",
        3,
        "for i in a b; do rtk ls -la $i; done",
    ),
    ("H4-009", "", "", "x=$(ls)", 1, ""),
    ("H4-009", "", "", "ls | xargs cat", 1, ""),
    ("H4-010", "", "", "B=$(git rev-parse HEAD)", 1, ""),
    (
        "H4-011",
        "",
        "",
        "echo hi\ngit status",
        3,
        "echo hi\nrtk git status",
    ),
    (
        "H4-012",
        "",
        "",
        "git status\ncat <<E\nls\nE",
        3,
        "rtk git status\ncat <<E\nls\nE",
    ),
    // A cut listing must not be cut again: only what is shown to the agent is shortened.
    ("H4-014", "", "", "git log --oneline -20 | head -5", 1, ""),
    ("H4-016", "", "", "git diff > a.patch", 1, ""),
    ("H4-017", "", "", "head -825 t.txt > o.txt", 1, ""),
    ("H4-018", "", "", "next build", 3, "rtk next build"),
    ("H4-018", "", "", "systemctl restart x", 1, ""),
    ("H4-019", "", "", "npm run lint", 3, "rtk npm run lint"),
    (
        "H4-023",
        "",
        "",
        "python -m pytest -q",
        3,
        "rtk python -m pytest -q",
    ),
    (
        "H4-024",
        "",
        "",
        ".venv/bin/pytest -q",
        3,
        "rtk .venv/bin/pytest -q",
    ),
    ("H4-025", "", "", "gradle test", 3, "rtk gradle test"),
    ("H4-025", "", "", "./mvnw test", 3, "rtk ./mvnw test"),
    (
        "H4-028",
        "",
        "",
        "find . -name a -o -name '*.txt'",
        3,
        "rtk find . -name a -o -name '*.txt'",
    ),
    ("H4-031", "", "", "docker exec -it c bash", 1, ""),
    ("H4-031", "", "", "docker run -it x", 1, ""),
    ("H4-031", "", "", "npm run dev", 1, ""),
    ("H4-031", "", "", "gh run watch", 1, ""),
    (
        "H4-033",
        "",
        "",
        "echo a\\\\\ngit status",
        3,
        "echo a\\\\\nrtk git status",
    ),
    ("H4-035", "", "", "Get-ChildItem", 1, ""),
    ("H4-036", "", "", "git push", 3, "rtk git push"),
    ("H4-219", "", "", "no-such-program.exe C:\\x\\y", 1, ""),
    (
        "H4-219",
        "",
        "",
        "git add C:\\x\\y",
        3,
        "rtk git add C:\\x\\y",
    ),
    (
        "H4-042",
        "ask Bash(docker ps:*)",
        "",
        "docker --context x ps",
        3,
        "rtk docker --context x ps",
    ),
    (
        "H4-037",
        "deny Bash(git push --force) ; allow Bash(git push:*)",
        "",
        "git push --force",
        2,
        "",
    ),
    (
        "H4-038",
        "allow Bash(docker run)",
        "",
        "docker run -v /:/host img sh",
        1,
        "",
    ),
    (
        "H4-038",
        "allow Bash(docker ps)",
        "",
        "docker ps -a",
        3,
        "rtk docker ps -a",
    ),
    ("H4-039", GIT_PUSH, "", "rtk git push --force", 2, ""),
    ("H4-039", GIT_PUSH, "", "rtk ls -la", 0, "rtk ls -la"),
    (
        "H4-042",
        "deny Bash(git push:*)",
        "",
        "git -C . push",
        2,
        "",
    ),
    (
        "H4-042",
        "",
        "[hooks]\nexclude_commands=['git push']",
        "git -C . -c a=b push",
        1,
        "",
    ),
    (
        "H4-042",
        "deny Bash(kubectl delete:*)",
        "",
        "kubectl -n x delete pod y",
        2,
        "",
    ),
    ("H4-044", "deny Bash", "", "git push", 2, ""),
    (
        "H4-104",
        "",
        "[hooks]\nexclude_commands=['git status']",
        "git status",
        1,
        "",
    ),
    (
        "H4-106",
        "",
        "[hooks]\nexclude_commands=['head']",
        "head -20 f",
        1,
        "",
    ),
    (
        "H4-107",
        "",
        "[hooks]\nexclude_commands=['gradlew']",
        "./gradlew build",
        1,
        "",
    ),
    (
        "H4-107",
        "",
        "[hooks]\nexclude_commands=['golangci-lint']",
        "/opt/golangci-lint run",
        1,
        "",
    ),
    (
        "H4-110",
        "",
        "[hooks]\ninclude_commands=['git status']",
        "git status && ls",
        3,
        "rtk git status && ls",
    ),
    (
        "H4-110",
        "",
        "[hooks]\ninclude_commands=['git']\nexclude_commands=['git push']",
        "git push; git log",
        3,
        "git push; rtk git log",
    ),
    // What lists, and what is for a program, is passed on.
    ("H4-165", "", "", "pytest --collect-only -q", 1, ""),
    ("H4-165", "", "", "pytest --co", 1, ""),
    ("H4-165", "", "", "pytest --fixtures", 1, ""),
    ("H4-169", "", "", "cargo check --message-format=json", 1, ""),
    ("H4-182", "", "", "pip list --format=json", 1, ""),
    ("H4-187", "", "", "gh api x --jq .a", 1, ""),
    ("H4-194", "", "", "helm template ./chart", 1, ""),
];

#[test]
fn reported_faults() {
    let mut wrong = Vec::new();
    for (id, list, config, command, status, text) in ROWS {
        let config = Config::parse(config.as_bytes()).unwrap();
        let decision = decide(command, &rules(list), &config);
        let got = (
            decision.exit_status(),
            decision.rewritten(command).unwrap_or_default(),
        );
        if got != (*status, (*text).to_owned()) {
            wrong.push(format!(
                "{id} {command:?}: {got:?}, wanted {status} {text:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// H4-112: nothing is ever said that was not asked for; see also `rewrite_verb.rs`.
#[test]
fn unknown_settings_are_no_error() {
    let config = Config::parse(b"[telemetry]\nenabled = true\n").unwrap();
    assert_eq!(config.warnings.len(), 1);
}

/// What the agent sees of both streams, standard output first.
#[track_caller]
fn shown(id: &str, command: &str, stdout: &str, stderr: &str, status: u8) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let (mut out, err) = apply(
        &words,
        stdout.as_bytes(),
        stderr.as_bytes(),
        Status::Code(status),
    );
    out.extend(err);
    String::from_utf8(out).unwrap_or_else(|_| panic!("{id}"))
}

#[track_caller]
fn check_shown(id: &str, command: &str, stdout: &str, stderr: &str, status: u8, expected: &str) {
    let shown = shown(id, command, stdout, stderr, status);
    assert_eq!(shown, expected, "{id} {command}");
}

#[test]
fn a_suite_that_cannot_be_loaded_is_a_failure() {
    let vitest = "
 RUN  v4.1.12 /srv/web

 Test Files  1 failed (1)
      Tests  no tests
   Start at  09:00:00
   Duration  120ms
";
    let error = "
⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/a.test.ts [ src/a.test.ts ]
Error: Cannot find module './absent' imported from /srv/web/src/a.test.ts
 ❯ src/a.test.ts:1:1
      1| import { x } from './absent';
       | ^
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯
";
    let expected = "\
Test Files 1 failed (1)
Tests no tests
FAIL src/a.test.ts:1
Error: Cannot find module './absent' imported from /srv/web/src/a.test.ts
";
    check_shown("H4-161", "vitest run", vitest, error, 1, expected);
    // A failure that nobody recognises: all that was printed.
    let odd = "Test Files  0 failed (3)\nworker exited unexpectedly\n";
    check_shown("H4-161", "vitest run", odd, "", 1, odd);
}

#[test]
fn sections_that_were_asked_for_stay() {
    let raw = "\
============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0
rootdir: /srv/tide
collected 2 items

tests/test_a.py::test_one PASSED                                         [ 50%]
tests/test_a.py::test_two PASSED                                         [100%]

=============================== warnings summary ===============================
tests/test_a.py::test_one
  /srv/tide/tests/test_a.py:5: UserWarning: the tide table is old
    warnings.warn(\"the tide table is old\")

-- Docs: https://docs.pytest.org/en/stable/how-to/capture-warnings.html
============================= slowest 1 durations ==============================
0.50s call     tests/test_a.py::test_two
========================= 2 passed, 1 warning in 0.62s =========================
";
    let expected = "\
tests/test_a.py:5: UserWarning: the tide table is old (tests/test_a.py::test_one)
slowest 1 durations
0.50s call tests/test_a.py::test_two
2 passed, 1 warning
[rtk: 2 passing tests not shown; rtk recall 7f3a]
";
    check_shown("H4-166", "pytest -v --durations=1", raw, "", 0, expected);
}

#[test]
fn a_list_of_tests_has_every_name() {
    let raw = "tests::opens: test\ntests::shuts: test\nbenches::tide: benchmark\n\n2 tests, 1 benchmark\n";
    let shown = shown("H4-167", "cargo test -- --list", raw, "", 0);
    for name in [
        "tests::opens",
        "tests::shuts",
        "benches::tide",
        "2 tests, 1 benchmark",
    ] {
        assert!(shown.contains(name), "H4-167 {name}: {shown}");
    }
}

#[test]
fn help_of_a_lint_stays() {
    let raw = "\
warning: unneeded `return` statement
 --> src/lib.rs:3:5
  |
3 |     return x;
  |     ^^^^^^^^
  |
  = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#needless_return
  = note: `#[warn(clippy::needless_return)]` on by default
help: remove `return`
  |
3 -     return x;
3 +     x
  |

warning: `tide` (lib) generated 1 warning
";
    let shown = shown("H4-170", "cargo clippy", "", raw, 0);
    assert!(shown.contains("remove `return`"), "H4-170 {shown}");
}

/// A failure whose reason is not understood is passed on, with no word of success.
#[test]
fn unknown_failures_are_raw() {
    let go = "go: fatal error: cannot stat /srv/x: no such file or directory\n";
    for (id, command) in [
        ("H4-172", "go vet ./..."),
        ("H4-173", "go build ./..."),
        ("H4-173", "go test ./..."),
        ("H4-177", "npm test"),
        ("H4-185", "pip list"),
        ("H4-185", "mvn test"),
        ("H4-185", "gradle test"),
        ("H4-185", "dotnet test"),
        ("H4-185", "kubectl describe pod x"),
    ] {
        check_shown(id, command, "", go, 1, go);
    }
    // `curl -sf` says nothing, and neither does rtk.
    check_shown("H4-185", "curl -sf http://127.0.0.1/none", "", "", 22, "");
}

/// The last lines of a script that nobody knows are its result.
#[test]
fn the_end_of_a_script_stays() {
    let mut raw = String::from("> tide@1.0.0 test\n> ./run.sh\n\n");
    for n in 0..60 {
        raw.push_str(&format!("notice: fixture {n} is set up\n"));
    }
    raw.push_str("OK (5 tests)\n");
    let shown = shown("H4-177", "npm test", &raw, "", 0);
    assert!(shown.contains("\nOK (5 tests)\n"), "H4-177 {shown}");
}

/// A document is shown whole, or not cut where nobody says so.
#[test]
fn large_documents_are_whole() {
    let rows: Vec<String> = (0..700)
        .map(|n| {
            format!(
                "    {{\n      \"Key\": \"tables/{n}.csv\",\n      \"Size\": {}\n    }}",
                n * 917
            )
        })
        .collect();
    let raw = format!("{{\n  \"Contents\": [\n{}\n  ]\n}}\n", rows.join(",\n"));
    let shown = shown(
        "H4-184",
        "aws s3api list-objects-v2 --bucket b",
        &raw,
        "",
        0,
    );
    for n in 0..700 {
        assert!(
            shown.contains(&format!("tables/{n}.csv {}\n", n * 917)),
            "H4-184 {n}"
        );
    }
}

#[test]
fn names_of_changed_files_stay() {
    let raw = "src/a.rs\nsrc/b.rs\n";
    check_shown("H4-188", "gh pr diff 3 --name-only", raw, "", 0, raw);
}
