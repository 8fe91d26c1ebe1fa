//! Promise P1: a rewrite is the original with `rtk ` inserted, and does the same.

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rtk::config::Config;
use rtk::decide::decide;
use rtk::permission::{RuleSet, Verdict};

use crate::checker;
use crate::lines::{Choices, line};
use crate::oracle::{cases, have, slow};
use crate::permission::rules as rules_of;
use crate::stand_ins::{SHELLS, Stage};

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
    let sets: Vec<(&str, RuleSet)> = RULES.iter().map(|text| (*text, rules_of(text))).collect();
    let config = Config::default();
    let cases = cases(1500);
    println!("{} lines made", cases.cases);
    let mut runner = TestRunner::new(cases);
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
    let (none, all) = (rules_of(""), rules_of("allow Bash"));
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

/// `count` lines, the same ones every time.
fn made(count: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let mut bytes = || any_line().new_tree(&mut runner).unwrap().current();
    (0..count)
        .map(|_| line(&mut Choices::new(&bytes())))
        .collect()
}

/// Runs lines and their rewrites with stand-ins; what happens must be the same. Gives how
/// many were rewritten, and which of them do something else. `part` names the stage.
fn same(shell: (&str, &[&str]), part: usize, lines: &[String]) -> (usize, Vec<String>) {
    let (rules, config) = (RuleSet::default(), Config::default());
    let pairs: Vec<(&str, String)> = lines
        .iter()
        .filter_map(|line| {
            let other = decide(line, &rules, &config).rewritten(line)?;
            (other != *line).then_some((line.as_str(), other))
        })
        .collect();
    let stage = Stage::new(&format!("same-{}-{part}", shell.0));
    let before: Vec<&str> = pairs.iter().map(|pair| pair.0).collect();
    let after: Vec<&str> = pairs.iter().map(|pair| pair.1.as_str()).collect();
    let (before, after) = (stage.run(shell, &before), stage.run(shell, &after));
    let wrong: Vec<String> = pairs
        .iter()
        .zip(before.iter().zip(&after))
        .filter(|(pair, (one, other))| one != other && !by_chance(&stage, shell, pair))
        .map(|(pair, (one, other))| format!("{pair:?}\n  {one:?}\n  {other:?}"))
        .collect();
    assert!(
        before.iter().any(|line| !line.called.is_empty()),
        "the stand-ins were not called"
    );
    (pairs.len(), wrong)
}

/// What is allowed runs nothing but what the rules allow, and writes nothing.
fn only_allowed(shell: (&str, &[&str]), lines: &[String]) {
    const ALLOWED: [&str; 6] = ["git", "ls", "cat", "grep", "echo", "wc"];
    let rules: Vec<String> = ALLOWED.map(|name| format!("allow Bash({name} *)")).into();
    let (rules, config) = (rules_of(&rules.join(" ; ")), Config::default());
    let allowed: Vec<&str> = lines
        .iter()
        .filter(|line| decide(line, &rules, &config).verdict == Verdict::Allow)
        .map(String::as_str)
        .collect();
    let stage = Stage::new(&format!("allowed-{}", shell.0));
    let quiet = &stage.run(shell, &["true"])[0].files;
    let wrong: Vec<String> = allowed
        .iter()
        .zip(stage.run(shell, &allowed))
        .filter(|(_, happened)| {
            let mut commands = happened.commands().into_iter();
            let foreign = commands.any(|command| {
                let program = command.split(' ').next().unwrap_or_default();
                !ALLOWED.contains(&program)
            });
            foreign || happened.files != *quiet
        })
        .map(|(line, happened)| format!("{line:?} {:?}", happened.commands()))
        .collect();
    assert!(!allowed.is_empty());
    none(shell.0, "allowed", allowed.len(), &wrong);
}

#[track_caller]
fn none(shell: &str, what: &str, count: usize, wrong: &[String]) {
    println!("{shell}: {count} lines {what}");
    assert!(
        wrong.is_empty(),
        "{shell}: {} of {count}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
}

/// Whether a line and its rewrite do the same when they run once more, alone: on a busy machine
/// commands in the background, and what a pipeline has not yet read, end in any order.
fn by_chance(stage: &Stage, shell: (&str, &[&str]), (line, other): &(&str, String)) -> bool {
    let alone = |line| stage.run(shell, &[line]).pop();
    (0..3).any(|_| alone(line) == alone(other))
}

/// As [`same`], a few thousand lines at a time, on two processors.
fn all_same(shell: (&str, &[&str]), lines: &[String]) {
    let next = AtomicUsize::new(0);
    let parts: Vec<&[String]> = lines.chunks(2000).collect();
    let work = || {
        let mut found = (0, Vec::new());
        while let Some(part) = Some(next.fetch_add(1, Ordering::Relaxed))
            && part < parts.len()
        {
            let (count, wrong) = same(shell, part, parts[part]);
            found = (found.0 + count, [found.1, wrong].concat());
        }
        found
    };
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        (work(), other.join().unwrap())
    });
    println!("{}: {} lines made", shell.0, lines.len());
    let wrong = [one.1, other.1].concat();
    none(
        shell.0,
        "rewritten and run both ways",
        one.0 + other.0,
        &wrong,
    );
}

/// Lines that are run in a shell: those of the table, and `made_lines`, or `slow_lines` in the
/// slow proofs.
fn compare(shell: usize, made_lines: usize, slow_lines: usize, part: usize) {
    let shell = SHELLS[shell];
    if !have(shell.0, &["-c", "true"]) || !have("dash", &["-c", "true"]) {
        return;
    }
    // Lines that once were rewritten into something else by programs like this one.
    let mut lines: Vec<String> = vec![
        "case x in x) echo A; git status;; esac".to_owned(),
        "git status # it's\\\ngit log".to_owned(),
        "git add a\\\nb; git log --graph 'a  b'".to_owned(),
    ];
    let (made_lines, part) = if slow() {
        (slow_lines, 1)
    } else {
        (made_lines, part)
    };
    lines.extend(made(made_lines));
    let rows = table().into_iter().filter(|row| row.runs);
    lines.extend(rows.step_by(part).map(|row| row.text));
    all_same(shell, &lines);
    only_allowed(shell, &lines[lines.len().saturating_sub(20_000)..]);
}

#[test]
fn bash_runs_the_same_programs_with_the_same_arguments() {
    compare(0, 100, 60_000, 3);
}

#[test]
fn zsh_runs_the_same_programs_with_the_same_arguments() {
    compare(1, 40, 5_000, 8);
}

/// One row of `lines.txt`: exit status, whether it may be run, text, rewritten text.
struct Row {
    status: u8,
    runs: bool,
    text: String,
    rewritten: String,
}

/// `3<tab>@@git status`: the exit status, then the line with `@@` where `rtk ` goes.
fn table() -> Vec<Row> {
    let rows = include_str!("../data/lines.txt").lines();
    rows.filter(|row| !row.is_empty() && !row.starts_with("# "))
        .map(|row| {
            let (status, line) = row.split_once('\t').unwrap();
            let line = line.replace("\\n", "\n").replace("\\t", "\t");
            Row {
                status: status.trim_end_matches('!').parse().unwrap(),
                runs: !status.ends_with('!'),
                text: line.replace("@@", ""),
                rewritten: line.replace("@@", "rtk "),
            }
        })
        .collect()
}

/// The rules of `lines.txt`.
const TABLE_RULES: &str = "allow Bash(git status *) ; allow Bash(git log *) ; allow Bash(ls *) ; \
    allow Bash(echo *) ; allow Bash(cat *) ; allow Bash(grep *) ; allow Bash(find *) ; \
    allow Bash(true) ; allow Bash(cd *) ; allow Bash(sort *) ; allow Bash(sed *) ; \
    deny Bash(git push *) ; deny Bash(rm *) ; deny Read(./.env) ; ask Bash(curl *)";

#[test]
fn lines_of_every_construct() {
    let (rules, config) = (rules_of(TABLE_RULES), Config::default());
    let rows = table();
    assert!(rows.len() > 400);
    let mut wrong = Vec::new();
    for row in rows {
        let decision = decide(&row.text, &rules, &config);
        let got = (decision.exit_status(), decision.rewritten(&row.text));
        let text = matches!(row.status, 0 | 3).then_some(row.rewritten);
        if got != (row.status, text) {
            wrong.push(format!("{:?}: {got:?}, wanted {}", row.text, row.status));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
