"""Whether a record that is no text makes sense beyond its types: names, numbers and lengths.

Text cannot say a number of a thousand digits, a name with a line break or a comment of two lines.
JSON can, and what another program's log was made into can, too.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.faces import Deck, is_piece
from referee.core.ids import (
    COMPANIES,
    BookId,
    BookSpaceId,
    CardId,
    RegionId,
    SpaceId,
    StartTileId,
    TileId,
)
from referee.core.input_limits import (
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    ENTRIES_OF_A_LIST,
    LARGEST_NUMBER,
)
from referee.core.problem import Problem, with_guess
from referee.core.rulings import RULINGS
from referee.core.turns import BLANK
from referee.i18n.speech import say
from referee.records.claims import NEED_ITEMS, OF_COMPANIES, OF_NOBODY, OF_PLAYERS
from referee.records.faces import read_piece
from referee.records.headers import FindSet
from referee.records.reader import Read
from referee.records.record import (
    MOST_BLANK_TURNS,
    MOST_PROBLEMS,
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
    UnreadableRecordError,
    WordError,
    near,
)
from referee.records.roster import COLOUR, line_fault, list_excess, name_fault, record_excess

# What a value of a record has to be beyond its type: ids, numbers and lengths of lists ------------
_ID = re.compile(rf"[^\s\"'\x00-\x20\x7f-\xa0\ud800-\udfff]{{1,{CHARACTERS_OF_A_NAME}}}")
"""What may be the id of something."""


class ValueCheck:
    """What a value has to be, whatever its type says."""

    fine: frozenset[Any] = frozenset()
    """Values that hold, and are seldom anything else; none where it takes long to find them."""

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with a value."""
        raise NotImplementedError

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield in words what is wrong with it."""
        raise NotImplementedError


PieceFault = Callable[[str], str | None]
"""Returns what is wrong with the name of a piece by its place or its face."""


def _piece_fault(deck: Deck, components: ComponentSet, value: str) -> str | None:
    try:
        canonical = read_piece(deck, value[:CHARACTERS_OF_A_LINE], components)
    except WordError as error:
        return error.message
    if canonical == value:
        return None
    return say("records.soundness.not-canonical", value=f"{value!r:.60}", canonical=canonical)


class KnownName(ValueCheck):
    """An id that the component set has."""

    def __init__(
        self, what: str, known: frozenset[str | None], fault: PieceFault | None = None
    ) -> None:
        self.what, self.known, self.fault = what, known, fault
        self.fine = known

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        return value in self.known

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        yield say("records.soundness.not-found", what=self.what, value=f"{value!r:.60}")


class PossibleName(KnownName):
    """An id that the component set has, or at least a word that could be one.

    A turn that names what does not exist can be told, and is illegal.
    """

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        if value in self.known:
            return True
        if self.fault is not None and is_piece(value):
            return value is not None and self.fault(value) is None
        return value is not None and _ID.fullmatch(value) is not None

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        if self.fault is not None and is_piece(value):
            yield self.fault(value) or ""
        else:
            yield say("records.soundness.not-a-word", value=f"{value!r:.60}", what=self.what)


class NumberCheck(ValueCheck):
    """A number that people write; or none, or a blank, where the type has that."""

    def __init__(self) -> None:
        self.fine = _FINE_NUMBERS

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        # Another program may count below zero: that is an illegal turn, and no fault of the form.
        return not isinstance(value, int) or abs(value) <= LARGEST_NUMBER

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        # A number of thousands of digits cannot even be printed.
        seen = (
            f"{value:,}" if abs(value) < LARGEST_NUMBER**2 else say("records.soundness.far-larger")
        )
        yield say("records.soundness.too-large", seen=seen, largest_number=LARGEST_NUMBER)


_FINE_NUMBERS: Final = frozenset({None, BLANK, *range(100)})


class _Several(ValueCheck):
    """A list, each entry of which has to hold."""

    def __init__(self, what: str, entry: ValueCheck | None) -> None:
        self._what, self._entry = what, entry
        # Ids are compared all at once.
        self._known = entry.known if isinstance(entry, KnownName) else None

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether there is nothing wrong with it."""
        if not value:
            return True
        if len(value) > ENTRIES_OF_A_LIST:
            return False
        if self._known is not None and self._known.issuperset(value):
            return True
        entry = self._entry
        return entry is None or not [each for each in value if not entry.holds(each)]

    def faults(self, value: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield what is wrong."""
        if words := list_excess(self._what, len(value)):
            yield words
            return
        for entry in value:
            if self._entry is not None and not self._entry.holds(entry):
                yield from self._entry.faults(entry)


class FieldChecks(ValueCheck):
    """A struct, or one of several: those of its fields that could be wrong."""

    def __init__(self, kinds: dict[type, tuple[tuple[str, ValueCheck], ...]]) -> None:
        self._kinds = kinds
        self._seen_through = {
            kind: tuple((name, check.fine, check) for name, check in checks)
            for kind, checks in kinds.items()
        }

    def holds(self, value: object) -> bool:
        """Return whether there is nothing wrong with it."""
        # Every field of every statement comes by here.
        for name, fine, check in self._seen_through.get(type(value), ()):
            inner = getattr(value, name)
            if not ((inner in fine) if fine else not inner) and not check.holds(inner):
                return False
        return True

    def faults(self, value: object) -> Iterator[str]:
        """Yield what is wrong."""
        for name, check in self._kinds.get(type(value), ()):
            inner = getattr(value, name)
            if not check.holds(inner):
                yield from check.faults(inner)


_DECKS: Mapping[Any, Deck] = {
    CardId: "cards",
    BookId: "books",
    RegionId: "regions",
    StartTileId: "starting_tiles",
}


class CheckMaker:
    """Makes checks of types: what has to hold beyond what decoding makes sure of."""

    def __init__(self, components: ComponentSet, name: type[KnownName]) -> None:
        self._name = name
        self._components = components
        self._ids: Mapping[Any, tuple[str, set[str]]] = {
            CardId: ("card", {*components.card}),
            TileId: ("bonus tile", {*components.tile}),
            BookId: ("book", {*components.book}),
            RegionId: ("region", {*components.region}),
            SpaceId: ("bonus space", {*components.space}),
            StartTileId: ("starting tile", {*components.starting_tile}),
            BookSpaceId: ("book space", {space.id for space in components.book_spaces}),
        }

    def check(self, annotation: Any, field: str = "") -> ValueCheck | None:  # noqa: ANN401
        """Return what has to hold for a type, the value of a field; None if nothing has to."""
        if get_origin(annotation) is tuple:
            # A list of whatever decoding makes sure of can still be too long.
            return _Several(field, self.check(get_args(annotation)[0], field))
        is_literal = get_origin(annotation) is Literal
        parts = (annotation,) if is_literal else get_args(annotation) or (annotation,)
        if named := [self._ids[part] for part in parts if part in self._ids]:
            literals = {word for part in parts for word in get_args(part)}
            none = {None} if NoneType in parts else set[None]()
            known = literals.union(*(words for _, words in named), {BLANK}, none)
            what = " or ".join(what for what, _ in named)
            deck = next((_DECKS[part] for part in parts if part in _DECKS), None)
            fault = None if deck is None else partial(_piece_fault, deck, self._components)
            return self._name(what, frozenset(known), fault)
        structs = [part for part in parts if isinstance(part, type) and issubclass(part, Struct)]
        if structs:
            return FieldChecks({struct: tuple(self._checked(struct)) for struct in structs})
        if int in parts:
            return NumberCheck()
        lists = [part for part in parts if get_origin(part) is tuple]
        return self.check(lists[0], field) if lists else None

    def _checked(self, struct: type[Struct]) -> Iterator[tuple[str, ValueCheck]]:
        for field in fields(struct):
            if check := self.check(field.type, field.encode_name):
                yield field.name, check


DIGEST = re.compile(r"[0-9a-fA-F]{8,64}")


def sound(record: Record, sets: FindSet) -> Read:
    """Return a record with its component set; an `UnreadableRecordError` otherwise."""
    _require([Problem(words) for words in record_excess(record)])
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
            Problem(say("records.soundness.statement", number=number, words=words), statement.at)
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
    messages: list[str | None] = [*_set_faults(header, components)]
    colours = [player.colour for player in header.players]
    if not colours:
        messages.append(say("records.soundness.no-players"))
    messages += [
        say("records.soundness.bad-colour", colour=f"{colour!r:.60}")
        for colour in colours
        if not COLOUR.fullmatch(colour) or colours.count(colour) > 1 or colour != colour.casefold()
    ]
    messages += [line_fault("a comment", line) for line in header.comments]
    if header.title is not None:
        what = say("records.soundness.title")
        messages.append(name_fault(what, header.title, CHARACTERS_OF_A_LINE))
    for player in header.players:
        messages.append(name_fault("a colour", player.colour))
        if player.name == "":
            messages.append(say("records.soundness.empty-name"))
        elif player.name is not None:
            messages.append(name_fault("a name", player.name))
    return [Problem(message) for message in messages if message][:MOST_PROBLEMS]


def _set_faults(header: Header, components: ComponentSet | None) -> Iterator[str]:
    if components is None:
        name = f"{header.components!r:.60}"
        yield say("records.soundness.unknown-set", name=name)
    elif header.digest is not None and not DIGEST.fullmatch(header.digest):
        yield say("records.soundness.bad-digest", digest=f"{header.digest!r:.60}")
    elif header.digest and (refusal := components.refusal(header.digest)) is not None:
        yield refusal or say(
            "records.soundness.other-digest",
            digest=header.digest[:12],
            components=f"{header.components!r:.60}",
            own_digest=components.digest[:12],
        )
    elif header.tracks is not None and (
        len(header.tracks) != len(COMPANIES) or not {*header.tracks} <= {*components.track}
    ):
        yield say("records.soundness.bad-tracks", tracks=f"{', '.join(header.tracks)[:80]!r}")


# The statements -----------------------------------------------------------------------------------
class _Statements:
    """What has to hold for the statements of a game that is played with one component set."""

    def __init__(self, components: ComponentSet) -> None:
        self._said = CheckMaker(components, PossibleName).check(SaidEvent) or FieldChecks({})
        self._number = NumberCheck()
        self._card_fault = partial(_piece_fault, "cards", components)
        columns = max((len(base.columns) for base in components.bases), default=0)
        self._items: Mapping[str, tuple[str, set[str]]] = {
            "price": ("card", {*components.card}),
            "coins": ("book space", {str(space.id) for space in components.book_spaces}),
            "hand": ("card", {*components.card}),
            "deck": ("card", {*components.card}),
            "book": ("book", {*components.book}),
            "owner": ("region", {*components.region}),
            "column": ("column", {*map(str, range(1, columns + 1))}),
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
            words := line_fault(say("records.soundness.comment"), statement.comment)
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
                yield say("records.soundness.company-missing", what=claim.what)
            if claim.seat is None and claim.what not in OF_NOBODY:
                yield say("records.soundness.player-missing", what=claim.what)
            yield from self._of_item(claim)

    def _of_item(self, claim: SaidClaim) -> Iterator[str]:
        if claim.item is None:
            if claim.what in NEED_ITEMS:
                yield say("records.soundness.no-subject", what=claim.what)
            return
        what, known = self._items.get(claim.what, ("", set[str]()))
        if not what:
            yield say("records.soundness.has-none", what=claim.what, item=f"{claim.item!r:.60}")
        elif claim.what == "price" and is_piece(claim.item):
            yield from filter(None, [self._card_fault(claim.item)])
        elif claim.item not in known:
            unknown = say(
                "records.soundness.no-subject-found",
                what=what,
                item=f"{claim.item!r:.60}",
                quantity=claim.what,
            )
            yield with_guess(unknown, near(claim.item, known))


def _odd(statement: Statement) -> Iterator[str]:
    """Yield what makes no sense in a gap or in what was agreed on."""
    match statement.said:
        case BlankTurns(number=int() as number) if not 1 <= number <= MOST_BLANK_TURNS:
            yield say(
                "records.soundness.blank-turns", number=number, most_blank_turns=MOST_BLANK_TURNS
            )
        case BlankTurns(number=int(), until="round"):
            yield say("records.soundness.rest-has-number")
        case Adjust(what=what, company=company) if (what == "track") != (company is not None):
            yield say("records.soundness.only-company-track")
        case Adjust(note=str() as note):
            yield from filter(
                None, [name_fault(say("records.soundness.note"), note, CHARACTERS_OF_A_LINE)]
            )
        case AsItLies() if not statement.claims:
            yield say("records.soundness.no-claims")
        case RulingMark(ruling=ruling, answer=answer):
            if ruling not in RULINGS or answer not in RULINGS[ruling].answers:
                yield say(
                    "records.soundness.no-ruling",
                    ruling=f"{ruling!r:.60}",
                    answer=f"{answer!r:.60}",
                )
        case _:
            return


def _seat_fault(seat: int, seats: int) -> str:
    seen = seat if abs(seat) <= LARGEST_NUMBER else "another"
    return say("records.soundness.no-seat", seen=seen, seats=seats - 1)


@lru_cache(maxsize=16)
def _checks(components: ComponentSet) -> _Statements:
    return _Statements(components)
