//! Filters: the first line is a command, the others its output, marked by what
//! the first byte says: `!` standard error. No panic, whatever comes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rtk::filters::{self, Out, Status, Stream};
use rtk::rules::{self, Answer};

fuzz_target!(|data: &[u8]| {
    let mut lines = data.split(|&byte| byte == b'\n');
    let Some(Ok(command)) = lines.next().map(str::from_utf8) else {
        return;
    };
    let words: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
    let args: Vec<_> = words.iter().copied().map(Some).collect();
    let Answer::Known(found) = rules::find(&args) else {
        return;
    };
    let lines: Vec<&[u8]> = lines.collect();
    for status in [
        Status::Code(0),
        Status::Code(1),
        Status::Signal(15),
        Status::Cut,
    ] {
        let Some(mut filter) = filters::make(found.family.reader, &words[found.tool..]) else {
            return;
        };
        let mut out = Out::default();
        for line in &lines {
            match line.strip_prefix(b"!") {
                Some(line) => filter.line(line, Stream::Err, &mut out),
                None => filter.line(line, Stream::Out, &mut out),
            }
        }
        filter.end(status, &mut out);
    }
});
