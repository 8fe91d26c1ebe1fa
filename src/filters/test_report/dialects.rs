//! What the lines of runners are: one table a runner, for [`super::blocks`].
//!
//! Sources: <https://docs.gradle.org/>, <https://maven.apache.org/surefire/>,
//! <https://learn.microsoft.com/dotnet/core/tools/dotnet-test>, <https://bun.sh/docs/test>,
//! <https://docs.deno.com/runtime/fundamentals/testing/>, <https://nodejs.org/api/test.html>,
//! <https://testanything.org/>, <https://bats-core.readthedocs.io/>, and recorded output.

use super::super::Filter;
use super::blocks::Is::*;
use super::blocks::{Dialect, make};

#[rustfmt::skip]
static GRADLE: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("> Task *", Noise),
        ("* > * PASSED", Omit("passing tests")),
        ("* > * SKIPPED", Omit("skipped tests")),
        ("* > * FAILED", Fail("", " FAILED")),
        ("* > * STANDARD_OUT", Text),
        ("* > * STANDARD_ERROR", Text),
        ("# test* completed, *", Total),
        ("BUILD SUCCESSFUL*", Until(" in ")),
        ("BUILD FAILED*", Until(" in ")),
        ("FAILURE: Build failed with an exception.", Noise),
        ("FAILURE: Build completed *", Reason),
        ("Execution failed for task *", Reason),
        ("* What went wrong:", Noise),
        ("* Try:", Noise),
        ("* Get more help at *", Noise),
        ("* Exception is:", Text),
        ("> Run with --*", Noise),
        ("> Get more help at *", Noise),
        ("# actionable task*", Noise),
        ("You can use '--warning-mode all' *", Noise),
        ("For more on this, please refer to https://docs.gradle.org/*", Noise),
        ("Starting a Gradle Daemon*", Noise),
        ("Welcome to Gradle *", Noise),
        ("Here are the highlights of this release:", Noise),
        ("For more details see https://docs.gradle.org/*", Noise),
        ("Downloading https://services.gradle.org/*", Noise),
        ("...*%", Noise),
        ("To honour the JVM settings for this build *", Noise),
        ("Daemon will be stopped at the end of the build*", Noise),
        ("Reusing configuration cache.", Noise),
        ("Calculating task graph as *", Noise),
        ("Configuration cache entry *", Noise),
        ("==============*", Noise),
    ],
    labels: &[],
    before: false,
    indented: true,
};

#[rustfmt::skip]
static MAVEN: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("--*", Noise),
        ("T E S T S", Noise),
        ("Tests run: *Time elapsed: *", Noise),
        ("Tests run: *", Total),
        ("* Time elapsed: * <<< *!", Fail("", "Time elapsed: ")),
        ("* Time elapsed: * s", Omit("passing tests")),
        ("BUILD SUCCESS", Total),
        ("BUILD FAILURE", Total),
        ("No tests to run.", Total),
        ("Tests are skipped.", Total),
        ("Failures:", Again),
        ("Errors:", Again),
        ("Results*:", Noise),
        ("Running *", Noise),
        ("Scanning for projects...", Noise),
        ("Building jar: *", Text),
        ("Building *", Noise),
        ("from */pom.xml", Noise),
        ("from pom.xml", Noise),
        ("Inspecting build with total of *", Noise),
        ("Installing Nexus *", Noise),
        ("Download*ing from *", Noise),
        ("Download*ed from *", Noise),
        ("Downloading: *", Noise),
        ("Downloaded: *", Noise),
        ("Progress (*", Noise),
        ("skip non existing resourceDirectory *", Noise),
        ("Copying # resource*", Noise),
        ("Using '*' encoding to copy filtered*", Noise),
        ("Changes detected - recompiling the module*", Noise),
        ("Recompiling the module because of *", Noise),
        ("Compiling # source file*", Noise),
        ("Nothing to compile - *", Noise),
        ("No sources to compile", Noise),
        ("Using auto detected provider *", Noise),
        ("Surefire report directory: *", Noise),
        ("Total time: *", Noise),
        ("Finished at: *", Noise),
        ("Reactor Build Order:", Noise),
        ("* [pom]", Noise),
        ("* [jar]", Noise),
        ("* [war]", Noise),
        ("Reactor Summary*", Noise),
        ("* SUCCESS [*", Omit("modules that were built")),
        ("The artifact * has been relocated to *", Omit("relocated artifacts")),
        ("COMPILATION ERROR :", Noise),
        ("There are test failures.", Noise),
        ("Please refer to *", Noise),
        ("See * for the individual test results.", Noise),
        ("See dump files *", Noise),
        ("-> [Help #]", Noise),
        ("[Help #] http*", Noise),
        ("To see the full stack trace of the errors, *", Noise),
        ("Re-run Maven using the -X switch *", Noise),
        ("For more information about the errors *", Noise),
        ("After correcting the problems, *", Noise),
        ("mvn <args> -rf *", Noise),
        ("WARNING: *", Text),
    ],
    labels: &["[ERROR] ", "[INFO] ", "[WARNING] ", "[ERROR]", "[INFO]", "[WARNING]"],
    before: false,
    indented: false,
};

#[rustfmt::skip]
static DOTNET: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("Determining projects to restore...", Noise),
        ("All projects are up-to-date for restore.", Noise),
        ("Restored *", Noise),
        ("Restore complete *", Noise),
        ("* -> *.dll", Noise),
        ("* succeeded (*s)*", Noise),
        ("Test run for *", Noise),
        ("Microsoft (R) Test Execution *", Noise),
        ("VSTest version *", Noise),
        ("Copyright (c) Microsoft *", Noise),
        ("Starting test execution, please wait...", Noise),
        ("A total of # test files matched *", Noise),
        ("[xUnit.net *", Noise),
        ("NUnit Adapter *", Noise),
        ("Running all tests in *", Noise),
        ("NUnit3TestExecutor *", Noise),
        ("Failed! *- Failed: *", Total),
        ("Passed! *- Failed: *", Total),
        ("Skipped! *- Failed: *", Total),
        ("Test Run Failed.", Noise),
        ("Test Run Aborted.", Reason),
        ("Test Run Successful.", Noise),
        ("Total tests: *", Total),
        ("Total: #", Total),
        ("Passed: #", Total),
        ("Failed: #", Total),
        ("Skipped: #", Total),
        ("Total time: *", Noise),
        ("Test summary: *", Until(", duration: ")),
        ("Build failed with *", Until(" in ")),
        ("Build succeeded *", Noise),
        ("Failed * [*]", Fail("Failed ", " [")),
        ("* test failed with # error*", Noise),
        ("*: error TESTERROR:*", Noise),
        ("* (*ms): Error Message: *", Fail("", " (")),
        ("Passed * [*]", Omit("passing tests")),
        ("Skipped * [*]", Omit("skipped tests")),
        ("Error Message:", Noise),
        ("Stack Trace:", Noise),
        ("*: error *", Reason),
        ("*: warning *", Text),
        ("error *: *", Reason),
        ("No test matches the given testcase filter *", Total),
        ("Results File: *", Text),
    ],
    labels: &[],
    before: false,
    indented: false,
};

#[rustfmt::skip]
static BUN: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("bun test v*", Noise),
        ("*.ts:", Noise),
        ("*.tsx:", Noise),
        ("*.js:", Noise),
        ("*.jsx:", Noise),
        ("*.mjs:", Noise),
        ("(pass) *", Omit("passing tests")),
        ("✓ *", Omit("passing tests")),
        ("(skip) *", Omit("skipped tests")),
        ("» *", Omit("skipped tests")),
        ("(todo) *", Omit("todo tests")),
        ("✎ *", Omit("todo tests")),
        ("# test* skipped:", Noise),
        ("# test* failed:", Again),
        ("(fail) * [*]", Fail("(fail) ", " [")),
        ("(fail) *", Fail("(fail) ", "\n")),
        ("✗ * [*]", Fail("✗ ", " [")),
        ("✗ *", Fail("✗ ", "\n")),
        ("0 fail", Total),
        ("# pass", Total),
        ("# skip", Total),
        ("# todo", Total),
        ("# filtered out", Total),
        ("# fail", Total),
        ("# error*", Total),
        ("# expect() calls", Noise),
        ("# snapshots*", Total),
        ("Ran # test* across # file*", Until(". [")),
        ("error: No tests found*", Reason),
        ("------*", Noise),
        ("Unhandled error between tests", Reason),
    ],
    labels: &[],
    before: true,
    indented: false,
};

#[rustfmt::skip]
static DENO: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("Check file:///*", Noise),
        ("Check *", Noise),
        ("* ...", Noise),
        ("Stack backtrace:", Noise),
        ("#: <unknown>", Noise),
        ("Download *", Noise),
        ("running # test* from *", Noise),
        ("ERRORS", Noise),
        ("FAILURES", Again),
        ("------- output -------", Noise),
        ("----- output end -----", Noise),
        ("------- post-test output -------", Noise),
        ("----- post-test output end -----", Noise),
        ("* ... ok (*", Omit("passing tests")),
        ("* ... ignored (*", Omit("skipped tests")),
        ("* ... FAILED*", Name("", " ... FAILED")),
        ("* => *:#:#", Fail("", " => ")),
        ("ok | *", Until(" (")),
        ("FAILED | *", Until(" (")),
        ("error: Test failed", Noise),
        ("error: No test modules found", Reason),
        ("TS# [ERROR]: *", Reason),
        ("* (uncaught error)", Reason),
    ],
    labels: &[],
    before: false,
    indented: false,
};

#[rustfmt::skip]
static TAP: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("TAP version #", Noise),
        ("#..#", Noise),
        ("---", Noise),
        ("...", Noise),
        ("ok *# SKIP*", Omit("skipped tests")),
        ("ok *# skip*", Omit("skipped tests")),
        ("ok *# TODO*", Omit("todo tests")),
        ("ok *", Omit("passing tests")),
        ("not ok *# TODO*", Omit("todo tests")),
        ("not ok *", Fail("not ok ", "\n")),
        ("Bail out!*", Reason),
        ("# Subtest: *", Noise),
        ("duration_ms: *", Noise),
        ("type: '*'", Noise),
        ("failureType: '*'", Noise),
        ("location: '*", Place("location: '")),
        ("error: '# subtest* failed'", Parent),
        ("error: |-", Noise),
        ("code: 'ERR_TEST_FAILURE'", Noise),
        ("code: 'ERR_ASSERTION'*", Noise),
        ("name: 'AssertionError'", Noise),
        ("operator: '*'*", Noise),
        ("stack: |-", Stack),
        // node's own form.
        ("▶ *", Noise),
        ("✔ *", Omit("passing tests")),
        ("﹣ *", Omit("skipped tests")),
        ("test at *", Before("test at ")),
        ("✖ failing tests:", Afresh),
        ("✖ *", Fail("✖ ", " (")),
        ("'# subtest* failed'", Parent),
        ("generatedMessage: true,", Mute),
        ("generatedMessage: false,", Noise),
        ("diff: '*'", Noise),
        ("}", Noise),
        ("* suites #", Noise),
        ("* duration_ms *", Noise),
        ("ℹ cancelled 0", Noise),
        ("ℹ skipped 0", Noise),
        ("ℹ todo 0", Noise),
        ("ℹ * #", Behind("ℹ ")),
        ("ℹ *", Text),
        ("# cancelled 0", Noise),
        ("# skipped 0", Noise),
        ("# todo 0", Noise),
        ("# tests #", Behind("# ")),
        ("# pass #", Behind("# ")),
        ("# fail #", Behind("# ")),
        ("# cancelled #", Behind("# ")),
        ("# skipped #", Behind("# ")),
        ("# todo #", Behind("# ")),
    ],
    labels: &[],
    before: false,
    indented: false,
};

#[rustfmt::skip]
static SWIFT: Dialect = Dialect {
    lines: &[
        ("", Noise),
        ("Building for *", Noise),
        ("Build complete!*", Noise),
        ("[#/#] *", Noise),
        ("Test Suite *", Noise),
        ("Test Case * started*", Noise),
        ("Test Case * passed *", Omit("passing tests")),
        ("Test Case * skipped *", Omit("skipped tests")),
        ("Test Case * failed *", Noise),
        ("Executed # test*, with *", Until(" in ")),
        ("◇ *", Noise),
        ("✔ Test run *", Until(" after ")),
        ("✔ *", Omit("passing tests")),
        ("➜ *", Omit("skipped tests")),
        ("✘ Test run *", Until(" after ")),
        ("✘ * recorded an issue at *", Reason),
        ("✘ *", Noise),
        ("↳ *", Text),
        ("*: error: *", Reason),
        ("error: *", Reason),
        ("*: warning: *", Text),
    ],
    labels: &[],
    before: false,
    indented: false,
};

/// gradle: tests, and what the tasks before them say.
pub(super) fn gradle() -> Option<Box<dyn Filter>> {
    make(&GRADLE)
}

/// Maven with surefire or failsafe.
pub(super) fn maven() -> Option<Box<dyn Filter>> {
    make(&MAVEN)
}

/// dotnet test.
pub(super) fn dotnet() -> Option<Box<dyn Filter>> {
    make(&DOTNET)
}

/// bun test.
pub(super) fn bun() -> Option<Box<dyn Filter>> {
    make(&BUN)
}

/// deno test.
pub(super) fn deno() -> Option<Box<dyn Filter>> {
    make(&DENO)
}

/// The Test Anything Protocol, and node --test.
pub(super) fn tap() -> Option<Box<dyn Filter>> {
    make(&TAP)
}

/// swift test.
pub(super) fn swift() -> Option<Box<dyn Filter>> {
    make(&SWIFT)
}
