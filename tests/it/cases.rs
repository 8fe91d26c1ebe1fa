//! Reads the case tables in `tests/data/cases`, and the worlds their commands run in.

use std::borrow::Cow;

use rtk::config::Config;
use rtk::permission::{RuleSet, Trust};
use rtk::text::json::{self, Kind, Value};

/// The lines of a table.
pub(crate) fn table(name: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/tests/data/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).unwrap();
    text.split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(<[u8]>::to_vec)
        .collect()
}

/// One case.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a>(pub(crate) Value<'a>);

impl<'a> Case<'a> {
    pub(crate) fn read(line: &'a [u8]) -> Case<'a> {
        Case(json::parse(line).unwrap())
    }

    pub(crate) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.0.get(key).filter(|value| value.kind() != Kind::Null)
    }

    pub(crate) fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        self.get(key).and_then(|value| value.as_str())
    }

    /// The id, a number or a string, as text.
    pub(crate) fn id(&self) -> String {
        let id = self.get("id").unwrap();
        let text = id.as_str().map(Cow::into_owned);
        text.unwrap_or_else(|| String::from_utf8(id.raw().to_vec()).unwrap())
    }

    /// `cmd`, or what `cmd_gen` makes.
    pub(crate) fn command(&self) -> String {
        if let Some(command) = self.text("cmd") {
            return command.into_owned();
        }
        let made = Case(self.get("cmd_gen").unwrap());
        let count = number(made.get("n").unwrap());
        let part = |key| made.text(key).unwrap_or_default();
        format!(
            "{}{}{}",
            part("prefix"),
            part("repeat").repeat(count),
            part("suffix")
        )
    }

    /// `config`, with `RTK_DISABLED` of `env`.
    pub(crate) fn config(&self) -> Result<Config, String> {
        let mut config = Config::parse(self.text("config").unwrap_or_default().as_bytes())?;
        let env = self.get("env").map(Case);
        config.disabled = env
            .and_then(|env| env.text("RTK_DISABLED"))
            .is_some_and(|v| v == "1");
        Ok(config)
    }
}

/// A number of a table.
pub(crate) fn number(value: Value<'_>) -> usize {
    str::from_utf8(value.raw()).unwrap().parse().unwrap()
}

/// The strings of a list.
pub(crate) fn strings<'a>(list: Option<Value<'a>>) -> Vec<Cow<'a, str>> {
    list.map(|list| list.items().map(|item| item.as_str().unwrap()).collect())
        .unwrap_or_default()
}

/// The settings of a rewrite case: `user`, `proj` and kin, each a document or its text.
pub(crate) fn rules_of_scopes(settings: Option<Value<'_>>) -> RuleSet {
    let mut rules = RuleSet::default();
    let Some(settings) = settings else {
        return rules;
    };
    for (scope, trust) in [
        ("user", Trust::Full),
        ("user_local", Trust::Restricting),
        ("proj", Trust::Full),
        ("proj_local", Trust::Full),
    ] {
        if let Some(document) = settings.get(scope) {
            match document.as_str() {
                Some(text) => rules.add_claude(text.as_bytes(), scope, trust),
                None => rules.add_claude(document.raw(), scope, trust),
            }
        }
    }
    rules
}

/// The settings of a security case: the lists themselves.
pub(crate) fn rules_of_lists(lists: Option<Value<'_>>) -> RuleSet {
    let mut rules = RuleSet::default();
    if let Some(lists) = lists {
        let mut document = b"{\"permissions\":".to_vec();
        document.extend_from_slice(lists.raw());
        document.push(b'}');
        rules.add_claude(&document, "settings.json", Trust::Full);
    }
    rules
}
