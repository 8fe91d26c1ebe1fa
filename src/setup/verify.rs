//! `rtk verify`: is what is installed exactly what `rtk init` would install now?
//!
//! PASS only for that: the record alone proves nothing (SECURITY invariant I16).
//! The hook is also run once, as the agent would start it.

use std::ffi::OsString;
use std::path::Path;

use super::agents::{AGENTS, APPROVE, Agent, Piece, named};
use super::init::{complain, is_present, say};
use super::plan::{Site, file_name};
use super::record::{self, Record};
use super::{Refusal, find, sample, shown};
use crate::files::{self, ReadError};
use crate::home;
use crate::text::json;
use crate::text::sha256;

/// How something stands, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Skip,
    Pass,
    Warn,
    Fail,
}

impl Grade {
    fn word(self) -> &'static str {
        ["SKIP", "PASS", "WARN", "FAIL"][self as usize]
    }
}

/// One finding: a reason, and what to do about it.
struct Finding {
    grade: Grade,
    reason: String,
    remedy: &'static str,
}

fn finding(grade: Grade, reason: &[&str], remedy: &'static str) -> Finding {
    let reason = reason.concat();
    Finding {
        grade,
        reason,
        remedy,
    }
}

/// All that is known of one agent in one place, or of rtk itself.
struct Row {
    name: &'static str,
    title: String,
    scope: &'static str,
    findings: Vec<Finding>,
}

/// Which installations are looked at.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Scope {
    /// The user's, and what there is in the project.
    Both,
    User,
    Project,
}

/// How the report is written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    Text,
    /// Without what was tried and works.
    Brief,
    Json,
}

impl Row {
    fn grade(&self) -> Grade {
        let grades = self.findings.iter().map(|finding| finding.grade);
        grades.max().unwrap_or(Grade::Skip)
    }
}

/// Runs `rtk verify ARGS...`: 0 if nothing failed, 1 if something did, 2 for a mistake.
pub(super) fn main(arguments: &[OsString]) -> u8 {
    let mut asked: Vec<&'static str> = Vec::new();
    let (mut form, mut scope) = (Form::Text, Scope::Both);
    let mut words = arguments
        .iter()
        .map(|word| word.to_str().unwrap_or("\u{fffd}"));
    while let Some(word) = words.next() {
        let name = match word {
            "--json" => {
                form = Form::Json;
                continue;
            }
            "--project" | "--local" => {
                scope = Scope::Project;
                continue;
            }
            "-g" | "--global" => {
                scope = Scope::User;
                continue;
            }
            "--agent" => words.next().unwrap_or_default(),
            _ => word.strip_prefix("--agent=").unwrap_or(word),
        };
        match named(name.strip_prefix("--").unwrap_or(name)) {
            Some(agent) => asked.push(agent.name),
            None => {
                let name = if word == "--agent" { name } else { word };
                complain(&["unknown agent or option ", name, "; try rtk verify --help"]);
                return 2;
            }
        }
    }
    report(&asked, form, scope)
}

/// Prints what is found; the exit status.
pub(super) fn report(asked: &[&str], form: Form, scope: Scope) -> u8 {
    match rows(asked, scope) {
        Ok(rows) => {
            say(&match form {
                Form::Json => in_json(&rows),
                _ if rows.is_empty() => NOBODY.to_string(),
                _ => in_text(&rows, form == Form::Brief),
            });
            u8::from(rows.iter().any(|row| row.grade() == Grade::Fail))
        }
        Err(refusal) => {
            complain(&[&refusal.0]);
            1
        }
    }
}

const NOBODY: &str = "SKIP  no coding agent found; rtk init --help lists those it knows\n";

fn rows(asked: &[&str], scope: Scope) -> Result<Vec<Row>, Refusal> {
    let program = find::own_path()?;
    let root = super::init::project_root();
    let project = match scope {
        Scope::User => None,
        Scope::Both => root.ok().filter(|root| !super::init::is_home(root)),
        Scope::Project => Some(root?),
    };
    let mut rows = Vec::new();
    let asks = |agent: &&Agent| asked.is_empty() || asked.contains(&agent.name);
    // What is neither there nor asked for is none.
    let is_news = |agent: &Agent| !asked.is_empty() || !agent.is_text_only() && is_present(agent);
    if scope != Scope::Project {
        let site = Site {
            program: program.clone(),
            ..Site::default()
        };
        for agent in AGENTS.iter().filter(asks) {
            let row = row(agent, &site);
            if row.grade() != Grade::Skip || is_news(agent) {
                rows.push(row);
            }
        }
    }
    if let Some(root) = &project {
        let site = Site {
            project: Some(root),
            program,
            ..Site::default()
        };
        for agent in AGENTS.iter().filter(asks) {
            let row = row(agent, &site);
            if row.grade() != Grade::Skip || scope == Scope::Project && is_news(agent) {
                rows.push(row);
            }
        }
    }
    let installed: Vec<&Agent> = rows
        .iter()
        .filter(|row| row.grade() != Grade::Skip)
        .filter_map(|row| named(row.name))
        .collect();
    if !installed.is_empty() {
        rows.extend(surroundings(&installed));
    }
    Ok(rows)
}

fn row(agent: &Agent, site: &Site<'_>) -> Row {
    let (scope, place) = match site.project {
        Some(_) => ("project", ", project"),
        None => ("user", ""),
    };
    Row {
        name: agent.name,
        title: [agent.title, place].concat(),
        scope,
        findings: findings(agent, site),
    }
}

fn in_text(rows: &[Row], is_brief: bool) -> String {
    let width = rows.iter().map(|row| row.title.len()).max().unwrap_or(0);
    let mut out = String::new();
    for row in rows {
        let mut title = row.title.as_str();
        for finding in &row.findings {
            if is_brief && title.is_empty() && finding.grade == Grade::Pass {
                continue;
            }
            let blanks = " ".repeat(width - title.len());
            out.extend([
                finding.grade.word(),
                "  ",
                title,
                &blanks,
                "  ",
                &finding.reason,
                "\n",
            ]);
            if !finding.remedy.is_empty() {
                out.extend(["      ", &" ".repeat(width), "  -> ", finding.remedy, "\n"]);
            }
            title = "";
        }
    }
    out
}

fn in_json(rows: &[Row]) -> String {
    let mut out = Vec::new();
    let mut put = |keys: &[(&str, &str)]| {
        for (key, value) in keys {
            out.extend(key.as_bytes());
            json::write_string(&mut out, value);
        }
    };
    let mut start = "[\n";
    for row in rows {
        put(&[
            (&[start, "{\"agent\": "].concat(), row.name),
            (", \"scope\": ", row.scope),
            (", \"state\": ", row.grade().word()),
        ]);
        let mut start_finding = ", \"findings\": [{\"state\": ";
        for finding in &row.findings {
            put(&[
                (start_finding, finding.grade.word()),
                (", \"reason\": ", &finding.reason),
                (", \"remedy\": ", finding.remedy),
            ]);
            start_finding = "}, {\"state\": ";
        }
        start = "}]},\n";
    }
    let end = if rows.is_empty() { "[]\n" } else { "}]}\n]\n" };
    String::from_utf8_lossy(&out).into_owned() + end
}

/// Whether anything that rtk put there is there for an agent.
pub(super) fn is_installed(agent: &Agent, site: &Site<'_>) -> bool {
    let Ok(base) = site.base(agent) else {
        return false;
    };
    let mut grades = agent_pieces(agent, site)
        .into_iter()
        .flatten()
        .map(|piece| piece_finding(piece, &base, site).grade);
    grades.any(|grade| grade != Grade::Skip)
}

/// The forms in which an agent's hook may be installed.
fn agent_pieces<'a>(agent: &'a Agent, site: &Site<'_>) -> Vec<&'a [Piece]> {
    match site.project {
        Some(_) => vec![agent.project],
        None if agent.script.is_empty() => vec![agent.user],
        None => vec![agent.user, agent.script],
    }
}

fn findings(agent: &Agent, site: &Site<'_>) -> Vec<Finding> {
    let Ok(base) = site.base(agent) else {
        return vec![finding(Grade::Skip, &["no home directory"], "set HOME")];
    };
    let judged = |pieces: &&'static [Piece]| -> Vec<Finding> {
        pieces
            .iter()
            .map(|piece| piece_finding(piece, &base, site))
            .collect()
    };
    let agent = named(agent.name).unwrap_or(&AGENTS[0]);
    // Of two forms the one that is there counts.
    let best = agent_pieces(agent, site)
        .into_iter()
        .map(|pieces| (pieces, judged(&pieces)))
        .max_by_key(|(pieces, findings)| {
            let good = findings
                .iter()
                .filter(|finding| matches!(finding.grade, Grade::Pass | Grade::Warn))
                .count();
            (good, std::cmp::Reverse(pieces.len()))
        });
    let Some((pieces, mut findings)) = best else {
        return Vec::new();
    };
    if findings.iter().all(|finding| finding.grade == Grade::Skip) {
        findings.truncate(1);
        return findings;
    }
    if findings.iter().any(|finding| finding.grade == Grade::Skip) {
        findings.retain(|finding| finding.grade != Grade::Skip);
        findings.push(finding(
            Grade::Fail,
            &["a part of it is missing"],
            "run rtk init",
        ));
    }
    // Several pieces that are right are one piece of news.
    let right = findings
        .iter()
        .filter(|finding| finding.grade == Grade::Pass)
        .count();
    if right > 1 && right == findings.len() {
        findings.truncate(1);
    }
    let sound = findings.iter().all(|finding| finding.grade < Grade::Fail);
    findings.extend(switches(agent, &base, pieces));
    if sound {
        findings.extend(trial(agent, pieces, &base, site));
    }
    findings
}

/// One piece against what `init` would put there.
fn piece_finding(piece: &Piece, base: &Path, site: &Site<'_>) -> Finding {
    let path = base.join(piece.file());
    let place = shown(&path);
    let recorded = record_of(&path);
    let bytes = match files::read(&path, files::MAX_SETTINGS_BYTES) {
        Ok(bytes) => Some(bytes),
        Err(ReadError::Missing) => None,
        Err(error) => {
            return finding(
                Grade::Fail,
                &[&place, ": ", &error.to_string()],
                "mend the file",
            );
        }
    };
    let call = site.call(base);
    let found = bytes.as_deref().and_then(|bytes| piece.found(bytes, &call));
    let Some((own, exact)) = found else {
        return match (recorded, bytes) {
            (Some(_), None) => {
                let why = ["orphaned record: ", &place, " is gone"];
                finding(Grade::Fail, &why, "run rtk init, or rtk init --uninstall")
            }
            (Some(_), Some(_)) => {
                finding(Grade::Fail, &["entry missing in ", &place], "run rtk init")
            }
            (None, _) => finding(Grade::Skip, &["not installed"], ""),
        };
    };
    // The bare name of `--portable` is right where PATH leads here.
    let bare = || {
        let mut call = site.call(base);
        call.program = "rtk".to_string();
        let on_path = find::on_path("rtk").is_some_and(|path| path.to_str() == Some(&site.program));
        on_path
            && piece
                .found(bytes.as_deref().unwrap_or_default(), &call)
                .is_some_and(|(_, exact)| exact)
    };
    let exact = exact || bare();
    match recorded {
        Some(hash) if exact && hash == sha256::hex(&own) => {
            finding(Grade::Pass, &["verified: ", &place], "")
        }
        None if matches!(piece, Piece::Setting { .. }) => {
            finding(Grade::Skip, &["set by hand"], "")
        }
        _ if exact => finding(
            Grade::Warn,
            &["no baseline: ", &place],
            "right, but not recorded: run rtk init",
        ),
        Some(hash) if hash == sha256::hex(&own) => finding(
            Grade::Fail,
            &["entry changed: ", &place, ", of another rtk"],
            "run rtk init",
        ),
        Some(_) => finding(
            Grade::Fail,
            &["tampered: ", &place],
            "not what was installed: look at it, then run rtk init",
        ),
        None => finding(
            Grade::Fail,
            &["entry changed: ", &place, ", another form of the hook"],
            "run rtk init",
        ),
    }
}

/// The recorded hash of a file's piece.
fn record_of(path: &Path) -> Option<String> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let record = files::read(&real.with_file_name(record::NAME), 256 * 1024).ok()?;
    let entry = Record::parse(&record).entry(&file_name(&real)).cloned();
    entry.map(|entry| entry.hash)
}

/// Switches, trust and other hooks that keep an agent's from working.
fn switches(agent: &Agent, base: &Path, pieces: &[Piece]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for handler in find::handlers(pieces) {
        let path = base.join(handler.file);
        let (is_off, others) = find::in_settings(handler, base);
        if is_off {
            let why = ["disableAllHooks is on in ", &shown(&path), ": no hook runs"];
            findings.push(finding(Grade::Fail, &why, "set it to false"));
        }
        if others > 0 {
            let why = find::others(others);
            findings.push(finding(Grade::Warn, &[&why], find::OTHERS_REMEDY));
        }
        if agent.name == "codex" {
            let config = files::read(&base.join("config.toml"), files::MAX_SETTINGS_BYTES)
                .unwrap_or_default();
            let place = [&path.to_string_lossy(), ":pre_tool_use:"].concat();
            if !String::from_utf8_lossy(&config).contains(&place) {
                let why = ["not trusted yet: Codex skips it without a word"];
                findings.push(finding(
                    Grade::Warn,
                    &why,
                    "open codex, run /hooks and trust it",
                ));
            }
        }
    }
    findings
}

/// What concerns all: the rtk that is found, and its settings.
fn surroundings(installed: &[&Agent]) -> Option<Row> {
    let mut findings: Vec<Finding> = find::environment(installed)
        .iter()
        .map(|(warning, remedy)| finding(Grade::Warn, &[warning], remedy))
        .collect();
    match home::load_config() {
        Ok(config) => {
            let warnings = config.warnings.iter();
            findings.extend(
                warnings.map(|warning| finding(Grade::Warn, &["config.toml:", warning], "")),
            );
        }
        Err(reason) => {
            let why = ["config unreadable: ", &reason];
            findings.push(finding(
                Grade::Fail,
                &why,
                "mend it; until then every command stays as it is",
            ));
        }
    }
    (!findings.is_empty()).then(|| Row {
        name: "rtk",
        title: "rtk itself".to_string(),
        scope: "user",
        findings,
    })
}

/// Runs the hook once on a sample, as the agent would.
fn trial(agent: &Agent, pieces: &[Piece], base: &Path, site: &Site<'_>) -> Option<Finding> {
    let (mut command, payload) = sample::start(agent, pieces, base, &site.call(base))?;
    let Some((status, answer)) = find::answer(&mut command, payload) else {
        let why = ["its hook cannot be started, or does not answer"];
        return Some(finding(Grade::Fail, &why, "run it by hand"));
    };
    // `rtk rewrite` says 3 where the agent is to ask.
    let rewrites = answer.contains(sample::REWRITTEN);
    let asks = rewrites && status.code() == Some(3);
    if !status.success() && !asks {
        return Some(finding(
            Grade::Fail,
            &["its hook ended with ", &status.to_string()],
            "run it by hand",
        ));
    }
    Some(match rewrites {
        true => finding(
            Grade::Pass,
            &["tried: ", sample::COMMAND, " becomes ", sample::REWRITTEN],
            "",
        ),
        false => {
            let answer: String = answer.trim().chars().take(80).collect();
            let shown = if answer.is_empty() {
                "nothing"
            } else {
                &answer
            };
            let why = [
                "tried: ",
                sample::COMMAND,
                " stays as it is (answer: ",
                shown,
                ")",
            ];
            finding(Grade::Warn, &why, "rtk hook check 'cargo build' says why")
        }
    })
}

/// Whether the user's consent that `rtk init` may put down is there.
pub(super) fn is_approving() -> bool {
    named(APPROVE).is_some_and(|row| {
        let base = super::plan::directory(row.home).unwrap_or_default();
        row.user.iter().any(|piece| {
            let text = files::read(&base.join(piece.file()), files::MAX_SETTINGS_BYTES)
                .unwrap_or_default();
            piece.found(&text, &Default::default()).is_some()
        })
    })
}
