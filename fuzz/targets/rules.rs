//! The rule table: what is found lies in the command; a word behind it changes
//! nothing of where the tool stands in front.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::rules::{self, Answer, Arg};

fuzz_target!(|data: &str| {
    // A word a line; an empty one is not known.
    let words: Vec<Arg> = data
        .lines()
        .map(|line| (!line.is_empty()).then_some(line))
        .collect();
    match rules::find(&words) {
        Answer::Known(found) => {
            assert!(found.at <= found.tool && found.tool < words.len());
            assert!(words[found.tool].is_some() && words[found.at].is_some());
            assert!(!found.family.name.is_empty());
        }
        Answer::Script { script } => assert!(script > 0 && script < words.len()),
        Answer::Raw(why) => assert!(!why.is_empty()),
    }
});
