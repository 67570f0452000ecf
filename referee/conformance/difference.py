"""A difference between the engine and a partner: the game, the question, both answers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from referee.conformance import protocol
from referee.conformance.program import MisbehaviourError, Misdeed
from referee.core.canonical import CanonicalTurn
from referee.core.digests import canonical_json
from referee.core.events import Event
from referee.core.ids import COMPANIES
from referee.core.public import deviations
from referee.core.rule import Rule
from referee.core.state import Setting, State
from referee.core.turns import Action, Turn
from referee.engine import check
from referee.engine.actions import action_of
from referee.engine.legal_turns import canonical
from referee.engine.referee import UnreadableEventError
from referee.engine.scoring import PAD_ROWS
from referee.rulebook import RULES
from referee.rulebook import scoring as rules

# Two answers to one question, and in what they differ ---------------------------------------------
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


def parting(state: State, expected: protocol.Reply, given: protocol.Reply) -> Parting | None:
    """Return in what an answer about a table differs from the one that is expected."""
    if isinstance(expected, protocol.TurnLists) and isinstance(given, protocol.TurnLists):
        return _turns(state, expected.turns, given.turns)
    match expected, given:
        case protocol.VerdictReply(), protocol.VerdictReply():
            return verdict_parting(expected, given)
        case protocol.TableDigest(), protocol.TableDigest():
            return _digests(expected.digest, given.digest)
        case protocol.TableState(), protocol.TableState():
            return _states(expected.state, given.state)
        case protocol.TurnCounts(), protocol.TurnCounts():
            return _counts(expected.counts, given.counts)
        case protocol.ScoresReply(), protocol.ScoresReply():
            return _scores(expected, given)
        case _:
            raise TypeError(f"{type(given)} does not answer like {type(expected)}")


def _digests(expected: str, given: str) -> Parting | None:
    if len(given) >= LEAST_DIGITS and expected.startswith(given):
        return None
    return Parting(kind="digest", expected=expected, given=given[:80])


def verdict_parting(
    expected: protocol.VerdictReply, given: protocol.VerdictReply
) -> Parting | None:
    """Return in what two verdicts differ."""
    known = tuple(rule for rule in given.rules if rule in RULES)
    shown = {"legal": given.legal, "rules": list(given.rules[:20])}
    wanted = {"legal": expected.legal, "rules": list(expected.rules)}
    if expected.legal != given.legal:
        about = ("legal",) if expected.legal else ("illegal", *expected.rules)
        blamed = known if expected.legal else expected.rules
        return Parting(kind="verdict", about=about, expected=wanted, given=shown, rules=blamed)
    # Where several rules are broken a program may stop at the first that it meets.
    if len(expected.rules) == 1 and given.rules and expected.rules[0] not in given.rules:
        blamed = (*expected.rules, *known)
        return Parting(
            kind="rules", about=expected.rules, expected=wanted, given=shown, rules=blamed
        )
    return None


def _states(expected: Mapping[str, Any], given: Mapping[str, Any]) -> Parting | None:
    found = list(_paths(expected, given, ()))
    if not found:
        return None
    known = {*expected, *expected["players"][0]}
    shown = found[:MOST_PATHS]
    # Words that do not depend on seats or on a program's own.
    places = {
        ".".join(part if part in known else "unknown" for part in path if not part.isdecimal())
        for path, _, _ in found
    }
    return Parting(
        kind="state",
        about=tuple(sorted(places)),
        expected={".".join(path): wanted for path, wanted, _ in shown},
        given={".".join(path): value for path, _, value in shown},
    )


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
        for seat, (mine, theirs) in enumerate(zip(expected, given, strict=True)):
            if not isinstance(theirs, dict):
                yield (*path, str(seat)), mine, theirs
                continue
            for key in sorted(theirs):
                if not _same(mine.get(key), theirs[key]):
                    yield (*path, str(seat), key), mine.get(key), theirs[key]
    elif not _same(expected, given):
        yield path, expected, given


def _same(expected: Any, given: Any) -> bool:  # noqa: ANN401
    """Return whether two values are the same JSON: 1, 1.0 and true are three things."""
    if type(expected) is not type(given):
        return False
    if isinstance(expected, dict):
        same_keys = expected.keys() == given.keys()
        return same_keys and all(_same(value, given[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(given) and all(map(_same, expected, given))
    return bool(expected == given)


def _counts(expected: Mapping[Any, int], given: Mapping[Any, int]) -> Parting | None:
    odd = sorted(action for action in expected if expected[action] != given.get(action, 0))
    if not odd:
        return None
    counts = {action: given.get(action, 0) for action in odd}
    wanted = {action: expected[action] for action in odd}
    return Parting(kind="count", about=tuple(odd), expected=wanted, given=counts)


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
    found = _sorted(state, given)
    missing = [turn for same, turn in wanted.items() if same not in found.legal]
    if not found.illegal and not missing:
        return None
    about = {f"{action_of(turn)} missing" for turn in missing}
    about |= {f"{action_of(turn)} illegal" for turn in found.illegal}
    listed = len(found.legal) + len(found.illegal)
    return Parting(
        kind="turns",
        about=tuple(sorted(about)),
        expected={"turns": len(wanted), "missing": missing[:SHOWN]},
        given={"turns": listed, "illegal": found.illegal[:SHOWN]},
        rules=tuple(found.broken),
    )


def _scores(expected: protocol.ScoresReply, given: protocol.ScoresReply) -> Parting | None:
    odd: dict[str, None] = {}
    if len(expected.scores) != len(given.scores):
        odd["players"] = None
    for mine, theirs in zip(expected.scores, given.scores, strict=False):
        assert mine.rows is not None  # noqa: S101
        if theirs.rows is not None and theirs.rows != mine.rows:
            pairs = zip(PAD_ROWS, mine.rows, theirs.rows, strict=False)
            odd |= dict.fromkeys(row for row, one, other in pairs if one != other)
            if len(theirs.rows) != len(PAD_ROWS):
                odd["rows"] = None
        elif theirs.total != mine.total:
            odd["total"] = None
    if given.winners is not None and {*given.winners} != {*(expected.winners or ())}:
        odd["winners"] = None
    if not odd:
        return None
    blamed = [rule.id for row in odd for rule in _ROW_RULES.get(row, (rules.HIGHEST_TOTAL,))]
    rule_ids = tuple(dict.fromkeys(blamed))
    return Parting(kind="score", about=tuple(odd), expected=expected, given=given, rules=rule_ids)


NO_GAME: Final = protocol.New(id=0, components=protocol.NamedSet("", ""), players=0, tracks=())
"""Stands for the game where a program fails before any is begun."""

FinalQuestion = (
    protocol.Apply | protocol.AskTable | protocol.AskLegal | protocol.AskVerdict | protocol.AskScore
)
"""What is asked at the end of a game that leads to a difference."""


DIGITS_SHOWN: Final = 12
"""So many digits of a digest tell two tables apart for a reader."""


def game_of(setting: Setting, events: tuple[Event, ...] = ()) -> protocol.New:
    """Return the request that begins a game, with its set only named."""
    return protocol.New(
        id=0,
        components=protocol.NamedSet(setting.components.name, setting.components.digest),
        players=setting.players,
        tracks=setting.tracks,
        rulings=deviations(setting.rulings),
        first_game_tracks=setting.first_game_tracks,
        first_game_tiles=setting.first_game_tiles,
        events=events,
    )


class Difference(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a partner differs from the engine."""

    kind: AnswerKind
    about: tuple[str, ...]
    rules: tuple[str, ...]
    game: protocol.New
    """The game up to the question."""
    asked: protocol.AnyRequest | None
    """The question; None if beginning the game was enough."""
    expected: Any
    given: Any
    record: str = ""
    """The game as text, where that was written already."""

    @property
    def id(self) -> str:
        """What tells this difference from others; the same for the same fault of a program."""
        return " ".join((self.kind, *self.about))

    @property
    def round(self) -> int:
        """The round in which it shows; 0 during setup."""
        happened = [event.__struct_config__.tag for event in self.game.events]
        return 1 + happened.count("prepare") if "starting-bonus" in happened else 0

    @property
    def size(self) -> tuple[int, int, int]:
        """How much there is to read: rounds, events, players."""
        return self.round, len(self.game.events), self.game.players

    @property
    def sides(self) -> tuple[str, str]:
        """What each side says, in words: the engine, and the partner."""
        return self._words(self.expected), self._words(self.given)

    def is_like(self, wanted: "Difference") -> bool:
        """Return whether this difference is of the same sort as another, or a part of it."""
        if self.kind != wanted.kind or self.about[:1] != wanted.about[:1]:
            return False
        if self.kind in {"verdict", "rules"}:
            return self.about == wanted.about
        return {*self.about} <= {*wanted.about}

    def _words(self, answer: Any) -> str:  # noqa: ANN401
        match answer:
            case {"legal": True}:
                return "legal"
            case {"legal": False, "rules": [*rules]}:
                return f"illegal by {', '.join(sorted(rules))}"
            case {"said": str(said)}:
                return said
            case str() if self.kind == "digest":
                return f"table {answer[:DIGITS_SHOWN]}"
            case str():
                return answer
            case _:
                return canonical_json(answer)


def from_parting(
    found: Parting, game: protocol.New, asked: protocol.AnyRequest, at_work: tuple[Rule, ...] = ()
) -> Difference:
    """Return the difference that a parting of two answers is; `at_work` had their effect."""
    return Difference(
        kind=found.kind,
        about=(*subject(game, asked), *found.about),
        rules=found.rules or tuple(dict.fromkeys(rule.id for rule in at_work)),
        game=game,
        asked=asked,
        expected=msgspec.to_builtins(found.expected),
        given=msgspec.to_builtins(found.given),
    )


def from_misbehaviour(
    error: MisbehaviourError, game: protocol.New, asked: protocol.AnyRequest | None
) -> Difference:
    """Return the difference that a misbehaviour is."""
    return Difference(
        kind=error.kind,
        about=("new",) if asked is None else subject(game, asked),
        rules=(),
        game=game,
        asked=asked,
        expected="an answer",
        given={"said": str(error), "wrote": error.wrote},
    )


def subject(game: protocol.New, asked: protocol.AnyRequest) -> tuple[str, ...]:
    """Return what a question is about, in words that stay the same from game to game."""
    match asked:
        case protocol.Apply() | protocol.AskVerdict():
            return (str(asked.event.__struct_config__.tag),)
        case protocol.AskTable():
            # The table was right before the last event.
            return (str(game.events[-1].__struct_config__.tag) if game.events else "new",)
        case _:
            return (str(asked.__struct_config__.tag),)
