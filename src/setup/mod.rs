//! init, uninstall, show, verify: plan, splice, write atomically, record hashes.
