//! Small readers and writers: JSON, TOML, SHA-256, patterns, ANSI.
