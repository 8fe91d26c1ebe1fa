//! One command -> every command that it may run, for rules that restrict.
//!
//! `sudo -u root git -C . push x` is also looked at as `git -C . push x`, `git push x`
//! and, because `-u` might take no value, `root git -C . push x`. Options of runners
//! are not known one by one: each may have a value or not, and both readings
//! count. The result is a superset of what any shell or agent sees, found in
//! one pass over the words.

use crate::shell::{SimpleCommand, Word};

/// Programs that run the command in their arguments, and how many operands may
/// stand in front of it. Options and assignments are skipped anyway. Sorted.
const RUNNERS: [(&str, u8); 109] = [
    ("asdf", 2),
    ("aws-vault", 2),
    ("bear", 0),
    ("builtin", 0),
    ("bun", 1),
    ("bundle", 1),
    ("bunx", 0),
    ("busybox", 0),
    ("bwrap", 0),
    ("caffeinate", 0),
    ("ccache", 0),
    ("chronic", 0),
    ("chroot", 1),
    ("chrt", 1),
    ("command", 0),
    ("conda", 1),
    ("coproc", 1),
    ("corepack", 0),
    ("cpulimit", 0),
    ("dbus-run-session", 0),
    ("direnv", 2),
    ("distcc", 0),
    ("do", 0),
    ("doas", 0),
    ("docker", 3),
    ("doppler", 1),
    ("dotenv", 0),
    ("dumb-init", 0),
    ("elif", 0),
    ("else", 0),
    ("entr", 0),
    ("env", 0),
    ("eval", 0),
    ("exec", 0),
    ("fakeroot", 0),
    ("firejail", 0),
    ("flatpak-spawn", 0),
    ("flock", 1),
    ("gosu", 1),
    ("gtime", 0),
    ("gtimeout", 1),
    ("gxargs", 0),
    ("hatch", 1),
    ("hyperfine", 0),
    ("if", 0),
    ("ionice", 0),
    ("kubectl", 3),
    ("linux32", 0),
    ("linux64", 0),
    ("ltrace", 0),
    ("micromamba", 1),
    ("mise", 1),
    ("mosh", 1),
    ("nerdctl", 3),
    ("nice", 0),
    ("nix", 2),
    ("nix-shell", 0),
    ("nocorrect", 0),
    ("noglob", 0),
    ("nohup", 0),
    ("npm", 1),
    ("npx", 0),
    ("nsenter", 0),
    ("op", 1),
    ("parallel", 0),
    ("pdm", 1),
    ("perf", 1),
    ("pipenv", 1),
    ("pipx", 1),
    ("pkexec", 0),
    ("pnpm", 1),
    ("pnpx", 0),
    ("podman", 3),
    ("poetry", 1),
    ("proot", 0),
    ("proxychains", 0),
    ("proxychains4", 0),
    ("pyenv", 1),
    ("rbenv", 1),
    ("repeat", 1),
    ("rlwrap", 0),
    ("runuser", 1),
    ("rye", 1),
    ("script", 1),
    ("setarch", 1),
    ("setpriv", 0),
    ("setsid", 0),
    ("ssh", 1),
    ("stdbuf", 0),
    ("strace", 0),
    ("su", 1),
    ("su-exec", 1),
    ("sudo", 0),
    ("systemd-run", 0),
    ("taskset", 1),
    ("then", 0),
    ("time", 0),
    ("timeout", 1),
    ("tini", 0),
    ("torsocks", 0),
    ("toybox", 0),
    ("unbuffer", 0),
    ("unshare", 0),
    ("until", 0),
    ("uv", 2),
    ("uvx", 0),
    ("watch", 0),
    ("while", 0),
    ("yarn", 1),
];

/// Runners whose names do not sort into the table: shells, and loaders by their start.
const SHELLS: [&str; 13] = [
    "ash", "bash", "csh", "dash", "fish", "ksh", "mksh", "rbash", "sh", "tcsh", "xargs", "yash",
    "zsh",
];

/// Programs among whose words a whole script may stand.
const SCRIPTED: [&str; 17] = [
    "env", "eval", "flock", "npm", "npx", "parallel", "pnpm", "rtk", "runuser", "screen", "script",
    "ssh", "su", "tmux", "trap", "watch", "xargs",
];

/// Verbs of `rtk` that run the command behind them.
const RTK_RUNNERS: [&str; 8] = [
    "bypass", "err", "exec", "proxy", "raw", "run", "summary", "test",
];

/// Verbs of `rtk`, of this version or another, that print the file behind them.
const RTK_READERS: [&str; 4] = ["json", "log", "read", "smart"];

/// A command, as one reading of the line has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'a> {
    /// Its words without quotes, one blank between two.
    pub(crate) text: &'a str,
    /// The program, without directories.
    pub(crate) program: &'a str,
    /// Where its arguments start among the words of the line.
    pub(crate) arguments: usize,
    /// An `rtk` stands in front, so the agent's own rules do not see it.
    pub(crate) behind_rtk: bool,
}

/// The words of a simple command, without quotes.
#[derive(Debug, Default)]
pub(crate) struct Words {
    text: String,
    spans: Vec<(usize, usize)>,
}

/// The readings are too many to look at.
#[derive(Debug)]
pub(crate) struct TooMany;

/// Most steps from word to word for one command: a few for each word of the longest line.
const STEPS_MAX: usize = 200_000;

impl Words {
    /// The words of a command that was read from `line`.
    pub(crate) fn of(command: &SimpleCommand, line: &str) -> Words {
        Words::from(command.words.iter().map(|word| match &word.literal {
            Some(literal) => std::borrow::Cow::Borrowed(literal.as_str()),
            None => std::borrow::Cow::Owned(unquoted(source(word, line))),
        }))
    }

    /// Words that are known.
    pub(crate) fn from<S: AsRef<str>>(all: impl IntoIterator<Item = S>) -> Words {
        let mut words = Words::default();
        for word in all {
            if !words.spans.is_empty() {
                words.text.push(' ');
            }
            let start = words.text.len();
            words.text.push_str(word.as_ref());
            words.spans.push((start, words.text.len()));
        }
        words
    }

    /// The words from this one on.
    pub(crate) fn since(&self, first: usize) -> Words {
        Words::from((first..self.len()).map(|at| self.get(at)))
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// One of them.
    pub(crate) fn get(&self, at: usize) -> &str {
        self.spans
            .get(at)
            .map_or("", |&(start, end)| &self.text[start..end])
    }

    /// This word and all behind it.
    pub(crate) fn tail(&self, at: usize) -> &str {
        self.spans
            .get(at)
            .map_or("", |&(start, _)| &self.text[start..])
    }

    /// Shows every reading to `visit`.
    pub(crate) fn forms(&self, visit: &mut dyn FnMut(Form<'_>)) -> Result<(), TooMany> {
        let mut walk = Walk {
            words: self,
            seen: vec![[false; 2]; self.len()],
            open: vec![(0, false)],
            steps: 0,
        };
        let fd = ["fd", "fdfind"].contains(&program_of(self.get(0)));
        for at in 1..self.len() {
            if runs_next(self.get(at - 1), fd) {
                walk.open.push((at, false));
            }
        }
        walk.all(visit)
    }

    /// Scripts among the words behind `form`: what a shell is given to run.
    pub(crate) fn scripts<'a>(&'a self, form: &Form<'_>) -> impl Iterator<Item = &'a str> {
        let scripted = is_shell(form.program) || SCRIPTED.contains(&form.program);
        let joined = ["eval", "ssh", "watch", "env"].contains(&form.program);
        let from = if scripted { form.arguments } else { self.len() };
        let whole = (joined && from < self.len()).then(|| self.tail(from));
        (from..self.len())
            .map(|at| {
                let word = self.get(at);
                match word.split_once('=') {
                    Some((option, value)) if option.starts_with('-') => value,
                    _ => word,
                }
            })
            .chain(whole)
            .filter(|text| text.contains([' ', '\t', '\n', ';', '&', '|', '(', '`', '$', '<']))
    }
}

struct Walk<'a> {
    words: &'a Words,
    /// Per word: looked at as a program, and as one behind `rtk`.
    seen: Vec<[bool; 2]>,
    open: Vec<(usize, bool)>,
    steps: usize,
}

impl Walk<'_> {
    fn all(&mut self, visit: &mut dyn FnMut(Form<'_>)) -> Result<(), TooMany> {
        while let Some((at, behind_rtk)) = self.open.pop() {
            if at >= self.words.len() || self.seen[at][usize::from(behind_rtk)] {
                continue;
            }
            self.seen[at][usize::from(behind_rtk)] = true;
            self.one(at, behind_rtk, visit)?;
        }
        Ok(())
    }

    fn one(
        &mut self,
        at: usize,
        behind_rtk: bool,
        visit: &mut dyn FnMut(Form<'_>),
    ) -> Result<(), TooMany> {
        let word = self.words.get(at);
        let text = self.words.tail(at);
        let program = program_of(word);
        let form = Form {
            text,
            program,
            arguments: at + 1,
            behind_rtk,
        };
        visit(form);
        if program.len() != word.len() {
            let rest = &text[word.len()..];
            let bare = format!("{program}{rest}");
            visit(Form {
                text: &bare,
                ..form
            });
        }
        if program == "yadm" {
            // Dotfiles in a git repository: `yadm push` runs `git push`.
            let git = format!("git{}", &text[word.len()..]);
            visit(Form { text: &git, ..form });
        }
        self.without_options(at, behind_rtk, visit)?;
        if program == "rtk" {
            self.through_rtk(at, visit);
        } else if let Some(operands) = operands_of(program) {
            self.through_runner(at, operands, behind_rtk)?;
        }
        Ok(())
    }

    /// `git -C . push` as `git push`, and as `git . push`.
    fn without_options(
        &mut self,
        at: usize,
        behind_rtk: bool,
        visit: &mut dyn FnMut(Form<'_>),
    ) -> Result<(), TooMany> {
        let program = program_of(self.words.get(at));
        let mut text = String::new();
        let mut option_before = false;
        for next in at + 1..self.words.len() {
            self.step(1)?;
            let option = is_option(self.words.get(next));
            if !option {
                if next > at + 1 {
                    let tail = self.words.tail(next);
                    self.step(tail.len() / 64)?;
                    text.clear();
                    text.push_str(program);
                    text.push(' ');
                    text.push_str(tail);
                    visit(Form {
                        text: &text,
                        program,
                        arguments: next,
                        behind_rtk,
                    });
                }
                if !option_before {
                    break;
                }
            }
            option_before = option;
        }
        Ok(())
    }

    fn through_rtk(&mut self, at: usize, visit: &mut dyn FnMut(Form<'_>)) {
        let mut next = at + 1;
        while is_option(self.words.get(next)) {
            next += 1;
        }
        self.open.push((next, true));
        let verb = self.words.get(next);
        if RTK_RUNNERS.contains(&verb) {
            next += 1;
            while is_option(self.words.get(next)) {
                next += 1;
            }
            self.open.push((next, true));
        } else if RTK_READERS.contains(&verb) {
            let text = format!("cat {}", self.words.tail(next + 1));
            visit(Form {
                text: &text,
                program: "cat",
                arguments: next + 1,
                behind_rtk: true,
            });
        }
    }

    /// Every word that may be the program that a runner runs.
    fn through_runner(
        &mut self,
        at: usize,
        mut operands: u8,
        behind_rtk: bool,
    ) -> Result<(), TooMany> {
        let mut option_before = false;
        for next in at + 1..self.words.len() {
            self.step(1)?;
            let word = self.words.get(next);
            let option = is_option(word);
            if !option && !is_assignment(word) {
                self.open.push((next, behind_rtk));
                if !option_before {
                    if operands == 0 {
                        break;
                    }
                    operands -= 1;
                }
            }
            option_before = option;
        }
        Ok(())
    }

    fn step(&mut self, by: usize) -> Result<(), TooMany> {
        self.steps += by;
        if self.steps > STEPS_MAX {
            return Err(TooMany);
        }
        Ok(())
    }
}

/// The text of a word, quotes included.
pub(crate) fn source<'a>(word: &Word, line: &'a str) -> &'a str {
    line.get(word.span.start..word.span.end).unwrap_or_default()
}

/// A text without quotes, backslashes and escaped newlines.
pub(crate) fn unquoted(text: &str) -> String {
    text.replace("\\\n", "").replace(['\'', '"', '\\'], "")
}

/// `/usr/bin/git`, `=git` and `git.exe` are `git`.
pub(crate) fn program_of(word: &str) -> &str {
    let name = word.rsplit(['/']).next().unwrap_or(word);
    let name = name.strip_prefix('=').unwrap_or(name);
    name.strip_suffix(".exe").unwrap_or(name)
}

fn operands_of(program: &str) -> Option<u8> {
    if is_shell(program) || program.starts_with("ld-") || program.starts_with("ld.so") {
        return Some(0);
    }
    RUNNERS
        .binary_search_by(|(name, _)| (*name).cmp(program))
        .ok()
        .map(|found| RUNNERS[found].1)
}

fn is_shell(program: &str) -> bool {
    SHELLS.contains(&program)
}

fn is_option(word: &str) -> bool {
    word.starts_with(['-', '+']) && word.len() > 1
}

/// `FOO=bar`, in the arguments of `env` or `sudo`.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
    })
}

/// Options of `find` and `fd` with a command behind them.
fn runs_next(word: &str, fd: bool) -> bool {
    match word {
        "-exec" | "-execdir" | "-ok" | "-okdir" => true,
        "--exec" | "--exec-batch" | "-x" | "-X" => fd,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(RUNNERS.is_sorted());
        assert!(SHELLS.is_sorted() && SCRIPTED.is_sorted());
    }

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let words = Words::from(line.split(' '));
        let mut seen = Vec::new();
        words
            .forms(&mut |form| {
                seen.push(format!(
                    "{}{}",
                    if form.behind_rtk { "^" } else { "" },
                    form.text
                ))
            })
            .unwrap();
        for expected in expected {
            assert!(
                seen.iter().any(|form| form == expected),
                "{line}: no {expected} in {seen:?}"
            );
        }
    }

    #[test]
    fn runners_are_looked_through() {
        check("git push x", &["git push x"]);
        check("/usr/bin/git push", &["/usr/bin/git push", "git push"]);
        check("git -C . push x", &["git push x", "git . push x"]);
        check(
            "sudo -u root -- git push",
            &["git push", "root -- git push"],
        );
        check("env A=1 B=2 nice -n 5 git push", &["git push"]);
        check("timeout -k 1 --signal=KILL 5s git push", &["git push"]);
        check(
            "find . -exec git push ; -okdir rm x ;",
            &["git push ; -okdir rm x ;", "rm x ;"],
        );
        check("docker exec -it box git push", &["git push"]);
        check("xargs -n1 git push", &["git push"]);
        check("sh -c ls", &["ls"]);
        check("rtk git push", &["^git push"]);
        check("rtk -v proxy rtk git -C x push", &["^git push"]);
        check("sudo rtk run git push", &["^git push"]);
        check("rtk read .env", &["^cat .env"]);
    }

    #[test]
    fn chains_of_runners_stay_linear() {
        for (link, count) in [
            ("sudo ", 12_000),
            ("sudo -x ", 8_000),
            ("rtk ", 16_000),
            ("-exec ", 9_000),
        ] {
            let line = link.repeat(count) + "git push";
            let mut forms = 0_usize;
            let _ = Words::from(line.split(' ')).forms(&mut |_| forms += 1);
            assert!(forms < 100_000, "{link}");
        }
    }
}
