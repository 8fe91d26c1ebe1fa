//! JavaScript and TypeScript: package managers, runners, test runners, compilers,
//! linters. Sources: docs.npmjs.com, pnpm.io, yarnpkg.com, bun.sh/docs, docs.deno.com,
//! vitest.dev, jestjs.io, playwright.dev, eslint.org, prettier.io, typescriptlang.org.

use super::super::Reader::*;
use super::super::form::ANY;
use super::super::form::Rule::*;
use super::Row;
use super::code::ENDLESS;

/// Options that make a script of the project run on, or print for programs.
const SCRIPT_RAW: &str = "-h --watch=!false --watchAll=!false --ui --json --format=json* --reporter=json* --reporters=json* --open --inspect --inspect-brk --debug-brk --help --version";

/// JavaScript and TypeScript.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("npm test", PackageTest, &[As("npm test|t|tst, pnpm test|t, yarn test, npm|pnpm|yarn|bun run test|test:*|unit|e2e|jest|vitest|mocha, npm run-script test|test:*, pnpm|yarn|bun test:*"), Leave(SCRIPT_RAW), LeaveBehind(SCRIPT_RAW), LeaveWords("*:watch *:ui *:debug *:open *:dev *:serve watch")]),
    ("npm run", PackageScript, &[As("npm|pnpm|yarn|bun run *, npm run-script|rum|urn *, pnpm run-script *"), Leave(SCRIPT_RAW), LeaveBehind(SCRIPT_RAW), LeaveWords(ENDLESS), LeaveWords("*.ts *.js *.mjs *.tsx *.jsx *.cjs *.mts")]),
    ("yarn build", PackageScript, &[As("pnpm|yarn|bun lint|typecheck|type-check|types|check|check-types|format|fmt|compile|coverage|validate|verify|generate|codegen|bundle|precommit|release|clean|build:*|lint:*|check:*|format:*|type:*|types:*|generate:*|db:*|coverage:*, pnpm|yarn build"), Leave(SCRIPT_RAW), LeaveBehind(SCRIPT_RAW), LeaveWords(ENDLESS)]),
    ("yarn workspace", PackageScript, &[As("yarn workspace * *, yarn workspaces run|foreach *, deno task *"), Leave(SCRIPT_RAW), LeaveBehind(SCRIPT_RAW), LeaveWords(ENDLESS)]),
    ("npx", PackageScript, &[As("npx|pnpx|bunx *, npm exec|x *, pnpm exec|dlx *, yarn exec|dlx *, bun x *"), Leave(SCRIPT_RAW), Leave("-h -i -w --watch=!false --json --ui --interactive --format=json* --reporter=json*"), LeaveWords(ENDLESS), LeaveWords("create-* create init http-server live-server nodemon vite json-server localtunnel tsx ts-node serve* degit")]),

    ("npm install", NpmInstall, &[As("npm install|i|in|ins|inst|add|ci|clean-install|ic|uninstall|un|unlink|remove|rm|r|update|up|upgrade|dedupe|ddp|prune|rebuild|rb|link|ln|install-test|it|cit|fund, bun install|i|add|a|remove|rm|update|link|ci, deno install|add|remove|cache"), Leave("-p --parseable")]),
    ("pnpm install", PnpmInstall, &[As("pnpm install|i|add|remove|rm|uninstall|un|update|up|upgrade|import|rebuild|rb|prune|fetch|link|ln|unlink|dedupe|deploy|patch-commit|install-test|it"), Leave("-i --interactive")]),
    ("yarn", YarnInstall, &[Operands(0, 0)]),
    ("yarn install", YarnInstall, &[As("yarn install|add|remove|upgrade|up|import|dedupe|link|unlink|rebuild, yarn global add|remove|upgrade, yarn set version"), Leave("-i --interactive")]),
    ("npm ls", NpmLs, &[As("npm ls|list|la|ll, npm explain|why, pnpm ls|list|la|ll|why, yarn list|why|info, bun pm ls, bun why"), Value("--depth --pattern"), Leave("-p --parseable --jq")]),
    ("npm outdated", NpmOutdated, &[As("npm|pnpm|yarn|bun outdated, npm-check-updates|ncu"), Leave("-p --parseable --jsonUpgraded --format=json -i --interactive")]),
    ("npm audit", NpmAudit, &[As("npm|pnpm|yarn|bun audit, yarn npm audit"), Value("--audit-level --level --severity")]),
    ("npm view", NpmView, &[As("npm view|info|show|v, pnpm view|info"), Operands(1, 1)]),

    ("bun test", BunTest, &[Value("-t --timeout --test-name-pattern --preload --coverage-reporter"), Leave("--reporter=junit")]),
    ("deno test", DenoTest, &[As("deno test|bench"), Value("-c --config --filter --coverage --reporter"), Leave("-h --watch --json --inspect --inspect-brk --reporter=junit|tap")]),
    ("deno check", Deno, &[As("deno check|lint|fmt|compile"), Value("-c --config"), Leave("-h --json --watch --rules"), LeaveWords("-")]),
    ("vitest", Vitest, &[As("vitest, vitest run|related"), Value("-t -c -r --testNamePattern --config --root --project --reporter --shard --coverage.reporter --dir --environment --pool --maxWorkers --minWorkers --retry --bail --testTimeout"), Leave("-w -h -v --watch=!false --ui --reporter=json*|junit|tap*|html|blob --inspect --inspect-brk --standalone --merge-reports --clearCache"), LeaveWords("bench list init watch dev")]),
    ("jest", Jest, &[As("jest, react-scripts test"), Value("-t -c -w --testNamePattern --config --maxWorkers --reporters --testPathPattern --testPathPatterns --rootDir --selectProjects --shard --coverageReporters --testTimeout"), Leave("-h -v --watch=!false --watchAll=!false --json --listTests --showConfig --init --clearCache --outputFile")]),
    ("playwright test", Playwright, &[Value("-c -g -j --config --grep --grep-invert --project --reporter --retries --workers --shard --timeout --output --repeat-each --max-failures"), Leave("-h --ui --debug --list --reporter=json|junit|html|blob|github --ui-port --ui-host")]),
    ("playwright install", Task, &[As("playwright install|install-deps|uninstall, cypress install|verify, puppeteer browsers, husky install, husky"), Leave("-h --dry-run")]),
    ("mocha", Mocha, &[As("mocha, ava, tap, uvu, jasmine, karma run"), Value("-R -g -f -t -r -s -O --reporter --grep --fgrep --timeout --require --config --spec --ignore"), Leave("-w -h -V --watch --inspect --inspect-brk --reporter=!spec|dot|min -R=!spec|dot|min --list-interfaces --list-reporters --tap -t=tap")]),
    ("cypress run", Cypress, &[As("cypress run"), Value("-s -b -c -e -r --spec --browser --config --env --reporter --project"), Leave("-h --reporter=json --headed")]),
    ("node --test", NodeTest, &[As("node|nodejs"), Needs("--test"), Value("--test-name-pattern --test-reporter --test-concurrency --test-timeout -r --require --import --loader"), Leave("-h -v -e -p -i --watch --inspect --inspect-brk --test-reporter=!spec --eval --print")]),

    ("tsc", Tsc, &[As("tsc|vue-tsc|tsgo, svelte-check, attw"), Words, Value("-p -t -m --project --target --module --outDir --rootDir --lib --tsconfig --output --threshold"), Leave("-w -v -h --watch --showConfig --init --all --listFilesOnly -watch -version -help -init -showConfig --output=machine*")]),
    ("eslint", Eslint, &[As("eslint|eslint_d, xo, tslint"), Value("-c -f -o --config --format --output-file --ext --rule --plugin --parser --ignore-path --ignore-pattern --max-warnings --cache-location --cache-strategy --resolve-plugins-relative-to --env --global --parser-options --rulesdir"), Leave("-f=!stylish --format=!stylish -o -h -v --output-file --print-config --init --env-info --stdin --inspect-config --fix-dry-run=json")]),
    ("biome", Biome, &[As("biome check|lint|format|ci"), Value("--config-path --max-diagnostics --diagnostic-level --reporter --only --skip --since"), Leave("-h --reporter --stdin-file-path")]),
    ("oxlint", Oxlint, &[Value("-c -f -A -W -D --config --format --threads --tsconfig"), Leave("-h -V -f=!default --format=!default --rules --init --lsp --print-config")]),
    ("stylelint", Stylelint, &[Operands(1, ANY), Value("-f -c -o --formatter --custom-formatter --config --output-file --ignore-path --max-warnings"), Leave("-h -v -o -f=!string|verbose --formatter=!string|verbose --print-config --stdin --stdin-filename --custom-formatter --output-file")]),
    ("prettier", Prettier, &[Needs("-c -w --check --write"), Value("--config --ignore-path --parser --plugin --log-level --cache-location --tab-width --print-width"), Leave("-h -l --list-different --stdin-filepath --file-info --find-config-path --support-info")]),
    ("knip", Task, &[As("knip, depcheck, madge, size-limit, publint, syncpack lint|list-mismatches, dprint check|fmt, commitlint, ls-lint, type-coverage"), Leave("-h -w --watch --json --reporter=json --dot --image")]),

    ("next build", Next, &[As("next build|lint|typegen"), Leave("-h")]),
    ("vite build", Bundler, &[As("vite build|optimize, webpack, webpack build|bundle, rspack build, rollup, tsup, tsdown, unbuild, parcel build, astro build|check|sync, nuxt|nuxi build|generate|prepare|typecheck, ng build|lint, gatsby build, remix build, react-router build|typegen, svelte-kit sync, vue-cli-service build|lint, react-scripts build, expo export|prebuild, storybook build, build-storybook, electron-builder, vitepress build, docusaurus build, eas build, wrangler deploy, vercel build, netlify build"), Value("-c -o -d -f -m -i --config --mode --outDir --format --output-path --input --file --dir --env"), Leave("-w -h -v --watch=!false --json --profile-json --watch-poll --stdin --dry-run --local --interactive"), LeaveWords(ENDLESS)]),
    ("esbuild", Bundler, &[Needs("--outfile --outdir"), Leave("--watch --serve")]),
    ("turbo", Bundler, &[As("turbo run *, turbo build|lint|test|typecheck|check-types|check|format, lerna run|exec|bootstrap|publish, wireit"), Value("-F --filter --concurrency --cache-dir --output-logs --scope"), Leave("-h --watch --ui=tui --json"), LeaveWords(ENDLESS)]),
    ("nx", Bundler, &[As("nx build|test|lint|run|run-many|affected|e2e|typecheck|format:check|format:write|format|sync|migrate|reset"), Value("-t -p -c --target --targets --projects --configuration --base --head --parallel --exclude"), Leave("-h"), LeaveWords(ENDLESS)]),
    ("prisma", Prisma, &[As("prisma generate|validate|format, prisma migrate dev|deploy|status|resolve|reset|diff, prisma db push|pull|seed, drizzle-kit generate|push|check|migrate, knex migrate:*|seed:*, sequelize|sequelize-cli db:*, typeorm migration:*"), Value("--name --from-schema --to-schema"), Leave("--script --print --watch")]),
];
