//! The one integration test binary; a module a notion.

mod ansi;
mod cases;
mod checker;
mod config;
mod decide;
mod faults;
mod files;
mod json;
mod lines;
mod oracle;
mod pattern;
mod permission;
mod rewrite;
mod rewrite_verb;
mod sha256;
mod tidy;
mod toml;
