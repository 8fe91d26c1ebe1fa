//! The artefacts of `hooks/`, each in the interpreter that runs it: scripts in bash and
//! dash, TypeScript under Node with a stand-in host, Python likewise.
//!
//! What must hold for all: only the command itself with `rtk ` inserted is taken for an
//! answer, so that nothing that a broken rtk prints is ever run; whatever is missing or
//! broken, the command runs as it was written, and there is at most one line about it.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::oracle::have;
use crate::setup::{World, outcome};

/// Prints `says`, ends as `status` tells, notes what it was asked in `log`, beside itself.
const STAND_IN: &str = r#"#!/bin/sh
at=${0%/*}
read -r status <"$at/status"
printf '%s\n' "$*" >>"$at/log"
case $1 in
--version) exec /bin/cat "$at/version" ;;
hook) /bin/cat >>"$at/log" ;;
esac
case $status in
hang) /bin/sleep 30 ;;
killed) kill -9 $$ ;;
esac
/bin/cat "$at/says"
exit "$status"
"#;

/// A world with a stand-in for rtk in a directory of its own, the only one on PATH but
/// for the tools named.
struct Stage {
    world: World,
    tools: &'static [&'static str],
}

impl Stage {
    fn new(name: &str, tools: &'static [&'static str]) -> Stage {
        let world = World::quick(&format!("artefact-{name}"));
        let rtk = world.put("bin/rtk", STAND_IN, 0o755);
        for tool in tools {
            let places =
                ["/usr/bin", "/bin", "/usr/local/bin"].map(|place| Path::new(place).join(tool));
            let found = places.iter().find(|place| place.exists());
            symlink(found.unwrap(), rtk.with_file_name(tool)).unwrap();
        }
        let stage = Stage { world, tools };
        stage.says("", "0");
        stage.version("rtk 0.90.0\n");
        stage
    }

    fn says(&self, text: impl AsRef<[u8]>, status: &str) {
        self.world.put("bin/says", text, 0o644);
        self.world.put("bin/status", format!("{status}\n"), 0o644);
        self.world.put("bin/log", "", 0o644);
    }

    fn version(&self, text: &str) {
        self.world.put("bin/version", text, 0o644);
    }

    fn without(self, program: &str) -> Stage {
        fs::remove_file(self.world.at("bin").join(program)).unwrap();
        self
    }

    /// Runs a script in a shell with a payload: its answer and its standard error.
    /// It always ends with 0.
    #[track_caller]
    fn run(
        &self,
        shell: &str,
        script: &Path,
        payload: &[u8],
        env: &[(&str, &str)],
    ) -> (String, String) {
        let mut child = Command::new(shell)
            .arg(script)
            .env_clear()
            .env("HOME", &self.world.home)
            .env("PATH", self.world.at("bin"))
            .envs(env.iter().copied())
            .current_dir(&self.world.home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A script that has nothing to ask does not read.
        let _ = child.stdin.take().unwrap().write_all(payload);
        let output = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let err = text(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{shell} {}: {err}",
            self.tools.len()
        );
        (text(&output.stdout), err)
    }
}

/// A form of the script hook: its text, no opinion, and what marks allowed and asked.
struct Form {
    name: &'static str,
    text: &'static str,
    none: &'static str,
    allowed: &'static str,
    asked: &'static str,
}

const FORMS: [Form; 2] = [
    Form {
        name: "claude",
        text: include_str!("../../hooks/claude/rtk-rewrite.sh"),
        none: "",
        allowed: r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"allowed by rule; output shortened by rtk","updatedInput":@}}"#,
        asked: r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":@}}"#,
    },
    Form {
        name: "cursor",
        text: include_str!("../../hooks/cursor/rtk-rewrite.sh"),
        none: "{}\n",
        allowed: r#"{"permission":"allow","updated_input":@}"#,
        asked: r#"{"permission":"ask","updated_input":@}"#,
    },
];

/// Runs `check` for each form of the script in each shell that is there.
fn in_every_shell(
    name: &str,
    tools: &'static [&'static str],
    check: impl Fn(&Form, &Stage, &dyn Fn(&str) -> (String, String)),
) {
    if !have("jq", &["--version"]) {
        return;
    }
    for shell in ["bash", "dash"] {
        if !have(shell, &["-c", "true"]) {
            continue;
        }
        let shell = ["/usr/bin", "/bin", "/usr/local/bin"].map(|at| format!("{at}/{shell}"));
        let Some(shell) = shell.iter().find(|path| Path::new(path).exists()) else {
            continue;
        };
        for form in &FORMS {
            let stage = Stage::new(&format!("{name}-{}", form.name), tools);
            let script = stage.world.put("hook.sh", form.text, 0o755);
            check(form, &stage, &|payload| {
                stage.run(shell, &script, payload.as_bytes(), &[])
            });
        }
    }
}

const TOOLS: &[&str] = &["cat", "jq", "mkdir"];

const PAYLOAD: &str =
    r#"{"tool_name":"Bash","tool_input":{"command":"git status","timeout":7,"description":"é"}}"#;

#[test]
fn scripts_hand_on_what_rtk_says() {
    in_every_shell("statuses", TOOLS, |form, stage, run| {
        let filled = |answer: &str, command: &str| {
            let input = format!(r#"{{"command":{command},"timeout":7,"description":"é"}}"#);
            answer.replace('@', &input) + "\n"
        };
        let quiet = (form.none.to_owned(), String::new());
        for (status, answer) in [("0", form.allowed), ("3", form.asked)] {
            stage.says("rtk git status", status);
            let expected = filled(answer, r#""rtk git status""#);
            assert_eq!(run(PAYLOAD), (expected, String::new()));
            stage.says("git status", status);
            assert_eq!(run(PAYLOAD), quiet, "the same text");
        }
        assert!(stage.world.get("bin/log").contains("rewrite git status\n"));
        for status in ["1", "2", "4", "126", "127", "139", "killed"] {
            stage.says("rtk git status", status);
            let (out, err) = run(PAYLOAD);
            assert_eq!(out, form.none, "status {status}");
            assert!(err.is_empty() || status == "killed", "{err}");
        }
        // Line ends, quotes, what looks like an option.
        for (command, says, answer) in [
            (r#""ls\n""#, "rtk ls\n", r#""rtk ls\n""#),
            (
                r#""cat <<E\nx\nE\n\n""#,
                "rtk cat <<E\nx\nE\n\n",
                r#""rtk cat <<E\nx\nE\n\n""#,
            ),
            (
                r#""git log --format='%s \"q\" \\'""#,
                r#"rtk git log --format='%s "q" \'"#,
                r#""rtk git log --format='%s \"q\" \\'""#,
            ),
            (r#""-n ls""#, "rtk -n ls", r#""rtk -n ls""#),
            (r#""--help""#, "rtk --help", r#""rtk --help""#),
            (r#""rtk a && b""#, "rtk a && rtk b", r#""rtk a && rtk b""#),
        ] {
            stage.says(says, "3");
            let payload = PAYLOAD.replace(r#""git status""#, command);
            assert_eq!(
                run(&payload),
                (filled(form.asked, answer), String::new()),
                "{command}"
            );
        }
    });
}

#[test]
fn scripts_run_no_garbage() {
    in_every_shell("garbage", TOOLS, |form, stage, run| {
        let long = format!("rtk git status{}", "x".repeat(1 << 20));
        for says in [
            "",
            "\n",
            "git",
            "rtk git statu",
            "rtk git status --all",
            "rtk git status; rm -rf ~",
            "rtk ",
            "rtk",
            "rm -rf ~",
            "rtk rm -rf ~",
            "rtkgit status",
            "rtk  git status",
            " rtk git status",
            "rtk git\nstatus",
            "usage: rtk [OPTIONS]\n",
            "rtk git status\nrtk git status\n",
            "rtk git status\n\n",
            "\u{1b}[31mrtk git status",
            &long,
        ] {
            stage.says(says, "0");
            let (out, err) = run(PAYLOAD);
            // The shell itself may say that an answer is too long to be handed on.
            assert_eq!(out, form.none, "{says:.40?}");
            assert!(err.is_empty() || says.len() > 1000, "{says:.40?}: {err}");
        }
        // Words that were there already may not go either.
        stage.says("echo a && rtk git status", "0");
        let payload = PAYLOAD.replace("git status", "echo rtk a && git status");
        assert_eq!(run(&payload).0, form.none);
        stage.says(b"rtk git status\xff\xfe", "0");
        assert_eq!(run(PAYLOAD).0, form.none);
    });
}

#[test]
fn scripts_take_any_payload() {
    in_every_shell("payloads", TOOLS, |form, stage, run| {
        stage.says("rtk git status", "0");
        for payload in [
            "",
            " ",
            "{",
            "null",
            "5",
            "[]",
            "{}",
            "text",
            r#"{"tool_input":null}"#,
            r#"{"tool_input":5}"#,
            r#"{"tool_input":[]}"#,
            r#"{"tool_input":{}}"#,
            r#"{"tool_input":{"command":""}}"#,
            r#"{"tool_input":{"command":null}}"#,
            r#"{"tool_input":{"command":5}}"#,
            r#"{"tool_input":{"command":["git","status"]}}"#,
            r#"{"tool_input":{"command":{}}}"#,
            r#"{"tool_input":{"command":"git status\u0000"}}"#,
            r#"{"tool_input":{"command":"git status""#,
        ] {
            let (out, err) = run(payload);
            assert_eq!(out, form.none, "{payload}");
            // bash says when it drops a NUL.
            assert!(
                err.is_empty() || payload.contains("u0000"),
                "{payload}: {err}"
            );
        }
        // A command longer than any program can be given.
        let payload = PAYLOAD.replace("git status", &"x".repeat(300_000));
        assert_eq!(run(&payload).0, form.none);
        if form.name == "cursor" {
            for marks in ["\u{feff}", "\u{feff}\u{feff}"] {
                let (out, _) = run(&[marks, PAYLOAD].concat());
                assert!(out.contains("rtk git status"), "{out}");
            }
        }
    });
}

#[test]
fn scripts_without_what_they_need() {
    in_every_shell("without", TOOLS, |form, stage, run| {
        stage.says("rtk git status", "0");
        let said = |what: &str| {
            (
                form.none.to_owned(),
                format!("rtk hook: {what}; commands run unshortened\n"),
            )
        };
        // Versions: the answer of a recent one is remembered.
        let note = stage.world.at(".cache/rtk-hook-version-ok");
        for old in ["rtk 0.22.9\n", "rtk 0.9.0\n", "rtk 0.0.1\n"] {
            stage.version(old);
            let number = old.trim().trim_start_matches("rtk ");
            assert_eq!(
                run(PAYLOAD),
                said(&format!("rtk {number} is older than 0.23.0"))
            );
            assert!(!note.exists(), "{old}");
        }
        for odd in [
            "rtk\n",
            "Rust Type Kit 1.0.0\n",
            "rtk x.23.0\n",
            "rtk 0.x\n",
        ] {
            stage.version(odd);
            let (out, err) = run(PAYLOAD);
            assert_eq!((out.as_str(), err.lines().count()), (form.none, 1), "{err}");
            assert!(err.contains("is not understood") && !note.exists(), "{err}");
        }
        stage.version("");
        assert_eq!(
            run(PAYLOAD),
            said("rtk of unknown version is not understood")
        );
        for recent in [
            "rtk 0.23.0\n",
            "rtk 0.90.0\n",
            "rtk 0.100.0\n",
            "rtk 1.0.0\n",
            "rtk 12.1\n",
        ] {
            stage.version(recent);
            let _ = fs::remove_file(&note);
            assert!(run(PAYLOAD).0.contains("rtk git status"), "{recent}");
            assert!(note.exists(), "{recent}");
        }
        stage.says("rtk git status", "0");
        assert!(run(PAYLOAD).0.contains("rtk git status"));
        assert!(
            !stage.world.get("bin/log").contains("--version"),
            "asked again"
        );
        // A cache that cannot be written costs a question, and nothing else.
        fs::remove_dir_all(stage.world.at(".cache")).unwrap();
        stage.world.put(".cache", "a file", 0o644);
        let (out, err) = run(PAYLOAD);
        assert!(
            out.contains("rtk git status") && err.is_empty(),
            "{out} {err}"
        );
        for program in ["rtk", "jq"] {
            fs::rename(stage.world.at("bin").join(program), stage.world.at("away")).unwrap();
            let what = if program == "jq" {
                "jq is not installed"
            } else {
                "rtk is not on PATH"
            };
            assert_eq!(run(PAYLOAD), said(what));
            fs::rename(stage.world.at("away"), stage.world.at("bin").join(program)).unwrap();
        }
    });
}

#[test]
fn clines_hook_file() {
    let payload = br#"{"hookName":"tool_call","tool_call":{"name":"run_commands","input":{"commands":["cargo build","x"]}}}"#;
    let stage = Stage::new("cline", &[]);
    let hook = stage.world.put(
        "PreToolUse",
        include_str!("../../hooks/cline/PreToolUse"),
        0o644,
    );
    stage.says(r#"{"overrideInput":{}}"#, "0");
    let (out, err) = stage.run("/bin/sh", &hook, payload, &[]);
    assert_eq!(
        (out.as_str(), err.as_str()),
        (r#"{"overrideInput":{}}"#, "")
    );
    assert_eq!(
        stage.world.get("bin/log"),
        format!("hook cline\n{}", String::from_utf8_lossy(payload))
    );
    let stage = stage.without("rtk");
    assert_eq!(
        stage.run("/bin/sh", &hook, payload, &[]),
        Default::default()
    );
    // And with rtk itself.
    let world = World::new("cline");
    let bin = world.top.join("bin");
    let path = [("PATH", bin.to_str().unwrap())];
    let (out, err) = stage.run("/bin/sh", &hook, payload, &path);
    assert!(
        out.contains(r#""commands":["rtk cargo build","x"]"#),
        "{out}"
    );
    assert_eq!(err, "");
}

#[test]
fn scripts_are_clean() {
    if !have("shellcheck", &["--version"]) {
        return;
    }
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks");
    let files = [
        "claude/rtk-rewrite.sh",
        "cursor/rtk-rewrite.sh",
        "cline/PreToolUse",
    ];
    for shell in ["sh", "dash", "bash"] {
        let mut command = Command::new("shellcheck");
        command.args(["-s", shell, "-o", "check-unassigned-uppercase"]);
        let (status, out, err) = outcome(command.args(files.map(|file| hooks.join(file))));
        assert_eq!(status, 0, "{shell}: {out}{err}");
    }
}

/// The plugins as JavaScript, type-checked; `None` where there is no compiler.
fn compiled(name: &str, to: &Path) -> Option<std::path::PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("hooks")
        .join(name)
        .join("rtk.ts");
    fs::write(to.join("package.json"), r#"{"type": "module"}"#).unwrap();
    if have("tsc", &["--version"]) {
        let root = Command::new("npm")
            .args(["root", "-g"])
            .output()
            .map(|output| output.stdout)
            .unwrap_or_default();
        let types = Path::new(String::from_utf8(root).unwrap().trim()).join("@types");
        if types.join("node").is_dir() {
            let mut command = Command::new("tsc");
            command
                .args([
                    "--strict",
                    "--noUnusedLocals",
                    "--noUnusedParameters",
                    "--skipLibCheck",
                    "--target",
                    "es2022",
                ])
                .args([
                    "--module",
                    "esnext",
                    "--moduleResolution",
                    "bundler",
                    "--types",
                    "node",
                    "--typeRoots",
                ])
                .args([&types, Path::new("--outDir"), to, &source]);
            let (status, out, err) = outcome(&mut command);
            assert_eq!(status, 0, "{out}{err}");
            return Some(to.join("rtk.js"));
        }
        println!("skipped: no @types/node to check {name} with");
    }
    // Node reads the source itself, unchecked, where it is recent enough.
    let copy = to.join("rtk.ts");
    fs::copy(source, &copy).unwrap();
    let reads = have("node", &["--experimental-strip-types", "-e", "0"]);
    reads.then_some(copy)
}

/// Runs a stand-in host with an artefact and the stand-in for rtk.
#[track_caller]
fn hosted(command: &mut Command, host: &str, stage: &Stage, arguments: &[&Path]) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/artefacts");
    let output = command
        .arg(data.join(host))
        .args(arguments)
        .arg(stage.world.at("bin"))
        .env("PATH", stage.world.at("bin"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(&stage.world.home)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
}

/// Where a program is: PATH is the stand-in's own when it is started.
fn place(program: &str) -> String {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output()
        .unwrap();
    String::from_utf8(found.stdout).unwrap().trim().to_owned()
}

#[test]
fn plugins_in_typescript() {
    if !have("node", &["--version"]) {
        return;
    }
    let node = place("node");
    for name in ["opencode", "kilocode", "pi"] {
        let stage = Stage::new(&format!("host-{name}"), &[]);
        let Some(plugin) = compiled(name, &stage.world.home) else {
            println!("skipped: neither tsc nor a node that reads {name}'s TypeScript");
            return;
        };
        let mut command = Command::new(&node);
        if plugin.extension().is_some_and(|end| end == "ts") {
            command.arg("--experimental-strip-types");
        }
        hosted(
            &mut command,
            "host.mjs",
            &stage,
            &[Path::new(name), &plugin],
        );
    }
}

#[test]
fn the_plugin_in_python() {
    if !have("python3", &["--version"]) {
        return;
    }
    let stage = Stage::new("host-hermes", &[]);
    let real = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output()
        .unwrap();
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks/hermes/__init__.py");
    let mut python = Command::new(String::from_utf8(real.stdout).unwrap().trim());
    hosted(&mut python, "host.py", &stage, &[&plugin]);
}

/// Modes of what is installed: programs are programs.
#[test]
fn what_is_a_program_is_executable() {
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks");
    for file in [
        "claude/rtk-rewrite.sh",
        "cursor/rtk-rewrite.sh",
        "cline/PreToolUse",
    ] {
        let mode = hooks.join(file).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{file}");
    }
}

/// The entries in `hooks/` are what `rtk init` writes into a file that was not there.
#[test]
fn registrations_are_as_shown() {
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks");
    for (agent, installed, shown) in [
        ("claude", ".claude/settings.json", "claude/settings.json"),
        ("cursor", ".cursor/hooks.json", "cursor/hooks.json"),
        ("gemini", ".gemini/settings.json", "gemini/settings.json"),
        ("codex", ".codex/hooks.json", "codex/hooks.json"),
        ("droid", ".factory/hooks.json", "droid/hooks.json"),
        ("vibe", ".vibe/hooks.toml", "vibe/hooks.toml"),
        ("copilot", ".copilot/hooks/rtk.json", "copilot/rtk.json"),
        ("kiro", ".kiro/steering/rtk.md", "rules/rtk.md"),
    ] {
        let world = World::quick("shown");
        world.ok(&format!("init -y --portable --agent {agent}"));
        let shown = fs::read_to_string(hooks.join(shown)).unwrap();
        assert_eq!(world.get(installed), shown, "{agent}");
        world.ok(&format!("verify --agent {agent}"));
    }
}

/// Every folder says what is installed where, what comes in and goes out, how to check
/// and how to remove it, and names every file in it.
#[test]
fn every_folder_has_its_readme() {
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks");
    let mut folders = 0;
    for folder in fs::read_dir(&hooks)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if !folder.is_dir() {
            continue;
        }
        folders += 1;
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        let name = folder.file_name().unwrap().to_str().unwrap();
        for heading in ["## What is installed where", "## Check it, remove it"] {
            assert!(readme.contains(heading), "{name}: {heading}");
        }
        assert!(
            name == "rules" || readme.contains("## In and out"),
            "{name}"
        );
        assert!(readme.contains("rtk init --uninstall --agent"), "{name}");
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().file_name().into_string().unwrap();
            assert!(
                file == "README.md" || readme.contains(&format!("{file}`")),
                "{name}: {file}"
            );
        }
    }
    assert_eq!(folders, 14);
}
