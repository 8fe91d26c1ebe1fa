//! `rtk hook AGENT`: payloads as the agents send them, and the answers, byte for byte.
//!
//! Of what broke for users of programs like this one, these are not here:
//!
//! | id | why |
//! |---|---|
//! | H4-055 | nothing is started and nothing is waited for; the scripts that ask `rtk rewrite` are the setup's tests |
//! | H4-068 | exit status 3 stays; the plugins that are shipped take 0 and 3 (`plugins_are_answered_with_exit_statuses`) |
//! | H4-069, H4-070 | what is inside of the plugins: the tests of `hooks/` |
//! | H4-073, H4-074, H4-075, H4-222 | `rtk init` and `rtk verify`: the setup's tests |
//! | H4-220 | no program is looked for in a decision, and no hook is registered for PowerShell alone |

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::oracle::{cases, scratch};
use rtk::agents::{AGENTS, World as Outside, answer, named};
use rtk::config::Config;
use rtk::text::json;

/// A payload of `tests/data/payloads`, its command replaced.
fn payload(name: &str, command: &str) -> String {
    let path = format!(
        "{}/tests/data/payloads/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(text.contains("mytool status"), "{name}");
    text.replace("mytool status", command)
}

/// A home with files in it, and a process there.
struct World {
    home: PathBuf,
    env: Vec<(&'static str, String)>,
}

impl World {
    fn new(name: &str) -> World {
        let home = scratch(&format!("hook-{name}"));
        fs::create_dir_all(home.join("proj/.git")).unwrap();
        let text = home.to_str().unwrap().to_owned();
        World {
            home,
            env: vec![("HOME", text)],
        }
    }

    fn put(self, path: &str, text: &str) -> World {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn env(mut self, name: &'static str, value: &str) -> World {
        self.env.push((name, value.to_owned()));
        self
    }

    /// The answer to a payload in which the project is this one.
    fn answer(&self, agent: &str, payload: &str) -> String {
        let project = self.home.join("proj");
        let payload = payload.replace("/home/mara/proj", project.to_str().unwrap());
        let (status, out, err) = self.run(&["hook", agent], payload.as_bytes());
        assert_eq!((status, err.as_str()), (0, ""), "{payload}");
        out.replace(project.to_str().unwrap(), "/home/mara/proj")
            .replace(self.home.to_str().unwrap(), "~")
    }

    fn run(&self, words: &[&str], input: &[u8]) -> (i32, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rtk"))
            .args(words)
            .current_dir(self.home.join("proj"))
            .env_clear()
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It need not read what it does not want.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap_or(-1),
            text(output.stdout),
            text(output.stderr),
        )
    }

    #[track_caller]
    fn check(&self, agent: &str, name: &str, command: &str, expected: &str) {
        let got = self.answer(agent, &payload(name, command));
        assert_eq!(got, expected, "{agent}, {name}: {command}");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// Agent, payload, and the answers to `git push` (which no agent runs unasked), and to `htop`.
const ANSWERS: [(&str, &str, &str, &str); 20] = [
    (
        "claude",
        "claude_2.1.332",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rtk git push"}}}"#,
        "",
    ),
    (
        "claude",
        "claude_run",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rtk git push"}}}"#,
        "",
    ),
    (
        "codex",
        "codex_0.171.0",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"rtk: the same facts in fewer tokens","updatedInput":{"command":"rtk git push"}}}"#,
        "",
    ),
    (
        "codex",
        "codex_run",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"rtk: the same facts in fewer tokens","updatedInput":{"command":"rtk git push"}}}"#,
        "",
    ),
    (
        "copilot",
        "copilot_1.0.102_preToolUse",
        r#"{"modifiedArgs":{"command":"rtk git push","description":"x"}}"#,
        "",
    ),
    (
        "copilot",
        "copilot_1.0.102_PreToolUse_pascal",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rtk git push","description":"x"}},"modifiedArgs":{"command":"rtk git push","description":"x"}}"#,
        "",
    ),
    (
        "copilot",
        "copilot_run",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rtk git push","description":"description"}},"modifiedArgs":{"command":"rtk git push","description":"description"}}"#,
        "",
    ),
    (
        "copilot",
        "copilot_1.0.55_string",
        r#"{"permissionDecision":"deny","permissionDecisionReason":"Use `rtk git push` instead: the same facts in fewer tokens."}"#,
        "",
    ),
    (
        "vscode",
        "vscode_docs",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rtk git push","explanation":"x","goal":"x","mode":"sync","timeout":10000}}}"#,
        "",
    ),
    (
        "cursor",
        "cursor_docs",
        r#"{"permission":"ask","updated_input":{"command":"rtk git push","working_directory":"/home/mara/proj","timeout":30000}}"#,
        "{}",
    ),
    (
        "gemini",
        "gemini_0.61.0",
        r#"{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"command":"rtk git push"}}}"#,
        r#"{"decision":"allow"}"#,
    ),
    (
        "gemini",
        "gemini_run",
        r#"{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"command":"rtk git push"}}}"#,
        r#"{"decision":"allow"}"#,
    ),
    (
        "vibe",
        "vibe_3.0.3",
        r#"{"hook_specific_output":{"tool_input":{"timeout": 120, "command": "rtk git push"}},"system_message":"rtk: rtk git push"}"#,
        "",
    ),
    (
        "vibe",
        "vibe_run",
        r#"{"hook_specific_output":{"tool_input":{"command": "rtk git push"}},"system_message":"rtk: rtk git push"}"#,
        "",
    ),
    (
        "antigravity",
        "antigravity_docs",
        r#"{"decision":"ask","overwrite":{"CommandLine":"rtk git push"}}"#,
        r#"{"decision":"ask"}"#,
    ),
    (
        "droid",
        "droid_0.225.2",
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rtk git push","summary":"x","riskLevelReason":"x","riskLevel":"low"}}}"#,
        "",
    ),
    (
        "cline",
        "cline_3.0.65",
        r#"{"overrideInput":{"commands":["rtk git push"]}}"#,
        "",
    ),
    (
        "cline",
        "cline_run",
        r#"{"overrideInput":{"commands":["rtk git push"]}}"#,
        "",
    ),
    ("pi", "plugin", r#"{"command":"rtk git push"}"#, ""),
    // Its documentation promises `updatedInput`, and its code never applies it.
    ("claude", "qwen_0.24.4", "", ""),
];

#[test]
fn what_agents_send_and_get() {
    let world = World::new("answers");
    for (agent, name, rewrite, nothing) in ANSWERS {
        world.check(agent, name, "git push", rewrite);
        world.check(agent, name, "htop", nothing);
        // Already rewritten: two registrations mean two calls for one command.
        world.check(agent, name, "rtk git push", nothing);
        world.check(agent, name, "", nothing);
    }
}

/// Agents load each other's configuration: whoever is named, the payload says who speaks.
#[test]
fn the_dialect_is_in_the_keys() {
    let world = World::new("dialects");
    let hooks = [
        "claude", "copilot", "cursor", "gemini", "codex", "vibe", "droid", "cline",
    ];
    for (_, name, rewrite, nothing) in ANSWERS {
        if ["plugin", "qwen_0.24.4"].contains(&name) {
            continue;
        }
        for hook in hooks {
            world.check(hook, name, "git push", rewrite);
            world.check(hook, name, "htop", nothing);
        }
    }
}

#[test]
fn every_agent_has_a_row() {
    for agent in AGENTS {
        let plugin = ["pi", "hermes", "opencode", "kilocode"].contains(&agent.name);
        let row = ANSWERS
            .iter()
            .any(|(name, ..)| named(name).is_some_and(|other| other.name == agent.name));
        assert!(plugin || row, "{}", agent.name);
        assert_eq!(named(agent.name).unwrap().name, agent.name);
        for alias in agent.aliases {
            assert_eq!(named(alias).unwrap().name, agent.name);
        }
    }
}

/// A Claude Code answer: decision and reason, if any, and the command.
fn claude(decision: &str, reason: &str, command: &str) -> String {
    let decision = match decision {
        "" => String::new(),
        _ => format!(r#","permissionDecision":"{decision}","permissionDecisionReason":"{reason}""#),
    };
    let input = match command {
        "" => String::new(),
        _ => format!(r#","updatedInput":{{"command":"{command}"}}"#),
    };
    format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse"{decision}{input}}}}}"#)
}

const CLAUDE: &str = ".claude/settings.json";

/// Claude Code's rules, mode, command, answer.
#[test]
fn claude_is_not_told_more_than_its_rules() {
    let allow_status = r#"{"permissions":{"allow":["Bash(git status)","Bash(cargo test:*)"]}}"#;
    let ask_push = r#"{"permissions":{"allow":["Bash(rtk *)"],"ask":["Bash(git push *)"]}}"#;
    let deny_push = r#"{"permissions":{"deny":["Bash(git push *)"]}}"#;
    let allow_rtk = r#"{"permissions":{"allow":["Bash(rtk git log:*)"]}}"#;
    let allow = |command: &str| claude("allow", "rtk: allowed by your rules", command);
    let quiet = |command: &str| claude("", "", command);
    let ask_rule = "rtk: asked about by Bash(git push *) (~/.claude/settings.json:1)";
    let rows: Vec<(&str, &str, &str, String)> = vec![
        // Asked about by default: rewritten, and the agent asks.
        ("", "default", "git push", quiet("rtk git push")),
        ("", "acceptEdits", "git push", quiet("rtk git push")),
        ("", "plan", "git push", quiet("rtk git push")),
        ("", "dontAsk", "git push", quiet("rtk git push")),
        ("", "bypassPermissions", "git push", quiet("rtk git push")),
        // It runs these unasked.
        ("", "default", "git status", String::new()),
        ("", "default", "git log && ls -la", String::new()),
        (
            "",
            "bypassPermissions",
            "git status",
            quiet("rtk git status"),
        ),
        // A rule allows it.
        (
            allow_status,
            "default",
            "git status",
            allow("rtk git status"),
        ),
        (
            allow_status,
            "dontAsk",
            "git status && cargo test x",
            allow("rtk git status && rtk cargo test x"),
        ),
        (allow_status, "plan", "git status", String::new()),
        (allow_status, "somethingNew", "git status", String::new()),
        (
            allow_status,
            "default",
            "git status && git push",
            quiet("rtk git status && rtk git push"),
        ),
        // A rule asks.
        (
            ask_push,
            "default",
            "git push x",
            claude("ask", ask_rule, "rtk git push x"),
        ),
        (ask_push, "bypassPermissions", "git push x", String::new()),
        (ask_push, "dontAsk", "git push x", String::new()),
        (
            ask_push,
            "bypassPermissions",
            "rtk git push x",
            claude("ask", ask_rule, ""),
        ),
        // A rule denies: it does so itself, unless it cannot see it.
        (deny_push, "default", "git push x", String::new()),
        (deny_push, "bypassPermissions", "git push x", String::new()),
        (
            deny_push,
            "default",
            "rtk git push x",
            claude(
                "deny",
                "rtk: denied by Bash(git push *) (~/.claude/settings.json:1)",
                "",
            ),
        ),
        // A rule is about the rewritten text.
        (allow_rtk, "default", "git log -3", quiet("rtk git log -3")),
        (
            ask_push,
            "default",
            "git commit -m x",
            claude(
                "ask",
                "rtk: no rule allows the command itself",
                "rtk git commit -m x",
            ),
        ),
        (ask_push, "auto", "git commit -m x", String::new()),
    ];
    for (settings, mode, command, expected) in rows {
        let mut world = World::new("claude");
        if !settings.is_empty() {
            world = world.put(CLAUDE, settings);
        }
        let payload = payload("claude_2.1.332", command).replace("bypassPermissions", mode);
        let got = world.answer("claude", &payload);
        assert_eq!(got, expected, "{settings} {mode} {command}");
    }
}

#[test]
fn reading_commands_are_approved_if_the_user_said_so() {
    let agreed = "[permissions]\napprove_read_only = true\n";
    let world = World::new("approve").put(".config/rtk/config.toml", agreed);
    let payload =
        |command| payload("claude_2.1.332", command).replace("bypassPermissions", "default");
    let reads = claude("allow", "rtk: only reads", "rtk git status");
    assert_eq!(world.answer("claude", &payload("git status")), reads);
    assert_eq!(
        world.answer("claude", &payload("git push")),
        claude("", "", "rtk git push")
    );
    assert_eq!(world.answer("claude", &payload("git status > f")), "");
    world.check(
        "cursor",
        "cursor_docs",
        "git status",
        r#"{"permission":"allow","updated_input":{"command":"rtk git status","working_directory":"/home/mara/proj","timeout":30000}}"#,
    );
}

/// Agent, payload, its rule file, and commands that are rewritten and that are not. Where the second
/// list says `!`, the answer is a denial.
type RuleRow = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const RULES: [RuleRow; 22] = [
    (
        "copilot",
        "copilot_1.0.102_preToolUse",
        "",
        "",
        &["git push", "cargo test"],
        &["git status", "ls", "git log -3"],
    ),
    (
        "gemini",
        "gemini_0.61.0",
        "",
        "",
        &["git push", "cargo build"],
        &["git status", "ls -la", "git diff"],
    ),
    (
        "gemini",
        "gemini_0.61.0",
        ".gemini/settings.json",
        r#"{"tools":{"exclude":["run_shell_command(git push)"],"allowed":["run_shell_command(cargo)"]}} // mine"#,
        &["git commit -m x"],
        &[
            "git push",
            "git commit -m x && git push",
            "cargo test",
            "!rtk git push",
        ],
    ),
    (
        "gemini",
        "gemini_0.61.0",
        ".gemini/settings.json",
        r#"{"tools":{"allowed":["run_shell_command"]}}"#,
        &["git push", "git status"],
        &[],
    ),
    (
        "gemini",
        "gemini_0.61.0",
        "proj/.gemini/policies/a.toml",
        "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = [\"git push\", \"cargo\"]\ndecision = \"ask_user\"\npriority = 100\n",
        &["git commit -m x"],
        &["git push x", "cargo test"],
    ),
    (
        "gemini",
        "gemini_0.61.0",
        "proj/.gemini/policies/a.toml",
        "[[rule]]\ntoolName = \"run_shell_command\"\ncommandRegex = \"git (push|pull)\"\ndecision = \"deny\"\n",
        &[],
        &["git push", "git commit -m x", "cargo test"],
    ),
    (
        "codex",
        "codex_0.171.0",
        "",
        "",
        &["git push", "git status", "ls"],
        &[],
    ),
    (
        "codex",
        "codex_0.171.0",
        ".codex/rules/default.rules",
        "prefix_rule(pattern=[\"git\", [\"push\", \"pull\"]], decision=\"forbidden\")\nprefix_rule(pattern=[\"cargo\"], decision=\"prompt\")\n",
        &["git commit -m x", "git status"],
        &["git push x", "git pull", "cargo test", "!rtk git push"],
    ),
    (
        "codex",
        "codex_default",
        ".codex/rules/default.rules",
        "prefix_rule(pattern=[\"git\", \"push\"], decision=\"allow\")\n",
        &["git commit -m x"],
        &["git push"],
    ),
    (
        "codex",
        "codex_0.171.0",
        ".codex/rules/default.rules",
        "for x in y: pass",
        &[],
        &["git commit -m x", "git push"],
    ),
    (
        "codex",
        "codex_default",
        ".codex/config.toml",
        "approval_policy = \"untrusted\"\n",
        &["git push"],
        &["git status", "ls"],
    ),
    // H4-067: what any rule denies is never answered with allow.
    (
        "codex",
        "codex_0.171.0",
        CLAUDE,
        r#"{"permissions":{"deny":["Bash(git push *)"]}}"#,
        &["git commit -m x"],
        &["git push x"],
    ),
    (
        "cursor",
        "cursor_docs",
        ".cursor/cli-config.json",
        r#"{"permissions":{"allow":["Shell(cargo)"],"deny":["Shell(git:push*)"]}}"#,
        &["git commit -m x"],
        &["git push", "cargo test", "!rtk git push"],
    ),
    (
        "cursor",
        "cursor_docs",
        "proj/.cursor/cli.json",
        r#"{"permissions":{"deny":["Shell(git)"]}}"#,
        &["cargo test"],
        &["git push", "git status"],
    ),
    (
        "vibe",
        "vibe_3.0.3",
        "",
        "",
        &["git push", "cargo test"],
        &["git status", "ls", "cat f", "sudo git push"],
    ),
    (
        "vibe",
        "vibe_3.0.3",
        ".vibe/config.toml",
        "[tools.bash]\nallowlist = [\"cargo\"]\ndenylist = [\"git push\"]\n",
        &["git commit -m x", "git status"],
        &["git push", "cargo test", "!rtk git push"],
    ),
    (
        "vibe",
        "vibe_3.0.3",
        ".vibe/config.toml",
        "[tools.bash]\npermission = \"always\"\n",
        &["git push", "git status"],
        &[],
    ),
    (
        "droid",
        "droid_0.225.2",
        "",
        "",
        &["git push", "git status"],
        &[],
    ),
    (
        "droid",
        "droid_0.225.2",
        ".factory/settings.json",
        r#"{"commandDenylist":["git push"]}"#,
        &["git commit -m x"],
        &["git push"],
    ),
    (
        "droid",
        "droid_low",
        ".factory/settings.json",
        r#"{"commandAllowlist":["cargo test"]}"#,
        &["git push", "cargo build"],
        &["cargo test", "git status"],
    ),
    (
        "opencode",
        "plugin",
        ".config/opencode/opencode.json",
        r#"{"permission":{"bash":{"*":"ask","git push*":"deny","cargo *":"allow"}}}"#,
        &["git commit -m x", "git status"],
        &["git push x", "cargo test", "!rtk git push"],
    ),
    (
        "kilo",
        "plugin",
        "proj/.kilocode/kilo.jsonc",
        r#"{"permission":{"bash":{"git push *":"ask"}}, /* x */ }"#,
        &["git commit -m x"],
        &["git push x"],
    ),
];

#[test]
fn agents_keep_their_own_rules() {
    for (agent, name, path, text, rewritten, left) in RULES {
        let mut world = World::new("rules");
        if !path.is_empty() {
            world = world.put(path, text);
        }
        let payload = |command: &str| match name {
            "codex_default" => {
                payload("codex_0.171.0", command).replace("bypassPermissions", "default")
            }
            "droid_low" => payload("droid_0.225.2", command).replace("auto-high", "auto-low"),
            _ => payload(name, command),
        };
        let nothing = named(agent).unwrap().nothing;
        for command in rewritten {
            let got = world.answer(agent, &payload(command));
            assert!(got.contains("rtk "), "{agent}, {text}: {command}: {got}");
        }
        for command in left {
            let denied = command.strip_prefix('!');
            let got = world.answer(agent, &payload(denied.unwrap_or(command)));
            match denied {
                Some(_) => assert!(got.contains("deny"), "{agent}, {text}: {command}: {got}"),
                None => assert_eq!(got, nothing, "{agent}, {text}: {command}"),
            }
        }
        // A rule file that cannot be read means no rewrite.
        if path.ends_with(".json") || path.ends_with(".toml") {
            let world = World::new("broken").put(path, "{[\"");
            assert_eq!(
                world.answer(agent, &payload("git commit -m x")),
                nothing,
                "{agent}, {path}"
            );
        }
    }
}

#[test]
fn every_other_byte_comes_back() {
    let world = World::new("bytes");
    let input = r#"{ "a" :1e400,"description":"\ud800 \u00e9 é","command" : "g\u0069t push && \"x\"\n", "timeout":  12345678901234567890 ,"run_in_background":true,"n":{"command":"rm"} }"#;
    let payload = format!(r#"{{"tool_input":{input},"tool_name":"Bash","cwd":"/"}}"#);
    let expected = input.replace(r#""g\u0069t"#, r#""rtk g\u0069t"#);
    assert_eq!(
        world.answer("claude", &payload),
        format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse","updatedInput":{expected}}}}}"#
        )
    );
}

#[test]
fn several_commands_of_cline() {
    let world = World::new("cline");
    let several = |commands: &str| {
        payload("cline_3.0.65", "X").replacen(
            r#"{"commands":["X"]}"#,
            &format!(r#"{{"commands":{commands}}}"#),
            1,
        )
    };
    assert_eq!(
        world.answer("cline", &several(r#"["htop", "git push",{"x":1},"ls"]"#)),
        r#"{"overrideInput":{"commands":["htop", "rtk git push",{"x":1},"rtk ls"]}}"#
    );
    assert_eq!(world.answer("cline", &several(r#"["htop","true"]"#)), "");
    assert_eq!(world.answer("cline", &several("[]")), "");
    assert_eq!(world.answer("cline", &several("5")), "");
}

/// What broke for users of programs like this one, under the id of its report.
#[test]
fn reported_faults() {
    let world = World::new("faults");
    let run = |agent: &str, input: &str| world.answer(agent, input);
    let quiet = |command| claude("", "", command);
    // H4-052: junk and nothing are no failure.
    for junk in ["junk", "", "{", "[]", "null"] {
        assert_eq!(run("gemini", junk), r#"{"decision":"allow"}"#);
        assert_eq!(run("cursor", junk), "{}");
        assert_eq!(run("antigravity", junk), r#"{"decision":"ask"}"#);
        assert_eq!(run("claude", junk), "");
    }
    // H4-059: values that nobody needs are not interpreted.
    for odd in [
        "1.0e400",
        r#""\udc00""#,
        &"[".repeat(200),
        "-0",
        &"9".repeat(500),
    ] {
        let odd = odd.to_owned() + &"]".repeat(odd.matches('[').count());
        let input =
            format!(r#"{{"tool_name":"Bash","tool_input":{{"command":"git push","f":{odd}}}}}"#);
        assert!(
            run("claude", &input).contains(r#""command":"rtk git push""#),
            "{odd}"
        );
    }
    // H4-060: Cursor gets every member back. H4-061: next to *ask* it may not take them, and
    // *allow* is only said where a rule of the user's allows the command (`reading_commands_are_approved_if_the_user_said_so`).
    assert_eq!(
        run(
            "cursor",
            r#"{"tool_name":"Shell","tool_input":{"command":"git push","cwd":"/"}}"#
        ),
        r#"{"permission":"ask","updated_input":{"command":"rtk git push","cwd":"/"}}"#
    );
    // H4-062: all spellings of VS Code's tool.
    for tool in ["run_in_terminal", "runTerminalCommand", "Run_In_Terminal"] {
        let input = format!(r#"{{"tool_name":"{tool}","tool_input":{{"command":"git push"}}}}"#);
        assert_eq!(run("copilot", &input), quiet("rtk git push"));
    }
    // H4-064: arguments as an object and as a string.
    let answer = run(
        "copilot",
        r#"{"toolName":"bash","toolArgs":{"command":"git push","x":1}}"#,
    );
    assert_eq!(
        answer,
        r#"{"modifiedArgs":{"command":"rtk git push","x":1}}"#
    );
    // H4-065: a registration without an agent, or with one that is not known.
    for words in [
        &["hook"][..],
        &["hook", "future"],
        &["hook", "claude", "--future"],
        &["hook", "--x"],
    ] {
        let (status, out, err) = world.run(words, b"x");
        assert_eq!(
            (status, out.as_str(), err.as_str()),
            (0, "", ""),
            "{words:?}"
        );
    }
    // H4-066: `cmd` for `command`; a list of words is not text.
    let input =
        r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"cmd":"git push"}}"#;
    assert!(run("codex", input).contains(r#""updatedInput":{"cmd":"rtk git push"}"#));
    let input = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"cmd":["git","push"]}}"#;
    assert_eq!(run("codex", input), "");
    // H4-056, H4-057, H4-112: nothing but the answer, whatever is installed.
    let nagged = World::new("nag").put(".claude/settings.json", "{}");
    nagged.check(
        "claude",
        "claude_2.1.332",
        "git push",
        &quiet("rtk git push"),
    );
    // H4-219: no program is looked for.
    assert_eq!(
        run(
            "claude",
            &payload("claude_2.1.332", r"C:\\\\tools\\\\x.exe a")
        ),
        ""
    );
}

#[cfg(unix)]
#[test]
fn the_pipe_may_stay_open() {
    // H4-054: whole value, no end.
    for (agent, expected) in [
        ("claude", "rtk git push"),
        ("cursor", "rtk git push"),
        ("nobody", ""),
    ] {
        let world = World::new("open");
        let mut child = Command::new(env!("CARGO_BIN_EXE_rtk"))
            .args(["hook", agent])
            .envs(world.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let tool = if agent == "cursor" { "Shell" } else { "Bash" };
        let text = format!(r#"{{"tool_name":"{tool}","tool_input":{{"command":"git push"}}}}"#);
        stdin.write_all(text.as_bytes()).unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "{agent} waits for ever"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert!(
            String::from_utf8(output.stdout).unwrap().contains(expected),
            "{agent}"
        );
        drop(stdin);
    }
}

/// Worlds in which a hook still exits with 0 and says nothing wrong.
#[cfg(unix)]
#[test]
fn broken_worlds() {
    let world = World::new("worlds");
    let input = world.home.join("payload");
    for script in [
        "<&-",
        "</",
        "</dev/null",
        ">&-",
        ">/dev/full",
        "2>&-",
        "<&- >&- 2>&-",
        "| true",
        "--future-flag",
        "</dev/zero",
    ] {
        for agent in [
            "claude",
            "copilot",
            "cursor",
            "gemini",
            "codex",
            "vibe",
            "antigravity",
            "droid",
            "cline",
            "pi",
            "",
            "nobody",
        ] {
            let name = if agent == "cursor" {
                "cursor_docs"
            } else {
                "claude_2.1.332"
            };
            fs::write(&input, payload(name, "git push")).unwrap();
            // The first redirection of standard input is the payload, the last one holds.
            let script = format!("{{ \"$0\" hook {agent} <\"$1\" {script}; echo $? >\"$2\"; }}");
            let status = world.home.join("status");
            let mut command = Command::new("sh");
            command
                .args(["-c", &script, env!("CARGO_BIN_EXE_rtk")])
                .arg(&input)
                .arg(&status);
            let output = command.env_clear().output().unwrap();
            assert_eq!(fs::read_to_string(&status).unwrap(), "0\n", "{script}");
            assert!(
                output.stderr.is_empty(),
                "{script}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            if !output.stdout.is_empty() {
                assert!(json::parse(&output.stdout).is_ok(), "{script}");
            }
        }
    }
}

#[test]
fn a_broken_configuration_is_one_line_and_no_rewrite() {
    let world = World::new("config").put(".config/rtk/config.toml", "[hooks\n");
    let input = payload("claude_2.1.332", "git push");
    let (status, out, err) = world.run(&["hook", "claude"], input.as_bytes());
    assert_eq!(
        (status, out.as_str(), err.lines().count()),
        (0, "", 1),
        "{err}"
    );
    let disabled = World::new("disabled").env("RTK_DISABLED", "1");
    disabled.check("claude", "claude_2.1.332", "git push", "");
}

/// Claude Code asks about files outside of the project even where a rule allows the
/// command, so an answer of *allow* would be more than the user gave.
#[test]
fn files_outside_are_left_to_claude() {
    let settings = "{\"permissions\":{\"allow\":[\"Bash(cat:*)\"]}}";
    let world = World::new("outside").put(CLAUDE, settings);
    for (command, answered) in [
        ("cat a", true),
        ("cat /project/a", true),
        ("cat /etc/passwd", false),
        ("cat ../a", false),
        ("cat ~/.ssh/id_rsa", false),
        ("timeout 5 cat /etc/passwd", false),
    ] {
        let payload = format!(
            "{{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"permission_mode\":\"default\",\
             \"cwd\":\"/project\",\"tool_input\":{{\"command\":\"{command}\"}}}}"
        );
        let (status, out, _) = world.run(&["hook", "claude"], payload.as_bytes());
        assert_eq!((status, !out.is_empty()), (0, answered), "{command}: {out}");
    }
}

#[test]
fn check_says_why() {
    let settings =
        "{\"permissions\":{\n\"ask\":[\"Bash(git push *)\"],\n\"deny\":[\"Bash(rm *)\"]}}";
    let world = World::new("check").put(CLAUDE, settings);
    let run = |words: &[&str]| {
        let mut all = vec!["hook", "check"];
        all.extend(words);
        let (status, out, err) = world.run(&all, b"");
        assert_eq!(status, 0);
        (out.replace(world.home.to_str().unwrap(), "~"), err)
    };
    let (out, err) = run(&["--agent", "claude", "git push x && htop"]);
    assert_eq!(err, "");
    for part in [
        "  claude: rewrites, and has the user asked: rtk: asked about by Bash(git push *) (~/.claude/settings.json:2)\n",
        "`git push x`: family git push\n",
        "`git push x` is to be asked by Bash(git push *) (~/.claude/settings.json:2)\n",
        "rewritten: rtk git push x && htop\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let (out, _) = run(&["--agent=claude", "rm x"]);
    assert!(
        out.ends_with("  claude: no answer: the agent denies it itself\n"),
        "{out}"
    );
    let (out, _) = run(&["cargo", "test"]);
    for agent in AGENTS {
        assert!(out.contains(&format!(" {}", agent.name)), "{}", agent.name);
    }
    for words in [&[][..], &["--agent"], &["--agent", "x", "ls"], &["--x"]] {
        let (out, err) = run(words);
        assert!(
            out.is_empty() && err.contains("\nusage: rtk hook check"),
            "{words:?}: {err}"
        );
    }
}

/// The answer in this process; there are no rule files in it that could matter.
fn in_process(agent: &str, payload: &[u8]) -> Option<Vec<u8>> {
    let outside = Outside {
        cwd: Some(PathBuf::from("/nonexistent")),
        config: || Ok(Config::default()),
    };
    answer(named(agent).unwrap(), payload, &outside)
}

#[track_caller]
fn well_formed(agent: &str, payload: &[u8]) {
    if let Some(answer) = in_process(agent, payload).filter(|answer| !answer.is_empty()) {
        let root = json::parse(&answer);
        let shown = String::from_utf8_lossy(&answer).into_owned();
        assert!(
            root.is_ok_and(|root| root.kind() == json::Kind::Object),
            "{shown}"
        );
        assert!(str::from_utf8(&answer).is_ok(), "{shown}");
        assert!(answer.len() < 2 * payload.len() + 1000, "{shown}");
    }
}

/// A real payload with bytes changed, dropped or doubled.
fn damaged() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let cuts = proptest::collection::vec((any::<u16>(), 0..4_u8, any::<u8>()), 0..6);
    (0..ANSWERS.len(), cuts, "[ -~]{0,30}").prop_map(|(row, cuts, command)| {
        let command = command.replace(['\\', '"'], "");
        let mut bytes = payload(ANSWERS[row].1, &format!("git push {command}")).into_bytes();
        for (at, kind, byte) in cuts {
            let at = usize::from(at) % bytes.len().max(1);
            match kind {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] = byte,
                2 => bytes.insert(at.min(bytes.len()), byte),
                _ => {
                    let tail = bytes.split_off(at.min(bytes.len()));
                    bytes.extend_from_slice(&tail);
                    bytes.extend_from_slice(&tail);
                }
            }
        }
        (row, bytes)
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn any_bytes_get_an_answer_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for agent in AGENTS {
            well_formed(agent.name, &bytes);
        }
    }

    #[test]
    fn damaged_payloads_get_an_answer_or_none((row, bytes) in damaged()) {
        well_formed(ANSWERS[row].0, &bytes);
    }

    /// What comes back is the command with nothing but insertions.
    #[test]
    fn answers_hold_the_command(command in "(git push|ls|cargo test|echo|;| && |\\||\\n|é|😀|'x y'| ){0,8}") {
        let mut written = Vec::new();
        json::write_string(&mut written, &command);
        let written = String::from_utf8(written).unwrap();
        let input = format!(r#"{{"tool_name":"Bash","permission_mode":"bypassPermissions","tool_input":{{"command":{written}}}}}"#);
        if let Some(answer) = in_process("claude", input.as_bytes()).filter(|answer| !answer.is_empty()) {
            let root = json::parse(&answer).unwrap();
            let updated = root.get("hookSpecificOutput").and_then(|o| o.get("updatedInput"));
            let text = updated.unwrap().get("command").unwrap().as_str().unwrap().into_owned();
            prop_assert_eq!(text.replace("rtk ", ""), command);
        }
    }
}
