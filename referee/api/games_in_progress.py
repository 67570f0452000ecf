"""A game that is recorded while it is played: extended, mended in the middle, judged at once.

A game in progress belongs to one thread at a time: to share one, put a lock around it. All
that it hands out is frozen and may go anywhere.
"""

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from msgspec.structs import replace

from referee.api.errors import UsageError, public_methods
from referee.api.game_versions import (
    Change,
    GameStatus,
    GameVersion,
    JudgedEntry,
    NextStatement,
    StatementVerdict,
    due_at,
    first_touched,
    go_without_saying,
)
from referee.api.games import Game, read_rulings
from referee.api.sources import chosen_set, unreadable
from referee.api.tables import Drawn, Table
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.ids import TrackId
from referee.core.problem import NOWHERE
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.state import State
from referee.core.turns import Turn
from referee.i18n.page_words import picture_words
from referee.i18n.speech import one_by_one, say
from referee.records.names import Names
from referee.records.reader import read_statement
from referee.records.record import (
    FORMAT,
    Header,
    NamedPlayer,
    Record,
    SaidHappening,
    SetupMode,
    Statement,
    UnreadableRecordError,
)
from referee.records.soundness import sound
from referee.records.writer import line_of, statement_of

if TYPE_CHECKING:
    from referee.api.scenes import Scene


# The header of a game in progress, from what somebody says about it -------------------------------
def header_of(
    components: ComponentSet,
    *,
    players: Sequence[str] | Mapping[str, str | None],
    setup: str,
    tracks: Sequence[str] | None,
    rulings: Rulings | Mapping[str, str] | None,
    title: str | None,
) -> Header:
    """Return the header of a game; a `UsageError` for a setup or rulings that there are not."""
    mode = next((known for known in get_args(SetupMode) if known == setup), None)
    if mode is None:
        known = ", ".join(get_args(SetupMode))
        raise UsageError.of("answers.game_headers.no-setup", setup=f"{setup!r:.40}", known=known)
    named = players.items() if isinstance(players, Mapping) else ((each, None) for each in players)
    return Header(
        players=tuple(NamedPlayer(colour, name) for colour, name in named),
        components=components.name,
        digest=components.digest,
        rulings=read_rulings(rulings or {}, DEFAULT_RULINGS),
        setup=mode,
        tracks=None if tracks is None else tuple(map(TrackId, tracks)),
        title=title,
    )


def as_arguments(header: Header) -> dict[str, Any]:
    """Return what `header_of` makes this header from."""
    return {
        "players": {player.colour: player.name for player in header.players},
        "setup": header.setup,
        "tracks": header.tracks,
        "rulings": header.rulings,
        "title": header.title,
    }


# What may be said to a game that is being recorded, read as a statement that makes sense in it ----
Stated = str | Statement | Event
"""A line of the notation, or an event."""


def require_sound(record: Record, components: ComponentSet) -> None:
    """Refuse what a record in JSON could not say either."""
    try:
        sound(record, lambda _: components)
    except UnreadableRecordError as error:
        raise UsageError(one_by_one(problem.message for problem in error.problems)) from error


def _read(said: Stated, header: Header, components: ComponentSet, table: State | None) -> Statement:
    if isinstance(said, Statement):
        return said
    if not isinstance(said, str):
        return statement_of(said, header.rulings, components)
    try:
        found = read_statement(said, Names(components, header.players), table)
    except UnreadableRecordError as error:
        raise unreadable(say("answers.games_in_progress.the-statement"), error.problems) from error
    if found is None:
        raise UsageError.of("answers.games_in_progress.empty-line")
    return found


@public_methods
class Recording(Drawn):
    """A game that is being recorded: players by seat, by colour and perhaps with names.

    >>> import referee
    >>> game = referee.Recording({"blue": "Ann", "green": None})
    >>> print(game.to_text().splitlines()[0])
    players blue "Ann", green
    """

    def __init__(
        self,
        players: Sequence[str] | Mapping[str, str | None],
        *,
        setup: SetupMode | str = "first-game",
        tracks: Sequence[str] | None = None,
        components: ComponentSet | Path | str | None = None,
        rulings: Rulings | Mapping[str, str] | None = None,
        title: str | None = None,
    ) -> None:
        chosen = chosen_set(components)
        header = header_of(
            chosen, players=players, setup=setup, tracks=tracks, rulings=rulings, title=title
        )
        self._begin(header, chosen)
        require_sound(self.record, chosen)

    @classmethod
    def of(cls, game: Game) -> "Recording":
        """Return a recorded game as one that is being recorded."""
        recording = cls.__new__(cls)
        recording._begin(game.record.header, game.components)  # noqa: SLF001 - it is being made
        statements = [replace(statement, at=NOWHERE) for statement in game.record.statements]
        recording._take_over(statements)  # noqa: SLF001
        return recording

    def _begin(self, header: Header, components: ComponentSet) -> None:
        self.components = components
        self._now = GameVersion(header, components)
        self._past: list[GameVersion] = []
        self._future: list[GameVersion] = []
        self._addresses = count(1)

    def __repr__(self) -> str:
        return f"Recording({len(self._now.entries)} statements, {self.status().verdict})"

    def __copy__(self) -> "Recording":
        """Return the same game, to be changed without changing this one."""
        other = Recording.__new__(Recording)
        vars(other).update(vars(self), _past=[*self._past], _future=[*self._future])
        return other

    # Looking ---------------------------------------------------------------------------------

    @property
    def scene(self) -> "Scene":
        """What a picture shows of the table as it is now."""
        return self.table().scene

    @property
    def header(self) -> Header:
        """Who plays, and with what."""
        return self._now.header

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return self._now.colours

    @property
    def addresses(self) -> tuple[int, ...]:
        """The addresses of the statements, in their order."""
        return tuple(entry.address for entry in self._now.entries)

    @property
    def record(self) -> Record:
        """The game as a record."""
        return self._now.record

    def game(self) -> Game:
        """Return the game as it is now, which no later change touches."""
        return Game(self.record, self.components, say("answers.games_in_progress.game-in-progress"))

    def verdicts(self) -> tuple[StatementVerdict, ...]:
        """Return every statement with its verdict, in their order."""
        return tuple(map(self._now.verdict, self._now.entries))

    def verdict(self, address: int) -> StatementVerdict:
        """Return a statement with its verdict."""
        return self._now.verdict(self._now.entry(address))

    def sentence(self, address: int) -> str:
        """Return a statement as a sentence, as far as it is one of the game; else as it is written.

        >>> import referee
        >>> game = referee.load("games/two-players.mgn").recording()
        >>> game.sentence(game.addresses[-1])
        'Green ends the phase.'
        """
        from referee.drawing.story import EventSentences  # noqa: PLC0415 - few ask

        statement = self._now.entry(address).statement
        if not isinstance(statement.said, Turn | SaidHappening):
            return line_of(statement, self.colours)
        called = [
            player.name or picture_words().colour(player.colour) for player in self.header.players
        ]
        return EventSentences(self.components, tuple(called)).sentence(statement.said)

    def status(self) -> GameStatus:
        """Return the verdict on the whole game so far."""
        return self._now.status()

    def table(self, address: int | None = None, *, before: bool = False) -> Table:
        """Return the table after a statement, or before it, or the one that lies there now.

        >>> import referee
        >>> game = referee.Recording(["blue", "green"])
        >>> game.table().state.phase
        'deal-cards'
        """
        if address is None:
            return self._now.table(len(self._now.entries))
        upto = self._now.index(address) + (not before)
        self._now.require_judged(upto, address)
        return self._now.table(upto)

    def next(self) -> NextStatement:
        """Return what has to be said next, and by whom.

        >>> import referee
        >>> game = referee.Recording(["blue", "green"])
        >>> due = game.next()
        >>> due.kinds, due.write
        (('deal-cards',), ('the first deal of the card display is missing: write `display:` and \
12 cards',))
        """
        entries, opened = self._now.entries, self._now.opened()
        step = None if opened is None else opened.step
        return due_at(
            self.table(),
            entries[-1].statement.said if entries else None,
            None if opened is None else opened.address,
            None if step is None else step.missing,
        )

    def recording_table(self) -> Table:
        """Return the table at which something has to be said.

        What goes without saying has happened there.

        >>> import referee
        >>> referee.Recording(["blue", "green"]).recording_table().moment
        'setup: deal cards'
        """
        return go_without_saying(self.table()).table

    # Changing --------------------------------------------------------------------------------

    def append(self, said: Stated) -> Change:
        """Add a statement at the end, legal or not; only it is judged.

        >>> import referee
        >>> game = referee.Recording(["blue", "green"])
        >>> change = game.append("blue end left")
        >>> change.address, change.verdict.verdict, change.standing.verdict
        (1, 'undecided', 'undecided')
        """
        return self._put(len(self._now.entries), said)

    def insert(self, said: Stated, *, before: int) -> Change:
        """Put a statement before another one; the game is judged from there on."""
        return self._put(self._now.index(before), said)

    def mend(self, address: int, said: Stated) -> Change:
        """Put another statement in the place of one; it keeps its address."""
        at = self._now.index(address)
        old = self._now.entries[at]
        new = JudgedEntry(address, self._stated(said, at))
        entries = (*self._now.entries[:at], new, *self._now.entries[at + 1 :])
        return self._change(entries, at, (old.statement, new.statement), address)

    def delete(self, address: int) -> Change:
        """Take a statement out of the record, as if it had never been written."""
        at = self._now.index(address)
        old = self._now.entries[at]
        entries = (*self._now.entries[:at], *self._now.entries[at + 1 :])
        return self._change(entries, at, (old.statement,), None)

    def take_back(self, address: int | None = None) -> Change:
        """Let a player take a turn back, by default the last statement.

        It stays in the record and is ruled on, but does not count.
        """
        if address is None:
            if not self._now.entries:
                raise UsageError.of("answers.games_in_progress.nothing-to-take-back")
            address = self._now.entries[-1].address
        statement = self._now.entry(address).statement
        if not isinstance(statement.said, Turn):
            raise UsageError.of("answers.games_in_progress.only-turns")
        return self.mend(address, replace(statement, taken_back=True))

    def drop_from(self, address: int) -> Change:
        """Take a statement and all that follow out of the record."""
        at = self._now.index(address)
        dropped = tuple(entry.statement for entry in self._now.entries[at:])
        return self._change(self._now.entries[:at], at, dropped, None)

    def note(self, address: int, comment: str | None) -> Change:
        """Put a note beside a statement, or take it away."""
        statement = self._now.entry(address).statement
        return self.mend(address, replace(statement, comment=comment or None))

    def change_header(self, **changes: Any) -> Change:  # noqa: ANN401
        """Change `players`, `setup`, `tracks`, `rulings` or `title`; all is checked again."""
        header = header_of(self.components, **{**as_arguments(self.header), **changes})
        changed = replace(self._now, header=header)
        require_sound(changed.record, self.components)
        return self._become(changed.judged(self._now.entries, 0), None)

    def undo(self) -> Change:
        """Return to the game before the last change; addresses come back with it."""
        if not self._past:
            raise UsageError.of("answers.games_in_progress.nothing-to-undo")
        before = self._now
        self._future.append(before)
        self._now = self._past.pop()
        return self._change_since(before, None)

    def redo(self) -> Change:
        """Make the change again that was undone last."""
        if not self._future:
            raise UsageError.of("answers.games_in_progress.nothing-to-redo")
        before = self._now
        self._past.append(before)
        self._now = self._future.pop()
        return self._change_since(before, None)

    # Writing ---------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the record in the notation of docs/notation.md."""
        return self.game().to_text()

    def to_json(self) -> str:
        """Return the record as one JSON document."""
        return self.game().to_json()

    def to_json_lines(self) -> str:
        """Return the record as JSON lines."""
        return self.game().to_json_lines()

    # Versions --------------------------------------------------------------------------------

    def _take_over(self, statements: Sequence[Statement]) -> None:
        """Begin with statements that are there already."""
        entries = [JudgedEntry(next(self._addresses), statement) for statement in statements]
        self._now = self._now.judged(entries, 0)

    def _put(self, at: int, said: Stated) -> Change:
        entry = JudgedEntry(next(self._addresses), self._stated(said, at))
        entries = (*self._now.entries[:at], entry, *self._now.entries[at:])
        return self._change(entries, at, (entry.statement,), entry.address)

    def _change(
        self,
        entries: tuple[JudgedEntry, ...],
        at: int,
        statements: tuple[Statement, ...],
        address: int | None,
    ) -> Change:
        """Take over entries that differ from `at` on by these statements."""
        replace(self._now, entries=entries).require_room()
        before, is_last = self._now.entries[:at], at == len(self._now.entries)
        touched = [first_touched(before, said, is_last=is_last) for said in statements]
        return self._become(self._now.judged(entries, min(at, *touched)), address)

    def _become(self, version: GameVersion, address: int | None) -> Change:
        before = self._now
        self._past.append(before)
        self._future.clear()
        self._now = version
        return self._change_since(before, address)

    def _change_since(self, before: GameVersion, address: int | None) -> Change:
        """Return what a change has changed."""
        return Change(
            address=address,
            verdict=None if address is None else self.verdict(address),
            changed=self._now.changed_verdicts(before, but=address),
            standing=self.status(),
        )

    def _stated(self, said: Stated, at: int) -> Statement:
        before = self._now.entries[at - 1].state if at else None
        statement = _read(said, self.header, self.components, before)
        require_sound(
            Record(format=FORMAT, header=self.header, statements=(statement,)), self.components
        )
        return replace(statement, at=NOWHERE)
