//! `rtk verify`: is what is installed exactly what `rtk init` would install now?
//!
//! PASS only for that: the record alone proves nothing (SECURITY invariant I16).
//! The hook is also run once, as the agent would start it.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::agents::{AGENTS, Agent, Handler, Piece, named};
use super::init::{complain, is_present, say};
use super::plan::{Site, compact, compact_bytes, is_own_file};
use super::record::{self, Record};
use super::{Refusal, block, find};
use crate::files::{self, ReadError};
use crate::text::json;
use crate::text::sha256;

/// How an agent stands, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Skip,
    Pass,
    Warn,
    Fail,
}

/// One finding: a reason, and what to do about it.
struct Finding {
    grade: Grade,
    reason: String,
    remedy: &'static str,
}

impl Finding {
    fn new(grade: Grade, reason: impl Into<String>, remedy: &'static str) -> Finding {
        Finding {
            grade,
            reason: reason.into(),
            remedy,
        }
    }
}

/// Runs `rtk verify ARGS...`: 0 if nothing failed, 1 if something did.
pub(super) fn main(arguments: &[OsString]) -> u8 {
    let mut asked: Vec<&'static str> = Vec::new();
    let mut as_json = false;
    let mut words = arguments
        .iter()
        .map(|word| word.to_str().unwrap_or("\u{fffd}"));
    while let Some(word) = words.next() {
        let name = match word {
            "--json" => {
                as_json = true;
                continue;
            }
            "--agent" => words.next().unwrap_or_default(),
            _ => word
                .strip_prefix("--agent=")
                .or(word.strip_prefix("--"))
                .unwrap_or(word),
        };
        match named(name) {
            Some(agent) => asked.push(agent.name),
            None => {
                complain(&format!(
                    "unknown agent or option {word}; try rtk verify --help"
                ));
                return 2;
            }
        }
    }
    match site() {
        Ok(site) => report(&site, &asked, as_json),
        Err(refusal) => {
            complain(&refusal.to_string());
            1
        }
    }
}

fn site() -> Result<Site<'static>, Refusal> {
    Ok(Site {
        project: None,
        program: find::own_path()?,
        script: false,
    })
}

fn report(site: &Site<'_>, asked: &[&str], as_json: bool) -> u8 {
    let mut worst = Grade::Skip;
    let mut rows = Vec::new();
    for agent in AGENTS
        .iter()
        .filter(|agent| asked.is_empty() || asked.contains(&agent.name))
    {
        let findings = findings(agent, site);
        let grade = findings
            .iter()
            .map(|finding| finding.grade)
            .max()
            .unwrap_or(Grade::Skip);
        // What is neither there nor asked for is no news.
        if grade == Grade::Skip && asked.is_empty() && (agent.is_text_only() || !is_present(agent))
        {
            continue;
        }
        worst = worst.max(grade);
        rows.push((agent, grade, findings));
    }
    let mut out = Vec::new();
    for (agent, grade, findings) in &rows {
        if as_json {
            row_json(&mut out, agent, *grade, findings);
        } else {
            row_text(&mut out, agent, findings);
        }
    }
    if as_json {
        let lines = out.strip_suffix(b",\n").unwrap_or(&out);
        say(&format!("[\n{}\n]\n", String::from_utf8_lossy(lines)));
    } else if rows.is_empty() {
        say("SKIP  no coding agent found; rtk init --help lists those it knows\n");
    } else {
        say(&String::from_utf8_lossy(&out));
    }
    u8::from(worst == Grade::Fail)
}

fn row_text(out: &mut Vec<u8>, agent: &Agent, findings: &[Finding]) {
    for (index, finding) in findings.iter().enumerate() {
        let title = if index == 0 { agent.title } else { "" };
        let remedy = match finding.remedy {
            "" => String::new(),
            remedy => format!("; {remedy}"),
        };
        // Writing to a Vec does not fail.
        let _ = writeln!(
            out,
            "{}  {title:<28}  {}{remedy}",
            word(finding.grade),
            finding.reason
        );
    }
}

fn row_json(out: &mut Vec<u8>, agent: &Agent, grade: Grade, findings: &[Finding]) {
    out.extend(b"{\"agent\": ");
    json::write_string(out, agent.name);
    out.extend(b", \"state\": ");
    json::write_string(out, word(grade));
    out.extend(b", \"findings\": [");
    for (index, finding) in findings.iter().enumerate() {
        out.extend(if index == 0 {
            &b"{\"state\": "[..]
        } else {
            b", {\"state\": "
        });
        json::write_string(out, word(finding.grade));
        out.extend(b", \"reason\": ");
        json::write_string(out, &finding.reason);
        out.extend(b", \"remedy\": ");
        json::write_string(out, finding.remedy);
        out.push(b'}');
    }
    out.extend(b"]},\n");
}

fn word(grade: Grade) -> &'static str {
    match grade {
        Grade::Skip => "SKIP",
        Grade::Pass => "PASS",
        Grade::Warn => "WARN",
        Grade::Fail => "FAIL",
    }
}

/// Whether anything of ours is installed for an agent.
pub(super) fn is_installed(agent: &Agent, site: &Site<'_>) -> bool {
    findings(agent, site)
        .iter()
        .any(|finding| finding.grade != Grade::Skip)
}

/// `rtk init --show`: as verify, in words, never failing.
pub(super) fn show(site: &Site<'_>) -> u8 {
    report(site, &[], false);
    0
}

fn findings(agent: &Agent, site: &Site<'_>) -> Vec<Finding> {
    let Ok(base) = site.base(agent) else {
        return vec![Finding::new(Grade::Skip, "no home directory", "set HOME")];
    };
    // The script form is judged where its entry is found, else the usual form.
    let script = Site {
        project: site.project,
        program: site.program.clone(),
        script: true,
    };
    let forms: Vec<&Site<'_>> = match agent.script.is_empty() || site.project.is_some() {
        true => vec![site],
        false => vec![site, &script],
    };
    let mut best: Option<Vec<Finding>> = None;
    for form in forms {
        let found: Vec<Finding> = form
            .pieces(agent)
            .iter()
            .map(|piece| piece_finding(piece, &base, form))
            .collect();
        let grade = |findings: &[Finding]| {
            let states: Vec<Grade> = findings.iter().map(|finding| finding.grade).collect();
            (
                states.iter().filter(|grade| **grade == Grade::Pass).count(),
                !states.contains(&Grade::Fail),
            )
        };
        if best
            .as_deref()
            .is_none_or(|best| grade(&found) > grade(best))
        {
            best = Some(found);
        }
    }
    let mut findings = best.unwrap_or_default();
    findings.dedup_by(|a, b| a.grade == Grade::Skip && b.grade == Grade::Skip);
    if findings.iter().any(|finding| finding.grade == Grade::Pass) {
        if findings.iter().any(|finding| finding.grade == Grade::Skip) {
            findings.retain(|finding| finding.grade != Grade::Skip);
            findings.push(Finding::new(
                Grade::Fail,
                "a part of it is missing",
                "run rtk init",
            ));
        }
        findings.extend(surroundings(agent, &base));
        findings.extend(trial(agent, site));
    }
    findings
}

/// One piece against what `init` would put there.
fn piece_finding(piece: &Piece, base: &Path, site: &Site<'_>) -> Finding {
    let path = base.join(piece.file());
    let recorded = record_of(&path);
    let bytes = match files::read(&path, files::MAX_SETTINGS_BYTES) {
        Ok(bytes) => bytes,
        Err(ReadError::Missing) if recorded.is_some() => {
            return Finding::new(
                Grade::Fail,
                format!("orphaned record: {} is gone", path.display()),
                "run rtk init, or rtk init --uninstall",
            );
        }
        Err(ReadError::Missing) => {
            return Finding::new(Grade::Skip, "not installed", "run rtk init");
        }
        Err(error) => {
            return Finding::new(
                Grade::Fail,
                format!("{}: {error}", path.display()),
                "mend the file",
            );
        }
    };
    let call = site.call(base);
    let (is_there, is_exact, own) = match piece {
        Piece::Handler(handler) => handler_state(handler, &bytes, &call),
        Piece::File { text, .. } => (is_own_file(&bytes), bytes == text.as_bytes(), bytes.clone()),
        Piece::Table {
            array, name, text, ..
        } => {
            match block::find_toml(&bytes, array, "name", name)
                .ok()
                .and_then(|mut found| found.pop())
            {
                Some(span) => {
                    let own = bytes[span].to_vec();
                    (true, own == text.trim_end().as_bytes(), own)
                }
                None => (false, false, Vec::new()),
            }
        }
        Piece::Block { .. } => match block::find_markdown(&bytes) {
            Ok(Some(span)) => {
                let own = block::inside_markers(&bytes[span]);
                (
                    true,
                    own == super::agents::rules().trim_end().as_bytes(),
                    own,
                )
            }
            _ => (false, false, Vec::new()),
        },
        Piece::Enabled { keys, item, .. } => {
            let there = block::find_yaml(&bytes, *keys, item).is_some();
            (there, there, item.as_bytes().to_vec())
        }
    };
    let place = path.display();
    match (is_there, is_exact, recorded) {
        (true, true, Some(hash)) if hash == sha256::hex(&own) => {
            Finding::new(Grade::Pass, format!("{place}"), "")
        }
        (true, true, _) => Finding::new(
            Grade::Warn,
            format!("{place} is right but has no baseline"),
            "run rtk init to record it",
        ),
        (true, false, Some(hash)) if hash == sha256::hex(&own) => Finding::new(
            Grade::Fail,
            format!("{place} is of another version or place of rtk"),
            "run rtk init",
        ),
        (true, false, Some(_)) => Finding::new(
            Grade::Fail,
            format!("{place} was tampered with: it is not what was installed"),
            "look at it, then run rtk init",
        ),
        (true, false, None) => Finding::new(
            Grade::Fail,
            format!("{place} holds another form of rtk's hook"),
            "run rtk init",
        ),
        (false, _, Some(_)) => Finding::new(
            Grade::Fail,
            format!("the entry in {place} is gone"),
            "run rtk init",
        ),
        (false, _, None) => Finding::new(Grade::Skip, "not installed", "run rtk init"),
    }
}

/// Whether our handler is there, is what would be written now, and its bytes.
fn handler_state(
    handler: &Handler,
    bytes: &[u8],
    call: &super::agents::Call,
) -> (bool, bool, Vec<u8>) {
    let found = handler.find(bytes);
    let Some(first) = found.first() else {
        return (false, false, Vec::new());
    };
    let own = compact_bytes(&bytes[first.handler.clone()]);
    let exact = found.len() == 1 && own == compact(&(handler.handler)(call));
    (true, exact, own)
}

/// The recorded hash of a file's piece.
fn record_of(path: &Path) -> Option<String> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let record = files::read(&real.with_file_name(record::NAME), 64 * 1024).ok()?;
    let name = real.file_name()?.to_string_lossy().into_owned();
    Record::parse(&record)
        .entry(&name)
        .map(|entry| entry.hash.clone())
}

/// Switches and other hooks that keep ours from working.
fn surroundings(agent: &Agent, base: &Path) -> Vec<Finding> {
    let mut findings: Vec<Finding> = find::warnings(&[agent], None)
        .into_iter()
        .map(|warning| {
            let off = warning.contains("disableAllHooks");
            Finding::new(if off { Grade::Fail } else { Grade::Warn }, warning, "")
        })
        .collect();
    if agent.name == "codex" {
        let config =
            files::read(&base.join("config.toml"), files::MAX_SETTINGS_BYTES).unwrap_or_default();
        let place = format!("{}:pre_tool_use:", base.join("hooks.json").display());
        if !String::from_utf8_lossy(&config).contains(&place) {
            findings.push(Finding::new(
                Grade::Warn,
                "registered, but not trusted yet: Codex skips it without a word",
                "open codex, run /hooks and trust it",
            ));
        }
    }
    findings
}

/// Runs the hook once on a sample, as the agent would.
fn trial(agent: &Agent, site: &Site<'_>) -> Option<Finding> {
    let payload = sample(agent.name)?;
    let mut child = Command::new(&site.program)
        .args(["hook", agent.name])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // A hook that does not read has answered already.
    let _ = child.stdin.take()?.write_all(payload.as_bytes());
    let output = child.wait_with_output().ok()?;
    let answer = String::from_utf8_lossy(&output.stdout).trim().to_string();
    if !output.status.success() {
        return Some(Finding::new(
            Grade::Fail,
            format!("its hook ended with {}", output.status),
            "reinstall rtk",
        ));
    }
    let shown: String = answer.chars().take(160).collect();
    Some(match answer.as_str() {
        "" => Finding::new(
            Grade::Pass,
            "git diff --stat: left to the agent (rtk hook check says why)",
            "",
        ),
        _ => Finding::new(Grade::Pass, format!("git diff --stat: {shown}"), ""),
    })
}

/// A payload as the agent sends it.
fn sample(agent: &str) -> Option<&'static str> {
    const COMMAND: &str = r#"{"hook_event_name":"PreToolUse","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"git diff --stat"}}"#;
    Some(match agent {
        "claude" | "codex" | "copilot" => COMMAND,
        "cursor" => {
            r#"{"hook_event_name":"preToolUse","cursor_version":"3","tool_name":"Shell","tool_input":{"command":"git diff --stat"}}"#
        }
        "gemini" => {
            r#"{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"git diff --stat"}}"#
        }
        "vibe" => {
            r#"{"hook_event_name":"pre_tool","tool_name":"file_system.bash","tool_input":{"command":"git diff --stat"}}"#
        }
        "droid" => {
            r#"{"hook_event_name":"PreToolUse","permission_mode":"auto-high","tool_name":"Execute","tool_input":{"command":"git diff --stat"}}"#
        }
        "antigravity" => {
            r#"{"toolCall":{"name":"run_command","args":{"CommandLine":"git diff --stat"}}}"#
        }
        "cline" => {
            r#"{"hookName":"tool_call","tool_call":{"name":"run_commands","input":{"commands":["git diff --stat"]}}}"#
        }
        "opencode" | "kilocode" | "pi" | "hermes" => {
            r#"{"tool":"bash","args":{"command":"git diff --stat"}}"#
        }
        _ => return None,
    })
}
