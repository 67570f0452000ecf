"""The version of the referee that is installed."""

from importlib.metadata import PackageNotFoundError, version

from referee.game.messages.speech import say

PACKAGE = "mombasa-referee"


def version_words() -> str:
    """Return the version, or that there is none to name."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return say("commands.version.of-a-source-tree-that")
