//! What `rtk init` says and asks: its options and their help, the plan, the question,
//! what it offers and what it warns of.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::oracle::have;
use crate::setup::{World, outcome, same};

/// The words in a text that look like options.
fn options(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| c.is_whitespace() || "()\"|,.;`[]=".contains(c))
        .filter(|word| word.starts_with('-') && word.len() > 1)
        .filter(|word| {
            word.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        })
        .collect()
}

/// The options that a reader of the command line compares with.
fn accepted(source: &str) -> BTreeSet<&str> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let strings = source.split('"').skip(1).step_by(2);
    strings
        .filter(|text| text.starts_with('-') && !text.contains(' '))
        .map(|text| text.trim_end_matches('='))
        .filter(|text| !matches!(*text, "--" | "-lc" | "-c" | "--version"))
        .collect()
}

#[test]
fn help_lists_what_is_accepted() {
    let world = World::new("help");
    let init = world.ok("init --help");
    let verify = world.ok("verify --help");
    let agents = ["--claude"];
    for (help, source, own) in [
        (
            &init,
            include_str!("../../src/setup/init.rs"),
            "--approve-read-only",
        ),
        (
            &verify,
            include_str!("../../src/setup/verify.rs"),
            "--agent",
        ),
    ] {
        let mut accepted = accepted(source);
        accepted.insert(own);
        accepted.extend(agents);
        let listed = options(help);
        assert_eq!(listed, accepted, "{help}");
    }
    // What is listed does not fail, alone.
    fs::create_dir_all(world.at("p/.git")).unwrap();
    for option in options(&init) {
        let words = match option {
            "--agent" => "init --agent vibe --dry-run".to_owned(),
            "--claude-md" | "--claude" | "--approve-read-only" => {
                format!("init {option} -n")
            }
            _ => format!("init --agent vibe -n {option}"),
        };
        let mut command = world.rtk(&words);
        let (status, out, err) = outcome(command.current_dir(world.at("p")));
        assert_eq!((status, err.as_str()), (0, ""), "{words}\n{out}");
    }
    // The agents in the help are those that are known.
    let (_, _, err) = world.run("init --agent nobody");
    let known = err.split("known: ").nth(1).unwrap();
    let known: Vec<&str> = known
        .split(';')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    let listed = init.split("Agents with").nth(1).unwrap();
    for agent in &known {
        let words: Vec<&str> = listed
            .split(|c: char| c.is_whitespace() || c == '.')
            .collect();
        assert!(words.contains(agent), "{agent} is not in the help");
    }
    assert_eq!(known.len(), 23);
}

#[test]
fn spellings_that_people_know() {
    for (words, file) in [
        ("--claude-code", ".claude/settings.json"),
        ("--claude", ".claude/settings.json"),
        ("--codex", ".codex/hooks.json"),
        ("--gemini", ".gemini/settings.json"),
        ("--copilot", ".copilot/hooks/rtk.json"),
        ("--opencode", ".config/opencode/plugin/rtk.ts"),
        ("--cursor", ".cursor/hooks.json"),
        (
            "--agent=windsurf",
            ".codeium/windsurf/memories/global_rules.md",
        ),
        ("--claude-md", ".claude/CLAUDE.md"),
    ] {
        let world = World::quick("spellings");
        world.ok(&format!("init -g {words} --auto-patch"));
        assert!(world.at(file).is_file(), "{words}");
        world.ok(&format!("init -g {words} --uninstall --auto-patch"));
        assert!(world.tree().is_empty(), "{words}");
    }
    // As scripts for the existing program call it: whatever agent is there.
    let world = World::quick("spellings");
    world.put(".claude/settings.json", "{\n  \"model\": \"x\"\n}\n", 0o600);
    let before = world.tree();
    world.ok("init -g --auto-patch");
    let (status, out, _) = world.run("verify");
    assert!(status == 0 && out.starts_with("PASS  Claude Code"), "{out}");
    world.ok("init -g --uninstall --auto-patch");
    same(&world.tree(), &before, "-g");
}

/// Lines of rtk's own fit a terminal; file names and what files hold may not.
#[track_caller]
fn fits(text: &str) {
    for line in text.lines() {
        let own = !line.contains('/') && !line.starts_with(['+', '-']);
        assert!(
            !own || line.chars().count() <= 80,
            "{} wide: {line}",
            line.len()
        );
    }
}

#[test]
fn screens_fit_a_terminal() {
    let world = World::new("screens");
    let settings = r#"{"disableAllHooks": true,
        "permissions": {"deny": ["Bash(git push:*)", "Bash(rm:*)"]},
        "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "guard"}]}]}}"#;
    world.put(".claude/settings.json", settings, 0o644);
    world.put("other/rtk", "#!/bin/sh\necho rtk 0.20.0\n", 0o755);
    for folder in [
        ".codex",
        ".cursor",
        ".gemini",
        ".hermes",
        ".copilot",
        ".vibe",
        ".factory",
        ".cline",
        ".pi/agent",
    ] {
        fs::create_dir_all(world.at(folder)).unwrap();
    }
    for words in [
        "--help",
        "init --help",
        "verify --help",
        "doctor --help",
        "init",
        "init -y",
        "verify",
        "doctor",
        "init --show",
    ] {
        let mut command = world.rtk(words);
        command.env(
            "PATH",
            format!("{}:/usr/bin:/bin", world.at("other").display()),
        );
        let (_, out, err) = outcome(&mut command);
        assert_eq!(err, "", "{words}");
        fits(&out);
        if words == "doctor" {
            assert!(out.lines().count() <= 40, "{out}");
        }
    }
}

#[test]
fn without_a_terminal_nothing_is_done_unasked() {
    let world = World::new("unasked");
    world.put(".claude/settings.json", "{}\n", 0o644);
    let before = world.tree();
    for words in [
        "init",
        "init -n -y",
        "init --dry-run",
        "init --no-patch",
        "init --show",
        "verify",
        "doctor",
    ] {
        let mut command = world.rtk(words);
        // Somebody who never answers.
        command.stdin(std::process::Stdio::piped());
        let child = command
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words}");
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(!out.contains('\x1b'), "{words}: colour in a pipe\n{out}");
        same(&world.tree(), &before, words);
    }
    let out = world.ok("init");
    assert!(
        out.ends_with("Nothing was changed. Add --yes to apply.\n"),
        "{out}"
    );
}

#[test]
fn what_to_paste() {
    let world = World::new("paste");
    let out = world.ok("init --agent claude --agent vibe --no-patch");
    for part in [
        "~/.claude/settings.json: add what is missing of\n",
        "\"args\": [\"hook\", \"claude\"]",
        "~/.vibe/hooks.toml: add\n",
        "command = \"rtk hook vibe\"",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert!(world.tree().is_empty());
}

/// Runs the words after it in a terminal of its own and answers the question.
const TERMINAL: &str = r#"
import os, pty, signal, sys
signal.alarm(60)
answer, words = sys.argv[1].encode(), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(words[0], words)
seen, asked = b"", False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    seen += part
    if b"Apply this?" in seen and not asked:
        asked = True
        os.write(terminal, answer)
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"#;

/// Exit status and what the terminal shows.
fn in_terminal(world: &World, answer: &str, words: &str) -> (i32, String) {
    let mut command = world.command("python3");
    command.args(["-c", TERMINAL, answer, &world.program()]);
    command.args(words.split_whitespace()).env("TERM", "xterm");
    let (status, out, err) = outcome(&mut command);
    assert_eq!(err, "");
    (status, out)
}

#[test]
fn the_question() {
    let python = Command::new("python3")
        .args(["-c", "import pty, os; os.waitstatus_to_exitcode"])
        .output();
    if !have("python3", &["--version"]) || !python.is_ok_and(|python| python.status.success()) {
        return;
    }
    let deny = r#"{"permissions": {"deny": ["Bash(git push:*)"]}}"#;
    let inhabited = || {
        let world = World::new("question");
        world.put(".claude/settings.json", deny, 0o644);
        world
    };
    // No, in all its forms.
    for answer in ["n\n", "\n", "x\n", "\u{4}", "no\n"] {
        let world = inhabited();
        let before = world.tree();
        let (status, out) = in_terminal(&world, answer, "init");
        assert_eq!(status, 0, "{out}");
        assert!(
            out.contains("\x1b[32m+ ") && out.contains("Nothing was changed."),
            "{out}"
        );
        same(&world.tree(), &before, answer);
    }
    // Yes, and nothing more.
    let world = inhabited();
    let (status, out) = in_terminal(&world, "y\n", "init");
    assert!(status == 0 && out.contains("\nDone.\n"), "{out}");
    let settings = world.get(".claude/settings.json");
    assert!(
        settings.contains("\"claude\"") && !settings.contains("rtk git push"),
        "{settings}"
    );
    assert!(!world.at(".config/rtk/config.toml").exists());
    // Yes, and what is offered; all of it goes again.
    let world = inhabited();
    let before = world.tree();
    let (status, out) = in_terminal(&world, "a\n", "init");
    assert!(status == 0 && out.contains("\nDone.\n"), "{out}");
    assert!(
        world
            .get(".claude/settings.json")
            .contains("Bash(rtk git push:*)")
    );
    assert_eq!(
        world.get(".config/rtk/config.toml"),
        "[permissions]\napprove_read_only = true\n"
    );
    let (status, out) = in_terminal(&world, "y\n", "init --uninstall");
    assert!(
        status == 0 && out.contains("every file is as it was before"),
        "{out}"
    );
    same(&world.tree(), &before, "uninstalled");
    // Nothing is asked with --yes, and NO_COLOR is heeded.
    let world = inhabited();
    let mut command = world.command("python3");
    command
        .args(["-c", TERMINAL, "", &world.program(), "init", "-y"])
        .env("NO_COLOR", "1");
    let (status, out, _) = outcome(&mut command);
    assert!(
        status == 0 && !out.contains("Apply this?") && !out.contains('\x1b'),
        "{out}"
    );
}

#[test]
fn what_is_offered() {
    let world = World::new("offers");
    let deny = r#"{"permissions": {"deny": ["Bash(git push:*)", "Bash(rtk rm *)", "Read(.env)", "Bash"]}}"#;
    world.put(".claude/settings.json", deny, 0o644);
    let before = world.tree();
    let out = world.ok("init --agent claude");
    assert!(
        out.contains("--approve-read-only") && out.contains("1 deny rule: Bash(rtk git push:*)"),
        "{out}"
    );
    world.ok("init --agent claude -y --approve-read-only --mirror-deny");
    let settings = world.get(".claude/settings.json");
    assert!(
        settings.contains(r#""Bash", "Bash(rtk git push:*)"]"#),
        "{settings}"
    );
    let out = world.ok("init --agent claude");
    assert!(!out.contains("offered"), "{out}");
    // The rule of the user's that comes later is offered, too.
    fs::write(
        world.at(".claude/settings.json"),
        settings.replace("\"Read(.env)\",", "\"Read(.env)\", \"Bash(sudo:*)\","),
    )
    .unwrap();
    let out = world.ok("init -y --agent claude --mirror-deny");
    assert!(
        out.contains("+")
            && world
                .get(".claude/settings.json")
                .contains("Bash(rtk sudo:*)"),
        "{out}"
    );
    fs::write(world.at(".claude/settings.json"), settings).unwrap();
    world.ok("init -y --uninstall");
    same(&world.tree(), &before, "offers");
}

#[test]
fn what_will_bite() {
    let world = World::new("bites");
    let settings = r#"{"disableAllHooks": true, "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "guard"}]}]}}"#;
    world.put(".claude/settings.json", settings, 0o644);
    world.put("other/rtk", "#!/bin/sh\necho rtk 0.20.0\n", 0o755);
    world.put("login", "#!/bin/sh\nexit 1\n", 0o755);
    let mut command = world.rtk("init -y --agent claude --agent codex");
    let path = format!(
        "{}:{}:/usr/bin:/bin",
        world.at("other").display(),
        world.top.join("bin").display()
    );
    let (status, out, _) = outcome(command.env("PATH", path).env("SHELL", world.at("login")));
    assert_eq!(status, 0);
    for warning in [
        "disableAllHooks is on in ~/.claude/settings.json",
        "~/.claude/settings.json has 1 other hook on the same event",
        "another rtk comes first on PATH: ~/other/rtk (rtk 0.20.0)",
        "login shells do not find rtk",
    ] {
        assert!(
            out.contains(&format!("  warning: {warning}")),
            "{warning} is not in\n{out}"
        );
    }
    assert!(out.contains("run /hooks and trust it"), "{out}");
}

#[test]
fn a_project_and_the_home() {
    let world = World::new("scopes");
    let at = |directory: &str, words: &str| {
        fs::create_dir_all(world.at(directory)).unwrap();
        outcome(world.rtk(words).current_dir(world.at(directory)))
    };
    let before = world.tree();
    let refused = "rtk: ~ is your home directory, no project; nothing was changed\n";
    assert_eq!(
        at("", "init -y --project --agent claude"),
        (
            1,
            String::new(),
            refused.replace("~ is", &format!("{} is", world.home.display()))
        )
    );
    same(&world.tree(), &before, "the home is no project");
    fs::create_dir_all(world.at("p/.git")).unwrap();
    let (status, out, _) = at("p/sub", "init -y --project --agent claude");
    assert_eq!(status, 0);
    assert!(
        out.contains("until you trust the project")
            && out.contains("rtk init --uninstall --project"),
        "{out}"
    );
    assert!(
        world
            .get("p/.claude/settings.json")
            .contains("\"command\": \"rtk\"")
    );
    // What is in the project is seen without being asked for.
    let (status, out, _) = at("p/sub", "verify");
    assert!(
        status == 0 && out.starts_with("PASS  Claude Code, project  verified"),
        "{out}"
    );
    let (_, out, _) = at("p/sub", "verify -g");
    assert!(out.starts_with("SKIP"), "{out}");
    let (_, out, _) = at("p/sub", "verify --json --project");
    assert!(out.contains(r#""scope": "project""#), "{out}");
    assert_eq!(at("p", "init -y --project --uninstall").0, 0);
    assert!(!world.at("p/.claude").exists());
}
