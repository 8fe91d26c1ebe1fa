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
    check("cat x", "ab\x08\x08c\n", "ab??c\n");
    check("cat x", "a\x1b[1Gb\x1b[2Kc\n", "a?[1Gb?[2Kc\n");
    check("git diff", "a\x08b\x1b[1Gc\n", "a?bc\n");
}

#[test]
fn control_characters_of_files_are_seen_and_harmless() {
    check("cat x.py", "x = \"\x1b[31m\"\n", "x = \"?[31m\"\n");
    check(
        "head x",
        "A=1\0B=2\0\x1b]0;t\x07\u{9b}2J\n",
        "A=1?B=2??]0;t??2J\n",
    );
    check("grep -n A x", "1:A=1\0B\n", "1:A=1?B\n");
    // Colours may be the tool's.
    check("grep -n A x", "1:\x1b[01;31mA\x1b[m\n", "1:A\n");
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

#[test]
fn matches_keep_their_indentation() {
    let yaml = "a.yml:2:  - a\na.yml:3:\t- b\na.yml:9:c\n";
    let shown = "a.yml\n  2:- a\n\t3:- b\n9:c\n";
    check("grep -rn a .", yaml, shown);
    check("rg -n a", yaml, shown);
    check("git grep -n a", yaml, shown);
    let nameless = "config/a.yml:  - a\nconfig/a.yml:- b\nconfig/a.yml:  c\n";
    check(
        "grep -r a .",
        nameless,
        "config/a.yml\n:  - a\n:- b\n:  c\n",
    );
}

#[test]
fn context_keeps_its_numbers_and_groups() {
    let raw = "src/a.rs-1-    x\nsrc/a.rs:2:    y\nsrc/a.rs-3-z\n--\nsrc/a.rs:7:y\nsrc/a.rs-8-\n";
    let shown = "src/a.rs\n1-    x\n2:    y\n3-z\n7:y\n8-\n";
    check("grep -rn -C1 y .", raw, shown);
    // The second group is another file's.
    check_raw("grep -hn -C1 y a b", "4-x\n5:y\n--\n6:y\n7-x\n");
}

#[test]
fn combined_diffs_stay_as_they_are() {
    let hunk = "@@@ -1,3 -1,3 +1,4 @@@ f\n  a\n- b\n -c\n++d\n++e\n  g\n";
    for start in ["diff --cc", "diff --combined"] {
        let raw = format!("{start} x\nindex 1,2..3\n--- a/x\n+++ b/x\n{hunk}");
        check("git diff", &raw, &format!("{start} x\n{hunk}"));
    }
    let long: String = (0..200).map(|n| format!("  context {n}\n")).collect();
    let hunk = format!("@@@ -1,200 -1,200 +1,201 @@@\n{long}+ d\n")
        .replace("1,200 -1,200", "1,200 -1,201");
    let raw = format!("diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n{hunk}");
    check_raw("git diff", &raw);
}

#[test]
fn graphs_of_stats_say_how_many() {
    check(
        "git diff --stat",
        " src/a.txt        |  3 +--\n src/longer/b.txt | 12 ++++++------\n 2 files changed, 7 insertions(+), 8 deletions(-)\n",
        "src/a.txt | 3 +--\nsrc/longer/b.txt | 12 ++++++------\n2 files changed, +7, -8\n",
    );
}

#[test]
fn messages_keep_their_paragraphs() {
    let hash = "6450fcf3aa0011223344556677889900aabbccdd";
    let head = "Author: Ada <a@b.c>\nDate:   Sun Feb 22 09:15:07 2026 +0000\n";
    let body = "    Subject\n    \n    One.\n    \n    Two.\n    Three.\n";
    let raw = format!("commit {hash}\n{head}\n{body}");
    let (out, _) = apply(&["git", "log"], raw.as_bytes(), b"", Status::Code(0));
    let out = String::from_utf8(out).unwrap();
    let head = "6450fcf3 Subject (Ada <a@b.c>, 22 Feb 2026 09:15:07)\n";
    assert!(out.starts_with(head), "{out}");
    assert!(out.ends_with(")\n One.\n\n Two.\n Three.\n"), "{out}");
    let twelve = format!("commit {}\n{head}\n{body}", &hash[..12]);
    let words = ["git", "log", "--abbrev=12", "--abbrev-commit"];
    let (out, _) = apply(&words, twelve.as_bytes(), b"", Status::Code(0));
    assert!(out.starts_with(b"6450fcf3aa00 Subject"));
}

#[test]
fn headers_name_the_true_file_and_side() {
    let quoted = r#"diff --git "a/new\nline.txt" "b/new\nline.txt""#;
    let raw = format!(
        "{quoted}\nnew file mode 100644\nindex 0000000..1c2eb5c\n--- /dev/null\n+++ \"b/new\\nline.txt\"\n@@ -0,0 +1 @@\n+x\n"
    );
    check("git diff", &raw, "new file \"new\\nline.txt\"\n@@ 1\n+x\n");
    let git = "diff --git a/f b/f\nindex 1c2eb5c..2a94628 100644\n--- a/f\n+++ b/f\n";
    let raw = format!("{git}@@ -55 +54,0 @@\n-gone\n");
    check("git diff -U0", &raw, "diff f\n@@ -55\n-gone\n");
    let other = "diff --git a/f src/f\nindex 1c2eb5c..2a94628 100644\n--- a/f\n+++ src/f\n@@ -1 +1 @@\n-a\n+b\n";
    check(
        "git diff --no-index --no-prefix a src",
        other,
        "diff a/f => src/f\n@@ 1\n-a\n+b\n",
    );
    let other = other.replace("src/f", "b/f");
    check(
        "git diff --no-index --no-prefix a b",
        &other,
        "diff a/f => b/f\n@@ 1\n-a\n+b\n",
    );
}

#[test]
fn the_folder_itself_has_its_line() {
    check("find .", ".\n./a\n./b\n", ".\n./: a b\n");
}
