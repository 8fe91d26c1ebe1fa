//! The configuration: the first line is a command, the rest `config.toml`.
//! Whatever it says, it only leaves commands alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::config::Config;
use rtk::decide::decide;
use rtk::permission::RuleSet;

fuzz_target!(|data: &[u8]| {
    let at = data
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(data.len());
    let Ok(command) = str::from_utf8(&data[..at]) else {
        return;
    };
    let bytes = data.get(at + 1..).unwrap_or_default();
    let rules = RuleSet::default();
    let plain = decide(command, &rules, &Config::default());
    match Config::parse(bytes) {
        Ok(config) => {
            let configured = decide(command, &rules, &config);
            assert!(
                configured
                    .insertions
                    .iter()
                    .all(|at| plain.insertions.contains(at))
            );
            assert_eq!(configured.verdict, plain.verdict);
            for warning in &config.warnings {
                assert!(
                    warning
                        .split(':')
                        .next()
                        .is_some_and(|line| line.parse::<usize>().is_ok())
                );
            }
        }
        Err(reason) => {
            let (line, reason) = reason.split_once(": ").expect("a line and a reason");
            assert!(line.parse::<usize>().is_ok() && !reason.is_empty());
        }
    }
});
