"""What steps on a track bring where nobody has read at which spaces: one number for all cases.

Whether a call or a special space stands at the next space makes no difference to what can be done
as long as the money suffices. So nobody is asked: what the step costs or pays is a number of its
own, defined by its cases, and only whether it can be paid is asked.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from referee.game.components import Track
from referee.game.messages.copies import copy_words
from referee.unread.conditions import Condition, Cube, compared, known, opposite
from referee.unread.defined_numbers import Amount, DefinedNumbers, form_of
from referee.unread.numbers import UnreadNumber
from referee.unread.runs import current


class TrackNumbers:
    """What is defined by the spaces of tracks."""

    def __init__(self, made: DefinedNumbers) -> None:
        self._made = made

    def amount(self, track: Track, what: str, printed: Sequence[Any], at: str, space: Any) -> Any:  # noqa: ANN401
        """Return what the calls or special spaces of a track come to at a space."""
        cases: list[tuple[Condition, Any]] = []
        for each in printed:
            is_there = same(getattr(each, at), space)
            if is_there is True:
                return each.pounds
            if is_there is not False:
                cases.append((is_there, each.pounds))
        if not cases:
            return 0
        key = what, track.id, form_of(space)
        subject = _said(what, track, space)
        neither = tuple([opposite(condition) for condition, _ in cases])
        return self._made.number(
            key, subject, [*[((c,), pounds) for c, pounds in cases], (neither, 0)], Amount
        )

    def level(self, track: Track, at: Any) -> Any:  # noqa: ANN401
        """Return how many special spaces a marker on a space has reached."""
        reached = 0
        open_to: list[Condition] = []
        for special in track.specials:
            condition = no_more(special.at, at)
            if condition is True:
                reached += 1
            elif condition is not False:
                open_to.append(condition)
        if not open_to:
            return reached
        cases: list[tuple[Cube, Any]] = []
        for answers in product((True, False), repeat=len(open_to)):
            said = zip(open_to, answers, strict=True)
            cube = tuple([each if holds else opposite(each) for each, holds in said])
            cases.append((cube, reached + sum(answers)))
        key = "level", track.id, form_of(at)
        return self._made.number(key, _said("level", track, at), cases, UnreadNumber)

    def again(self, track: Track, at: Any, space: Any, pounds: Any) -> Any:  # noqa: ANN401
        """Return what a special space pays to somebody whose marker stands at `at`."""
        condition = no_more(space, at)
        if isinstance(condition, bool):
            return pounds if condition else 0
        key = "again", track.id, form_of(at), form_of(space)
        cases: list[tuple[Cube, Any]] = [((condition,), pounds), ((opposite(condition),), 0)]
        return self._made.number(key, _said("again", track, space), cases, Amount)


def same(one: Any, other: Any) -> Condition | bool:  # noqa: ANN401
    """Return the condition for two numbers to be the same, or whether they are if that is known."""
    return _condition(one - other, "==")


def no_more(one: Any, other: Any) -> Condition | bool:  # noqa: ANN401
    """Return the condition for one number not to exceed another, or whether that is known."""
    return _condition(one - other, "<=")


def _condition(difference: Any, relation: Any) -> Condition | bool:  # noqa: ANN401
    if not isinstance(difference, UnreadNumber):
        return bool(difference == 0 if relation == "==" else difference <= 0)
    found = compared(difference.terms, difference.constant, relation)
    if isinstance(found, bool):
        return found
    answer = known(found, current().guard.domains)
    return found if answer is None else answer


def _said(what: str, track: Track, space: Any) -> str:  # noqa: ANN401
    words = copy_words()
    if isinstance(space, UnreadNumber):
        return words.say("derived", f"{what}-somewhere", track=track.id)
    return words.say("derived", what, track=track.id, space=space)


class TrackAmounts(Mapping[Any, Any]):
    """By space the pounds of calls or special spaces, wherever those or a marker stand."""

    def __init__(self, printed: Sequence[Any], at: str, amount: Callable[[Any], Any]) -> None:
        self._printed = printed
        self._at = at
        self._amount = amount

    def __contains__(self, space: object) -> bool:
        return self._found(space) is not None

    def __getitem__(self, space: object) -> Any:  # noqa: ANN401
        found = self._found(space)
        if found is None:
            raise KeyError(space)
        return found.pounds

    def get(self, space: object, default: Any = None) -> Any:  # noqa: ANN401, ARG002
        """Return what a space comes to, 0 if there is nothing."""
        return self._amount(space)

    def _found(self, space: object) -> Any:  # noqa: ANN401
        return next((each for each in self._printed if getattr(each, self._at) == space), None)

    def __iter__(self) -> Any:  # noqa: ANN401
        return (getattr(each, self._at) for each in self._printed)

    def __len__(self) -> int:
        return len(self._printed)


def next_call(track: Track, calls: Mapping[int, int], at: int) -> int | None:
    """Return what the step from a space calls for; None where the track ends."""
    return calls.get(at + 1, 0) if at < track.last else None
