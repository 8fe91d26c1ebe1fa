//! Command line -> insertion offsets.
