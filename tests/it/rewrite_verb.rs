//! `rtk rewrite` as a program, in worlds that are not as they should be.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::oracle::{have, scratch};
use crate::permission::settings;

/// A home and a project in it.
struct World {
    top: PathBuf,
    env: Vec<(&'static str, String)>,
}

impl World {
    fn new(name: &str) -> World {
        let top = scratch(&format!("rewrite-{name}"));
        fs::create_dir_all(top.join("home/proj/.git")).unwrap();
        let home = top.join("home").to_str().unwrap().to_owned();
        World {
            top,
            env: vec![("HOME", home)],
        }
    }

    fn at(&self, path: &str) -> PathBuf {
        let path = self.top.join("home").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn put(self, path: &str, bytes: &[u8]) -> World {
        fs::write(self.at(path), bytes).unwrap();
        self
    }

    fn env(mut self, name: &'static str, value: &str) -> World {
        self.env.retain(|(other, _)| *other != name);
        self.env.push((
            name,
            value.replace('@', self.top.join("home").to_str().unwrap()),
        ));
        self
    }

    /// Exit status, standard output, standard error.
    fn run_in(&self, cwd: &str, operands: &[&str]) -> (i32, String, String) {
        let cwd = self.at(cwd);
        fs::create_dir_all(&cwd).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_rtk"))
            .arg("rewrite")
            .args(operands)
            .current_dir(cwd)
            .env_clear()
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A file that is waited for would be waited for for ever.
        for _ in 0..2000 {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap_or(-1),
            text(output.stdout),
            text(output.stderr),
        )
    }

    #[track_caller]
    fn check(&self, command: &str, status: i32, text: &str) {
        self.check_in("proj", command, status, text);
    }

    #[track_caller]
    fn check_in(&self, cwd: &str, command: &str, status: i32, text: &str) {
        let got = self.run_in(cwd, &[command]);
        assert_eq!(got, (status, text.to_owned(), String::new()), "{command:?}");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.top);
    }
}

const USER: &str = ".claude/settings.json";
const PROJECT: &str = "proj/.claude/settings.json";

#[test]
fn the_four_exit_codes() {
    let world = World::new("codes").put(
        USER,
        &settings("allow Bash(git status) ; deny Bash(rm *) ; ask Bash(git push *)"),
    );
    world.check("git status", 0, "rtk git status");
    world.check("htop", 1, "");
    world.check("rm x", 2, "");
    world.check("git status; rm x", 2, "");
    world.check("git log", 3, "rtk git log");
    world.check("git push", 3, "rtk git push");
    world.check("rtk git status", 0, "rtk git status");
    world.check("rtk git log", 3, "rtk git log");
    world.check(
        "cat a <<E\nx\nE\ngit log\n",
        3,
        "cat a <<E\nx\nE\nrtk git log\n",
    );
}

#[test]
fn operands_are_data() {
    let world = World::new("data");
    for option in [
        "-h",
        "--help",
        "-V",
        "--version",
        "-",
        "--",
        "@file",
        "--=x",
        "-h git status",
        "",
    ] {
        world.check(option, 1, "");
    }
    let got = world.run_in("proj", &["git", "log", "-1"]);
    assert_eq!((got.0, got.1.as_str()), (3, "rtk git log -1"));
    assert_eq!(world.run_in("proj", &[]).0, 1);
    assert_eq!(world.run_in("proj", &["--", "git", "log"]).0, 1);
}

#[test]
fn all_sources_add_up() {
    let deny = settings("deny Bash(git push *)");
    let allow = settings("allow Bash(git *)");
    let both = World::new("sources").put(USER, &deny).put(PROJECT, &allow);
    both.check("git push", 2, "");
    both.check("git log", 0, "rtk git log");
    // The project's rules hold below it; what lies there can only restrict.
    World::new("below")
        .put(PROJECT, &deny)
        .check_in("proj/a/b", "git push", 2, "");
    World::new("nested")
        .put(PROJECT, &allow)
        .put("proj/a/.claude/settings.local.json", &deny)
        .check_in("proj/a/b", "git push", 2, "");
    World::new("planted")
        .put("proj/a/.claude/settings.json", &allow)
        .check_in("proj/a", "git push", 3, "rtk git push");
    World::new("file")
        .put(PROJECT, &deny)
        .put("proj/a/.claude", b"x")
        .check_in("proj/a", "git push", 2, "");
    // The session's directory is known.
    let world = World::new("said")
        .env("CLAUDE_PROJECT_DIR", "@/proj")
        .put(PROJECT, &allow);
    world.check_in("proj/a", "git push", 0, "rtk git push");
    world.check_in("elsewhere", "git push", 0, "rtk git push");
    let parent = World::new("parent")
        .env("CLAUDE_PROJECT_DIR", "@/w/proj")
        .put("w/.claude/settings.json", &allow);
    parent.check_in("w/proj", "git push", 3, "rtk git push");
    // The user's directory is elsewhere.
    let moved = World::new("moved")
        .env("CLAUDE_CONFIG_DIR", "@/cfg")
        .put("cfg/settings.json", &deny);
    moved.check("git push", 2, "");
    let local = World::new("local").put(
        ".claude/settings.local.json",
        &settings("deny Bash(git push *) ; allow Bash(git log)"),
    );
    local.check("git push", 2, "");
    local.check("git log", 3, "rtk git log");
}

#[cfg(unix)]
#[test]
fn a_rule_file_that_cannot_be_read_means_no_rewrite() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for path in [USER, PROJECT] {
        for target in [
            "/dev/zero",
            "/dev/tty",
            "/dev/full",
            "/proc/self/mem",
            "settings.json",
        ] {
            let world = World::new("links");
            symlink(target, world.at(path)).unwrap();
            world.check("git log", 1, "");
        }
        let world = World::new("directory");
        fs::create_dir_all(world.at(path)).unwrap();
        world.check("git log", 1, "");
        let world = World::new("fifo");
        let made = Command::new("mkfifo").arg(world.at(path)).status();
        if made.is_ok_and(|status| status.success()) {
            world.check("git log", 1, "");
        }
        let world = World::new("large").put(
            path,
            format!("{{\"n\":\"{}\"}}", "x".repeat(5 << 20)).as_bytes(),
        );
        world.check("git log", 1, "");
        World::new("cut")
            .put(path, b"{\"permissions\":{\"deny\":[\"Bash(git push *)\"")
            .check("git log", 1, "");
        World::new("garbage")
            .put(path, &[0, 159, 146, 150])
            .check("git log", 1, "");
        // One that is dangling is not there, and one of the wrong type says nothing.
        let world = World::new("dangling");
        symlink("nowhere", world.at(path)).unwrap();
        world.check("git log", 3, "rtk git log");
        for text in [
            "[]",
            "null",
            "5",
            "\"x\"",
            "{\"permissions\":[]}",
            "{\"permissions\":{\"deny\":5}}",
            "",
        ] {
            World::new("types")
                .put(path, text.as_bytes())
                .check("git log", 3, "rtk git log");
        }
        let world = World::new("mode").put(path, b"{}");
        fs::set_permissions(world.at(path), fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read(world.at(path)).is_err() {
            world.check("git log", 1, "");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_no_file_means_raw_and_one_line() {
    let config = ".config/rtk/config.toml";
    for target in ["/dev/zero", "/dev/tty", "/proc/self/mem", "config.toml"] {
        let world = World::new("config-links");
        std::os::unix::fs::symlink(target, world.at(config)).unwrap();
        said_once(&world, target);
    }
    let world = World::new("config-directory");
    fs::create_dir_all(world.at(config)).unwrap();
    said_once(&world, "a directory");
    let world = World::new("config-fifo");
    let made = Command::new("mkfifo").arg(world.at(config)).status();
    if made.is_ok_and(|status| status.success()) {
        said_once(&world, "a FIFO");
    }
    let world = World::new("config-large").put(config, "#".repeat(5 << 20).as_bytes());
    said_once(&world, "too large");
    let world = World::new("config-type").put(config, b"[hooks]\nexclude_commands = 5\n");
    said_once(&world, "a number for a list");
    let world = World::new("config-bytes").put(config, b"[hooks]\nx = \"\xff\"\n");
    said_once(&world, "no text");
}

/// Exit 1, nothing on standard output, one line about the configuration on standard error.
#[cfg(unix)]
#[track_caller]
fn said_once(world: &World, what: &str) {
    let (status, out, err) = world.run_in("proj", &["git log"]);
    assert_eq!((status, out.as_str()), (1, ""), "{what}");
    assert_eq!(err.lines().count(), 1, "{what}: {err}");
    assert!(err.contains("config.toml"), "{what}: {err}");
}

#[test]
fn without_a_home_the_rules_are_not_known() {
    let mut world = World::new("homeless").put(PROJECT, &settings("deny Bash(git push *)"));
    world.env.clear();
    world.check("git log", 1, "");
    world.check("git push", 2, "");
    world.env = vec![("HOME", String::new())];
    world.check("git log", 1, "");
}

#[test]
fn a_configuration_that_cannot_be_read_means_raw_and_one_line() {
    let config = ".config/rtk/config.toml";
    for text in [
        "[hooks]\nexclude_commands = ['git'\n",
        "[[[\n\0=\n",
        "[hooks]\nexclude_commands = ['^git (']\n",
        "a = \u{1}",
    ] {
        let world = World::new("config").put(config, text.as_bytes());
        let (status, out, err) = world.run_in("proj", &["git log"]);
        assert_eq!(
            (status, out.as_str(), err.lines().count()),
            (1, "", 1),
            "{text}"
        );
        assert!(
            err.starts_with("rtk: ") && err.contains("config.toml:"),
            "{err}"
        );
    }
    let world = World::new("exclude").put(
        config,
        b"[hooks]\nexclude_commands = ['git push']\n[unknown]\na = 1\n",
    );
    world.check("git push", 1, "");
    world.check("git log", 3, "rtk git log");
    let world = World::new("xdg").env("XDG_CONFIG_HOME", "@/xdg").put(
        "xdg/rtk/config.toml",
        b"[hooks]\nexclude_commands = ['git']\n",
    );
    world.check("git log", 1, "");
    World::new("disabled")
        .env("RTK_DISABLED", "1")
        .check("git log", 1, "");
    World::new("enabled")
        .env("RTK_DISABLED", "0")
        .check("git log", 3, "rtk git log");
    // No switch of the environment makes it more permissive.
    World::new("host")
        .env("RTK_REWRITE_HOST", "openclaw")
        .check("git push", 3, "rtk git push");
}

#[test]
fn hostile_commands_are_left_alone() {
    let world = World::new("hostile").put(USER, &settings("allow Bash(git *) ; deny Bash(rm *)"));
    let long = |part: &str, count: usize| part.repeat(count);
    for (command, status) in [
        ("git status \u{1b}[31m".to_owned(), 1),
        ("git status\rx".to_owned(), 1),
        (format!("git status {}", long("x", 70_000)), 1),
        (format!("{}rm x", long("git status;", 7_000)), 2),
        (format!("git status {}", long("\"", 50_001)), 1),
        (format!("git status {}", long("$(", 30_000)), 1),
        (format!("{}git status", long("(", 60_000)), 1),
        (format!("{}git status", long("sudo ", 12_000)), 1),
        (format!("{}git status", long("! ", 20_000)), 1),
        (format!("git status{}", long("<<E\n", 10_000)), 1),
        (long("\\", 60_001), 1),
        ("git status 'x".to_owned(), 1),
        ("git status)".to_owned(), 1),
        ("'".to_owned(), 1),
    ] {
        let (got, text, errors) = world.run_in("proj", &[&command]);
        let shown: String = command.chars().take(40).collect();
        assert!(errors.is_empty(), "{shown}: {errors}");
        let left = got == 1 || got == status || (got == 3 && text.replace("rtk ", "") == command);
        assert!(left, "{shown}: {got} {}", &text[..text.len().min(80)]);
    }
}

#[cfg(unix)]
#[test]
fn a_command_that_is_no_text_is_left_alone() {
    use std::os::unix::ffi::OsStrExt;
    let status = Command::new(env!("CARGO_BIN_EXE_rtk"))
        .arg("rewrite")
        .arg(std::ffi::OsStr::from_bytes(b"git log \xff"))
        .current_dir(Path::new("/"))
        .output()
        .unwrap();
    assert_eq!((status.status.code(), status.stdout.len()), (Some(1), 0));
}

const CLAUDE_SCRIPT: &str = include_str!("../../hooks/claude/rtk-rewrite.sh");
const CURSOR_SCRIPT: &str = include_str!("../../hooks/cursor/rtk-rewrite.sh");

#[test]
fn the_hook_scripts_are_not_given_what_a_rule_asks_about() {
    let world = World::new("script")
        .put("s.sh", CLAUDE_SCRIPT.as_bytes())
        .put(
            USER,
            &settings("allow Bash(git log) ; ask Bash(git push *) ; deny Bash(rm *)"),
        )
        .env("RTK_HOOK_SCRIPT", "@/s.sh");
    world.check("git push", 1, "");
    world.check("git status; git push x", 1, "");
    world.check("rtk git push", 1, "");
    world.check("git status", 3, "rtk git status");
    world.check("git log", 0, "rtk git log");
    world.check("rm x", 2, "");
    // A relative name is one from where the script was called.
    let world = world.env("RTK_HOOK_SCRIPT", "../s.sh");
    world.check("git status", 3, "rtk git status");
}

#[test]
fn cursors_script_knows_cursors_own_denylist() {
    let deny: &[u8] =
        br#"{"permissions":{"deny":["Shell(git:push*)"],"allow":["Shell(git:diff*)"]}}"#;
    let world = World::new("cursor")
        .put("c.sh", CURSOR_SCRIPT.as_bytes())
        .put("s.sh", CLAUDE_SCRIPT.as_bytes())
        .put("proj/.cursor/cli.json", deny)
        .put(USER, &settings("allow Bash(git log)"))
        .env("RTK_HOOK_SCRIPT", "@/c.sh");
    world.check("git push", 2, "");
    world.check("git log", 0, "rtk git log");
    world.check("git diff", 3, "rtk git diff");
    let world = world.env("RTK_HOOK_SCRIPT", "@/s.sh");
    world.check("git push", 3, "rtk git push");
}

#[cfg(unix)]
#[test]
fn a_changed_hook_script_is_not_served() {
    let changed = format!("{CLAUDE_SCRIPT}\n");
    let replaced = CLAUDE_SCRIPT.replacen("exit 0", "exit 2", 1);
    let long = "#".repeat(1 << 20);
    let texts = [&changed, &replaced, &long, &String::new()];
    let mut worlds: Vec<World> = texts
        .iter()
        .map(|text| {
            World::new("changed")
                .put("s.sh", text.as_bytes())
                .env("RTK_HOOK_SCRIPT", "@/s.sh")
        })
        .collect();
    for path in ["", "@", "/dev/zero", "/dev/tty", "@/absent"] {
        worlds.push(World::new("changed").env("RTK_HOOK_SCRIPT", path));
    }
    for world in worlds {
        let world = world.put(USER, &settings("allow Bash(git *) ; deny Bash(rm *)"));
        for command in ["git log", "rtk git log", "ls"] {
            let (status, out, err) = world.run_in("proj", &[command]);
            let path = &world.env[1].1;
            assert_eq!((status, out.as_str()), (1, ""), "{path}");
            assert_eq!(err.lines().count(), 1, "{path}: {err}");
            assert!(err.starts_with("rtk: hook script "), "{err}");
        }
    }
}

/// What the script itself answers, run as an agent runs it.
#[cfg(unix)]
#[test]
fn scripts_answer_from_end_to_end() {
    if !have("jq", &["--version"]) || !have("sh", &["-c", "true"]) {
        return;
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let own = Path::new(env!("CARGO_BIN_EXE_rtk")).parent().unwrap();
    let rules = settings("allow Bash(git log) ; ask Bash(git push *) ; deny Bash(rm *)");
    for (name, text, allow, quiet) in [
        (
            "claude.sh",
            CLAUDE_SCRIPT,
            "\"permissionDecision\":\"allow\"",
            "",
        ),
        (
            "cursor.sh",
            CURSOR_SCRIPT,
            "\"permission\":\"allow\"",
            "{}\n",
        ),
    ] {
        let world = World::new(name)
            .put(name, text.as_bytes())
            .put(USER, &rules)
            .env("PATH", &format!("{}:{path}", own.display()));
        let answer = |command: &str| {
            let mut child = Command::new("sh")
                .arg(world.at(name))
                .current_dir(world.at("proj"))
                .env_clear()
                .envs(world.env.iter().map(|(name, value)| (name, value)))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let payload = format!(r#"{{"tool_input":{{"command":"{command}","n":1}}}}"#);
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), payload.as_bytes())
                .unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0));
            let text = |bytes| String::from_utf8(bytes).unwrap();
            (text(output.stdout), text(output.stderr))
        };
        let (out, err) = answer("git log");
        assert!(
            out.contains("\"command\":\"rtk git log\"") && out.contains(allow),
            "{out}"
        );
        assert!(out.contains("\"n\":1") && err.is_empty(), "{out} {err}");
        let (out, _) = answer("git show");
        assert!(
            out.contains("rtk git show") && !out.contains("allow"),
            "{out}"
        );
        for command in ["git push", "rm x", "htop", "rtk git log"] {
            assert_eq!(
                answer(command),
                (quiet.to_owned(), String::new()),
                "{command}"
            );
        }
        fs::write(world.at(name), format!("{text}# x\n")).unwrap();
        let (out, err) = answer("git log");
        assert_eq!((out.as_str(), err.lines().count()), (quiet, 1), "{err}");
    }
}
