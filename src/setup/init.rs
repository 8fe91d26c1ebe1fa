//! `rtk init`: finds agents, shows the plan, asks once, applies. `--uninstall` backwards.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::agents::{AGENTS, APPROVE, Agent, Piece, named};
use super::plan::{Plan, Site, directory};
use super::{Refusal, diff, find, saving, shown, verify, write};
use crate::files;
use crate::home;
use crate::text::order;

/// What was asked for.
#[derive(Debug, Default)]
struct Request {
    agents: Vec<&'static str>,
    project: bool,
    /// `-g` was said.
    global: bool,
    script: bool,
    portable: bool,
    mirror: bool,
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
            complain(&[&mistake, "; try rtk init --help"]);
            return 2;
        }
    };
    match run(&request) {
        Ok(status) => status,
        Err(refusal) => {
            complain(&[&refusal.0, "; nothing was changed"]);
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
            "-g" | "--global" => {
                request.project = false;
                request.global = true;
            }
            "--project" | "--local" => request.project = true,
            "--script" => request.script = true,
            "--portable" => request.portable = true,
            "--mirror-deny" => request.mirror = true,
            "-n" | "--dry-run" => request.dry_run = true,
            "-y" | "--yes" | "--auto-patch" => request.yes = true,
            "--no-patch" => request.paste = true,
            "--uninstall" => request.uninstall = true,
            "--show" => request.show = true,
            // Accepted for scripts written for other versions: hook only is the default.
            "--hook-only" | "-v" | "--verbose" => {}
            "--claude-md" => request.agents.push("claude-rules"),
            "--agent" => {
                let name = words.next().and_then(|name| name.to_str());
                request
                    .agents
                    .push(agent(name.ok_or("--agent needs a name")?)?);
            }
            _ => match word.strip_prefix("--") {
                Some(option) => match (option.strip_prefix("agent="), named(option)) {
                    (Some(name), _) => request.agents.push(agent(name)?),
                    (None, Some(row)) => request.agents.push(row.name),
                    (None, None) => return Err(["unknown option ", word].concat()),
                },
                None => return Err(["unknown operand ", word].concat()),
            },
        }
    }
    Ok(request)
}

fn agent(name: &str) -> Result<&'static str, String> {
    if let Some(agent) = named(name) {
        return Ok(agent.name);
    }
    let known = AGENTS.iter().filter(|agent| agent.name != APPROVE);
    let names: Vec<_> = known.map(|agent| agent.name).collect();
    Err(["unknown agent ", name, "; known: ", &names.join(" ")].concat())
}

fn run(request: &Request) -> Result<u8, Refusal> {
    let project = request.project.then(own_project_root).transpose()?;
    let program = match request.portable {
        true => "rtk".to_string(),
        false => find::own_path()?,
    };
    let mut site = Site {
        project: project.as_deref(),
        program,
        script: request.script,
        mirror: request.mirror,
    };
    if request.show {
        let scope = if request.project {
            verify::Scope::Project
        } else {
            verify::Scope::Both
        };
        // What is there, not whether it is right.
        let _ = verify::report(&request.agents, verify::Form::Text, scope);
        return Ok(0);
    }
    let mut agents = chosen(request, &site);
    if agents.is_empty() && request.global && request.yes && !request.uninstall {
        // Scripts that say `-g --auto-patch` and no name have always meant this one.
        agents.extend(named("claude"));
    }
    if agents.is_empty() && request.uninstall {
        say("rtk is not installed in any agent: nothing to do.\n");
        return Ok(0);
    }
    if agents.is_empty() {
        let why = "no coding agent found; name one (rtk init --help lists them)";
        return Err(Refusal(why.to_string()));
    }
    if request.paste {
        for agent in &agents {
            say(&paste(agent, &site)?);
        }
        return Ok(0);
    }
    let top = project.clone().or_else(home::dir);
    let lock = |wanted: bool| match top.as_deref().filter(|_| wanted) {
        Some(top) => write::lock(top),
        None => Ok(None),
    };
    let applies = request.yes && !request.dry_run;
    let held = lock(applies)?;
    let mut plan = plan_for(request, &site, &agents)?;
    if applies && swept(&plan, top.as_deref()) {
        plan = plan_for(request, &site, &agents)?;
    }
    if plan.changes.is_empty() {
        let state = if request.uninstall {
            ": not installed"
        } else {
            ": already installed"
        };
        say(&[&listed("", &agents), state, ", nothing to do.\n"].concat());
        say(&after(request, &agents, &site, &plan));
        return Ok(0);
    }
    let action = if request.uninstall {
        "Taking rtk out of "
    } else {
        "Hooking rtk into "
    };
    say(&[&listed(action, &agents), ":\n\n"].concat());
    show(&plan, &Plan::default(), request.dry_run);
    let offers = if request.uninstall {
        String::new()
    } else {
        offers(&agents, &site)
    };
    if !offers.is_empty() {
        say(&["Not part of this, but offered:\n", &offers, "\n"].concat());
    }
    if request.dry_run || !request.yes && !asks() {
        say("Nothing was changed. Add --yes to apply.\n");
        return Ok(0);
    }
    let held = match (held, request.yes) {
        (held @ Some(_), _) | (held, true) => held,
        (None, false) => {
            let everything = match agrees(!offers.is_empty())? {
                Answer::No => {
                    say("Nothing was changed.\n");
                    return Ok(0);
                }
                Answer::Yes => false,
                Answer::Everything => true,
            };
            let held = lock(true)?;
            swept(&plan, top.as_deref());
            let now = plan_for(request, &site, &agents)?;
            if now.changes != plan.changes {
                return Err(Refusal("the files changed meanwhile".to_string()));
            }
            if everything {
                site.mirror = true;
                agents.extend(named(APPROVE).filter(|_| !verify::is_approving()));
                let more = plan_for(request, &site, &agents)?;
                show(&more, &plan, false);
                plan = more;
            }
            held
        }
    };
    write::apply(&plan.changes, &plan.directories)?;
    drop(held);
    say(match (request.uninstall, plan.notes.is_empty()) {
        (true, true) => "Done: every file is as it was before.\n",
        _ => "Done.\n",
    });
    say(&after(request, &agents, &site, &plan));
    Ok(0)
}

/// The names of agents behind some words, in lines that fit a terminal.
fn listed(words: &str, agents: &[&'static Agent]) -> String {
    const WIDTH: usize = 60;
    let mut text = words.to_string();
    let mut start = 0;
    for (index, agent) in agents.iter().enumerate() {
        if index > 0 {
            text.push(',');
            let is_full = text.len() - start + agent.title.len() > WIDTH;
            text.push_str(if is_full { "\n  " } else { " " });
            start = if is_full { text.len() } else { start };
        }
        text.push_str(agent.title);
    }
    text
}

/// Whether a run that was killed had left something where the plan looks.
fn swept(plan: &Plan, top: Option<&Path>) -> bool {
    let top = top.and_then(|top| top.canonicalize().ok());
    let mut directories: Vec<&Path> = plan
        .seen
        .iter()
        .flat_map(|directory| directory.ancestors())
        .filter(|directory| top.as_deref().is_some_and(|top| directory.starts_with(top)))
        .collect();
    order::sort(&mut directories, |a, b| a < b);
    directories.dedup();
    let found = directories
        .iter()
        .filter(|directory| write::sweep(directory));
    found.count() > 0
}

fn plan_for(
    request: &Request,
    site: &Site<'_>,
    agents: &[&'static Agent],
) -> Result<Plan, Refusal> {
    let mut plan = Plan::default();
    for agent in agents {
        // rtk's own settings are the user's everywhere.
        let own;
        let site = match agent.name == APPROVE {
            true => {
                own = Site::default();
                &own
            }
            false => site,
        };
        if request.uninstall {
            plan.uninstall(agent, site)?;
        } else if site.pieces(agent).is_empty() {
            let scope = if request.project {
                "in a project"
            } else {
                "for the user"
            };
            let why = [agent.title, " has nothing that can be installed ", scope];
            return Err(Refusal(why.concat()));
        } else {
            plan.install(agent, site)?;
        }
    }
    plan.order();
    Ok(plan)
}

/// The agents asked for, else those that are there.
fn chosen(request: &Request, site: &Site<'_>) -> Vec<&'static Agent> {
    let asked = |agent: &Agent| request.agents.contains(&agent.name);
    let all = request.agents.iter().all(|name| *name == APPROVE);
    let user = Site::default();
    let installed = |agent: &Agent| {
        let site = if agent.name == APPROVE { &user } else { site };
        verify::is_installed(agent, site)
    };
    // The setting goes with the last hook that heeds it.
    let heeded = || {
        let mut others = ["claude", "cursor"].into_iter().filter_map(named);
        others.any(|agent| !asked(agent) && verify::is_installed(agent, &user))
    };
    AGENTS
        .iter()
        .filter(|agent| match (request.uninstall, all) {
            _ if asked(agent) => true,
            (true, true) => installed(agent) && (agent.name != APPROVE || !request.project),
            (true, false) => {
                agent.name == APPROVE && !request.project && installed(agent) && !heeded()
            }
            // Text in a rules file is no hook: only where it is asked for.
            (false, all) => {
                all && !agent.is_text_only() && !site.pieces(agent).is_empty() && is_present(agent)
            }
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

/// The changes of a plan that were not in the one before.
fn show(plan: &Plan, before: &Plan, whole: bool) {
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for change in &plan.changes {
        let name = change
            .target
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        // Records and backups are no news.
        let own = name == super::record::NAME || name.ends_with(super::plan::BACKUP);
        if !own && !before.changes.contains(change) {
            say(&diff::render(change, colour, whole));
            say("\n");
        }
    }
}

/// What the user may want besides, two sentences each.
fn offers(agents: &[&'static Agent], site: &Site<'_>) -> String {
    let mut text = String::new();
    let heeds = |agent: &&Agent| matches!(agent.name, "claude" | "cursor");
    let asked = agents.iter().any(|agent| agent.name == APPROVE);
    if agents.iter().any(heeds) && !asked && !verify::is_approving() {
        text.push_str(APPROVE_OFFER);
    }
    for agent in agents {
        let (Ok(base), false) = (site.base(agent), site.mirror) else {
            continue;
        };
        for piece in site.pieces(agent) {
            let text_now = files::read(&base.join(piece.file()), files::MAX_SETTINGS_BYTES);
            let rules = piece.mirrored(text_now.ok().as_deref());
            if let Some(first) = rules.first() {
                let count = rules.len().to_string();
                let noun = if rules.len() == 1 {
                    " deny rule: "
                } else {
                    " deny rules like "
                };
                let adds = "  --mirror-deny        Adds ";
                text.extend([adds, &count, noun, first, ".\n"]);
                text.push_str(MIRROR_OFFER);
            }
        }
    }
    text
}

const APPROVE_OFFER: &str =
    "  --approve-read-only  Your agent runs commands that only read (git status)
                       unasked, but would ask about `rtk git status`, so rtk
                       leaves them alone. With this setting rtk's hook answers
                       \"allow\" for exactly those, and they get shorter too.
";
const MIRROR_OFFER: &str =
    "                       rtk's hook heeds your rules anyway; mirrored, they hold
                       even if it is broken.
";

/// What is left to do, how to try it, how to undo it, what will bite.
fn after(request: &Request, agents: &[&'static Agent], site: &Site<'_>, plan: &Plan) -> String {
    let mut text = String::new();
    let mut line = |parts: &[&str]| {
        text.push_str("  ");
        text.extend(parts.iter().copied().chain(["\n"]));
    };
    for note in &plan.notes {
        line(&[note]);
    }
    if request.uninstall {
        let kept = home::recall_directory().filter(|directory| directory.is_dir());
        if let Some(kept) = kept {
            let place = shown(&kept);
            line(&[
                "outputs for rtk recall are still in ",
                &place,
                "; it may be deleted",
            ]);
        }
        return text;
    }
    for agent in agents {
        for left in agent.afterwards {
            line(&[agent.title, ": ", left]);
        }
        let Ok(base) = site.base(agent) else {
            continue;
        };
        for handler in find::handlers(site.pieces(agent)) {
            let (is_off, others) = find::in_settings(handler, &base);
            let place = shown(&base.join(handler.file));
            if is_off {
                line(&[
                    "warning: disableAllHooks is on in ",
                    &place,
                    ", so no hook runs",
                ]);
            }
            if others > 0 {
                let others = find::others(others);
                line(&["warning: ", &place, " has ", &others]);
                line(&["         -> ", find::OTHERS_REMEDY]);
            }
        }
    }
    for (warning, remedy) in find::environment(agents) {
        line(&["warning: ", &warning]);
        line(&["         -> ", remedy]);
    }
    if site.project.is_some() {
        line(&["warning: most agents skip a project's hooks until you trust the project"]);
    }
    if let Ok(program) = find::own_path() {
        text.extend(saving::line(&program));
    }
    let scope = if site.project.is_some() {
        " --project"
    } else {
        ""
    };
    let verify = ["Try it: rtk git log. Check it: rtk verify", scope].concat();
    text.extend([&verify, ". Undo it: rtk init --uninstall", scope, ".\n"]);
    text
}

/// Whether there is somebody to ask.
fn asks() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

enum Answer {
    No,
    Yes,
    Everything,
}

fn agrees(offered: bool) -> Result<Answer, Refusal> {
    say(match offered {
        true => "Apply this? y: yes, a: and what is offered, n: no [n] ",
        false => "Apply this? [y/N] ",
    });
    let mut answer = String::new();
    io::stdin()
        .lock()
        .read_line(&mut answer)
        .map_err(|error| Refusal(["standard input: ", &error.to_string()].concat()))?;
    Ok(match answer.trim() {
        "y" | "Y" | "yes" => Answer::Yes,
        "a" | "A" | "all" if offered => Answer::Everything,
        _ => Answer::No,
    })
}

/// What to put where by hand.
fn paste(agent: &Agent, site: &Site<'_>) -> Result<String, Refusal> {
    let base = site.base(agent)?;
    let mut text = String::new();
    for piece in site.pieces(agent) {
        let path = base.join(piece.file());
        let what = match piece {
            Piece::Handler(_) => ": add what is missing of\n\n",
            Piece::File { .. } => ": a file of its own\n\n",
            _ => ": add\n\n",
        };
        let new = piece
            .put(None, &site.call(&base))
            .map_err(|why| Refusal::new(&path, why))?;
        text.extend([&shown(&path), what, &String::from_utf8_lossy(&new), "\n"]);
    }
    Ok(text)
}

/// The project's root, which is not the user's home: its files would be the user's own.
fn own_project_root() -> Result<PathBuf, Refusal> {
    let root = project_root()?;
    match is_home(&root) {
        true => Err(Refusal::new(&root, "is your home directory, no project")),
        false => Ok(root),
    }
}

/// Whether a directory is the user's home.
pub(super) fn is_home(directory: &Path) -> bool {
    home::dir().is_some_and(|home| find::same(&home, directory))
}

/// The repository's top, else the current directory.
pub(super) fn project_root() -> Result<PathBuf, Refusal> {
    let cwd = std::env::current_dir()
        .map_err(|error| Refusal(["no current directory: ", &error.to_string()].concat()))?;
    let is_top = |directory: &&Path| directory.join(".git").exists();
    let top = cwd.ancestors().find(is_top).unwrap_or(&cwd);
    Ok(top.to_path_buf())
}

pub(super) fn say(text: &str) {
    let mut out = io::stdout();
    // A reader that is gone does not want the rest. A question ends in no line end.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

pub(super) fn complain(parts: &[&str]) {
    let line = ["rtk: ", &parts.concat(), "\n"].concat();
    let _ = io::stderr().write_all(line.as_bytes());
}
