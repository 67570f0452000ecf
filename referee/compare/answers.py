"""Two answers to one question, and in what they differ."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from referee.conformance.program import Misdeed
from referee.conformance.protocol import (
    Reply,
    ScoresReply,
    TableDigest,
    TableState,
    TurnCounts,
    TurnLists,
    VerdictReply,
)
from referee.engine import check
from referee.engine.actions import action_of
from referee.engine.canonical import canonical
from referee.engine.referee import UnreadableEventError
from referee.engine.scoring import PAD_ROWS
from referee.game.canonical import CanonicalTurn
from referee.game.ids import COMPANIES
from referee.game.rule import Rule
from referee.game.rulebook import RULES
from referee.game.rulebook import scoring as rules
from referee.game.state import State
from referee.game.turns import Action, Turn

AnswerKind = Literal["verdict", "rules", "state", "digest", "count", "turns", "score"] | Misdeed

LEAST_DIGITS: Final = 16
"""Fewer digits of a digest do not tell tables apart."""

SHOWN: Final = 5
"""So many turns that only one side lists are told."""

MOST_PATHS: Final = 50
"""So many places in which tables differ are told."""

_ROW_RULES: Final[dict[str, tuple[Rule, ...]]] = {
    "cash": (rules.CASH_ROW,),
    **dict.fromkeys(COMPANIES, (rules.SHARES_OWNED, rules.SHARE_VALUE, rules.SHARE_ROWS)),
    "diamonds": (rules.DIAMOND_ROW,),
    "books": (rules.BOOK_ROW,),
}


class Parting(Struct, frozen=True, kw_only=True):
    """In what two answers differ: the kind, where, what each says, the rules it is about."""

    kind: AnswerKind
    about: tuple[str, ...] = ()
    expected: Any = None
    given: Any = None
    rules: tuple[str, ...] = ()


def parting(state: State, expected: Reply, given: Reply) -> Parting | None:
    """Return in what an answer about a table differs from the one that is expected."""
    if isinstance(expected, TurnLists) and isinstance(given, TurnLists):
        return _turns(state, expected.turns, given.turns)
    match expected, given:
        case VerdictReply(), VerdictReply():
            return verdict_parting(expected, given)
        case TableDigest(), TableDigest():
            return _digests(expected.digest, given.digest)
        case TableState(), TableState():
            return _states(expected.state, given.state)
        case TurnCounts(), TurnCounts():
            return _counts(expected.counts, given.counts)
        case ScoresReply(), ScoresReply():
            return _scores(expected, given)
        case _:
            raise TypeError(f"{type(given)} does not answer like {type(expected)}")


def _digests(expected: str, given: str) -> Parting | None:
    if len(given) >= LEAST_DIGITS and expected.startswith(given):
        return None
    return Parting(kind="digest", expected=expected, given=given[:80])


def verdict_parting(expected: VerdictReply, given: VerdictReply) -> Parting | None:
    """Return in what two verdicts differ."""
    known = tuple(rule for rule in given.rules if rule in RULES)
    told = {"legal": given.legal, "rules": list(given.rules[:20])}
    wanted = {"legal": expected.legal, "rules": list(expected.rules)}
    if expected.legal != given.legal:
        about = ("legal",) if expected.legal else ("illegal", *expected.rules)
        blamed = known if expected.legal else expected.rules
        return Parting(kind="verdict", about=about, expected=wanted, given=told, rules=blamed)
    # Where several rules are broken a program may stop at the first that it meets.
    if len(expected.rules) == 1 and given.rules and expected.rules[0] not in given.rules:
        return Parting(
            kind="rules",
            about=expected.rules,
            expected=wanted,
            given=told,
            rules=(*expected.rules, *known),
        )
    return None


def _states(expected: Mapping[str, Any], given: Mapping[str, Any]) -> Parting | None:
    found = list(_paths(expected, given, ()))
    if not found:
        return None
    known = {*expected, *expected["players"][0]}
    shown = found[:MOST_PATHS]
    return Parting(
        kind="state",
        about=tuple(sorted({_place(path, known) for path, _, _ in found})),
        expected={".".join(path): wanted for path, wanted, _ in shown},
        given={".".join(path): told for path, _, told in shown},
    )


def _place(path: tuple[str, ...], known: set[str]) -> str:
    """Return where tables differ in words that do not depend on seats or on a program's own."""
    return ".".join(part if part in known else "unknown" for part in path if not part.isdecimal())


def _paths(
    expected: Any,  # noqa: ANN401
    given: Any,  # noqa: ANN401
    path: tuple[str, ...],
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield where two tables differ; what the program leaves out at the top is not compared."""
    if not path and isinstance(given, dict):
        for key in sorted(given):
            yield from _paths(expected.get(key), given[key], (key,))
    elif path == ("players",) and isinstance(given, list) and len(given) == len(expected):
        for seat, (mine, told) in enumerate(zip(expected, given, strict=True)):
            if not isinstance(told, dict):
                yield (*path, str(seat)), mine, told
                continue
            for key in sorted(told):
                if not _same(mine.get(key), told[key]):
                    yield (*path, str(seat), key), mine.get(key), told[key]
    elif not _same(expected, given):
        yield path, expected, given


def _same(expected: Any, given: Any) -> bool:  # noqa: ANN401
    """Return whether two values are the same JSON: 1, 1.0 and true are three things."""
    if type(expected) is not type(given):
        return False
    if isinstance(expected, dict):
        return expected.keys() == given.keys() and all(
            _same(value, given[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(given) and all(map(_same, expected, given))
    return bool(expected == given)


def _counts(expected: Mapping[Any, int], given: Mapping[Any, int]) -> Parting | None:
    odd = sorted(action for action in expected if expected[action] != given.get(action, 0))
    if not odd:
        return None
    return Parting(
        kind="count",
        about=tuple(odd),
        expected={action: expected[action] for action in odd},
        given={action: given.get(action, 0) for action in odd},
    )


class _Sorted(Struct):
    """The turns of a list: the legal ones by their canonical form, the others, their rules."""

    legal: dict[CanonicalTurn, Turn]
    illegal: list[Turn]
    broken: dict[str, None]


def _sorted(state: State, turns: Iterable[Turn]) -> _Sorted:
    found = _Sorted({}, [], {})
    for turn in turns:
        try:
            violations = check(state, turn)
        except UnreadableEventError:
            found.illegal.append(turn)
            continue
        if violations:
            found.illegal.append(turn)
            found.broken |= dict.fromkeys(violation.rule.id for violation in violations)
        else:
            found.legal.setdefault(canonical(state, turn), turn)
    return found


def counts_of(state: State, turns: Iterable[Turn]) -> Counter[Action]:
    """Return how many turns a list has by action; several ways to say one turn count once."""
    found = _sorted(state, turns)
    return Counter(action_of(turn) for turn in (*found.legal.values(), *found.illegal))


def _turns(state: State, expected: tuple[Turn, ...], given: tuple[Turn, ...]) -> Parting | None:
    wanted: dict[CanonicalTurn, Turn] = {canonical(state, turn): turn for turn in expected}
    told = _sorted(state, given)
    missing = [turn for same, turn in wanted.items() if same not in told.legal]
    if not told.illegal and not missing:
        return None
    about = {f"{action_of(turn)} missing" for turn in missing}
    about |= {f"{action_of(turn)} illegal" for turn in told.illegal}
    return Parting(
        kind="turns",
        about=tuple(sorted(about)),
        expected={"turns": len(wanted), "missing": missing[:SHOWN]},
        given={
            "turns": len(told.legal) + len(told.illegal),
            "illegal": told.illegal[:SHOWN],
        },
        rules=tuple(told.broken),
    )


def _scores(expected: ScoresReply, given: ScoresReply) -> Parting | None:
    odd: dict[str, None] = {}
    if len(expected.scores) != len(given.scores):
        odd["players"] = None
    for mine, told in zip(expected.scores, given.scores, strict=False):
        assert mine.rows is not None  # noqa: S101
        if told.rows is not None and told.rows != mine.rows:
            pairs = zip(PAD_ROWS, mine.rows, told.rows, strict=False)
            odd |= dict.fromkeys(row for row, one, other in pairs if one != other)
            if len(told.rows) != len(PAD_ROWS):
                odd["rows"] = None
        elif told.total != mine.total:
            odd["total"] = None
    if given.winners is not None and {*given.winners} != {*(expected.winners or ())}:
        odd["winners"] = None
    if not odd:
        return None
    blamed = [rule.id for row in odd for rule in _ROW_RULES.get(row, (rules.HIGHEST_TOTAL,))]
    return Parting(
        kind="score",
        about=tuple(odd),
        expected=expected,
        given=given,
        rules=tuple(dict.fromkeys(blamed)),
    )
