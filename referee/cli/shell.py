"""What the shell offers after TAB: ids, names and moments; only what is asked for is read."""

import os
from contextlib import suppress
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from referee.core.shipped_files import shipped

HEADER = "set.toml"
"""The file by which the folder of a component set is known."""

MADE_SETS = ("random", "small", "tiny")
"""Kinds of component sets that are made by lot; a number follows."""

SUFFIXES = (".mgn", ".json", ".jsonl")


def shipped_games(typed: str = "games/") -> list[str]:
    """Return the names of the shipped games that begin with what was typed, as it was typed.

    They may be named without the folder that all of them are in.
    """
    root = shipped("games")
    found = sorted(path.relative_to(root) for path in root.rglob("*") if path.suffix in SUFFIXES)
    # A game of the table comes before those that were made to show a fault.
    names = [f"games/{path.as_posix()}" for path in sorted(found, key=lambda p: len(p.parts))]
    if not "games/".startswith(typed[: len("games/")]):
        names = [name.removeprefix("games/") for name in names]
    return [name for name in names if name.startswith(typed)]


def shipped_files(typed: str) -> list[CompletionItem]:
    """Return the shipped games that can be meant where no file begins with what was typed."""
    if not typed.startswith("games/") or any(Path().glob(f"{_escaped(typed)}*")):
        return []
    return [CompletionItem(name) for name in shipped_games(typed)]


def set_names(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the sets that begin with what was typed: names or folders."""
    found = ("reference", *(f"{name}-0" for name in MADE_SETS))
    return [CompletionItem(name) for name in found if name.startswith(typed)] + set_folders(typed)


def themes(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the themes of the shipped puzzles that begin with what was typed."""
    from referee.api.puzzles import puzzles  # noqa: PLC0415

    found = sorted({theme for puzzle in puzzles() for theme in puzzle.themes})
    return [CompletionItem(each) for each in found if each.casefold().startswith(typed.casefold())]


def _shows_help() -> bool:
    """Return whether the shell shows more than the word; reading the sentences takes time."""
    return not os.environ.get("_REFEREE_COMPLETE", "").startswith("bash")


def rule_ids(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the rules whose ids begin with what was typed, with what must hold."""
    from referee.i18n import language  # noqa: PLC0415
    from referee.rulebook import RULES  # noqa: PLC0415

    found = [rule for rule in RULES.values() if rule.id.startswith(typed.upper())]
    return [
        CompletionItem(rule.id, help=language().holds(rule) if _shows_help() else None)
        for rule in found
    ]


def ruling_ids(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the rulings whose ids begin with what was typed, with their questions."""
    from referee.core.rulings import RULINGS  # noqa: PLC0415
    from referee.i18n import language  # noqa: PLC0415

    return [
        CompletionItem(
            ruling.id, help=language().ruling(ruling).question if _shows_help() else None
        )
        for ruling in RULINGS.values()
        if ruling.id.startswith(typed.lower())
    ]


def puzzle_ids(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the shipped puzzles whose ids begin with what was typed, or files of one's own."""
    if "/" in typed or typed.startswith("."):
        return [CompletionItem(typed, type="file")]
    names = sorted(path.stem for path in shipped("puzzles").glob("*.toml"))
    return [CompletionItem(name) for name in names if name.startswith(typed)]


def set_folders(typed: str) -> list[CompletionItem]:
    """Return the folders below the one that was typed which hold a component set."""
    found = sorted(path.parent for path in Path().glob(f"{_escaped(typed)}*/{HEADER}"))
    return [CompletionItem(str(folder)) for folder in found]


def _escaped(typed: str) -> str:
    """Return what was typed with nothing in it that would stand for other characters."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in typed.removeprefix("./"))


def objectives(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return what can be the highest: a measure, also as the next part of a sum."""
    from referee.api.optima import OBJECTIVES  # noqa: PLC0415

    # A minus may also be the hyphen of a name.
    for split in (0, *(at for at, sign in enumerate(typed, 1) if sign in "+-*")):
        found = [name for name in OBJECTIVES if name.startswith(typed[split:])]
        if found:
            return [CompletionItem(typed[:split] + name) for name in found]
    return []


def moments(context: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the rounds of the game that was named, or with a point typed the turns of a round."""
    from referee.api.games import load  # noqa: PLC0415

    # While an option lacks its value click leaves the arguments before it as they are.
    words = [word for word in context.args if not word.startswith("-")]
    file = context.params.get("file") or next(map(Path, words), None)
    if file is None or str(file) == "-":
        return []
    found: dict[str, None] = {}
    # Whatever is wrong with the file, a shell wants no words about it now.
    with suppress(Exception):
        for moment in load(file, components=context.params.get("components")).moments():
            state = moment.before
            found[str(state.round)] = None
            if state.phase == "actions":
                found[f"{state.round}.{state.turn}"] = None
    return [
        CompletionItem(name)
        for name in found
        if name.startswith(typed) and ("." in typed) == ("." in name)
    ]
