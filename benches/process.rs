//! Whole calls, from the parent's point of view: `rtk hook claude` against an
//! empty static C program, `rtk git status` against `git status`.
//!
//! Absolute times say more about the machine than about the program, so runs
//! are interleaved and what is printed is the ratio of medians; instruction and
//! system call counts beside it repeat to a few parts in a thousand. What is
//! not there (cc, valgrind, strace, git) is said and skipped. `RTK_BENCH_RUNS`
//! sets the number of runs (500).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RTK: &str = env!("CARGO_BIN_EXE_rtk");
const PAYLOAD: &str = r#"{"session_id":"s","cwd":"CWD","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git status","description":"Show the state"}}"#;
const SETTINGS: &str = r#"{"permissions":{"allow":["Bash(npm run build:*)","Bash(cargo test:*)","Read(src/**)"],"ask":["Bash(git push:*)"],"deny":["Bash(rm -rf:*)","Read(.env)"]},"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"rtk hook claude"}]}]}}"#;
const CONFIG: &str = "[hooks]\nexclude_commands = [\"curl\", \"^docker (build|run)\"]\n";

/// A program with its arguments, the bytes on its standard input and its world.
struct Call {
    name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
    input: PathBuf,
    cwd: PathBuf,
    home: PathBuf,
}

impl Call {
    fn command(&self, before: &[&str]) -> Command {
        let mut words = before
            .iter()
            .map(PathBuf::from)
            .chain([self.program.clone()]);
        let mut command = Command::new(words.next().expect("a program"));
        command.args(words).args(self.arguments);
        command.current_dir(&self.cwd).env_clear();
        command
            .env("HOME", &self.home)
            .env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command
            .env("CLAUDE_PROJECT_DIR", &self.cwd)
            .env("LANG", "C.UTF-8");
        command.stdin(fs::File::open(&self.input).expect("its input"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn time(&self) -> Duration {
        let mut command = self.command(&[]);
        let start = Instant::now();
        command.status().expect("to run it");
        start.elapsed()
    }

    /// What a measuring program says on standard error.
    fn under(&self, before: &[&str]) -> Option<String> {
        let output = self.command(before).stderr(Stdio::piped()).output().ok()?;
        String::from_utf8(output.stderr).ok()
    }

    fn instructions(&self) -> Option<u64> {
        let said = self.under(&[
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
        ])?;
        let line = said.lines().find(|line| line.contains("Collected"))?;
        line.rsplit(' ').next()?.parse().ok()
    }

    fn system_calls(&self) -> Option<u64> {
        let said = self.under(&["strace", "-f", "-qq", "-e", "signal=none"])?;
        let calls = said
            .lines()
            .filter(|line| line.contains('(') && !line.contains("resumed>"));
        match calls.count() {
            0 => None,
            count => Some(count as u64),
        }
    }
}

fn main() {
    let top = std::env::temp_dir().join(format!("rtk-bench-{}", std::process::id()));
    let runs = std::env::var("RTK_BENCH_RUNS")
        .ok()
        .and_then(|runs| runs.parse().ok())
        .unwrap_or(500);
    let (home, cwd) = (top.join("home"), top.join("home/project"));
    for (path, text) in [
        ("home/.claude/settings.json", SETTINGS),
        ("home/.config/rtk/config.toml", CONFIG),
        ("home/project/.claude/settings.json", SETTINGS),
        ("home/project/.claude/settings.local.json", SETTINGS),
        ("payload", &PAYLOAD.replace("CWD", &cwd.to_string_lossy())),
        ("nothing", ""),
    ] {
        let path = top.join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("to make it");
        fs::write(path, text).expect("to write it");
    }
    let call = |name, program: PathBuf, arguments, input| Call {
        name,
        program,
        arguments,
        input: top.join(input),
        cwd: cwd.clone(),
        home: home.clone(),
    };

    match empty_program(&top) {
        None => println!("skipped: no cc to build the empty program with"),
        Some(empty) => compare(
            &call("empty static C program", empty, &[], "payload"),
            &call(
                "rtk hook claude",
                RTK.into(),
                &["hook", "claude"],
                "payload",
            ),
            runs,
        ),
    }
    match repository(&cwd) {
        None => println!("skipped: no git"),
        Some(git) => compare(
            &call("git status", git, &["status"], "nothing"),
            &call("rtk git status", RTK.into(), &["git", "status"], "nothing"),
            runs.min(200),
        ),
    }
    fs::remove_dir_all(&top).expect("to clean up");
}

fn empty_program(top: &Path) -> Option<PathBuf> {
    let (source, program) = (top.join("empty.c"), top.join("empty"));
    fs::write(&source, "int main(void) { return 0; }\n").ok()?;
    let mut command = Command::new("cc");
    command
        .args(["-O2", "-static", "-o"])
        .arg(&program)
        .arg(&source);
    command.status().ok()?.success().then_some(program)
}

/// Makes the project a repository with 300 files, some changed; gives git's path.
fn repository(cwd: &Path) -> Option<PathBuf> {
    let git = ["/usr/local/bin/git", "/usr/bin/git"]
        .iter()
        .map(PathBuf::from)
        .find(|path| path.exists())?;
    for number in 0..300 {
        fs::write(cwd.join(format!("file{number}.txt")), "text\n").ok()?;
    }
    for arguments in [
        &["init", "-q"][..],
        &["add", "."],
        &[
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.org",
            "commit",
            "-qm",
            "a",
        ],
    ] {
        let status = Command::new(&git)
            .args(arguments)
            .current_dir(cwd)
            .status()
            .ok()?;
        status.success().then_some(())?;
    }
    for number in 0..20 {
        fs::write(cwd.join(format!("file{number}.txt")), "changed\n").ok()?;
        fs::write(cwd.join(format!("new{number}.txt")), "new\n").ok()?;
    }
    Some(git)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Runs both by turns and prints the ratio of what they take.
fn compare(base: &Call, call: &Call, runs: usize) {
    for _ in 0..20 {
        base.time();
        call.time();
    }
    let (mut base_times, mut times) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        base_times.push(base.time());
        times.push(call.time());
    }
    let (base_median, own_median) = (median(base_times), median(times));
    let ratio = own_median.as_secs_f64() / base_median.as_secs_f64();
    println!("{} / {}, {runs} runs each, by turns", call.name, base.name);
    println!("  time, ratio of medians  {ratio:.2}  ({own_median:.0?} / {base_median:.0?})");
    let count = |what: &str, own: Option<u64>, base: Option<u64>, tool: &str| match (own, base) {
        (Some(own), Some(base)) => println!("  {what}  {own} / {base}"),
        _ => println!("  {what}  skipped: no {tool}"),
    };
    count(
        "instructions          ",
        call.instructions(),
        base.instructions(),
        "valgrind",
    );
    count(
        "system calls          ",
        call.system_calls(),
        base.system_calls(),
        "strace",
    );
}
