//! The system calls that std does not have: waiting on two pipes at once, passing
//! signals on to the tool, and having it end with rtk; and what std's own start would do.
//! The one file with `unsafe` but for `main`.
//!
//! Source: POSIX.1-2017 `poll`, `kill`, `signal`; prctl(2) for `PR_SET_PDEATHSIG`.
//! Declared by hand, with the types of each system; no signal handler does more
//! than store a number and call `kill`, which POSIX allows there.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_short};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::process::Command;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

#[cfg(any(target_os = "linux", target_os = "android"))]
type Count = std::ffi::c_ulong;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
type Count = std::ffi::c_uint;

#[repr(C)]
struct PollFd {
    fd: c_int,
    events: c_short,
    revents: c_short,
}

unsafe extern "C" {
    fn poll(fds: *mut PollFd, count: Count, timeout: c_int) -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn signal(signal: c_int, handler: usize) -> usize;
}

const POLLIN: c_short = 1;
const POLLOUT: c_short = 4;

const SIGHUP: c_int = 1;
const SIGINT: c_int = 2;
const SIGTERM: c_int = 15;

const SIG_IGN: usize = 1;

/// The running tool, or 0.
static CHILD: AtomicI32 = AtomicI32::new(0);
/// The signal that has come last, or 0.
static CAUGHT: AtomicI32 = AtomicI32::new(0);

/// Which of the two can be read or have ended. Waits at most `timeout`; a signal
/// ends the wait. (On an error of `poll` both are said to be ready.)
pub(super) fn readable(fds: [Option<BorrowedFd<'_>>; 2], timeout: Duration) -> [bool; 2] {
    let entry = |fd: Option<BorrowedFd<'_>>| PollFd {
        // A negative descriptor is left alone.
        fd: fd.map_or(-1, |fd| fd.as_raw_fd()),
        events: POLLIN,
        revents: 0,
    };
    let mut entries = fds.map(entry);
    let milliseconds = c_int::try_from(timeout.as_millis()).unwrap_or(c_int::MAX);
    // SAFETY: two initialised entries, and the descriptors are borrowed until after the call.
    let result = unsafe { poll(entries.as_mut_ptr(), 2, milliseconds) };
    if result < 0 && std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
        return fds.map(|fd| fd.is_some());
    }
    entries.map(|entry| result > 0 && entry.revents != 0)
}

/// Waits until a descriptor that would block takes more.
pub(super) fn wait_writable(fd: BorrowedFd<'_>) {
    let mut entry = PollFd {
        fd: fd.as_raw_fd(),
        events: POLLOUT,
        revents: 0,
    };
    // SAFETY: one initialised entry, and the descriptor is borrowed until after the call.
    unsafe { poll(&raw mut entry, 1, 1000) };
}

/// What std does before its `main`, as far as it is needed: descriptors 0 to 2 are open,
/// so that no file of ours becomes one of them, and a broken pipe is an error and not the
/// end. (The tool gets the default back: `Command` sees to that.)
#[cfg(target_os = "linux")]
pub(super) fn start() {
    use std::os::fd::IntoRawFd;
    const SIGPIPE: c_int = 13;
    const POLLNVAL: c_short = 0x20;
    let mut entries = [0, 1, 2].map(|fd| PollFd {
        fd,
        events: 0,
        revents: 0,
    });
    // SAFETY: three initialised entries.
    unsafe { poll(entries.as_mut_ptr(), 3, 0) };
    for _ in entries.iter().filter(|entry| entry.revents & POLLNVAL != 0) {
        // The lowest number that is free is given out first. It stays open.
        let mut options = std::fs::OpenOptions::new();
        if let Ok(file) = options.read(true).write(true).open("/dev/null") {
            let _ = file.into_raw_fd();
        }
    }
    // SAFETY: no handler.
    unsafe { signal(SIGPIPE, SIG_IGN) };
}

/// From now on SIGTERM, SIGHUP and SIGINT do not end rtk. One that was ignored
/// stays so (`nohup`, a shell's background job); the tool inherits that.
/// An interrupt typed at a terminal reaches the tool by itself and is not sent twice.
pub(super) fn catch(at_terminal: bool) {
    let handlers: [(c_int, extern "C" fn(c_int)); 3] = [
        (SIGTERM, pass_on),
        (SIGHUP, pass_on),
        (SIGINT, if at_terminal { note } else { pass_on }),
    ];
    for (number, handler) in handlers {
        // SAFETY: a handler that calls only what is allowed in one.
        unsafe {
            if signal(number, handler as usize) == SIG_IGN {
                signal(number, SIG_IGN);
            }
        }
    }
}

extern "C" fn note(number: c_int) {
    CAUGHT.store(number, Ordering::SeqCst);
}

extern "C" fn pass_on(number: c_int) {
    CAUGHT.store(number, Ordering::SeqCst);
    let child = CHILD.load(Ordering::SeqCst);
    if child > 0 {
        // SAFETY: no memory is touched.
        unsafe { kill(child, number) };
    }
}

/// From now on a write beyond the file size limit (`ulimit -f`) is an error and not
/// the end: what edits files cleans up after itself.
pub(super) fn survive_file_size_limit() {
    #[cfg(not(any(target_arch = "mips", target_arch = "mips64")))]
    const SIGXFSZ: c_int = 25;
    #[cfg(any(target_arch = "mips", target_arch = "mips64"))]
    const SIGXFSZ: c_int = 31;
    // SAFETY: no handler.
    unsafe { signal(SIGXFSZ, SIG_IGN) };
}

/// The tool that signals go to. One that has come before is sent at once.
pub(super) fn set_child(pid: u32) {
    CHILD.store(i32::try_from(pid).unwrap_or(0), Ordering::SeqCst);
    let number = CAUGHT.load(Ordering::SeqCst);
    if number != 0 && pid != 0 {
        pass_on(number);
    }
}

/// The signal that has come last.
pub(super) fn caught() -> Option<u8> {
    u8::try_from(CAUGHT.load(Ordering::SeqCst))
        .ok()
        .filter(|number| *number != 0)
}

/// The tool is to end when rtk ends, even if nothing could be passed on (SIGKILL).
/// Linux alone has it; elsewhere the tool finds its pipe closed.
pub(super) fn die_together(command: &mut Command) {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        unsafe extern "C" {
            fn prctl(option: c_int, ...) -> c_int;
        }
        const PR_SET_PDEATHSIG: c_int = 1;
        // SAFETY: runs between fork and exec, and makes one system call.
        unsafe {
            command.pre_exec(|| {
                prctl(PR_SET_PDEATHSIG, SIGTERM as std::ffi::c_ulong);
                Ok(())
            });
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = command;
}
