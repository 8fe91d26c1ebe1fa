//! `rtk init`: finds agents, shows the plan, asks once, applies. `--uninstall` backwards.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::agents::{AGENTS, Agent, Piece, named};
use super::plan::{Plan, Site, directory};
use super::{Refusal, diff, find, verify, write};

/// What was asked for.
#[derive(Debug, Default)]
struct Request {
    agents: Vec<&'static str>,
    project: bool,
    script: bool,
    portable: bool,
    dry_run: bool,
    yes: bool,
    paste: bool,
    uninstall: bool,
    show: bool,
}

/// Runs `rtk init ARGS...` and gives the exit status: 0 done or nothing to do, 1
/// refused or failed, 2 a mistake on the command line.
pub(super) fn main(arguments: &[OsString]) -> u8 {
    let request = match read(arguments) {
        Ok(request) => request,
        Err(mistake) => {
            complain(&format!("{mistake}; try rtk init --help"));
            return 2;
        }
    };
    match run(&request) {
        Ok(status) => status,
        Err(refusal) => {
            complain(&format!("{refusal}; nothing was changed"));
            1
        }
    }
}

fn read(arguments: &[OsString]) -> Result<Request, String> {
    let mut request = Request::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let word = word.to_str().ok_or("an argument is not text")?;
        match word {
            "-g" | "--global" => request.project = false,
            "--project" | "--local" => request.project = true,
            "--script" => request.script = true,
            "--portable" => request.portable = true,
            "-n" | "--dry-run" => request.dry_run = true,
            "-y" | "--yes" | "--auto-patch" => request.yes = true,
            "--no-patch" => request.paste = true,
            "--uninstall" => request.uninstall = true,
            "--show" => request.show = true,
            // Accepted for scripts written for other versions: hook only is the default.
            "--hook-only" => {}
            "--agent" => {
                let name = words.next().and_then(|name| name.to_str());
                request
                    .agents
                    .push(agent(name.ok_or("--agent needs a name")?)?);
            }
            _ => match word.strip_prefix("--") {
                Some(option) => match option.strip_prefix("agent=") {
                    Some(name) => request.agents.push(agent(name)?),
                    None => request.agents.push(
                        named(option)
                            .ok_or_else(|| format!("unknown option {word}"))?
                            .name,
                    ),
                },
                None => return Err(format!("unknown operand {word}")),
            },
        }
    }
    Ok(request)
}

fn agent(name: &str) -> Result<&'static str, String> {
    named(name).map(|agent| agent.name).ok_or_else(|| {
        let names: Vec<_> = AGENTS.iter().map(|agent| agent.name).collect();
        format!("unknown agent {name}; known: {}", names.join(" "))
    })
}

fn run(request: &Request) -> Result<u8, Refusal> {
    let project = match request.project {
        true => Some(project_root()?),
        false => None,
    };
    let site = Site {
        project: project.as_deref(),
        program: if request.portable {
            "rtk".to_string()
        } else {
            find::own_path()?
        },
        script: request.script,
    };
    if request.show {
        return Ok(verify::show(&site));
    }
    let agents = chosen(request, &site);
    if agents.is_empty() {
        say(
            "No coding agent found. Name one: rtk init --agent claude (rtk init --help lists them).\n",
        );
        return Ok(u8::from(!request.uninstall));
    }
    if request.paste {
        for agent in agents {
            say(&paste(agent, &site)?);
        }
        return Ok(0);
    }
    let mut plan = Plan::default();
    for agent in &agents {
        if site.pieces(agent).is_empty() && !request.uninstall {
            let scope = if request.project {
                "in a project"
            } else {
                "for the user"
            };
            return Err(Refusal(format!(
                "{} has nothing that can be installed {scope}",
                agent.title
            )));
        }
        match request.uninstall {
            true => plan.uninstall(agent, &site)?,
            false => plan.install(agent, &site)?,
        }
    }
    carry_out(request, &site, &agents, &plan)
}

/// The agents asked for, else those that are there.
fn chosen(request: &Request, site: &Site<'_>) -> Vec<&'static Agent> {
    if !request.agents.is_empty() {
        return AGENTS
            .iter()
            .filter(|agent| request.agents.contains(&agent.name))
            .collect();
    }
    AGENTS
        .iter()
        .filter(|agent| match request.uninstall {
            true => verify::is_installed(agent, site),
            // Text in a rules file is no hook: only where it is asked for.
            false => !agent.is_text_only() && !site.pieces(agent).is_empty() && is_present(agent),
        })
        .collect()
}

/// Whether the agent's folder or one of its programs is there.
pub(super) fn is_present(agent: &Agent) -> bool {
    directory(agent.home).is_some_and(|home| home.is_dir())
        || agent
            .programs
            .iter()
            .any(|program| find::on_path(program).is_some())
}

fn carry_out(
    request: &Request,
    site: &Site<'_>,
    agents: &[&'static Agent],
    plan: &Plan,
) -> Result<u8, Refusal> {
    let titles: Vec<_> = agents.iter().map(|agent| agent.title).collect();
    if plan.changes.is_empty() {
        let state = if request.uninstall {
            "not installed"
        } else {
            "already installed"
        };
        say(&format!("{}: {state}, nothing to do.\n", titles.join(", ")));
        if !request.uninstall {
            say(&after(agents, site));
        }
        return Ok(0);
    }
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let action = if request.uninstall {
        "Taking rtk out of"
    } else {
        "Hooking rtk into"
    };
    say(&format!("{action} {}:\n\n", titles.join(", ")));
    for change in plan
        .changes
        .iter()
        .filter(|change| !is_bookkeeping(&change.target.path))
    {
        say(&diff::render(change, colour));
        say("\n");
    }
    if request.dry_run || !request.yes && !asks() {
        say("Nothing was changed. Add --yes to apply.\n");
        return Ok(0);
    }
    if !request.yes && !agrees()? {
        say("Nothing was changed.\n");
        return Ok(0);
    }
    write::apply(&plan.changes)?;
    for directory in &plan.directories {
        write::remove_if_empty(directory);
    }
    if request.uninstall {
        say("Done: every file is as it was before.\n");
    } else {
        say("Done.\n");
        say(&after(agents, site));
    }
    Ok(0)
}

/// Records and backups: shown by `rtk verify`, not as a diff.
fn is_bookkeeping(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name == super::record::NAME || name.ends_with(".before-rtk")
}

/// What is left to do, how to try it, how to undo it, what will bite.
fn after(agents: &[&'static Agent], site: &Site<'_>) -> String {
    let mut text = String::new();
    for agent in agents {
        for line in agent.afterwards {
            text.push_str(&format!("  {}: {line}\n", agent.title));
        }
    }
    for warning in find::warnings(agents, site.project) {
        text.push_str(&format!("  warning: {warning}\n"));
    }
    text.push_str("Try it: rtk git log. Check it: rtk verify. Undo it: rtk init --uninstall.\n");
    text
}

/// Whether there is somebody to ask.
fn asks() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn agrees() -> Result<bool, Refusal> {
    say("Apply this? [y/N] ");
    let mut answer = String::new();
    io::stdin()
        .lock()
        .read_line(&mut answer)
        .map_err(|error| Refusal(format!("standard input: {error}")))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// What to put where by hand.
fn paste(agent: &Agent, site: &Site<'_>) -> Result<String, Refusal> {
    let base = site.base(agent)?;
    let mut text = String::new();
    for piece in site.pieces(agent) {
        let path = base.join(piece.file());
        let what = match piece {
            Piece::Handler(_) => "add what is missing of",
            Piece::File { .. } => "a file of its own",
            _ => "add",
        };
        let (new, _) = piece
            .put(None, &site.call(&base))
            .map_err(|why| Refusal::new(&path, why))?;
        text.push_str(&format!(
            "{}: {what}\n\n{}\n",
            path.display(),
            String::from_utf8_lossy(&new)
        ));
    }
    Ok(text)
}

/// The repository's top, else the current directory.
fn project_root() -> Result<PathBuf, Refusal> {
    let cwd = std::env::current_dir()
        .map_err(|error| Refusal(format!("no current directory: {error}")))?;
    let top = cwd
        .ancestors()
        .find(|directory| directory.join(".git").exists());
    Ok(top.unwrap_or(&cwd).to_path_buf())
}

pub(super) fn say(text: &str) {
    // A reader that is gone does not want the rest.
    let _ = io::stdout().write_all(text.as_bytes());
}

pub(super) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "rtk: {text}");
}
