//! docker: builds, pulls, containers brought up and down.
//!
//! BuildKit prints `#8 [4/6] RUN make deps`, then `#8 12.41 text` for what the step
//! says, `#8 DONE 0.1s`, `#8 CACHED` or `#8 ERROR: ...`, and after a failure the last
//! lines of the step again (`--progress=plain`, what it uses without a terminal:
//! buildkit `util/progress/progressui/printer.go`). The older builder prints
//! `Step 4/6 : RUN make deps` and `---> 1234` lines.

use super::super::{End, Filter, Out, Status, Stream};
use super::fold::Fold;
use super::progress::Do::*;
use super::progress::{Known, fits, with};
use super::{line, told};

/// Steps whose head is held until the step says something.
const STEPS: usize = 64;
/// Lines that a failure may repeat.
const SAID: usize = 63;

/// `docker build`, `docker compose build`.
pub(crate) fn build() -> Option<Box<dyn Filter>> {
    Some(Box::new(Build {
        fold: Fold::new(2, 2),
        heads: Vec::new(),
        again: false,
        said: Vec::new(),
    }))
}

struct Build {
    fold: Fold,
    /// What runs in a step, by its number, until it is printed.
    heads: Vec<(Vec<u8>, Vec<u8>)>,
    /// In the part that repeats the last lines of the step that failed.
    again: bool,
    /// Hashes of the last lines of steps, the last first.
    said: Vec<u64>,
}

/// Lines about the building itself.
#[rustfmt::skip]
const BUILD: &[&str] = &[
    "", "------", "--------------------", "=> *",
    "[internal] *", "transferring *", "resolve *", "sha256:* done", "sha256:* / *", "extracting sha256:*",
    "CACHED", "DONE *", "exporting *", "writing image *", "preparing layers *", "pushing *", "*: done", "sending tarball*",
    "building with *", "[auth] *", "importing cache *", "unpacking to *",
    "Sending build context to Docker daemon *", "---> *", "Removing intermediate container *",
    "View build details: *", "What's next:", "View a summary of image vulnerabilities *",
    "Use 'docker scan' *", "[+] Building *",
];

impl Build {
    fn step(&mut self, number: &[u8], rest: &[u8], stream: Stream, out: &mut Out) {
        let text = untimed(rest);
        if rest.starts_with(b"[")
            && !rest.starts_with(b"[internal]")
            && !rest.starts_with(b"[auth]")
        {
            if self.heads.len() == STEPS {
                self.heads.remove(0);
            }
            let head = [b"#", number, b" ", rest].concat();
            if !self.heads.iter().any(|known| known.1 == head) {
                self.heads.push((number.to_vec(), head));
            }
            return;
        }
        let noise = |pattern: &&str| fits(pattern.as_bytes(), text);
        if BUILD.iter().any(noise) {
            return out.noise(rest);
        }
        if let Some(at) = self.heads.iter().position(|head| head.0 == number) {
            let (_, head) = self.heads.remove(at);
            self.fold.show(&head, stream, out);
        }
        self.fold.line(text, stream, out);
        self.said.truncate(SAID);
        self.said.insert(0, line::text(text));
    }
}

impl Filter for Build {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let text = line.trim_ascii_end();
        let step = text.strip_prefix(b"#").and_then(|rest| {
            let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
            (end > 0 && rest[end] == b' ')
                .then(|| (&rest[..end], rest[end + 1..].trim_ascii_start()))
        });
        if let Some((number, rest)) = step {
            return self.step(number, rest, stream, out);
        }
        if text == b"------" {
            self.again = false;
            return out.noise(line);
        }
        if text.starts_with(b" > [") {
            self.again = true;
            return self.fold.show(text, stream, out);
        }
        let bare = text.trim_ascii_start();
        let noise = |pattern: &&str| fits(pattern.as_bytes(), bare);
        let said = self.again && self.said.contains(&line::text(untimed(bare)));
        if said || BUILD.iter().any(noise) {
            return out.noise(line);
        }
        if fits(b"Step #/# : *", bare) {
            self.fold.show(bare, stream, out);
        } else {
            self.fold.line(text, stream, out);
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.fold.end(out);
        told(status, self.fold.alarm)
    }
}

/// Without the seconds in front: `12.41 make: ...`.
fn untimed(text: &[u8]) -> &[u8] {
    let digits = text
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || **byte == b'.')
        .count();
    match text.get(digits) {
        Some(b' ') if digits > 2 && text[..digits].contains(&b'.') => &text[digits + 1..],
        _ => text,
    }
}

#[rustfmt::skip]
const PULL: &[Known] = &[
    ("*: Pulling fs layer", Drop),
    ("*: Waiting", Drop),
    ("*: Downloading*", Drop),
    ("*: Verifying Checksum", Drop),
    ("*: Download complete", Drop),
    ("*: Extracting*", Drop),
    ("*: Pull complete", Drop),
    ("*: Already exists", Drop),
    ("*: Preparing", Drop),
    ("*: Pushing*", Drop),
    ("*: Pushed", Drop),
    ("*: Layer already exists", Drop),
    ("*: Mounted from *", Drop),
    ("*: Pulling from *", Drop),
    ("Using default tag: latest", Drop),
    ("* Pulling fs layer*", Drop),
    ("* Pulling", Drop),
    ("* Waiting", Drop),
    ("* Downloading *", Drop),
    ("* Download complete*", Drop),
    ("* Extracting *", Drop),
    ("* Pull complete*", Drop),
    ("* Already exists*", Drop),
    ("What's next:", Drop),
    ("View a summary of image vulnerabilities *", Drop),
    // podman
    ("Trying to pull *", Drop),
    ("Getting image source signatures", Drop),
    ("Copying blob *", Drop),
    ("Copying config *", Drop),
    ("Writing manifest to image destination", Drop),
    ("Storing signatures", Drop),
];

/// `docker pull`, `docker push`.
pub(crate) fn pull() -> Option<Box<dyn Filter>> {
    with(PULL)
}

/// Things that docker compose tells the states of.
const THINGS: &[&str] = &["Container ", "Network ", "Volume ", "Image "];
/// States on the way to another.
#[rustfmt::skip]
const ON_THE_WAY: &[&str] = &[
    "Creating", "Starting", "Stopping", "Removing", "Recreate", "Recreating", "Waiting", "Pulling",
    "Restarting", "Building", "Killing", "Pausing", "Unpausing",
];
const THINGS_MAX: usize = 500;

/// `docker compose up -d`, `down`, `stop`, ...: each thing once, with its last state.
pub(crate) fn up() -> Option<Box<dyn Filter>> {
    Some(Box::new(Up {
        things: Vec::new(),
        stream: Stream::Err,
        fold: Fold::new(12, 2),
    }))
}

struct Up {
    /// What, and its last state.
    things: Vec<(Vec<u8>, Vec<u8>)>,
    stream: Stream,
    fold: Fold,
}

impl Up {
    /// ` Container web-1  Started`, ` ✔ Container web-1  Started   0.3s`.
    fn thing(line: &[u8]) -> Option<(&[u8], &[u8])> {
        let mut text = line.trim_ascii();
        for mark in ["✔ ", "✘ ", "⠿ "] {
            text = text.strip_prefix(mark.as_bytes()).unwrap_or(text);
        }
        if !THINGS
            .iter()
            .any(|thing| text.starts_with(thing.as_bytes()))
        {
            return None;
        }
        let end =
            line::find(text, b"  ").or_else(|| text.iter().rposition(|&byte| byte == b' '))?;
        let state = text[end..].trim_ascii();
        let seconds = |word: &[u8]| matches!(word, [b'0'..=b'9', .., b's']);
        let state = match state.iter().rposition(|&byte| byte == b' ') {
            Some(at) if seconds(&state[at + 1..]) => state[..at].trim_ascii(),
            _ => state,
        };
        let words = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b' ';
        state.iter().all(words).then_some((&text[..end], state))
    }
}

impl Filter for Up {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let Some((thing, state)) = Up::thing(line) else {
            return match fits(b"[+] *", line) {
                true => out.noise(line),
                false => self.fold.line(line, stream, out),
            };
        };
        self.stream = stream;
        if let Some(known) = self.things.iter_mut().find(|known| known.0 == thing) {
            known.1 = state.to_vec();
        } else if self.things.len() < THINGS_MAX {
            self.things.push((thing.to_vec(), state.to_vec()));
        } else {
            self.fold.line(line, stream, out);
        }
    }

    /// By state: `Started: Container web-1, db-1`. What is still on its way comes last.
    fn end(&mut self, status: Status, out: &mut Out) -> End {
        let mut things = std::mem::take(&mut self.things);
        while let Some((_, state)) = things.first() {
            let on_the_way = |state: &[u8]| ON_THE_WAY.iter().any(|word| word.as_bytes() == state);
            let sure = things.iter().find(|thing| !on_the_way(&thing.1));
            let state = sure.map_or(state, |thing| &thing.1).clone();
            let mut text = [&state[..], b":"].concat();
            let mut kind: &[u8] = b"";
            for (thing, _) in things.iter().filter(|thing| thing.1 == state) {
                let name = thing
                    .iter()
                    .position(|&byte| byte == b' ')
                    .map_or(0, |at| at + 1);
                if kind == &thing[..name] {
                    text.extend(b", ");
                    text.extend_from_slice(&thing[name..]);
                } else {
                    text.push(b' ');
                    text.extend_from_slice(thing);
                    kind = &thing[..name];
                }
            }
            out.line(self.stream, &text);
            things.retain(|thing| thing.1 != state);
        }
        self.fold.end(out);
        told(status, self.fold.alarm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things() {
        #[track_caller]
        fn check(line: &str, expected: Option<(&str, &str)>) {
            let bytes = expected.map(|(thing, state)| (thing.as_bytes(), state.as_bytes()));
            assert_eq!(Up::thing(line.as_bytes()), bytes, "{line}");
        }
        check(
            " Container web-1  Started",
            Some(("Container web-1", "Started")),
        );
        check(
            " ✔ Network a_default  Created   0.1s",
            Some(("Network a_default", "Created")),
        );
        check("Container web-1 is unhealthy!", None);
        check("Error response from daemon: x", None);
    }
}
