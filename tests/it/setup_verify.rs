//! `rtk verify`: what it says of each state, and its exit status.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::setup::{World, outcome};

/// The report on one agent: exit status and text.
fn verify(world: &World, words: &str) -> (i32, String) {
    let (status, out, err) = world.run(&format!("verify {words}"));
    assert_eq!(err, "");
    (status, out)
}

#[track_caller]
fn says(world: &World, words: &str, status: i32, what: &str) {
    let found = verify(world, words);
    assert_eq!(found.0, status, "{}", found.1);
    assert!(found.1.contains(what), "{what:?} is not in\n{}", found.1);
}

fn edit(world: &World, file: &str, change: impl Fn(&str) -> String) {
    let text = world.get(file);
    let new = change(&text);
    assert_ne!(new, text, "{file}: nothing to change");
    let mode = world.at(file).metadata().unwrap().permissions();
    fs::set_permissions(world.at(file), fs::Permissions::from_mode(0o644)).unwrap();
    fs::write(world.at(file), new).unwrap();
    fs::set_permissions(world.at(file), mode).unwrap();
}

const SETTINGS: &str = ".claude/settings.json";

#[test]
fn the_states_of_an_entry() {
    let fresh = || {
        let world = World::new("states");
        world.put(SETTINGS, "{\n  \"model\": \"x\"\n}\n", 0o644);
        world.ok("init -y --agent claude");
        world
    };
    let claude = "--agent claude";

    let world = World::new("states");
    says(&world, claude, 0, "SKIP  Claude Code  not installed");

    let world = fresh();
    says(
        &world,
        claude,
        0,
        "PASS  Claude Code  verified: ~/.claude/settings.json\n",
    );
    says(
        &world,
        claude,
        0,
        "PASS               tried: cargo build becomes rtk cargo build\n",
    );

    // The user's own edits elsewhere are no business of ours.
    edit(&world, SETTINGS, |text| text.replace("\"x\"", "\"y\""));
    says(&world, claude, 0, "verified");

    let world = fresh();
    fs::remove_file(world.at(".claude/.rtk-hook.sha256")).unwrap();
    says(&world, claude, 0, "WARN  Claude Code  no baseline:");

    let world = fresh();
    edit(&world, SETTINGS, |text| {
        text.replace("/bin/rtk\"", "/../evil/rtk\"")
    });
    says(
        &world,
        claude,
        1,
        "FAIL  Claude Code  tampered: ~/.claude/settings.json",
    );

    // The record alone proves nothing: hook and hash replaced together.
    let script = world.get(".claude/.rtk-hook.sha256");
    let forged = forge(&world, &script);
    edit(&world, ".claude/.rtk-hook.sha256", |_| forged.clone());
    says(&world, claude, 1, "FAIL  Claude Code  entry changed:");

    let world = fresh();
    edit(&world, SETTINGS, |_| "{}".to_owned());
    says(
        &world,
        claude,
        1,
        "FAIL  Claude Code  entry missing in ~/.claude/settings.json",
    );

    let world = fresh();
    fs::remove_file(world.at(SETTINGS)).unwrap();
    says(
        &world,
        claude,
        1,
        "FAIL  Claude Code  orphaned record: ~/.claude/settings.json is gone",
    );

    let world = fresh();
    edit(&world, SETTINGS, |text| {
        text.replacen('{', "{\"disableAllHooks\": true,", 1)
    });
    says(&world, claude, 1, "disableAllHooks is on");

    let world = fresh();
    fs::set_permissions(world.at(SETTINGS), fs::Permissions::from_mode(0o644)).unwrap();
    edit(&world, SETTINGS, |_| "{".to_owned());
    assert_eq!(verify(&world, claude).0, 1);

    let world = fresh();
    fs::remove_file(world.at(SETTINGS)).unwrap();
    fs::create_dir(world.at(SETTINGS)).unwrap();
    says(&world, claude, 1, "not a regular file");

    // Another version's form, not recorded.
    let world = World::new("states");
    let old = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"rtk hook claude"}]}]}}"#;
    world.put(SETTINGS, old, 0o644);
    says(
        &world,
        claude,
        1,
        "entry changed: ~/.claude/settings.json, another form of the hook",
    );
    world.ok("init -y --agent claude");
    says(&world, claude, 0, "verified");
}

/// A record for the tampered entry, as whoever tampers could write it.
fn forge(world: &World, record: &str) -> String {
    let text = world.get(SETTINGS);
    let handler = &text[text.find("{\n            \"type\"").unwrap()..];
    let handler = &handler[..=handler.find('}').unwrap()];
    let compact: String = handler.split_whitespace().collect();
    let hash = rtk::text::sha256::hex(compact.as_bytes());
    let old = record.lines().find(|line| !line.starts_with('#')).unwrap();
    record.replace(&old[..64], &hash)
}

#[test]
fn the_states_of_a_script() {
    let world = World::new("script");
    world.ok("init -y --agent claude --script");
    let script = ".claude/hooks/rtk-rewrite.sh";
    says(
        &world,
        "--agent claude",
        0,
        "verified: ~/.claude/hooks/rtk-rewrite.sh",
    );
    says(
        &world,
        "--agent claude",
        0,
        "tried: cargo build becomes rtk cargo build",
    );
    assert_eq!(
        world.at(script).metadata().unwrap().permissions().mode() & 0o777,
        0o755
    );
    let record = world.at(".claude/hooks/.rtk-hook.sha256");
    assert_eq!(
        record.metadata().unwrap().permissions().mode() & 0o777,
        0o444
    );
    // The record is one that sha256sum -c reads.
    let mut check = world.command("sha256sum");
    check
        .args(["-c", ".rtk-hook.sha256"])
        .current_dir(record.parent().unwrap());
    assert_eq!(outcome(&mut check).0, 0);

    edit(&world, script, |text| text.replace("set", "xxx") + "# x\n");
    says(
        &world,
        "--agent claude",
        1,
        "tampered: ~/.claude/hooks/rtk-rewrite.sh",
    );

    // Back to the program itself: the script goes.
    world.ok("init -y --agent claude");
    says(
        &world,
        "--agent claude",
        0,
        "verified: ~/.claude/settings.json",
    );
    assert!(!world.at(script).exists());
    world.ok("init -y --uninstall");
    assert!(world.tree().is_empty());
}

#[test]
fn the_trust_that_codex_wants() {
    let world = World::new("trust");
    world.ok("init -y --agent codex");
    says(&world, "--agent codex", 0, "not trusted yet");
    let place = world.at(".codex/hooks.json");
    let trust = format!(
        "[hooks.state.\"{}:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:0\"\n",
        place.display()
    );
    world.put(".codex/config.toml", trust, 0o600);
    let (status, out) = verify(&world, "--agent codex");
    assert_eq!(status, 0);
    assert!(!out.contains("trusted"), "{out}");
}

#[test]
fn what_surrounds_it() {
    let world = World::new("surroundings");
    world.ok("init -y --agent claude");
    // Another rtk first on PATH.
    world.put("other/rtk", "#!/bin/sh\necho rtk 0.20.0\n", 0o755);
    let path = format!(
        "{}:{}:/usr/bin:/bin",
        world.at("other").display(),
        world.top.join("bin").display()
    );
    let mut command = world.command(world.program());
    let (_, out, _) = outcome(command.arg("verify").env("PATH", path));
    assert!(
        out.contains("another rtk comes first on PATH: ~/other/rtk (rtk 0.20.0)"),
        "{out}"
    );
    // No rtk on PATH at all.
    let mut command = world.command(world.program());
    let (_, out, _) = outcome(command.arg("verify").env("PATH", "/usr/bin:/bin"));
    assert!(out.contains("rtk is not on PATH"), "{out}");
    // A configuration that cannot be read.
    world.put(".config/rtk/config.toml", "[hooks\n", 0o644);
    says(&world, "", 1, "config unreadable");
    world.put(".config/rtk/config.toml", "[hooks]\nexclude = 1\n", 0o644);
    says(&world, "", 0, "unknown setting [hooks] exclude");
    // Another hook on the same event.
    edit(&world, SETTINGS, |text| {
        text.replace("\"PreToolUse\": [", "\"PreToolUse\": [{\"matcher\": \"Bash|Edit\", \"hooks\": [{\"command\": \"guard\"}]}, {\"matcher\": \"Write\", \"hooks\": [{\"command\": \"x\"}]},")
    });
    says(&world, "", 0, "1 other hook on the same event");
}

#[test]
fn a_part_is_missing() {
    let world = World::new("part");
    world.ok("init -y --agent hermes");
    says(&world, "--agent hermes", 0, "verified");
    fs::remove_file(world.at(".hermes/plugins/rtk-rewrite/plugin.yaml")).unwrap();
    says(&world, "--agent hermes", 1, "FAIL");
    let world = World::new("part");
    world.ok("init -y --agent hermes");
    edit(&world, ".hermes/plugins/rtk-rewrite/__init__.py", |text| {
        text.replace("rtk", "evil")
    });
    says(&world, "--agent hermes", 1, "FAIL");
}

#[test]
fn for_programs() {
    let world = World::new("json");
    world.ok("init -y --agent claude --agent codex");
    let (status, out) = verify(&world, "--json");
    assert_eq!(status, 0);
    let root = rtk::text::json::parse(out.as_bytes()).unwrap();
    let states: Vec<String> = root
        .items()
        .map(|row| {
            let text = |key: &str| row.get(key).unwrap().as_str().unwrap().into_owned();
            assert!(row.get("findings").unwrap().items().count() > 0);
            format!("{} {}", text("agent"), text("state"))
        })
        .collect();
    assert_eq!(states[..2], ["claude PASS", "codex WARN"]);
    assert_eq!(verify(&World::new("json"), "--json").1, "[]\n");
}

#[test]
fn mistakes() {
    let world = World::new("mistakes");
    for (words, why) in [
        ("verify --agent nobody", "unknown agent or option nobody"),
        ("verify nobody", "unknown agent or option nobody"),
        ("init --agent", "--agent needs a name"),
        (
            "init --agent nobody",
            "unknown agent nobody; known: claude cursor",
        ),
        ("init --nothing", "unknown option --nothing"),
        ("init word", "unknown operand word"),
        ("init -x", "unknown operand -x"),
    ] {
        let (status, out, err) = world.run(words);
        assert_eq!((status, out.as_str()), (2, ""), "{words}");
        assert!(err.starts_with("rtk: ") && err.contains(why), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn a_linked_home() {
    let world = World::new("linked-home");
    world.put("real/.claude/settings.json", "{}\n", 0o644);
    symlink("real", world.at("link")).unwrap();
    let mut command = world.rtk("init -y --agent claude");
    assert_eq!(outcome(command.env("HOME", world.at("link"))).0, 0);
    let mut command = world.rtk("verify --agent claude");
    let (status, out, _) = outcome(command.env("HOME", world.at("link")));
    assert_eq!(status, 0, "{out}");
    let mut command = world.rtk("init -y --uninstall --agent claude");
    assert_eq!(outcome(command.env("HOME", world.at("link"))).0, 0);
    assert_eq!(world.get("real/.claude/settings.json"), "{}\n");
}
