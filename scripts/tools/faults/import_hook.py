"""Lets a process import a module with a fault in it, without touching the file."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from scripts.tools.faults.sites import PlantedFault


class _Spoilt(SourceFileLoader):
    """Loads a file as if the fault stood in it."""

    def __init__(self, module: str, path: str, fault: PlantedFault) -> None:
        super().__init__(module, path)
        self.fault = fault

    def get_code(self, _fullname: str, /) -> CodeType:
        """Return the code of the spoilt text; never a cached one."""
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(self.fault.planted(source), self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the one module that is spoilt."""

    def __init__(self, root: Path, fault: PlantedFault) -> None:
        self.module = module_of(fault.path)
        self.loader = _Spoilt(self.module, str(root / fault.path), fault)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Return the spoilt module, and nothing for any other name."""
        if fullname != self.module:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def module_of(path: str) -> str:
    """Return the dotted name of a module of the checkout."""
    return path.removesuffix(".py").replace("/", ".")


def plant(root: Path, fault: PlantedFault) -> None:
    """Make this process import the faulty module; it must not have been imported before."""
    module = module_of(fault.path)
    if module in sys.modules:
        raise ImportError(f"{module} was imported before the fault was planted")
    sys.meta_path.insert(0, _Finder(root, fault))
