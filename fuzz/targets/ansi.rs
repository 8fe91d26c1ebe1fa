//! Escape sequences: nothing live is left, lines are neither made nor lost,
//! chunks make no difference, printable text stays.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::text::ansi::{self, Stripper};

fuzz_target!(|data: &[u8]| {
    let out = ansi::strip(data);
    let (&size, _) = data.split_first().unwrap_or((&1, &[]));
    let mut stripper = Stripper::new();
    let mut again = Vec::new();
    for chunk in data.chunks(1 + usize::from(size % 7)) {
        stripper.feed(chunk, &mut again);
    }
    stripper.finish(&mut again);
    assert_eq!(out, again);
    let newlines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(newlines(&out), newlines(data));
    for (at, &byte) in out.iter().enumerate() {
        let line_end = byte == b'\r' && out.get(at + 1) == Some(&b'\n');
        assert!(byte >= 0x20 && byte != 0x7F || matches!(byte, b'\n' | b'\t') || line_end);
    }
    let mut exact = Vec::new();
    let mut stripper = Stripper::exact(size & 8 == 0);
    stripper.feed(data, &mut exact);
    stripper.finish(&mut exact);
    assert!(exact.len() <= data.len() && newlines(&exact) == newlines(data));
    let live = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\n' | b'\t' | b'\r') || *byte == 0x7F;
    assert!(!exact.iter().any(live));
    let printable: Vec<u8> = data
        .iter()
        .copied()
        .filter(|byte| matches!(byte, b' '..=b'~' | b'\n'))
        .collect();
    assert_eq!(ansi::strip(&printable), printable);
});
