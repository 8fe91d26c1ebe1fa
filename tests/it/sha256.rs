//! SHA-256: the standard's vectors, every length around a block, and sha256sum.

use proptest::prelude::*;
use rtk::text::sha256::{self, Sha256};

use crate::oracle;

#[track_caller]
fn check(message: &[u8], digest: &str) {
    assert_eq!(sha256::hex(message), digest);
}

/// FIPS 180-4 examples and the NIST long message.
#[test]
fn vectors() {
    check(
        b"",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    check(
        b"abc",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    check(
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
    check(
        &vec![b'a'; 1_000_000],
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    );
}

/// One run of sha256sum over many files: all lengths around the padding's corners.
#[test]
fn agrees_with_sha256sum() {
    if !oracle::have("sha256sum", &["--version"]) {
        return;
    }
    let top = oracle::scratch("sha256");
    let lengths: Vec<usize> = (0..=if oracle::slow() { 1100 } else { 200 }).collect();
    let message =
        |length: usize| -> Vec<u8> { (0..length).map(|n| (n * 131 + length) as u8).collect() };
    for length in &lengths {
        std::fs::write(top.join(length.to_string()), message(*length)).unwrap();
    }
    let output = std::process::Command::new("sha256sum")
        .args(lengths.iter().map(usize::to_string))
        .current_dir(&top)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&top).unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().count(), lengths.len());
    for (line, &length) in printed.lines().zip(&lengths) {
        let expected = format!("{}  {length}", sha256::hex(&message(length)));
        assert_eq!(line, expected);
    }
}

proptest! {
    #![proptest_config(oracle::cases(256))]

    #[test]
    fn pieces_make_no_difference(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..150), 0..8)) {
        let mut hasher = Sha256::new();
        for piece in &pieces {
            hasher.update(piece);
        }
        prop_assert_eq!(hasher.finish_hex(), sha256::hex(&pieces.concat()));
    }
}
