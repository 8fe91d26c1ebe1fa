//! The one integration test binary; a module a notion.

mod ansi;
mod artefacts;
mod cases;
mod checker;
mod cli;
mod config;
mod decide;
mod engine;
mod faults;
mod faults_files;
mod files;
mod formats;
mod hook;
mod json;
mod lines;
mod lossless;
mod oracle;
mod pattern;
mod permission;
mod recordings;
mod rewrite;
mod rewrite_verb;
mod rules;
mod run;
mod setup;
mod setup_faults;
mod setup_refusals;
mod setup_verify;
mod sha256;
mod shell;
mod shell_bash;
mod shell_properties;
#[cfg(unix)]
mod stand_ins;
mod tidy;
mod toml;
