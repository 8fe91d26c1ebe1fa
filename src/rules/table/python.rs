//! Python: test runners, type checkers, linters, package managers. Sources:
//! docs.pytest.org, pip.pypa.io, docs.astral.sh, mypy.readthedocs.io, python-poetry.org.

use super::super::Reader::*;
use super::super::form::ANY;
use super::super::form::Rule::*;
use super::Row;

/// Python.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("pytest", Pytest, &[As("pytest|py.test"), Value("-k -m -p -c -o -n -W -r --maxfail --tb --durations --durations-min --cov-report --cov-config --rootdir --ignore --ignore-glob --deselect --junitxml --junit-xml --junit-prefix --confcutdir --basetemp --dist --timeout --color --capture --log-level --log-cli-level --log-file --import-mode --override-ini --numprocesses --random-order-seed --reruns --benchmark-json --report-log"), Leave("-h -V -f --pdb --trace --fixtures --fixtures-per-test --markers --collect-only --co --setup-plan --setup-only --cache-show --looponfail")]),
    ("tox", Pytest, &[As("tox, tox run|run-parallel|r|p, nox"), Value("-e -c -s -k -t -f -p -m --env --conf --session --sessions --workdir --result-json --posargs"), Leave("-h -l -a --listenvs --listenvs-all --list --list-sessions --showconfig --devenv --json")]),
    ("unittest", Unittest, &[As("unittest, manage.py test, django-admin test"), Value("-k -s -p -t --settings --pattern --start-directory --top-level-directory -v --verbosity --tag --exclude-tag --parallel"), Leave("-h --pdb")]),
    ("manage.py", Task, &[As("manage.py|django-admin check|makemigrations|migrate|collectstatic|showmigrations|compilemessages, alembic upgrade|downgrade|current|history|check|revision, flask db"), Leave("-h")]),
    ("mypy", Mypy, &[As("mypy, dmypy run|check|start|restart, ty check, pyrefly check, pytype"), Value("-m -p -c -O --module --package --command --config-file --python-version --python-executable --exclude --cache-dir --platform --output --disable-error-code --enable-error-code --junit-xml --output-format"), Leave("-h -V -O --output --output-format=!full|concise --install-types --stats -w --watch --lsp --any-exprs-report --linecount-report --html-report --xml-report --txt-report")]),
    ("pyright", Pyright, &[As("pyright|basedpyright"), Value("-p --project --pythonpath --pythonplatform --pythonversion --typeshedpath -v --venvpath --level --threads"), Leave("-h -w --outputjson --watch --stats --verifytypes --createstub --writebaseline --dependencies")]),
    ("ruff check", Ruff, &[As("ruff check|lint"), Value("-o --config --select --ignore --extend-select --extend-ignore --exclude --target-version --output-format --output-file --line-length --fixable --per-file-ignores --cache-dir"), Leave("-h -w -o --output-format=!full|concise|grouped|text --watch --show-files --show-settings --output-file --stdin-filename"), LeaveWords("-")]),
    ("ruff format", RuffFormat, &[As("ruff format, black, isort, autoflake, yapf, docformatter, pyupgrade, add-trailing-comma, djlint, blue"), Value("-l -t --config --line-length --target-version --exclude --include --extend-exclude --profile --settings-path --workers --range --stdin-filename --cache-dir"), Leave("-h -c --code --stdin-filename -V --show-files --show-config"), LeaveWords("-")]),
    ("flake8", Flake8, &[As("flake8|pycodestyle|pyflakes|pydocstyle|vulture|pyproject-flake8"), Value("-j --config --append-config --select --extend-select --ignore --extend-ignore --max-line-length --exclude --filename --per-file-ignores --max-complexity --format --output-file --min-confidence"), Leave("-h --format=json*|*%*|sarif|quiet-filename --stdin-display-name --bug-report"), LeaveWords("-")]),
    ("pylint", Pylint, &[Operands(1, ANY), Value("-j -d -e -f --rcfile --disable --enable --output-format --jobs --ignore --ignore-paths --fail-under --load-plugins --max-line-length"), Leave("-h -f=!text|colorized|parseable --output-format=!text|colorized|parseable --list-msgs --generate-rcfile --generate-toml-config --list-msgs-enabled --list-checkers")]),
    ("bandit", Task, &[As("bandit, pip-audit, safety check|scan, semgrep, semgrep scan|ci, interrogate, deptry, pip-licenses, mkdocs build, sphinx-build, twine check|upload, dvc status|pull|push, snakemake"), Value("-c -x -s -l -b -d -j --configfile --exclude --severity-level --config --output -o"), Leave("-h -f=!txt|screen|text|columns --format=!txt|screen|text|columns --json --sarif --output=json --list")]),

    ("pip list", PipList, &[As("pip|pip# list|freeze, uv pip list|freeze, poetry show, conda|mamba|micromamba list, pdm list"), Value("-p -n --python --path --exclude --format -r --name --prefix"), Leave("--format=!columns --json --export -e --explicit --freeze")]),
    ("pip show", PipShow, &[As("pip|pip# show, uv pip show"), Value("-p --python")]),
    ("pip install", PipInstall, &[As("pip|pip# install|download|wheel, uv pip install|sync, pipx install|upgrade|inject|upgrade-all|reinstall"), Value("-r -c -e -t -d -i -f -w -p --requirement --constraint --editable --target --platform --python --python-version --index-url --extra-index-url --find-links --prefix --root --src --no-binary --only-binary --config-settings --dest --spec"), Leave("--report --json")]),
    ("pip uninstall", PipInstall, &[As("pip|pip# uninstall"), Needs("-y --yes"), Value("-r --requirement")]),
    ("uv pip uninstall", PipInstall, &[As("uv pip uninstall, pipx uninstall|uninstall-all"), Value("-r -p --requirement --python")]),
    ("pip check", PipCheck, &[As("pip|pip# check, uv pip check")]),
    ("uv tree", CargoTree, &[As("uv tree, uv pip tree, pipdeptree"), Value("-p --python --depth --package --prune --invert"), Leave("-j --json --json-tree --graph-output -o --output -f --freeze")]),
    ("uv sync", UvSync, &[As("uv sync|add|remove|lock|build|venv|publish|init, uv tool install|upgrade|uninstall, uv python install|uninstall"), Value("-p -r -c --python --extra --group --package --index --requirements --constraints --rev --tag --branch --optional")]),
    ("poetry install", PoetryInstall, &[As("poetry install|update|add|remove|lock|sync|build|publish|check, pipenv install|sync|update|lock|uninstall|clean|check, pdm install|add|sync|update|remove|lock|build|publish, hatch build|publish|fmt, rye sync|lock|add|remove|build, flit build|install"), Value("-G -E --group --extras --with --without --only -e --source")]),
    ("conda install", PoetryInstall, &[As("conda|mamba|micromamba install|create|update|remove, conda|mamba|micromamba env create|update"), Needs("-y -f --yes --file"), Value("-n -p -c -f --name --prefix --channel --file"), Leave("-h --json -d --dry-run")]),
];
