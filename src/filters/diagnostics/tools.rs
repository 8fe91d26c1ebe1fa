//! The grammars of type checkers and linters: what each line of theirs is.
//!
//! The fields of the patterns are those of [`super::errorformat`]. Rows are tried
//! in order. Sources: each tool's documentation of its default output, and
//! recorded output.

use super::grammar::Kind::{Add, Below, Fail, File, Frame, Good, More, Noise, Note, Start, Text};
use super::grammar::Row;

/// `tsc`, plain and pretty; `vue-tsc`, `tsgo`; `svelte-check`.
pub(super) const TSC: &[Row] = &[
    (Start, "%f(%p): %s %k: %m"),
    (Start, "%f:%p - %s %k: %m"),
    (Start, "%s %K: %m"),
    (Note, "  %f:%p - %m"),
    (Note, "  %f(%p): %m"),
    (Below, "  %m"),
    (Text, "Found %n error%*"),
    (Noise, "Errors  Files"),
    (Noise, "%_%n  %f:%n"),
    (Frame, "%_%*"),
];

/// `mypy`, also with columns and `--pretty`; `ty`, `pyrefly` in their concise forms.
pub(super) const MYPY: &[Row] = &[
    (Start, "%f:%p: %s: %m  [%k]"),
    (Start, "%f:%p: %s: %m"),
    (Start, "%f:%p: %s[%k] %m"),
    (Start, "%f: %s: %m  [%k]"),
    (Start, "%f: %s: %m"),
    (Noise, "%f: note: In %*"),
    (Text, "Found %n error%*"),
    (Good, "Success: %*"),
];

/// `pyright`, `basedpyright`.
pub(super) const PYRIGHT: &[Row] = &[
    (Start, "  %f:%p - %s: %m (%k)"),
    (Start, "  %f:%p - %s: %m"),
    (Start, "%f:%p - %s: %m (%k)"),
    (Start, "%f:%p - %s: %m"),
    (More, "%_%m (%k)"),
    (Below, "    %m"),
    (Noise, "0 errors, 0 warnings, 0 notes%*"),
    (Text, "%n error%*, %n warning%*"),
    (File, "%f"),
];

/// `eslint` (stylish, unix, compact), `stylelint`, `yamllint`, `xo`.
pub(super) const HEADED: &[Row] = &[
    (Start, "%_%p%|%s%|%m%|(%k)"),
    (Start, "%_%p%|%s%|%m%|%k"),
    (Start, "%_%p%|%s%|%m"),
    (Start, "%f:%p: %m [%s/%k]"),
    (Start, "%f:%p: %m [%s]"),
    (Start, "%f:%p: [%s] %m (%k)"),
    (Start, "%f: line %p, col %n, %s - %m (%k)"),
    (Text, "%s %n problem%*"),
    (Text, "%n problem%*"),
    (Text, "%_%n error%* potentially fixable %*"),
    (File, "%f"),
];

/// `ruff check`: full, concise, grouped.
pub(super) const RUFF: &[Row] = &[
    (Start, "%f:%p: %K %m"),
    (Start, "%f:%p: %k: %m"),
    (Start, "%_%p %K %m"),
    (Start, "%K %m"),
    (Start, "invalid-syntax: %m"),
    (Add, "%_--> %f:%p"),
    (Noise, "help: %*"),
    (Noise, "note: This is an unsafe fix %*"),
    (Text, "Found %n error%*"),
    (Text, "[*] %n fixable %*"),
    (Text, "No fixes available %*"),
    (Good, "All checks passed!"),
    (Frame, "%_%*"),
    (File, "%f:"),
];

/// `ruff format --check`, `black`, `isort`.
pub(super) const FORMAT: &[Row] = &[
    (Start, "unformatted: File would be reformatted"),
    (Add, "%_--> %f:%p"),
    (Start, "would reformat %f"),
    (Start, "Would reformat: %f"),
    (Start, "reformatted %f"),
    (
        Start,
        "ERROR: %f Imports are incorrectly sorted and/or formatted.",
    ),
    (Fail, "error: %*"),
    (Text, "%n file%*"),
    (Good, "All done!%*"),
    (Noise, "Oh no!%*"),
];

/// `flake8`, `pycodestyle`, `pyflakes`.
pub(super) const FLAKE8: &[Row] = &[(Start, "%f:%p: %K %m"), (Start, "%f:%p: %m"), (Text, "%n")];

/// `pylint`.
pub(super) const PYLINT: &[Row] = &[
    (Start, "%f:%p: %K: %m (%k)"),
    (Start, "%f:%p: %K: %m"),
    (Noise, "************* Module %*"),
    (Noise, "%^"),
    (Text, "Your code has been rated at %*"),
];

/// `golangci-lint`, `staticcheck`, `revive`, `go vet`, `actionlint`.
pub(super) const GO: &[Row] = &[
    (Start, "%f:%p: %m (%k)"),
    (Start, "%f:%p: %m [%k]"),
    (Start, "vet: %f:%p: %m"),
    (Start, "%f:%p: %m"),
    (Noise, "# %*"),
    (Text, "%n issues%*"),
    (Text, "* %k: %n"),
];

/// `shellcheck`: tty and gcc.
pub(super) const SHELLCHECK: &[Row] = &[
    (File, "In %f line %p:"),
    (Start, "%^%K (%s): %m"),
    (Start, "%f:%p: %s: %m [%k]"),
    (Noise, "Did you mean:%*"),
    (Noise, "For more information:"),
    (Noise, "  https://www.shellcheck.net/wiki/%*"),
];

/// `prettier --check`, `--write`.
pub(super) const PRETTIER: &[Row] = &[
    (Noise, "Checking formatting..."),
    (Text, "[%s] Code style issues %*"),
    (Text, "[%s] %n files%*"),
    (Fail, "[error] %*"),
    (Start, "[warn] %f"),
    (Good, "All matched files use Prettier code style!"),
];

/// `biome check`, `lint`, `format`, `ci`.
pub(super) const BIOME: &[Row] = &[
    (Start, "%f:%p %k %* %^"),
    (Start, "%f:%p %k %^"),
    (Start, "%f %k %^"),
    (Add, "  %s %m"),
    (Note, "  i %m"),
    (Frame, "%_%*"),
    (Text, "Found %n %*"),
    (Text, "Checked %n file%*"),
    (Text, "Skipped %n %*"),
];
