//! rtk's own verbs: help, mistakes, exit statuses.

use std::process::{Command, Stdio};

/// Exit status, standard output, standard error of `rtk WORDS...`.
fn rtk(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rtk"))
        .args(words)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

const VERBS: [&str; 9] = [
    "init", "verify", "doctor", "recall", "filters", "pipe", "rewrite", "hook", "proxy",
];

#[test]
fn every_verb_has_help() {
    let (status, overview, err) = rtk(&["--help"]);
    assert_eq!((status, err.as_str()), (0, ""));
    for verb in VERBS {
        assert!(overview.contains(&format!("\n  {verb} ")), "{verb}");
        let (status, help, err) = rtk(&["help", verb]);
        assert_eq!((status, err.as_str()), (0, ""), "{verb}");
        assert!(help.starts_with(&format!("rtk {verb}: ")), "{help}");
        assert!(help.contains(&format!("\nusage: rtk {verb}")), "{help}");
        // The operands of the others are data.
        if !["rewrite", "hook", "proxy"].contains(&verb) {
            assert_eq!(rtk(&[verb, "--help"]), (0, help.clone(), String::new()));
            assert_eq!(rtk(&[verb, "-h"]), (0, help, String::new()));
        }
    }
    assert_eq!(rtk(&["-h"]).1, overview);
    assert_eq!(rtk(&["help"]).1, overview);
    assert!(overview.lines().all(|line| line.len() <= 80), "{overview}");
}

#[test]
fn version() {
    let version = (
        0,
        format!("rtk {}\n", env!("CARGO_PKG_VERSION")),
        String::new(),
    );
    assert_eq!(rtk(&["--version"]), version);
    assert_eq!(rtk(&["-V"]), version);
}

#[test]
fn mistakes_say_what_to_do() {
    for (words, reason) in [
        (
            &["--future"][..],
            "rtk: unknown option --future; try rtk --help",
        ),
        (
            &["--verison"],
            "rtk: unknown option --verison; did you mean --version? try rtk --help",
        ),
        (&["-v"], "rtk: unknown option -v; try rtk --help"),
        (
            &["-v", "git", "status"],
            "rtk: unknown option -v; try rtk --help",
        ),
        (
            &["--raw"],
            "rtk: no command to run; usage: rtk --raw COMMAND...",
        ),
        (
            &["proxy"],
            "rtk: no command to run; usage: rtk --raw COMMAND...",
        ),
        (&["--"], "rtk: no command to run; try rtk --help"),
        (
            &["filters", "x"],
            "rtk: filters takes no operands; try rtk filters --help",
        ),
        (
            &["doctor", "--x"],
            "rtk: doctor takes no operands; try rtk doctor --help",
        ),
        (
            &["init", "--x"],
            "rtk: unknown option --x; try rtk init --help",
        ),
        (
            &["init", "x"],
            "rtk: unknown operand x; try rtk init --help",
        ),
        (
            &["init", "--agent"],
            "rtk: --agent needs a name; try rtk init --help",
        ),
        (
            &["verify", "--x"],
            "rtk: unknown agent or option --x; try rtk verify --help",
        ),
        (&["recall", "../x"], "rtk: usage: rtk recall [ID | --list]"),
        (
            &["recall", "1234", "1234"],
            "rtk: usage: rtk recall [ID | --list]",
        ),
        (
            &["help", "init", "verify"],
            "rtk: help is about one verb; usage: rtk help [VERB]",
        ),
        (
            &["help", "git"],
            "rtk: no verb git; rtk --help lists them, and rtk git --help is git's own",
        ),
    ] {
        let line = format!("{reason}\n");
        assert_eq!(rtk(words), (2, String::new(), line), "{words:?}");
    }
    let (status, out, err) = rtk(&[]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(err, rtk(&["--help"]).1);
}

/// What asks for data and gets none, or takes any word for data.
#[test]
fn data_is_not_read_as_options() {
    for (words, status) in [
        (&["rewrite"][..], 1),
        (&["rewrite", "--help"], 1),
        (&["rewrite", "-h"], 1),
        (&["hook"], 0),
        (&["hook", "--help"], 0),
        (&["hook", "-x", "--help"], 0),
        (&["hook", "check"], 0),
        (&["pipe"], 2),
        (&["pipe", "--status", "x", "ls"], 2),
        (&["pipe", "no-such-filter"], 2),
        (&["--raw", "--help"], 127),
    ] {
        assert_eq!(rtk(words).0, status, "{words:?}");
    }
}

#[test]
fn what_is_no_verb_is_run() {
    let (status, out, _) = rtk(&["sh", "-c", "echo \"$@\"", "sh", "--help", "init"]);
    assert_eq!((status, out.as_str()), (0, "--help init\n"));
    let (status, out, _) = rtk(&["--", "sh", "-c", "exit 7"]);
    assert_eq!((status, out.as_str()), (7, ""));
    let (status, out, _) = rtk(&["--raw", "sh", "-c", "exit 8"]);
    assert_eq!((status, out.as_str()), (8, ""));
    assert_eq!(rtk(&["proxy", "sh", "-c", "exit 9"]).0, 9);
    // A verb that is mistyped is a command that is not there; what was meant is said.
    let (status, out, err) = rtk(&["verfy"]);
    assert_eq!((status, out.as_str()), (127, ""));
    assert_eq!(
        err,
        "rtk: verfy: command not found\nrtk: did you mean rtk verify?\n"
    );
    let (status, _, err) = rtk(&["no-such-program"]);
    assert_eq!((status, err.lines().count()), (127, 1));
}

#[cfg(unix)]
#[test]
fn nobody_reads() {
    for redirection in [">&-", ">/dev/full", "| true", "2>&-", "<&-"] {
        for words in ["--help", "--version", "help init", "filters", ""] {
            let script = format!("\"$0\" {words} {redirection}; :");
            let output = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_rtk")])
                .output()
                .unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && !err.contains("panicked"),
                "{script}: {err}"
            );
        }
    }
}
