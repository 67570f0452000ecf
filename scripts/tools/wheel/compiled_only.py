"""A plugin of pytest that lets tests run with compiled modules and no others."""

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

from scripts.tools.project import ROOT
from scripts.tools.wheel.native_modules import compiled_modules


def plain_modules() -> list[str]:
    """Return the modules that an install compiles and that are plain here."""
    files = {name: import_module(name).__file__ or "" for name in compiled_modules(ROOT)}
    return [name for name, file in files.items() if not file.endswith(EXTENSION_SUFFIXES[0])]


def pytest_configure() -> None:
    """Refuse to run with plain modules; imported once, the compiled ones stay."""
    if plain := plain_modules():
        raise pytest.UsageError(f"not compiled: {', '.join(plain)}")


def pytest_report_header() -> str:
    """Say what is tested."""
    return f"{len(compiled_modules(ROOT))} modules are compiled with mypyc"
