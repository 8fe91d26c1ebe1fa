//! The readers of tool output, by name: what the table says and the filters do.

/// Which reader shortens the output of a command. One variant a tool and form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// No reader: the runner replaces itself with the tool.
    Raw,

    // Version control and history.
    /// `git status`, short and long.
    GitStatus,
    /// `git diff`, also `gh pr diff`.
    GitDiff,
    /// `git log`, with and without patches.
    GitLog,
    /// `git show`.
    GitShow,
    /// `git branch`.
    GitBranch,
    /// `git tag`.
    GitTag,
    /// `git stash` and its subcommands.
    GitStash,
    /// `git add`, `rm`, `mv`, `restore`, `reset`, `clean`.
    GitAdd,
    /// `git commit`.
    GitCommit,
    /// `git push`.
    GitPush,
    /// `git pull`.
    GitPull,
    /// `git fetch`, `git remote update`.
    GitFetch,
    /// `git clone`, `git submodule update`.
    GitClone,
    /// `git checkout`, `git switch`.
    GitCheckout,
    /// `git merge`, `rebase`, `cherry-pick`, `revert`, `am`, `apply`.
    GitMerge,
    /// `git blame`.
    GitBlame,
    /// `git remote`.
    GitRemote,
    /// `git reflog`.
    GitReflog,
    /// `git worktree`.
    GitWorktree,
    /// `git ls-files`, `git ls-tree`.
    GitLsFiles,
    /// `git grep`.
    GitGrep,
    /// `jj status`.
    JjStatus,
    /// `jj log`, `jj op log`.
    JjLog,
    /// `jj diff`, `jj show`.
    JjDiff,
    /// `hg status`, `svn status`.
    HgStatus,
    /// `hg log`, `svn log`.
    HgLog,
    /// `hg diff`, `svn diff`.
    HgDiff,
    /// `gh pr list`, `gh issue list`, `gh run list`, ...
    GhList,
    /// `gh pr view`, `gh issue view`, `gh run view`, ...
    GhView,
    /// `gh pr checks`.
    GhChecks,
    /// `gh api`.
    GhApi,
    /// `gh pr create`, `merge`, `close`, ...
    GhDo,

    // Files.
    /// `ls`.
    Ls,
    /// `tree`.
    Tree,
    /// `find`.
    Find,
    /// `fd`, `fdfind`, `rg --files`.
    Fd,
    /// `grep`, `egrep`, `fgrep`.
    Grep,
    /// `rg`.
    Rg,
    /// `cat`.
    Cat,
    /// `head`.
    Head,
    /// `tail`.
    Tail,
    /// `wc`.
    Wc,
    /// `diff`.
    Diff,
    /// `du`.
    Du,
    /// `df`.
    Df,
    /// `stat`.
    Stat,
    /// `ps`.
    Ps,
    /// `env`, `printenv`.
    Env,

    // Test reports.
    /// `cargo test`.
    CargoTest,
    /// `cargo nextest run`.
    CargoNextest,
    /// `cargo bench`.
    CargoBench,
    /// `pytest`, also `python -m pytest`, `tox`, `nox`.
    Pytest,
    /// `python -m unittest`, `manage.py test`.
    Unittest,
    /// `go test`, `gotestsum`.
    GoTest,
    /// `vitest`.
    Vitest,
    /// `jest`.
    Jest,
    /// `playwright test`.
    Playwright,
    /// `mocha`.
    Mocha,
    /// `cypress run`.
    Cypress,
    /// `rspec`.
    Rspec,
    /// `rake test`, `rails test`, `ruby test/...`.
    Minitest,
    /// `phpunit`, `pest`, `artisan test`, `paratest`.
    Phpunit,
    /// `dotnet test`.
    DotnetTest,
    /// `mvn`, `./mvnw`: tests and diagnostics.
    Maven,
    /// `gradle`, `./gradlew`: tests and diagnostics.
    Gradle,
    /// `ctest`.
    Ctest,
    /// `bun test`.
    BunTest,
    /// `deno test`.
    DenoTest,
    /// `node --test`.
    NodeTest,
    /// The Test Anything Protocol: `bats`.
    Tap,
    /// `mix test`.
    MixTest,
    /// `swift test`.
    SwiftTest,
    /// `npm test`, `pnpm test`, `yarn test`: whatever the package runs.
    PackageTest,

    // Diagnostics.
    /// `cargo build`, `check`, `doc`.
    CargoBuild,
    /// `cargo clippy`.
    CargoClippy,
    /// `cargo fmt`, `rustfmt`.
    CargoFmt,
    /// `rustc`.
    Rustc,
    /// `tsc`, `vue-tsc`.
    Tsc,
    /// `mypy`.
    Mypy,
    /// `pyright`, `basedpyright`.
    Pyright,
    /// `ruff check`.
    Ruff,
    /// `ruff format`, `black`, `isort`.
    RuffFormat,
    /// `flake8`, `pycodestyle`.
    Flake8,
    /// `pylint`.
    Pylint,
    /// `eslint`.
    Eslint,
    /// `biome`.
    Biome,
    /// `oxlint`.
    Oxlint,
    /// `stylelint`.
    Stylelint,
    /// `prettier`.
    Prettier,
    /// `shellcheck`.
    Shellcheck,
    /// `yamllint`.
    Yamllint,
    /// `hadolint`, `actionlint`, `tflint`.
    Hadolint,
    /// `swiftlint`, `ktlint`, `detekt`.
    Swiftlint,
    /// `codespell`, `typos`, `ansible-lint`.
    Codespell,
    /// `markdownlint`.
    Markdownlint,
    /// `rubocop`, `standardrb`.
    Rubocop,
    /// `phpstan`, `psalm`.
    Phpstan,
    /// `golangci-lint run`, `staticcheck`.
    GolangciLint,
    /// `go build`, `go install`.
    GoBuild,
    /// `go vet`.
    GoVet,
    /// `gcc`, `clang` and kin.
    Gcc,
    /// `javac`, `kotlinc`, `scalac`.
    Javac,
    /// `dotnet build` and kin.
    DotnetBuild,
    /// `make`.
    Make,
    /// `ninja`, `cmake --build`.
    Ninja,
    /// `cmake` (configure).
    Cmake,
    /// `next build`.
    Next,
    /// `vite build`, `webpack`, `rollup`, `esbuild`, `turbo`, `nx`, ...
    Bundler,
    /// `swift build`, `xcodebuild`.
    Swift,
    /// `mix compile`, `mix credo`.
    Mix,
    /// `deno check`, `deno lint`.
    Deno,
    /// `pre-commit run`.
    PreCommit,

    // Tables.
    /// `docker ps`, `docker compose ps`.
    DockerPs,
    /// `docker images`.
    DockerImages,
    /// `docker volume ls`, `network ls`, `stats --no-stream`, ...
    DockerTable,
    /// `docker inspect`.
    DockerInspect,
    /// `kubectl get`.
    KubectlGet,
    /// `kubectl describe`.
    KubectlDescribe,
    /// `kubectl top`, `api-resources`, ...
    KubectlTable,
    /// `pip list`, `pip freeze`, `uv pip list`.
    PipList,
    /// `pip show`.
    PipShow,
    /// `npm ls`, `pnpm list`, `yarn list`.
    NpmLs,
    /// `npm outdated` and kin.
    NpmOutdated,
    /// `npm audit` and kin.
    NpmAudit,
    /// `npm view`.
    NpmView,
    /// `cargo tree`.
    CargoTree,
    /// `helm list`, `helm status`, ...
    HelmTable,
    /// `systemctl status`, `systemctl list-units`.
    SystemctlStatus,
    /// `apt list`, `dpkg -l`, `brew list`.
    AptList,
    /// `psql -c`, `mysql -e`, `sqlite3 DB SQL`.
    Sql,

    // Logs and progress.
    /// `docker logs`, `docker compose logs`.
    DockerLogs,
    /// `docker build`, `docker compose build`.
    DockerBuild,
    /// `docker pull`, `docker push`.
    DockerPull,
    /// `docker compose up -d`, `down`, ...
    DockerUp,
    /// `kubectl logs`.
    KubectlLogs,
    /// `kubectl apply`, `delete`, `create`, ...
    KubectlApply,
    /// `kubectl rollout`.
    KubectlRollout,
    /// `helm install`, `upgrade`, ...
    Helm,
    /// `npm install`, `npm ci`, `bun install`.
    NpmInstall,
    /// `pnpm install`, `pnpm add`.
    PnpmInstall,
    /// `yarn`, `yarn install`, `yarn add`.
    YarnInstall,
    /// `npm run X`, `pnpm X`, `yarn X`, `npx X`: whatever the package runs.
    PackageScript,
    /// `pip install` and kin.
    PipInstall,
    /// `pip check`.
    PipCheck,
    /// `uv sync`, `uv add`, `uv lock`.
    UvSync,
    /// `poetry install` and kin.
    PoetryInstall,
    /// `cargo install`, `update`, `fetch`, `add`.
    CargoInstall,
    /// `go mod`, `go get`.
    GoMod,
    /// `bundle install`, `gem install`.
    BundleInstall,
    /// `composer install` and kin.
    ComposerInstall,
    /// `apt install`, `apt-get`, `dnf`, `apk`, `brew install`.
    AptInstall,
    /// `terraform init`.
    TerraformInit,
    /// `terraform plan`, `show`.
    TerraformPlan,
    /// `terraform apply -auto-approve`, `destroy`.
    TerraformApply,
    /// `terraform validate`.
    TerraformValidate,
    /// `pulumi preview`, `pulumi up --yes`.
    Pulumi,
    /// `aws SERVICE OPERATION`.
    Aws,
    /// `aws s3 ls`, `cp`, `sync`.
    AwsS3,
    /// `aws logs filter-log-events`, `tail`.
    AwsLogs,
    /// `gcloud`, `az`.
    Gcloud,
    /// `curl`.
    Curl,
    /// `wget`.
    Wget,
    /// `ping -c`.
    Ping,
    /// `ansible-playbook`.
    Ansible,
    /// `rsync`.
    Rsync,
    /// `journalctl`.
    Journalctl,
    /// `prisma`.
    Prisma,
    /// `just`, `task`, `rake`: whatever the recipe runs.
    Task,
}
