//! The first saving: what a command that only reads prints here, and what is left of
//! it. Run as an agent would, once each way; nothing is kept for `rtk recall`.

use std::process::{Command, Stdio};

/// Less output than this shows nothing worth showing, in bytes.
const OUTPUT_MIN: usize = 100;

/// Tried in this order, in the current directory.
const COMMANDS: [&str; 2] = ["git log -n 20", "ls -l"];

/// The line to show, if a command runs here and gets shorter.
pub(super) fn line(program: &str) -> Option<String> {
    COMMANDS.iter().find_map(|command| {
        let words = || command.split(' ');
        let tool = words().next().unwrap_or_default();
        let raw = length(tool, words().skip(1)).filter(|raw| *raw >= OUTPUT_MIN)?;
        let short = length(program, words())?;
        let saved = raw.checked_sub(short).filter(|saved| *saved > 0)? * 100 / raw;
        let (raw, short, saved) = (raw.to_string(), short.to_string(), saved.to_string());
        let parts = [
            "A first saving: ",
            command,
            " prints ",
            &raw,
            " bytes here, ",
            &short,
            " with rtk: ",
            &saved,
            " % less.\n",
        ];
        Some(parts.concat())
    })
}

/// Bytes of standard output, if it ends well.
fn length<'a>(program: &str, words: impl Iterator<Item = &'a str>) -> Option<usize> {
    let output = Command::new(program)
        .args(words)
        .env("XDG_CACHE_HOME", "/dev/null")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then_some(output.stdout.len())
}
