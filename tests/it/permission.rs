//! What permission rules say about commands.

use rtk::config::Config;
use rtk::decide::decide;
use rtk::permission::{Effect, Matcher, RuleSet, Trust, Verdict};
use rtk::text::json::write_string;

/// A settings file with these rules: `deny Bash(x) ; allow Bash(y)`.
pub(crate) fn settings(rules: &str) -> Vec<u8> {
    let mut lists = [
        ("deny", Vec::new()),
        ("ask", Vec::new()),
        ("allow", Vec::new()),
    ];
    for rule in rules.split(" ; ").filter(|rule| !rule.is_empty()) {
        let (effect, rule) = rule.split_once(' ').unwrap();
        let list = lists.iter_mut().find(|(name, _)| *name == effect).unwrap();
        list.1.push(rule);
    }
    let mut text = b"{\"permissions\":{".to_vec();
    for (at, (name, list)) in lists.iter().enumerate() {
        text.extend_from_slice(if at > 0 { b"," } else { b"" });
        write_string(&mut text, name);
        text.extend_from_slice(b":[");
        for (at, rule) in list.iter().enumerate() {
            text.extend_from_slice(if at > 0 { b"," } else { b"" });
            write_string(&mut text, rule);
        }
        text.push(b']');
    }
    text.extend_from_slice(b"}}");
    text
}

/// Those rules as the user's.
pub(crate) fn rules(rules: &str) -> RuleSet {
    let mut set = RuleSet::default();
    set.add_claude(&settings(rules), "settings.json", Trust::Full);
    set
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Deny(_) => "deny",
        Verdict::Ask(_) => "ask",
        Verdict::Allow => "allow",
        Verdict::Default => "default",
    }
}

fn verdict(command: &str, rules: &RuleSet) -> &'static str {
    name(&decide(command, rules, &Config::default()).verdict)
}

#[test]
fn verdicts() {
    let text = include_str!("../data/permission.txt");
    let mut set = RuleSet::default();
    let mut world = "";
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with("# ") {
        } else if let Some(list) = line.strip_prefix("rules ") {
            (set, world) = (rules(list), list);
        } else {
            let (expected, command) = line.split_once('\t').unwrap();
            let command = command.replace("\\n", "\n").replace("\\t", "\t");
            let got = verdict(&command, &set);
            if got != expected {
                wrong.push(format!(
                    "{}: {command:?}: {got}, wanted {expected} [{world}]",
                    number + 1
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_verdict_names_the_rule_and_its_place() {
    let mut set = RuleSet::default();
    let text =
        b"{\n \"permissions\": {\n  \"deny\": [\n   \"Bash(ls)\",\n   \"Bash(git push:*)\"\n]}}";
    set.add_claude(text, "/home/u/.claude/settings.json", Trust::Full);
    let decision = decide("git push x", &set, &Config::default());
    let rule = "Bash(git push:*) (/home/u/.claude/settings.json:5)";
    assert_eq!(decision.verdict, Verdict::Deny(rule.to_owned()));
}

/// What a settings file says although something is wrong with it: the verdict on
/// `git push`, and on `ls`, beside a file that allows `ls`.
#[track_caller]
fn file(text: &str, push: &str, list: &str) {
    let mut set = rules("allow Bash(ls) ; allow Bash(git push)");
    set.add_claude(text.as_bytes(), "other.json", Trust::Full);
    let got = match &set.unreadable {
        Some(_) => ("unreadable", "unreadable"),
        None => (verdict("git push", &set), verdict("ls", &set)),
    };
    assert_eq!(got, (push, list), "{text}");
}

#[test]
fn deny_rules_are_read_from_broken_files_and_allow_rules_are_not() {
    let deny = r#""permissions":{"deny":["Bash(git push *)"]}"#;
    file(&format!("{{{deny}}}"), "deny", "allow");
    file(&format!("\u{feff}{{\r\n{deny}\r\n}}"), "deny", "allow");
    file(
        &format!(
            "{{\"n\":1e400,\"s\":\"\\ud800\",\"d\":{}{},{deny}}}",
            "[".repeat(200),
            "]".repeat(200)
        ),
        "deny",
        "allow",
    );
    file(&format!("// c\n{{{deny}}}"), "deny", "default");
    file(&format!("{{/* c */{deny},}}"), "deny", "default");
    file(&format!("{{{deny}"), "unreadable", "unreadable");
    file(&format!("{{{deny}}}x"), "unreadable", "unreadable");
    file("", "allow", "allow");
    file("[]", "allow", "allow");
    file("null", "allow", "allow");
    file("{}", "allow", "allow");
    file(
        r#"{"permissions":{"allow":5,"ask":null,"deny":["Bash(git push *)"]}}"#,
        "deny",
        "allow",
    );
    file(
        r#"{"permissions":{"deny":"Bash(git push *)"}}"#,
        "deny",
        "allow",
    );
    file(
        r#"{"permissions":{"deny":["Bash(",5,null,{},"Bash(git push *)","()"]}}"#,
        "deny",
        "allow",
    );
    file(&format!("{{{deny},\"hooks\":5}}"), "deny", "allow");
    file(
        r#"{"permissions":{"deny":[]},"permissions":{"deny":["Bash(git push)"]}}"#,
        "deny",
        "allow",
    );
    file(
        r#"{"permissions":{"deny":["Bash(git push)"]},"permissions":{}}"#,
        "allow",
        "allow",
    );
}

/// Whether a file that allows `ls` is believed.
#[track_caller]
fn believed(rest: &str, expected: bool) {
    let mut set = RuleSet::default();
    let text = format!(r#"{{"permissions":{{"allow":["Bash(ls)"]{rest}}}"#);
    set.add_claude(text.as_bytes(), "settings.json", Trust::Full);
    assert_eq!(verdict("ls", &set) == "allow", expected, "{text}");
}

#[test]
fn allow_rules_count_only_from_a_file_that_the_agent_accepts() {
    believed("}", true);
    believed(r#","defaultMode":"plan"}"#, true);
    believed(r#"},"unknown":{"a":[1]}"#, true);
    believed(
        r#"},"env":{"A":"b"},"model":"x","hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}]}"#,
        true,
    );
    believed(r#"},"hooks":5"#, true);
    believed(r#","ask":null}"#, false);
    believed(r#","deny":5}"#, false);
    believed(r#","defaultMode":"zzz"}"#, false);
    believed(r#"},"env":5"#, false);
    believed(r#"},"model":5"#, false);
    believed(r#"},"hooks":{"PreToolUse":5}"#, false);
    believed(r#"},"hooks":{"PreToolUse":[5]}"#, false);
}

#[test]
fn the_administrator_can_keep_all_other_allow_rules_out() {
    let mut set = rules("allow Bash(ls) ; deny Bash(rm *)");
    set.add_claude(
        br#"{"allowManagedPermissionRulesOnly":true,"permissions":{"allow":["Bash(git status)"]}}"#,
        "managed",
        Trust::Managed,
    );
    assert_eq!(verdict("ls", &set), "default");
    assert_eq!(verdict("git status", &set), "allow");
    assert_eq!(verdict("rm x", &set), "deny");
    // Nobody else can say so.
    let mut set = rules("allow Bash(ls)");
    set.add_claude(
        br#"{"allowManagedPermissionRulesOnly":true}"#,
        "project",
        Trust::Full,
    );
    assert_eq!(verdict("ls", &set), "allow");
}

#[test]
fn a_file_that_may_only_restrict_allows_nothing() {
    let mut set = RuleSet::default();
    set.add_claude(
        &settings("allow Bash(ls) ; deny Bash(rm *)"),
        "below",
        Trust::Restricting,
    );
    assert_eq!(verdict("ls", &set), "default");
    assert_eq!(verdict("rm x", &set), "deny");
}

#[test]
fn other_agents_rules_are_of_the_same_kind() {
    let mut set = RuleSet::default();
    set.add(
        Effect::Allow,
        Matcher::Prefix("git".into()),
        "Shell(git)",
        "cli-config.json",
        3,
    );
    set.add(
        Effect::Deny,
        Matcher::Exact("git push".into()),
        "forbidden",
        "rules",
        0,
    );
    set.add(
        Effect::Ask,
        Matcher::Glob("git * --force".into()),
        "prompt",
        "rules",
        2,
    );
    assert_eq!(verdict("git status", &set), "allow");
    assert_eq!(verdict("git push", &set), "deny");
    assert_eq!(verdict("git branch x --force", &set), "ask");
    assert_eq!(verdict("ls", &set), "default");
}

#[test]
fn a_denied_command_behind_rtk_is_told_apart() {
    let set = rules("deny Bash(git push *) ; deny Bash(docker run) ; deny Bash(rm *)");
    for (command, hidden) in [
        ("git push", false),
        ("rtk git push", true),
        ("git status && rtk proxy git push x", true),
        ("env rtk git -C . push", true),
        ("rtk run -c 'ls; git push'", true),
        ("rtk docker run", true),
        // The agent's own rule, which is exact, would not have denied this.
        ("rtk docker run x", false),
        ("rtk grep rm .", false),
        ("rtk git status", false),
    ] {
        let decision = decide(command, &set, &Config::default());
        assert_eq!(decision.hidden_deny, hidden, "{command}");
    }
}

#[test]
fn what_might_run_unasked_is_more_than_what_is_allowed() {
    let set = rules("allow Bash(cargo test *)");
    for (command, might) in [
        ("cargo test", true),
        ("(cargo test)", true),
        ("time cargo test x", true),
        ("git status", true),
        ("git log | grep x && ls", true),
        ("if git diff --quiet; then git log; fi", true),
        ("cargo build", false),
        ("cargo test && cargo build", false),
        ("cargo test > f", false),
        ("git log \"$X\"", false),
        ("FOO=1 git status", false),
        ("git push", false),
    ] {
        let decision = decide(command, &set, &Config::default());
        assert_eq!(decision.might_run_unasked, might, "{command}");
    }
}
