//! Forms of output that are not among the recordings, small: what is shown of them.

use rtk::filters::{Status, apply};

#[track_caller]
fn check(command: &str, raw: &str, status: u8, expected: &str) {
    let words: Vec<&str> = command.split(' ').collect();
    let (out, err) = apply(&words, raw.as_bytes(), b"", Status::Code(status));
    assert!(err.is_empty());
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn surefire_of_several_versions() {
    let old = "\
-------------------------------------------------------
 T E S T S
-------------------------------------------------------
Running tideline.LedgerTest
Tests run: 9, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 6.984 sec <<< FAILURE! - in tideline.LedgerTest
refuses(tideline.LedgerTest)  Time elapsed: 0.003 sec  <<< FAILURE!
java.lang.AssertionError: berth 3 was not settled expected:<7> but was:<6>
\tat org.junit.Assert.fail(Assert.java:88)
\tat org.junit.Assert.failNotEquals(Assert.java:834)
\tat tideline.LedgerTest.refuses(LedgerTest.java:27)
\tat sun.reflect.NativeMethodAccessorImpl.invoke0(Native Method)

gate(tideline.LedgerTest)  Time elapsed: 0.001 sec  <<< ERROR!
java.lang.IllegalStateException: gate 7 is shut
\tat tideline.Gate.open(Gate.java:12)
\tat tideline.LedgerTest.gate(LedgerTest.java:31)

Running tideline.TariffTest
Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec - in tideline.TariffTest

Results :

Failed tests:   refuses(tideline.LedgerTest): berth 3 was not settled expected:<7> but was:<6>

Tests in error:
  gate(tideline.LedgerTest): gate 7 is shut

Tests run: 13, Failures: 1, Errors: 1, Skipped: 0

[INFO] ------------------------------------------------------------------------
[INFO] BUILD FAILURE
[INFO] ------------------------------------------------------------------------
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.12.4:test (default-test) on project tideline: There are test failures.
[ERROR] 
[ERROR] Please refer to /srv/tideline/target/surefire-reports for the individual test results.
[ERROR] -> [Help 1]
";
    let shown = "\
FAIL refuses(tideline.LedgerTest) LedgerTest.java:27
berth 3 was not settled expected:<7> but was:<6>
FAIL gate(tideline.LedgerTest) Gate.java:12
java.lang.IllegalStateException: gate 7 is shut
at LedgerTest.java:31
Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.12.4:test (default-test) on project tideline: There are test failures.
Tests run: 13, Failures: 1, Errors: 1, Skipped: 0; BUILD FAILURE
";
    check("mvn test", old, 1, shown);
    let new = "\
[INFO] Running tideline.LedgerTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1, Time elapsed: 2.041 s <<< FAILURE! -- in tideline.LedgerTest
[ERROR] tideline.LedgerTest.refuses -- Time elapsed: 1.016 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <7> but was: <6>
\tat org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)
\tat tideline.LedgerTest.refuses(LedgerTest.java:34)

[INFO] 
[INFO] Results:
[INFO] 
[ERROR] Failures: 
[ERROR]   LedgerTest.refuses:34 expected: <7> but was: <6>
[INFO] 
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1
[INFO] 
[INFO] BUILD FAILURE
";
    let shown = "\
FAIL tideline.LedgerTest.refuses LedgerTest.java:34
expected: <7> but was: <6>
Tests run: 3, Failures: 1, Errors: 0, Skipped: 1; BUILD FAILURE
";
    check("mvn test", new, 1, shown);
    // Without the reports of each class the list at the end is all there is.
    let brief = "\
[ERROR] Failures: 
[ERROR]   LedgerTest.refuses:34 expected: <7> but was: <6>
[INFO] 
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1
[INFO] BUILD FAILURE
[INFO] Total time:  3.012 s
";
    let shown = "\
 LedgerTest.refuses:34 expected: <7> but was: <6>
Tests run: 3, Failures: 1, Errors: 0, Skipped: 1; BUILD FAILURE
";
    check("mvn test", brief, 1, shown);
}

#[test]
fn maven_compile_errors_with_the_same_symbol() {
    let raw = "\
[INFO] -------------------------------------------------------------
[ERROR] COMPILATION ERROR : 
[INFO] -------------------------------------------------------------
[ERROR] /srv/A.java:[8,12] cannot find symbol
  symbol:   class Berth
  location: class A
[ERROR] /srv/B.java:[3,1] cannot find symbol
  symbol:   class Berth
  location: class B
[INFO] 2 errors 
[INFO] -------------------------------------------------------------
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal x:compile (default-compile) on project tideline: Compilation failure: Compilation failure: 
[ERROR] /srv/A.java:[8,12] cannot find symbol
[ERROR]   symbol:   class Berth
[ERROR]   location: class A
[ERROR] /srv/B.java:[3,1] cannot find symbol
[ERROR]   symbol:   class Berth
[ERROR]   location: class B
[ERROR] Failed to execute goal y:test (default-test) on project gate: There are test failures.
[ERROR] -> [Help 1]
";
    let shown = "\
/srv/A.java:[8,12] cannot find symbol
 symbol: class Berth
 location: class A
/srv/B.java:[3,1] cannot find symbol
 symbol: class Berth
 location: class B
2 errors
Failed to execute goal x:compile (default-compile) on project tideline: Compilation failure: Compilation failure:
Failed to execute goal y:test (default-test) on project gate: There are test failures.
BUILD FAILURE
";
    check("mvn compile", raw, 1, shown);
}

#[test]
fn gradle_without_messages() {
    let raw = "\
> Task :compileJava
> Task :test FAILED

LedgerTest > refuses() FAILED
    org.opentest4j.AssertionFailedError at LedgerTest.java:23

4 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///srv/build/reports/tests/test/index.html

* Try:
> Run with --info option to get more log output.

BUILD FAILED in 4s
";
    let shown = "\
FAIL LedgerTest > refuses()
org.opentest4j.AssertionFailedError at LedgerTest.java:23
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///srv/build/reports/tests/test/index.html
4 tests completed, 1 failed; BUILD FAILED
";
    check("gradle test", raw, 1, shown);
}

#[test]
fn dotnet_of_several_versions() {
    let raw = "\
  Determining projects to restore...
  All projects are up-to-date for restore.
  Tide.Tests -> /src/bin/Debug/net8.0/Tide.Tests.dll
Test run for /src/bin/Debug/net8.0/Tide.Tests.dll (.NETCoreApp,Version=v8.0)
VSTest version 17.9.0 (x64)

Starting test execution, please wait...
A total of 1 test files matched the specified pattern.
[xUnit.net 00:00:00.52]     Tide.Tests.LedgerTests.Refuses [FAIL]
  Failed Tide.Tests.LedgerTests.Refuses [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 7
Actual:   6
  Stack Trace:
     at Tide.Tests.LedgerTests.Refuses() in /src/LedgerTests.cs:line 42
   at System.RuntimeMethodHandle.InvokeMethod(Object target, Void** arguments)

  Passed Tide.Tests.LedgerTests.Settles [< 1 ms]

Failed!  - Failed:     1, Passed:     9, Skipped:     0, Total:    10, Duration: 45 ms - Tide.Tests.dll (net8.0)
";
    let shown = "\
FAIL Tide.Tests.LedgerTests.Refuses /src/LedgerTests.cs:42
Assert.Equal() Failure: Values differ Expected: 7 Actual:   6
Failed! - Failed: 1, Passed: 9, Skipped: 0, Total: 10, Duration: 45 ms - Tide.Tests.dll (net8.0)
  Passed Tide.Tests.LedgerTests.Settles [< 1 ms]
";
    check("dotnet test", raw, 1, shown);
    let platform = "\
  failed Refuses (6s 220ms)
    Assert.AreEqual failed. Expected:<7>. Actual:<6>.
      at Tide.LedgerTests.Refuses(String name) in /src/LedgerTests.cs:280
  passed Settles (10ms)
Test run summary: Failed! - /src/bin/Tide.Tests.dll (net9.0|x64)
  total: 2
  failed: 1
  succeeded: 1
  skipped: 0
  duration: 6s 500ms
";
    let shown = "\
FAIL Refuses /src/LedgerTests.cs:280
Assert.AreEqual failed. Expected:<7>. Actual:<6>.
Test run summary: Failed!; total: 2; failed: 1; succeeded: 1; skipped: 0
  passed Settles (10ms)
";
    check("dotnet test", platform, 1, shown);
}

#[test]
fn swift_of_both_libraries() {
    let raw = "\
[1/1] Planning build
Building for debugging...
Build complete! (39.83s)
Test Suite 'All tests' started at 2026-03-02 09:00:00.000
Test Case 'LedgerTests.testRefuses' started at 2026-03-02 09:00:00.001
/src/LedgerTests.swift:12: error: LedgerTests.testRefuses : XCTAssertEqual failed: (\"6\") is not equal to (\"7\") - berth 3
Test Case 'LedgerTests.testRefuses' failed (0.01 seconds)
Test Case 'LedgerTests.testSettles' started at 2026-03-02 09:00:00.002
Test Case 'LedgerTests.testSettles' passed (0.01 seconds)
Test Suite 'All tests' failed at 2026-03-02 09:00:00.003
\t Executed 2 tests, with 1 failure (0 unexpected) in 0.02 (0.03) seconds
◇ Test run started.
↳ Testing Library Version: 6.3
◇ Test \"adds\" started.
✘ Test \"adds\" recorded an issue at Adds.swift:10:3: Expectation failed: (1 → 1) == 2
✘ Test \"adds\" failed after 0.001 seconds with 1 issue.
✘ Test run with 1 test failed after 0.001 seconds with 1 issue.
";
    let shown = "\
/src/LedgerTests.swift:12: error: LedgerTests.testRefuses : XCTAssertEqual failed: (\"6\") is not equal to (\"7\") - berth 3
✘ Test \"adds\" recorded an issue at Adds.swift:10:3: Expectation failed: (1 → 1) == 2
Executed 2 tests, with 1 failure (0 unexpected); ✘ Test run with 1 test failed
[rtk: 1 passing test not shown; rtk recall 7f3a]
";
    check("swift test", raw, 1, shown);
}

#[test]
fn exunit() {
    let raw = "\
Compiling 3 files (.ex)
Generated tide app
Running ExUnit with seed: 12345, max_cases: 8

..

  1) test refuses a closed ledger (Tide.LedgerTest)
     test/ledger_test.exs:5
     Assertion with == failed
     code:  assert Tide.depth(3) == 7
     left:  6
     right: 7
     stacktrace:
       test/ledger_test.exs:6: (test)

.
Finished in 0.03 seconds (0.00s async, 0.03s sync)
4 tests, 1 failure
";
    let shown = "\
FAIL test refuses a closed ledger (Tide.LedgerTest) test/ledger_test.exs:5
Assertion with == failed
code:  assert Tide.depth(3) == 7
left:  6
right: 7
at test/ledger_test.exs:6
4 tests, 1 failure
";
    check("mix test", raw, 2, shown);
}

#[test]
fn lists_of_gems() {
    let raw = "\n*** LOCAL GEMS ***\n\nabbrev (default: 0.1.0)\nbigdecimal (3.1.8, 3.1.3)\nrake (13.2.1)\n";
    let shown = "abbrev (default: 0.1.0), bigdecimal (3.1.8, 3.1.3), rake (13.2.1)\n";
    check("gem list", raw, 0, shown);
    let raw = "Gems included by the bundle:\n  * rake (13.2.1)\n  * rspec (3.13.0)\nUse `bundle info` to print more detailed information about a gem\n";
    let shown = "Gems included by the bundle:\n rake (13.2.1), rspec (3.13.0)\n";
    check("bundle list", raw, 0, shown);
}

#[test]
fn trees_of_packages() {
    let raw = "\
tide v0.1.0 (/srv/tide)
├── serde v1.0.200
├── serde_json v1.0.116
│   ├── itoa v1.0.11
│   └── ryu v1.0.17
└── time v0.3.36
[dev-dependencies]
└── proptest v1.4.0
";
    let shown = "\
tide v0.1.0 (/srv/tide)
 serde v1.0.200
 serde_json v1.0.116
  itoa v1.0.11, ryu v1.0.17
 time v0.3.36
[dev-dependencies]
 proptest v1.4.0
";
    check("cargo tree", raw, 0, shown);
}

/// Rows that differ in numbers alone are names all the same.
#[test]
fn rows_are_all_there() {
    let rows = |row: &dyn Fn(usize) -> String| (0..40).map(row).collect::<String>();
    for (command, header, row) in [
        (
            "gcloud compute instances list",
            "NAME    ZONE            MACHINE_TYPE  STATUS\n",
            &(|n| format!("web-{n:02}  europe-west1-b  e2-micro      RUNNING\n"))
                as &dyn Fn(usize) -> String,
        ),
        ("terraform state list", "", &|n| {
            format!("aws_instance.web[{n:02}]\n")
        }),
        ("redis-cli -n 1 keys *", "", &|n| {
            format!("{}) \"berth:{n:02}\"\n", n + 1)
        }),
        ("kubectl get pods", "NAME   READY  STATUS\n", &|n| {
            format!("web-{n:02} 1/1    Running\n")
        }),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let raw = [header, &rows(row)].concat();
        let shown = apply(&words, raw.as_bytes(), b"", Status::Code(0)).0;
        let shown = String::from_utf8(shown).unwrap();
        for n in 0..40 {
            assert!(shown.contains(&format!("{n:02}")), "{command} {n}: {shown}");
        }
    }
}

#[test]
fn pest() {
    let raw = "
   PASS  Tests\\Unit\\TideTest
  ✓ it settles                                                             0.01s

   FAIL  Tests\\Unit\\LedgerTest
  ✓ it opens
  ⨯ it refuses a closed ledger                                             0.02s
  ────────────────────────────────────────────────────────────────────────
   FAILED  Tests\\Unit\\LedgerTest > it refuses a closed ledger
  Failed asserting that 6 is identical to 7.

  at tests/Unit/LedgerTest.php:9
      5▕ use App\\Ledger;
  ➜   9▕     expect(Ledger::depth(3))->toBe(7);

  Tests:    1 failed, 2 passed (3 assertions)
  Duration: 0.11s
";
    let (out, _) = apply(&["pest"], raw.as_bytes(), b"", Status::Code(1));
    let shown = String::from_utf8(out).unwrap();
    for fact in [
        "it refuses a closed ledger",
        "Failed asserting that 6 is identical to 7.",
        "tests/Unit/LedgerTest.php:9",
        "1 failed, 2 passed",
    ] {
        assert!(shown.contains(fact), "{fact}: {shown}");
    }
    assert!(shown.len() < raw.len() / 2, "{shown}");
}

#[test]
fn django() {
    let raw = "\
Found 2 test(s).
Creating test database for alias 'default'...
System check identified no issues (0 silenced).
.F
======================================================================
FAIL: test_refuses (ledger.tests.LedgerTest.test_refuses)
----------------------------------------------------------------------
Traceback (most recent call last):
  File \"/srv/tide/ledger/tests.py\", line 9, in test_refuses
    self.assertEqual(depth(3), 7)
AssertionError: 6 != 7

----------------------------------------------------------------------
Ran 2 tests in 0.010s

FAILED (failures=1)
Destroying test database for alias 'default'...
";
    let shown = "\
FAIL ledger.tests.LedgerTest.test_refuses /srv/tide/ledger/tests.py:9
> self.assertEqual(depth(3), 7)
AssertionError: 6 != 7
Ran 2 tests, FAILED (failures=1)
";
    check("python manage.py test", raw, 1, shown);
}

#[test]
fn frames_of_own_code_stay() {
    let long = "\
=================================== FAILURES ===================================
__________________________________ test_deep ___________________________________

>   def test_deep(): helper(0)
                     ^^^^^^^^^


test_d.py:4: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 
test_d.py:2: in helper
    def helper(x): return deeper(x)
                          ^^^^^^^^^
        x          = 0
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 

self = <test_d.Gate object at 0x7fcdfa68fd90>, y = 5

    def deeper(self, y):
        limit = 7
>       assert (
            self.n + y
        ) < limit, \"deep\"
E       AssertionError: deep
E       assert (5 + 4) < 7

limit      = 7
self       = <test_d.Gate object at 0x7fcdfa68fd90>
y          = 5

test_d.py:9: AssertionError
__________________________________ test_text ___________________________________
test_d.py:12: in test_text
    load(\"{bad\")
/usr/lib/python3.11/json/__init__.py:346: in loads
    return _default_decoder.decode(s)
/usr/lib/python3.11/json/decoder.py:353: in raw_decode
    obj, end = self.scan_once(s, idx)
E   json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
E   
E   ...Full output truncated (3 lines hidden), use '-vv' to show
_________________________________ test_chain ___________________________________
test_d.py:18: in test_chain
    int(\"x\")
E   ValueError: bad

The above exception was the direct cause of the following exception:
test_d.py:20: in test_chain
    raise KeyError(\"chained\") from e
E   KeyError: 'chained'
__________________________________ test_group __________________________________
  + Exception Group Traceback (most recent call last):
  |   File \"/srv/test_d.py\", line 22, in test_group
  | ExceptionGroup: eg (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: one
    +------------------------------------
=========================== short test summary info ============================
FAILED test_d.py::test_deep - AssertionError: deep
============================== 4 failed in 0.05s ===============================
";
    let shown = "\
FAIL test_deep test_d.py:4
> def test_deep(): helper(0)
at test_d.py:2 in helper
x = 0
> def helper(x): return deeper(x)
at test_d.py:9 in deeper
y = 5
limit = 7
> assert ( self.n + y ) < limit, \"deep\"
deep
assert (5 + 4) < 7
FAIL test_text test_d.py:12
> load(\"{bad\")
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
...Full output truncated (3 lines hidden), use '-vv' to show
FAIL test_chain test_d.py:18
> int(\"x\")
ValueError: bad
The above exception was the direct cause of the following exception:
at test_d.py:20 in test_chain
> raise KeyError(\"chained\") from e
KeyError: 'chained'
FAIL test_group
  + Exception Group Traceback (most recent call last):
  |   File \"/srv/test_d.py\", line 22, in test_group
  | ExceptionGroup: eg (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: one
    +------------------------------------
4 failed
[rtk: 2 frames of libraries not shown; rtk recall 7f3a]
";
    check("pytest -l", long, 1, shown);
    let syntax = "\
collected 0 items / 1 error

==================================== ERRORS ====================================
________________________ ERROR collecting syn/test_s.py ________________________
/usr/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
<frozen importlib._bootstrap>:1204: in _gcd_import
    ???
/usr/lib/python3.11/ast.py:50: in parse
    return compile(source, filename, mode, flags,
E     File \"/srv/syn/test_s.py\", line 2
E       x = (1,
E           ^
E   SyntaxError: '(' was never closed
=========================== short test summary info ============================
ERROR syn/test_s.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.27s ===============================
";
    let shown = "\
ERROR collecting syn/test_s.py
File \"/srv/syn/test_s.py\", line 2
x = (1,
    ^
SyntaxError: '(' was never closed
Interrupted: 1 error during collection
1 error
[rtk: 3 frames of libraries not shown; rtk recall 7f3a]
";
    check("pytest", syntax, 2, shown);
}

#[test]
fn a_failed_request_is_like_no_other() {
    for (fine, bad) in [
        (
            "GET /berths status=200 ms=",
            "GET /berths status=500 ms=99999",
        ),
        (
            "{\"path\":\"/berths\",\"status\":200,\"ms\":",
            "{\"path\":\"/berths\",\"status\":503,\"ms\":99999",
        ),
        ("berths status: 204 ms ", "berths status: 404 ms 99999"),
        ("berths code=200 ms=", "berths code=500 ms=99999"),
        (
            "1.2.3.4 \"GET /berths HTTP/1.1\" 200 ",
            "1.2.3.4 \"GET /berths HTTP/1.1\" 502 99999",
        ),
        ("GET /berths 200 ", "GET /berths 500 99999"),
    ] {
        let mut raw = String::new();
        for n in 0..400 {
            match n {
                // Failures of another kind do not use up what is shown.
                100..115 => raw.push_str(&bad.replace("99999", "1").replace('5', "4")),
                217 => raw.push_str(bad),
                _ => raw.push_str(&format!("{fine}{n}")),
            }
            raw.push('\n');
        }
        for command in ["docker logs tide", "cat tide.log", "tail -n 400 tide.log"] {
            let words: Vec<&str> = command.split(' ').collect();
            let (out, _) = apply(&words, raw.as_bytes(), b"", Status::Code(0));
            let out = String::from_utf8(out).unwrap();
            assert!(out.contains(bad), "{command}: {bad}\n{out}");
            assert!(out.len() < raw.len() / 2, "{command}: {bad}");
        }
    }
}

#[test]
fn node_tells_a_failure_once() {
    let raw = "\
✔ one (1.36088ms)
✔ a boat that has come into the harbour before the gate was shut has a berth (1.36088ms)
✔ later (0.190713ms) # TODO
✖ bad (1.716859ms)
  AssertionError [ERR_ASSERTION]: shut
      at TestContext.<anonymous> (file:///srv/a.test.mjs:4:28)
      at Test.run (node:internal/test_runner/test:796:25) {
    generatedMessage: false,
    code: 'ERR_ASSERTION',
    actual: false,
    expected: true,
    operator: '=='
  }

tide at 7
✖ worse (0.18151ms)
  Error: no gate
      at TestContext.<anonymous> (file:///srv/a.test.mjs:5:29)

ℹ tests 5
ℹ pass 2
ℹ fail 2
ℹ cancelled 0
ℹ skipped 0
ℹ todo 1
ℹ duration_ms 164.976709

✖ failing tests:

test at a.test.mjs:4:1
✖ bad (1.716859ms)
  AssertionError [ERR_ASSERTION]: shut
      at TestContext.<anonymous> (file:///srv/a.test.mjs:4:28)
      at Test.run (node:internal/test_runner/test:796:25) {
    generatedMessage: false,
    code: 'ERR_ASSERTION',
    actual: false,
    expected: true,
    operator: '=='
  }

test at a.test.mjs:5:1
✖ worse (0.18151ms)
  Error: no gate
      at TestContext.<anonymous> (file:///srv/a.test.mjs:5:29)
";
    let shown = "\
FAIL bad /srv/a.test.mjs:4
shut
actual: false,
expected: true,
tide at 7
FAIL worse /srv/a.test.mjs:5
Error: no gate
tests 5; pass 2; fail 2; todo 1
[rtk: 2 passing tests, 1 todo test not shown; rtk recall 7f3a]
";
    check("node --test --test-reporter=spec", raw, 1, shown);
}

#[test]
fn what_a_hook_says_is_no_advice_of_git() {
    let raw = "\
hint: run black first
Counting objects: none of your business
Counting objects: 100% (5/5), done.
Delta compression using up to 8 threads
hint: Updates were rejected because the remote contains work that you do not
hint: have locally.
[main 1c2eb5c] Tide
hint: the gate is shut
";
    let shown = "\
hint: run black first
Counting objects: none of your business
[main 1c2eb5c] Tide
hint: the gate is shut
";
    check("git commit -m Tide", raw, 0, shown);
}

#[test]
fn words_of_recipes_are_shown() {
    let raw = "\
cc -Wall -DTIDE=7 -c src/m17.c -o obj/m17.o
In file included from the harbour
from the quay,
In file included from src/m17.h:3,
                 from src/m17.c:1:
src/m17.c: In function ‘f17’:
src/m17.c:4:9: warning: unused variable ‘idle’ [-Wunused-variable]
    4 |     int idle;
      |         ^~~~
src/m17.c:5:12: error: ‘y’ undeclared (first use in this function)
    5 |     return y + x;
      |            ^
make: *** [Makefile:6: obj/m17.o] Error 1
";
    let shown = "\
In file included from the harbour
from the quay,
src/m17.c:4:9 warning: unused variable ‘idle’ [-Wunused-variable]
src/m17.c:5:12 error: ‘y’ undeclared (first use in this function) (In function ‘f17’)
make: *** [Makefile:6: obj/m17.o] Error 1
cc -Wall -DTIDE=7 -c src/m17.c -o obj/m17.o
";
    check("make", raw, 2, shown);
}

#[test]
fn a_fix_that_only_the_frame_names_stays() {
    let raw = "\
t.c:4:38: warning: format ‘%s’ expects argument of type ‘char *’, but argument 2 has type ‘int’ [-Wformat=]
    4 |   printf(\"%s\", x);
      |           ~^    ~
      |            |    |
      |            |    int
      |            char *
      |           %d
t.c:4:90: error: expected ‘;’ before ‘}’ token
    4 |   return x }
      |           ^~
      |           ;
";
    let shown = "\
t.c:4:38 warning: format ‘%s’ expects argument of type ‘char *’, but argument 2 has type ‘int’ [-Wformat=]
%d
t.c:4:90 error: expected ‘;’ before ‘}’ token
";
    check("gcc -c t.c", raw, 1, shown);
}
