//! rtk shortens what a coding agent reads from the shell.
//!
//! The map of the house, one line a module. Data flows one way; each arrow is a
//! plain function call on borrowed text.
//!
//! ```text
//! hook:  stdin bytes -> agents::X::read -> decide -> agents::X::answer -> stdout
//! cli :  argv        -> decide -> text + exit status 0/1/2/3
//! decide(command line, context) = shell::parse -> rules::find -> rewrite -> permission::judge
//! run :  argv -> rules::find -> run (spawn, stream) -> filters::X -> stdout/stderr, exit status
//! setup: agents::X::install plan -> edits of files -> apply or print
//! ```

pub mod agents;
pub mod cli;
pub mod config;
pub mod decide;
pub mod files;
pub mod filters;
pub mod home;
pub mod permission;
pub mod rewrite;
pub mod rules;
pub mod run;
pub mod setup;
pub mod shell;
pub mod text;
