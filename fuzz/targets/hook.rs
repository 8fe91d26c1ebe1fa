//! `rtk hook`: the first byte picks the agent, the rest is what it is sent.
//! Whatever comes, there is no answer, the agent's "no opinion", or one JSON object that is
//! not much longer than the payload; and asked a second time, the answer is the same.
#![no_main]

use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use rtk::agents::{AGENTS, World, answer};
use rtk::config::Config;
use rtk::text::json::{self, Kind};

/// Rule files of whoever runs this must not matter.
fn no_home() {
    // SAFETY: called once, before any other thread is there.
    unsafe { std::env::set_var("HOME", "/nonexistent") };
}

fuzz_target!(init: no_home(), |data: &[u8]| {
    let Some((&first, payload)) = data.split_first() else {
        return;
    };
    let agent = AGENTS[usize::from(first) % AGENTS.len()];
    let world = World {
        cwd: Some(PathBuf::from("/nonexistent")),
        config: || Ok(Config::default()),
    };
    let answered = answer(agent, payload, &world);
    assert_eq!(answer(agent, payload, &world), answered);
    let Some(bytes) = answered.filter(|bytes| !bytes.is_empty()) else {
        return;
    };
    assert!(str::from_utf8(&bytes).is_ok());
    let root = json::parse(&bytes).expect("an answer is JSON");
    assert!(root.kind() == Kind::Object);
    assert!(bytes.len() < 3 * payload.len() + 1000);
    // Nothing is said about what was not understood.
    let nothing = AGENTS.iter().any(|agent| agent.nothing.as_bytes() == bytes);
    assert!(nothing || json::parse(payload).is_ok());
});
