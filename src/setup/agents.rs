//! The agents and what is installed for each: one row an agent, one table for
//! install, uninstall, show and verify.
//!
//! Paths, formats and pitfalls are those of each agent's documentation and of the
//! programs themselves; `hooks/` has a folder with a README for each.

use super::json_edit::Node;
use crate::text::json::Value;

/// An agent, as far as setup is concerned.
pub(crate) struct Agent {
    /// Its name for `--agent`.
    pub(crate) name: &'static str,
    /// Other spellings: `--claude-code` and `--agent claude-code`.
    pub(crate) aliases: &'static [&'static str],
    /// Its name for people.
    pub(crate) title: &'static str,
    /// Its own folder: if that is there, so is the agent.
    pub(crate) home: Base,
    /// Its programs: if one is on PATH, so is the agent.
    pub(crate) programs: &'static [&'static str],
    /// What is installed for the user, below `home` unless a piece says else.
    pub(crate) user: &'static [Piece],
    /// What is installed in a project, below its root.
    pub(crate) project: &'static [Piece],
    /// With `--script`, instead of `user`.
    pub(crate) script: &'static [Piece],
    /// What is left for the user to do.
    pub(crate) afterwards: &'static [&'static str],
}

/// A directory of the user.
#[derive(Clone, Copy)]
pub(crate) enum Base {
    /// `$VARIABLE`, else below the home directory.
    Home(&'static str, &'static str),
    /// Below `$XDG_CONFIG_HOME`, else `~/.config`.
    Config(&'static str),
}

/// One thing that is installed.
pub(crate) enum Piece {
    /// A handler in an array of a JSON file.
    Handler(Handler),
    /// A file of our own.
    File {
        /// Below the base.
        file: &'static str,
        /// What it holds.
        text: &'static str,
        /// Whether it is a program.
        executable: bool,
    },
    /// A table of a TOML file: `[[array]]` with this name.
    Table {
        /// Below the base.
        file: &'static str,
        /// The array of tables.
        array: &'static str,
        /// The value of its `name`.
        name: &'static str,
        /// The lines.
        text: &'static str,
    },
    /// Lines between markers in a Markdown file.
    Block {
        /// Below the base.
        file: &'static str,
    },
    /// An item of a list in a YAML file.
    Enabled {
        /// Below the base.
        file: &'static str,
        /// The keys of the list.
        keys: [&'static str; 2],
        /// The item.
        item: &'static str,
    },
}

/// A handler in an array of a JSON file, in a group of its own where groups are the custom.
pub(crate) struct Handler {
    /// Below the base.
    pub(crate) file: &'static str,
    /// The keys of the array.
    pub(crate) keys: &'static [&'static str],
    /// Members that a file needs that did not exist.
    pub(crate) preamble: &'static [(&'static str, &'static str)],
    /// The matcher of the group; `None`: handlers stand in the array themselves.
    pub(crate) group: Option<&'static str>,
    /// The handler, given how rtk (or its script) is called.
    pub(crate) handler: fn(&Call) -> Node,
}

/// How the hook is called.
pub(crate) struct Call {
    /// The program: an absolute path, in a project's files the bare name.
    pub(crate) program: String,
    /// The script of `--script`, an absolute path.
    pub(crate) script: Option<String>,
}

impl Call {
    /// A shell command line: quoted where a shell would split it.
    fn line(&self, words: &str) -> Node {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@%,".contains(&byte);
        let program = match self.program.bytes().all(plain) {
            true => self.program.clone(),
            false => format!("'{}'", self.program.replace('\'', r"'\''")),
        };
        Node::Text(format!("{program} {words}"))
    }

    fn script(&self) -> Node {
        let path = self.script.clone().unwrap_or_default();
        Node::Text(format!("'{}'", path.replace('\'', r"'\''")))
    }
}

const RULES: &str = include_str!("../../hooks/rules/rtk.md");

/// The text of a [`Piece::Block`].
pub(crate) fn rules() -> &'static str {
    RULES
}

fn text(text: &str) -> Node {
    Node::Text(text.to_string())
}

fn map<const N: usize>(members: [(&str, Node); N]) -> Node {
    Node::Map(
        members
            .into_iter()
            .map(|(key, value)| (key.to_string(), value))
            .collect(),
    )
}

fn number(digits: &str) -> Node {
    Node::Bare(digits.to_string())
}

/// `command -v rtk` in front: the two agents that deny every command when the hook's
/// program is missing must not notice.
fn guarded(agent: &str) -> Node {
    Node::Text(format!(
        "command -v rtk >/dev/null 2>&1 || exit 0; rtk hook {agent}"
    ))
}

const CLAUDE: Handler = Handler {
    file: "settings.json",
    keys: &["hooks", "PreToolUse"],
    preamble: &[],
    group: Some("Bash"),
    // Exec form: the program is started directly, without a shell.
    handler: |call| {
        map([
            ("type", text("command")),
            ("command", text(&call.program)),
            ("args", Node::List(vec![text("hook"), text("claude")])),
            ("timeout", number("5")),
        ])
    },
};

const CURSOR: Handler = Handler {
    file: "hooks.json",
    keys: &["hooks", "preToolUse"],
    preamble: &[("version", "1")],
    group: None,
    handler: |call| {
        map([
            ("command", call.line("hook cursor")),
            ("matcher", text("Shell")),
            ("timeout", number("5")),
        ])
    },
};

const GEMINI: Handler = Handler {
    file: "settings.json",
    keys: &["hooks", "BeforeTool"],
    preamble: &[],
    group: Some("run_shell_command"),
    handler: |_| {
        map([
            ("type", text("command")),
            ("name", text("rtk")),
            ("command", guarded("gemini")),
            ("timeout", number("5000")),
        ])
    },
};

const CODEX: Handler = Handler {
    file: "hooks.json",
    keys: &["hooks", "PreToolUse"],
    preamble: &[],
    group: Some("^Bash$"),
    handler: |call| {
        map([
            ("type", text("command")),
            ("command", call.line("hook codex")),
            ("timeout", number("5")),
        ])
    },
};

const DROID: Handler = Handler {
    file: "hooks.json",
    keys: &["PreToolUse"],
    preamble: &[],
    group: Some("Execute"),
    handler: |call| {
        map([
            ("type", text("command")),
            ("command", call.line("hook droid")),
            ("timeout", number("5")),
        ])
    },
};

const COPILOT_FILE: &str = include_str!("../../hooks/copilot/rtk.json");
const VIBE_TABLE: &str = include_str!("../../hooks/vibe/hooks.toml");

/// All of them, in the order in which they are shown.
pub(crate) static AGENTS: [Agent; 22] = [
    Agent {
        name: "claude",
        aliases: &["claude-code"],
        title: "Claude Code",
        home: Base::Home("CLAUDE_CONFIG_DIR", ".claude"),
        programs: &["claude"],
        user: &[Piece::Handler(CLAUDE)],
        project: &[Piece::Handler(Handler {
            file: ".claude/settings.json",
            ..CLAUDE
        })],
        script: &[
            Piece::File {
                file: "hooks/rtk-rewrite.sh",
                text: include_str!("../../hooks/claude/rtk-rewrite.sh"),
                executable: true,
            },
            Piece::Handler(Handler {
                handler: |call| {
                    map([
                        ("type", text("command")),
                        ("command", call.script()),
                        ("timeout", number("5")),
                    ])
                },
                ..CLAUDE
            }),
        ],
        afterwards: &["restart Claude Code: it reads hooks when it starts"],
    },
    Agent {
        name: "cursor",
        aliases: &[],
        title: "Cursor",
        home: Base::Home("", ".cursor"),
        programs: &["cursor", "cursor-agent"],
        user: &[Piece::Handler(CURSOR)],
        project: &[Piece::Handler(Handler {
            file: ".cursor/hooks.json",
            ..CURSOR
        })],
        script: &[
            Piece::File {
                file: "hooks/rtk-rewrite.sh",
                text: include_str!("../../hooks/cursor/rtk-rewrite.sh"),
                executable: true,
            },
            Piece::Handler(Handler {
                handler: |call| {
                    map([
                        ("command", call.script()),
                        ("matcher", text("Shell")),
                        ("timeout", number("5")),
                    ])
                },
                ..CURSOR
            }),
        ],
        afterwards: &[],
    },
    Agent {
        name: "copilot",
        aliases: &["github-copilot", "vscode"],
        title: "GitHub Copilot CLI, VS Code",
        home: Base::Home("COPILOT_HOME", ".copilot"),
        programs: &["copilot"],
        user: &[Piece::File {
            file: "hooks/rtk.json",
            text: COPILOT_FILE,
            executable: false,
        }],
        project: &[Piece::File {
            file: ".github/hooks/rtk.json",
            text: COPILOT_FILE,
            executable: false,
        }],
        script: &[],
        afterwards: &["before you delete rtk, run rtk init --uninstall"],
    },
    Agent {
        name: "gemini",
        aliases: &["gemini-cli"],
        title: "Gemini CLI",
        home: Base::Home("", ".gemini"),
        programs: &["gemini"],
        user: &[Piece::Handler(GEMINI)],
        project: &[Piece::Handler(Handler {
            file: ".gemini/settings.json",
            ..GEMINI
        })],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "codex",
        aliases: &["codex-cli"],
        title: "Codex CLI",
        home: Base::Home("CODEX_HOME", ".codex"),
        programs: &["codex"],
        user: &[Piece::Handler(CODEX)],
        project: &[Piece::Handler(Handler {
            file: ".codex/hooks.json",
            ..CODEX
        })],
        script: &[],
        afterwards: &[
            "open codex, run /hooks and trust the hook: until then it is skipped without a word",
        ],
    },
    Agent {
        name: "vibe",
        aliases: &["mistral-vibe"],
        title: "Mistral Vibe",
        home: Base::Home("VIBE_HOME", ".vibe"),
        programs: &["vibe"],
        user: &[Piece::Table {
            file: "hooks.toml",
            array: "hooks",
            name: "rtk-rewrite",
            text: VIBE_TABLE,
        }],
        project: &[Piece::Table {
            file: ".vibe/hooks.toml",
            array: "hooks",
            name: "rtk-rewrite",
            text: VIBE_TABLE,
        }],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "antigravity",
        aliases: &["agy"],
        title: "Antigravity",
        home: Base::Home("", ".gemini/config"),
        programs: &["agy", "antigravity"],
        user: &[
            Piece::File {
                file: "plugins/rtk/plugin.json",
                text: include_str!("../../hooks/antigravity/plugin.json"),
                executable: false,
            },
            Piece::File {
                file: "plugins/rtk/hooks.json",
                text: include_str!("../../hooks/antigravity/hooks.json"),
                executable: false,
            },
        ],
        project: &[Piece::File {
            file: ".agents/rules/rtk.md",
            text: RULES,
            executable: false,
        }],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "droid",
        aliases: &["factory"],
        title: "Factory Droid",
        home: Base::Home("", ".factory"),
        programs: &["droid"],
        user: &[Piece::Handler(DROID)],
        project: &[Piece::Handler(Handler {
            file: ".factory/hooks.json",
            ..DROID
        })],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "cline",
        aliases: &[],
        title: "Cline",
        home: Base::Home("CLINE_DIR", ".cline"),
        programs: &["cline"],
        user: &[Piece::File {
            file: "hooks/PreToolUse",
            text: include_str!("../../hooks/cline/PreToolUse"),
            executable: true,
        }],
        // The editor's extension runs no hook that rewrites: it gets the rules.
        project: &[Piece::Block {
            file: ".clinerules",
        }],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "opencode",
        aliases: &[],
        title: "OpenCode",
        home: Base::Config("opencode"),
        programs: &["opencode"],
        user: &[Piece::File {
            file: "plugin/rtk.ts",
            text: include_str!("../../hooks/opencode/rtk.ts"),
            executable: false,
        }],
        project: &[Piece::File {
            file: ".opencode/plugin/rtk.ts",
            text: include_str!("../../hooks/opencode/rtk.ts"),
            executable: false,
        }],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "kilocode",
        aliases: &["kilo"],
        title: "Kilo Code",
        home: Base::Config("kilo"),
        programs: &["kilo", "kilocode"],
        user: &[Piece::File {
            file: "plugin/rtk.ts",
            text: include_str!("../../hooks/kilocode/rtk.ts"),
            executable: false,
        }],
        project: &[Piece::File {
            file: ".kilo/plugin/rtk.ts",
            text: include_str!("../../hooks/kilocode/rtk.ts"),
            executable: false,
        }],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "pi",
        aliases: &[],
        title: "Pi",
        home: Base::Home("PI_CODING_AGENT_DIR", ".pi/agent"),
        programs: &["pi"],
        user: &[Piece::File {
            file: "extensions/rtk.ts",
            text: include_str!("../../hooks/pi/rtk.ts"),
            executable: false,
        }],
        project: &[Piece::File {
            file: ".pi/extensions/rtk.ts",
            text: include_str!("../../hooks/pi/rtk.ts"),
            executable: false,
        }],
        script: &[],
        afterwards: &[],
    },
    Agent {
        name: "hermes",
        aliases: &["hermes-agent"],
        title: "Hermes",
        home: Base::Home("HERMES_HOME", ".hermes"),
        programs: &["hermes"],
        user: &[
            Piece::File {
                file: "plugins/rtk-rewrite/__init__.py",
                text: include_str!("../../hooks/hermes/__init__.py"),
                executable: false,
            },
            Piece::File {
                file: "plugins/rtk-rewrite/plugin.yaml",
                text: include_str!("../../hooks/hermes/plugin.yaml"),
                executable: false,
            },
            Piece::Enabled {
                file: "config.yaml",
                keys: ["plugins", "enabled"],
                item: "rtk-rewrite",
            },
        ],
        project: &[],
        script: &[],
        afterwards: &["rtk must be on the PATH of login shells: Hermes runs commands in one"],
    },
    rules_file(
        "roo",
        "Roo Code",
        Base::Home("", ".roo"),
        &[],
        &[Piece::Block { file: ".roorules" }],
    ),
    rules_file(
        "windsurf",
        "Windsurf",
        Base::Home("", ".codeium/windsurf"),
        &[Piece::Block {
            file: "memories/global_rules.md",
        }],
        &[Piece::Block {
            file: ".windsurfrules",
        }],
    ),
    rules_file(
        "qwen",
        "Qwen Code",
        Base::Home("QWEN_HOME", ".qwen"),
        &[Piece::Block { file: "QWEN.md" }],
        &[Piece::Block { file: "QWEN.md" }],
    ),
    rules_file(
        "kimi",
        "Kimi Code",
        Base::Home("", ".kimi-code"),
        &[Piece::Block { file: "AGENTS.md" }],
        &[Piece::Block { file: "AGENTS.md" }],
    ),
    rules_file(
        "kiro",
        "Kiro",
        Base::Home("", ".kiro"),
        &[Piece::File {
            file: "steering/rtk.md",
            text: RULES,
            executable: false,
        }],
        &[Piece::File {
            file: ".kiro/steering/rtk.md",
            text: RULES,
            executable: false,
        }],
    ),
    rules_file(
        "goose",
        "Goose",
        Base::Config("goose"),
        &[Piece::Block {
            file: ".goosehints",
        }],
        &[Piece::Block {
            file: ".goosehints",
        }],
    ),
    rules_file(
        "zed",
        "Zed",
        Base::Config("zed"),
        &[],
        &[Piece::Block { file: ".rules" }],
    ),
    rules_file(
        "codex-rules",
        "Codex CLI, text only",
        Base::Home("CODEX_HOME", ".codex"),
        &[Piece::Block { file: "AGENTS.md" }],
        &[Piece::Block { file: "AGENTS.md" }],
    ),
    rules_file(
        "copilot-rules",
        "Copilot, text only",
        Base::Home("COPILOT_HOME", ".copilot"),
        &[Piece::Block {
            file: "copilot-instructions.md",
        }],
        &[Piece::Block {
            file: ".github/copilot-instructions.md",
        }],
    ),
];

/// An agent without a hook that can rewrite: it is told about rtk in its rules file.
const fn rules_file(
    name: &'static str,
    title: &'static str,
    home: Base,
    user: &'static [Piece],
    project: &'static [Piece],
) -> Agent {
    Agent {
        name,
        aliases: &[],
        title,
        home,
        programs: &[],
        user,
        project,
        script: &[],
        afterwards: &[],
    }
}

impl Agent {
    /// Whether all it can be given is a text: it is not proposed unasked.
    pub(crate) fn is_text_only(&self) -> bool {
        self.programs.is_empty()
    }
}

/// The agent of this name.
pub(crate) fn named(name: &str) -> Option<&'static Agent> {
    AGENTS
        .iter()
        .find(|agent| agent.name == name || agent.aliases.contains(&name))
}

/// Whether a handler is ours, of any version: `rtk hook ...`, `rtk-rewrite.sh` and the like.
pub(crate) fn is_ours(handler: &Value<'_>) -> bool {
    ["command", "bash"].iter().any(|key| {
        let Some(command) = handler.get(key).and_then(|value| value.as_str()) else {
            return false;
        };
        let with_hook = handler.get("args").is_some_and(|args| {
            args.items()
                .next()
                .is_some_and(|first| first.is_str("hook"))
        });
        let bare = command.trim().trim_matches(['\'', '"']);
        let name = bare.rsplit(['/', '\\']).next().unwrap_or_default();
        if with_hook && matches!(name, "rtk" | "rtk.exe") {
            return true;
        }
        command
            .split(['/', '\\', ' ', ';', '\'', '"'])
            .collect::<Vec<_>>()
            .windows(2)
            .any(|words| matches!(words[0], "rtk" | "rtk.exe") && words[1] == "hook")
            || is_script(name)
            || command.contains("rtk.exe\" hook")
            || command.contains("rtk' hook")
            || command.contains("rtk\" hook")
    })
}

/// Script names that this and older versions install.
fn is_script(name: &str) -> bool {
    matches!(
        name,
        "rtk-rewrite.sh" | "rtk-hook-gemini.sh" | "rtk-hook.sh"
    )
}
