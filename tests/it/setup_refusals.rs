//! What `init` will not touch, and what it does touch through links: one clear line,
//! exit status 1, every byte as it was (SECURITY invariants I12 to I15).
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::process::Command;

use crate::oracle::have;
use crate::setup::{JSON, World, same};

/// `init -y` for an agent is refused because of its file, and nothing changes.
#[track_caller]
fn refused(world: &World, words: &str, why: &str) {
    let before = world.tree();
    let (status, _, err) = world.run(words);
    assert_eq!(status, 1, "{why}: {err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(
        err.contains(why) && err.ends_with("; nothing was changed\n"),
        "{err:?}, not {why:?}"
    );
    same(&world.tree(), &before, why);
}

#[test]
fn what_is_no_settings_file() {
    for (index, (agent, file, _, _)) in JSON.iter().enumerate() {
        let words = format!("init -y --agent {agent}");
        for (text, why) in [
            ("[]", "does not hold a JSON object"),
            ("null\n", "does not hold a JSON object"),
            ("5", "does not hold a JSON object"),
            ("\"{}\"", "does not hold a JSON object"),
            ("{", "is not JSON that can be edited (line 1"),
            (
                "{\n  \"a\": 1\n  \"b\": 2\n}\n",
                "is not JSON that can be edited (line 3",
            ),
            ("{} {}", "is not JSON that can be edited"),
            ("# a comment\n{}", "is not JSON that can be edited"),
        ] {
            let world = World::quick("roots");
            world.put(file, text, 0o644);
            refused(&world, &words, why);
        }
        let keys = JSON[index].2;
        let last = keys.len() - 1;
        for (at, value, shape) in [
            (0, "5", ""),
            (0, "[]", ""),
            (last, "{}", "list"),
            (last, "null", "list"),
        ] {
            // The value stands at the key of this depth.
            let mut text = format!("{{\"{}\": {value}}}", keys[at]);
            for key in keys[..at].iter().rev() {
                text = format!("{{\"{key}\": {text}}}");
            }
            if at == last && value == "[]" {
                continue;
            }
            let world = World::quick("keys");
            world.put(file, text, 0o644);
            let shape = if at == last || shape == "list" {
                "is not a list"
            } else {
                "is not an object"
            };
            refused(&world, &words, shape);
        }
    }
}

#[test]
fn what_is_no_plain_file() {
    let file = ".claude/settings.json";
    let words = "init -y --agent claude";
    let empty = |name: &str| {
        let world = World::new(name);
        fs::create_dir_all(world.at(".claude")).unwrap();
        world
    };

    let world = empty("directory");
    fs::create_dir(world.at(file)).unwrap();
    refused(&world, words, "is a directory");

    let world = empty("fifo");
    assert!(
        Command::new("mkfifo")
            .arg(world.at(file))
            .status()
            .unwrap()
            .success()
    );
    // Reading it would wait for ever; its tree is not read here either.
    let (status, _, err) = world.run(words);
    assert_eq!(
        (status, err.as_str()),
        (
            1,
            "rtk: ~/.claude/settings.json is not a regular file; nothing was changed\n"
        )
    );
    assert_eq!(fs::read_dir(world.at(".claude")).unwrap().count(), 1);
    fs::remove_file(world.at(file)).unwrap();

    let world = empty("device");
    symlink("/dev/zero", world.at(file)).unwrap();
    refused(&world, words, "is not a regular file");

    let world = empty("dangling");
    symlink("nowhere.json", world.at(file)).unwrap();
    refused(&world, words, "is a link to nothing");

    let world = empty("loop");
    symlink("other.json", world.at(file)).unwrap();
    symlink("settings.json", world.at(".claude/other.json")).unwrap();
    refused(&world, words, "is a loop of links");

    let world = empty("protected");
    world.put(file, "{}", 0o444);
    refused(&world, words, "is write-protected");

    let world = World::new("no-directory");
    world.put(".claude", "a file", 0o644);
    refused(&world, words, "");

    let world = World::new("dangling-directory");
    symlink("nowhere", world.at(".claude")).unwrap();
    refused(&world, words, "cannot be followed");

    let world = empty("huge");
    world.put(file, vec![b' '; 5 << 20], 0o644);
    refused(&world, words, "too large");

    for own in [".rtk-hook.sha256", "settings.json.before-rtk"] {
        let world = empty("own-link");
        world.put(file, "{}", 0o644);
        world.put("precious", "precious", 0o644);
        symlink("../precious", world.at(&format!(".claude/{own}"))).unwrap();
        refused(&world, words, "is not a plain file");
        assert_eq!(world.get("precious"), "precious");
    }
}

#[test]
fn one_refusal_stops_all() {
    let world = World::new("all-or-nothing");
    world.put(".claude/settings.json", "{}", 0o644);
    world.put(".factory/hooks.json", "[]", 0o644);
    refused(
        &world,
        "init -y --agent claude --agent droid",
        "does not hold a JSON object",
    );
}

#[test]
fn links_stay_and_their_target_changes() {
    let world = World::new("links");
    let target = world.put("dotfiles/claude/settings.json", "{\n  \"a\": 1\n}\n", 0o640);
    symlink("../dotfiles/claude", world.at("dotfiles/.link")).unwrap_or(());
    fs::create_dir_all(world.at(".claude")).unwrap();
    fs::create_dir_all(world.at("chain")).unwrap();
    symlink("../chain/one.json", world.at(".claude/settings.json")).unwrap();
    symlink(world.at("chain/two.json"), world.at("chain/one.json")).unwrap();
    symlink(
        "../dotfiles/.link/settings.json",
        world.at("chain/two.json"),
    )
    .unwrap();
    let before = world.tree();

    world.ok("init -y --agent claude");
    for link in [
        ".claude/settings.json",
        "chain/one.json",
        "chain/two.json",
        "dotfiles/.link",
    ] {
        assert!(world.at(link).is_symlink(), "{link}");
    }
    assert!(
        world
            .get("dotfiles/claude/settings.json")
            .contains("bin/rtk")
    );
    assert_eq!(target.metadata().unwrap().mode() & 0o777, 0o640);
    assert_eq!(world.run("verify --agent claude").0, 0);
    world.ok("init -y --uninstall --agent claude");
    same(&world.tree(), &before, "links");
}

#[test]
fn a_linked_directory() {
    let world = World::new("linked-directory");
    fs::create_dir_all(world.at("dotfiles/claude")).unwrap();
    symlink("dotfiles/claude", world.at(".claude")).unwrap();
    let before = world.tree();
    world.ok("init -y --agent claude");
    assert_eq!(world.run("verify --agent claude").0, 0);
    world.ok("init -y --uninstall --agent claude");
    same(&world.tree(), &before, "linked directory");
}

/// A repository's links do not lead `init --project` out of it (I14).
#[test]
fn a_project_keeps_to_itself() {
    let world = World::new("project");
    world.put("outside/settings.json", "{}", 0o644);
    fs::create_dir_all(world.at("project/.git")).unwrap();
    let run = |words: &str| {
        let mut command = world.rtk(words);
        command.current_dir(world.at("project"));
        crate::setup::outcome(&mut command)
    };

    // A directory that leads out, a file that leads out, an absolute one.
    for (link, to) in [
        ("project/.claude", "../outside"),
        ("project/.cursor", "/tmp"),
    ] {
        symlink(to, world.at(link)).unwrap();
    }
    fs::create_dir_all(world.at("project/.gemini")).unwrap();
    symlink(
        "../../outside/settings.json",
        world.at("project/.gemini/settings.json"),
    )
    .unwrap();
    let before = world.tree();
    for agent in ["claude", "cursor", "gemini"] {
        let (status, _, err) = run(&format!("init --project -y --agent {agent}"));
        assert_eq!(status, 1, "{agent}: {err}");
        assert!(err.contains("leads out of ~/project"), "{agent}: {err}");
    }
    same(&world.tree(), &before, "outside");

    // Links inside it are as good as any.
    fs::remove_file(world.at("project/.claude")).unwrap();
    fs::create_dir_all(world.at("project/conf")).unwrap();
    symlink("conf", world.at("project/.claude")).unwrap();
    let before = world.tree();
    let (status, out, err) = run("init --project -y --agent claude");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let text = world.get("project/conf/settings.json");
    assert!(
        text.contains("\"command\": \"rtk\""),
        "a path of this machine: {text}"
    );
    assert_eq!(run("verify --project --agent claude").0, 0);
    assert_eq!(run("init --project -y --uninstall --agent claude").0, 0);
    same(&world.tree(), &before, "project");
}

#[test]
fn nowhere_to_install() {
    let world = World::new("nowhere");
    let mut command = world.rtk("init -y --agent claude");
    let (status, _, err) = crate::setup::outcome(command.env_remove("HOME"));
    assert_eq!(
        (status, err.as_str()),
        (1, "rtk: no HOME: nowhere to install; nothing was changed\n")
    );
    // Found agents: none, and no crash.
    let mut command = world.rtk("init -y");
    let (status, _, err) = crate::setup::outcome(command.env_remove("HOME").env("PATH", ""));
    let nobody =
        "rtk: no coding agent found; name one (rtk init --help lists them); nothing was changed\n";
    assert_eq!((status, err.as_str()), (1, nobody));
    let mut command = world.rtk("verify");
    assert_eq!(crate::setup::outcome(command.env_remove("HOME")).0, 0);
}

/// As a user who is not root: the kernel says no, and rtk says so.
#[test]
fn a_home_that_cannot_be_written() {
    let world = World::new("read-only");
    world.put(".claude/settings.json", "{}\n", 0o644);
    fs::create_dir_all(world.at(".factory")).unwrap();
    let root = fs::metadata("/proc/self")
        .map(|meta| meta.uid())
        .unwrap_or(0)
        == 0;
    if root
        && !have(
            "setpriv",
            &["--reuid=65534", "--regid=65534", "--clear-groups", "true"],
        )
    {
        return;
    }
    let chmod = |mode: &str| {
        for directory in ["", ".claude", ".factory"] {
            assert!(
                Command::new("chmod")
                    .arg(mode)
                    .arg(world.at(directory))
                    .status()
                    .unwrap()
                    .success()
            );
        }
    };
    chmod("555");
    let before = world.tree();
    let program = world.top.join("rtk");
    fs::copy(env!("CARGO_BIN_EXE_rtk"), &program).unwrap();
    for agent in ["claude", "droid", "opencode"] {
        let mut command = match root {
            true => {
                let mut command = world.command("setpriv");
                command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
                command.arg(&program);
                command
            }
            false => world.command(&program),
        };
        command.args(["init", "-y", "--agent", agent]);
        let (status, _, err) = crate::setup::outcome(&mut command);
        assert_eq!(status, 1, "{agent}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(
            err.contains("cannot be written: Permission denied"),
            "{err}"
        );
    }
    same(&world.tree(), &before, "read-only home");
    chmod("755");
}
