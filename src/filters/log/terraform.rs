//! terraform and OpenTofu: plans and applies.
//!
//! Kept: each resource with what is to be done to it and why, each attribute that
//! changes, replacements, `Plan:` and `Apply complete!`, outputs, warnings, errors.
//! Counted: attributes that are known after apply, that do not change, that go with
//! what is destroyed. The format is the human one of `terraform plan -no-color`
//! (terraform `internal/command/jsonformat`).

use super::super::{End, Filter, Out, Status, Stream};
use super::fold::Fold;
use super::progress::Do::{self, *};
use super::progress::{Known, look_up};
use super::told;

#[rustfmt::skip]
const LINES: &[Known] = &[
    ("", Drop),
    ("*: Refreshing state...*", Count("refreshed resources")),
    ("*: Reading...*", Drop),
    ("*: Still reading...*", Drop),
    ("*: Read complete after *", Count("data sources read")),
    ("*: Creating...", Drop),
    ("*: Modifying...*", Drop),
    ("*: Destroying...*", Drop),
    ("*: Still creating...*", Drop),
    ("*: Still modifying...*", Drop),
    ("*: Still destroying...*", Drop),
    ("*: Preparing import...*", Drop),
    ("*: Provisioning with *", Drop),
    ("Acquiring state lock. *", Drop),
    ("Releasing state lock. *", Drop),
    ("Terraform used the selected providers to generate the following execution", Drop),
    ("OpenTofu used the selected providers to generate the following execution", Drop),
    ("plan. Resource actions are indicated with the following symbols:", Drop),
    ("+ create", Drop),
    ("~ update in-place", Drop),
    ("- destroy", Drop),
    ("-/+ destroy and then create replacement", Drop),
    ("+/- create replacement and then destroy", Drop),
    ("<= read (data resources)", Drop),
    ("Terraform will perform the following actions:", Drop),
    ("OpenTofu will perform the following actions:", Drop),
    ("Terraform has compared your real infrastructure against your configuration*", Drop),
    ("and found no differences, so no changes are needed.", Drop),
    ("found no differences, so no changes are needed.", Drop),
    ("Note: You didn't use the -out option to save this plan, so *", Drop),
    ("guarantee to take exactly these actions if you run \"* apply\" now.", Drop),
    ("──*", Drop),
    ("╷", Drop),
    ("╵", Drop),
    ("│", Drop),
    // init
    ("Initializing the backend...", Drop),
    ("Initializing provider plugins...", Drop),
    ("Initializing modules...", Drop),
    ("Initializing provider plugins found in *", Drop),
    ("- Reusing previous version of * from the dependency lock file", Drop),
    ("- Finding *", Drop),
    ("- Installing * v*...", Drop),
    ("- Using previously-installed *", Show),
    ("You may now begin working with *", Drop),
    ("any changes that are required for your infrastructure. All *", Drop),
    ("should now work.", Drop),
    ("If you ever set or change modules or backend configuration for *", Drop),
    ("rerun this command to reinitialize your working directory. If you forget, other", Drop),
    ("commands will detect it and remind you to do so if necessary.", Drop),
    ("Partner and community providers are signed by their developers.", Drop),
    ("If you'd like to know more about provider signing, you can read about it here:", Drop),
    ("https://www.terraform.io/docs/cli/plugins/signing.html", Drop),
    ("https://developer.hashicorp.com/terraform/cli/plugins/signing", Drop),
    ("Terraform has created a lock file .terraform.lock.hcl to record the provider", Show),
    ("selections it made above. Include this file in your version control repository", Drop),
    ("so that Terraform can guarantee to make the same selections by default when", Drop),
    ("you run \"terraform init\" in the future.", Drop),
];

/// Attributes that say which one is destroyed.
const NAMES: &[&[u8]] = &[b"id ", b"name ", b"arn ", b"bucket ", b"identifier "];

/// Lines of a resource that are compared with those of the one before.
const BODY: usize = 4 * 1024;

/// `terraform plan`, `apply`, `destroy`, `init`, `show`.
pub(crate) fn make() -> Option<Box<dyn Filter>> {
    Some(Box::new(Terraform {
        fold: Fold::new(12, 2),
        block: None,
        head: Vec::new(),
        body: Vec::new(),
        before: Vec::new(),
        same: Vec::new(),
        verb: Vec::new(),
        destroyed: false,
    }))
}

struct Terraform {
    fold: Fold,
    /// How far in the resource begins, while inside one.
    block: Option<usize>,
    /// `# tide_queue.ledger will be updated in-place`, until its body is known.
    head: Vec<u8>,
    /// What changes in it.
    body: Vec<u8>,
    /// What changed in the one before.
    before: Vec<u8>,
    /// The resources in which the same changes, and what is said of them.
    same: Vec<u8>,
    verb: Vec<u8>,
    destroyed: bool,
}

impl Terraform {
    /// A line of a resource.
    fn inside(&mut self, indent: usize, text: &[u8], start: usize, out: &mut Out) {
        let (sign, rest) = signed(text);
        let closes = matches!(rest, [b'}' | b']' | b')', ..]) && rest.len() <= 3;
        if closes && indent <= start + 2 && sign.is_empty() {
            self.block = None;
            return self.flush(out);
        }
        if closes && !rest.ends_with(b"{")
            || rest.starts_with(b"# (") && rest.ends_with(b" hidden)")
        {
            return out.noise(text);
        }
        if rest.ends_with(b"(known after apply)") && !rest.windows(4).any(|part| part == b" -> ") {
            return out.omit("attributes known after apply", text);
        }
        let named = NAMES.iter().any(|name| rest.starts_with(name));
        if self.destroyed && !(named && indent <= start + 6) {
            return out.omit("attributes of what is destroyed", text);
        }
        if sign.is_empty() && !rest.starts_with(b"#") {
            return out.omit("unchanged attributes", text);
        }
        let depth = indent.saturating_sub(start + 4) / 4;
        self.body
            .extend(std::iter::repeat_n(b' ', 1 + depth.min(8)));
        self.body.extend_from_slice(sign);
        squeeze(rest, &mut self.body);
        self.body.push(b'\n');
        if self.body.len() > BODY {
            self.flush(out);
        }
    }

    /// A resource of which the same is said as of the one before: `# a, b will be ...`.
    fn same(&mut self, head: &[u8], stream: Stream, out: &mut Out) {
        let text = head.strip_prefix(b"# ").unwrap_or(head);
        let name = text.split(|&byte| byte == b' ').next().unwrap_or(text);
        let verb = &text[name.len()..];
        if self.same.len() > BODY || verb != self.verb {
            self.end_same(stream, out);
        }
        if self.same.is_empty() {
            self.same.extend_from_slice(b"# ");
            self.verb = verb.to_vec();
        } else {
            self.same.extend_from_slice(b", ");
        }
        self.same.extend_from_slice(name);
    }

    fn end_same(&mut self, stream: Stream, out: &mut Out) {
        if !self.same.is_empty() {
            out.line_of(stream, &[&self.same, &self.verb, b", same as above"]);
            self.same.clear();
        }
    }

    /// Prints the resource.
    fn flush(&mut self, out: &mut Out) {
        let body = std::mem::take(&mut self.body);
        let head = std::mem::take(&mut self.head);
        let stream = out.stream();
        if !body.is_empty() && body == self.before && !head.is_empty() && !out.lossless() {
            return self.same(&head, stream, out);
        }
        self.end_same(stream, out);
        if !head.is_empty() {
            self.fold.show(&head, stream, out);
        }
        for line in body
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            out.line(stream, line);
        }
        self.before = body;
    }
}

impl Filter for Terraform {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        let text = line.trim_ascii_end();
        let text = text.strip_prefix("│ ".as_bytes()).unwrap_or(text);
        let indent = text.iter().take_while(|&&byte| byte == b' ').count();
        let bare = &text[indent..];
        if let Some(start) = self.block {
            return self.inside(indent, bare, start, out);
        }
        if is_resource(bare) {
            self.block = Some(indent);
            return;
        }
        if indent == 2 && bare.starts_with(b"# ") {
            if !self.head.is_empty() && !bare.starts_with(b"# (") {
                self.flush(out);
            }
            if !self.head.is_empty() {
                self.head.push(b' ');
            }
            self.destroyed = bare.ends_with(b"destroyed");
            self.head.extend_from_slice(bare);
            return;
        }
        if !self.head.is_empty() {
            self.flush(out);
        }
        if !text.is_empty() {
            self.end_same(stream, out);
        }
        match look_up(LINES, bare) {
            Some(Do::Drop) => out.noise(line),
            Some(Do::Count(what)) => out.omit(what, bare),
            Some(_) => self.fold.show(text, stream, out),
            None => self.fold.line(text, stream, out),
        }
    }

    fn end(&mut self, status: Status, out: &mut Out) -> End {
        self.flush(out);
        self.end_same(out.stream(), out);
        self.fold.end(out);
        told(status, self.fold.alarm)
    }
}

/// `+ resource "tide_queue" "buoy" {`, `<= data "tide_zone" "outer" {`.
fn is_resource(bare: &[u8]) -> bool {
    let start = bare
        .iter()
        .take_while(|byte| b"+-/~<= ".contains(byte))
        .count();
    let rest = &bare[start..];
    start > 0
        && rest.ends_with(b"{")
        && [&b"resource \""[..], b"data \"", b"ephemeral \""]
            .iter()
            .any(|word| rest.starts_with(word))
}

/// `+ `, `- `, `~ `, `-/+ ` in front, and the rest.
fn signed(text: &[u8]) -> (&[u8], &[u8]) {
    let length = text
        .iter()
        .take_while(|byte| b"+-/~".contains(byte))
        .count();
    match text.get(length) {
        Some(b' ') if length > 0 => text.split_at(length + 1),
        _ => (b"", text),
    }
}

/// The padding in front of `=` goes.
fn squeeze(text: &[u8], into: &mut Vec<u8>) {
    let quote = text
        .iter()
        .position(|&byte| byte == b'"')
        .unwrap_or(text.len());
    match text[..quote].windows(2).position(|pair| pair == b"  ") {
        Some(at) if text[at..].trim_ascii_start().starts_with(b"=") => {
            into.extend_from_slice(&text[..at + 1]);
            into.extend_from_slice(text[at..].trim_ascii_start());
        }
        _ => into.extend_from_slice(text),
    }
}
