//! `rtk init`, `--uninstall`, `verify`: what the user had comes back, byte for byte.
//!
//! Every starting file is put where each agent reads it; then `init` twice (the
//! second time changes nothing), `verify`, and `--uninstall`, after which the tree
//! is the one before: names, bytes, modes, links.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::oracle::scratch;

/// A home directory of its own, with rtk on PATH.
pub(crate) struct World {
    pub(crate) top: PathBuf,
    pub(crate) home: PathBuf,
}

/// Name below the home, and mode with type, bytes or link target.
pub(crate) type Tree = BTreeMap<String, (u32, Vec<u8>)>;

impl World {
    pub(crate) fn new(name: &str) -> World {
        World::below(scratch(&format!("setup-{name}")))
    }

    /// In memory, where that can be: every edit waits for its file to be on the disk.
    pub(crate) fn quick(name: &str) -> World {
        let memory = Path::new("/dev/shm").join(format!("rtk-it-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&memory);
        match fs::create_dir(&memory) {
            Ok(()) => World::below(memory),
            Err(_) => World::new(name),
        }
    }

    fn below(top: PathBuf) -> World {
        let home = top.join("home");
        fs::create_dir_all(&home).unwrap();
        fs::create_dir_all(top.join("bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_rtk"), top.join("bin/rtk")).unwrap();
        World { top, home }
    }

    /// The path by which rtk registers itself here.
    pub(crate) fn program(&self) -> String {
        self.top.join("bin/rtk").to_str().unwrap().to_owned()
    }

    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.home.join(path)
    }

    pub(crate) fn put(&self, path: &str, bytes: impl AsRef<[u8]>, mode: u32) -> PathBuf {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    pub(crate) fn get(&self, path: &str) -> String {
        String::from_utf8(fs::read(self.at(path)).unwrap()).unwrap()
    }

    /// A command in this world; nothing of the real one is in its environment.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        let path = format!(
            "{}:/usr/local/bin:/usr/bin:/bin",
            self.top.join("bin").display()
        );
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", path)
            .env("SHELL", "/bin/sh")
            .current_dir(&self.home)
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn rtk(&self, words: &str) -> Command {
        let mut command = self.command(self.program());
        command.args(words.split_whitespace());
        command
    }

    /// Exit status, standard output, standard error of `rtk WORDS...`.
    pub(crate) fn run(&self, words: &str) -> (i32, String, String) {
        outcome(&mut self.rtk(words))
    }

    /// Runs what must succeed; its standard output.
    #[track_caller]
    pub(crate) fn ok(&self, words: &str) -> String {
        let (status, out, err) = self.run(words);
        assert_eq!((status, err.as_str()), (0, ""), "rtk {words}\n{out}");
        out
    }

    pub(crate) fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        walk(&self.home, "", &mut tree);
        tree
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.top);
        }
    }
}

pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

fn walk(directory: &Path, prefix: &str, tree: &mut Tree) {
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        let meta = entry.metadata().unwrap();
        let bytes = if meta.is_symlink() {
            let target = fs::read_link(entry.path()).unwrap();
            target.to_str().unwrap().as_bytes().to_vec()
        } else if meta.is_file() {
            fs::read(entry.path()).unwrap()
        } else {
            Vec::new()
        };
        tree.insert(name.clone(), (meta.mode(), bytes));
        if meta.is_dir() {
            walk(&entry.path(), &format!("{name}/"), tree);
        }
    }
}

#[track_caller]
pub(crate) fn same(now: &Tree, before: &Tree, what: &str) {
    let show = |entry: Option<&(u32, Vec<u8>)>| match entry {
        None => "absent".to_owned(),
        Some((mode, bytes)) => format!("{mode:o} {:?}", String::from_utf8_lossy(bytes)),
    };
    let mut names: Vec<&String> = now.keys().chain(before.keys()).collect();
    names.dedup();
    let wrong: Vec<String> = names
        .iter()
        .filter(|name| now.get(**name) != before.get(**name))
        .map(|name| {
            let (now, before) = (now.get(*name), before.get(*name));
            format!("{name}\n  was {}\n  is  {}", show(before), show(now))
        })
        .collect();
    assert!(wrong.is_empty(), "{what}\n{}", wrong.join("\n"));
}

/// The agents whose hook is an entry in a JSON file: the file, the keys of the array,
/// the matcher of a group; none where handlers stand in the array themselves.
pub(crate) const JSON: [(&str, &str, &[&str], &str); 5] = [
    (
        "claude",
        ".claude/settings.json",
        &["hooks", "PreToolUse"],
        "Bash",
    ),
    ("cursor", ".cursor/hooks.json", &["hooks", "preToolUse"], ""),
    (
        "gemini",
        ".gemini/settings.json",
        &["hooks", "BeforeTool"],
        "run_shell_command",
    ),
    (
        "codex",
        ".codex/hooks.json",
        &["hooks", "PreToolUse"],
        "^Bash$",
    ),
    ("droid", ".factory/hooks.json", &["PreToolUse"], "Execute"),
];

/// Whole files, for every agent. `@FILE` stands for a file below tests/data/setup.
const DOCUMENTS: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "\t\n\n",
    "\u{feff}",
    "{}",
    "{}\n",
    "{ }\n",
    "{\n}\n",
    "{\n\n}",
    "{\r\n}\r\n",
    "\u{feff}{}\r\n",
    "\u{feff}{\n  \"a\": 1\n}\n",
    "{\"a\":1}",
    "{\"a\": 1}",
    "{ \"a\": 1 }\n",
    "  {\"a\": 1}  \n\n",
    "{\n  \"a\": 1\n}\n",
    "{\n  \"a\": 1\n}",
    "{\n    \"a\": 1.10,\n    \"b\": [1, 2]\n}\n",
    "{\n\t\"a\": {\n\t\t\"b\": null\n\t}\n}\n",
    "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n",
    "{\r\n  \"a\": 1,\n  \"b\": 2\r\n}",
    "{\"a\":1,\n\"b\":2\n}\n",
    "{\n \"n\": [1e400, -0, 1.10, 0.1e+2, 12345678901234567890123456789012345678901234567890]\n}\n",
    "{\n  \"é\": \"ü \u{1f600} \\ud83d\\ude00 \\u0000\",\n  \"日本\": \"\\ud800\"\n}\n",
    "{\n  // mine\n  \"a\": 1, // one\n}\n",
    "{\n  \"a\": 1 // one\n  /* two */\n}\n",
    "{ // nothing yet\n}\n",
    "/* head */\n{\n  \"a\": 1,\n  // \"hooks\": {}\n}\n// tail\n",
    "{\"a\":1,}",
    "{\n  \"a\": {},\n  \"b\": [],\n  \"a\": {}\n}\n",
    "{\"nested\":[[[[[[{\"x\":[]}]]]]]],\"s\":\"}]{[\\\"// /*\"}\n",
    "{\n\n\n  \"a\": 1\n\n\n}\n\n\n",
    "{\n  \"a\": 1,\n\n  \"b\": 2   \n}   \n",
    "@large.json",
];

/// What the event's array may hold already; `O` is somebody else's handler.
const LISTS: &[&str] = &[
    "{E}",
    "{ E }",
    "{\n  \"z\": 1,\n  E\n}\n",
    "{\n  E,\n  \"z\": 1\n}\n",
    "{\r\n\tE\r\n}\r\n",
];
const ITEMS: &[&str] = &[
    "[]",
    "[ ]",
    "[\n]",
    "[O]",
    "[ O ]",
    "[O,O]",
    "[\n    O\n  ]",
    "[\n    O, // first\n    O // second\n  ]",
    "[\n    O,\n    O,\n  ]",
    "[\n    O\n    // none behind it\n  ]",
];

fn other(matcher: &str) -> String {
    let handler = r#"{"type": "command", "command": "/opt/guard.sh", "timeout": 1.0}"#;
    match matcher {
        "" => handler.to_owned(),
        _ => format!(r#"{{"matcher": "{matcher}", "hooks": [{handler}]}}"#),
    }
}

/// The starting files of one agent: documents, and documents with the event's array.
fn starts(keys: &[&str], matcher: &str) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = DOCUMENTS.iter().map(|text| document(text)).collect();
    for list in LISTS {
        for items in ITEMS {
            let mut event = items.replace('O', &other(matcher));
            for (depth, key) in keys.iter().rev().enumerate() {
                event = format!("\"{key}\": {event}");
                if depth + 1 < keys.len() {
                    event = format!("{{{event}}}");
                }
            }
            all.push(list.replace('E', &event).into_bytes());
        }
    }
    // The keys are there, with nothing in them.
    if let [first, _] = keys {
        for empty in ["{}", "{\n  }", "{ }"] {
            all.push(format!("{{\n  \"{first}\": {empty}\n}}\n").into_bytes());
            all.push(format!("{{\"{first}\":{empty},\"a\":1}}").into_bytes());
        }
    }
    all
}

pub(crate) fn document(text: &str) -> Vec<u8> {
    match text.strip_prefix('@') {
        Some(file) => {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/setup");
            fs::read(path.join(file)).unwrap()
        }
        None => text.as_bytes().to_vec(),
    }
}

/// `init` twice, `verify`, `--uninstall`: nothing is left.
#[track_caller]
fn round_trip(world: &World, agents: &str, what: &str) {
    round_trip_in(world, "", agents, "", what);
}

/// The same in a directory, with options that say which form or scope.
#[track_caller]
fn round_trip_in(world: &World, directory: &str, agents: &str, options: &str, what: &str) {
    let run = |words: &str| {
        let mut command = world.rtk(words);
        let (status, out, err) = outcome(command.current_dir(world.at(directory)));
        assert_eq!((status, err.as_str()), (0, ""), "{what}: {words}\n{out}");
        out
    };
    let scope = options.replace("--script", "");
    let before = world.tree();
    run(&format!("init -y {agents} {options}"));
    let installed = world.tree();
    assert_ne!(installed, before, "{what}: nothing was installed");
    let again = run(&format!("init -y {agents} {options}"));
    assert!(again.contains("already installed"), "{what}\n{again}");
    same(
        &world.tree(),
        &installed,
        &format!("{what}: the second time"),
    );
    let report = run(&format!("verify {agents} {scope}"));
    assert!(report.starts_with("PASS"), "{what}\n{report}");
    run(&format!("init --uninstall -y {agents} {scope}"));
    same(&world.tree(), &before, &format!("{what}: afterwards"));
}

#[test]
fn every_json_file_comes_back() {
    let counts: Vec<usize> = JSON.iter().map(|row| starts(row.2, row.3).len()).collect();
    let most = counts.iter().max().unwrap();
    assert!(counts.iter().all(|count| *count >= 25));
    for index in 0..*most {
        let world = World::quick("json");
        let mut agents = String::new();
        for (agent, file, keys, matcher) in JSON {
            let starts = starts(keys, matcher);
            let start = &starts[index % starts.len()];
            // BOM: Codex and Droid do not read a file that starts with one.
            world.put(file, start, [0o600, 0o644, 0o640][index % 3]);
            agents.push_str(&format!(" --agent {agent}"));
        }
        round_trip(&world, &agents, &format!("start {index}"));
    }
}

#[test]
fn what_was_not_there_is_gone() {
    for (agent, _, _, _) in JSON {
        let world = World::new("absent");
        round_trip(&world, &format!("--agent {agent}"), agent);
        assert!(world.tree().is_empty(), "{agent}");
    }
    for agent in OTHERS {
        let world = World::new("absent");
        round_trip(&world, &format!("--agent {agent}"), agent);
        assert!(world.tree().is_empty(), "{agent}");
    }
}

/// The agents with another kind of file, or with files of rtk's own.
const OTHERS: [&str; 16] = [
    "copilot",
    "vibe",
    "antigravity",
    "cline",
    "opencode",
    "kilocode",
    "pi",
    "hermes",
    "windsurf",
    "qwen",
    "kimi",
    "kiro",
    "goose",
    "codex-rules",
    "copilot-rules",
    "claude-rules",
];

const MARKDOWN: &[&str] = &[
    "",
    "\n",
    " \n",
    "\r\n",
    "\u{feff}",
    "x",
    "x\n",
    "x\n\n",
    "x\n\n\n",
    "x\r\n",
    "x\r\ny",
    "x\r\n\r\n",
    "# Notes\n\n- a\n- b\n",
    "\u{feff}# Notes\r\n",
    "Prefer RTK Query.\n",
    "rtk\n",
    "<!-- rtk -->\n",
    "```\n<!-- other: begin -->\n```\n",
    "tab\there\n",
    "trailing blanks   \n   \n",
    "é 日本 \u{1f600}\n",
    "no end \\",
    "---\nalwaysApply: true\n---\ntext\n",
    "x\r\ny\nz\r\n",
    "@large.md",
    "\n\n\nx",
];

#[test]
fn every_rules_file_comes_back() {
    let files = [
        ("windsurf", ".codeium/windsurf/memories/global_rules.md"),
        ("qwen", ".qwen/QWEN.md"),
        ("kimi", ".kimi-code/AGENTS.md"),
        ("goose", ".config/goose/.goosehints"),
        ("codex-rules", ".codex/AGENTS.md"),
        ("copilot-rules", ".copilot/copilot-instructions.md"),
        ("claude-rules", ".claude/CLAUDE.md"),
    ];
    assert!(MARKDOWN.len() >= 25);
    for (index, text) in MARKDOWN.iter().enumerate() {
        let world = World::quick("markdown");
        let mut agents = String::new();
        for (agent, file) in files {
            world.put(file, document(text), [0o600, 0o644, 0o664][index % 3]);
            agents.push_str(&format!(" --agent {agent}"));
        }
        round_trip(&world, &agents, &format!("{text:?}"));
    }
}

const TOML: &[&str] = &[
    "",
    "\n",
    " ",
    "\r\n",
    "\u{feff}",
    "# c",
    "# c\n",
    "a = 1",
    "a = 1\n",
    "a = 1\r\n",
    "a = 1\r\nb = 2",
    "[x]\ny = 2\n",
    "[x]\ny = 2\n\n\n",
    "[[hooks]]\nname = \"other\"\ntype = \"pre_tool\"\ncommand = \"x\"\n",
    "[[hooks]]\nname = \"other\"",
    "[[hooks]]\r\nname = \"other\"\r\n",
    "[[hooks]]\nname = 'a'\n[[hooks]]\nname = 'b'\n# tail\n",
    "x = 1.10 # odd\ny = 0xff\n",
    "s = \"\"\"\n[[hooks]]\nname = \"rtk-rewrite\"\n\"\"\"\n",
    "'é' = \"ü\"",
    "\"é\" = \"日本\"\n",
    "t = { a = 1, b = [1, 2,\n3] }\n",
    "d = 1979-05-27T07:32:00Z\n",
    "[a.b.c]\nd = [\n  1, # one\n]\n",
    "\ta = 1\n\n\t[b]\n\tc = 2\n",
    "[[hooks]]\nname = \"other\"\n[hooks.env]\nA = \"1\"\n",
    "[last]\n# nothing in it",
];

#[test]
fn every_toml_file_comes_back() {
    assert!(TOML.len() >= 25);
    for (index, text) in TOML.iter().enumerate() {
        let world = World::quick("toml");
        world.put(".vibe/hooks.toml", text, [0o600, 0o644][index % 2]);
        round_trip(&world, "--agent vibe", &format!("{text:?}"));
    }
}

const YAML: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "\u{feff}",
    "a: 1",
    "a: 1\n",
    "a: 1\r\n",
    "# c\n",
    "---\na: 1\n",
    "plugins:\n",
    "plugins:",
    "plugins:\r\n  enabled:\r\n  - other\r\n",
    "plugins:\n  enabled:\n    - other\n",
    "plugins:\n  enabled:\n    - other",
    "plugins:\n  enabled: []\nz: 1\n",
    "plugins:\n  enabled: [ ]\n",
    "plugins:\n  enabled: [a, b]\n",
    "plugins:\n  enabled:\n  - other\n  paths: x\nz: 1\n",
    "plugins:\n  # none\n  paths: x\n",
    "plugins:\n  enabled:\n    - other\n\n# tail\nz: 1\n",
    "plugins:\n  enabled:\nz: 1\n",
    "plugins:\n  enabled:\n",
    "plugins:\n    enabled:\n        - a # mine\n        - b\n    z: 1\n",
    "x:\n  enabled:\n    - rtk-rewrite\n",
    "é: 日本\n",
    "model:\n  name: x\n\n\n",
    "z: 1\nplugins:\n  enabled: [\"a\"] # mine\n",
    "@hermes.yaml",
];

#[test]
fn every_yaml_file_comes_back() {
    assert!(YAML.len() >= 25);
    for (index, text) in YAML.iter().enumerate() {
        let world = World::quick("yaml");
        world.put(
            ".hermes/config.yaml",
            document(text),
            [0o600, 0o644][index % 2],
        );
        round_trip(&world, "--agent hermes", &format!("{text:?}"));
    }
}

/// What `init` shows at its end is what the two commands print.
#[test]
fn a_first_saving_is_shown() {
    let world = World::new("saving");
    world.put("project/a", "", 0o644);
    let project = world.at("project");
    for words in [
        "init -q",
        "add a",
        "-c user.name=N -c user.email=n@example.org commit -qm first",
    ] {
        let mut git = world.command("git");
        let git = git.args(words.split(' ')).current_dir(&project);
        assert_eq!(outcome(git).0, 0, "{words}");
    }
    let count = |program: &str, words: &str| {
        let mut command = world.command(program);
        let command = command.args(words.split(' ')).current_dir(&project);
        outcome(command).1.len()
    };
    let raw = count("git", "log -n 20");
    let short = count(&world.program(), "git log -n 20");
    assert!(short < raw);
    let mut init = world.rtk("init -y --agent vibe");
    let (status, out, _) = outcome(init.current_dir(&project));
    assert_eq!(status, 0);
    let line = format!(
        "\nA first saving: git log -n 20 prints {raw} bytes here, {short} with rtk: {} % less.\n",
        (raw - short) * 100 / raw
    );
    assert!(out.contains(&line), "{line}{out}");
}

/// Files of a project, with the agents that read them there.
#[test]
fn every_projects_file_comes_back() {
    let json = [
        ("claude", ".claude/settings.json"),
        ("cursor", ".cursor/hooks.json"),
        ("gemini", ".gemini/settings.json"),
        ("codex", ".codex/hooks.json"),
        ("droid", ".factory/hooks.json"),
    ];
    let text = [
        ("cline", ".clinerules"),
        ("roo", ".roorules"),
        ("windsurf", ".windsurfrules"),
        ("qwen", "QWEN.md"),
        ("kimi", "AGENTS.md"),
        ("goose", ".goosehints"),
        ("zed", ".rules"),
        ("claude-rules", "CLAUDE.md"),
        ("copilot-rules", ".github/copilot-instructions.md"),
    ];
    let rows = DOCUMENTS.len().max(MARKDOWN.len()).max(TOML.len());
    for index in 0..rows {
        let world = World::quick("project");
        let mode = [0o600, 0o644, 0o664][index % 3];
        // Codex starts its hooks in a login shell.
        let path = format!("PATH={}:$PATH\n", world.top.join("bin").display());
        world.put(".profile", path, 0o644);
        fs::create_dir_all(world.at("p/.git")).unwrap();
        let mut agents = String::from("--agent vibe");
        let toml = TOML[index % TOML.len()];
        world.put("p/.vibe/hooks.toml", toml, mode);
        for (agent, file) in json {
            let start = DOCUMENTS[index % DOCUMENTS.len()];
            world.put(&format!("p/{file}"), document(start), mode);
            agents.push_str(&format!(" --agent {agent}"));
        }
        for (agent, file) in text {
            let start = MARKDOWN[index % MARKDOWN.len()];
            world.put(&format!("p/{file}"), document(start), mode);
            agents.push_str(&format!(" --agent {agent}"));
        }
        let what = format!("project {index}");
        round_trip_in(&world, "p", &agents, "--project", &what);
    }
    // And where there was nothing.
    let world = World::quick("project");
    let path = format!("PATH={}:$PATH\n", world.top.join("bin").display());
    world.put(".profile", path, 0o644);
    fs::create_dir_all(world.at("p/.git")).unwrap();
    let mut agents = String::from("--agent vibe --agent antigravity --agent kiro --agent pi");
    agents.push_str(" --agent copilot --agent opencode --agent kilocode --agent codex-rules");
    for (agent, _) in json.iter().chain(&text) {
        agents.push_str(&format!(" --agent {agent}"));
    }
    round_trip_in(&world, "p", &agents, "--project", "an empty project");
}

#[test]
fn the_script_form_comes_back() {
    let agents = "--agent claude --agent cursor";
    for (index, text) in DOCUMENTS.iter().enumerate() {
        let world = World::quick("script-form");
        let mode = [0o600, 0o644, 0o640][index % 3];
        world.put(".claude/settings.json", document(text), mode);
        world.put(".cursor/hooks.json", document(text), mode);
        if index % 2 == 0 {
            world.put(".claude/hooks/mine.sh", "#!/bin/sh\n", 0o755);
        }
        round_trip_in(&world, "", agents, "--script", &format!("{text:?}"));
    }
    let world = World::quick("script-form");
    round_trip_in(&world, "", agents, "--script", "nothing there");
}

/// What a file of the user's may hold that stands where rtk would put its own.
const FOREIGN: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "\u{feff}",
    "x",
    "x\n",
    "{}",
    "{}\n",
    "[]",
    "{\n  \"version\": 1\n}\n",
    "#!/bin/sh\nexit 0\n",
    "#!/bin/sh\r\nexit 0\r\n",
    "#!/bin/sh\n/opt/guard.sh || exit 1\nexec rtk hook cline\n",
    "#!/bin/sh\n# rtk hook cline\nexec /opt/guard.sh\n",
    "#!/usr/bin/env python3\nprint()\n",
    "export default function () {}\n",
    "// a plugin\nexport const X = async () => ({})\n",
    "import rtk from \"rtk-query\"\n",
    "def register(ctx):\n    pass\n",
    "name: other\nversion: 1\n",
    "# Steering\n\nPrefer RTK Query.\n",
    "\u{feff}# Steering\r\n",
    "é 日本 \u{1f600}\n",
    "tab\there\n\n\n",
    "rtk\n",
    "a\0b",
    "no end \\",
];

#[test]
fn a_file_of_the_users_is_left_alone() {
    let files = [
        ("copilot", ".copilot/hooks/rtk.json"),
        ("antigravity", ".gemini/config/plugins/rtk/hooks.json"),
        ("cline", ".cline/hooks/PreToolUse"),
        ("opencode", ".config/opencode/plugin/rtk.ts"),
        ("kilocode", ".config/kilo/plugin/rtk.ts"),
        ("pi", ".pi/agent/extensions/rtk.ts"),
        ("hermes", ".hermes/plugins/rtk-rewrite/__init__.py"),
        ("kiro", ".kiro/steering/rtk.md"),
    ];
    assert!(FOREIGN.len() >= 25);
    for (index, text) in FOREIGN.iter().enumerate() {
        let world = World::quick("foreign");
        for (_, file) in files {
            world.put(file, text, [0o600, 0o644, 0o755][index % 3]);
        }
        let before = world.tree();
        for (agent, _) in files {
            let (status, _, err) = world.run(&format!("init -y --agent {agent}"));
            assert_eq!(status, 1, "{agent} {text:?}: {err}");
            assert!(err.contains("is not rtk's; it is left alone"), "{err}");
            world.ok(&format!("init -y --uninstall --agent {agent}"));
            same(&world.tree(), &before, &format!("{agent} {text:?}"));
        }
    }
    // Beside other people's files, ours come and go.
    for (index, text) in FOREIGN.iter().enumerate() {
        let world = World::quick("beside");
        let mut agents = String::new();
        for (agent, file) in files {
            let beside = world.at(file).with_file_name(format!("other-{index}"));
            let name = beside.strip_prefix(&world.home).unwrap();
            world.put(name.to_str().unwrap(), text, 0o644);
            agents.push_str(&format!(" --agent {agent}"));
        }
        round_trip(&world, &agents, &format!("beside {index}"));
    }
}

/// A file that does nothing but start rtk's hook is an older form of ours.
#[test]
fn an_older_file_of_ours_is_replaced() {
    for text in [
        "#!/bin/sh\nexec rtk hook cline\n",
        "#!/bin/sh\n# the hook\n\nrtk hook cline\n",
        "#!/bin/sh\n# rtk-hook-version: 3\nexit 0\n",
        include_str!("../../hooks/cline/PreToolUse"),
    ] {
        let world = World::quick("older");
        world.put(".cline/hooks/PreToolUse", text, 0o755);
        world.ok("init -y --agent cline");
        assert_eq!(world.run("verify --agent cline").0, 0);
        world.ok("init -y --uninstall --agent cline");
        assert!(!world.at(".cline/hooks/PreToolUse").exists(), "{text}");
    }
}
