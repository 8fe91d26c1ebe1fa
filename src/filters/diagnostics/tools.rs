//! The grammars of type checkers and linters: what each line of theirs is.
//!
//! The fields of the patterns are those of [`super::errorformat`]; the first row
//! that fits a line counts. Tools with like lines share a table. Sources: each
//! tool's documentation of its default output, and recorded output.

use super::grammar::Kind::{
    Add, Below, Fail, File, Frame, Good, More, Noise, Note, Omit, Once, Quote, Start, Text,
};
use super::grammar::Row;

/// `tsc`, plain and pretty; `vue-tsc`, `tsgo`; `svelte-check`.
pub(super) const TSC: &[Row] = &[
    (Start, "%f(%p): %s %k: %m"),
    (Start, "%f:%p - %s %k: %m"),
    (Start, "%s %K: %m"),
    (Note, "  %f:%p - %m"),
    (Note, "  %f:%p"),
    (Below, "%_%m"),
    (Frame, "%_%n %*"),
    (Frame, "%^"),
    (Note, "    %m"),
    (Start, "%f:%p"),
    (Add, "%s: %m (%k)"),
    (Add, "%s: %m"),
    (Frame, "<%*"),
    (Noise, "Loading svelte-check %*"),
    (Noise, "Getting Svelte diagnostics..."),
    (Noise, "====%^"),
    (Text, "svelte-check found %*"),
    (Text, "Found %n error%*"),
    (Noise, "Errors  Files"),
    (Noise, "%_%n  %f:%n"),
    (Frame, "%_%*"),
    (Frame, "%n %*"),
];

/// `mypy`, also with columns, `--pretty` and `--show-error-context`; `ty`, `pyrefly`.
pub(super) const MYPY: &[Row] = &[
    (Start, "%f:%p: %s: %m  [%k]"),
    (Start, "%f:%p: %s[%k] %m"),
    (Start, "%s[%k]: %m"),
    (Start, "%s %m [%k]"),
    (Start, " %s %m [%k]"),
    (Add, "%_--> %f:%p"),
    (Once, "info: %*"),
    (Once, "help: %*"),
    (Noise, "note: This is an unsafe fix %*"),
    (Note, "%_|%^%m"),
    (Start, "%f:%p: %s: %m [%k]"),
    (Start, "%f:%p: %s: %m"),
    (Noise, "%f: note: In %*"),
    (Start, "%f: %s: %m  [%k]"),
    (Start, "%f: %s: %m"),
    (Text, "Found %n error%*"),
    (Text, "Found %n diagnostic%*"),
    (Good, "Success: %*"),
    (Good, "All checks passed!"),
    (More, "[%k]"),
    (More, "%m  [%k]"),
    (More, "%m"),
    (Frame, "%_%*"),
    (Frame, "%n %*"),
];

/// `pyright`, `basedpyright`.
pub(super) const PYRIGHT: &[Row] = &[
    (Start, "  %f:%p - %s: %m (%k)"),
    (Start, "  %f:%p - %s: %m"),
    (Start, "%f:%p - %s: %m (%k)"),
    (Start, "%f:%p - %s: %m"),
    (More, "%_%m (%k)"),
    (Below, "%_%m"),
    (Good, "0 errors, 0 warnings, 0 %*"),
    (Text, "%n error%*, %n warning%*"),
    (Noise, "No configuration file found."),
    (Noise, "Searching for source files"),
    (Noise, "Found %n source file%*"),
    (File, "%f"),
];

/// `eslint`, `stylelint`, `yamllint`, `xo`: rows below the name of their file.
pub(super) const HEADED: &[Row] = &[
    (Start, "%_%p%|%s%|%m%|(%k)"),
    (Start, "%_%p%|%s%|%m%|%k"),
    (Start, "%_%p%|%s%|%m"),
    (Text, "%s %n problem%*"),
    (Text, "%n problem%*"),
    (Text, "%_%n error%* potentially fixable %*"),
    (File, "%f"),
];

/// `ruff check`: full, concise, grouped.
pub(super) const RUFF: &[Row] = &[
    (Start, "%f:%p: %K %m"),
    (Start, "%f:%p: %k: %m"),
    (Start, "%_%p%_%K %m"),
    (Start, "%_%p%_invalid-syntax: %m"),
    (Start, "%K %m"),
    (Start, "invalid-syntax: %m"),
    (Add, "%_--> %f:%p"),
    (Add, "--> %f:%p"),
    (Once, "help: %*"),
    (Noise, "note: This is an unsafe fix %*"),
    (Note, "note: %m"),
    (Text, "Found %n error%*"),
    (Text, "[*] %n fixable %*"),
    (Text, "No fixes available %*"),
    (Good, "All checks passed!"),
    (Frame, "%_%*"),
    (Frame, "%n %*"),
    (File, "%f:"),
];

/// `ruff format --check`, `black`, `isort`.
pub(super) const FORMAT: &[Row] = &[
    (Start, "unformatted: File would be reformatted"),
    (Start, "invalid-syntax: %m"),
    (Add, "%_--> %f:%p"),
    (Add, "--> %f:%p"),
    (Start, "would reformat %f"),
    (Start, "Would reformat: %f"),
    (Start, "reformatted %f"),
    (Start, "error: cannot parse: %f:%p"),
    (Start, "error: cannot format %f: %m"),
    (Start, "ERROR: %f %m"),
    (Start, "Fixing %f"),
    (Fail, "error: %*"),
    (Text, "%n file%* reformatted%*"),
    (Good, "%n file%* would be left unchanged."),
    (Good, "%n file%* left unchanged."),
    (Good, "%n file%* already formatted"),
    (Text, "%n file%*"),
    (Noise, "All done!%*"),
    (Noise, "Oh no!%*"),
    (Frame, "%_%*"),
    (Frame, "%n %*"),
];

/// `flake8`, `pycodestyle`, `pyflakes`.
pub(super) const FLAKE8: &[Row] = &[
    (Start, "%f:%p: %K %m"),
    (Start, "%f:%p: %m"),
    (Text, "%n%|%K %*"),
    (Text, "%n"),
];

/// `pylint`.
pub(super) const PYLINT: &[Row] = &[
    (Start, "%f:%p: %K: %m"),
    (Start, "%f:%p: [%K(%*] %m"),
    (Note, "==%m"),
    (Noise, "************* Module %*"),
    (Noise, "----%^"),
    (Text, "Your code has been rated at %*"),
];

/// Tools that give each line its whole place: `golangci-lint`, `staticcheck`, `revive`,
/// `go vet`, `actionlint`, `hadolint`, `tflint`, `swiftlint`, `ktlint`.
pub(super) const LINES: &[Row] = &[
    (Start, "%f:%p: %s: %m (%k)"),
    (Start, "%f:%p: %s: %m"),
    (Start, "%f:%p: %m (%k)"),
    (Start, "%f:%p: %m [%k]"),
    (Start, "vet: %f:%p: %m"),
    (Start, "%f:%p: %m"),
    (Start, "%f:%p %K %s: %m"),
    (Start, "%f:%p %m"),
    (Noise, "# %*"),
    (Good, "0 issues."),
    (Text, "%n issues%*"),
    (Text, "* %k: %n"),
    // tflint.
    (Start, "%s: %m (%k)"),
    (Add, "  on %f line %p:"),
    (Frame, "%_%n: %*"),
    (Noise, "Reference: %*"),
    (Text, "%n issue(s) found:"),
];

/// `swiftlint`, `ktlint`, `detekt`: the same, with progress around it.
pub(super) const MOBILE: &[Row] = &[
    (Start, "%f:%p: %s: %m (%k)"),
    (Start, "%f:%p: %m (%k)"),
    (Start, "%f:%p: %m [%k]"),
    (Start, "%f:%p: %m"),
    (Noise, "Linting Swift files %*"),
    (Noise, "Linting '%*"),
    (Noise, "Analyzing '%*"),
    (Text, "Done linting! %*"),
    (Text, "Done analyzing! %*"),
    (Noise, "Summary error count %*"),
    (Noise, "  %k: %n"),
];

/// `codespell`, `typos`, `cspell`, `ansible-lint`.
pub(super) const WORDS: &[Row] = &[
    (Text, "Failed: %*"),
    (Good, "Passed: %*"),
    (Start, "%f:%p: %m"),
    (Start, "%f:%p - %m"),
    (Add, "%f:%p %m"),
    (Add, "%f:%p"),
    (Start, "%s: %m"),
    (Start, "%k: %m"),
    (Add, "%_--> %f:%p"),
    (Add, "%_%^%f:%p"),
    (Frame, "%_%*"),
    (Noise, "Read documentation for instructions %*"),
    (Noise, "# Rule Violation Summary"),
    (Noise, "%_%n %k profile:%*"),
];

/// `deno check`, `lint`, `fmt --check`.
pub(super) const DENO: &[Row] = &[
    (Start, "%s[%k]: %m"),
    (Start, "%s: %k [ERROR]: %m"),
    (Start, "%k [ERROR]: %m"),
    (Add, "%_--> %f:%p"),
    (Add, "%_at %f:%p"),
    (Once, "  = hint: %*"),
    (Noise, "  docs: %*"),
    (Noise, "Check %*"),
    (Text, "Found %n %*"),
    (Text, "Checked %n file%*"),
    (Frame, "%_%*"),
];

/// `pre-commit run`, `prek run`: the hooks and what those that failed say.
pub(super) const HOOKS: &[Row] = &[
    (Omit("passed hooks"), "%*...Passed"),
    (Omit("skipped hooks"), "%*)Skipped"),
    (Omit("skipped hooks"), "%*...Skipped"),
    (Fail, "%*...Failed"),
    (Noise, "- hook id: %*"),
    (Noise, "- duration: %*"),
    (Noise, "[INFO] %*"),
    (Start, "%f:%p: %K %m"),
    (Start, "%f:%p: %s: %m  [%k]"),
    (Start, "%f:%p: %m (%k)"),
    (Start, "%f:%p: %m"),
    (Start, "would reformat %f"),
    (Start, "reformatted %f"),
    (Start, "Fixing %f"),
    (Noise, "All done!%*"),
    (Noise, "Oh no!%*"),
];

/// `markdownlint`, `markdownlint-cli2`.
pub(super) const MARKDOWN: &[Row] = &[
    (Start, "%f:%p %s %K %m"),
    (Start, "%f:%p %K %m"),
    (Start, "%f: %p: %K %m"),
    (Noise, "markdownlint-cli2 v%*"),
    (Noise, "Finding: %*"),
    (Noise, "Found:%*"),
    (Noise, "Linting: %*"),
    (Text, "Summary: %*"),
];

/// `rubocop`: progress, clang, emacs.
pub(super) const RUBOCOP: &[Row] = &[
    (Start, "%f:%p: %s: [Correctable] %k: %m"),
    (Start, "%f:%p: %s: [Corrected] %k: %m"),
    (Start, "%f:%p: %s: %k: %m"),
    (Once, "(Using Ruby %*"),
    (Quote, "Inspecting %n file%*"),
    (Noise, "Offenses:"),
    (Good, "%n file%* inspected, no offenses detected"),
    (Text, "%n file%* inspected, %*"),
];

/// `shellcheck`.
pub(super) const SHELLCHECK: &[Row] = &[
    (File, "In %f line %p:"),
    (Start, "%^%K (%s): %m"),
    (Quote, "Did you mean:%*"),
    (Quote, "For more information:"),
    (Fail, "%f: %f: %*"),
];

/// `phpstan`, `psalm`, `phpcs`.
pub(super) const PHP: &[Row] = &[
    (File, "  Line   %f"),
    (Start, "%s: %k - %f:%p - %m"),
    (File, "FILE: %f"),
    (Start, "%_%p | %s%_| %m"),
    (More, "%_|%_|%_%m"),
    (Start, "  %p%|%m"),
    (Start, "  :%p%|%m"),
    (Add, "%|🪪  %k"),
    (Note, "%|💡 %m"),
    (More, "%|%m"),
    (Good, " [OK] No errors"),
    (Text, " [ERROR] Found %n error%*"),
    (Noise, "FOUND %n ERROR%*"),
    (Noise, "PHPCBF CAN FIX %*"),
    (Noise, "Time: %*"),
    (Noise, "%_%n/%n [%*"),
    (Noise, "Target PHP version: %*"),
    (Noise, "Scanning files..."),
    (Noise, "Analyzing files..."),
    (Noise, "%^"),
    (Frame, "%_%*"),
];

/// `prettier --check`, `--write`.
pub(super) const PRETTIER: &[Row] = &[
    (Noise, "Checking formatting..."),
    (Fail, "Error occurred when checking %*"),
    (Text, "[%s] Code style issues %*"),
    (Noise, "[error] %_%*"),
    (Noise, "[error] > %*"),
    (Start, "[error] %f: %m"),
    (Fail, "[error] %*"),
    (Start, "[warn] %f"),
    (Good, "All matched files use Prettier code style!"),
    (Omit("unchanged files"), "%f %nms (unchanged)"),
    (Omit("unchanged files"), "%f %nms (unchanged) (cached)"),
    (Start, "%f %nms"),
];

/// `biome check`, `lint`, `format`, `ci`.
pub(super) const BIOME: &[Row] = &[
    (Start, "%f:%p %k%|%*"),
    (Start, "%f:%p %k %^"),
    (Start, "%f %k %^"),
    (Start, "%k %^"),
    (Noise, "  i Safe fix: %*"),
    (Noise, "  ℹ Safe fix: %*"),
    (Once, "  i %*"),
    (Once, "  ℹ %*"),
    (Add, "  %s %m"),
    (Frame, "%_%*"),
    (Text, "Found %n %*"),
    (Text, "Checked %n file%*"),
    (Text, "Skipped %n %*"),
];

/// `oxlint`.
pub(super) const OXLINT: &[Row] = &[
    (Start, "  %s %k: %m"),
    (Start, "  %s %m"),
    (Add, "%^[%f:%p]"),
    (Once, "  help: %*"),
    (Note, "  note: %m"),
    (Once, "%_:%^`-- %m"),
    (Once, "%_·%^%m"),
    (Frame, "%_%*"),
    (Text, "Found %n %*"),
    (Noise, "Finished in %*"),
];

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[&[Row]] = &[
        TSC, MYPY, PYRIGHT, HEADED, RUFF, FORMAT, FLAKE8, PYLINT, LINES, MOBILE, WORDS, DENO,
        HOOKS, MARKDOWN, RUBOCOP, SHELLCHECK, PHP, PRETTIER, BIOME, OXLINT,
    ];

    #[test]
    fn patterns_have_known_fields() {
        for (_, pattern) in ALL.iter().copied().flatten() {
            let mut fields = pattern.split('%').skip(1);
            let known = fields.all(|field| field.starts_with(|c| "fpskKmn_|^*".contains(c)));
            assert!(known, "{pattern}");
        }
    }

    /// A row that comes after one for all lines is never asked.
    #[test]
    fn every_row_can_be_reached() {
        for rows in ALL {
            for (n, (kind, pattern)) in rows.iter().enumerate() {
                let twice = rows[..n].contains(&(*kind, *pattern));
                let behind_all = rows[..n].contains(&(Start, "%m"));
                assert!(!twice && !behind_all, "{pattern}");
            }
        }
    }
}
