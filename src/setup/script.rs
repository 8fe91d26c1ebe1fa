//! Which agent a hook script is for, told by its bytes alone.
//!
//! A script that was changed is not served (DESIGN.md section 8, integrity): its bytes
//! are compared with the text built in, so that a hash replaced along with it
//! proves nothing.

use super::agents::{AGENTS, Piece};

/// The agent whose script these bytes are, exactly.
pub(crate) fn agent_of(script: &[u8]) -> Option<&'static str> {
    AGENTS.iter().find_map(|agent| {
        let own = agent.script.iter().any(|piece| {
            matches!(piece, Piece::File { text, executable: true, .. } if text.as_bytes() == script)
        });
        own.then_some(agent.name)
    })
}
