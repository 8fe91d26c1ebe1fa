//! git and its kin. Source: git-scm.com/docs, docs.jj-vcs.dev, cli.github.com/manual.

use super::super::Reader::*;
use super::super::form::Rule::*;
use super::Row;

/// Options of `git diff` and all that show differences, which only read.
const DIFF: &str = "-p -u -s -R -a -b -w -W -D -q -M? -C? -U? -S= -G= -l= --cached --staged --stat? --compact-summary --shortstat --numstat --dirstat? --summary --name-only --name-status --patch --no-patch --patch-with-stat --unified= --text --ignore-space-change --ignore-all-space --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --word-diff? --word-diff-regex= --color-words? --color? --no-color --color-moved? --minimal --patience --histogram --diff-algorithm= --find-renames? --find-copies? --find-copies-harder --no-renames --rename-empty --irreversible-delete --diff-filter= --pickaxe-all --pickaxe-regex --function-context --exit-code --quiet --relative? --no-relative --src-prefix= --dst-prefix= --no-prefix --merge-base --no-ext-diff --no-textconv --submodule? --ignore-submodules? --abbrev? --full-index --check";
/// Options of `git log` and all that list commits, which only read.
const LOG: &str = "-n= -i -E -F -P -g -# --oneline --decorate? --no-decorate --graph --max-count= --skip= --since= --until= --after= --before= --author= --committer= --grep= --all-match --invert-grep --merges --no-merges --first-parent --all --branches? --tags? --remotes? --no-walk --reverse --date-order --topo-order --author-date-order --date= --relative-date --follow --stdin --cherry --cherry-pick --left-right --left-only --right-only --boundary --simplify-by-decoration --full-history --ancestry-path? --no-abbrev-commit --abbrev-commit --walk-reflogs --show-signature --source --notes? --no-notes --pretty? -L= -c --cc -m";
/// Options of commands that list commits, with a value.
const LOG_VALUES: &str = "-n -S -G -L -O -l --author --committer --grep --since --until --after --before --max-count --skip --date --glob --exclude --diff-algorithm --diff-filter --word-diff-regex";
/// Formats that are for programs.
const LOG_RAW: &str = "-z --format=!oneline|short|medium|full|fuller --pretty=format:*|tformat:*|*%*|raw|email|mboxrd --raw --output --word-diff=porcelain --binary --stdin";

/// Version control.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("git status", GitStatus, &[Leave("-z --porcelain"), Reads("-s -b -v -u? --short --branch --show-stash --long --verbose --untracked-files? --ignored? --ignore-submodules? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?")]),
    ("git diff", GitDiff, &[Value(LOG_VALUES), Leave("-z --output --raw --word-diff=porcelain --binary"), Reads(DIFF)]),
    ("git log", GitLog, &[Value(LOG_VALUES), Leave(LOG_RAW), Reads(DIFF), Reads(LOG)]),
    ("git show", GitShow, &[Value(LOG_VALUES), Leave(LOG_RAW), Reads(DIFF), Reads(LOG)]),
    ("git branch", GitBranch, &[Value("-u --set-upstream-to --sort --points-at --contains --no-contains --merged --no-merged"), Leave("--format --edit-description"), ReadsBare("-a -r -v -l -i --all --remotes --verbose --show-current --list --color? --no-color --merged? --no-merged? --contains? --no-contains? --sort= --column? --no-column --ignore-case --abbrev?")]),
    ("git tag", GitTag, &[Value("-m -F -u --message --file --local-user --sort --contains --no-contains --points-at"), Leave("-a -s -e --annotate --sign --edit --format"), ReadsBare("-l -n? --list --sort= --color? --column? --no-column -i --ignore-case")]),
    ("git stash", GitStash, &[As("git stash, git stash push|save|pop|apply|drop|clear|branch"), Value("-m --message"), Leave("-p --patch -z --pathspec-file-nul"), LeaveWords("create store export import")]),
    ("git stash list", GitStash, &[Value(LOG_VALUES), Leave(LOG_RAW), Reads(LOG), Reads("--stat? --name-only --name-status")]),
    ("git stash show", GitDiff, &[Leave("-p -u -z --patch --raw"), Reads("--stat? --name-only --name-status --numstat --shortstat")]),
    ("git add", GitAdd, &[Value("--chmod --pathspec-from-file"), Leave("-p -i -e --patch --interactive --edit")]),
    ("git rm", GitAdd, &[As("git rm, git mv")]),
    ("git restore", GitAdd, &[Value("-s --source --pathspec-from-file"), Leave("-p --patch")]),
    ("git reset", GitAdd, &[Leave("-p --patch")]),
    ("git clean", GitAdd, &[Value("-e --exclude"), Leave("-i --interactive")]),
    ("git commit", GitCommit, &[Value("-m -F -C -c -t --message --file --reuse-message --reedit-message --author --date --template --fixup --squash --cleanup --trailer --pathspec-from-file"), Leave("-e -p -z -c -t -F=- --edit --patch --interactive --porcelain --reedit-message --template --squash --file=- --fixup=amend:*|reword:*"), Needs("-m -F -C --message --file --reuse-message --no-edit --fixup --dry-run")]),
    ("git push", GitPush, &[Value("-o --push-option --repo --receive-pack --exec"), Leave("--porcelain")]),
    ("git pull", GitPull, &[Value("-s -X --strategy --strategy-option --depth --upload-pack -o --server-option"), Leave("-e --edit")]),
    ("git fetch", GitFetch, &[As("git fetch, git remote update"), Value("--depth --upload-pack --shallow-since --shallow-exclude -o --server-option -j --jobs --refmap"), Leave("-z --porcelain")]),
    ("git clone", GitClone, &[As("git clone, git submodule update|init|sync|add, git lfs pull|fetch|push|install"), Value("-b -o -c -j -u --branch --origin --config --depth --jobs --reference --template --filter --separate-git-dir --shallow-since --upload-pack")]),
    ("git checkout", GitCheckout, &[As("git checkout|switch"), Value("-b -B -c -C --orphan --create --force-create --conflict --pathspec-from-file"), Leave("-p --patch")]),
    ("git merge", GitMerge, &[Value("-m -F -s -X --file --strategy --strategy-option --into-name --cleanup"), Leave("-e --edit --continue")]),
    ("git rebase", GitMerge, &[Value("-s -X -x --onto --exec --strategy --strategy-option --whitespace"), Leave("-i --interactive --edit-todo --continue --show-current-patch")]),
    ("git cherry-pick", GitMerge, &[As("git cherry-pick|revert"), Value("-m -s -X --mainline --strategy --strategy-option --cleanup"), Leave("-e --edit --continue")]),
    ("git am", GitMerge, &[Leave("-i --interactive --show-current-patch")]),
    ("git blame", GitBlame, &[As("git blame|annotate"), Value("-L -S -C --date --contents --ignore-rev --ignore-revs-file --since"), Leave("-p --porcelain --line-porcelain --incremental"), Reads("-L= -w -M? -C? -s -e -l -t -f -n -b --show-email --show-name --show-number --date= --root --abbrev= --color-lines --color-by-age")]),
    ("git remote", GitRemote, &[As("git remote, git remote show|prune|add|remove|rename|set-url"), LeaveWords("get-url"), ReadsBare("-v --verbose")]),
    ("git reflog", GitReflog, &[As("git reflog, git reflog show"), Value(LOG_VALUES), Leave(LOG_RAW), LeaveWords("expire delete exists drop list write"), ReadsBare("-n= -# --oneline --no-decorate --decorate? --max-count= --date= --all --no-color --color?")]),
    ("git worktree list", GitWorktree, &[Leave("-z --porcelain"), ReadsBare("-v --verbose")]),
    ("git worktree", GitWorktree, &[As("git worktree add|remove|prune|move|lock|unlock|repair"), Value("-b -B --reason")]),
    ("git ls-files", GitLsFiles, &[As("git ls-files, git ls-tree"), Value("-x -X --exclude --exclude-from --exclude-per-directory"), Leave("-z --format"), Reads("-c -d -m -o -i -s -t -v -r --cached --deleted --modified --others --ignored --stage --directory --no-empty-directory --exclude= --exclude-standard --name-only --full-name --error-unmatch --abbrev? --full-tree")]),
    ("git grep", GitGrep, &[Value("-e -f -A -B -C -m --max-count --max-depth --threads --context --after-context --before-context"), Leave("-z -Z -O --null --open-files-in-pager"), Fine("-h"), Reads("-e= -A= -B= -C= -m= -i -I -w -v -E -F -G -P -n -l -L -c -q -h -H -o -p -W -r --and --or --not --cached --untracked --no-index --ignore-case --word-regexp --invert-match --extended-regexp --fixed-strings --perl-regexp --line-number --column --files-with-matches --name-only --count --heading --break --show-function --function-context --no-color --color? --max-depth=")]),

    ("jj status", JjStatus, &[As("jj status|st")]),
    ("jj log", JjLog, &[As("jj log, jj op log, jj operation log, jj evolog|obslog"), Value("-r -n --revisions --limit")]),
    ("jj diff", JjDiff, &[As("jj diff|show, jj interdiff"), Value("-r -f -t --revisions --from --to --tool"), Leave("--tool")]),
    ("hg status", HgStatus, &[As("hg status|st, svn status|st"), Leave("-0 --print0")]),
    ("hg log", HgLog, &[As("hg log|history, svn log"), Value("-r -l -u -d -b -k --rev --limit --user --date --branch --keyword --revision")]),
    ("hg diff", HgDiff, &[As("hg diff, svn diff"), Value("-r -c -U -I -X --rev --change --unified --revision")]),

    ("gh list", GhList, &[As("gh pr|issue|run|release|repo|workflow|gist|label|search|cache|secret|variable|project|ruleset|codespace|org list|ls, gh search prs|issues|repos|code|commits, glab mr|issue|ci|release|repo list"), Value("-L -l -s -A -a -S -B -H -b -w -u -q -t --limit --label --state --author --assignee --search --base --head --branch --workflow --user --status --event --owner --language"), Leave("-q -t")]),
    ("gh view", GhView, &[As("gh pr|issue|run|release|repo|workflow|gist view, gh pr|issue status, gh status, glab mr|issue view"), Value("-j -b --job --branch -a --attempt"), Leave("-q -t")]),
    ("gh pr checks", GhChecks, &[Value("-i --interval"), Leave("-q -t --watch")]),
    ("gh pr diff", GitDiff, &[As("gh pr diff, glab mr diff"), Value("--color")]),
    ("gh api", GhApi, &[Value("-X -f -F -H -p --method --raw-field --field --header --input --preview --cache"), Leave("-q -t -i --include --silent --input=-")]),
    ("gh pr create", GhDo, &[As("gh pr|issue create|new"), Value("-t -b -F -B -H -a -r -l -m -p -T --title --body --body-file --base --head --assignee --reviewer --label --milestone --project --template"), Leave("-e --editor -F=- --body-file=-"), Needs("-t -f --title --fill --fill-first --fill-verbose")]),
    ("gh pr merge", GhDo, &[Value("-t -b -F -A --subject --body --body-file --author-email --match-head-commit"), Needs("-m -s -r --merge --squash --rebase --auto --disable-auto")]),
    ("gh pr comment", GhDo, &[As("gh pr|issue comment, gh pr review"), Value("-b -F --body --body-file"), Leave("-e --editor -F=- --body-file=-"), Needs("-b -F -a --body --body-file --approve")]),
    ("gh pr edit", GhDo, &[As("gh pr|issue edit"), Value("-t -b -F -B -m --title --body --body-file --base --add-label --remove-label --add-assignee --remove-assignee --add-reviewer --remove-reviewer --add-project --remove-project --milestone"), Needs("-t -b -F -B -m --title --body --body-file --base --add-label --remove-label --add-assignee --remove-assignee --add-reviewer --remove-reviewer --milestone")]),
    ("gh pr close", GhDo, &[As("gh pr|issue close|reopen|ready|lock|unlock|pin|unpin|develop, gh pr checkout|co|update-branch, gh run rerun|cancel|download, gh workflow run|enable|disable, gh release download|upload, gh repo sync"), Value("-c -r -b --comment --reason --branch -p --pattern -D --dir")]),
    ("gh repo clone", GitClone, &[As("gh repo clone, glab repo clone")]),
];
