//! The one integration test binary; a module a notion.

mod ansi;
mod cli;
mod config;
mod engine;
mod files;
mod hook;
mod json;
mod oracle;
mod pattern;
mod recordings;
mod rules;
mod run;
mod sha256;
mod shell;
mod shell_bash;
mod tidy;
mod toml;
