//! `config.toml`: what is read, what is named, what is an error.

use rtk::config::Config;

/// `Ok` with the warnings, or the error.
#[track_caller]
fn check(text: &str, expected: Result<&[&str], &str>) {
    let got = Config::parse(text.as_bytes()).map(|config| config.warnings);
    let got = got
        .as_ref()
        .map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
    match (got, expected) {
        (Ok(lines), Ok(expected)) => assert_eq!(lines, expected, "{text}"),
        (Err(reason), Err(expected)) => assert!(reason.starts_with(expected), "{text}: {reason}"),
        (got, expected) => panic!("{text}: {got:?}, wanted {expected:?}"),
    }
}

#[test]
fn every_setting_is_read() {
    let config = Config::parse(
        b"[hooks]\nexclude_commands = ['curl', 'git  push', '^docker (build|run)']\n\
          include_commands = ['git']\n[permissions]\napprove_read_only = true\n\
          [filters]\nlossless = true\n",
    )
    .unwrap();
    assert!(config.approve_read_only && config.lossless && !config.disabled);
    for (command, entry) in [
        ("curl", Some("curl")),
        ("curl -s x", Some("curl")),
        ("curlx", None),
        ("git push origin", Some("git push")),
        ("git pushx", None),
        ("git status", None),
        ("docker run x", Some("^docker (build|run)")),
        ("docker ps", None),
        ("sudo docker run x", None),
    ] {
        assert_eq!(
            config.exclude_commands.entry_for(command),
            entry,
            "{command}"
        );
    }
    assert_eq!(config.include_commands.entry_for("git log"), Some("git"));
}

#[test]
fn unknown_names_are_named() {
    check("", Ok(&[]));
    check("\u{feff}[hooks]\r\nexclude_commands = []\r\n", Ok(&[]));
    check(
        "x = 1\n[hooks]\nnew = 2\n",
        Ok(&["1: unknown setting x", "3: unknown setting [hooks] new"]),
    );
    check("\n[future]\n", Ok(&["2: unknown setting [future]"]));
    check("[future]\na = 1\n", Ok(&["2: unknown setting [future] a"]));
}

#[test]
fn what_cannot_be_read_is_an_error_with_its_line() {
    check("[hooks]\nexclude_commands = ['git'\n", Err("3: "));
    check(
        "[hooks]\nexclude_commands = ['git', 5]\n",
        Err("2: [hooks] exclude_commands: wants a list"),
    );
    check(
        "[hooks]\nexclude_commands = 'git'\n",
        Err("2: [hooks] exclude_commands: wants a list"),
    );
    check(
        "[hooks]\n\nexclude_commands = ['^git (']\n",
        Err("3: [hooks] exclude_commands: pattern"),
    );
    check(
        "[hooks]\nexclude_commands = ['^(a{1000}){1000}$']\n",
        Err("2: [hooks] exclude_commands: pattern"),
    );
    check(
        "[permissions]\napprove_read_only = 'yes'\n",
        Err("2: [permissions] approve_read_only: wants true"),
    );
    check("[[[\n\0=\n", Err("1: "));
    check("a = \"\\ud800\"\n", Err("1: "));
}

/// A file of nothing but unknown names takes no square of time.
#[test]
fn many_unknown_names() {
    let text: String = (0..200_000).map(|n| format!("k{n} = 1\n")).collect();
    let config = Config::parse(text.as_bytes()).unwrap();
    assert!((1..1000).contains(&config.warnings.len()));
}
