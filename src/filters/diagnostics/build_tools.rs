//! The lines of build tools that are no diagnostics, one table a tool.
//!
//! Sources: recorded runs of make, cmake, ninja, go and JavaScript's bundlers; for what is not
//! installed the tools' documentation (MSBuild, swift).

use super::super::log::Do::*;
use super::super::log::Known;

/// One tool.
pub(super) struct Tool {
    /// Its lines.
    pub lines: &'static [Known],
    /// Lines of a kind that no table knows, shown.
    pub each: u16,
    /// It echoes the commands it runs.
    pub commands: bool,
}

/// gcc, clang, javac, zig and kin: called by themselves.
pub(super) const COMPILER: Tool = Tool {
    lines: COMPILERS,
    each: 12,
    commands: false,
};

/// go build, go vet.
pub(super) const GO: Tool = Tool {
    lines: GOS,
    ..COMPILER
};

/// make, ninja, cmake, meson.
pub(super) const MAKE: Tool = Tool {
    lines: MAKES,
    commands: true,
    ..COMPILER
};

/// MSBuild.
pub(super) const MSBUILD: Tool = Tool {
    lines: MSBUILDS,
    ..COMPILER
};

#[rustfmt::skip]
const COMPILERS: &[Known] = &[
    ("*: In function *:", Drop),
    ("*: In member function *:", Drop),
    ("*: In static member function *:", Drop),
    ("*: In constructor *:", Drop),
    ("*: In destructor *:", Drop),
    ("*: At top level:", Drop),
    ("*: At global scope:", Drop),
    ("compilation terminated.", Drop),
    ("In file included from *", Drop),
    ("from *:", Drop),
    ("from *,", Drop),
    ("# error*generated.", Show),
    // swift
    ("Building for debugging...", Drop),
    ("Building for production...", Drop),
    ("[#/#] Compiling *", Drop),
    ("[#/#] Emitting module *", Drop),
    ("[#/#] Wrapping AST *", Drop),
    ("[#/#] Write *", Drop),
    ("[#/#] Merging module *", Drop),
    ("[#/#] Build complete!", Drop),
    ("[#/#] Linking *", Cut("[", "Linking")),
    ("Fetching https://*", Drop),
    ("Fetched https://*", Drop),
    ("Computing version for *", Drop),
    ("Creating working copy for *", Drop),
    ("error: emit-module command failed with exit code *", Drop),
    ("error: fatalError", Drop),
];

#[rustfmt::skip]
const GOS: &[Known] = &[
    ("# *", Drop),
    ("go: downloading *", Drop),
    ("go: finding *", Drop),
    ("exit status #", Drop),
];

#[rustfmt::skip]
const MAKES: &[Known] = &[
    ("*: In function *:", Drop),
    ("*: In member function *:", Drop),
    ("*: In static member function *:", Drop),
    ("*: In constructor *:", Drop),
    ("*: In destructor *:", Drop),
    ("*: At top level:", Drop),
    ("*: At global scope:", Drop),
    ("compilation terminated.", Drop),
    ("In file included from *", Drop),
    ("from *:", Drop),
    ("from *,", Drop),
    ("make*: Nothing to be done for *", Show),
    // cmake with make
    ("[*%] Building *", Drop),
    ("[*%] Generating *", Drop),
    ("[*%] Linking *", Cut("[", "Linking")),
    ("[*%] Built target *", Drop),
    ("Scanning dependencies of target *", Drop),
    ("Consolidate compiler generated dependencies of target *", Drop),
    // ninja
    ("[#/#] Linking *", Cut("[", "Linking")),
    ("[#/#] Building *", Drop),
    ("[#/#] Compiling *", Drop),
    ("[#/#] Generating *", Drop),
    ("[#/#] Re-running *", Drop),
    ("[#/#] *", Drop),
    // silent rules of automake, Kbuild, gyp
    ("CC *.o", Drop),
    ("CC *.lo", Drop),
    ("CC * *", Drop),
    ("CXX *.o", Drop),
    ("CXX *.lo", Drop),
    ("CXX(target) *", Drop),
    ("CC(target) *", Drop),
    ("AS *.o", Drop),
    ("AR *", Trim),
    ("LD *.o", Drop),
    ("GEN *", Drop),
    ("HOSTCC *", Drop),
    ("CALL *", Drop),
    ("DESCEND *", Drop),
    ("INSTALL *", Drop),
    // cmake
    ("-- The * compiler identification is *", Drop),
    ("-- Detecting *", Drop),
    ("-- Check for working *", Drop),
    ("-- Check* - works", Drop),
    ("-- Looking for * - not found", Show),
    ("-- Looking for *", Drop),
    ("-- Performing Test * - Failed", Show),
    ("-- Performing Test *", Drop),
    ("-- Check size of *", Drop),
    ("-- Checking *", Drop),
    ("-- Up-to-date: *", Drop),
    ("-- Generating done*", Drop),
    ("-- Configuring done*", Drop),
    ("Re-run cmake *", Drop),
];

#[rustfmt::skip]
const MSBUILDS: &[Known] = &[
    ("Determining projects to restore...", Drop),
    ("All projects are up-to-date for restore.", Drop),
    ("Restored * (in *", Drop),
    ("Restore complete (*", Drop),
    ("MSBuild version *", Drop),
    ("Microsoft (R) Build Engine version *", Drop),
    ("Copyright (C) Microsoft Corporation. All rights reserved.", Drop),
    ("Build started *", Drop),
    ("Time Elapsed *", Drop),
    ("# Warning(s)", Trim),
    ("# Error(s)", Trim),
    ("* -> *", Trim),
    ("For more information, run `dotnet * --help`.", Drop),
];
