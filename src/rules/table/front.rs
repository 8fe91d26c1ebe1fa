//! What stands in front: options before subcommands, and programs that run programs.
//!
//! Sources: each program's manual page or `--help`; coreutils, util-linux and sudo
//! for the wrappers.

use super::super::packed::options;
use super::super::wrappers::Runner;
use super::{OptionsRow, RunnerRow};

/// Programs that run programs.
#[rustfmt::skip]
pub(crate) const RUNNERS: &[RunnerRow] = &[
    ("env", Runner::Environment),
    ("timeout|gtimeout", Runner::Beside(1)),
    ("nice|time|gtime", Runner::Beside(0)),
    ("nohup|ionice|stdbuf|gstdbuf|setsid|noglob", Runner::Through(0)),
    ("direnv exec", Runner::Through(1)),
    ("uv|poetry|pipenv|pdm run", Runner::Through(0)),

    ("sudo|doas", Runner::Root),
    ("bundle exec", Runner::Front),
    ("npx|pnpx|bunx|uvx, npm exec|x, pnpm exec|dlx, yarn exec|dlx, bun x, pipx run, uv tool run", Runner::Package),
    ("yarn, pnpm, yarn workspace *", Runner::Package),
    ("python|python3|python#, coverage run", Runner::Module),
    ("node|nodejs", Runner::Node),
    ("php", Runner::Php),
    ("sh|bash|zsh|dash", Runner::Shell),
];

/// Options that may stand before a subcommand or a program: with a value, without one.
#[rustfmt::skip]
pub(crate) const OPTIONS: &[OptionsRow] = &[
    // Wrappers.
    ("env", options("-u -C --unset --chdir", "-v --debug").raw_here("-i -S -0 --ignore-environment --split-string --null --block-signal --default-signal --ignore-signal --list-signal-handling")),
    ("timeout|gtimeout", options("-s -k --signal --kill-after", "-v -p -f --verbose --preserve-status --foreground").harmless("-s -k --signal --kill-after -v --verbose --preserve-status --foreground")),
    ("nice", options("-n --adjustment", "-#").harmless("-n --adjustment -#")),
    ("time|gtime", options("-f -o --format --output", "-p -v -a -q --portability --verbose --append --quiet").harmless("-p")),
    ("ionice", options("-c -n --class --classdata", "-t --ignore").raw_here("-p -P -u --pid --pgid --uid")),
    ("stdbuf|gstdbuf", options("-i -o -e --input --output --error", "")),
    ("setsid", options("", "-c -w --ctty --wait").raw_here("-f --fork")),
    ("sudo", options("-u -g -h -p -C -T -R -D -r -t --user --group --host --prompt --close-from --command-timeout --chroot --chdir --role --type", "-n -E -H -P -k -b -B -N --non-interactive --preserve-env --set-home --preserve-groups --reset-timestamp --bell").raw_here("-i -s -l -v -e -K -A -S -V --login --shell --list --validate --edit --remove-timestamp --askpass --stdin")),
    ("doas", options("-u -C", "-n").raw_here("-s -L")),

    // Version control.
    ("git", options("-C -c --git-dir --work-tree --namespace --config-env --attr-source", "-P -p --no-pager --paginate --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs").raw("-h").raw_here("-v --exec-path --html-path --man-path --info-path --list-cmds").harmless("-P --no-pager --no-optional-locks")),
    ("jj", options("-R --repository --at-operation --at-op --config --config-toml --config-file --color", "--no-pager --quiet --ignore-working-copy --ignore-immutable --debug").raw("-h -T --template").raw_here("-V")),
    ("hg", options("-R --repository --cwd --config --encoding --color --pager", "-q -v -y --quiet --verbose --noninteractive --traceback").raw("-h -T --template")),
    ("svn", options("--username --password --config-dir --config-option", "--non-interactive --trust-server-cert --no-auth-cache").raw("-h --xml")),
    ("gh", options("-R --repo --hostname", "").anywhere().raw("-h -w --json --jq --template --web")),
    ("glab", options("-R --repo -g --group", "").anywhere().raw("-h -w -F --web --output")),

    // Languages.
    ("cargo|cross", options("-C -Z --color --config", "+* -v -q --verbose --quiet --frozen --locked --offline").anywhere().raw("-h").raw_here("-V --list --explain")),
    ("cargo nextest", options("--manifest-path --config-file --tool-config-file --user-config-file", "--no-pager").anywhere().raw("--message-format --message-format-version")),
    ("go", options("-C", "").words().raw("-h -help -json -n -x")),
    ("dotnet", options("", "-d --diagnostics").raw("-h -?").raw_here("--info --list-sdks --list-runtimes")),
    ("swift", options("", "").raw("-h -help")),
    ("mix", options("", "").raw("-h")),
    ("bundle", options("--retry", "--no-color --verbose -V").raw("-h").raw_here("-v")),
    ("composer", options("-d --working-dir", "-n -q -v -vv -vvv --no-interaction --quiet --ansi --no-ansi --no-plugins --no-scripts --no-cache --profile").anywhere().raw("-h -f=json --format=json").raw_here("-V")),
    ("php", options("-c -d -n", "-q")),

    // Node.
    ("npm", options("-w -C --workspace --prefix --loglevel --registry --userconfig --globalconfig --cache --tag --omit --include --location --script-shell", "-s -q -d -dd -ddd -f -y -g -ws -iwr --silent --quiet --verbose --workspaces --include-workspace-root --if-present --no-audit --no-fund --offline --prefer-offline --prefer-online --force --yes --no --global --foreground-scripts --ignore-scripts --no-color --color --audit --fund --loglevel").anywhere().raw("-h --json").raw_here("-v -l")),
    ("npx|pnpx, npm exec|x", options("-p --package -w --workspace", "-y -n -q --yes --no --no-install --quiet --ignore-existing --prefer-offline --prefer-online --silent").raw_here("-c -h -v -i --call")),
    ("pnpm", options("-C -F --dir --filter --filter-prod --reporter --workspace-concurrency --loglevel --config --test-pattern --changed-files-ignore-pattern", "-r -w -s --recursive --workspace-root --silent --stream --parallel --aggregate-output --color --no-color --if-present --no-bail --offline --prefer-offline --fail-if-no-match --use-stderr --ignore-workspace --include-workspace-root").anywhere().raw("-h --json --reporter=ndjson").raw_here("-v")),
    ("pnpm exec|dlx", options("--package", "-r --recursive --parallel --no-reporter-hide-prefix --report-summary --silent -s").raw_here("-c --shell-mode")),
    ("yarn", options("--cwd --registry --cache-folder --modules-folder --mutex --network-timeout --use-yarnrc", "-s --silent --offline --prefer-offline --verbose --frozen-lockfile --immutable --non-interactive --no-progress --ignore-scripts --ignore-engines --force --production --pure-lockfile --check-files").raw("-h --json").raw_here("-v")),
    ("yarn exec|dlx", options("-p --package", "-q --quiet").raw_here("-c")),
    ("bun", options("--cwd -c --config --env-file -F --filter", "-b --bun --silent --smol --no-install -i").raw("-h --json --watch --hot").raw_here("-v -e -p --revision --eval --print --repl")),
    ("bunx, bun x", options("-p --package", "-b --bun --silent --verbose --no-install")),
    ("node|nodejs", options("-r -C --require --import --loader --conditions --max-old-space-size --env-file", "--no-warnings --enable-source-maps --experimental-vm-modules --trace-warnings --experimental-strip-types --no-deprecation").raw_here("-e -p -i -c -h -v --eval --print --interactive --check --inspect --inspect-brk --watch")),
    ("nx", options("", "--verbose").raw("--json --graph --watch")),
    ("turbo", options("--cwd --color", "--no-color --no-update-notifier --skip-infer").raw("-h --dry=json --dry-run=json --graph")),
    ("prisma", options("--schema", "").raw("-h --json -v")),

    // Python.
    ("python|python3|python#", options("-W -X", "-m -u -B -s -E -I -O -q -v -b -d -P -x -S").raw_here("-c -h -V -i -?")),
    ("coverage run", options("--source --omit --include --rcfile --data-file --context --concurrency", "-m -a -p -L --append --branch --parallel-mode --timid --pylib")),
    ("pip|pip#", options("--python --log --proxy --retries --timeout --cert --client-cert --cache-dir --exists-action --trusted-host --use-feature", "-v -q -vv -vvv --verbose --quiet --isolated --no-input --no-color --disable-pip-version-check --no-cache-dir --require-virtualenv --debug").anywhere().raw("-h").raw_here("-V")),
    ("uv", options("--directory --project --config-file --cache-dir --color --allow-insecure-host", "-q -v -n --quiet --verbose --offline --no-cache --no-progress --no-config --native-tls --no-python-downloads --managed-python --no-managed-python").anywhere().raw("-h --output-format=!text").raw_here("-V")),
    ("uv run", options("-p --python --with --with-editable --with-requirements --extra --group --only-group --no-group --no-extra --package --env-file --index --index-url --extra-index-url --find-links -f -i --refresh-package -P --upgrade-package --reinstall-package", "-m -U -q -v -n --module --frozen --locked --no-sync --isolated --no-project --active --all-extras --all-groups --dev --no-dev --only-dev --exact --no-editable --no-env-file --all-packages --upgrade --reinstall --refresh --quiet --verbose --offline --no-cache --no-progress --no-default-groups --inexact").raw_here("-s -w --script --gui-script")),
    ("uvx, uv tool run", options("--from -w --with --with-editable --with-requirements -p --python --index --index-url --extra-index-url --env-file", "-q -v -n -U --quiet --verbose --isolated --no-cache --offline --refresh --upgrade --reinstall --no-progress")),
    ("pipx run", options("--spec --python --index-url --pip-args", "--no-cache -q -v --quiet --verbose").raw_here("--path")),
    ("poetry", options("-C -P --directory --project", "-n -q -v -vv -vvv --no-interaction --quiet --verbose --ansi --no-ansi --no-plugins --no-cache").raw("-h").raw_here("-V")),
    ("pipenv", options("--python", "-q -v --quiet --verbose --clear").raw("-h --json").raw_here("--where --venv --py --envs --rm --bare --man --support")),
    ("pdm", options("-c --config", "-q -v -I --quiet --verbose --ignore-python --no-cache").raw("-h --json").raw_here("-V --pep582 --fetch-schema")),
    ("pdm run", options("-p --project --venv --env-file", "-s --site-packages").raw_here("-l -j --list --json")),
    ("pipenv run", options("", "")),
    ("poetry run", options("", "")),
    ("direnv exec", options("", "")),

    // Operations.
    ("docker|podman|nerdctl", options("-c -H -l --context --host --config --log-level --tlscacert --tlscert --tlskey --url --connection --namespace", "-D --debug --tls --tlsverify --remote").raw_here("-h -v")),
    ("docker|podman|nerdctl compose, docker-compose|podman-compose", options("-f -p --file --project-name --profile --env-file --project-directory --ansi --progress --parallel --context --host -H", "--compatibility --dry-run --all-resources --verbose --no-ansi --in-pod").raw_here("-h -v")),
    ("kubectl|oc", options("-n -s -v --namespace --context --cluster --user --kubeconfig --server --token --as --as-group --as-uid --request-timeout --cache-dir --certificate-authority --client-key --client-certificate --tls-server-name --profile --profile-output --vmodule", "--insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression").anywhere().raw("-h -w -o=json|yaml|name --output=json|yaml|name --template --watch=!false --watch-only --raw")),
    ("helm", options("-n --namespace --kube-context --kubeconfig --kube-token --kube-apiserver --kube-as-user --registry-config --repository-cache --repository-config --burst-limit --qps", "--debug --kube-insecure-skip-tls-verify").anywhere().raw("-h -o=!table --output=!table")),
    ("terraform|tofu|terragrunt", options("-chdir", "-no-color --no-color").words().raw("-help -h -json --json").raw_here("-version -v")),
    ("pulumi", options("-C -s -v --cwd --stack --color --profiling --tracing --verbose", "-e --emoji --logtostderr --logflow --non-interactive --disable-integrity-checking").anywhere().raw("-h -j --json")),
    ("aws", options("--profile --region --output --endpoint-url --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format", "--debug --no-sign-request --no-verify-ssl --no-paginate --no-cli-pager --no-cli-auto-prompt").anywhere().raw("--query --output=!table --generate-cli-skeleton --cli-auto-prompt")),
    ("gcloud", options("--project --account --configuration --verbosity --impersonate-service-account --zone --region", "-q --quiet --no-user-output-enabled").anywhere().raw("-h --format=!table* --flatten --format-help")),
    ("az", options("--subscription", "--only-show-errors --verbose --debug").anywhere().raw("-h -o=!table --output=!table --query")),
    ("ansible-playbook", options("", "")),
    ("apt|apt-get|aptitude", options("-o -t -c -a --option --target-release --default-release --config-file", "-y -q -qq -f -m -u -V --yes --assume-yes --quiet --no-install-recommends --fix-broken --allow-downgrades --allow-unauthenticated").anywhere().raw("-h -s --simulate --dry-run --print-uris")),
    ("dnf|yum", options("-c -x --config --exclude --enablerepo --disablerepo --repo --releasever --setopt", "-y -q -C -v -b --assumeyes --quiet --nogpgcheck --refresh --best --allowerasing").anywhere().raw("-h")),
    ("apk", options("-p -X --root --repository", "-q -v -U -f --quiet --verbose --no-cache --update-cache --no-progress --allow-untrusted").anywhere().raw("-h -s --simulate")),
    ("brew", options("", "-q -v -d --quiet --verbose --debug").raw("-h --json")),
    ("systemctl", options("-H -M -t -n -s --host --machine --type --lines --state", "-q -l -a --no-pager --no-legend --user --system --full --all --failed --plain").anywhere().raw("-h -o --output")),
];
