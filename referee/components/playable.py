"""Whether a game can be played with a component set, even one with short bases and tracks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from referee.components.audit import breaches, in_reading_order
from referee.components.set_invariant import across, at, needed
from referee.components.statements import STATEMENTS
from referee.components.statements.amounts import is_increasing
from referee.components.statements.bases import COLUMNS
from referee.game.component_set import SINGLE_TABLES, ComponentSet
from referee.game.input_limits import ENTRIES_OF_A_TABLE, too_much
from referee.game.messages.speech import say
from referee.game.set_drafts import ComponentSetError, EntryFinding
from referee.game.set_entries import excess_in
from referee.game.set_reader import read_draft
from referee.game.set_tables import FILE_OF_TABLE

if TYPE_CHECKING:
    # Importing it takes as long as reading a small set.
    from importlib.resources.abc import Traversable

LENGTHS: Final = frozenset(
    {
        "bases-columns",
        "bases-coinless",
        "board-values-rise",
        "board-five-books",
        "board-crossed-out",
    }
)
"""What need not hold of a set with short bases and tracks, which are made to reach their ends."""


def _columns(components: ComponentSet) -> Iterator[EntryFinding]:
    for base in components.bases:
        if len(base.columns) != COLUMNS or not all(base.columns):
            lengths = ", ".join(str(len(column)) for column in base.columns) or "0"
            problem = say(
                "components.playable.columns-of-spaces-expected-each",
                lengths=f"{lengths:.40}",
                columns=COLUMNS,
            )
            yield at("bases", base, problem)


def _values(components: ComponentSet) -> Iterator[EntryFinding]:
    for table in sorted(SINGLE_TABLES):
        for track in getattr(components, table):
            steps = [value.at for value in track.values]
            pounds = [value.pounds for value in track.values]
            if not is_increasing(steps) or not is_increasing(pounds):
                problem = say(
                    "components.playable.values-of-pounds-at-expected",
                    pounds=f"{pounds!s:.60}",
                    steps=f"{steps!s:.60}",
                )
                yield at(table, track, problem)


def _boards(components: ComponentSet) -> Iterator[EntryFinding]:
    for table in sorted(SINGLE_TABLES):
        if (seen := len(getattr(components, table))) != 1:
            yield across(table, say("components.playable.there-are-all-player-boards", seen=seen))


PLAYABLE: Final = (
    *(statement for statement in STATEMENTS if statement.id not in LENGTHS),
    needed("play-columns", "bases", _columns),
    needed(
        "play-values",
        "diamond_tracks book_tracks",
        _values,
    ),
    needed(
        "play-boards",
        "diamond_tracks book_tracks",
        _boards,
    ),
)


def open_set(folder: "Traversable") -> ComponentSet:
    """Return the set in `folder`; a `ComponentSetError` if no game can be played with it."""
    draft = read_draft(folder)
    with draft.lines_named():
        if draft.findings:
            raise ComponentSetError(tuple(draft.findings))
        components = draft.as_set()
        check_playable(components)
    return components


def require_limits(components: ComponentSet) -> None:
    """Raise `ComponentSetError` if a set has more of anything than is read of one in files."""
    found: list[EntryFinding] = []
    for table, file in FILE_OF_TABLE.items():
        entries = getattr(components, table)
        if len(entries) > ENTRIES_OF_A_TABLE:
            found.append(EntryFinding(file, "", too_much(table, len(entries), ENTRIES_OF_A_TABLE)))
            continue
        for number, entry in enumerate(entries, 1):
            problems = excess_in(msgspec.to_builtins(entry))
            found += [
                EntryFinding(
                    file, say("components.playable.number", table=table, number=number), words
                )
                for words in problems
            ]
    if found:
        raise ComponentSetError(tuple(found))


def check_playable(components: ComponentSet) -> None:
    """Raise `ComponentSetError` with every contradiction that keeps a set from being played."""
    if found := breaches(components, PLAYABLE):
        raise ComponentSetError(in_reading_order(found, components))
