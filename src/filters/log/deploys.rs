//! Tools that deploy, fetch and copy: the lines they print on their way.
//! Sources: recorded runs of curl and wget; the tools' manuals and sources
//! (kubectl `pkg/cmd/rollout`, helm `cmd/helm`, ansible `plugins/callback/default.py`,
//! rsync(1), ping(8)).

use super::super::fields::split_once;
use super::super::{End, Filter, Out, Status, Stream};
use super::fold::Fold;
use super::progress::Do::*;
use super::progress::{Known, Progress, with};
use super::{line, told};

#[rustfmt::skip]
const ROLLOUT: &[Known] = &[
    ("Waiting for deployment spec update to be observed...", Drop),
    ("Waiting for daemon set spec update to be observed...", Drop),
    ("Waiting for statefulset spec update to be observed...", Drop),
];

#[rustfmt::skip]
const HELM: &[Known] = &[
    ("Hang tight while we grab the latest from your chart repositories...", Drop),
    ("...Successfully got an update from the *", Count("repositories updated")),
    ("Deleting outdated charts", Drop),
    ("Downloading * from repo *", Show),
    ("TEST SUITE: None", Drop),
];

#[rustfmt::skip]
const CURL: &[Known] = &[
    ("% Total    % Received % Xferd *", Drop),
    ("Dload  Upload *", Drop),
];

#[rustfmt::skip]
const WGET: &[Known] = &[
    ("Resolving *... *", Drop),
    ("Connecting to *... connected.", Drop),
    ("Reusing existing connection to *", Drop),
    ("Length: *", Drop),
    ("#K ......*", Drop),
    ("#K .*%*", Drop),
    ("*% [* ] *", Drop),
    ("*100%[*", Drop),
    ("Loaded CA certificate *", Drop),
    ("HTTP request sent, awaiting response... 200 OK", Drop),
];

#[rustfmt::skip]
const RSYNC: &[Known] = &[
    ("sending incremental file list", Drop),
    ("receiving incremental file list", Drop),
    ("* #% * #:#:##*", Drop),
];

/// `kubectl rollout`: the last state of many.
pub(crate) fn rollout() -> Option<Box<dyn Filter>> {
    Some(Box::new(Progress::new(ROLLOUT, 1)))
}

/// `helm install` and kin.
pub(crate) fn helm() -> Option<Box<dyn Filter>> {
    with(HELM)
}

/// wget.
pub(crate) fn wget() -> Option<Box<dyn Filter>> {
    with(WGET)
}

/// rsync.
pub(crate) fn rsync() -> Option<Box<dyn Filter>> {
    with(RSYNC)
}

/// `ping`: a reply is like the one before.
pub(crate) fn ping() -> Option<Box<dyn Filter>> {
    Some(Box::new(Progress::new(&[], 1)))
}

/// curl: the body as it came, without the meter.
pub(crate) fn curl() -> Option<Box<dyn Filter>> {
    Some(Box::new(Curl { meter: false }))
}

struct Curl {
    /// The head of the meter was printed, so its states will be.
    meter: bool,
}

impl Filter for Curl {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        self.meter |= super::progress::look_up(CURL, line.trim_ascii()).is_some();
        let mut rest = line;
        if self.meter {
            // Where both streams are one pipe, the states of the meter are on one line.
            while let Some((state, after)) = split_once(rest, b"\r")
                && (state.is_empty() || is_state(state))
            {
                rest = after;
            }
        }
        let text = rest.trim_ascii();
        let head = super::progress::look_up(CURL, text).is_some();
        match head || self.meter && is_state(text) {
            true => out.noise(line),
            false => out.line(stream, rest),
        }
    }

    fn end(&mut self, _: Status, _: &mut Out) -> End {
        End::Told
    }

    fn exact(&self) -> bool {
        true
    }
}

/// A state of curl's meter: twelve columns of numbers and times.
fn is_state(text: &[u8]) -> bool {
    let numbers = |byte: &u8| byte.is_ascii_digit() || b" .:-kMGTPs".contains(byte);
    let words = text.split(|&byte| byte == b' ');
    text.iter().all(numbers) && words.filter(|word| !word.is_empty()).count() == 12
}

/// `ansible-playbook`: tasks that changed or failed something, and the recap.
pub(crate) fn ansible() -> Option<Box<dyn Filter>> {
    Some(Box::new(Ansible {
        head: Vec::new(),
        fold: Fold::new(12, 2),
    }))
}

struct Ansible {
    /// `TASK [install nginx]`, until one of its lines is shown.
    head: Vec<u8>,
    fold: Fold,
}

impl Filter for Ansible {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let text = line.trim_ascii_end();
        let heads = [
            &b"TASK ["[..],
            b"PLAY [",
            b"PLAY RECAP",
            b"RUNNING HANDLER [",
        ];
        if heads.iter().any(|head| text.starts_with(head)) && text.ends_with(b"***") {
            let stars = text
                .iter()
                .rposition(|&byte| byte != b'*')
                .map_or(0, |at| at + 1);
            self.head = text[..stars].trim_ascii_end().to_vec();
            if text.starts_with(b"PLAY") {
                let head = std::mem::take(&mut self.head);
                self.fold.show(&head, stream, out);
            }
            return;
        }
        if text.is_empty() {
            return out.noise(line);
        }
        for (start, what) in [
            (&b"ok: ["[..], "tasks that changed nothing"),
            (b"skipping: [", "skipped tasks"),
        ] {
            if text.starts_with(start) && text.ends_with(b"]") {
                return out.omit(what, text);
            }
        }
        if !self.head.is_empty() {
            let head = std::mem::take(&mut self.head);
            self.fold.show(&head, stream, out);
        }
        // The recap: `host : ok=3    changed=1    unreachable=0 ...`.
        if line::find(text, b": ok=").is_some() && line::find(text, b"unreachable=").is_some() {
            let words = text
                .split(|&byte| byte == b' ')
                .filter(|word| !word.is_empty());
            let text = words.collect::<Vec<_>>().join(&b' ');
            return out.line(stream, &text);
        }
        self.fold.line(text, stream, out);
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.fold.end(out);
        told(status, self.fold.alarm)
    }
}
