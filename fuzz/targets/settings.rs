//! Settings: the first line is a command, the rest a Claude Code settings file.
//! Rules never move an insertion, what the agent would refuse allows nothing,
//! and a file more can only forbid more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::config::Config;
use rtk::decide::{Decision, decide};
use rtk::permission::{RuleSet, Trust, Verdict};
use rtk::text::json;

fn judged(command: &str, files: &[(&[u8], Trust)]) -> Decision {
    let mut rules = RuleSet::default();
    for (bytes, trust) in files {
        rules.add_claude(bytes, "settings.json", *trust);
    }
    decide(command, &rules, &Config::default())
}

/// The characters that mean something to the shell.
fn expandable(command: &str) -> String {
    let (mut kept, mut single, mut double, mut escaped) = (String::new(), false, false, false);
    for character in command.chars() {
        match character {
            '\'' if !double && !escaped => single = !single,
            '"' if !single && !escaped => double = !double,
            // Between double quotes it is a character like any other.
            '<' if double => {}
            _ if !single && !escaped => kept.push(character),
            _ => {}
        }
        escaped = !single && character == '\\' && !escaped;
    }
    kept
}

fuzz_target!(|data: &[u8]| {
    let at = data
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(data.len());
    let Ok(command) = str::from_utf8(&data[..at]) else {
        return;
    };
    let settings = data.get(at + 1..).unwrap_or_default();

    let plain = judged(command, &[]);
    let full = judged(command, &[(settings, Trust::Full)]);
    assert!(full.insertions.is_empty() || full.insertions == plain.insertions);
    if full.verdict == Verdict::Allow {
        assert!(
            json::parse(settings).is_ok(),
            "allowed by a file that is not JSON"
        );
        assert!(
            !expandable(command).contains(['$', '`', '<', '\r', '\0']),
            "allowed what cannot be known"
        );
    }
    let restricting = judged(command, &[(settings, Trust::Restricting)]);
    assert_ne!(restricting.verdict, Verdict::Allow);
    assert!(
        judged(command, &[(settings, Trust::Managed)])
            .insertions
            .len()
            <= plain.insertions.len()
    );

    // Blanks around it, or the same file twice, say nothing new.
    let spaced = [b"\n ", settings, b"\n"].concat();
    if !settings.starts_with(b"\xEF\xBB\xBF") {
        assert_eq!(
            judged(command, &[(&spaced, Trust::Full)]).exit_status(),
            full.exit_status()
        );
    }
    let twice = judged(command, &[(settings, Trust::Full), (settings, Trust::Full)]);
    assert_eq!(twice.exit_status(), full.exit_status());

    // A file that denies or asks for everything.
    let deny: &[u8] = br#"{"permissions":{"deny":["Bash"]}}"#;
    let ask: &[u8] = br#"{"permissions":{"ask":["Bash"]}}"#;
    for (bytes, mildest) in [(deny, 2), (ask, 3)] {
        for files in [
            [(settings, Trust::Full), (bytes, Trust::Full)],
            [(bytes, Trust::Full), (settings, Trust::Full)],
        ] {
            let both = judged(command, &files);
            assert!(both.exit_status() != 0 && (mildest == 3 || both.rewritten(command).is_none()));
        }
    }
});
