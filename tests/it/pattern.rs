//! The pattern subset: what it matches, what it names as unsupported, python3's re.

use proptest::prelude::*;
use rtk::text::pattern::Pattern;

use crate::oracle::{self, Random};

#[track_caller]
fn check(pattern: &str, yes: &[&str], no: &[&str]) {
    let pattern = Pattern::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    for text in yes {
        assert!(pattern.is_match(text), "must match {text:?}");
    }
    for text in no {
        assert!(!pattern.is_match(text), "must not match {text:?}");
    }
}

#[track_caller]
fn refuse(pattern: &str, offset: usize, reason: &str) {
    let error = Pattern::new(pattern).expect_err("an error");
    assert_eq!((error.offset, error.reason), (offset, reason));
}

#[test]
fn matches() {
    check(
        "^docker (build|run)",
        &["docker build .", "docker run"],
        &["docker ps", "a docker run"],
    );
    check("^curl\\b", &["curl", "curl -s x"], &["curly", "xcurl"]);
    check("", &["", "a"], &[]);
    check("^$", &[""], &["a", "\n"]);
    check("^a.c$", &["abc", "a.c", "aéc"], &["a\nc", "ac"]);
    check(
        "^(?:npm|pnpm) (run )?test(:\\w+)?$",
        &["npm test", "pnpm run test:unit"],
        &["npm run", "npm test:"],
    );
    check("^[a-c_]+[^a-c]$", &["ab_x", "c\n"], &["abc", "x"]);
    check("^[]a-]+$", &["]-a"], &["b"]);
    check("^[^]]$", &["a"], &["]"]);
    check("^[\\d.-]+$", &["1.2-3"], &["a"]);
    check("^[\\w\\s]{2,3}$", &["a ", "a_1"], &["a", "abcd", "a-"]);
    check(
        "^a{2}b{0}c{1,}d{0,1}$",
        &["aac", "aaccd"],
        &["ac", "aabc", "aad", "aacdd"],
    );
    check("^(a*)*b$", &["b", "aab"], &["a", "aac"]);
    check("^(a|b|)c", &["c", "ac"], &["dc"]);
    check("x*?y+?z??", &["y", "xyz"], &["x"]);
    check("a|^b|c$", &["xa", "bx", "xc"], &["xb", "cx"]);
    check("\\Aa\\.b\\z", &["a.b"], &["axb", "a.b\n"]);
    check("\\bgit\\B.", &["gits"], &["git s", "digits"]);
    check("^\\D\\W\\S$", &["a-b"], &["1-b", "aab", "a- "]);
    check("^é+[à-ü]$", &["éé", "éà"], &["e"]);
    check("}]", &["}]"], &[]);
}

#[test]
fn names_what_it_cannot_read() {
    refuse("(a", 2, "a `(` without its `)`");
    refuse("a)", 1, "a `)` without its `(`");
    refuse("[a", 2, "a `[` without its `]`");
    refuse("[]", 2, "a `[` without its `]`");
    refuse(
        "*a",
        0,
        "a repetition of nothing, or a `{` that needs a backslash",
    );
    refuse(
        "a|{x}",
        2,
        "a repetition of nothing, or a `{` that needs a backslash",
    );
    refuse("a**", 2, "a repetition of a repetition");
    refuse("a*+", 2, "a repetition of a repetition");
    refuse("^*", 1, "a repetition of `^`, `$` or a word's border");
    for braces in ["a{", "a{}", "a{,2}", "a{x}", "a{2,1}", "a{1000}", "a{+1}"] {
        refuse(
            braces,
            1,
            "a `{` that is neither `{m}`, `{m,}` nor `{m,n}` up to 999",
        );
    }
    for group in ["(?i)a", "(?P<n>a)", "(?=a)", "(?!a)", "(?<=a)", "(?>a)"] {
        refuse(
            group,
            1,
            "`(?` for flags, names or look-around is not supported",
        );
    }
    refuse("(a)\\1", 5, "back-references and octal are not supported");
    refuse("\\pL", 2, "an escape that is not supported");
    refuse("a\\", 2, "a backslash at the end");
    refuse(
        "[b-a]",
        4,
        "a range whose end is not a character behind its start",
    );
    refuse(
        "[a-\\d]",
        5,
        "a range whose end is not a character behind its start",
    );
    refuse("[\\d-z]", 3, "a range that starts with a class");
    refuse("[[:alpha:]]", 2, "a `[` in a class needs a backslash");
    refuse("[a&&b]", 2, "set operations in a class are not supported");
    refuse("[\\W]", 3, "a negated class in a class");
    refuse("[\\b]", 3, "an escape that means nothing in a class");
    refuse(&"(".repeat(60), 51, "groups are nested too deep");
    refuse("(((a{99}){99}){99})", 13, "the pattern is too large");
    refuse(&"abcdefghij".repeat(200), 1001, "the pattern is too large");
}

/// Nested repetitions, the classic trap of backtracking, on a long text.
#[test]
fn time_is_linear() {
    let text = "a".repeat(30_000);
    check("^(a+)+$", &[&text], &[&format!("{text}b")]);
    check("(a?){30}a{30}b", &[], &[&text]);
    check("(.*)(.*)(.*)(.*)(.*)[^a]$", &[], &[&text]);
}

fn random_pattern(random: &mut Random, depth: usize, out: &mut String) {
    const PIECES: [&str; 24] = [
        "a",
        "b",
        "c",
        "1",
        " ",
        "é",
        "\\.",
        ".",
        "\\d",
        "\\w",
        "\\s",
        "\\S",
        "\\W",
        "[ab]",
        "[^a]",
        "[a-c1]",
        "[^\\s\\d]",
        "[]a]",
        "[a-]",
        "^",
        "$",
        "\\b",
        "\\B",
        "\\-",
    ];
    const REPEATS: [&str; 12] = [
        "", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,3}", "*?", "{1,}?",
    ];
    for n in 0..random.below(4) {
        if n > 0 && random.below(3) == 0 {
            out.push('|');
        }
        if depth > 0 && random.below(3) == 0 {
            out.push_str(random.pick(&["(", "(?:"]));
            random_pattern(random, depth - 1, out);
            out.push(')');
            out.push_str(random.pick(&REPEATS));
        } else {
            let piece = random.pick(&PIECES);
            out.push_str(piece);
            if !matches!(piece, "^" | "$" | "\\b" | "\\B") {
                out.push_str(random.pick(&REPEATS));
            }
        }
    }
}

/// python3 backtracks: what takes it more than a tenth of a second is let go.
const PYTHON: &str = r"
import signal
class Long(Exception): pass
def long(*_): raise Long
signal.signal(signal.SIGALRM, long)
signal.setitimer(signal.ITIMER_REAL, 0.1)
p, *texts = b.decode('utf-8').split('\0')
try:
    r = re.compile(p, re.ASCII)
    return ''.join('01'[bool(r.search(t))] for t in texts)
except Long:
    return 'long'
finally:
    signal.setitimer(signal.ITIMER_REAL, 0)
";

#[test]
fn agrees_with_python() {
    if !oracle::have("python3", &["--version"]) {
        return;
    }
    let mut random = Random::new(3);
    let mut inputs = Vec::new();
    let mut ours = Vec::new();
    let mut matched = 0;
    for _ in 0..if oracle::slow() { 100_000 } else { 3_000 } {
        let mut text = String::new();
        random_pattern(&mut random, 3, &mut text);
        let mut bytes = text.clone().into_bytes();
        random.damage(&mut bytes, b"ab()[]|*+?{}1,2^$\\.-dwsbA");
        let damaged = String::from_utf8_lossy(&bytes).into_owned();
        let pattern = match Pattern::new(&damaged) {
            Ok(pattern) => pattern,
            // What is refused is our own affair, but never of these.
            Err(error) if damaged == text => panic!("{text}: {error}"),
            Err(_) => continue,
        };
        // Until 3.14 python3's `\\B` does not match the empty text.
        let least = usize::from(damaged.contains("\\B"));
        let mut input = damaged;
        let mut answer = String::new();
        for _ in 0..8 {
            let subject: String = (0..least + random.below(8))
                .map(|_| random.pick(&['a', 'b', 'c', '1', ' ', 'é', '-', ']']))
                .collect();
            answer.push(if pattern.is_match(&subject) { '1' } else { '0' });
            input.push('\0');
            input.push_str(&subject);
        }
        matched += answer.matches('1').count();
        inputs.push(input.into_bytes());
        ours.push(answer);
    }
    assert!(
        matched > ours.len() && matched < 7 * ours.len(),
        "{matched} matches of {}",
        ours.len()
    );
    let mut long = 0;
    for ((input, ours), theirs) in inputs
        .iter()
        .zip(&ours)
        .zip(oracle::python(PYTHON, &inputs))
    {
        if theirs == "long" {
            long += 1;
            continue;
        }
        assert_eq!(*ours, theirs, "{:?}", String::from_utf8_lossy(input));
    }
    assert!(long * 100 < inputs.len(), "{long} took python3 too long");
}

proptest! {
    #![proptest_config(oracle::cases(300))]

    #[test]
    fn any_text_is_read_or_refused(pattern in "[a-c()\\[\\]|*+?{},\\\\0-9^$.dwb-]{0,24}", text in "[a-c0-9 ]{0,30}") {
        if let Ok(pattern) = Pattern::new(&pattern) {
            pattern.is_match(&text);
        }
    }

    #[test]
    fn an_escaped_text_matches_itself_alone(text in "[ -~é]{0,40}", other in "[ -~é]{0,40}") {
        let escaped: String = text
            .chars()
            .flat_map(|c| c.is_ascii_punctuation().then_some('\\').into_iter().chain([c]))
            .collect();
        let pattern = Pattern::new(&format!("^{escaped}$")).unwrap();
        prop_assert!(pattern.is_match(&text));
        prop_assert_eq!(pattern.is_match(&other), text == other);
        let either = Pattern::new(&format!("^(?:x{escaped}|{escaped})+$")).unwrap();
        let twice = format!("{text}x{text}");
        prop_assert!(either.is_match(&twice));
    }
}
