//! Promise P1: a rewrite is the original with `rtk ` inserted, and does the same.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rtk::config::Config;
use rtk::decide::decide;
use rtk::permission::{RuleSet, Verdict};

use crate::checker;
use crate::lines::{Choices, line};
use crate::oracle::{cases, have, scratch, slow};
use crate::permission::rules;

/// Lines to be made, as the bytes that choose them.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..60)
}

/// Whether `text` is `original` with `rtk ` inserted at some places, and nothing else.
fn only_inserted(original: &[u8], text: &[u8]) -> bool {
    let Some(longer) = text.len().checked_sub(original.len()) else {
        return false;
    };
    let most = longer / 4;
    // `reached[at]`: how many insertions may lie before byte `at` of the text.
    let mut reached = vec![vec![false; most + 1]; text.len() + 5];
    reached[0][0] = true;
    for at in 0..text.len() {
        for count in 0..=most {
            if !reached[at][count] {
                continue;
            }
            let place = at - 4 * count;
            if original.get(place) == Some(&text[at]) {
                reached[at + 1][count] = true;
            }
            if count < most && text[at..].starts_with(b"rtk ") {
                reached[at + 4][count + 1] = true;
            }
        }
    }
    longer.is_multiple_of(4) && reached[text.len()][most]
}

const RULES: [&str; 5] = [
    "",
    "allow Bash",
    "allow Bash(git:*) ; allow Bash(ls *) ; allow Bash(cat *) ; allow Bash(grep:*) ; allow Bash(cargo test)",
    "allow Bash(git *) ; deny Bash(git push *) ; ask Bash(rm *) ; allow Bash(echo *) ; allow Bash(true)",
    "allow Bash(git status) ; allow Bash(ls) ; deny Read(a) ; allow Bash(find . *) ; allow Bash(cd *)",
];

#[test]
fn a_rewrite_only_inserts_and_is_never_more_permissive() {
    let sets: Vec<(&str, RuleSet)> = RULES.iter().map(|text| (*text, rules(text))).collect();
    let config = Config::default();
    let mut runner = TestRunner::new(cases(1500));
    let result = runner.run(&(any_line(), 0..RULES.len()), |(bytes, set)| {
        let line = line(&mut Choices::new(&bytes));
        let (text, rules) = &sets[set];
        let decision = decide(&line, rules, &config);
        if decision.verdict == Verdict::Allow {
            prop_assert!(
                checker::allowed(&line, text),
                "{line:?} is not allowed by {text}"
            );
        }
        if let Some(other) = decision.rewritten(&line) {
            prop_assert!(
                only_inserted(line.as_bytes(), other.as_bytes()),
                "{line:?}: {other:?}"
            );
            // What has been rewritten once stays as it is.
            let again = decide(&other, rules, &config);
            prop_assert_eq!(again.rewritten(&other).unwrap_or(other.clone()), other);
        }
        Ok(())
    });
    result.unwrap();
}

#[test]
fn the_generated_lines_are_of_every_kind() {
    let (none, all) = (rules(""), rules("allow Bash"));
    let config = Config::default();
    let mut runner = TestRunner::deterministic();
    let (mut rewritten, mut allowed) = (0, 0);
    for _ in 0..400 {
        let bytes = any_line().new_tree(&mut runner).unwrap().current();
        let line = line(&mut Choices::new(&bytes));
        rewritten += u32::from(decide(&line, &none, &config).rewritten(&line).is_some());
        allowed += u32::from(decide(&line, &all, &config).verdict == Verdict::Allow);
    }
    assert!(
        rewritten > 40 && allowed > 40,
        "{rewritten} rewritten, {allowed} allowed"
    );
}

/// Programs that only note how they were called, and the real ones that wrap others.
const STAND_INS: [&str; 22] = [
    "rtk", "git", "ls", "cargo", "cat", "grep", "rm", "wc", "find", "npx", "npm", "python",
    "pytest", "make", "docker", "rg", "head", "tail", "tree", "tsc", "touch", "sudo",
];
const REAL: [&str; 8] = [
    "env", "timeout", "nice", "nohup", "stdbuf", "setsid", "bash", "sh",
];

/// Notes name, arguments and environment, prints the arguments, ends with a status
/// that depends on them. `rtk` runs what is behind it, as it stands. Output comes
/// last: in a pipeline nobody may be there to read it.
const STAND_IN: &str = r#"#!/bin/dash
n=${0##*/}
if [ "$n" = rtk ]; then exec "$@"; fi
while read -r l; do :; done
r=$n; for a in "$@"; do r="$r^$a"; done
printf '%s\035%s\036' "$r" "$(export -p)" >>"$LOG"
printf '%s err\n' "$n" >&2
printf '%s out %s\n' "$n" "$*"
exit $(( $# % 3 == 2 ))
"#;

/// Runs every line of standard input, each in its own directory with its own log.
const DRIVER: &str = r#"
i=0
while IFS= read -r -d '' line; do
  export LOG=$TOP/$i.log
  ( cd "$TOP/$i" && eval "$line"; r=$?; wait; exit $r ) </dev/null >"$TOP/$i.out" 2>"$TOP/$i.err"
  echo $? >"$TOP/$i.rc"
  i=$((i+1))
done
"#;

/// What happened to each line: programs, output, errors, status, files.
fn run_all(top: &Path, lines: &[String]) -> Vec<Vec<String>> {
    for at in 0..lines.len() {
        let directory = top.join(at.to_string());
        fs::create_dir_all(directory.join("sub")).unwrap();
        fs::write(directory.join("a"), "one\ntwo\n").unwrap();
        fs::write(directory.join("b"), "x\n").unwrap();
        fs::copy(top.join("bin/git"), directory.join("git")).unwrap();
    }
    let mut child = Command::new("bash")
        .args(["--norc", "-c", DRIVER])
        .env_clear()
        .env("PATH", top.join("bin"))
        .env("TOP", top)
        .env("HOME", top)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for line in lines {
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.write_all(b"\0").unwrap();
    }
    drop(stdin);
    child.wait().unwrap();
    (0..lines.len()).map(|at| happened(top, at)).collect()
}

fn happened(top: &Path, at: usize) -> Vec<String> {
    let own = format!("{}/{at}", top.display());
    let read = |path: &Path| {
        let bytes = fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&bytes).replace(&own, "@")
    };
    let mut seen = Vec::new();
    for (end, separator) in [
        ("log", '\u{1e}'),
        ("out", '\n'),
        ("err", '\n'),
        ("rc", '\n'),
    ] {
        let text = read(&top.join(format!("{at}.{end}")));
        let mut parts: Vec<String> = text.split(separator).map(without_noise).collect();
        // Commands in the background have no order.
        parts.sort_unstable();
        // Which text bash complains about is the text it was given.
        parts.retain(|part| end != "err" || part.ends_with(" err"));
        seen.push(parts.join("\n"));
    }
    let mut open = vec![top.join(at.to_string())];
    let mut files = Vec::new();
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                files.push(format!("{:?} {}", entry.file_name(), read(&entry.path())));
            }
        }
    }
    files.sort();
    seen.extend(files);
    seen
}

/// A record without the variables that every shell sets for itself.
fn without_noise(part: &str) -> String {
    const NOISE: [&str; 5] = ["PWD=", "OLDPWD=", "_=", "SHLVL=", "LOG="];
    let own = |line: &&str| {
        let name = line.strip_prefix("export ").unwrap_or_default();
        !NOISE.iter().any(|noise| name.starts_with(noise))
    };
    part.split('\n').filter(own).collect::<Vec<_>>().join("\n")
}

fn stand_ins(top: &Path) {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let bin = top.join("bin");
    fs::create_dir_all(&bin).unwrap();
    for name in STAND_INS {
        fs::write(bin.join(name), STAND_IN.replace('^', "\u{1f}")).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for name in REAL {
        let path = ["/usr/bin", "/bin"].iter().map(|d| Path::new(d).join(name));
        if let Some(path) = path.into_iter().find(|path| path.exists()) {
            symlink(path, bin.join(name)).unwrap();
        }
    }
}

/// Runs lines and their rewrites with stand-ins; what happens must be the same.
fn same_in_bash(lines: &[String]) {
    let (rules, config) = (RuleSet::default(), Config::default());
    let pairs: Vec<(String, String)> = lines
        .iter()
        .filter_map(|line| {
            let other = decide(line, &rules, &config).rewritten(line)?;
            (other != *line).then(|| (line.clone(), other))
        })
        .collect();
    let top = scratch("p1");
    stand_ins(&top);
    let (before, after): (Vec<String>, Vec<String>) = pairs.iter().cloned().unzip();
    let both: Vec<String> = before.iter().chain(&after).cloned().collect();
    let seen = run_all(&top, &both);
    let (before, after) = seen.split_at(pairs.len());
    let mut wrong = Vec::new();
    for ((pair, one), other) in pairs.iter().zip(before).zip(after) {
        if one != other {
            let at = one.iter().zip(other).position(|(a, b)| a != b);
            let show = |seen: &[String]| at.and_then(|at| seen.get(at).cloned());
            wrong.push(format!(
                "{:?}\n  {:?}\n  {:?}\n  {:?}",
                pair.0,
                pair.1,
                show(one),
                show(other)
            ));
        }
    }
    let called = before.iter().any(|seen| seen[0].contains("git"));
    assert!(called, "the stand-ins were not called");
    fs::remove_dir_all(&top).unwrap();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        pairs.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
}

#[cfg(unix)]
#[test]
fn bash_runs_the_same_programs_with_the_same_arguments() {
    if !have("bash", &["-c", "true"]) || !have("dash", &["-c", "true"]) {
        return;
    }
    let count = if slow() { 20_000 } else { 400 };
    let mut runner = TestRunner::deterministic();
    let mut lines: Vec<String> = vec![
        // Lines that once were rewritten into something else by programs like this one.
        "case x in x) echo A; git status;; esac".to_owned(),
        "git status # it's\\\ngit log".to_owned(),
        "git add a\\\nb; git log --graph 'a  b'".to_owned(),
    ];
    while lines.len() < count {
        let bytes = any_line().new_tree(&mut runner).unwrap().current();
        lines.push(line(&mut Choices::new(&bytes)));
    }
    same_in_bash(&lines);
}
