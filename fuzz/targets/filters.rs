//! Filters: the first line is a command, the others its output; a line that
//! starts with `!` is of standard error. Whatever comes, in whatever pieces,
//! however it ends: no panic, never more printed than was read, nothing live
//! for a terminal, and every byte kept for `rtk recall`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::filters::{self, Keep, Session, Status, Stream};

struct Count(usize);

impl Keep for Count {
    fn keep(&mut self, _: Stream, bytes: &[u8]) {
        self.0 += bytes.len();
    }
    fn hint(&mut self) -> &str {
        "rtk recall 7f3a"
    }
}

fn run(words: &[&str], output: &[u8], piece: usize, status: Status, lossless: bool) {
    let Some(filter) = filters::for_command(words) else {
        return;
    };
    let mut keep = Count(0);
    let mut session = Session::new(filter, &mut keep);
    if lossless {
        session = session.lossless();
    }
    let (mut read, mut printed) = (0, 0);
    for line in output.split_inclusive(|&byte| byte == b'\n') {
        let (stream, line) = match line.strip_prefix(b"!") {
            Some(line) => (Stream::Err, line),
            None => (Stream::Out, line),
        };
        for bytes in line.chunks(piece) {
            read += bytes.len();
            session.push(stream, bytes, &mut |_, text| {
                check(text);
                printed += text.len();
            });
            assert!(printed <= read, "{printed} bytes printed of {read}");
        }
    }
    session.finish(status, &mut |_, text| {
        check(text);
        printed += text.len();
    });
    assert!(
        printed <= read,
        "{printed} bytes printed of {read} at the end"
    );
    drop(session);
    assert_eq!(keep.0, read);
}

fn check(text: &[u8]) {
    let live = |byte: &u8| matches!(byte, 0..=8 | 11 | 12 | 14..=31 | 127);
    assert!(
        !text.iter().any(live),
        "{:?}",
        String::from_utf8_lossy(text)
    );
}

fuzz_target!(|data: &[u8]| {
    let end = data
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(data.len());
    let Ok(command) = str::from_utf8(&data[..end]) else {
        return;
    };
    let words: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
    let output = data.get(end + 1..).unwrap_or_default();
    let piece = [usize::MAX, 7, 64, 1000][data.len() % 4];
    for status in [
        Status::Code(0),
        Status::Code(1),
        Status::Signal(15),
        Status::Cut,
    ] {
        run(&words, output, piece, status, false);
    }
    run(&words, output, piece, Status::Code(0), true);
});
