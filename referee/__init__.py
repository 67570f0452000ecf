"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> referee.check("games/two-players.mgn").verdict
'legal'

`docs/api.md` tells what each name is for; `referee.types` has the types that only annotations name.
Importing this costs nothing: a name is fetched from its module when it is first used. Type checkers
read `__init__.pyi`, which says the same.
"""

from collections.abc import Callable, Mapping

_NAMES = {
    "api.batches": "check_all",
    "api.conformance": "conform",
    "api.copy_questions": "Copy",
    "api.corpora": "BatchResults",
    "api.errors": (
        "CompiledModulesError IllegalTurn ImpossibleTableError IncompleteTurn InternalError"
        " NoAnswerError NoLegalTurn NotFoundError ProgramError RefereeError TimeLimitExceeded"
        " UnknownValueError UnreadableError UsageError WriteError"
    ),
    "api.explanations": "Explanation",
    "api.games": "Game check load loads",
    "api.games_in_progress": "Recording",
    "api.gaps": "Gaps",
    "api.languages": "languages use_language use_plain_modules",
    "api.optima": "BestTurn",
    "api.puzzles": "Puzzle puzzles",
    "api.repairs": "Repair repair",
    "api.replays": "Replay",
    "api.reviews": "Review",
    "api.rule_pages": "rule rules ruling rulings",
    "api.scenes": "Scene",
    "api.scores": "Score",
    "api.selfplay": "deal play",
    "api.tables": "Table",
    "api.turns": "Turn",
    "api.verdicts": "Verdict",
    "core.budget": "Budget",
    "core.component_set": "ComponentSet",
}
"""By module the names that are offered here."""


def homes(names: Mapping[str, str]) -> dict[str, str]:
    """Return by name the module that it is at home in."""
    ours = {True: "", False: "referee."}
    return {
        name: f"{ours[module.startswith('referee_model')]}{module}"
        for module, listed in names.items()
        for name in listed.split()
    }


def fetching(module: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return what imports a name of a module from where it is at home."""

    def fetch(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        # Not before anything is asked for: what the command imports first should take no time.
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(homes[name]), name)

    return fetch


_HOMES = homes(_NAMES)
_fetch = fetching(__name__, _HOMES)

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the table above is the only list


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415

        return version("mombasa-referee")
    found = _fetch(name)
    from referee.api.errors import public_function  # noqa: PLC0415

    if isinstance(found, type):
        if not found.__module__.startswith("referee.api") and "__init__" in vars(found):
            setattr(found, "__init__", public_function(vars(found)["__init__"]))  # noqa: B010
    elif callable(found):
        found = public_function(found)
        # It is sent to other processes by this name.
        found.__module__ = __name__
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
