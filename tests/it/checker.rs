//! An independent judge of what may run unasked: simpler than the one in `src`,
//! and so strict that it can be read in one go. What is allowed there must be
//! allowed here.

/// Whether every command of the line is covered by an allow rule of `rules`
/// (`allow Bash(x) ; deny Bash(y)`), and no deny or ask rule speaks.
pub(crate) fn allowed(line: &str, rules: &str) -> bool {
    let rules: Vec<(&str, &str)> = rules
        .split(" ; ")
        .filter_map(|rule| rule.split_once(' '))
        .collect();
    let Some(commands) = split(line) else {
        return false;
    };
    commands.iter().all(|words| {
        let text = words.join(" ");
        let inner = without_wrapper(words);
        let allow = rules.iter().any(|(effect, rule)| {
            *effect == "allow" && (covers(rule, &text) || covers(rule, &inner))
        });
        let other = rules
            .iter()
            .any(|(effect, rule)| *effect != "allow" && covers(rule, &text));
        allow && !other
    })
}

/// `time git status` -> `git status`; also past `NODE_ENV=x` and kin.
fn without_wrapper(words: &[String]) -> String {
    let harmless = ["NODE_ENV=", "NO_COLOR=", "LC_ALL="];
    let wrapper = [
        "time", "nice", "nohup", "timeout", "stdbuf", "rtk", "command",
    ];
    let is_value = |word: &str| word.starts_with('-') || word.bytes().all(|b| b.is_ascii_digit());
    let mut rest = words;
    loop {
        let Some((first, after)) = rest.split_first() else {
            return String::new();
        };
        if harmless.iter().any(|start| first.starts_with(start)) {
            rest = after;
        } else if wrapper.contains(&first.as_str()) {
            rest = after;
            while rest.first().is_some_and(|word| is_value(word)) {
                rest = &rest[1..];
            }
        } else {
            return rest.join(" ");
        }
    }
}

fn covers(rule: &str, text: &str) -> bool {
    let Some(rule) = rule.strip_prefix("Bash") else {
        return false;
    };
    if rule.is_empty() {
        return true;
    }
    let rule = rule.trim_start_matches('(').trim_end_matches(')');
    match rule.strip_suffix(":*").or(rule.strip_suffix(" *")) {
        Some(words) => text == words || text.starts_with(&format!("{words} ")),
        None => text == rule,
    }
}

/// The commands of a line, each as its words without quotes; nothing where the
/// line holds anything but plain commands.
fn split(line: &str) -> Option<Vec<Vec<String>>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut comment = false;
    let mut quote = ' ';
    let mut all = line.chars().peekable();
    while let Some(character) = all.next() {
        if comment {
            if "'\"`".contains(character) {
                return None;
            }
            comment = character != '\n';
            if comment {
                continue;
            }
        }
        let current = commands.last_mut()?;
        match (quote, character) {
            ('\'', '\'') | ('"', '"') => quote = ' ',
            ('\'', _) => word.as_mut()?.push(character),
            ('"', '$' | '`') | (' ', '$' | '`' | '(' | ')' | '{' | '}' | '<') => return None,
            ('"' | ' ', '\\') => {
                let next = all.next()?;
                if next == '\n' {
                    return None;
                }
                let kept = quote == '"' && !"\"\\$`".contains(next);
                word.get_or_insert_default().extend(kept.then_some('\\'));
                word.get_or_insert_default().push(next);
            }
            ('"', _) => word.as_mut()?.push(character),
            (_, '\'' | '"') => {
                quote = character;
                word.get_or_insert_default();
            }
            (_, '#') if word.is_none() => comment = true,
            (_, '=' | '~') if word.is_none() => return None,
            (_, ' ' | '\t') => current.extend(word.take()),
            (_, '>') => {
                // `>&2`, `2>&1`, `>/dev/null`, `2>/dev/null`; the digit is no word.
                if word
                    .as_ref()
                    .is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()))
                {
                    word = None;
                }
                current.extend(word.take());
                let duplicate = all.next_if_eq(&'&').is_some();
                if !duplicate {
                    while all.next_if_eq(&' ').is_some() {}
                }
                let mut target = String::new();
                while let Some(next) = all.next_if(|c| !" \t\n;&|".contains(*c)) {
                    target.push(next);
                }
                let digits = !target.is_empty() && target.bytes().all(|b| b.is_ascii_digit());
                if !(duplicate && digits || !duplicate && target == "/dev/null") {
                    return None;
                }
            }
            (_, ';' | '|' | '&' | '\n') => {
                current.extend(word.take());
                if character == '&' && all.peek() == Some(&'>') {
                    return None;
                }
                all.next_if_eq(&character);
                if character == '|' && all.peek() == Some(&'&') {
                    return None;
                }
                commands.push(Vec::new());
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote != ' ' {
        return None;
    }
    commands.last_mut()?.extend(word);
    commands.retain(|words| !words.is_empty());
    let state = [
        "eval", "export", "alias", "exec", "set", ".", "source", "cd", "if", "for", "case",
        "until", "!",
    ];
    let first = |words: &Vec<String>| words[0].clone();
    (!commands
        .iter()
        .map(first)
        .any(|word| state.contains(&word.as_str()) && word != "cd"))
    .then_some(commands)
}
