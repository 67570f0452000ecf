"""A turn said part by part: what may come next, what a part would break, the turn when it is said.

A turn in progress never changes: saying a part gives another one. It may be passed between threads.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from referee.api.broken_rules import BrokenRule, broken_rule
from referee.api.errors import MisuseError
from referee.api.finished_turns import finished_turn
from referee.api.games import Game
from referee.api.possible_actions import ACTIONS
from referee.api.said_parts import PartReader
from referee.api.tables import Table
from referee.api.turn_answers import Choice, DuePart, FinishedTurn, SaidPart
from referee.api.turn_parts import ROWS_OF_PARTS, PartOfTurn, part_words, said_so_far
from referee.engine.actions import judge_order
from referee.engine.stage import Stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.ids import Seat
from referee.game.messages.speech import say, thing
from referee.game.rule import Violation
from referee.game.turns import Action
from referee.notation.errors import listed
from referee.notation.writer import line_of, said_words
from referee.transcript.hints import hint_words
from referee.transcript.said_stages import fillings, is_open
from referee.transcript.stages import STAGE_WORDS

NOTHING: Final = "-"
"""What the notation writes where nothing is chosen."""

MOST_NAMED: Final = 8
"""So many possible values of a part are named where one has to be chosen."""


PartToSay = str | Choice | int | Mapping[str, Any] | list[Any] | None
"""A part in the notation, one of the choices, or data in the form of docs/turns.md."""

_STOP: Final = object()
"""What is remembered of a stage that was left."""


class TurnInProgress:
    """A turn that is only partly said; `begin_turn` makes one."""

    __slots__ = ("_begun", "_broken", "_moves", "table")

    def __init__(
        self,
        table: Table,
        begun: Unfinished,
        broken: tuple[Violation, ...] = (),
        moves: tuple[Any, ...] = (),
    ) -> None:
        self.table = table
        """The table before the turn."""
        self._begun = begun
        self._broken = broken
        self._moves = moves

    def __repr__(self) -> str:
        return f"TurnInProgress({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        # What was said is enough; the lookups of the engine are made anew where it arrives.
        moves = tuple(None if move is _STOP else (move,) for move in self._moves)
        return _said_again, (self.table, self.action, self._begun.work.seat, moves)

    @property
    def action(self) -> Action:
        """The action that the turn takes."""
        return self._begun.action

    @property
    def player(self) -> str:
        """The colour of the player whose turn it is."""
        return self.table.colours[self._begun.work.seat]

    @property
    def is_finished(self) -> bool:
        """Whether every part is said."""
        return self._begun.stage is None

    @property
    def broken(self) -> tuple[BrokenRule, ...]:
        """The rules that the parts said so far break, bonuses at the levels named or the highest.

        The verdict on the finished turn is the one that counts: where a turn names no level, it
        may be legal at a lower one.
        """
        return tuple(broken_rule(violation, self.table.colours) for violation in self._broken)

    @property
    def said(self) -> tuple[SaidPart, ...]:
        """The parts said so far, in their order; what was left empty is not among them."""
        row = ROWS_OF_PARTS[self.action]
        words = STAGE_WORDS[self.action]
        return tuple(
            SaidPart(part=row[at].key, what=words[at], words=part_words(row[at], answer))
            for at, answers in enumerate(self._begun.said[: len(row)])
            for answer in answers
            if answer is not None
        )

    @property
    def text(self) -> str:
        """The turn so far in the notation.

        >>> import referee
        >>> table = referee.load_table("games/two-players.mgn", "3.2")
        >>> referee.begin_turn(table, "goods").text
        'green goods ?'
        """
        if self.is_finished:
            return line_of(self.finish().statement, self.table.colours)
        begun = self._begun
        said = said_so_far(begun.action, begun.work.seat, begun.said)
        return " ".join(said_words(said, self.table.colours))

    def due(self, most: int | None = None) -> DuePart | None:
        """Return what is due next, with at most so many choices; None when all is said.

        >>> import referee
        >>> table = referee.load_table("games/two-players.mgn", "3.2")
        >>> due = referee.begin_turn(table, "goods").fill().due()
        >>> due.what, [choice.words for choice in due.choices]
        ('card acquired', ['-', 'buy clerk2b'])
        """
        stage = self._begun.stage
        if stage is None:
            return None
        part = self._part()
        options = self._begun.options()
        return DuePart(
            action=self.action,
            player=self.player,
            part=part.key,
            what=thing(STAGE_WORDS[self.action][self._begun.place]),
            repeated=stage.repeated,
            may_stop=self._begun.may_pass(),
            choices=tuple(
                Choice(words=self._words(part, option), value=msgspec.to_builtins(option))
                for option in options[:most]
            ),
            left_out=0 if most is None else max(0, len(options) - most),
            hint=hint_words(STAGE_WORDS[self.action][self._begun.place], "R16", "a03"),
        )

    def say(self, part: PartToSay) -> "TurnInProgress":
        """Return the turn with a part added, legal or not: `broken` tells which rules it breaks.

        An `UnreadableError` for words that mean nothing here, a `MisuseError` for words that leave
        open what they mean.

        >>> import referee
        >>> table = referee.load_table("games/two-players.mgn", "3.2")
        >>> turn = referee.begin_turn(table, "goods").fill()
        >>> turn.say("buy clerk2b").text
        'green goods coffee1 buy clerk2b'
        >>> [rule.rule for rule in turn.say("buy coffee4").broken]
        ['GDS-06']
        """
        further = self
        for answer in self._answers(part):
            further = further._saying(answer)
        return further

    def breaks(self, part: PartToSay) -> tuple[BrokenRule, ...]:
        """Return the rules that saying a part now would break."""
        return self.say(part).broken[len(self._broken) :]

    def stop(self) -> "TurnInProgress":
        """Return the turn with nothing more said where any number of things may be."""
        stage = self._require_stage()
        if not stage.repeated:
            raise MisuseError(say("answers.turns_in_progress.has-to-be-said-is", what=self._what()))
        return TurnInProgress(
            self.table,
            self._begun.passing(),
            (*self._broken, *stage.close(self._begun.work)),
            (*self._moves, _STOP),
        )

    def take_back(self) -> "TurnInProgress":
        """Return the turn without the part that was said last, filled in parts counted singly."""
        if not self._moves:
            raise MisuseError(say("answers.turns_in_progress.nothing-has-been-said-yet"))
        return _replayed(self.table, self.action, self._begun.work.seat, self._moves[:-1])

    def fill(self) -> "TurnInProgress":
        """Return the turn with every part said that can have only one value, up to a choice."""
        further = self
        while (only := further._only()) is not further:
            further = only
        return further

    def finish(self) -> FinishedTurn:
        """Return the finished turn, the verdict on it, and the table after it.

        >>> import referee
        >>> table = referee.load_table("games/two-players.mgn", "3.2")
        >>> turn = referee.begin_turn(table, "end").fill().say("left").fill()
        >>> finished = turn.finish()
        >>> finished.verdict.statement, finished.verdict.legal
        ('green end left', True)
        >>> finished.after.state.players[1].done
        True
        """
        if not self.is_finished:
            raise MisuseError(
                say("answers.turns_in_progress.the-turn-is-not-finished", what=self._what())
            )
        return finished_turn(self.table, self.action, self._begun.turn())

    # What was said ---------------------------------------------------------------------------

    def _part(self) -> PartOfTurn:
        return ROWS_OF_PARTS[self.action][self._begun.place]

    def _reader(self) -> PartReader:
        return PartReader(self.table, self.player, self.action, self._begun.place)

    def _what(self) -> str:
        return self._reader().what

    def _require_stage(self) -> Stage[Any]:
        stage = self._begun.stage
        if stage is None:
            raise MisuseError(say("answers.turns_in_progress.the-turn-is-finished-nothing"))
        return stage

    def _words(self, part: PartOfTurn, answer: object) -> str:
        if answer is None and part.key == "cards":
            # All expansion cards are used, whether they are named or not.
            return part_words(part, tuple(self._begun.work.area().expansion_items()))
        return part_words(part, answer)

    def _saying(self, answer: object) -> "TurnInProgress":
        stage = self._require_stage()
        quiet = answer is None and stage.none_is_nothing
        broken = () if quiet else stage.judge(self._begun.work, answer)
        return TurnInProgress(
            self.table,
            self._begun.saying(answer),
            (*self._broken, *broken),
            (*self._moves, answer),
        )

    def _only(self) -> "TurnInProgress":
        """Return the turn with the part that is due if it has one value, else the turn itself."""
        if self.is_finished:
            return self
        options = self._begun.options()
        may_stop = self._begun.may_pass()
        if len(options) == 1 and not may_stop:
            return self._saying(options[0])
        return self.stop() if not options and may_stop else self

    def _answers(self, said: PartToSay) -> Iterator[object]:
        """Yield the answers to the stage that is due which a said part stands for."""
        stage = self._require_stage()
        if isinstance(said, Choice):
            said = said.words
        keyword = self._part().keyword
        if said in (None, NOTHING, f"{keyword} {NOTHING}"):
            if stage.repeated:
                raise MisuseError(
                    say("answers.turns_in_progress.stop-says-that-there-is", what=self._what())
                )
            said = {} if keyword == "spend" else None
        if isinstance(said, str):
            yield from self._read(said)
        else:
            yield None if said is None else self._reader().from_data(said)

    def _read(self, words: str) -> Iterator[object]:
        part = self._part()
        wanted = part.with_keyword(words)
        for option in self._begun.options():
            if self._words(part, option) == wanted:
                yield option
                return
        answers = self._reader().from_words(wanted)
        work = self._begun.work.copy()
        for answer in answers:
            chosen = self._decided(work, answer) if is_open(answer) else answer
            yield chosen
            self._require_stage().take(work, chosen)

    def _decided(self, work: Work, said: object) -> object:
        """Return the only thing that a partly open answer can be."""
        stage = self._require_stage()
        every = [*fillings(work, said)]
        ways = [way for way in every if not stage.judge(work, way)]
        if len(ways) == 1:
            return ways[0]
        part = self._part()
        could_be = [part_words(part, way) for way in ways or every]
        raise MisuseError(
            say("answers.turns_in_progress.say-which-is-meant", listed=listed(could_be, MOST_NAMED))
        )


def begin_turn(
    table: Table | Game, action: Action | str, *, player: str | int | None = None
) -> TurnInProgress:
    """Return a turn of which only the action is said, by default of the player to move.

    >>> import referee
    >>> game = referee.load("games/two-players.mgn")
    >>> turn = referee.begin_turn(game.at("3.2"), "merchant")
    >>> turn.player, turn.due().what
    ('green', 'goods tile')
    """
    at = table.at() if isinstance(table, Game) else table
    meant = "bookkeeper" if action == "clerk" else action
    known = next((each for each in ACTIONS if each == meant), None)
    if known is None:
        raise MisuseError(
            say(
                "answers.turns_in_progress.there-is-no-action-there",
                action=f"{action!r:.40}",
                listed=listed(ACTIONS),
            )
        )
    return _replayed(at, known, _seat(at, player), ())


def _seat(table: Table, player: str | int | None) -> Seat:
    if player is None:
        to_move = table.state.to_move
        if to_move is None:
            raise MisuseError(say("answers.turns_in_progress.nobody-is-to-move-say"))
        return to_move
    if isinstance(player, int):
        if not 0 <= player < len(table.colours):
            raise MisuseError(
                say(
                    "answers.turns_in_progress.there-is-no-seat-seats",
                    player=player,
                    colours=len(table.colours) - 1,
                )
            )
        return Seat(player)
    if player not in table.colours:
        raise MisuseError(
            say(
                "answers.turns_in_progress.there-is-no-player-there",
                player=f"{player!r:.40}",
                listed=listed(table.colours),
            )
        )
    return Seat(table.colours.index(player))


def _replayed(table: Table, action: Action, seat: Seat, moves: tuple[Any, ...]) -> TurnInProgress:
    turn = TurnInProgress(
        table,
        Unfinished(action, Work.on(table.state, seat)),
        tuple(judge_order(table.state, seat)),
    )
    for move in moves:
        turn = turn.stop() if move is _STOP else turn._saying(move)  # noqa: SLF001
    return turn


def _said_again(
    table: Table, action: Action, seat: Seat, moves: tuple[tuple[Any] | None, ...]
) -> TurnInProgress:
    said = tuple(_STOP if move is None else move[0] for move in moves)
    return _replayed(table, action, seat, said)
