//! Reading files that may be anything.

use rtk::files::{ReadError, read};
use std::path::Path;

#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_named_and_not_waited_for() {
    let name = |path: &str| match read(Path::new(path), 1 << 20) {
        Ok(_) => "read",
        Err(ReadError::Missing) => "missing",
        Err(ReadError::Unreadable(_)) => "unreadable",
        Err(ReadError::NotRegular) => "not regular",
        Err(ReadError::TooLarge) => "too large",
    };
    let dir = std::env::temp_dir().join(format!("rtk-files-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let at = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    std::fs::write(at("plain"), "x").unwrap();
    std::fs::write(at("large"), vec![b'x'; (1 << 20) + 1]).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("zero")).unwrap();
    std::os::unix::fs::symlink("loop", at("loop")).unwrap();
    std::os::unix::fs::symlink("plain", at("link")).unwrap();
    std::os::unix::fs::symlink("nowhere", at("dangling")).unwrap();
    let fifo = std::process::Command::new("mkfifo")
        .arg(at("fifo"))
        .status();
    for (path, expected) in [
        (at("plain"), "read"),
        (at("link"), "read"),
        (at("none"), "missing"),
        (at("plain/below"), "missing"),
        (at("dangling"), "missing"),
        (at(""), "not regular"),
        (at("zero"), "not regular"),
        (at("loop"), "unreadable"),
        (at("large"), "too large"),
    ] {
        assert_eq!(name(&path), expected, "{path}");
    }
    if fifo.is_ok_and(|status| status.success()) {
        assert_eq!(name(&at("fifo")), "not regular");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
