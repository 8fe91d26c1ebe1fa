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
    each: 2,
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

/// Bundlers, and what packages run.
pub(super) const SCRIPT: Tool = Tool {
    lines: SCRIPTS,
    ..COMPILER
};

/// MSBuild.
pub(super) const MSBUILD: Tool = Tool {
    lines: MSBUILDS,
    ..COMPILER
};

/// What gcc and clang say around a diagnostic, for every tool that may run them.
#[rustfmt::skip]
pub(super) const CONTEXT: &[Known] = &[
    ("*: In function *:", Drop),
    ("*: In member function *:", Drop),
    ("*: In static member function *:", Drop),
    ("*: In constructor *:", Drop),
    ("*: In destructor *:", Drop),
    ("*: At top level:", Drop),
    ("*: At global scope:", Drop),
    ("compilation terminated.", Drop),
    ("*: In instantiation of *", Count("template instantiations")),
    ("*required from ‘*", Count("template instantiations")),
    ("In file included from *:#*", Drop),
    ("from *:#:", Drop),
    ("from *:#,", Drop),
    ("from *:#:#:", Drop),
    ("from *:#:#,", Drop),
];

#[rustfmt::skip]
const COMPILERS: &[Known] = &[
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
    ("make*: Nothing to be done for *", Show),
    // cmake with make
    ("[*%] Building *", Drop),
    ("[*%] Generating *", Drop),
    ("[*%] Linking *", Cut("[", "Linking")),
    ("[*%] Built target *", Count("built targets")),
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
const SCRIPTS: &[Known] = &[
    // node
    ("at *node_modules/*", Drop),
    ("at *node:*", Drop),
    ("at * (<anonymous>)", Drop),
    ("at <anonymous>", Drop),
    ("at ignore-listed frames", Drop),
    ("at <unknown> (https://*", Drop),
    ("Node.js v#*", Drop),
    ("errno: -#,", Drop),
    ("syscall: '*',", Drop),
    ("errors: [Getter/Setter]", Drop),
    ("}", Drop),
    // vite
    ("vite v* building *", Drop),
    ("transforming*", Drop),
    ("✓ # modules transformed.", Drop),
    ("rendering chunks*", Drop),
    ("computing gzip size*", Drop),
    ("✗ Build failed in *", Until(" in ")),
    ("x Build failed in *", Until(" in ")),
    ("error during build:", Drop),
    ("Build failed with # error*:", Drop),
    // webpack
    ("runtime modules *", Drop),
    ("orphan modules *", Drop),
    ("cacheable modules *", Drop),
    ("cached modules *", Drop),
    ("modules by path *", Drop),
    ("modules by layer *", Drop),
    ("+ # modules*", Drop),
    ("* [built] [code generated]", Drop),
    ("webpack * compiled * in * ms", Until(" in ")),
    ("webpack * compiled successfully", Show),
    ("You may need an appropriate loader to handle this file type, *", Drop),
    ("You can limit the size of your bundles by using *", Drop),
    ("For more info visit https://webpack.js.org/*", Drop),
    ("Entrypoints:", Show),
    ("Browserslist: browsers data *", Drop),
    ("npx update-browserslist-db@latest", Drop),
    ("Why you should do it regularly: *", Drop),
    ("resolve '*' in '*'", SkipBlock("lines of resolution")),
    // rollup
    ("* → *...", Drop),
    ("created * in *", Until(" in ")),
    ("https://rollupjs.org/*", Drop),
    ("[cause] *", Drop),
    // esbuild, tsup, parcel
    ("⚡ Done in *", Until(" in ")),
    ("You can mark the path *", Drop),
    ("CLI *", Drop),
    ("CJS Build start", Drop),
    ("ESM Build start", Drop),
    ("IIFE Build start", Drop),
    ("DTS Build start", Drop),
    ("Building...", Drop),
    ("Bundling...", Drop),
    ("Packaging & Optimizing...", Drop),
    // next
    ("▲ Next.js *", Drop),
    ("- Environments: *", Drop),
    ("- Experiments *", Drop),
    ("Creating an optimized production build ...", Drop),
    ("Linting and checking validity of types ...", Drop),
    ("Running TypeScript ...", Drop),
    ("Collecting page data*", Drop),
    ("Generating static pages*", Drop),
    ("✓ Generating static pages*", Drop),
    ("✓ Running next.config took *", Drop),
    ("✓ Finished TypeScript in *", Drop),
    ("Finished TypeScript in *", Drop),
    ("○  (Static) *", Drop),
    ("●  (SSG) *", Drop),
    ("ƒ  (Dynamic) *", Drop),
    ("Finalizing page optimization ...", Drop),
    ("Collecting build traces ...", Drop),
    ("✓ Collecting *", Drop),
    ("✓ Finalizing page optimization*", Drop),
    ("✓ Compiled successfully in *", Until(" in ")),
    ("Attention: Next.js now collects completely anonymous telemetry *", Drop),
    ("This information is used to shape Next.js' roadmap *", Drop),
    ("You can learn more, including how to opt-out *", Drop),
    ("https://nextjs.org/telemetry", Drop),
    ("https://nextjs.org/docs/messages/*", Drop),
    // turbo, nx, lerna
    ("• Packages in scope: *", Drop),
    ("• Running * in # packages", Drop),
    ("• Remote caching *", Drop),
    ("Cached:    *", Show),
    ("Time:    *", Drop),
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
