//! Readers, decision and filters within the process. Throughputs are of the
//! input; the hostile ones are what a bounded reader must not slow down on.
//!
//! ```text
//! cargo bench --manifest-path benches/criterion/Cargo.toml --target "$(rustc -vV | sed -n 's/^host: //p')"
//! ```

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rtk::config::Config;
use rtk::decide::decide;
use rtk::filters::{self, Status};
use rtk::permission::RuleSet;
use rtk::shell;
use rtk::text::{ansi, json, pattern, sha256, toml};

const PAYLOAD: &[u8] = include_bytes!("../../tests/data/cases/payloads/claude_2.1.332.json");

const COMMANDS: [(&str, &str); 4] = [
    ("one", "git status"),
    (
        "list",
        "cd app && npm run build && git status | head -20; echo done",
    ),
    (
        "wrapped",
        "FOO=1 timeout 60 env -u X bash -c 'cargo test -- --nocapture 2>&1'",
    ),
    (
        "substitution",
        "for f in $(git ls-files '*.rs'); do grep -n \"$(basename \"$f\")\" <<< 'x' > /dev/null; done",
    ),
];

fn readers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("readers");
    let mut measure = |name: &str, input: &[u8], run: &dyn Fn(&[u8])| {
        group.throughput(Throughput::Bytes(input.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| run(black_box(input))));
    };
    let command = |bytes: &[u8]| {
        let value = json::parse(bytes).expect("a payload");
        let command = value
            .get("tool_input")
            .and_then(|input| input.get("command"));
        black_box(
            command
                .and_then(|command| command.as_str())
                .expect("a command"),
        );
    };
    let read = |bytes: &[u8]| {
        black_box(json::parse(bytes).ok());
    };
    measure("json: a hook payload", PAYLOAD, &command);
    let keys: String = (0..100_000).map(|n| format!("\"k{n}\":{n},")).collect();
    let wide = format!("{{{keys}\"tool_input\":{{\"command\":\"git status\"}}}}");
    measure("json: 100 000 names", wide.as_bytes(), &command);
    let depth = json::MAX_DEPTH;
    let deep = [vec![b'['; depth], vec![b']'; depth]].concat();
    measure("json: 10 000 levels", &deep, &read);
    measure(
        "json: a string of escapes",
        format!("\"{}\"", "\\u00e9".repeat(100_000)).as_bytes(),
        &|bytes| {
            black_box(
                json::parse(bytes)
                    .ok()
                    .and_then(|value| value.as_str().map(|text| text.len())),
            );
        },
    );
    let config = "[hooks]\nexclude_commands = [\"curl\", \"git push\", \"^docker (build|run)\"]\n";
    measure("toml: a configuration", config.as_bytes(), &|bytes| {
        black_box(toml::parse(bytes).ok());
    });
    let nested = pattern::Pattern::new("^(a+)+$").expect("a pattern");
    measure(
        "pattern: nested repetition",
        "a".repeat(60_000).as_bytes(),
        &|bytes| {
            black_box(nested.is_match(str::from_utf8(bytes).expect("text")));
        },
    );
    let plain = "   Compiling serde v1.0.228 (a line of an ordinary build)\n".repeat(10_000);
    let coloured =
        "\x1b[1m\x1b[32m   Compiling\x1b[0m sérde v1.0.228 \r 50%\r100%\n".repeat(10_000);
    for (name, text) in [
        ("ansi: plain lines", plain),
        ("ansi: colours and progress", coloured),
    ] {
        measure(name, text.as_bytes(), &|bytes| {
            black_box(ansi::strip(bytes));
        });
    }
    measure("sha256", &[7; 64 * 1024], &|bytes| {
        black_box(sha256::hex(bytes));
    });
    group.finish();
}

fn decision(criterion: &mut Criterion) {
    let (rules, config) = (RuleSet::default(), Config::default());
    let mut group = criterion.benchmark_group("decide");
    for (name, command) in COMMANDS {
        group.bench_function(name, |bencher| {
            bencher.iter(|| decide(black_box(command), &rules, &config))
        });
    }
    let long = "git status; ".repeat(5_000);
    group.throughput(Throughput::Bytes(long.len() as u64));
    group.bench_function("60 kB of commands", |bencher| {
        bencher.iter(|| decide(black_box(&long), &rules, &config))
    });
    let nested = "$(".repeat(30_000);
    group.bench_function("30 000 open substitutions", |bencher| {
        bencher.iter(|| shell::parse(black_box(&nested)))
    });
    group.finish();
}

fn filter(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("filters");
    let outputs: [(&str, String); 3] = [
        ("git log", (0..2_000).map(|n| format!("commit {n:040x}\nAuthor: A <a@example.org>\nDate:   Mon Jan 5 10:00:00 2026 +0000\n\n    Subject {n}\n\n")).collect()),
        ("cargo test", (0..20_000).map(|n| format!("test module::case_{n} ... ok\n")).collect()),
        ("docker logs web", (0..20_000).map(|n| format!("2026-01-05T10:00:{:02}Z INFO request {n} done in {} ms\n", n % 60, n % 7)).collect()),
    ];
    for (command, output) in outputs {
        let words: Vec<&str> = command.split(' ').collect();
        group.throughput(Throughput::Bytes(output.len() as u64));
        group.bench_function(command, |bencher| {
            let output = output.as_bytes();
            bencher.iter(|| filters::apply(&words, black_box(output), b"", Status::Code(0)));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    targets = readers, decision, filter
}
criterion_main!(benches);
