//! What broke for users of programs like this one, in git and file tools, each under the
//! id of its report.
//!
//! Not here:
//!
//! | id | why |
//! |---|---|
//! | H4-135 | arguments are never touched: the rewrite inserts a word (`rewrite.rs`), the runner runs it as it stands (`run.rs`) |
//! | H4-208, H4-210, H4-215 | what is left out and the way back: `engine.rs`, `run.rs` |
//! | H4-213 | nothing is reported as saved |

use rtk::filters::{Status, apply};

/// What an agent sees of both streams.
#[track_caller]
fn shown(id: &str, command: &str, stdout: &str, stderr: &str, status: u8) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let status = Status::Code(status);
    let (out, err) = apply(&words, stdout.as_bytes(), stderr.as_bytes(), status);
    assert!(out.len() + err.len() <= stdout.len() + stderr.len(), "{id}");
    String::from_utf8([out, err].concat()).unwrap()
}

/// All of it is shown, byte for byte.
#[track_caller]
fn check_raw(id: &str, command: &str, stdout: &str) {
    assert_eq!(shown(id, command, stdout, "", 0), stdout, "{id}");
}

/// Exactly this is shown.
#[track_caller]
fn check(id: &str, command: &str, stdout: &str, expected: &str) {
    assert_eq!(shown(id, command, stdout, "", 0), expected, "{id}");
}

#[test]
fn diff_shows_every_change_and_says_what_it_left_out() {
    let mut raw = String::from(
        "diff --git a/n b/n\nindex 1..2 100644\n--- a/n\n+++ b/n\n@@ -1,3500 +1,3500 @@\n",
    );
    for n in 0..1500 {
        raw += &format!("-old {n}\n+new {n}\n same {n}\n");
    }
    for n in 0..500 {
        raw += &format!("-last {n}\n+final {n}\n");
    }
    let text = shown("H4-115", "git diff", &raw, "", 0);
    for n in [0, 1, 749, 1499] {
        assert!(text.contains(&format!("\n-old {n}\n+new {n}\n")), "H4-115");
    }
    assert!(
        text.ends_with("+final 499\n[rtk: 1500 context lines not shown; rtk recall 7f3a]\n"),
        "H4-115"
    );
}

#[test]
fn small_diff_keeps_its_context() {
    let raw = "diff --git a/f.py b/f.py\nindex 1..2 100644\n--- a/f.py\n+++ b/f.py\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n";
    check(
        "H4-115",
        "git diff",
        raw,
        "diff f.py\n@@ 1\n a\n-b\n+c\n d\n",
    );
}

#[test]
fn log_keeps_merges_and_the_picture() {
    check_raw(
        "H4-117",
        "git log --oneline",
        "6450fcf Merge branch 'f'\n2a94628 Add\n1c2eb5c Start\n",
    );
    check_raw(
        "H4-117",
        "git log --oneline --graph",
        "*   6450fcf Merge branch 'f'\n|\\  \n| * 2a94628 Add\n|/  \n* 1c2eb5c Start\n",
    );
    let merge = "commit 6450fcf3aa0011223344556677889900aabbccdd\nMerge: 1c2eb5c 2a94628\nAuthor: Ada <a@b.c>\nDate:   Sun Feb 22 09:15:00 2026 +0000\n\n    Merge branch 'f'\n";
    check(
        "H4-117",
        "git log -1",
        merge,
        "6450fcf3 Merge branch 'f' (Merge: 1c2eb5c 2a94628, Ada <a@b.c>, 22 Feb 2026 09:15:00)\n",
    );
}

#[test]
fn format_of_the_user_is_unchanged() {
    let line = format!("{}\n", "subject ".repeat(40));
    check_raw("H4-119", "git log -1 --format=%s", &line);
    check_raw("H4-119", "git log -1 --oneline", &format!("1c2eb5c {line}"));
}

#[test]
fn body_is_whole() {
    let body = [
        "one",
        "two",
        "three",
        "four",
        "---END---",
        "BREAKING CHANGE: five",
        "Fixes: #6",
        "Closes #7",
    ];
    let raw = format!(
        "commit 1c2eb5c4b13f00112233445566778899aabbccdd\nAuthor: Ada <a@b.c>\nDate:   Fri Feb 13 17:15:00 2026 +0000\n\n    Subject\n    \n    {}\n",
        body.join("\n    ")
    );
    let expected = format!(
        "1c2eb5c4 Subject (Ada <a@b.c>, 13 Feb 2026 17:15:00)\n {}\n",
        body.join("\n ")
    );
    check("H4-120, H4-123", "git log -1", &raw, &expected);
}

#[test]
fn status_has_every_code_and_paths_that_work_here() {
    let raw = "On branch main\nChanges not staged for commit:\n  (use \"git add <file>...\" to update what will be committed)\n  (use \"git restore <file>...\" to discard changes in working directory)\n\tnew file:   f\n\tmodified:   ../q.txt\n\tmodified:   \"Les Plong\\303\\251es/\\346\\227\\245\\346\\234\\254.txt\"\n\nno changes added to commit (use \"git add\" and/or \"git commit -a\")\n";
    check(
        "H4-125, H4-127, H4-128",
        "git status",
        raw,
        "## main\n A f\n M ../q.txt\n M Les Plongées/日本.txt\n",
    );
    check(
        "H4-128",
        "git status -s",
        "?? \"caf\\303\\251.txt\"\n M a\n",
        "?? café.txt\n M a\n",
    );
}

#[test]
fn failed_commit_says_why() {
    let raw = "On branch main\nUntracked files:\n  (use \"git add <file>...\" to include in what will be committed)\n\tnew.txt\n\nnothing added to commit but untracked files present (use \"git add\" to track)\n";
    let text = shown("H4-130", "git commit -m x", raw, "", 1);
    assert_eq!(
        text,
        "## main\n?? new.txt\nnothing added to commit but untracked files present\n"
    );
}

#[test]
fn search_never_loses_a_line() {
    check_raw(
        "H4-137, H4-138",
        "grep -n a\\|b f",
        "1:a\n2:b\n3:x:a:b\n12 b\n",
    );
    check_raw("H4-138", "grep -rn x .", "no file, no number\n:::\n");
    check_raw("H4-139", "grep -o x f", "x\nx\n");
    check_raw("H4-139", "grep -c x f g", "f:2\ng:1\n");
    check_raw("H4-139", "grep -l x f g", "f\ng\n");
}

#[test]
fn binary_matches_are_named() {
    for (stdout, stderr) in [
        ("./a:1:needle\n./a:2:needle\nBinary file ./b matches\n", ""),
        (
            "./a:1:needle\n./a:2:needle\n",
            "grep: ./b: binary file matches\n",
        ),
    ] {
        let text = shown("H4-142", "grep -rn needle .", stdout, stderr, 0);
        assert!(text.contains("./b"), "H4-142: {text}");
        assert!(text.contains("inary file"), "H4-142: {text}");
    }
}

#[test]
fn nothing_found_is_nothing_shown() {
    let message = "find: ‘nosuch’: No such file or directory\n";
    assert_eq!(
        shown("H4-144", "find nosuch -name x", "", message, 1),
        message
    );
    check_raw("H4-145", "find . -name nothing", "");
    assert_eq!(shown("H4-145", "rg nothing", "", "", 1), "");
}

#[test]
fn ls_gives_what_its_flags_ask_for() {
    let sections = ".:\na\nsub\n\n./sub:\nb\n\n./sub/deep:\nc\n";
    let text = shown("H4-148", "ls -R", sections, "", 0);
    for head in [".:", "./sub:", "./sub/deep:"] {
        assert!(text.lines().any(|line| line == head), "H4-148: {text}");
    }
    check_raw("H4-149", "ls -i f", "393230 f\n");
    check("H4-149", "ls -t", "z\nsub\na\n", "z sub a\n");
    let long = "total 12\nprw-r--r--  1 ada staff     0 Dec  1 02:08 fifo\n-rwxr-x---  1 ada staff  4096 Nov 30  2025 run.sh\nlrwxrwxrwx  1 ada staff     4 Dec  1 02:08 link -> file\n-rw-r--r-- 10 ada staff 41172 Dec  1 02:08 big file\n";
    check(
        "H4-149, H4-150",
        "ls -la",
        long,
        "prw-r--r-- 1 ada staff 0 Dec 1 02:08 fifo\n-rwxr-x--- 1 ada staff 4096 Nov 30 2025 run.sh\nlrwxrwxrwx 1 ada staff 4 Dec 1 02:08 link -> file\n-rw-r--r-- 10 ada staff 41172 Dec 1 02:08 big file\n",
    );
    check_raw("H4-152", "ls -d .hid", ".hid\n");
    check(
        "H4-153",
        "ls -l",
        "总计 8\n-rw-r--r-- 1 ada staff 3 12月  1日 02:08 文件\n",
        "总计 8\n-rw-r--r-- 1 ada staff 3 12月  1日 02:08 文件\n",
    );
}

#[test]
fn files_are_shown_without_gaps() {
    let code: String = (0..400)
        .map(|n| format!("if n == {n} {{ return \"/* {n}\"; }}\n\n    // not so\n"))
        .collect();
    check_raw("H4-154, H4-156", "cat auth.rs", &code);
    check_raw("H4-155", "head -n 8 auth.rs", "1\n2\n3\n4\n5\n6\n7\n8\n");
    check_raw(
        "H4-160",
        "cat r.json",
        "{\"roles\": [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\"]}\n",
    );
    let (out, _) = apply(&["cat", "b"], b"\xffab\n", b"", Status::Code(0));
    assert_eq!(out, b"\xffab\n", "H4-157");
    let long: String = (0..40_000).map(|n| format!("line {n}\n")).collect();
    let text = shown("H4-154", "cat long.txt", &long, "", 0);
    let (head, rest) = text.split_once("[rtk: ").unwrap();
    assert!(long.starts_with(head), "H4-154");
    let (_, tail) = rest.split_once("]\n").unwrap();
    assert!(long.ends_with(tail) && tail.lines().count() >= 10, "H4-154");
}
