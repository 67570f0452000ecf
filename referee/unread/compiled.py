"""Sets with blanks are judged by plain modules: compiled ones know no numbers but plain ones."""

import sys
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType

from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.unread.partly_read import PartlyReadSet

PLAIN_ENDINGS = (".py", ".pyc")


class CompiledEngineError(RuntimeError):
    """A set with blanks was to be judged by modules that were compiled."""


def compiled_modules(modules: Iterable[ModuleType]) -> list[str]:
    """Return the names of those modules that are not plain Python."""
    return sorted(
        module.__name__
        for module in modules
        if not str(getattr(module, "__file__", None) or ".py").endswith(PLAIN_ENDINGS)
    )


def require_plain_engine(components: ComponentSet) -> None:
    """Make the engine ready for a partly read set; a `CompiledEngineError` if it is compiled."""
    if not isinstance(components, PartlyReadSet):
        return
    packages = ("referee.engine", "referee.transcript", "referee.game")
    loaded = [module for name, module in [*sys.modules.items()] if name.startswith(packages)]
    if names := compiled_modules(loaded):
        raise CompiledEngineError(
            say("components.compiled.is-compiled-and-would-lose", names=names[0])
        )
    # Compiled classes have no subclasses in plain modules, so this is not imported before.
    import_module("referee.unread.facts")
