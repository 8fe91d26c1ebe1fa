//! Allow, ask and deny rules -> verdict. Pure: files are read by the agents' code.

/// The rules of one agent, from all its sources.
#[derive(Debug, Default)]
pub struct RuleSet {
    /// A rule file exists that could not be read: nothing may be rewritten.
    pub unreadable: Option<String>,
}

/// What the rules say about a command line. Kept apart inside; folded to exit
/// codes 2, 3, 0, 3 outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A deny rule matches somewhere; the rule and where it stands.
    Deny(String),
    /// An ask rule matches somewhere.
    Ask(String),
    /// Every command is allowed by an explicit rule.
    Allow,
    /// No rule speaks.
    Default,
}
