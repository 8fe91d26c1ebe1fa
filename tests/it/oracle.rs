//! What the differential and property tests share: their sizes, and the real
//! programs they ask.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use proptest::test_runner::Config;

/// Whether the slow proofs run at full size (`RTK_SLOW=1`).
pub(crate) fn slow() -> bool {
    std::env::var_os("RTK_SLOW").is_some_and(|value| value == "1")
}

/// A property test's configuration: `quick` cases, or 100 times as many in the slow proofs.
/// Nothing is written into the source tree.
pub(crate) fn cases(quick: u32) -> Config {
    Config {
        cases: if slow() { quick * 100 } else { quick },
        failure_persistence: None,
        ..Config::default()
    }
}

/// Whether `program` runs; if not, says so.
pub(crate) fn have(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let have = status.is_ok_and(|status| status.success());
    if !have {
        println!(
            "skipped: {program} {} does not run here",
            arguments.join(" ")
        );
    }
    have
}

/// An empty directory of this test's own.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let top = std::env::temp_dir().join(format!("rtk-it-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&top);
    std::fs::create_dir_all(&top).unwrap();
    top
}

/// Asks python3 about many inputs in one run: `body` is the body of a function
/// of `b` (bytes) that returns a string. The answers come in order; an exception is `!`.
pub(crate) fn python(body: &str, inputs: &[Vec<u8>]) -> Vec<String> {
    let indented: String = body
        .lines()
        .map(|line| format!("        {line}\n"))
        .collect();
    let program = format!(
        "import sys, json, re\n\
         sys.setrecursionlimit(100000)\n\
         def answer(b):\n    try:\n{indented}    except Exception as e:\n        return '!'\n\
         for line in sys.stdin:\n    \
         sys.stdout.write(answer(bytes.fromhex(line)).encode('utf-8','backslashreplace').hex()+'\\n')\n"
    );
    let mut child = Command::new("python3")
        .args(["-c", &program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut text = String::new();
    for input in inputs {
        text.extend(input.iter().map(|byte| format!("{byte:02x}")));
        text.push('\n');
    }
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let answers: Vec<String> = str::from_utf8(&output.stdout)
        .unwrap()
        .lines()
        .map(|line| {
            let bytes: Vec<u8> = (0..line.len() / 2)
                .map(|n| u8::from_str_radix(&line[2 * n..2 * n + 2], 16).unwrap())
                .collect();
            String::from_utf8(bytes).unwrap()
        })
        .collect();
    assert_eq!(answers.len(), inputs.len());
    answers
}

/// A small generator of random numbers (xorshift64*): the same inputs every run.
pub(crate) struct Random(u64);

impl Random {
    /// The sequence with this number.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 up to, not including, `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Changes, removes or repeats a few bytes; mostly none.
    pub(crate) fn damage(&mut self, text: &mut Vec<u8>, alphabet: &[u8]) {
        while !text.is_empty() && self.below(3) == 0 {
            let at = self.below(text.len());
            match self.below(4) {
                0 => text[at] = self.pick(alphabet),
                1 => text.insert(at, self.pick(alphabet)),
                2 => drop(text.remove(at)),
                _ => text.truncate(at),
            }
        }
    }
}
