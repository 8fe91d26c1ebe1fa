//! The filter engine with filters of its own: nothing longer than raw, nothing
//! lost silently, whatever a filter does.

use proptest::prelude::*;
use rtk::filters::engine::{Example, LINE_MAX};
use rtk::filters::{End, Filter, Out, Session, Status, Stream, apply_filter};

/// Omits lines that begin with `ok`, drops those with `-`, quotes those with `q`, shows
/// the others; the words below make it misbehave.
#[derive(Default)]
struct Toy {
    held: Vec<Vec<u8>>,
    failed: bool,
}

impl Filter for Toy {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        match line {
            [b'o', b'k', ..] => out.omit("passing tests", line),
            [b'-', ..] => out.noise(line),
            [b'h', ..] => self.held.push(line.to_vec()),
            [b'm', ..] => {
                out.mark();
                out.line(stream, line);
            }
            [b'q', ..] => out.line_of(stream, &[b"'", line, b"'"]),
            // Without the message of `panic!`.
            b"PANIC" => std::panic::resume_unwind(Box::new(())),
            b"RAW" => out.raw(),
            b"GROW" => {
                for _ in 0..100 {
                    out.line(stream, b"more than there was");
                }
            }
            _ => {
                self.failed |= line.starts_with(b"FAIL");
                out.line(stream, line);
            }
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        for line in self.held.drain(..) {
            out.line(Stream::Out, &line);
        }
        match status == Status::Code(0) || self.failed {
            true => End::Told,
            false => End::Raw,
        }
    }
}

fn toy(raw: &str, status: u8) -> String {
    let (out, err) = apply_filter(
        Box::<Toy>::default(),
        raw.as_bytes(),
        b"",
        Status::Code(status),
    );
    assert!(err.is_empty());
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn check(raw: &str, status: u8, expected: &str) {
    assert_eq!(toy(raw, status), expected);
}

#[test]
fn omissions_are_counted_in_one_marker() {
    let raw = "ok one\n".repeat(212) + "FAIL x\n";
    check(
        &raw,
        1,
        "FAIL x\n[rtk: 212 passing tests not shown; rtk recall 7f3a]\n",
    );
}

#[test]
fn a_marker_stands_where_the_filter_wants_it() {
    let raw = "ok one\n".repeat(50) + "more\n" + &"ok two\n".repeat(20);
    let marker = |n| format!("[rtk: {n} passing tests not shown; rtk recall 7f3a]\n");
    check(&raw, 0, &(marker(50) + "more\n" + &marker(20)));
}

#[test]
fn short_output_is_raw() {
    check("ok one\nok two\nFAIL x\n", 1, "ok one\nok two\nFAIL x\n");
    check("", 0, "");
    check("abc", 0, "abc");
    check("\n", 0, "\n");
}

#[test]
fn an_omission_shorter_than_its_marker_is_shown() {
    let long = "x\n".repeat(4000);
    check(
        &("ok one\n".to_owned() + &long),
        0,
        &(long.clone() + "ok one\n"),
    );
}

#[test]
fn noise_is_not_announced() {
    let raw = "-----\n".repeat(100) + "FAIL x\n";
    check(&raw, 1, "FAIL x\n");
}

#[test]
fn a_failure_without_a_reason_is_raw() {
    let raw = "ok one\n".repeat(100);
    check(&raw, 1, &raw);
    assert!(toy(&raw, 0).starts_with("[rtk: 100 passing"));
}

#[test]
fn a_huge_failure_without_a_reason_is_head_and_tail() {
    let lines: Vec<String> = (0..50_000).map(|n| format!("ok {n}\n")).collect();
    let shown = toy(&lines.concat(), 1);
    assert!(shown.starts_with("ok 0\nok 1\n") && shown.ends_with("ok 49998\nok 49999\n"));
    assert!(shown.len() <= 64 * 1024);
    let gap = shown
        .lines()
        .find(|line| line.starts_with("[rtk:"))
        .unwrap();
    let said: usize = gap.split(' ').nth(1).unwrap().parse().unwrap();
    assert_eq!(said + shown.lines().count() - 1, 50_000);
}

#[test]
fn a_failure_that_was_printed_in_part_ends_in_its_last_lines() {
    let raw = "x\n".repeat(3000) + &"ok\n".repeat(3000) + "y\n" + &"ok last\n".repeat(500);
    let shown = toy(&raw, 1);
    assert!(shown.starts_with("x\nx\n") && shown.ends_with("ok last\nok last\n"));
    assert!(shown.len() <= raw.len());
}

#[test]
fn a_panic_leaves_raw_output() {
    let raw = "ok one\n".repeat(100) + "PANIC\nok two\n";
    check(&raw, 0, &raw);
}

#[test]
fn a_filter_can_give_up() {
    let raw = "ok one\n".repeat(100) + "RAW\nok two\n";
    check(&raw, 0, &raw);
    let long = "x\n".repeat(4000) + &"ok one\n".repeat(100);
    let marker = "[rtk: 100 passing tests not shown; rtk recall 7f3a]\n";
    let expected = "x\n".repeat(4000) + marker + "RAW\nok two\n";
    check(&(long + "RAW\nok two\n"), 0, &expected);
}

#[test]
fn the_tools_own_markers_are_told_apart() {
    let line = " [rtk: 3 failing tests not shown; rtk recall 0000]\n";
    check(line, 0, &line.replace('[', "{"));
    let raw = "ok one\n".repeat(100) + line;
    assert!(toy(&raw, 0).starts_with(" {rtk: 3 failing"));
}

#[test]
fn escapes_and_progress_are_taken_off() {
    check("\x1b[31mred\x1b[0m\n10%\r20%\rdone\n", 0, "red\ndone\n");
}

#[test]
fn a_very_long_line_is_cut_between_characters() {
    let raw = "x".to_owned() + &"é".repeat(LINE_MAX) + "\nlast\n";
    let shown = toy(&raw, 0);
    let (first, rest) = shown.split_once('\n').unwrap();
    assert!(first.len() <= LINE_MAX && first.len() > LINE_MAX - 4);
    let left = raw.len() - 6 - first.len();
    let marker = format!("[rtk: {left} bytes of a long line not shown; rtk recall 7f3a]\n");
    assert_eq!(rest, "last\n".to_owned() + &marker);
}

#[test]
fn lossless_drops_noise_alone() {
    let raw = "ok one\n-----\n".repeat(100);
    let mut keep = Example;
    let mut session = Session::new(Box::<Toy>::default(), &mut keep).lossless();
    let mut shown = Vec::<u8>::new();
    let mut print = |_, text: &[u8]| shown.extend(text);
    session.push(Stream::Out, raw.as_bytes(), &mut print);
    assert!(
        session.finish(Status::Code(0), &mut print),
        "something is gone"
    );
    assert_eq!(shown, "ok one\n".repeat(100).as_bytes());
}

#[test]
fn silence_prints_what_is_held() {
    let mut keep = Example;
    let mut session = Session::new(Box::<Toy>::default(), &mut keep);
    let mut shown = Vec::<u8>::new();
    session.push(Stream::Out, b"a\nb", &mut |_, text: &[u8]| {
        shown.extend(text)
    });
    assert!(shown.is_empty());
    session.idle(&mut |_, text: &[u8]| shown.extend(text));
    assert_eq!(shown, b"a\n");
    session.push(Stream::Out, b"c\n", &mut |_, text: &[u8]| {
        shown.extend(text)
    });
    assert_eq!(shown, b"a\nbc\n");
    let gone = session.finish(Status::Code(0), &mut |_, text: &[u8]| shown.extend(text));
    assert!(!gone);
    drop(session);

    let mut session = Session::new(Box::<Toy>::default(), &mut keep);
    let mut shown = Vec::<u8>::new();
    let mut print = |_, text: &[u8]| shown.extend(text);
    session.push(Stream::Out, b"-----\na\n", &mut print);
    session.idle(&mut print);
    assert_eq!(shown, b"a\n");
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "ok [a-z ]{0,60}",
        6 => "[a-z0-9\\[\\]:é]{0,40}",
        3 => "-[a-z]{0,20}",
        2 => "h[a-z]{0,30}",
        2 => "m[a-z]{0,30}",
        3 => "q[a-z]{0,8}",
        2 => Just("[rtk: 3 tests not shown; rtk recall 0000]".to_owned()),
        1 => Just("\x1b[31mred\x1b[m\rover".to_owned()),
        1 => Just("FAIL".to_owned()),
        1 => "[a-c]{200,400}",
    ]
}

fn odd() -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![6 => Just(None), 1 => Just(Some("RAW")), 1 => Just(Some("PANIC"))]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("RTK_SLOW").is_some() { 5000 } else { 60 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// At no point is more printed than was read, however it comes in; the result
    /// is the same; lines that the filter shows are there in their order.
    #[test]
    fn never_longer_than_raw_in_any_chunks(
        lines in proptest::collection::vec(line(), 0..400),
        odd in odd(),
        at in any::<prop::sample::Index>(),
        size in 1..300_usize,
        ended in any::<bool>(),
        status in 0..2_u8,
    ) {
        let mut lines = lines;
        if let (Some(odd), false) = (odd, lines.is_empty()) {
            let at = at.index(lines.len());
            lines.insert(at, odd.to_owned());
        }
        let mut raw = lines.join("\n");
        if ended {
            raw.push('\n');
        }
        let whole = toy(&raw, status);
        let mut keep = Example;
        let mut session = Session::new(Box::<Toy>::default(), &mut keep);
        let mut shown = Vec::new();
        let mut read = 0;
        for chunk in raw.as_bytes().chunks(size) {
            read += chunk.len();
            session.push(Stream::Out, chunk, &mut |_, text: &[u8]| shown.extend(text));
            prop_assert!(shown.len() <= read);
        }
        session.finish(Status::Code(status), &mut |_, text: &[u8]| shown.extend(text));
        prop_assert!(shown.len() <= raw.len());
        prop_assert_eq!(String::from_utf8_lossy(&shown), whole);
        let known: Vec<String> = raw.split('\n').map(|line| line.replace("[rtk:", "{rtk:")).collect();
        for line in String::from_utf8_lossy(&shown).lines().filter(|l| !l.starts_with("[rtk:")) {
            let said = line.strip_prefix("'q").and_then(|line| line.strip_suffix('\''));
            let is = |k: &String| k == line || k.ends_with("over") || said.is_some() && k.get(1..) == said;
            prop_assert!(known.iter().any(is), "{line:?}");
        }
    }
}

/// What is printed cannot be taken back, so the lines that would not fit are left out,
/// and said to be.
#[test]
fn growth_after_all_is_printed_is_left_out() {
    for (quoted, status) in [(20, 0), (200, 0), (2000, 0), (4000, 0), (200, 1), (3000, 1)] {
        let raw = "-----\n".to_owned() + &"x\n".repeat(3000) + &"q\n".repeat(quoted);
        let shown = toy(&raw, status);
        assert!(shown.len() <= raw.len(), "{quoted}: {}", shown.len());
        let marker = shown.lines().find(|line| line.starts_with("[rtk: "));
        let unsaid: usize = marker.unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let said = shown.lines().filter(|line| line.contains('q')).count();
        assert!(said + unsaid >= quoted, "{quoted}: {said} and {unsaid}");
    }
}

/// Of more than can be read the beginning is shown, and what is left out is counted.
#[test]
fn endless_patches_and_histories_end_in_a_count() {
    let commit = |n: usize| {
        format!(
            "commit {n:040x}\nAuthor: A <a@b.c>\nDate:   Thu Feb 26 13:15:00 2026 +0000\n\n    subject {n}\n\n"
        )
    };
    let log: String = (0..6000).map(commit).collect();
    let (shown, _) = rtk::filters::apply(&["git", "log"], log.as_bytes(), b"", Status::Code(0));
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("subject 4999 ") && !shown.contains("subject 5000 "));
    assert!(shown.ends_with("[rtk: 1000 commits not shown; rtk recall 7f3a]\n"));

    let file = |n: usize| {
        let change = format!("-{}\n+{0}y\n", "x".repeat(90));
        format!(
            "diff --git a/f{n} b/f{n}\nindex 1..2 100644\n--- a/f{n}\n+++ b/f{n}\n@@ -1,3 +1,3 @@\n a\n{change} b\n"
        )
    };
    let diff: String = (0..8000).map(file).collect();
    let (shown, _) = rtk::filters::apply(&["git", "diff"], diff.as_bytes(), b"", Status::Code(0));
    let shown = String::from_utf8(shown).unwrap();
    let count = |what: &str| {
        let (before, _) = shown
            .rsplit_once(what)
            .unwrap_or_else(|| panic!("{what}: {}", &shown[shown.len() - 200..]));
        let number = before.rsplit([' ', '[']).next().unwrap();
        number.parse::<usize>().unwrap()
    };
    let files = shown
        .lines()
        .filter(|line| line.starts_with("diff f"))
        .count();
    assert_eq!(files + count(" files"), 8000);
    let changes = shown
        .lines()
        .filter(|line| line.starts_with(['-', '+']))
        .count();
    assert_eq!(changes + count(" changed lines"), 16000);
}

/// A filter that adds more than it takes away is taken off in time.
#[test]
fn a_filter_that_grows_is_taken_off() {
    check("GROW\nx\n", 0, "GROW\nx\n");
    let raw = "GROW\n".repeat(2000);
    check(&raw, 0, &raw);
}
