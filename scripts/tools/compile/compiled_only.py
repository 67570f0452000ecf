"""A plugin of pytest that lets tests run with the compiled engine and no other."""

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

from scripts.tools.compile.compiled_copy import compiled_modules


def plain_modules() -> list[str]:
    """Return the modules of the engine that ought to be compiled and here are not."""
    files = {name: import_module(name).__file__ or "" for name in compiled_modules()}
    return [name for name, file in files.items() if not file.endswith(EXTENSION_SUFFIXES[0])]


def pytest_configure() -> None:
    """Refuse to run with plain modules; imported once, the compiled ones stay."""
    if plain := plain_modules():
        raise pytest.UsageError(f"not compiled: {', '.join(plain)}")


def pytest_report_header() -> str:
    """Say which engine is tested."""
    return f"engine: {len(compiled_modules())} modules compiled with mypyc"
