"""Sets with blanks are judged by plain modules: compiled ones know no numbers but plain ones."""

import sys
from importlib import import_module

from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.plain_modules import compiled_modules
from referee.unread.partly_read import PartlyReadSet


class CompiledEngineError(RuntimeError):
    """A set with blanks was to be judged by modules that were compiled."""


def require_plain_engine(components: ComponentSet) -> None:
    """Make the engine ready for a partly read set; a `CompiledEngineError` if it is compiled."""
    if not isinstance(components, PartlyReadSet):
        return
    if names := compiled_modules([*sys.modules.values()]):
        raise CompiledEngineError(
            say("components.compiled.is-compiled-and-would-lose", names=names[0])
        )
    # Compiled classes have no subclasses in plain modules, so this is not imported before.
    import_module("referee.unread.facts")
