"""The package: the wheel that is built, and the lowest versions of others that it works with."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from scripts.tools.project import ROOT, python_path


@click.command(short_help="The wheel of this platform, or with --pure the one for all.")
@click.option("--pure", is_flag=True, help="Plain modules only.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT / "dist",
    show_default="dist",
    help="Put the wheel into this folder.",
)
def wheel(*, pure: bool, into: Path) -> int:
    """Build the wheel: compiled where there is a C compiler, unless plain modules are asked for."""
    build = ("-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps")
    return subprocess.call(  # noqa: S603 - our own project
        [sys.executable, *build, "--wheel-dir", str(into), str(ROOT)],
        env={**os.environ, "REFEREE_PURE": "1" if pure else ""},
    )


TESTS = (
    "tests/test_durable.py",
    "tests/test_workers.py",
    "tests/cli/test_cli_main.py",
    "tests/cli/test_cli_errors.py",
    "tests/cli/test_cli_check.py",
    "tests/cli/test_cli_batch.py",
    "tests/cli/test_cli_explain.py",
    "tests/cli/test_cli_review.py",
    "tests/corpora",
)
EXTRAS = ("cluster", "corpus", "pictures", "table")


@click.command()
def lowest() -> int:
    """Try commands and tests with the lowest versions that the metadata allows.

    Exits 1 if something fails.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    stated = [*project["dependencies"], *(each for name in EXTRAS for each in extras[name])]
    pinned = [re.sub(">=", "==", each, count=1) for each in stated]
    tools = [each for each in extras["dev"] if re.match("(pytest|hypothesis|httpx2)[>=]", each)]
    with TemporaryDirectory() as folder:
        python = str(Path(folder, "bin", "python"))
        environment = {**os.environ, "PYTHONPATH": python_path(ROOT)}
        for lowest in (
            [sys.executable, "-m", "venv", folder],
            [python, "-m", "pip", "install", "--quiet", *pinned, *tools],
            [python, "-P", "-m", "referee", "check", "--help"],
            [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS],
        ):
            if subprocess.call(lowest, cwd=ROOT, env=environment):  # noqa: S603 - our own
                return 1
    return 0
