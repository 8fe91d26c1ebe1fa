//! One file an agent: what it sends, what it wants back, where it is configured.

pub mod claude_rules;
