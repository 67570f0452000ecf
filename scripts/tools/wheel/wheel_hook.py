"""Compiles the wheel where a C compiler is there; `REFEREE_PURE=1` asks for plain modules.

What is missing makes a plain wheel, never a failed install. A build says which of both it makes
(`pip install -v`), and so does `referee --version` afterwards.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[3]))

from scripts.tools.wheel.native_modules import CannotCompileError, compiled_into, lacking

COMPILER = ["mypy==2.4.1", "msgspec==0.22.0", "setuptools==84.2.1"]
"""What a build needs to compile; a test holds the versions to those of `constraints.txt`."""


class CompiledModulesHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds compiled modules to a wheel, beside their sources."""

    built: str | None = None
    """The folder with the compiled modules."""

    def dependencies(self) -> list[str]:
        """Return what has to be installed before a build."""
        return COMPILER if self._why_plain() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and hand over the files; say it where the modules stay plain."""
        if version == "editable":
            return
        if why := self._why_plain():
            self.app.display_info(f"the modules of the wheel stay plain: {why}")
            return
        self.app.display_info("compiling takes about two minutes")
        self.built = mkdtemp(prefix="referee-wheel-")
        try:
            placed = compiled_into(Path(self.built), Path(self.root))
        except CannotCompileError as error:
            self.app.display_warning(f"the modules of the wheel stay plain: {error}")
            return
        build_data["force_include"].update({str(file): place for file, place in placed.items()})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Clear away what was compiled: it is in the wheel."""
        if self.built is not None:
            shutil.rmtree(self.built, ignore_errors=True)

    @staticmethod
    def _why_plain() -> str | None:
        if os.environ.get("REFEREE_PURE", "") not in {"", "0"}:
            return "REFEREE_PURE asks for that"
        return next(lacking(), None)
