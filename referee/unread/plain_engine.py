"""Sets with blanks are judged by plain modules: compiled ones know no numbers but plain ones."""

import sys
from importlib import import_module

from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.plain_modules import compiled_modules
from referee.unread.partly_read_set import PartlyReadSet


def hindrance(components: ComponentSet) -> str | None:
    """Return in words which compiled module keeps a partly read set from being judged, if any."""
    if not isinstance(components, PartlyReadSet):
        return None
    names = compiled_modules([*sys.modules.values()])
    return say("components.compiled.is-compiled-and-would-lose", names=names[0]) if names else None


def require_plain_engine(components: ComponentSet) -> None:
    """Make the engine ready for a partly read set; a `RuntimeError` if it is compiled."""
    if not isinstance(components, PartlyReadSet):
        return
    if (hindered := hindrance(components)) is not None:
        raise RuntimeError(hindered)
    # Compiled classes have no subclasses in plain modules, so this is not imported before.
    import_module("referee.unread.lazy_facts")
