//! Running a command: status, signals, streams, memory, recall. Through `toy`
//! (tests/toy.rs) where a filter is needed, so that no change of a filter matters.
//!
//! What broke for users of programs like this one stands under the id of its report.
//! Elsewhere or nowhere:
//!
//! | id | why |
//! |---|---|
//! | H4-206, H4-207 | time of a hook call, size of the binary: gates of `.ci/run` |
//! | H4-210 | the text that tells an agent about rtk: the setup's tests |
//! | H4-213 | rtk reports no savings |
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::oracle::scratch;

/// A home of its own for one test.
struct House {
    home: PathBuf,
}

impl House {
    fn new(name: &str) -> House {
        let home = scratch(&format!("run-{name}"));
        House { home }
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.home)
            .env("HOME", &self.home)
            .env_remove("XDG_CACHE_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("RTK_DISABLED")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// `toy sh -c SCRIPT`.
    fn toy(&self, script: &str) -> Command {
        let mut command = self.command(toy());
        command.args(["sh", "-c", script]);
        command
    }

    fn rtk(&self, args: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_rtk"));
        command.args(args);
        command
    }

    fn config(&self, text: &str) {
        fs::create_dir_all(self.home.join(".config/rtk")).unwrap();
        fs::write(self.home.join(".config/rtk/config.toml"), text).unwrap();
    }

    fn recall(&self) -> PathBuf {
        self.home.join(".cache/rtk/recall")
    }
}

/// `cargo test` builds it beside the tests.
fn toy() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let toy = this.parent().unwrap().with_file_name("examples/toy");
    assert!(toy.exists(), "`cargo build --example toy` first");
    toy
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Waits for something that takes as long as it takes, within reason.
#[track_caller]
fn eventually(what: &str, mut true_now: impl FnMut() -> bool) {
    let start = Instant::now();
    while !true_now() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to one process.
fn send(signal: &str, pid: impl ToString) {
    let pid = pid.to_string();
    let status = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {pid}")])
        .status();
    assert!(status.unwrap().success());
}

fn lives(pid: &str) -> bool {
    // A zombie does not.
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// Reads one line as it comes, without reading ahead.
fn line(pipe: &mut impl Read) -> String {
    let mut line = Vec::new();
    let mut byte = [0];
    while pipe.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    text(&line)
}

/// H4-196: the exit status is the tool's own.
#[test]
fn exit_status_is_the_tools() {
    #[track_caller]
    fn check(house: &House, script: &str, expected: i32) {
        let status = house.toy(script).output().unwrap().status;
        assert_eq!(status.code(), Some(expected), "toy: {script}");
        let status = house.rtk(&["sh", "-c", script]).output().unwrap().status;
        let raw = status
            .code()
            .unwrap_or_else(|| 128 + status.signal().unwrap());
        assert_eq!(raw, expected, "raw: {script}");
    }
    let house = House::new("status");
    for status in [0, 1, 2, 3, 42, 100, 126, 127, 128, 130, 143, 254, 255] {
        check(&house, &format!("exit {status}"), status);
        check(
            &house,
            &format!("echo x; echo ok >&2; exit {status}"),
            status,
        );
        check(&house, &format!("exec >&- 2>&-; exit {status}"), status);
    }
    for (signal, status) in [("KILL", 137), ("TERM", 143), ("SEGV", 139), ("PIPE", 141)] {
        check(&house, &format!("echo x; kill -{signal} $$"), status);
    }
}

/// H4-024, H4-027: names are resolved as the shell does.
#[test]
fn what_cannot_run_is_127_or_126() {
    #[track_caller]
    fn check(house: &House, program: &str, status: i32, message: &str) {
        for mut command in [house.command(toy()), house.rtk(&[]), house.rtk(&["--raw"])] {
            let output = command.arg(program).output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{program}");
            assert_eq!(text(&output.stderr), format!("rtk: {program}: {message}\n"));
            assert_eq!(text(&output.stdout), "");
        }
    }
    let house = House::new("missing");
    fs::write(house.home.join("plain"), "echo hi\n").unwrap();
    check(&house, "no-such-program", 127, "command not found");
    check(&house, "./no-such-program", 127, "no such file");
    check(&house, "./plain", 126, "permission denied");
    check(&house, "/", 126, "permission denied");
}

/// A script without `#!` runs as in a shell.
#[test]
fn script_without_interpreter_line_runs() {
    let house = House::new("script");
    let path = house.home.join("script");
    fs::write(&path, "echo \"$1\"; exit 5\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = house
        .command(toy())
        .args(["./script", "hi"])
        .output()
        .unwrap();
    assert_eq!(
        (text(&output.stdout), output.status.code()),
        ("hi\n".into(), Some(5))
    );
}

#[test]
fn tool_gets_input_environment_arguments_and_directory_as_they_are() {
    let house = House::new("exact");
    let mut plain = house.command("sh");
    let mut toyed = house.command(toy());
    toyed.arg("sh");
    let [plain, toyed] = [&mut plain, &mut toyed].map(|command| {
        let script = r#"cat; pwd; env | grep -v ^_=; echo "$0" "$#"; printf '<%s>\n' "$@""#;
        let mut child = command
            .args(["-c", script, "name", "", "a b", "*", "é\n"])
            .env("RTK_TEST_ODD", "a\nb")
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(b"from stdin\n")
            .unwrap();
        text(&child.wait_with_output().unwrap().stdout)
    });
    assert!(plain.starts_with("from stdin\n") && plain.contains("RTK_TEST_ODD=a\nb"));
    assert_eq!(plain, toyed);
}

/// A closed stdin of an agent is not rtk's to read: what is left is for the next command.
#[test]
fn stdin_is_not_read_by_rtk() {
    let house = House::new("stdin");
    let script = format!("{} true; cat", toy().display());
    let mut child = house
        .command("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"rest\n").unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap().stdout), "rest\n");
}

#[test]
fn streams_stay_apart() {
    let house = House::new("apart");
    let script = "for n in 1 2 3; do echo out$n; echo err$n >&2; done";
    let output = house.toy(script).output().unwrap();
    assert_eq!(text(&output.stdout), "out1\nout2\nout3\n");
    assert_eq!(text(&output.stderr), "err1\nerr2\nerr3\n");
}

#[test]
fn order_is_kept_where_both_streams_are_one() {
    let house = House::new("order");
    let script = "for n in 1 2 3 4 5; do echo out$n; echo err$n >&2; done";
    let expected: String = (1..=5).map(|n| format!("out{n}\nerr{n}\n")).collect();
    let both = format!("{} sh -c '{script}' 2>&1", toy().display());
    let output = house.command("sh").args(["-c", &both]).output().unwrap();
    assert_eq!(text(&output.stdout), expected);

    let file = house.home.join("both");
    let out = File::create(&file).unwrap();
    let err = out.try_clone().unwrap();
    let status = house.toy(script).stdout(out).stderr(err).status().unwrap();
    assert!(status.success());
    assert_eq!(fs::read_to_string(file).unwrap(), expected);
}

/// The user asked for that file: `cargo build 2>build.log`.
#[test]
fn stderr_in_a_file_is_the_tools_own() {
    let house = House::new("stderr");
    let file = house.home.join("log");
    let script = "for n in $(seq 500); do echo ok $n >&2; done; echo done";
    let output = house
        .toy(script)
        .stderr(File::create(&file).unwrap())
        .output()
        .unwrap();
    assert_eq!(text(&output.stdout), "done\n");
    let lines: String = (1..=500).map(|n| format!("ok {n}\n")).collect();
    assert_eq!(fs::read_to_string(file).unwrap(), lines);
}

/// H4-199: what the tool prints is seen before it ends.
#[test]
fn output_is_seen_while_the_tool_runs() {
    let house = House::new("stream");
    let mut child = house
        .toy("echo a; read x; echo b")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    assert_eq!(line(&mut out), "a");
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    assert_eq!(line(&mut out), "b");
    assert!(child.wait().unwrap().success());
}

/// H4-198: no tool is left behind, and H4-199: nothing that was read is lost.
#[test]
fn signals_reach_the_tool_and_what_was_read_is_printed() {
    let house = House::new("signals");
    for (number, signal, status) in [(15, "TERM", 143), (1, "HUP", 129), (2, "INT", 130)] {
        if is_ignored(number) {
            println!("skipped: the tests themselves were started with SIG{signal} ignored");
            continue;
        }
        let child = house
            .toy("echo $$; echo FAIL; exec sleep 1000")
            .spawn()
            .unwrap();
        let (pid, rest, ended) = after_signal(child, signal);
        assert_eq!(rest, "FAIL\n", "{signal}");
        assert_eq!(ended.code(), Some(status), "{signal}");
        assert!(!lives(&pid), "{signal}");
    }
}

/// Whether this process, and so what it starts, ignores the signal.
fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

/// The tool's own way to end counts.
#[test]
fn tool_that_ends_well_after_a_signal_has_ended_well() {
    let house = House::new("graceful");
    let script = "trap 'echo bye; exit 7' TERM; echo $$; while :; do sleep 0.05; done";
    let (_, rest, ended) = after_signal(house.toy(script).spawn().unwrap(), "TERM");
    assert_eq!((&*rest, ended.code()), ("bye\n", Some(7)));
}

/// Held text comes out although the tool does not end at the signal.
#[test]
fn held_text_is_printed_when_the_tool_does_not_end() {
    let house = House::new("stubborn");
    let script = "trap '' TERM; echo $$; for n in $(seq 900); do echo ok $n; done; \
                  echo FAIL; read x; echo last";
    let mut child = house.toy(script).stdin(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    line(&mut out);
    send("TERM", child.id());
    loop {
        let line = line(&mut out);
        if line.starts_with("[rtk: 900 passing tests") {
            break;
        }
        assert_eq!(line, "FAIL");
    }
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    assert_eq!(line(&mut out), "last");
    assert!(child.wait().unwrap().success());
}

/// Lets the first line (the tool's pid) come, sends the signal to rtk.
fn after_signal(mut child: Child, signal: &str) -> (String, String, std::process::ExitStatus) {
    let mut out = child.stdout.take().unwrap();
    let pid = line(&mut out);
    send(signal, child.id());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    (pid, rest, child.wait().unwrap())
}

/// H4-198, where nothing can be passed on.
#[cfg(target_os = "linux")]
#[test]
fn tool_ends_when_rtk_is_killed() {
    let house = House::new("killed");
    let mut child = house.toy("echo $$; exec sleep 1000").spawn().unwrap();
    let pid = line(child.stdout.as_mut().unwrap());
    assert!(lives(&pid));
    child.kill().unwrap();
    child.wait().unwrap();
    eventually("the tool ends", || !lives(&pid));
}

/// A shell that starts rtk in the background has it ignore interrupts.
#[test]
fn ignored_signals_stay_ignored() {
    let house = House::new("ignored");
    let script = format!(
        "trap '' HUP; exec {} sh -c 'echo $$; sleep 0.1; kill -HUP $PPID; kill -HUP $$; echo on'",
        toy().display()
    );
    let output = house.command("sh").args(["-c", &script]).output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).ends_with("\non\n"));
}

#[test]
fn what_the_tool_leaves_behind_is_not_waited_for() {
    let house = House::new("behind");
    let script = "echo FAIL; sleep 1000 & echo $!; exit 4";
    let output = house.toy(script).output().unwrap();
    let out = text(&output.stdout);
    send("KILL", out.lines().nth(1).unwrap());
    assert!(out.starts_with("FAIL\n"));
    assert_eq!(output.status.code(), Some(4));
}

/// One that never stops printing does not hold up the end either.
#[test]
fn noise_left_behind_does_not_hold_up_the_end() {
    let house = House::new("noise");
    let script = "(while :; do echo ok || exit; done) & echo $! >pid; echo FAIL; exit 4";
    let output = house.toy(script).output().unwrap();
    send(
        "KILL",
        fs::read_to_string(house.home.join("pid")).unwrap().trim(),
    );
    assert_eq!(output.status.code(), Some(4));
}

/// What is left behind lives on, and a file still gets what it writes.
#[test]
fn what_is_left_behind_can_still_write() {
    let house = House::new("left");
    let script = "(sleep 0.5; echo late; sleep 0.1; echo later; touch lived) & echo FAIL";
    let shown = house.home.join("shown");
    let file = File::create(&shown).unwrap();
    let status = house.toy(script).stdout(file).status().unwrap();
    assert_eq!(status.code(), Some(0));
    eventually("it lives", || house.home.join("lived").exists());
    eventually("it is heard", || {
        fs::read_to_string(&shown)
            .unwrap()
            .ends_with("late\nlater\n")
    });
    fs::remove_file(house.home.join("lived")).unwrap();
    let output = house.toy(script).output().unwrap();
    assert!(!text(&output.stdout).contains("late"));
    eventually("it lives", || house.home.join("lived").exists());
}

#[test]
fn closed_output_ends_the_tool_in_its_own_way() {
    let house = House::new("closed");
    let mut child = house.toy("while :; do echo line; done").spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        println!("skipped: no /dev/full here");
        return;
    };
    let house = House::new("full");
    let output = house.toy("echo x").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("rtk: output is lost: "));
    // A tool that is still writing finds its output closed.
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut endless = house.toy("while :; do echo line; done");
    let output = endless.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("rtk: output is lost: "));
}

#[test]
fn panic_in_a_filter_leaves_raw_output_and_status() {
    let house = House::new("panic");
    let script = "for n in $(seq 200); do echo ok $n; done; echo PANIC; echo ok; exit 9";
    let output = house.toy(script).output().unwrap();
    let lines: String = (1..=200).map(|n| format!("ok {n}\n")).collect();
    assert_eq!(text(&output.stdout), lines + "PANIC\nok\n");
    assert_eq!(
        (text(&output.stderr), output.status.code()),
        (String::new(), Some(9))
    );
}

/// H4-201: no character is cut in two, and bytes that are none pass.
#[test]
fn any_bytes_pass() {
    let house = House::new("bytes");
    let script = r"for n in $(seq 30000); do printf '日本語'; done; echo; printf '\377\376 x\n'";
    let output = house.toy(script).output().unwrap();
    let first = output.stdout.split(|&byte| byte == b'\n').next().unwrap();
    assert!(str::from_utf8(first).unwrap().starts_with("日本語日本語"));
    assert!(output.stdout.windows(4).any(|bytes| bytes == b"\xff\xfe x"));
    assert!(text(&output.stdout).contains(" bytes of a long line not shown; rtk recall "));
}

/// H4-202.
#[test]
fn accented_paths_pass() {
    let house = House::new("accents");
    let folder = house.home.join("Les Plongées");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("x"), "").unwrap();
    let output = house
        .rtk(&["find", ".", "-name", "x", "-print"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(
        text(&output.stdout).contains("Les Plongées"),
        "{}",
        text(&output.stdout)
    );
}

/// H4-203.
#[test]
fn many_at_once_do_not_disturb_each_other() {
    let house = House::new("many");
    let script = |n| format!("for i in $(seq 300); do echo ok $i; done; echo FAIL {n}; exit 1");
    let children: Vec<Child> = (0..40)
        .map(|n| house.toy(&script(n)).spawn().unwrap())
        .collect();
    let mut ids = Vec::new();
    for (n, child) in children.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        let shown = text(&output.stdout);
        let id = id_in(&shown);
        let marker = format!("[rtk: 300 passing tests not shown; rtk recall {id}]\n");
        assert_eq!(shown, format!("FAIL {n}\n{marker}"));
        assert_eq!(output.status.code(), Some(1));
        let raw = text(&house.rtk(&["recall", &id]).output().unwrap().stdout);
        assert!(raw.ends_with(&format!("ok 300\nFAIL {n}\n")));
        ids.push(id);
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 40);
}

/// The id in the marker.
#[track_caller]
fn id_in(shown: &str) -> String {
    let (_, after) = shown.split_once("rtk recall ").unwrap();
    after[..4].to_owned()
}

const LONG: &str = "for n in $(seq 300); do echo ok $n; echo ok e$n >&2; done; echo FAIL";

/// H4-208, H4-215: the way back is exact, also after a success.
#[test]
fn recall_gives_back_both_streams() {
    let house = House::new("recall");
    let script = format!("{LONG}; printf 'no end\\033[m'");
    let raw = house.command("sh").args(["-c", &script]).output().unwrap();
    let shown = house.toy(&script).output().unwrap();
    assert!(shown.stdout.len() < 200);
    let id = id_in(&text(&shown.stdout));
    for args in [&["recall"][..], &["recall", &id]] {
        let output = house.rtk(args).output().unwrap();
        assert_eq!(output.stdout, raw.stdout);
        assert_eq!(output.stderr, raw.stderr);
        assert!(output.status.success());
    }
    let list = text(&house.rtk(&["recall", "--list"]).output().unwrap().stdout);
    assert!(
        list.starts_with(&id) && list.contains("sh -c 'for n in"),
        "{list}"
    );
    let output = house.rtk(&["recall", "0000"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "rtk: recall: 0000 is not kept (any more)\n"
    );
}

#[test]
fn recall_is_the_users_alone() {
    let house = House::new("private");
    house.toy(LONG).output().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&house.recall()), 0o700);
    let files: Vec<_> = fs::read_dir(house.recall()).unwrap().collect();
    assert_eq!(files.len(), 1);
    assert_eq!(mode(&files[0].as_ref().unwrap().path()), 0o600);
    fs::set_permissions(house.recall(), fs::Permissions::from_mode(0o755)).unwrap();
    house.toy(LONG).output().unwrap();
    assert_eq!(mode(&house.recall()), 0o700);
}

#[test]
fn nothing_is_kept_of_what_was_shown_whole() {
    let house = House::new("whole");
    house.toy("echo ok; echo x").output().unwrap();
    house.toy("seq 20000").output().unwrap();
    house.toy("seq 200000").output().unwrap();
    let kept = fs::read_dir(house.recall()).map_or(0, Iterator::count);
    assert_eq!(kept, 0);
}

#[test]
fn recall_is_bounded_and_the_oldest_go_first() {
    let house = House::new("bounded");
    fs::create_dir_all(house.recall()).unwrap();
    for n in 0..200 {
        let path = house.recall().join(format!("{n:04x}"));
        fs::write(&path, "rtk recall 1\nx\n").unwrap();
        let time = std::time::UNIX_EPOCH + Duration::from_secs(1_000_000 + n);
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(time)
            .unwrap();
    }
    fs::write(house.recall().join("not-ours"), "x").unwrap();
    house.toy(LONG).output().unwrap();
    let mut names: Vec<String> = fs::read_dir(house.recall())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names.len(),
        50,
        "48 of them, the new one, and what is not ours"
    );
    assert!(!names.contains(&"0000".to_owned()) && names.contains(&"00c7".to_owned()));
    assert!(names.contains(&"not-ours".to_owned()));
}

/// Where nothing can be kept the marker names the raw command.
#[test]
fn marker_names_the_raw_command_where_nothing_is_kept() {
    #[track_caller]
    fn check(house: &House) {
        let output = house.command(toy()).args(["./t", "a b"]).output().unwrap();
        let marker = "[rtk: 300 passing tests not shown; rtk --raw ./t 'a b']\n";
        assert_eq!(text(&output.stdout), format!("FAIL\n{marker}"));
        assert_eq!(output.status.code(), Some(1));
    }
    let make = |name: &str| {
        let house = House::new(name);
        let script = "#!/bin/sh\nfor n in $(seq 300); do echo ok $n; done; echo FAIL; exit 1\n";
        fs::write(house.home.join("t"), script).unwrap();
        fs::set_permissions(house.home.join("t"), fs::Permissions::from_mode(0o755)).unwrap();
        house
    };
    let off = make("off");
    off.config("[recall]\nenabled = false\n");
    check(&off);
    assert!(!off.recall().exists());

    let file = make("file");
    fs::write(file.home.join(".cache"), "").unwrap();
    check(&file);

    // Somebody else's link to somewhere else.
    let linked = make("linked");
    fs::create_dir_all(linked.home.join("elsewhere")).unwrap();
    fs::create_dir_all(linked.home.join(".cache/rtk")).unwrap();
    symlink(linked.home.join("elsewhere"), linked.recall()).unwrap();
    check(&linked);
    assert_eq!(
        fs::read_dir(linked.home.join("elsewhere")).unwrap().count(),
        0
    );
}

#[test]
fn lossless_leaves_out_noise_alone() {
    let house = House::new("lossless");
    house.config("[filters]\nlossless = true\n");
    let script = "for n in $(seq 300); do echo ok $n; echo -----; done";
    let output = house.toy(script).output().unwrap();
    let lines: String = (1..=300).map(|n| format!("ok {n}\n")).collect();
    assert_eq!(text(&output.stdout), lines);
}

#[test]
fn broken_configuration_is_named_and_output_is_raw() {
    let house = House::new("broken");
    house.config("[filters]\nlossless = 3\n");
    let script = "for n in $(seq 300); do echo ok $n; done; exit 3";
    let output = house.toy(script).output().unwrap();
    assert_eq!(text(&output.stdout).lines().count(), 300);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(
        said.starts_with("rtk: ") && said.lines().count() == 1,
        "{said}"
    );
}

/// Where nothing is filtered rtk is gone: the tool has its process.
#[test]
fn unfiltered_commands_replace_rtk() {
    let house = House::new("exec");
    let check = |mut command: Command| {
        let child = command.spawn().unwrap();
        let id = child.id().to_string();
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stdout).trim(), id);
    };
    check(house.rtk(&["sh", "-c", "echo $$"]));
    check(house.rtk(&["--raw", "sh", "-c", "echo $$"]));
    let mut disabled = house.rtk(&["sh", "-c", "echo $$"]);
    disabled.env("RTK_DISABLED", "1");
    check(disabled);
}

/// Memory does not grow with the output: the peak of 100 MB is that of 4 MB, and
/// both are little.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    let house = House::new("memory");
    let megabytes = if std::env::var_os("RTK_SLOW").is_some() {
        100
    } else {
        8
    };
    for line in [
        "x a line of a log number",
        "ok a line that is left out",
        "-",
    ] {
        let count = megabytes * 1_000_000 / 32;
        let script = format!("seq -f '{line} %.0f' {count}; grep VmHWM /proc/$PPID/status");
        let output = house.toy(&script).output().unwrap();
        let out = text(&output.stdout);
        let peak = out.lines().rfind(|line| line.starts_with("VmHWM")).unwrap();
        let peak: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(peak < 8 * 1024, "{line}: {peak} KiB");
    }
    let script = "head -c 100000000 /dev/zero | tr '\\0' x; echo; grep VmHWM /proc/$PPID/status";
    let out = text(&house.toy(script).output().unwrap().stdout);
    let peak = out.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    let peak: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(peak < 8 * 1024, "one line: {peak} KiB");
}

/// H4-216: there is nothing to ask the user about; nothing here can reach a network.
#[test]
fn no_network_anywhere() {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        seen += 1;
        let source = text(&fs::read(&path).unwrap());
        for word in ["std::net", "TcpStream", "UdpSocket", "os::unix::net"] {
            assert!(!source.contains(word), "{}: {word}", path.display());
        }
    }
    assert!(seen > 10);
}

/// Options before the command are rtk's; after it, the tool's.
#[test]
fn raw_takes_everything_after_it() {
    let house = House::new("raw");
    let output: Output = house
        .rtk(&["--raw", "echo", "--raw", "recall"])
        .output()
        .unwrap();
    assert_eq!(text(&output.stdout), "--raw recall\n");
}

#[test]
fn pipe_says_what_it_cannot_do() {
    #[track_caller]
    fn check(args: &[&str], message: &str) {
        let house = House::new("pipe");
        let output = house.rtk(&[&["pipe"], args].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert_eq!(
            said.lines().next().unwrap(),
            format!("rtk: pipe: {message}")
        );
    }
    check(&[], "of which command?");
    check(&["no-such-program", "x"], "no filter for no-such-program x");
    check(&["--status", "256", "make"], "no exit status: 256");
}
