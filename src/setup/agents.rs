//! The agents and what is installed for each: one row an agent, one table for
//! install, uninstall, show and verify.
//!
//! Paths, formats and pitfalls are those of each agent's documentation and of the
//! programs themselves; `hooks/` has a folder with a README for each.

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
    /// `KEY = true` in a table of a TOML file.
    Setting {
        /// Below the base.
        file: &'static str,
        /// The table.
        table: &'static str,
        /// The key.
        key: &'static str,
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
    /// Members that a file needs that did not exist, each with a comma.
    pub(crate) preamble: &'static str,
    /// The matcher of the group; empty: handlers stand in the array themselves.
    pub(crate) matcher: &'static str,
    /// The handler as JSON. `@PROGRAM` is how rtk is called, `@LINE` that as the start
    /// of a shell command line, `@SCRIPT` the quoted path of its script.
    pub(crate) handler: &'static str,
}

/// How the hook is called.
#[derive(Default)]
pub(crate) struct Call {
    /// The program: an absolute path, in a project's files the bare name.
    pub(crate) program: String,
    /// The script of `--script`, an absolute path.
    pub(crate) script: String,
    /// Deny rules to mirror: `Bash(rtk git push:*)`.
    pub(crate) rules: Vec<String>,
}

impl Handler {
    /// Whether a matcher of somebody's may mean the same tool: it names it, or is a pattern.
    pub(crate) fn matches(&self, matcher: &str) -> bool {
        let tool = match self.matcher {
            "" => "Shell",
            own => own.trim_matches(['^', '$']),
        };
        let list = |byte: u8| byte.is_ascii_alphanumeric() || b"_-|".contains(&byte);
        !matcher.bytes().all(list) || matcher.split('|').any(|name| name == tool)
    }
}

impl Call {
    /// A handler with what it calls.
    pub(crate) fn fill(&self, handler: &str) -> String {
        let in_json = |text: &str| {
            let mut quoted = Vec::new();
            crate::text::json::write_string(&mut quoted, text);
            String::from_utf8_lossy(&quoted[1..quoted.len() - 1]).into_owned()
        };
        handler
            .replace("@PROGRAM", &in_json(&self.program))
            .replace("@LINE", &in_json(&word(&self.program)))
            .replace("@SCRIPT", &in_json(&word(&self.script)))
    }
}

/// One word of a shell command line: quoted where a shell would split it. Windows'
/// shells agree on double quotes, and on forward slashes (`find::own_path`).
fn word(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@%,".contains(&byte);
    match path.bytes().all(plain) {
        true => path.to_string(),
        false if cfg!(windows) => ["\"", path, "\""].concat(),
        false => ["'", &path.replace('\'', r"'\''"), "'"].concat(),
    }
}

const RULES: &str = include_str!("../../hooks/rules/rtk.md");

/// The text of a [`Piece::Block`].
pub(crate) fn rules() -> &'static str {
    RULES
}

const CLAUDE: Handler = Handler {
    file: "settings.json",
    keys: &["hooks", "PreToolUse"],
    preamble: "",
    matcher: "Bash",
    // Exec form: the program is started directly, without a shell.
    handler: r#"{"type": "command", "command": "@PROGRAM", "args": ["hook", "claude"], "timeout": 5}"#,
};

const CURSOR: Handler = Handler {
    file: "hooks.json",
    keys: &["hooks", "preToolUse"],
    preamble: r#""version": 1, "#,
    matcher: "",
    handler: r#"{"command": "@LINE hook cursor", "matcher": "Shell", "timeout": 5}"#,
};

// Gemini denies every command when the hook's program is missing: a guard in front.
const GEMINI: Handler = Handler {
    file: "settings.json",
    keys: &["hooks", "BeforeTool"],
    preamble: "",
    matcher: "run_shell_command",
    handler: r#"{"type": "command", "name": "rtk", "command": "command -v rtk >/dev/null 2>&1 || exit 0; rtk hook gemini", "timeout": 5000}"#,
};

const CODEX: Handler = Handler {
    file: "hooks.json",
    keys: &["hooks", "PreToolUse"],
    preamble: "",
    matcher: "^Bash$",
    handler: r#"{"type": "command", "command": "@LINE hook codex", "timeout": 5}"#,
};

const DROID: Handler = Handler {
    file: "hooks.json",
    keys: &["PreToolUse"],
    preamble: "",
    matcher: "Execute",
    handler: r#"{"type": "command", "command": "@LINE hook droid", "timeout": 5}"#,
};

const COPILOT_FILE: &str = include_str!("../../hooks/copilot/rtk.json");
const VIBE_TABLE: &str = include_str!("../../hooks/vibe/hooks.toml");

/// The row of rtk's own setting, and the option that asks for it.
pub(crate) const APPROVE: &str = "approve-read-only";

/// All of them, in the order in which they are shown.
pub(crate) static AGENTS: [Agent; 24] = [
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
                handler: r#"{"type": "command", "command": "@SCRIPT", "timeout": 5}"#,
                ..CLAUDE
            }),
        ],
        afterwards: &["restart it: it reads hooks when it starts"],
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
                handler: r#"{"command": "@SCRIPT", "matcher": "Shell", "timeout": 5}"#,
                ..CURSOR
            }),
        ],
        afterwards: &[],
    },
    Agent {
        name: "copilot",
        aliases: &["github-copilot", "vscode"],
        title: "GitHub Copilot",
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
        afterwards: &["open codex, run /hooks and trust it: until then it is skipped"],
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
        "claude-rules",
        "Claude Code, text only",
        Base::Home("CLAUDE_CONFIG_DIR", ".claude"),
        &[Piece::Block { file: "CLAUDE.md" }],
        &[Piece::Block { file: "CLAUDE.md" }],
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
    // Not an agent: rtk's own setting, which Claude Code's and Cursor's hooks heed.
    rules_file(
        APPROVE,
        "approve_read_only",
        Base::Config("rtk"),
        &[Piece::Setting {
            file: "config.toml",
            table: "permissions",
            key: "approve_read_only",
        }],
        &[],
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

/// Whether a handler is ours, of this version or an older one: its command is rtk's
/// hook or script and nothing else. A command that does more is somebody's own.
pub(crate) fn is_ours(handler: &Value<'_>) -> bool {
    ["command", "bash"].iter().any(|key| {
        let Some(command) = handler.get(key).and_then(|value| value.as_str()) else {
            return false;
        };
        let arguments: Vec<_> = handler
            .get("args")
            .map(|args| args.items().filter_map(|word| word.as_str()).collect())
            .unwrap_or_default();
        match arguments.first() {
            Some(first) => first == "hook" && is_program(&command),
            None => is_our_line(&command),
        }
    })
}

/// What stands around `rtk hook` in registrations that survive a missing program.
const GUARDS: [&str; 2] = [
    "command -v rtk >/dev/null 2>&1 || exit 0;",
    "command -v rtk >/dev/null 2>&1 &&",
];
const ENDINGS: [&str; 4] = ["|| true", "|| exit 0", "; exit 0", "2>/dev/null"];

/// Script names that this and older versions install.
const SCRIPTS: [&str; 3] = ["rtk-rewrite.sh", "rtk-hook-gemini.sh", "rtk-hook.sh"];

fn is_our_line(command: &str) -> bool {
    let mut line = command.trim();
    for guard in GUARDS {
        line = line.strip_prefix(guard).unwrap_or(line).trim_start();
    }
    for ending in ENDINGS {
        line = line.strip_suffix(ending).unwrap_or(line).trim_end();
    }
    for shell in ["bash ", "sh "] {
        line = line.strip_prefix(shell).unwrap_or(line);
    }
    let (program, rest) = match line.chars().next() {
        Some(quote @ ('\'' | '"')) => line[1..].split_once(quote).unwrap_or((line, "")),
        _ => line.split_once(' ').unwrap_or((line, "")),
    };
    let mut words = rest.split_ascii_whitespace();
    let plain = |word: &str| {
        word.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    match words.next() {
        None => {
            SCRIPTS.contains(&file_name(program)) && !program.contains([';', '&', '|', '$', '('])
        }
        Some(first) => {
            first == "hook"
                && is_program(program)
                && words.next().is_none_or(plain)
                && words.next().is_none()
        }
    }
}

fn is_program(path: &str) -> bool {
    matches!(file_name(path), "rtk" | "rtk.exe") && !path.contains([';', '&', '|', '$', '('])
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_and_not_ours() {
        for (handler, ours) in [
            (r#"{"command": "/x/rtk", "args": ["hook", "claude"]}"#, true),
            (r#"{"command": "rtk", "args": ["hook"]}"#, true),
            (r#"{"command": "rtk", "args": ["gain"]}"#, false),
            (r#"{"command": "rtk hook claude"}"#, true),
            (r#"{"command": "rtk hook"}"#, true),
            (r#"{"command": "/a b/rtk hook"}"#, false),
            (r#"{"command": "'/a b/rtk' hook codex"}"#, true),
            (r#"{"command": "\"C:/a b/rtk.exe\" hook codex"}"#, true),
            (r#"{"command": "C:\\rtk.exe hook claude"}"#, true),
            (
                r#"{"command": "command -v rtk >/dev/null 2>&1 || exit 0; rtk hook gemini"}"#,
                true,
            ),
            (
                r#"{"bash": "command -v rtk >/dev/null 2>&1 || exit 0; rtk hook copilot || true"}"#,
                true,
            ),
            (
                r#"{"command": "/home/u/.claude/hooks/rtk-rewrite.sh"}"#,
                true,
            ),
            (
                r#"{"command": "bash '/home/u/.claude/hooks/rtk-rewrite.sh'"}"#,
                true,
            ),
            (r#"{"command": "/opt/guard.sh; rtk hook claude"}"#, false),
            (r#"{"command": "rtk hook claude; /opt/guard.sh"}"#, false),
            (
                r#"{"command": "/opt/guard.sh && /x/rtk-rewrite.sh"}"#,
                false,
            ),
            (r#"{"command": "rtk hook claude | tee /tmp/log"}"#, false),
            (r#"{"command": "my-rtk hook claude"}"#, false),
            (r#"{"command": 5}"#, false),
            (r#"{}"#, false),
        ] {
            let value = crate::text::json::parse(handler.as_bytes()).expect("is JSON");
            assert_eq!(is_ours(&value), ours, "{handler}");
        }
    }
}
