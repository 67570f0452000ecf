"""What a player chooses besides turns, as a line says it: setup and plans."""

from collections.abc import Callable
from typing import Any, Final

from referee.game.events import (
    Plan,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.messages.speech import say
from referee.game.turns import BLANK, Advance, MoveDiamond
from referee.notation.event_lines import cards_of, finished
from referee.notation.kinds import TokenNumber
from referee.notation.read_lines import ReadLine
from referee.notation.rewards import RewardPartList
from referee.notation.tokens import (
    END,
    NAME,
    NOTHING,
    NUMBER,
    TokenLine,
    is_word,
)
from referee.notation.turn_lines import ENDS, OPEN

_REWARD = RewardPartList()


def _tile(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    tokens, scope = line.tokens, line.own["starting tile"]

    def tile(at: TokenNumber) -> Any:  # noqa: ANN401
        if tokens[at] == BLANK:
            return BLANK
        if not is_word(tokens[at]):
            raise line.unexpected(at, {NAME})
        return line.find(scope, at)

    taken = tile(at)
    at += 1
    opened = tokens[at] == "("
    rejected = None
    if opened or tokens[at].casefold() == "rejected":
        at += opened
        if tokens[at].casefold() != "rejected":
            raise line.unexpected(at, {"rejected"})
        other = None if tokens[at + 1] == NOTHING else tile(at + 1)
        rejected = None if other == BLANK else other
        at += 2
        at += tokens[at] == ")"
    elif tokens[at] not in ENDS:
        raise line.unexpected(at, {"rejected", END})
    return finished(line, TakeStartingTile(seat=seat, tile=taken, rejected=rejected), at)


def _rest(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    cards, at = cards_of(line, at, "own card")
    return finished(line, RestStartingCards(seat=seat, cards=cards), at)


def _bonus(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    if line.tokens[at] == BLANK and line.tokens[at + 1] in ENDS:
        return finished(line, TakeStartingBonus(seat=seat), at + 1)
    parts, behind = _REWARD.read(line, at)
    if not all(isinstance(part, Advance | MoveDiamond) for part in parts):
        raise line.error(say("records.lines.a-starting-bonus-is-made"), _odd(line, at))
    if line.tokens[behind] not in ENDS:
        counted = {NUMBER} if is_word(line.tokens[behind - 1]) and behind > at else set[str]()
        raise line.unexpected(behind, RewardPartList.follow | counted | {END})
    return finished(line, TakeStartingBonus(seat=seat, reward=parts), behind)


def _odd(line: TokenLine, at: TokenNumber) -> TokenNumber:
    """Return where the first part of a starting bonus stands that is none."""
    while line.tokens[at] != BLANK:
        if line.tokens[at] == NOTHING:
            at += 1
            continue
        part, behind = _REWARD.part(line, at)
        if not isinstance(part, Advance | MoveDiamond):
            return at
        at = behind
    return at


def _plan(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    tokens, cards, slots = line.tokens, line.own["own card"], line.own["slot"]
    known = cards.words
    placed: dict[str, CardId | None] = {}
    begin = at
    unnamed = iter(SLOTS)
    while (token := tokens[at]) not in ENDS:
        if token not in known and token not in OPEN and not is_word(token):
            raise line.unexpected(at, {NAME, END})
        where: str | None
        start = at
        if tokens[at + 1] == ":":
            where = None if token == BLANK else line.find(slots, at)
            at += 2
            token = tokens[at]
        else:
            where = next(unnamed, None)
        if where is None or where in placed:
            message = say("records.lines.has-no-slot-of-its", token=f"{token!r}", slots=len(SLOTS))
            raise line.error(message, start)
        if token == NOTHING:
            placed[where] = None
        elif token == BLANK:
            placed[where] = BLANK
        elif token in known or is_word(token):
            placed[where] = CardId(line.find(cards, at))
        else:
            raise line.unexpected(at, {NAME})
        at += 1
    unsaid = None if at > begin else BLANK
    laid = tuple([placed.get(where, unsaid) for where in SLOTS])
    return finished(line, Plan(seat=seat, slots=laid), at)


CHOICES: Final[dict[str, Callable[[TokenLine, Seat, TokenNumber], ReadLine]]] = {
    "tile": _tile,
    "rest": _rest,
    "bonus": _bonus,
    "plan": _plan,
}
