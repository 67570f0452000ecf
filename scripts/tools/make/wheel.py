"""Build the wheel of this platform, or the one of plain modules for all."""

import os
import subprocess
import sys
from pathlib import Path

import click

from scripts.tools.project import ROOT


@click.command(short_help="The wheel of this platform, or with --pure the one for all.")
@click.option("--pure", is_flag=True, help="Plain modules only.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT / "dist",
    show_default="dist",
    help="Put the wheel into this folder.",
)
def command(*, pure: bool, into: Path) -> int:
    """Build the wheel: compiled where there is a C compiler, unless plain modules are asked for."""
    build = ("-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps")
    return subprocess.call(  # noqa: S603 - our own project
        [sys.executable, *build, "--wheel-dir", str(into), str(ROOT)],
        env={**os.environ, "REFEREE_PURE": "1" if pure else ""},
    )
