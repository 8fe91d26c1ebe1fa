//! Runs command lines in real shells, where every program is a stand-in that notes how it
//! was called.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::oracle::scratch;

/// Programs that only note how they were called, and the real ones that wrap others.
const STAND_INS: [&str; 24] = [
    "rtk", "git", "ls", "cargo", "cat", "grep", "rm", "wc", "find", "npx", "npm", "python",
    "pytest", "make", "docker", "rg", "head", "tail", "tree", "tsc", "touch", "sudo", "curl",
    "xargs",
];
const REAL: [&str; 9] = [
    "env", "timeout", "nice", "nohup", "stdbuf", "setsid", "bash", "sh", "zsh",
];

/// Notes name, arguments and environment, prints the arguments, ends with a status
/// that depends on them. `rtk` runs what is behind it, as it stands. No process is
/// started, and each notes into a file of its own, for there are many. Output comes
/// last: in a pipeline nobody may be there to read it.
const STAND_IN: &str = r#"#!/bin/dash
n=${0##*/}
if [ "$n" = rtk ]; then exec "$@"; fi
while read -r l; do :; done
r=$n; for a in "$@"; do r="$r^$a"; done
{ printf '%s\035' "$r"; export -p; } >"$LOG/$$"
printf '%s err\n' "$n" >&2
printf '%s out %s\n' "$n" "$*"
exit $(( $# % 3 == 2 ))
"#;

/// Runs every line of standard input, each in its own directory with its own log.
const DRIVER: &str = r#"
i=0
while IFS= read -r -d '' line; do
  export LOG=$TOP/$i.log
  ( cd "$TOP/$i" && eval "$line"; r=$?; wait; exit $r ) </dev/null >"$TOP/$i.out" 2>"$TOP/$i.err"
  echo $? >"$TOP/$i.rc"
  i=$((i+1))
done
"#;

/// The shells that lines are run in, and how each is started without startup files.
/// For `> file | command` zsh copies in a process of its own that it does not wait for,
/// so what is in the file at the end is chance; without MULTIOS it does as bash does.
pub(crate) const SHELLS: [(&str, &[&str]); 2] = [
    ("bash", &["--norc", "-c"]),
    ("zsh", &["-f", "-o", "nomultios", "-c"]),
];

/// A directory with stand-ins for a run of lines.
pub(crate) struct Stage {
    top: PathBuf,
}

/// What a line did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Happened {
    /// Each program with its arguments and environment, sorted: commands in the
    /// background have no order.
    pub(crate) called: Vec<String>,
    /// Standard output, what programs said on standard error, exit status; sorted lines.
    pub(crate) seen: [String; 3],
    /// Each file with its content, sorted lines: commands in the background share it.
    pub(crate) files: Vec<String>,
}

impl Happened {
    /// Programs and arguments, joined by blanks.
    pub(crate) fn commands(&self) -> Vec<String> {
        let first = |record: &String| record.split('\u{1d}').next().map(str::to_owned);
        let records = self.called.iter().filter_map(first);
        records.map(|words| words.replace('\u{1f}', " ")).collect()
    }
}

impl Stage {
    pub(crate) fn new(name: &str) -> Stage {
        let top = scratch(name);
        let bin = top.join("bin");
        fs::create_dir_all(&bin).unwrap();
        for name in STAND_INS {
            fs::write(bin.join(name), STAND_IN.replace('^', "\u{1f}")).unwrap();
            fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        for name in REAL {
            let path = ["/usr/bin", "/bin"].iter().map(|d| Path::new(d).join(name));
            if let Some(path) = path.into_iter().find(|path| path.exists()) {
                symlink(path, bin.join(name)).unwrap();
            }
        }
        Stage { top }
    }

    /// What each line does in a shell.
    pub(crate) fn run(&self, (shell, options): (&str, &[&str]), lines: &[&str]) -> Vec<Happened> {
        for at in 0..lines.len() {
            let directory = self.top.join(at.to_string());
            let _ = fs::remove_dir_all(&directory);
            fs::create_dir_all(directory.join("sub")).unwrap();
            fs::write(directory.join("a"), "one\ntwo\n").unwrap();
            fs::write(directory.join("b"), "x\n").unwrap();
            fs::copy(self.top.join("bin/git"), directory.join("git")).unwrap();
            let log = self.top.join(format!("{at}.log"));
            let _ = fs::remove_dir_all(&log);
            fs::create_dir_all(log).unwrap();
        }
        let mut child = Command::new(shell)
            .args(options)
            .arg(DRIVER)
            .env_clear()
            .env("PATH", self.top.join("bin"))
            .env("TOP", &self.top)
            .env("HOME", &self.top)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for line in lines {
            stdin.write_all(line.as_bytes()).unwrap();
            stdin.write_all(b"\0").unwrap();
        }
        drop(stdin);
        child.wait().unwrap();
        (0..lines.len()).map(|at| self.happened(at)).collect()
    }

    fn happened(&self, at: usize) -> Happened {
        let own = format!("{}/{at}", self.top.display());
        let read = |path: &Path| {
            let bytes = fs::read(path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).replace(&own, "@")
        };
        let side = |end: &str| read(&self.top.join(format!("{at}.{end}")));
        let sorted = |text: &str| {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            lines.join("\n")
        };
        // Which text a shell complains about is the text it was given. Others write into the
        // same line what comes before the name.
        let said: String = side("err")
            .lines()
            .filter_map(|line| line.strip_suffix(" err"))
            .map(|line| format!("{} err\n", line.rsplit(' ').next().unwrap_or_default()))
            .collect();
        let log = fs::read_dir(self.top.join(format!("{at}.log"))).unwrap();
        let mut called: Vec<String> = log
            .map(|entry| without_noise(&read(&entry.unwrap().path())))
            .collect();
        called.sort_unstable();
        let mut open = vec![self.top.join(at.to_string())];
        let mut files = Vec::new();
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    open.push(entry.path());
                } else {
                    let content = sorted(&read(&entry.path()));
                    files.push(format!("{:?} {content}", entry.file_name()));
                }
            }
        }
        files.sort();
        Happened {
            called,
            seen: [sorted(&side("out")), sorted(&said), side("rc")],
            files,
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.top);
    }
}

/// A record without the variables that every shell sets for itself.
fn without_noise(part: &str) -> String {
    const NOISE: [&str; 5] = ["PWD=", "OLDPWD=", "_=", "SHLVL=", "LOG="];
    let own = |line: &&str| {
        let name = line.strip_prefix("export ").unwrap_or_default();
        !NOISE.iter().any(|noise| name.starts_with(noise))
    };
    part.split('\n').filter(own).collect::<Vec<_>>().join("\n")
}
