"""The version of the referee that is installed, and whether its modules are compiled."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from referee.game.messages.speech import say

PACKAGE = "mombasa-referee"


def version_words() -> str:
    """Return the version, or that there is none to name."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return say("commands.version.of-a-source-tree-that")


def kind_of_modules() -> str:
    """Return whether an install has compiled modules."""
    engine = Path(__file__).parents[1] / "engine"
    compiled = any(file.name.endswith(tuple(EXTENSION_SUFFIXES)) for file in engine.iterdir())
    return say("commands.version.compiled" if compiled else "commands.version.plain")
