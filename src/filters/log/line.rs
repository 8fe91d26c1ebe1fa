//! One line of a log: does it matter, when was it, and which other lines is it like?

pub(crate) use crate::filters::scan::find;

/// Beginnings of words that make a line matter, in lower case, by their first letter.
/// A word begins after anything that is no letter, and at a capital (`KeyError`).
#[rustfmt::skip]
const WORDS: &[&[u8]] = &[
    b"abort", b"backoff", b"broken", b"cannot", b"can't", b"conflict", b"corrupt", b"couldn't",
    b"could not", b"crash", b"crit", b"denied", b"deprecat", b"destroy", b"err ", b"err!", b"err]",
    b"err_", b"error", b"evicted", b"exceeded", b"exception", b"exited", b"expired", b"fail", b"fatal",
    b"forbidden", b"forces", b"invalid", b"killed", b"missing", b"must be", b"no such", b"not allowed",
    b"not found", b"not supported", b"oom", b"panic", b"permission", b"refused", b"rejected",
    b"rollback", b"rolled back", b"segfault", b"severe", b"sigkill", b"sigsegv", b"timed out",
    b"timeout", b"traceback", b"unable", b"unauthorized", b"undefined", b"unexpected", b"unhealthy",
    b"unknown", b"unreachable", b"unresolved", b"vulnerab", b"warn",
];

/// Where the words of each letter begin in the list.
const FIRST: [u8; 27] = {
    let mut first = [0; 27];
    let mut letter = 0;
    while letter < 27 {
        let mut at = 0;
        while at < WORDS.len() && WORDS[at][0] < b'a' + letter as u8 {
            at += 1;
        }
        first[letter] = at as u8;
        letter += 1;
    }
    first
};

/// The second letters of the words of each letter, a bit each (any other: bit 26).
const SECOND: [u32; 26] = {
    let mut second = [0; 26];
    let mut at = 0;
    while at < WORDS.len() {
        second[(WORDS[at][0] - b'a') as usize] |= 1 << place(WORDS[at][1]);
        at += 1;
    }
    second
};

/// 0 to 25 for a letter, 26 for any other.
const fn place(byte: u8) -> usize {
    let letter = byte | 0x20;
    if letter.is_ascii_lowercase() {
        (letter - b'a') as usize
    } else {
        26
    }
}

/// An error, a warning, or a consequence that nobody may miss.
pub(crate) fn matters(line: &[u8]) -> bool {
    let mut before = b' ';
    for (at, &byte) in line.iter().enumerate() {
        let last = std::mem::replace(&mut before, byte);
        // A letter after a letter begins a word if it is a capital after a small one.
        let inside = last.is_ascii_alphabetic() && (byte & 0x20 != 0 || last & 0x20 == 0);
        if inside || !byte.is_ascii_alphabetic() {
            if matches!(byte, b'4' | b'5') && is_failure_status(line, at) {
                return true;
            }
            continue;
        }
        let (letter, next) = (place(byte), line.get(at + 1).copied().unwrap_or(b' '));
        if SECOND[letter] & 1 << place(next) == 0 {
            continue;
        }
        let words = &WORDS[usize::from(FIRST[letter])..usize::from(FIRST[letter + 1])];
        let rest = &line[at..];
        if words.iter().any(|word| {
            rest.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        }) {
            return true;
        }
    }
    is_klog(line) || is_apt(line)
}

/// `E0302 09:00:01.000000 1 main.go:7] ...`: klog, also glog.
fn is_klog(line: &[u8]) -> bool {
    matches!(line, [b'E' | b'W' | b'F', a, b, c, d, b' ', ..]
        if [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()))
}

/// `E: Unable to locate package`: apt.
fn is_apt(line: &[u8]) -> bool {
    matches!(line, [b'E' | b'W', b':', b' ', ..])
}

/// What stands at `at` is the status of a request that failed: `status=500`,
/// `"code": 404`; of the server alone `"GET / HTTP/1.1" 503 12`, `GET /berths 500 3 ms`,
/// `| 500 |`, where nothing says that it is a status.
fn is_failure_status(line: &[u8], at: usize) -> bool {
    let (before, rest) = line.split_at(at);
    let three = rest.iter().take_while(|byte| byte.is_ascii_digit()).count() == 3;
    if !three
        || before
            .last()
            .is_some_and(|&byte| in_word(byte) || byte == b'.')
    {
        return false;
    }
    if rest.get(3).is_some_and(|&byte| in_word(byte))
        || matches!(rest[3..], [b'.', b'0'..=b'9', ..])
    {
        return false;
    }
    let key = before.trim_ascii_end();
    let key = key.strip_suffix(b"\"").unwrap_or(key).trim_ascii_end();
    let key = match key {
        [key @ .., b'=' | b':'] => key.trim_ascii_end(),
        _ => key,
    };
    let key = key.strip_suffix(b"\"").unwrap_or(key);
    if [&b"status"[..], b"code"].iter().any(|name| {
        let start = key.len().saturating_sub(name.len());
        key[start..].eq_ignore_ascii_case(name)
    }) {
        return true;
    }
    let Some(before) = before.strip_suffix(b" ").filter(|_| rest[0] == b'5') else {
        return false;
    };
    let mut words = before.rsplit(|&byte| byte == b' ');
    let (last, method) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let method = method.strip_prefix(b"\"").unwrap_or(method);
    last.ends_with(b"\"")
        || last.starts_with(b"HTTP/")
        || last == b"|" && rest[3..].starts_with(b" |")
        || last.contains(&b'/') && method.len() > 2 && method.iter().all(u8::is_ascii_uppercase)
}

/// A line that goes on with what the one before said: a stack, a wrapped message.
pub(crate) fn goes_on(line: &[u8]) -> bool {
    matches!(line, [b' ' | b'\t', ..])
        || line.starts_with(b"Caused by")
        || line.starts_with(b"goroutine ")
}

/// Hash of a line with numbers, times and ids taken as one.
pub(crate) fn shape(line: &[u8]) -> u64 {
    hash(line, 1)
}

/// Hash of a line with only the time in front and long ids taken as one.
pub(crate) fn text(line: &[u8]) -> u64 {
    let source = source(line);
    let rest = &line[source..];
    hash(&line[..source], 99) ^ hash(&rest[time(rest)..], 10)
}

/// Words with a digit in them, that long or longer, count as equal.
fn hash(line: &[u8], id: usize) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325;
    let mut rest = line;
    while let Some(&first) = rest.first() {
        let (mut length, mut kinds) = (0, 0);
        while let Some(&byte) = rest.get(length) {
            let kind = KIND[usize::from(byte)];
            if kind == 0 {
                break;
            }
            kinds |= kind;
            length += 1;
        }
        let failure = length == 3
            && matches!(first, b'4' | b'5')
            && is_failure_status(line, line.len() - rest.len());
        let (word, after) = rest.split_at(length.max(1));
        rest = after;
        if length >= id && kinds & DIGIT != 0 && !failure {
            mix(&mut sum, u64::from(b'#'));
        } else if length == 0 {
            mix(&mut sum, u64::from(first));
        } else {
            for eight in word.chunks(8) {
                let bytes = eight
                    .iter()
                    .fold(0, |sum, byte| sum << 8 | u64::from(*byte));
                mix(&mut sum, bytes);
            }
        }
    }
    sum ^ (sum >> 29)
}

fn mix(sum: &mut u64, word: u64) {
    *sum = (*sum ^ word)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29);
}

const OTHER: u8 = 1;
const DIGIT: u8 = 2;

/// What each byte is in a word; 0 for one that is in none.
static KIND: [u8; 256] = {
    let mut kind = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_digit() {
            kind[byte] = DIGIT;
        } else if (byte as u8).is_ascii_alphabetic() || byte as u8 == b'_' {
            kind[byte] = OTHER;
        }
        byte += 1;
    }
    kind
};

fn in_word(byte: u8) -> bool {
    KIND[usize::from(byte)] != 0
}

/// Length of `ledger-1  | ` in front: the container that says it (docker compose), or
/// `[pod/crane/main] ` (kubectl --prefix).
pub(crate) fn source(line: &[u8]) -> usize {
    if line.starts_with(b"[pod/") {
        let end = line.iter().position(|&byte| byte == b']');
        return end.map_or(0, |end| (end + 2).min(line.len()));
    }
    let name = line
        .iter()
        .take(64)
        .take_while(|&&byte| in_word(byte) || matches!(byte, b'-' | b'.'))
        .count();
    let blanks = line[name..]
        .iter()
        .take_while(|&&byte| byte == b' ')
        .count();
    match line[name + blanks..] {
        [b'|', b' ', ..] if name > 0 => name + blanks + 2,
        _ => 0,
    }
}

/// Length of the time in front, with the blank after it: `2026-03-02T09:00:00Z `,
/// `[09:00:00] `, `Mar  2 09:00:00 `.
fn time(line: &[u8]) -> usize {
    let mut end = 0;
    for _ in 0..4 {
        let rest = &line[end..];
        let length = rest.iter().take_while(|&&byte| byte != b' ').count();
        let word = &rest[..length];
        let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
        let others = word
            .iter()
            .all(|byte| byte.is_ascii_digit() || b"-:.,/+TZ[]()".contains(byte));
        let month = length == 3 && digits == 0 && word[0].is_ascii_uppercase() && end < 8;
        let is_time = others && digits > 0 || month && starts_with_day(&rest[length..]);
        if !is_time {
            break;
        }
        let blanks = rest[length..]
            .iter()
            .take_while(|&&byte| byte == b' ')
            .count();
        end += length + blanks;
    }
    end
}

fn starts_with_day(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    rest.first().is_some_and(u8::is_ascii_digit)
        || rest.get(3) == Some(&b' ') && rest[0].is_ascii_uppercase()
}

/// Where the date with what ends it stands (`2026-03-02T`), in front or behind the
/// source.
pub(crate) fn date(line: &[u8]) -> Option<std::ops::Range<usize>> {
    let from = source(line);
    let from = from + usize::from(line.get(from) == Some(&b'['));
    let date = line.get(from..from + 11)?;
    let shaped = date.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => matches!(byte, b'-' | b'/'),
        10 => matches!(byte, b'T' | b' '),
        _ => byte.is_ascii_digit(),
    });
    let hour = line.get(from + 11).is_some_and(u8::is_ascii_digit);
    (shaped && hour).then_some(from..from + 11)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_by_letter() {
        assert!(WORDS.windows(2).all(|pair| pair[0][0] <= pair[1][0]));
    }

    #[test]
    fn what_matters() {
        #[track_caller]
        fn check(line: &str, expected: bool) {
            assert_eq!(matters(line.as_bytes()), expected, "{line}");
        }
        check("09:00 ERROR gate 66 is shut", true);
        check("KeyError: zone-12", true);
        check("npm warn deprecated inflight@1.0.6", true);
        check("level=warning msg=slow", true);
        check("E0302 09:00:01.000000 1 main.go:7] x", true);
        check("\"GET / HTTP/1.1\" 503 12", true);
        check("\"GET / HTTP/1.1\" 200 512", false);
        check("INFO heartbeat seq=5", false);
        check("GET /berths status=500 ms=9", true);
        check("{\"status\":500,\"ms\":9}", true);
        check("{\"statusCode\": \"503\"}", true);
        check("done, http_status: 404", true);
        check("code=500", true);
        check("GET /berths 502 3.1 ms - 12", true);
        check("[GIN] 09:00:01 | 500 | 1.2ms | GET \"/berths\"", true);
        check("HTTP/1.1 503", true);
        check("GET /berths status=200 ms=500", false);
        check("status=5000 code=50x status=500ms", false);
        check("wrote /srv/berths 512 bytes", false);
        check("GET /berths 200 500.1 ms", false);
        check("terror and mirror", false);
    }

    #[test]
    fn likeness() {
        assert_eq!(
            shape(b"lift 1 done in 7 ms"),
            shape(b"lift 12 done in 70 ms")
        );
        assert_ne!(shape(b"lift 1 done"), shape(b"berth 1 done"));
        assert_eq!(shape(b"status=200 ms=7"), shape(b"status=301 ms=503"));
        assert_ne!(shape(b"status=200 ms=7"), shape(b"status=500 ms=7"));
        assert_eq!(text(b"09:00:01 gate 6"), text(b"09:10:07 gate 6"));
        assert_ne!(text(b"09:00:01 gate 6"), text(b"09:00:01 gate 7"));
        assert_eq!(
            text(b"Mar  2 09:00:01 gate 6"),
            text(b"Apr 12 09:00:09 gate 6")
        );
        assert_eq!(
            text(b"a-1  | 09:00:01 gate 6"),
            text(b"a-1  | 09:00:02 gate 6")
        );
        assert_ne!(
            text(b"a-1  | 09:00:01 gate 6"),
            text(b"b-1  | 09:00:01 gate 6")
        );
    }

    #[test]
    fn dates() {
        assert_eq!(date(b"2026-03-02T09:00:00Z x"), Some(0..11));
        assert_eq!(date(b"a-1  | 2026/03/02 09:00:00 x"), Some(7..18));
        assert_eq!(date(b"2026-03-02 tide"), None);
    }
}
