"""Whether a record that is no text makes sense beyond its types: names, numbers and lengths.

Text cannot say a number of a thousand digits, a name with a line break or a comment of two lines.
JSON can, and what another program's log was made into can, too.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.faces import is_piece
from referee.game.ids import (
    COMPANIES,
)
from referee.game.input_limits import (
    CHARACTERS_OF_A_LINE,
    LARGEST_NUMBER,
)
from referee.game.messages.speech import say
from referee.game.rulings import RULINGS
from referee.notation.bounds import line_fault, name_fault, record_excess
from referee.notation.claims import NEED_ITEMS, OF_COMPANIES, OF_NOBODY, OF_PLAYERS
from referee.notation.errors import (
    MOST_PROBLEMS,
    Problem,
    UnreadableRecordError,
    did_you_mean,
    near,
)
from referee.notation.headers import FindSet
from referee.notation.reader import Read
from referee.notation.record import (
    MOST_BLANK_TURNS,
    NOWHERE,
    Adjust,
    AsItLies,
    BlankTurns,
    Exceptional,
    Header,
    Record,
    RulingMark,
    SaidClaim,
    SaidEvent,
    Statement,
)
from referee.notation.roster import COLOUR
from referee.transcript.value_checks import (
    CheckMaker,
    FieldChecks,
    KnownName,
    NamedPieces,
    NumberCheck,
    PossibleName,
    ValueCheck,
)

DIGEST = re.compile(r"[0-9a-fA-F]{8,64}")


def sound(record: Record, sets: FindSet) -> Read:
    """Return a record with its component set; an `UnreadableRecordError` otherwise."""
    _require([Problem(NOWHERE, words) for words in record_excess(record)])
    components = sets(record.header.components)
    problems = _header_problems(record.header, components)
    if components is None:
        raise UnreadableRecordError(problems)
    seats = len(record.header.players)
    checks = _checks(components)
    for number, statement in enumerate(record.statements, 1):
        if checks.hold(statement, seats):
            continue
        told = checks.faults(statement, seats)
        problems += [
            Problem(statement.at, say("records.soundness.statement", number=number, words=words))
            for words in told
        ]
        if len(problems) >= MOST_PROBLEMS:
            break
    _require(problems[:MOST_PROBLEMS])
    return Read(record, components)


def names_known_things(event: Event, components: ComponentSet) -> bool:
    """Return whether a set has everything that an event names."""
    return _known_things(components).holds(event)


@lru_cache(maxsize=16)
def _known_things(components: ComponentSet) -> ValueCheck:
    return CheckMaker(components, KnownName).check(Event) or FieldChecks({})


def _require(problems: list[Problem]) -> None:
    if problems:
        raise UnreadableRecordError(problems)


# The header ---------------------------------------------------------------------------------------


def _header_problems(header: Header, components: ComponentSet | None) -> list[Problem]:
    messages = [*_set_faults(header, components)]
    colours = [player.colour for player in header.players]
    if not colours:
        messages.append(say("records.soundness.nobody-is-named-under-players"))
    messages += [
        say("records.soundness.is-no-colour-of-its", colour=f"{colour!r:.60}")
        for colour in colours
        if not COLOUR.fullmatch(colour) or colours.count(colour) > 1 or colour != colour.casefold()
    ]
    messages += filter(None, (line_fault("a comment", line) for line in header.comments))
    if header.title is not None:
        messages += filter(
            None,
            [name_fault(say("records.soundness.the-title"), header.title, CHARACTERS_OF_A_LINE)],
        )
    for player in header.players:
        messages += filter(None, [name_fault("a colour", player.colour)])
        if player.name == "":
            messages.append(say("records.soundness.a-name-is-empty-a"))
        elif player.name is not None:
            messages += filter(None, [name_fault("a name", player.name)])
    return [Problem(NOWHERE, message) for message in messages[:MOST_PROBLEMS]]


def _set_faults(header: Header, components: ComponentSet | None) -> Iterator[str]:
    if components is None:
        name = f"{header.components!r:.60}"
        yield say("records.soundness.the-component-set-is-not", name=name)
    elif header.digest is not None and not DIGEST.fullmatch(header.digest):
        yield say("records.soundness.the-digest-was-seen-8", digest=f"{header.digest!r:.60}")
    elif header.digest and (refusal := components.refusal(header.digest)) is not None:
        yield refusal or say(
            "records.soundness.the-game-was-recorded-with",
            digest=header.digest[:12],
            components=f"{header.components!r:.60}",
            digest2=components.digest[:12],
        )
    elif header.tracks is not None and (
        len(header.tracks) != len(COMPANIES) or not {*header.tracks} <= {*components.track}
    ):
        yield say(
            "records.soundness.the-tracks-are-not-one", tracks=f"{', '.join(header.tracks)[:80]!r}"
        )


# The statements -----------------------------------------------------------------------------------


class _Statements:
    """What has to hold for the statements of a game that is played with one component set."""

    def __init__(self, components: ComponentSet) -> None:
        self._said = CheckMaker(components, PossibleName).check(SaidEvent) or FieldChecks({})
        self._number = NumberCheck()
        self._cards = NamedPieces("cards", components)
        self._items: Mapping[str, tuple[str, set[str]]] = {
            "price": ("card", {*components.card}),
            "coins": ("book space", {str(space.id) for space in components.book_spaces}),
            "hand": ("card", {*components.card}),
            "deck": ("card", {*components.card}),
            "book": ("book", {*components.book}),
            "owner": ("region", {*components.region}),
            "column": ("column", _columns(components)),
        }

    def hold(self, statement: Statement, seats: int) -> bool:
        """Return whether there is nothing wrong with a statement."""
        said = statement.said
        return (
            0 <= (getattr(said, "seat", 0) or 0) < seats
            and self._said.holds(said)
            and not (statement.claims and any(self._of_claims(statement, seats)))
            and (statement.comment is None or not line_fault("", statement.comment))
            and not (isinstance(said, Exceptional) and any(_odd(statement)))
        )

    def faults(self, statement: Statement, seats: int) -> Iterator[str]:
        """Yield in words what is wrong with a statement."""
        seat = getattr(statement.said, "seat", 0) or 0
        if not 0 <= seat < seats:
            yield _seat_fault(seat, seats)
        if not self._said.holds(statement.said):
            yield from self._said.faults(statement.said)
        yield from self._of_claims(statement, seats)
        yield from _odd(statement)
        if statement.comment is not None and (
            words := line_fault(say("records.soundness.its-comment"), statement.comment)
        ):
            yield words

    def _of_claims(self, statement: Statement, seats: int) -> Iterator[str]:
        for claim in statement.claims:
            if claim.seat is not None and not 0 <= claim.seat < seats:
                yield _seat_fault(claim.seat, seats)
            if claim.what in OF_PLAYERS and not 0 <= claim.value < seats:
                yield _seat_fault(claim.value, seats)
            elif not self._number.holds(claim.value):
                yield from self._number.faults(claim.value)
            if claim.company is None and claim.what in OF_COMPANIES:
                yield say("records.soundness.is-claimed-a-company-should", what=claim.what)
            if claim.seat is None and claim.what not in OF_NOBODY:
                yield say("records.soundness.is-claimed-a-player-should", what=claim.what)
            yield from self._of_item(claim)

    def _of_item(self, claim: SaidClaim) -> Iterator[str]:
        if claim.item is None:
            if claim.what in NEED_ITEMS:
                yield say("records.soundness.is-claimed-of-what", what=claim.what)
            return
        what, known = self._items.get(claim.what, ("", set[str]()))
        if not what:
            yield say(
                "records.soundness.is-claimed-of-which-has",
                what=claim.what,
                item=f"{claim.item!r:.60}",
            )
        elif claim.what == "price" and is_piece(claim.item):
            yield from filter(None, [self._cards.fault(claim.item)])
        elif claim.item not in known:
            guess = did_you_mean(near(claim.item, known))
            yield say(
                "records.soundness.there-is-no-to-claim",
                what=what,
                item=f"{claim.item!r:.60}",
                what2=claim.what,
                guess=guess,
            )


def _columns(components: ComponentSet) -> set[str]:
    """Return the numbers of the columns of bases."""
    most = max((len(base.columns) for base in components.bases), default=0)
    return {str(number) for number in range(1, most + 1)}


def _odd(statement: Statement) -> Iterator[str]:
    """Yield what makes no sense in a gap or in what was agreed on."""
    match statement.said:
        case BlankTurns(number=int() as number) if not 1 <= number <= MOST_BLANK_TURNS:
            yield say(
                "records.soundness.turns-were-seen-there-can",
                number=number,
                most_blank_turns=MOST_BLANK_TURNS,
            )
        case BlankTurns(number=int(), until="round"):
            yield say("records.soundness.the-rest-of-a-round")
        case Adjust(what=what, company=company) if (what == "track") != (company is not None):
            yield say("records.soundness.the-track-of-a-company")
        case Adjust(note=str() as note):
            yield from filter(
                None, [name_fault(say("records.soundness.the-note"), note, CHARACTERS_OF_A_LINE)]
            )
        case AsItLies() if not statement.claims:
            yield say("records.soundness.a-table-without-claims-says")
        case RulingMark(ruling=ruling, answer=answer):
            if ruling not in RULINGS or answer not in RULINGS[ruling].answers:
                yield say(
                    "records.soundness.there-is-no-ruling-with",
                    ruling=f"{ruling!r:.60}",
                    answer=f"{answer!r:.60}",
                )
        case _:
            return


def _seat_fault(seat: int, seats: int) -> str:
    seen = seat if abs(seat) <= LARGEST_NUMBER else "another"
    return say("records.soundness.seat-is-named-there-are", seen=seen, seats=seats - 1)


@lru_cache(maxsize=16)
def _checks(components: ComponentSet) -> _Statements:
    return _Statements(components)
