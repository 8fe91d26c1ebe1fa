//! Escape sequences and control characters: what goes, what stays.

use proptest::prelude::*;
use rtk::text::ansi::{self, LINE_MAX, Stripper};

use crate::oracle::{self, Random};

fn by_chunks(bytes: &[u8], size: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut stripper = Stripper::new();
    for chunk in bytes.chunks(size) {
        stripper.feed(chunk, &mut out);
    }
    stripper.finish(&mut out);
    out
}

#[track_caller]
fn check(bytes: impl AsRef<[u8]>, expected: impl AsRef<[u8]>) {
    let bytes = bytes.as_ref();
    for size in [1, 2, 3, 7, bytes.len().max(1)] {
        let stripped = by_chunks(bytes, size);
        let head = String::from_utf8_lossy(&stripped[..stripped.len().min(300)]);
        assert!(stripped == expected.as_ref(), "by {size}: {head:?}");
    }
}

#[test]
fn text_passes() {
    check("", "");
    check("a\tb\nc", "a\tb\nc");
    check("\n\n", "\n\n");
    check("a\r\nb\r\n", "a\r\nb\r\n");
    check("héllo 😀 日本\n", "héllo 😀 日本\n");
    check(
        b"caf\xE9 \xC3( \xF0\x9F\x98 \xFF\n",
        b"caf\xE9 \xC3( \xF0\x9F\x98 \xFF\n",
    );
    check(b"\xF0\x9F\x98", b"\xF0\x9F\x98");
    check("[31m 0;title", "[31m 0;title");
}

#[test]
fn sequences_go() {
    check("\x1b[1;31merror\x1b[0m: x\x1b[m\x1b[K\n", "error: x\n");
    check("\x1b[38:2::1:2:3mx\x1b[?25l\x1b[>4;2m\x1b[ q\x1b[!p", "x");
    check("\x1b(B\x1b)0\x1b#8\x1b=\x1b>\x1b7\x1bMx\x1bc", "x");
    check(
        "\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b",
        "alinkb",
    );
    check(
        "\x1bP1$r0m\x1b\\a\x1b_Gi=1;AAAA\x1b\\b\x1b^pm\x1b\\c\x1bXsos\x1b\\d",
        "abcd",
    );
    check("\x1b]52;c;ZXZpbA==\x07x", "x");
    check("\x1b[31\x1b[32mx", "x");
    check("\x1b\x1b[1mx\x1b", "x");
    check("\x1b[1;3", "");
    check("\x1b[1é", "é");
    check("\x1b]0;é\u{9c}x", "x");
    check("\x1b]0;a\x18b", "b");
}

#[test]
fn c1_in_both_forms() {
    check(b"\x9b31mred\x9b0m\x85\x80", b"red");
    check("\u{9b}31mred\u{9b}0m\u{85}", "red");
    check("\u{9d}0;t\u{9c}a\u{90}q\x07b", "ab");
    check(b"\x9d0;t\x9ca\x90q\x1b\\b\x9fx\x07c", b"abc");
    // U+201D, U+0410 and an emoji hold such bytes and are letters all the same.
    check("\u{201d}\u{410}\u{1f41d}", "\u{201d}\u{410}\u{1f41d}");
    check("\x1b]0;\u{41c}x\x07y", "y");
}

/// An opener without a closer must not hide what follows.
#[test]
fn unclosed_strings_end_with_the_line() {
    check("\x1b]0;title\nnext", "\nnext");
    check("\x1bPq\r\nnext", "\nnext");
    // Windows-1252 quotation marks and dashes.
    check(
        b"caf\xE9 \x98x\x9d y\nz",
        "caf\u{e9} x y\nz"
            .chars()
            .map(|c| c as u8)
            .collect::<Vec<_>>(),
    );
    check(
        [b"\x9d".to_vec(), vec![b'x'; 5000], b"\x07y".to_vec()].concat(),
        [vec![b'x'; 5000], b"y".to_vec()].concat(),
    );
    check(b"\x9dheld", b"held");
    check(b"\x9dheld\x1b[1mx", b"heldx");
}

#[test]
fn other_controls_go() {
    check("a\0b\x07c\x0bd\x0ce\x0ef\x7fg\x05", "abcdefg");
}

#[test]
fn a_return_starts_the_line_over() {
    check(" 10%\r 50%\r100%\n", "100%\n");
    check("x 10%\rx 100%, done.\r\ny", "x 100%, done.\r\ny");
    check("10%\r\r\n", "10%\r\n");
    check("building\r\x1b[K   Compiling\n", "   Compiling\n");
    check("building\r\x1b[K", "");
    check("spin\x1b[2K\x1b[1Gdone\n", "done\n");
    check("spin\x1b[Gdone\n", "done\n");
    check("a\x1b[1Gb\x1b[1G\n", "b\n");
    check("kept\x1b[K\n", "kept\n");
    check("last\r", "last");
    let mut stripper = Stripper::new();
    let mut out = Vec::new();
    stripper.feed(b"  \r1\r2\r3\n\x1b[2K4\r", &mut out);
    stripper.finish(&mut out);
    assert_eq!((out.as_slice(), stripper.overwritten()), (&b"3\n4"[..], 2));
}

#[test]
fn backspace() {
    check("a\x08a", "a");
    check("_\x08N_\x08A", "NA");
    check("N\x08_A\x08_", "NA");
    check("abc\x08\x08\x08abc\x08\x08\x08___\n", "abc\n");
    check("B\x08BO\x08OL\x08LD\x08D man\n", "BOLD man\n");
    check("|\x08/\x08-\x08done\n", "done\n");
    check("abc\x08\x08X\n", "aXc\n");
    check("é\x08é日\x08日", "é日");
    check("\x08\x08a", "a");
    check("abc\x1b[2DX\n", "aXc\n");
    check("abc\x1b[99D\x1b[KX\n", "X\n");
    check("abc\x08\x08\x08\r\n", "abc\r\n");
}

#[test]
fn long_lines_are_bounded() {
    let long = "x".repeat(3 * LINE_MAX);
    check(&long, &long);
    check("é".repeat(LINE_MAX), "é".repeat(LINE_MAX));
    check("ab\x08".repeat(LINE_MAX), "a".repeat(LINE_MAX) + "b");
    let mut stripper = Stripper::new();
    let mut out = Vec::new();
    stripper.feed(long.as_bytes(), &mut out);
    assert!(out.len() >= 2 * LINE_MAX);
}

/// Lines come out as soon as they are whole.
#[test]
fn streams() {
    let mut stripper = Stripper::new();
    let mut out = Vec::new();
    stripper.feed(b"one\ntw", &mut out);
    assert_eq!(out, b"one\n");
    stripper.feed(b"o\r\n", &mut out);
    assert_eq!(out, b"one\ntwo\r\n");
}

/// What a piece of output is, and what is to be seen of it.
const PIECES: [(&[u8], &[u8]); 22] = [
    (b"word", b"word"),
    (b" ", b" "),
    (b"\t", b"\t"),
    (b"\n", b"\n"),
    (b"\r\n", b"\r\n"),
    (b"\xC3\xA9", b"\xC3\xA9"),
    (b"\xE2\x80\x9D", b"\xE2\x80\x9D"),
    (b"\xFF", b"\xFF"),
    (b"[0m", b"[0m"),
    (b"\x1b[0m", b""),
    (b"\x1b[1;38;5;208m", b""),
    (b"\x1b[?2004h", b""),
    (b"\x1b(B", b""),
    (b"\x1b]0;a title\x07", b""),
    (b"\x1b]8;;file:///x\x1b\\", b""),
    (b"\x1bPq#0\x1b\\", b""),
    (b"\xC2\x9B1m", b""),
    (b"\x9B1m", b""),
    (b"\x9D0;t\x9C", b""),
    (b"\xC2\x85", b""),
    (b"\0", b""),
    (b"\x07", b""),
];

/// The model: the pieces' visible parts one after the other.
#[test]
fn agrees_with_the_sum_of_its_pieces() {
    let mut random = Random::new(7);
    for _ in 0..if oracle::slow() { 200_000 } else { 5_000 } {
        let pieces: Vec<_> = (0..random.below(30))
            .map(|_| random.pick(&PIECES))
            .collect();
        let (raw, seen): (Vec<&[u8]>, Vec<&[u8]>) = pieces.into_iter().unzip();
        let (raw, seen) = (raw.concat(), seen.concat());
        let stripped = by_chunks(&raw, 1 + random.below(40));
        assert_eq!(stripped, seen, "{:?}", String::from_utf8_lossy(&raw));
    }
}

/// An independent model of the same rules for text without cursor movement: regular expressions.
const PYTHON: &str = r"
s = b.decode('utf-8')
s = re.sub('\x1b[\\]P_^X][^\n\x1b\x07\x9c\x18\x1a]*(?:\x07|\x9c|\x18|\x1a|(?=[\n\x1b])|$)', '', s)
s = re.sub('\x1b\\[[0-?]*[ -/]*[@-~]', '', s)
s = re.sub('\x1b[ -/]*[0-Z\\\\`-~]', '', s)
return re.sub('[^\n\t -~\xa0-\U0010ffff]', '', s)
";

#[test]
fn agrees_with_regular_expressions() {
    if !oracle::have("python3", &["--version"]) {
        return;
    }
    const ATOMS: [&str; 16] = [
        "a",
        "Z",
        " ",
        "\n",
        "\t",
        "é",
        "”",
        "\x1b[0m",
        "\x1b[12;3H",
        "\x1b]0;t",
        "\x07",
        "\x1b\\",
        "\x1b(B",
        "\x1bM",
        "\x1bPx",
        "\0",
    ];
    let mut random = Random::new(9);
    let texts: Vec<Vec<u8>> = (0..if oracle::slow() { 100_000 } else { 3_000 })
        .map(|_| {
            (0..random.below(20))
                .flat_map(|_| random.pick(&ATOMS).bytes())
                .collect()
        })
        .collect();
    for (text, theirs) in texts.iter().zip(oracle::python(PYTHON, &texts)) {
        let ours = String::from_utf8(ansi::strip(text)).unwrap();
        assert_eq!(ours, theirs, "{:?}", String::from_utf8_lossy(text));
    }
}

proptest! {
    #![proptest_config(oracle::cases(200))]

    #[test]
    fn nothing_live_is_left(bytes in prop::collection::vec(prop_oneof![
        any::<u8>(),
        prop::sample::select(b"\x1b\x1b[]P\\m;1\x08\r\n\x9b\x9d\x9c\xc2\x07K".to_vec()),
    ], 0..200), size in 1_usize..50) {
        let out = ansi::strip(&bytes);
        prop_assert_eq!(&by_chunks(&bytes, size), &out);
        prop_assert!(out.len() <= bytes.len());
        // Lines are neither made nor lost.
        let newlines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        prop_assert_eq!(newlines(&out), newlines(&bytes));
        for (at, &byte) in out.iter().enumerate() {
            let line_end = byte == b'\r' && out.get(at + 1) == Some(&b'\n');
            prop_assert!(byte >= 0x20 && byte != 0x7f || matches!(byte, b'\n' | b'\t') || line_end);
        }
    }

    #[test]
    fn printable_text_is_untouched(text in "([ -~\u{a0}-\u{ffff}😀\t]|\r?\n)*") {
        prop_assert_eq!(ansi::strip(text.as_bytes()), text.as_bytes());
    }

    /// A line that is called plain is; one that is not has a reason.
    #[test]
    fn plain_lines_are_those_with_nothing_to_strip(bytes in prop::collection::vec(prop_oneof![
        20 => b' '..=b'~',
        2 => Just(b'\t'),
        1 => any::<u8>(),
        1 => Just(b'\n'),
    ], 0..120)) {
        let end = bytes.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
        let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n');
        let expected = end.filter(|&end| bytes[..end].iter().all(plain));
        prop_assert_eq!(ansi::plain_line(&bytes), expected);
    }
}
