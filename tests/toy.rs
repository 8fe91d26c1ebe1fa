//! The runner with a filter of the tests' own: `toy COMMAND...`. Whatever the real
//! filters do, this one is known: lines that begin with `ok` are omitted, those with
//! `-` are noise, `PANIC` panics, the others are shown. A failure is told by a line
//! `FAIL`, else it is raw.

use rtk::filters::{End, Filter, Out, Status, Stream};

struct Toy {
    failed: bool,
}

impl Filter for Toy {
    fn line(&mut self, line: &[u8], stream: Stream, out: &mut Out) {
        match line {
            [b'o', b'k', ..] => out.omit("passing tests", line),
            [b'-', ..] => out.noise(line),
            b"PANIC" => panic!("toy"),
            _ => {
                self.failed |= line.starts_with(b"FAIL");
                out.line(stream, line);
            }
        }
    }

    fn end(&mut self, status: Status, _: &mut Out) -> End {
        match status == Status::Code(0) || self.failed {
            true => End::Told,
            false => End::Raw,
        }
    }
}

fn main() -> std::process::ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    rtk::run::with_filter(&args, Box::new(Toy { failed: false })).into()
}
