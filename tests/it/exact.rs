//! What prints the bytes of files or their names: an agent edits by exact text, so a
//! carriage return there is no progress, and the form a tool gives a line stays.

use rtk::filters::{Status, apply};

/// What an agent sees of standard output.
#[track_caller]
fn check(command: &str, stdout: &str, expected: &str) {
    let words: Vec<&str> = command.split(' ').collect();
    let (out, err) = apply(&words, stdout.as_bytes(), b"", Status::Code(0));
    assert!(out.len() <= stdout.len() && err.is_empty(), "{command}");
    assert_eq!(String::from_utf8(out).unwrap(), expected, "{command}");
}

#[track_caller]
fn check_raw(command: &str, stdout: &str) {
    check(command, stdout, stdout);
}

#[test]
fn carriage_returns_of_files_are_text() {
    let mac = "alpha=1\rbeta=2\rgamma=3\r";
    for command in [
        "cat mac.txt",
        "head mac.txt",
        "tail mac.txt",
        "curl -s http://h/mac.txt",
    ] {
        check_raw(command, mac);
        check_raw(command, "a\r\r\nb\r\n");
    }
    check_raw("grep -rn beta .", &format!("mac.txt:1:{mac}\n"));
    check_raw("rg -n beta", &format!("mac.txt:1:{mac}\n"));
    check_raw("git grep -n beta", &format!("mac.txt:1:{mac}\n"));
    check_raw("diff a b", &format!("1c1\n< {mac}\n> x\n"));
    check("find . -name x", "./a\rb/x\n", "a\rb/x\n");
    check_raw("ls", "a\rb\n");
    let blame = format!("6d01451 (Mara 2026-02-01 08:15:00 +0000 1) {mac}\n");
    check_raw("git blame mac.txt", &blame);
    let patch = format!("@@ -1 +1 @@\n-{mac}\n+alpha\r\n");
    let git =
        format!("diff --git a/m b/m\nindex 1c2eb5c..2a94628 100644\n--- a/m\n+++ b/m\n{patch}");
    let shown = format!("diff m\n@@ 1\n-{mac}\n+alpha\r\n");
    check("git diff", &git, &shown);
}

#[test]
fn backspaces_of_files_erase_nothing() {
    check("cat x", "ab\x08\x08c\n", "abc\n");
    check("cat x", "a\x1b[1Gb\x1b[2Kc\n", "abc\n");
}

#[test]
fn curls_meter_is_progress_where_both_streams_are_one() {
    let head = "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n";
    let states = "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\r100    10  100    10    0     0   1000      0 --:--:-- --:--:-- --:--:--  1000\n";
    check(
        "curl http://h/x",
        &format!("{head}{states}body\r\n"),
        "body\r\n",
    );
}
