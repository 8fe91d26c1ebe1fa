//! argv in, exit status out; nothing else in the program exits.
//!
//! On Linux the program starts at C's `main`. A third of a hook call would else be what std
//! does before its own `main`: it reads `/proc/self/maps` for the place of the stack's
//! guard page, and maps a stack for the handler that names an overflow. What of that
//! start is needed is done here: three descriptors that are open, and a broken pipe
//! that is an error, not the end.
#![cfg_attr(target_os = "linux", no_main)]
#![cfg_attr(target_os = "linux", allow(unsafe_code))]

#[cfg(target_os = "linux")]
mod start {
    use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
    use std::os::unix::ffi::OsStrExt;

    // SAFETY: the one definition of the name in the program; called once, by the C library,
    // with what C11 5.1.2.2.1 says: `argc` strings, and a null pointer after them.
    #[unsafe(no_mangle)]
    extern "C" fn main(argc: c_int, argv: *const *const c_char) -> c_int {
        let end = || {
            rtk::run::start();
            let words = usize::try_from(argc).unwrap_or(0);
            let mut arguments: Vec<OsString> = Vec::with_capacity(words);
            for at in 1..words {
                // SAFETY: `at` is below `argc`, and the strings live as long as the process.
                let word = unsafe { CStr::from_ptr(*argv.add(at)) };
                arguments.push(OsStr::from_bytes(word.to_bytes()).to_owned());
            }
            rtk::cli::main(arguments)
        };
        // As std ends where `main` panics.
        let status = std::panic::catch_unwind(end).unwrap_or(101);
        // Nothing is left to write: who writes to standard output flushes it.
        c_int::from(status)
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(rtk::cli::main(std::env::args_os().skip(1).collect()))
}
