//! The shape *diagnostics*: what a compiler or linter has against which place.
//!
//! A reader turns each message into a [`Diagnostic`] and gives it to a [`Batch`],
//! which prints each text once. Most tools need no reader of their own but a few
//! rows in [`tools`], which [`grammar`] reads.

mod batch;
mod build;
mod build_tools;
mod errorformat;
pub(crate) mod frame;
mod grammar;
mod header;
mod marks;
pub(crate) mod rustc;
mod script;
mod tools;

use super::{About, Filter, Make};
use crate::rules::Reader;

pub(crate) use batch::{Batch, Diagnostic};

/// For `rtk filters`.
const ABOUT: About = About {
    shape: "diagnostics",
    keeps: "each error and warning with its place, code, text, help; equal ones once with all places; totals",
    drops: "compiling lines, drawn frames, notes that repeat, hints",
};

/// Of builds.
const BUILDS: About = About {
    shape: "diagnostics",
    keeps: "errors and warnings once with place and text, the target that failed, what was linked or made with its size, totals",
    drops: "commands that went well, progress, source that the message names, frames, notes on the library, stacks of libraries",
};

/// The filter for a script of which nothing is known.
pub(super) fn script() -> Option<Box<dyn Filter>> {
    script::make(&build_tools::SCRIPT)
}

/// The filter for a compiler or linter.
pub(super) fn find(reader: Reader) -> Option<(Make, &'static About)> {
    let make: Make = match reader {
        Reader::CargoBuild | Reader::CargoClippy | Reader::CargoFmt | Reader::Rustc => {
            |_| rustc::make()
        }
        Reader::Tsc => |_| grammar::make(tools::TSC, true),
        Reader::Mypy => |_| grammar::make(tools::MYPY, true),
        Reader::Pyright => |_| grammar::make(tools::PYRIGHT, true),
        Reader::Eslint | Reader::Stylelint | Reader::Yamllint => {
            |_| grammar::make(tools::HEADED, true)
        }
        Reader::Ruff => |_| grammar::make(tools::RUFF, true),
        Reader::RuffFormat => |_| grammar::make(tools::FORMAT, true),
        Reader::Flake8 => |_| grammar::make(tools::FLAKE8, true),
        Reader::Pylint => |_| grammar::make(tools::PYLINT, true),
        Reader::GolangciLint | Reader::GoVet => |_| grammar::make(tools::LINES, false),
        Reader::Hadolint => |_| grammar::make(tools::LINES, true),
        Reader::Swiftlint => |_| grammar::make(tools::MOBILE, true),
        Reader::Codespell => |_| grammar::make(tools::WORDS, true),
        Reader::Deno => |_| grammar::make(tools::DENO, true),
        Reader::PreCommit => |_| grammar::make(tools::HOOKS, true),
        Reader::Rubocop => |_| grammar::make(tools::RUBOCOP, false),
        Reader::Markdownlint => |_| grammar::make(tools::MARKDOWN, true),
        Reader::Phpstan => |_| grammar::make(tools::PHP, true),
        Reader::Shellcheck => |_| grammar::make(tools::SHELLCHECK, true),
        Reader::Prettier => |_| grammar::make(tools::PRETTIER, true),
        Reader::Biome => |_| grammar::make(tools::BIOME, false),
        Reader::Oxlint => |_| grammar::make(tools::OXLINT, true),
        Reader::Gcc | Reader::Javac | Reader::Swift => |_| build::make(&build_tools::COMPILER),
        Reader::GoBuild => |_| build::make(&build_tools::GO),
        Reader::Make | Reader::Ninja | Reader::Cmake => |_| build::make(&build_tools::MAKE),
        Reader::Bundler | Reader::Next => |_| script(),
        Reader::DotnetBuild => |_| build::make(&build_tools::MSBUILD),
        _ => return None,
    };
    let about = match reader {
        Reader::Gcc
        | Reader::Javac
        | Reader::Swift
        | Reader::GoBuild
        | Reader::Make
        | Reader::Ninja
        | Reader::Cmake
        | Reader::DotnetBuild
        | Reader::Bundler
        | Reader::Next => &BUILDS,
        _ => &ABOUT,
    };
    Some((make, about))
}
