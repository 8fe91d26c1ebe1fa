//! Runs that meet each other, are killed, or find no room: every file is the old
//! or the new one, whole, and what is left is nothing but that.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::oracle::{have, slow};
use crate::setup::{Tree, World, document, same};

/// With two whose folder is one.
const AGENTS: &str = "--agent claude --agent droid --agent vibe --agent hermes --agent opencode \
    --agent gemini --agent antigravity";

/// Users' files as they are before.
fn inhabited(name: &str) -> World {
    inhabit(World::new(name))
}

fn inhabit(world: World) -> World {
    world.put(".claude/settings.json", document("@large.json"), 0o600);
    world.put(
        ".vibe/hooks.toml",
        "# mine\n[[hooks]]\nname = \"other\"\n",
        0o644,
    );
    world.put(".hermes/config.yaml", document("@hermes.yaml"), 0o640);
    world
}

/// Temporary files of runs that were killed.
fn strays(tree: &Tree) -> Vec<&String> {
    tree.keys()
        .filter(|name| name.contains(".rtk-new-"))
        .collect()
}

#[test]
fn twenty_at_once() {
    for words in [
        format!("init -y {AGENTS}"),
        format!("init -y --uninstall {AGENTS}"),
    ] {
        let world = inhabited("twenty");
        let before = world.tree();
        if words.contains("uninstall") {
            world.ok(&format!("init -y {AGENTS}"));
        }
        let mut children: Vec<_> = (0..20)
            .map(|_| {
                let mut command = world.rtk(&words);
                command.stdout(Stdio::null()).stderr(Stdio::piped());
                command.spawn().unwrap()
            })
            .collect();
        for child in children.drain(..) {
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), err.as_str()), (Some(0), ""));
        }
        assert_eq!(strays(&world.tree()), [""; 0]);
        if !words.contains("uninstall") {
            assert_eq!(world.run(&format!("verify {AGENTS}")).0, 0);
            world.ok(&format!("init -y --uninstall {AGENTS}"));
        }
        same(&world.tree(), &before, &words);
    }
}

/// Different agents at once, into one file and into several.
#[test]
fn side_by_side() {
    let world = inhabited("side-by-side");
    let before = world.tree();
    let agents = [
        "claude",
        "codex",
        "codex-rules",
        "kimi",
        "droid",
        "gemini",
        "antigravity",
        "claude-rules",
    ];
    let children: Vec<_> = agents
        .iter()
        .map(|agent| {
            world
                .rtk(&format!("init -y --agent {agent}"))
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    for agent in agents {
        let (status, out, _) = world.run(&format!("verify --agent {agent}"));
        assert_eq!(status, 0, "{out}");
    }
    let children = agents.map(|agent| {
        let mut command = world.rtk(&format!("init -y --uninstall --agent {agent}"));
        command.stdout(Stdio::null()).spawn().unwrap()
    });
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    same(&world.tree(), &before, "side by side");
}

/// A directory that several agents share goes with the last of them.
#[test]
fn the_last_one_out() {
    let orders = [["gemini", "antigravity"], ["antigravity", "gemini"]];
    for first in orders {
        for last in orders {
            let world = World::quick("last-one");
            for agent in first {
                world.ok(&format!("init -y --agent {agent}"));
            }
            for agent in last {
                world.ok(&format!("init -y --uninstall --agent {agent}"));
            }
            let what = format!("in {first:?}, out {last:?}");
            same(&world.tree(), &Tree::new(), &what);
        }
        let world = World::quick("last-one");
        for agent in first {
            world.ok(&format!("init -y --agent {agent}"));
        }
        world.ok("init -y --uninstall");
        same(&world.tree(), &Tree::new(), &format!("in {first:?}, out"));
    }
}

/// `kill -9` at moments spread over a run. Whatever was being done, each file is
/// the old one or the new one, and the next run finishes or undoes it.
#[test]
fn killed_at_any_moment() {
    let world = inhabit(World::quick("killed"));
    let before = world.tree();
    let install = format!("init -y {AGENTS}");
    let start = Instant::now();
    world.ok(&install);
    let whole = start.elapsed();
    let installed = world.tree();
    let mut killed = 0;
    let rounds = if slow() { 200 } else { 12 };
    for round in 0..rounds {
        let undo = round % 2 == 1;
        let words = if undo {
            format!("init -y --uninstall {AGENTS}")
        } else {
            install.clone()
        };
        world.ok(&format!("init -y --uninstall {AGENTS}"));
        same(&world.tree(), &before, &format!("round {round}"));
        if undo {
            world.ok(&install);
        }
        let mut child = world.rtk(&words).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole * (round * 7919 % 1000) / 1000);
        let _ = child.kill();
        let status = child.wait().unwrap();
        killed += usize::from(status.signal() == Some(9));
        let now = world.tree();
        for (name, entry) in &now {
            if name.ends_with("/.rtk-hook.sha256") || name.contains(".rtk-new-") {
                continue;
            }
            let whole = [before.get(name), installed.get(name)].contains(&Some(entry))
                || name.ends_with(".before-rtk");
            assert!(
                whole,
                "round {round}: {name} is neither the old nor the new one"
            );
        }
        for name in before.keys() {
            assert!(now.contains_key(name), "round {round}: {name} is lost");
        }
        // Time in which a run that is alive locks its file.
        if !strays(&now).is_empty() {
            std::thread::sleep(Duration::from_millis(1100));
        }
        world.ok(&install);
        same(
            &world.tree(),
            &installed,
            &format!("round {round}, finished"),
        );
    }
    assert!(killed > 0, "no run was killed");
    println!("{killed} of {rounds} runs were killed");
    world.ok(&format!("init -y --uninstall {AGENTS}"));
    same(&world.tree(), &before, "killed");
}

/// The limit of `ulimit -f`, in blocks of 512 or 1024 bytes, as the shell has it.
#[test]
fn a_file_size_limit() {
    let world = inhabited("ulimit");
    let before = world.tree();
    for blocks in [0, 1, 2, 20, 100] {
        let script = format!("ulimit -f {blocks}; exec rtk init -y {AGENTS}");
        let mut command = world.command("/bin/sh");
        command.args(["-c", &script]);
        let (status, out, err) = crate::setup::outcome(&mut command);
        assert_eq!(status, 1, "{blocks}: {out}");
        assert!(err.contains("cannot be written: File too large"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        same(&world.tree(), &before, &format!("ulimit -f {blocks}"));
    }
}

#[test]
fn a_full_disk() {
    let world = World::new("full-disk");
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=160k", "tmpfs"])
        .arg(&world.home)
        .stderr(Stdio::null())
        .status();
    if !mount.is_ok_and(|status| status.success()) {
        println!("skipped: a small file system cannot be mounted here");
        return;
    }
    world.put(".claude/settings.json", document("@large.json"), 0o600);
    fs::create_dir_all(world.at(".factory")).unwrap();
    let before = world.tree();
    let (status, _, err) = world.run("init -y --agent droid --agent claude");
    let after = world.tree();
    let _ = Command::new("umount").arg(&world.home).status();
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("cannot be written: No space left"), "{err}");
    same(&after, &before, "full disk");
}

/// A hook that hangs does not hang `rtk verify`.
#[test]
fn a_shell_that_hangs() {
    if !have("sh", &["-c", "true"]) {
        return;
    }
    let world = World::new("hangs");
    world.ok("init -y --agent codex");
    let shell = world.put("shell", "#!/bin/sh\nexec sleep 100\n", 0o755);
    let start = Instant::now();
    let mut command = world.rtk("verify --agent codex");
    let (status, out, _) = crate::setup::outcome(command.env("SHELL", shell));
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("FAIL"), "{out}");
    assert!(start.elapsed() < Duration::from_secs(60));
}
