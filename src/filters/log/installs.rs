//! Package managers: the lines they print on their way.
//!
//! Kept: what was added, removed and changed with its version, deprecations,
//! vulnerabilities, warnings, errors and results. Sources: recorded runs of npm, pnpm,
//! yarn, pip and cargo; the tools' own sources where they are not installed
//! (`uv/crates/uv/src/printer`, poetry `console/`, composer `Installer`, rubygems
//! `cli/install.rb`, apt `apt-private/acqprogress.cc`, Homebrew `utils/output.rb`).

use super::super::{Filter, Out, scan};
use super::progress::Do::*;
use super::progress::{Known, Progress, with};
use crate::text::json::{self, Member, Value};

#[rustfmt::skip]
const NPM: &[Known] = &[
    ("npm audit report", Drop),
    ("# npm audit report", Drop),
    ("npm err*Options:", Skip("lines of usage")),
    ("npm err*For more info, run:", Drop),
    ("npm error Run \"npm help *\" for more info", Drop),
    ("npm error aliases: *", Drop),
    ("# package* looking for funding", Drop),
    ("run `npm fund` for details", Drop),
    ("Run `npm audit` for details.", Drop),
    ("To address all issues, run:", Drop),
    ("To address all issues (including breaking changes), run:", Drop),
    ("To address issues that do not require attention, run:", Drop),
    ("npm audit fix", Drop),
    ("npm audit fix --force", Drop),
    ("npm http *", Drop),
    ("npm timing *", Drop),
    ("npm sill *", Drop),
    ("npm verb *", Drop),
    // bun
    ("bun install v*", Drop),
    ("bun add v*", Drop),
    ("Resolving dependencies*", Drop),
    ("Resolved, downloaded and extracted *", Drop),
];

#[rustfmt::skip]
const PNPM: &[Known] = &[
    ("Progress: *", Drop),
    ("Done in *s*", Until(" in ")),
    ("+++*", Drop),
    ("---*", Drop),
    ("Lockfile is up to date, resolution step is skipped", Drop),
    ("Packages are *linked from the content-addressable store to the virtual store.", Drop),
    ("Packages are copied from the content-addressable store to the virtual store.", Drop),
    ("Content-addressable store is at: *", Drop),
    ("Virtual store is at: *", Drop),
    ("Scope: all # workspace projects", Drop),
    ("╭*╮", Drop),
    ("╰*╯", Drop),
    ("│ *Update available!*│", Drop),
    ("│ *Changelog: *│", Drop),
    ("│ *Run \"pnpm *\" to update.*│", Drop),
    ("│ *Run: corepack *│", Drop),
    ("│ *to update.*│", Drop),
    ("│ *│", Show),
    ("│*│", Drop),
    ("Downloading *", Drop),
    ("Note that in CI environments this setting is true by default. If you still need to run install in such cases, use *", Drop),
    ("specifiers in the lockfile ({*}) don't match specs in package.json ({*})", Reword(specifiers)),
];

#[rustfmt::skip]
const YARN: &[Known] = &[
    ("yarn install v*", Drop),
    ("yarn add v*", Drop),
    ("yarn remove v*", Drop),
    ("yarn upgrade v*", Drop),
    ("[#/#] *", Drop),
    ("info No lockfile found.", Drop),
    ("Done in *s.", Until(" in ")),
    ("info Visit https://yarnpkg.com/en/docs/cli/*", Drop),
    ("info All dependencies", Drop),
    ("info Direct dependencies", Drop),
    ("info This module is OPTIONAL, you can safely ignore this error", Show),
    // Berry
    ("➤ YN0000: · Yarn *", Drop),
    ("➤ YN0000: ┌ *", Drop),
    ("➤ YN0000: └ Completed*", Drop),
    ("➤ YN0000: │ *", Show),
    ("➤ YN0013: *", Drop),
    ("➤ YN0019: *", Drop),
    ("➤ YN0085: │ + *, and # more.", Show),
];

#[rustfmt::skip]
const PIP: &[Known] = &[
    ("Requirement already satisfied: *(from *", Count("satisfied dependencies")),
    ("Requirement already satisfied: * in * (*", Cut(" in ", " (")),
    ("Looking in *", Drop),
    ("Collecting *", Drop),
    ("Obtaining *", Drop),
    ("Processing *", Drop),
    ("Downloading *", Drop),
    ("Using cached *", Drop),
    ("━*", Drop),
    ("Preparing metadata *finished with status 'error'", Show),
    ("Preparing metadata *", Drop),
    ("Installing build dependencies*finished with status 'error'", Show),
    ("Installing build dependencies*", Drop),
    ("Installing backend dependencies*", Drop),
    ("Getting requirements to build *finished with status 'error'", Show),
    ("Getting requirements to build *", Drop),
    ("Checking if build backend supports *", Drop),
    ("Building wheels for collected packages:*", Drop),
    ("Building wheel for *finished with status 'error'", Show),
    ("Building wheel for *", Drop),
    ("Building editable for *", Drop),
    ("Created wheel for *", Drop),
    ("Created editable wheel for *", Drop),
    ("Stored in directory: *", Drop),
    ("Successfully built *", Drop),
    ("Installing collected packages: *", Drop),
    ("Attempting uninstall: *", Drop),
    ("Found existing installation: *", Drop),
    ("Uninstalling *:", Drop),
    ("File \"*site-packages*", SkipBlock("lines of libraries")),
    ("File \"*/lib/python*", SkipBlock("lines of libraries")),
    ("File \"*", Show),
    ("Traceback (most recent call last):", Drop),
    ("[end of output]", Drop),
    ("╰─> [# lines of output]", Drop),
    ("╰─> See above for output.", Drop),
    ("│ exit code: *", Show),
    ("note: This error originates from a subprocess, and is likely not a problem with pip.", Drop),
    ("note: This is an issue with the package mentioned above, not pip.", Drop),
    ("hint: See above for *", Drop),
    ("× Encountered error while generating package metadata.", Drop),
    ("Using pip * from *", Drop),
    // uv
    ("Resolved # package*", Show),
    ("Downloaded *", Drop),
    ("Building *", Drop),
    ("Built *", Drop),
    ("Prepared # package*", Drop),
    ("Audited # package*", Show),
    ("To fix this you could try to:", Drop),
    ("#. loosen the range of package versions *", Drop),
    ("#. remove package versions to allow pip *", Drop),
    ("INFO: pip is looking at multiple versions of *", Drop),
    ("INFO: This is taking longer than usual. *", Drop),
    // pipx
    ("done! ✨ 🌟 ✨", Drop),
];

#[rustfmt::skip]
const POETRY: &[Known] = &[
    ("Resolving dependencies*", Drop),
    ("Installing dependencies from lock file", Drop),
    ("Updating dependencies", Drop),
    ("- Downloading *", Drop),
    ("* Downloading *", Drop),
    ("Loading .env environment variables...", Drop),
    // pipenv, pdm
    ("Locking [*] dependencies...", Drop),
    ("Building requirements...", Drop),
    ("Installing dependencies from Pipfile.lock (*", Show),
    ("To activate this project's virtualenv, run pipenv shell.", Drop),
    ("Alternatively, run a command inside the virtualenv with pipenv run.", Drop),
];

#[rustfmt::skip]
const CARGO: &[Known] = &[
    ("Updating crates.io index", Drop),
    ("Updating git repository *", Drop),
    ("Updating `*` index", Drop),
    ("Downloading *", Drop),
    ("Downloaded *", Drop),
    ("Compiling *", Drop),
    ("Checking *", Drop),
    ("Installed package *", Trim),
    ("Installing */bin/*", Drop),
    ("Installing *", Drop),
    ("Finished *", Drop),
    ("For more information about this error, try *", Drop),
    ("For more information about an error, try *", Drop),
    ("To reuse those artifacts with a future compilation, *", Drop),
    ("error: failed to compile *, intermediate artifacts can be found at *", Until(", intermediate artifacts")),
    ("Ignored package *", Trim),
    ("Replacing *", Trim),
    ("Replaced package *", Trim),
    ("note: pass `--verbose` to see # unchanged dependencies behind latest", Drop),
    // go
    ("go: downloading *", Drop),
    ("go: finding *", Drop),
];

#[rustfmt::skip]
const BUNDLE: &[Known] = &[
    ("Fetching gem metadata from *", Drop),
    ("Fetching https://*", Drop),
    ("Fetching source index *", Drop),
    ("Fetching *", Drop),
    ("Resolving dependencies*", Drop),
    ("Using *", Count("gems in place")),
    ("Use `bundle info *` to see where a bundled gem is installed.", Drop),
    ("Parsing documentation for *", Drop),
    ("Installing ri documentation for *", Drop),
    ("Done installing documentation for *", Drop),
    ("Don't run Bundler as root. *", Drop),
];

#[rustfmt::skip]
const COMPOSER: &[Known] = &[
    ("Loading composer repositories with package information", Drop),
    ("Updating dependencies", Drop),
    ("Verifying lock file contents can be installed on current platform.", Drop),
    ("Installing dependencies from lock file*", Drop),
    ("- Downloading *", Drop),
    ("- Syncing *", Drop),
    ("- Locking *", Count("locked packages")),
    ("- *: Extracting archive", Until(": Extracting archive")),
    ("- *: Loading from cache", Until(": Loading from cache")),
    ("#/# [*] *%", Drop),
    ("# package* you are using *looking for funding.", Drop),
    ("Use the `composer fund` command to find out more!", Drop),
    ("Generating *autoload files", Drop),
    ("Writing lock file", Drop),
];

#[rustfmt::skip]
const APT: &[Known] = &[
    ("Reading package lists...*", Drop),
    ("Building dependency tree...*", Drop),
    ("Reading state information...*", Drop),
    ("Calculating upgrade...*", Drop),
    ("Get:# *", Drop),
    ("Hit:# *", Drop),
    ("Ign:# *", Drop),
    ("# packages can be upgraded. *", Until(" Run 'apt")),
    ("Need to get *", Drop),
    ("WARNING: apt does not have a stable CLI interface. *", Drop),
    ("debconf: delaying package configuration, since apt-utils is not installed", Drop),
    ("(Reading database ...*", Drop),
    ("Selecting previously unselected package *", Drop),
    ("Preparing to unpack *", Drop),
    ("Unpacking *", Drop),
    ("Processing triggers for *", Drop),
    ("The following additional packages will be installed:", Skip("lines of package names")),
    ("Suggested packages:", Skip("lines of package names")),
    ("Recommended packages:", Skip("lines of package names")),
    ("The following * packages *:", Show),
    ("# upgraded, # newly installed, # to remove and # not upgraded.", Show),
    ("Setting up *", Without(" ...")),
    // dnf, yum
    ("Last metadata expiration check: *", Drop),
    ("Downloading Packages:", Drop),
    ("Running transaction check", Drop),
    ("Running transaction test", Drop),
    ("Transaction check succeeded.", Drop),
    ("Transaction test succeeded.", Drop),
    ("Running transaction", Drop),
    ("(#/#): *", Drop),
    ("Preparing *", Drop),
    ("Running scriptlet: *", Drop),
    ("Verifying *", Drop),
    ("===*", Drop),
    ("---*", Drop),
    // apk
    ("fetch http*", Drop),
    ("Executing *.trigger", Drop),
    // brew
    ("==> Downloading *", Drop),
    ("==> Fetching *", Drop),
    ("==> Auto-updat*", Drop),
    ("Already downloaded: *", Drop),
    ("==> Pouring *", Drop),
    ("==> Running `brew cleanup *", Drop),
    ("Disable this behaviour by setting *", Drop),
    ("Disable this behaviour by setting HOMEBREW_*", Drop),
    ("Hide these hints with HOMEBREW_*", Drop),
    ("Adjust how often this is run with *", Drop),
    ("####*", Drop),
    ("-=#=-*", Drop),
];

#[rustfmt::skip]
const LISTED: &[Known] = &[
    ("yarn list v*", Drop),
    ("yarn why v*", Drop),
    ("[#/#] *", Drop),
    ("Done in *s.", Drop),
    ("Legend: production dependency, *", Drop),
    ("[notice] *", Drop),
    ("Use `bundle info` to print more detailed information about a gem", Drop),
    ("Listing...", Drop),
    ("Desired=*", Drop),
    ("| Status=*", Drop),
    ("|/ Err?=*", Drop),
    ("+++-*", Drop),
    ("*** LOCAL GEMS ***", Drop),
    // pip show: nothing is said of these.
    ("Home-page:", Drop),
    ("Author:", Drop),
    ("Author-email:", Drop),
    ("License:", Drop),
    ("Requires:", Drop),
    ("Required-by:", Drop),
    ("Editable project location:", Drop),
    ("WARNING: apt does not have a stable CLI interface. *", Drop),
];

/// Of two objects in a line, each between `({` and `})`, the members that the other has not.
fn specifiers(text: &[u8], out: &mut Out) -> Vec<u8> {
    let mut objects = Vec::new();
    let mut rest = text;
    while let Some((_, from)) = scan::cut(rest, b"(")
        && let Some(end) = scan::find(from, b"})")
    {
        objects.push(&from[..=end]);
        rest = &from[end + 1..];
    }
    let values: Vec<_> = objects
        .iter()
        .filter_map(|object| json::parse(object).ok())
        .collect();
    let [left, right] = values[..] else {
        return text.to_vec();
    };
    let has = |all: Value<'_>, one: Member<'_>| {
        let mut members = all.members();
        members.any(|member| {
            member.key.raw() == one.key.raw() && member.value.raw() == one.value.raw()
        })
    };
    let mut text = text.trim_ascii().to_vec();
    for (object, own, other) in [(objects[1], right, left), (objects[0], left, right)] {
        let mut kept = Vec::new();
        for member in own.members() {
            let line = [member.key.raw(), b":", member.value.raw()].concat();
            if !has(other, member) {
                kept.push(line);
            } else if object == objects[0] {
                out.omit("specifiers that match", &line);
            }
        }
        if let Some(at) = scan::rfind(&text, object) {
            text.splice(at + 1..at + object.len() - 1, kept.join(&b','));
        }
    }
    text
}

/// What package managers say beside a list: each line is a fact.
pub(crate) fn listed() -> Option<Box<dyn Filter>> {
    Some(Box::new(Progress::of(LISTED, NPM, u16::MAX)))
}

/// npm, bun and deno.
pub(crate) fn npm() -> Option<Box<dyn Filter>> {
    with(NPM)
}

/// pnpm.
pub(crate) fn pnpm() -> Option<Box<dyn Filter>> {
    with(PNPM)
}

/// yarn, version 1 and later.
pub(crate) fn yarn() -> Option<Box<dyn Filter>> {
    with(YARN)
}

/// pip, pipx and uv.
pub(crate) fn pip() -> Option<Box<dyn Filter>> {
    with(PIP)
}

/// poetry, pipenv, pdm and kin.
pub(crate) fn poetry() -> Option<Box<dyn Filter>> {
    with(POETRY)
}

/// `cargo install`, `update`, `add`; `go mod`, `go get`.
pub(crate) fn cargo() -> Option<Box<dyn Filter>> {
    with(CARGO)
}

/// bundler and rubygems.
pub(crate) fn bundle() -> Option<Box<dyn Filter>> {
    with(BUNDLE)
}

/// composer.
pub(crate) fn composer() -> Option<Box<dyn Filter>> {
    with(COMPOSER)
}

/// The packages of the system: apt, dnf, apk, brew.
pub(crate) fn apt() -> Option<Box<dyn Filter>> {
    with(APT)
}
