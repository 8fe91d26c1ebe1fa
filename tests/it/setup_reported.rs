//! What broke for users of installers like this one, each under the id of its report.
//!
//! Elsewhere, since whole tables are about them:
//!
//! | id | where |
//! |---|---|
//! | H4-079, H4-081, H4-082 | comments, BOM, numbers, indentation: `setup.rs` |
//! | H4-084 | `--portable`: `artefacts.rs` |
//! | H4-089 | nothing is left: `setup.rs` |
//! | H4-092 | the letters RTK in a rules file: `setup.rs` |
//! | H4-093 | no question with `--yes`: `setup_init.rs` |
//! | H4-096 | a root that is no object: `setup_refusals.rs` |
//! | H4-097, H4-098 | Windows: the program itself is registered, with forward slashes (`find::own_path`), quoted (`agents::word`) |
//! | H4-102 | a changed script is not served: `rewrite_verb.rs` |
#![cfg(unix)]

use std::fs;
use std::path::Path;

use crate::oracle::have;
use crate::setup::{World, outcome, same};

/// H4-077: a text in the user's instructions file stays, and only a block of ours goes.
#[test]
fn instructions_keep_what_the_user_wrote() {
    let world = World::new("h4-077");
    world.put(".gemini/GEMINI.md", "notes\n", 0o644);
    world.put(".claude/CLAUDE.md", "notes\n", 0o644);
    world.ok("init -g --gemini --auto-patch");
    world.ok("init -g --agent claude-rules --auto-patch");
    assert_eq!(world.get(".gemini/GEMINI.md"), "notes\n");
    // Written on, meanwhile.
    let text = world.get(".claude/CLAUDE.md");
    assert!(
        text.starts_with("notes\n") && text.contains("<!-- rtk: begin -->"),
        "{text}"
    );
    fs::write(
        world.at(".claude/CLAUDE.md"),
        format!("first\n{text}last\n"),
    )
    .unwrap();
    world.ok("init -g --uninstall --auto-patch");
    world.ok("init -g --uninstall --agent claude-rules --auto-patch");
    let text = world.get(".claude/CLAUDE.md");
    assert!(
        text.starts_with("first\nnotes\n") && text.ends_with("last\n"),
        "{text}"
    );
    assert!(!text.contains("rtk"), "{text}");
}

/// H4-085: another's handler in the same group stays.
#[test]
fn other_peoples_handlers_stay() {
    let guard = r#"{"type": "command", "command": "/opt/guard.sh"}"#;
    let old = r#"{"type": "command", "command": "rtk hook claude"}"#;
    for (handlers, left) in [
        (format!("{guard}, {old}"), guard.to_owned()),
        (format!("{old}, {guard}"), guard.to_owned()),
        (
            format!("{guard}, {old}, {guard}"),
            format!("{guard}, {guard}"),
        ),
    ] {
        let text = |handlers: &str| {
            format!(
                "{{\"hooks\": {{\"PreToolUse\": [{{\"matcher\": \"Bash\", \"hooks\": [{handlers}]}}]}}}}\n"
            )
        };
        let world = World::quick("h4-085");
        world.put(".claude/settings.json", text(&handlers), 0o644);
        world.ok("init -g --auto-patch");
        let settings = world.get(".claude/settings.json");
        assert!(
            settings.contains("guard.sh") && settings.contains("\"args\""),
            "{settings}"
        );
        assert!(!settings.contains("rtk hook claude"), "{settings}");
        world.ok("init -g --uninstall --auto-patch");
        assert_eq!(world.get(".claude/settings.json"), text(&left));
    }
}

/// H4-086: exactly the agent that is named is taken out.
#[test]
fn the_agent_that_is_named() {
    let world = World::new("h4-086");
    for agent in ["claude", "windsurf", "cline", "kilocode"] {
        world.ok(&format!("init -y -g --agent {agent}"));
    }
    let installed = world.tree();
    for (agent, file) in [
        ("windsurf", ".codeium/windsurf/memories/global_rules.md"),
        ("cline", ".cline/hooks/PreToolUse"),
        ("kilocode", ".config/kilo/plugin/rtk.ts"),
    ] {
        world.ok(&format!("init -y -g --uninstall --agent {agent}"));
        assert!(!world.at(file).exists(), "{agent}");
        assert!(
            world.get(".claude/settings.json").contains("hook"),
            "{agent}"
        );
        world.ok(&format!("init -y -g --agent {agent}"));
        same(&world.tree(), &installed, agent);
    }
}

/// What the existing program leaves for Gemini: a script, its hash, an entry.
fn with_older_gemini(name: &str) -> World {
    let world = World::new(name);
    let script = "#!/bin/bash\n# rtk-hook-version: 1\nexec rtk hook gemini\n";
    let place = world.put(".gemini/hooks/rtk-hook-gemini.sh", script, 0o755);
    let entry = format!(
        "{{\"hooks\": {{\"BeforeTool\": [{{\"matcher\": \"run_shell_command\", \"hooks\": [{{\"type\": \"command\", \"command\": \"{}\"}}]}}]}}}}\n",
        place.display()
    );
    world.put(".gemini/settings.json", entry, 0o644);
    world
}

/// H4-088, H4-100: an older form is found, named as such, replaced, and leaves nothing.
#[test]
fn an_older_gemini_hook() {
    let world = with_older_gemini("h4-100");
    let script = world.at(".gemini/hooks/rtk-hook-gemini.sh");
    let (status, out, _) = world.run("verify --agent gemini");
    assert!(
        status == 1 && out.contains("FAIL  Gemini CLI  entry changed"),
        "{out}"
    );
    fs::write(&script, "#!/bin/bash\nevil\n").unwrap();
    assert_eq!(world.run("verify").0, 1);
    let world = with_older_gemini("h4-088");
    world.ok("init -g --gemini --auto-patch");
    assert!(!world.at(".gemini/hooks/rtk-hook-gemini.sh").exists());
    assert_eq!(world.run("verify --agent gemini").0, 0);
    world.ok("init -g --gemini --uninstall --auto-patch");
    let left = world.tree();
    let left: Vec<&String> = left.keys().collect();
    assert!(
        left.iter()
            .all(|name| !name.contains("sha256") && !name.contains("rtk")),
        "{left:?}"
    );
    assert!(!world.get(".gemini/settings.json").contains("rtk"));
}

/// H4-090: the program is gone, its entry is not: commands run as they are.
#[test]
fn without_the_program_nothing_happens() {
    let world = World::new("h4-090");
    world.ok("init -y --agent gemini --agent copilot --agent antigravity --agent vibe");
    let payload = r#"{"tool_input":{"command":"git status"}}"#;
    for (file, key, answer) in [
        (".gemini/settings.json", "\"command\": \"", ""),
        (".copilot/hooks/rtk.json", "\"bash\": \"", ""),
        (
            ".gemini/config/plugins/rtk/hooks.json",
            "\"command\": \"",
            "{\"decision\":\"ask\"}",
        ),
    ] {
        let text = world.get(file);
        let at = text.find(key).unwrap() + key.len();
        let line = text[at..]
            .split("\",\n")
            .next()
            .unwrap()
            .replace("\\\"", "\"");
        let mut command = world.command("/bin/sh");
        command.args(["-c", &line]).env("PATH", "/usr/bin:/bin");
        assert_eq!(
            outcome(&mut command),
            (0, answer.to_owned(), String::new()),
            "{file}: {payload}"
        );
    }
}

/// H4-099: the entry and nothing else; what is planned is shown first.
#[test]
fn the_entry_and_nothing_else() {
    let world = World::new("h4-099");
    world.put(".claude/settings.json", "{\n  \"model\": \"x\"\n}\n", 0o644);
    let before = world.tree();
    let out = world.ok("init -g --dry-run");
    assert!(out.contains("+   \"hooks\": {"), "{out}");
    same(&world.tree(), &before, "dry run");
    world.ok("init -g -y");
    let names: Vec<String> = world.tree().into_keys().collect();
    assert_eq!(
        names,
        [
            ".claude",
            ".claude/.rtk-hook.sha256",
            ".claude/settings.json",
            ".claude/settings.json.before-rtk"
        ]
    );
}

/// H4-216: no telemetry, and nothing that could send it.
#[test]
fn nothing_speaks_to_the_network() {
    fn sources(directory: &Path, all: &mut String) {
        for entry in fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if entry.is_dir() {
                sources(&entry, all);
            } else {
                all.push_str(&fs::read_to_string(entry).unwrap());
            }
        }
    }
    let mut all = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    for word in [
        "std::net",
        "TcpStream",
        "UdpSocket",
        "UnixStream",
        "fn socket",
    ] {
        assert!(!all.contains(word), "{word}");
    }
    let log = World::new("h4-216");
    if !have("strace", &["-f", "-e", "trace=network", "true"]) {
        return;
    }
    for words in [
        "init -y --agent claude",
        "verify --agent claude",
        "init -y --uninstall",
    ] {
        let trace = log.top.join("trace");
        let mut command = log.command("strace");
        command
            .args(["-f", "-e", "trace=socket,connect,sendto", "-o"])
            .arg(&trace)
            .arg(log.program());
        let (status, _, err) = outcome(command.args(words.split_whitespace()));
        assert_eq!((status, err.as_str()), (0, ""), "{words}");
        let seen = fs::read_to_string(&trace).unwrap();
        assert!(
            !seen.contains("socket(") && !seen.contains("connect("),
            "{words}: {seen}"
        );
    }
}

/// Scripts of other programs of this kind say `-g --auto-patch`, name nobody and mean
/// Claude Code; also where it has not made its folder yet.
#[test]
fn global_without_a_name_is_claude() {
    let world = World::new("bare-global");
    let before = world.tree();
    world.ok("init -g --auto-patch");
    assert!(world.get(".claude/settings.json").contains("\"claude\""));
    assert_eq!(world.run("verify").0, 0);
    world.ok("init -g --uninstall --auto-patch");
    same(&world.tree(), &before, "bare global");
    assert_eq!(world.run("init -y").0, 1);
}
