"""Plain modules in place of compiled ones: a set that is partly read can be judged by no others.

An installed referee is mostly compiled. Compiled code knows no numbers but plain ones, and would
refuse those that nobody has read. The sources lie beside the compiled modules, so a process can
decide to import these alone; it has to, before it imports either.
"""

import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

OURS = ("referee", "referee_model")
PLAIN_ENDINGS = (".py", ".pyc")


def use_plain_modules() -> None:
    """Import only plain modules of the referee from here on, as sets with blanks need it.

    It is to be called before anything else of the referee is used; a `RuntimeError` if compiled
    modules are there already. Where nothing is compiled it changes nothing.

    >>> import referee
    >>> referee.use_plain_modules()
    """
    if there := compiled_modules([*sys.modules.values()]):
        raise RuntimeError(f"{there[0]} is imported already, and is compiled")
    if not are_plain():
        sys.meta_path.insert(0, _SourcesOnly())


def are_plain() -> bool:
    """Return whether this process imports plain modules alone."""
    return any(isinstance(finder, _SourcesOnly) for finder in sys.meta_path)


def compiled_modules(modules: Iterable[ModuleType]) -> list[str]:
    """Return the names of those of our modules that are not plain Python."""
    return sorted(
        module.__name__
        for module in modules
        if getattr(module, "__name__", "").partition(".")[0] in OURS
        and not str(getattr(module, "__file__", None) or ".py").endswith(PLAIN_ENDINGS)
    )


class _SourcesOnly:
    """Finds the sources of our modules, whatever lies beside them.

    It has no base, since `importlib.abc` takes longer to import than all of ours that need it.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or fullname.partition(".")[0] not in OURS:
            return None
        finders = [FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path]
        return next(filter(None, (finder.find_spec(fullname, target) for finder in finders)), None)
