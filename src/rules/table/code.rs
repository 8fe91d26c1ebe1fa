//! Compilers, build tools, linters and test runners of all languages but JavaScript and
//! Python. Sources: The Cargo Book, pkg.go.dev/cmd/go, the GCC and GNU make manuals,
//! maven.apache.org, docs.gradle.org, learn.microsoft.com/dotnet, rspec.info, phpunit.de.

use super::super::Reader::*;
use super::super::form::ANY;
use super::super::form::Rule::*;
use super::Row;

/// Options of cargo's building subcommands that take the next word.
const CARGO: &str = "-p -F -j --package --exclude --bin --example --test --bench --features --profile --jobs --target --target-dir --manifest-path --message-format --lockfile-path --artifact-dir --timings";
/// Message formats that are for programs.
const CARGO_RAW: &str = "--message-format=json* --build-plan --unit-graph --open";
/// Names of recipes and tasks that run until they are stopped, or talk to somebody.
pub(super) const ENDLESS: &str = "dev start serve server watch preview storybook studio repl console shell run up menuconfig xconfig nconfig dev:* *:dev start:* *:start serve:* *:serve *:server watch:* *:watch *-watch watch-* *-server *:ui *:open *:studio *:preview *-dev";

/// Languages other than JavaScript and Python.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("cargo test", CargoTest, &[As("cargo|cross test|t, cargo miri|careful|insta test"), Value(CARGO), Leave(CARGO_RAW), LeaveBehind("--help --format=json*|junit --logfile")]),
    ("cargo nextest", CargoNextest, &[As("cargo nextest run|r"), Value(CARGO), Value("-p -E -P -j --package --test --profile --features --target --partition --retries --test-threads --status-level --final-status-level")]),
    ("cargo bench", CargoBench, &[As("cargo|cross bench"), Value(CARGO), Leave(CARGO_RAW)]),
    ("cargo build", CargoBuild, &[As("cargo|cross build|b, cargo rustc, wasm-pack build|test, maturin build|develop, trunk build"), Value(CARGO), Leave(CARGO_RAW)]),
    ("cargo check", CargoBuild, &[As("cargo|cross check|c, cargo fix"), Value(CARGO), Leave(CARGO_RAW)]),
    ("cargo doc", CargoBuild, &[As("cargo doc|d|rustdoc"), Value(CARGO), Leave(CARGO_RAW)]),
    ("cargo clippy", CargoClippy, &[As("cargo|cross clippy"), Value(CARGO), Leave(CARGO_RAW), Leave("--message-format=json* --explain")]),
    ("cargo fmt", CargoFmt, &[As("cargo fmt, rustfmt"), Value("-p --package --manifest-path --message-format --edition --config-path --config --emit"), Leave("--message-format=json* --emit=stdout|json|checkstyle -l --files-with-diff -V --print-config")]),
    ("cargo publish", CargoBuild, &[As("cargo publish|package"), Value(CARGO), Leave("-l --list")]),
    ("cargo install", CargoInstall, &[As("cargo install|update|fetch|add|remove|rm|uninstall|vendor|upgrade"), Value(CARGO), Value("--root --path --git --branch --tag --rev --registry --index --precise"), Leave("--list")]),
    ("cargo tree", CargoTree, &[Value(CARGO), Value("-i -e -f --invert --edges --prefix --depth --charset --prune"), Leave("-f --format --prefix=none")]),
    ("cargo audit", Task, &[As("cargo audit|deny|outdated|udeps|machete|xtask|make, cargo llvm-cov"), Leave("--json --format=json --lcov --cobertura --html --open --text"), LeaveWords(ENDLESS)]),
    ("rustc", Rustc, &[Operands(1, ANY), Words, Value("-o -L -l -C -A -W -D -F -Z --crate-name --crate-type --edition --emit --out-dir --target --cfg --extern --cap-lints --error-format"), Leave("-h -V -vV --print --explain --error-format=json*")]),

    ("go test", GoTest, &[Words, Value("-run -bench -benchtime -count -cpu -timeout -tags -parallel -coverprofile -coverpkg -covermode -cpuprofile -memprofile -o -p -mod -modfile -ldflags -gcflags -exec -skip -vet -outputdir"), Leave("-list -fuzz -c")]),
    ("gotestsum", GoTest, &[Value("-f --format --jsonfile --junitfile --packages --rerun-fails"), Leave("-h --watch --raw-command")]),
    ("go build", GoBuild, &[As("go build|install|generate, go tool compile, tinygo build"), Words, Value("-o -p -mod -modfile -tags -ldflags -gcflags -asmflags -buildmode -run -pkgdir -overlay")]),
    ("go vet", GoVet, &[As("go vet|fix"), Words, Value("-tags -vettool -mod")]),
    ("go mod", GoMod, &[As("go mod tidy|download|vendor|verify, go get, go work sync"), Words]),
    ("golangci-lint run", GolangciLint, &[As("golangci-lint run, staticcheck, revive"), Words, Value("-c -E -D -e -f --config --enable --disable --timeout --out-format --exclude --new-from-rev --build-tags --concurrency -j"), Leave("-h -f=json|sarif|binary|checkstyle --out-format=json*|checkstyle*|code-climate*|junit*|sarif*|html*|github*|teamcity* --output.json.path --output.sarif.path --output.checkstyle.path --output.junit-xml.path --output.html.path --output.code-climate.path -formatter=json|ndjson|checkstyle|sarif")]),

    ("gcc", Gcc, &[As("gcc|g++|cc|c++|clang|clang++|gcc-#|g++-#|clang-#|clang++-#|*-gcc|*-g++|emcc|em++|nvcc"), Operands(1, ANY), Words, Value("-o -I -L -D -U -x -include -isystem -iquote -idirafter -MF -MT -MQ -Xlinker -arch -target"), Leave("-E -M -MM -v -h -### -o=- -dumpversion -dumpmachine -dumpspecs -print-* --print-* --help* --target-help -fdiagnostics-format=json*|sarif* -Q")]),
    ("clang-tidy", Gcc, &[As("clang-tidy|cppcheck|clang-tidy-#"), Operands(1, ANY), Words, Value("-p --project -I"), Leave("-list-checks --list-checks -dump-config --dump-config --xml -h")]),
    ("zig build", Gcc, &[As("zig build|test|build-exe|build-lib|fmt, nim c|cpp|check, odin build|check|test"), Leave("-h -l --list-steps --watch --webui"), LeaveWords("run")]),
    ("make", Make, &[As("make|gmake|mingw32-make"), Value("-C -f -I -o -W -j -l --directory --file --makefile --include-dir --old-file --new-file"), Leave("-n -p -q -v -h --just-print --dry-run --recon --print-data-base --question"), LeaveWords(ENDLESS), LeaveWords("help")]),
    ("cmake", Cmake, &[Words, Value("-S -B -G -A -T -C --build --install --target --config --preset --parallel -j -t"), Leave("-E -P -N -L -LA -LAH -LH -h -version --open --help-* --system-information --graphviz --find-package --list-presets")]),
    ("ninja", Ninja, &[As("ninja|samu, meson compile|setup|install"), Value("-C -f -j -k -l -t -d -w"), Leave("-t -n -h -d")]),
    ("bats", Tap, &[Operands(1, ANY), Value("-f -F -j -o --filter --filter-tags --filter-status --formatter --jobs --output --report-formatter"), Leave("-h -v -c --count -F=junit --formatter=junit --report-formatter")]),
    ("ctest", Ctest, &[As("ctest, meson test"), Words, Value("-R -E -L -LE -C -j -I -T -M -S -D --test-dir --timeout --output-junit --preset"), Leave("-N -S -D -T -M -h --show-only --dashboard --list-presets --list")]),
    ("bazel build", Task, &[As("bazel|bazelisk|buck2 build|test, buck build|test, dune build|test|runtest, stack build|test, cabal build|test, sbt compile|test, lein test|compile|check, ant, rebar3 compile|eunit|ct|dialyzer|do, gleam build|test|check, crystal build|spec, dart analyze|test|format|fix, flutter analyze|test|build, scons, waf, raco test|make"), Leave("-h -w --watch --json --machine --output=json --reporter=json --curses=yes -projecthelp -p"), LeaveWords(ENDLESS)]),

    ("mvn", Maven, &[As("mvn|mvnw|mvnd"), Operands(1, ANY), Words, Value("-f -s -P -pl -T -rf -gs -l -t --file --settings --activate-profiles --projects --threads --resume-from --global-settings"), Leave("-v -h"), LeaveWords("spring-boot:run exec:* jetty:run* tomcat7:run* quarkus:dev liberty:dev archetype:generate help:* *:run *:dev *:run-forked versions:set-property")]),
    ("gradle", Gradle, &[As("gradle|gradlew"), Words, Value("-p -b -c -x -I -g --tests --project-dir --exclude-task --build-file --settings-file --init-script --gradle-user-home --console --warning-mode --max-workers"), Leave("-t -v -h -? -q --continuous --gui --quiet"), LeaveWords("bootRun *:bootRun run *:run appRun jettyRun quarkusDev *:quarkusDev runServer runClient init")]),
    ("javac", Javac, &[As("javac|kotlinc|scalac|groovyc|ecj"), Operands(1, ANY), Words, Value("-d -cp -classpath -sourcepath -source -target -encoding -h --release --class-path --module-path -s -processor"), Leave("-version -help -X -J-version")]),

    ("dotnet test", DotnetTest, &[As("dotnet test|vstest"), Value("-c -f -l -o -r -s -v -a -p --configuration --framework --logger --output --results-directory --settings --verbosity --filter --collect"), Leave("-t --list-tests")]),
    ("dotnet build", DotnetBuild, &[As("dotnet build|publish|restore|pack|clean|format|msbuild, msbuild|MSBuild, nuget restore"), Value("-c -f -o -r -v -s -p --configuration --framework --output --runtime --verbosity --source --property"), Leave("--getProperty --getItem --getTargetResult -getProperty:* -getItem:*")]),

    ("swift build", Swift, &[As("swift build|package, xcodebuild"), Words, Value("-c -scheme -project -workspace -configuration -destination -sdk -derivedDataPath -target --product --target --configuration --package-path"), Leave("-list -showBuildSettings -showsdks -showdestinations -version -json --show-bin-path"), LeaveWords("init dump-package describe show-dependencies")]),
    ("swift test", SwiftTest, &[Value("-c --filter --skip --configuration --package-path --num-workers"), Leave("-l --list-tests --show-codecov-path")]),
    ("swiftlint", Swiftlint, &[As("swiftlint, swiftlint lint|analyze, ktlint, detekt, scalafmt, scalafix, swiftformat"), Value("--config --path"), Leave("-h --reporter=json|csv|checkstyle|junit|html|sonarqube|sarif|plain* --stdin")]),

    ("mix test", MixTest, &[Value("--only --exclude --include --seed --max-failures --formatter --timeout"), Leave("--listen-on-stdin")]),
    ("mix compile", Mix, &[As("mix compile|credo|deps.get|deps.compile|deps.update|format|dialyzer|ecto.migrate|ecto.setup|ecto.create|ecto.reset|docs"), Leave("--format=json|sarif|flycheck|oneline")]),

    ("rspec", Rspec, &[As("rspec, cucumber"), Value("-e -t -f -r -I -o -P -O --example --tag --format --require --out --pattern --options --seed --order"), Leave("-f=json*|j|html*|h|junit* --format=json*|html*|junit* -v -h --init --dry-run")]),
    ("minitest", Minitest, &[As("rake test|spec|test:*|spec:*, rails test|spec|test:*, m"), Value("-n -e --name --exclude --seed -s --environment"), Leave("-h")]),
    ("rails", Task, &[As("rails db:*|assets:precompile|zeitwerk:check|generate|g|destroy|d|stats|tmp:clear|log:clear"), Leave("-h"), LeaveWords("dbconsole db")]),
    ("rake", Task, &[Value("-f -I -r -R --rakefile --libdir --require"), Leave("-T -P -n -W -D -A -h -V --tasks --prereqs --dry-run --where --describe"), LeaveWords(ENDLESS)]),
    ("rubocop", Rubocop, &[As("rubocop|standardrb|standard-ruby"), Value("-c -f -o -r -s -C --config --format --out --only --except --require --stdin"), Leave("-f=!progress|p|simple|s|clang|c|emacs|e --format=!progress|p|simple|s|clang|c|emacs|e -s -L -v -V -h --stdin --show-cops --list-target-files --show-docs-url --auto-gen-config --init --lsp --start-server --server")]),
    ("bundle", BundleInstall, &[Operands(0, 0)]),
    ("bundle install", BundleInstall, &[As("bundle install|update|add|remove|lock|check|outdated|clean|cache, gem install|update|uninstall|build|cleanup"), Value("-j -g --jobs --path --gemfile --without --with --group --source -v --version -s -r --skip-install"), Leave("-h --parseable --porcelain --print --help")]),

    ("gem list", AptList, &[As("gem list, bundle list|show, composer show"), Value("-i -v --group --only-group"), Leave("-h --paths --name-only --format=json --json --path -a --exact")]),

    ("phpunit", Phpunit, &[As("phpunit|paratest|pest|simple-phpunit, artisan test, run-tests.php"), Value("-c -p --configuration --filter --group --exclude-group --testsuite --bootstrap --log-junit --order-by --coverage-clover"), Leave("-h --list-tests --list-suites --list-groups --list-test-files --teamcity --list-tests-xml --watch --init --tap")]),
    ("phpstan", Phpstan, &[As("phpstan analyse|analyze, psalm, phpcs"), Value("-c -l -a -m --configuration --level --autoload-file --memory-limit --standard --error-format --output-format --report"), Leave("-h --error-format=!table --output-format=!console|compact --report=!full|summary --generate-baseline --init --language-server")]),
    ("php-cs-fixer", Task, &[As("php-cs-fixer fix|check, pint, phpcbf, rector, rector process, artisan migrate|migrate:*|db:seed|optimize|optimize:*|config:clear|cache:clear|route:clear|view:clear|key:generate|make:*"), Value("--config --path --format"), Leave("-h --format=!txt --output-format=!console --stdin")]),
    ("composer install", ComposerInstall, &[As("composer install|i|update|u|upgrade|require|r|remove|rm|dump-autoload|dumpautoload|outdated|audit|validate|check-platform-reqs")]),
    ("composer run", PackageScript, &[As("composer run|run-script *"), Leave("-l --list"), LeaveWords(ENDLESS)]),

    ("shellcheck", Shellcheck, &[Operands(1, ANY), Value("-f -s -e -i -o -S -P --format --shell --exclude --include --enable --severity --source-path"), Leave("-f=!tty --format=!tty -V --list-optional"), LeaveWords("-")]),
    ("shfmt", Task, &[Needs("-d -w --diff --write"), Value("-i -ln --indent --language-dialect"), Leave("-h --to-json --from-json"), LeaveWords("-")]),
    ("yamllint", Yamllint, &[Operands(1, ANY), Value("-f -c -d --format --config-file --config-data"), Leave("-f=!standard|auto|colored --format=!standard|auto|colored -h -v --list-files"), LeaveWords("-")]),
    ("hadolint", Hadolint, &[As("hadolint, actionlint, tflint"), Value("-f -c --format --config --ignore --failure-threshold --chdir"), Leave("-f=!tty|default --format=!tty|default -h -v --init"), LeaveWords("-")]),
    ("markdownlint", Markdownlint, &[As("markdownlint|markdownlint-cli2"), Value("-c -i -o -p -r --config --ignore --output --ignore-path --rules"), Leave("-j -h -s --json --stdin")]),
    ("pre-commit run", PreCommit, &[As("pre-commit run|install|autoupdate|gc|install-hooks, prek run, lefthook run"), Value("-c --config --files --hook-stage --from-ref --to-ref -s -o"), Leave("-h")]),
    ("codespell", Codespell, &[As("codespell|typos|cspell|vale, buf lint|build, sqlfluff lint, ansible-lint|checkov"), Leave("-h --format=json* -f=json --output=JSON --json -o=json")]),

    ("just", Task, &[As("just, just *"), Value("-f -d --justfile --working-directory --shell --set --dotenv-path"), Leave("-l -n -s -e -h -V --list --summary --dry-run --evaluate --dump --choose --show --edit --init --completions --json --groups --variables --usage"), LeaveWords(ENDLESS)]),
    ("task", Task, &[As("task|go-task, task|go-task *"), Value("-t -d --taskfile --dir -o --output -C -I --concurrency"), Leave("-l -a -w -n -i -j -h --list --list-all --watch --json --init --dry --status --summary --completion --sort"), LeaveWords(ENDLESS)]),
];
