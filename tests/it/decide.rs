//! Decisions over the case tables, the exit codes, and what broke for users before.

use rtk::config::Config;
use rtk::decide::decide;
use rtk::permission::RuleSet;

use crate::cases::{Case, number, rules_of_lists, rules_of_scopes, strings, table};

/// Rows of `rewrite.jsonl` that are held to be wrong, and why.
const WRONG_REWRITE_ROWS: [(&str, &str); 6] = [
    (
        "220",
        "`dev` never ends: raw by rule, in the background too",
    ),
    (
        "1287",
        "a subshell is not of the small grammar that may be allowed: 3",
    ),
    (
        "1385",
        "the agent was seen to apply the rule to /usr/bin/git too: denied",
    ),
    (
        "1386",
        "behind `rtk sudo` the agent would not see the denied command: denied",
    ),
    (
        "1389",
        "no managed file is in the row, so the user's rule allows it",
    ),
    (
        "1398",
        "the agent never allows `find -exec` by a rule for `find`: 3",
    ),
];

/// Text and exit status, as `rtk rewrite` gives them.
fn answer(command: &str, rules: &RuleSet, config: Result<Config, String>) -> (String, u8) {
    let Ok(config) = config else {
        return (String::new(), 1);
    };
    let decision = decide(command, rules, &config);
    let text = decision.rewritten(command).unwrap_or_default();
    (text, decision.exit_status())
}

#[test]
fn rewrite_cases() {
    let mut wrong = Vec::new();
    let lines = table("rewrite.jsonl");
    for line in &lines {
        let case = Case::read(line);
        let command = case.command();
        let rules = rules_of_scopes(case.get("settings"));
        let (text, status) = answer(&command, &rules, case.config());
        let pair = |status: u8, text: &str| format!("{status} {text:?}");
        let got = pair(status, &text);
        let expected_status = u8::try_from(number(case.get("rc").unwrap())).unwrap();
        let mut fine = vec![pair(expected_status, &case.text("out").unwrap())];
        for other in case.get("also").into_iter().flat_map(|list| list.items()) {
            let items: Vec<_> = other.items().collect();
            let status = u8::try_from(number(items[0])).unwrap();
            fine.push(pair(status, &items[1].as_str().unwrap()));
        }
        let inserted =
            case.get("insertion").is_some() && status == 3 && text.replace("rtk ", "") == command;
        let right = inserted || fine.contains(&got);
        let held_wrong = WRONG_REWRITE_ROWS.iter().any(|(id, _)| *id == case.id());
        if right == held_wrong {
            wrong.push(format!(
                "{} {command:?}: {got}, wanted {}",
                case.id(),
                fine[0]
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        lines.len(),
        wrong.join("\n")
    );
}

/// Rows whose world is more than a list of rules go through the program itself
/// (`security_run.py`).
#[test]
fn security_cases() {
    let mut wrong = Vec::new();
    for line in &table("security.jsonl") {
        let case = Case::read(line);
        if ["files", "env", "cwd", "as_user"]
            .iter()
            .any(|key| case.get(key).is_some())
        {
            continue;
        }
        let command = case.command();
        let rules = rules_of_lists(case.get("settings"));
        let (text, status) = answer(&command, &rules, case.config());
        let must = Case(case.get("must").unwrap());
        let among = |key| {
            must.get(key)
                .map(|list| list.items().any(|item| number(item) == usize::from(status)))
        };
        let kept = strings(must.get("rc3_if_out_contains"));
        let shown =
            !kept.is_empty() && status == 3 && kept.iter().all(|part| text.contains(&**part));
        let mut bad = among("rc_in") == Some(false) && !shown;
        bad |= among("never_rc") == Some(true);
        if status == 0 || status == 3 {
            bad |= strings(must.get("out_not_contain"))
                .iter()
                .any(|part| text.contains(&**part));
            let any = strings(must.get("out_any"));
            bad |= !any.is_empty() && !any.contains(&text.as_str().into());
        }
        if bad {
            wrong.push(format!("{} {command:?}: {status} {text:?}", case.id()));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
