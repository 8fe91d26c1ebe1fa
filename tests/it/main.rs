//! The one integration test binary; a module a notion.

mod ansi;
mod cases;
mod checker;
mod config;
mod decide;
mod files;
mod json;
mod lines;
mod oracle;
mod pattern;
mod permission;
mod rewrite;
mod sha256;
mod tidy;
mod toml;
