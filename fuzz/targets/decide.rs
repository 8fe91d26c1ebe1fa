//! The decision: insertions are only that (P1), a rewritten line is rewritten no
//! more, and without a rule nothing is ever allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::config::Config;
use rtk::decide::{decide, insert};
use rtk::permission::{RuleSet, Verdict};

fuzz_target!(|data: &str| {
    let (rules, config) = (RuleSet::default(), Config::default());
    let decision = decide(data, &rules, &config);
    assert_eq!(decision.verdict, Verdict::Default, "no rule is no verdict");
    assert!(decision.insertions.is_sorted_by(|a, b| a < b));
    assert!(
        decision
            .insertions
            .iter()
            .all(|&at| at < data.len() && data.is_char_boundary(at))
    );
    let rewritten = insert(data, &decision.insertions);
    let mut original = rewritten.clone();
    for &at in decision.insertions.iter().rev() {
        // Those in front of it have not been taken out yet.
        let before = decision
            .insertions
            .iter()
            .filter(|&&other| other < at)
            .count();
        let at = at + 4 * before;
        assert_eq!(&original[at..at + 4], "rtk ");
        original.replace_range(at..at + 4, "");
    }
    assert_eq!(original, data);
    if !decision.insertions.is_empty() {
        let again = decide(&rewritten, &rules, &config);
        assert!(
            again.insertions.is_empty(),
            "{rewritten:?} is rewritten again"
        );
        assert!(again.already);
        assert_eq!(again.verdict, decision.verdict);
    }
});
