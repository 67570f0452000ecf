"""Text out: the canonical form of a record, in which every line reads back as what it was."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.components import OtherTracksSpace
from referee.core.events import (
    BookOnSpace,
    Claim,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeBack,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import COLOURED_SLOTS, COMPANIES, SLOTS
from referee.core.public import deviations
from referee.core.rulings import Rulings
from referee.core.state import Setting
from referee.core.turns import BLANK, PlaceMarker, SpendPoints, Turn, UseBookkeeper
from referee.records.claims import claim_text, colour_of
from referee.records.fields import FORM_OF, Emptiness, Field, sparing
from referee.records.keywords import tongue, words_of_names
from referee.records.placements import part_words
from referee.records.record import (
    FORMAT,
    Adjust,
    Agreement,
    AnyOrder,
    AsItLies,
    BlankTurn,
    BlankTurns,
    Gap,
    Header,
    InOrder,
    NamedPlayer,
    OneOf,
    Record,
    Remark,
    RoundMark,
    RulingMark,
    SaidClaim,
    SaidEvent,
    SetupMode,
    Statement,
)

Words = Iterator[str]


def text_of(record: Record) -> str:
    """Return the whole record in canonical form; what it says is read back from it unchanged."""
    colours = tuple(player.colour for player in record.header.players)
    lines = [*_header(record.header), ""]
    for statement in record.statements:
        if isinstance(statement.said, RoundMark) and lines[-1]:
            lines.append("")
        lines.append(line_of(statement, colours))
    if record.header.lang is not None:
        own = tongue(record.header.lang)
        names = words_of_names(player.name for player in record.header.players)
        written = (own.written(line, names) for line in lines)
        lines = [f"lang {record.header.lang}", *written]
    return "\n".join([*lines, ""]) if lines[-1] else "\n".join(lines)


def _header(header: Header) -> Words:
    yield from (_comment(comment) for comment in header.comments)
    if header.title is not None:
        yield f"title {_quoted(header.title)}"
    yield "players " + ", ".join(
        player.colour + (f" {_quoted(player.name)}" if player.name is not None else "")
        for player in header.players
    )
    digest = f" sha256:{header.digest}" if header.digest else ""
    yield f"set {header.components}{digest}"
    if chosen := deviations(header.rulings):
        yield "rulings " + " ".join(f"{name}={answer}" for name, answer in chosen.items())
    mode, _, part = header.setup.rpartition("-")
    yield f"setup {header.setup}" if part in {"game", "variable"} else f"setup {mode} {part}"
    if header.tracks is not None:
        placed = zip(COMPANIES, header.tracks, strict=False)
        yield "tracks " + " ".join(f"{company}={track}" for company, track in placed)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', "'").replace("\n", " ") + '"'


def _comment(comment: str) -> str:
    return f"# {comment}".rstrip()


def line_of(statement: Statement, colours: tuple[str, ...]) -> str:
    """Return one statement in canonical form."""
    parts = []
    if statement.taken_back:
        parts.append("takeback")
    parts.extend(said_words(statement.said, colours))
    if statement.claims:
        seat = getattr(statement.said, "seat", None)
        words = claim_text(statement.claims, colours, seat)
        parts.append(words if isinstance(statement.said, AsItLies) else f"= {words}")
    line = " ".join(parts)
    if statement.comment is None:
        return line
    return f"{line}  {_comment(statement.comment)}" if line else _comment(statement.comment)


def said_words(said: SaidEvent, colours: tuple[str, ...]) -> Words:
    """Yield the words of a statement without its claims and comment."""
    match said:
        case DealCards():
            yield " ".join(["display:", *said.cards])
        case DealBooks():
            yield " ".join(["books:", *map(_on_space, said.books)])
        case RefillBooks():
            yield " ".join(["refill:", *map(_on_space, said.books)])
        case PrepareRound():
            yield " ".join(["prepare:", *said.cards])
        case RoundMark():
            yield f"round {said.number}"
        case Remark():
            return
        case OneOf():
            yield said.text
        case BlankTurn() | BlankTurns() | AnyOrder() | InOrder():
            yield from _gap_words(said, colours)
        case Adjust() | AsItLies() | RulingMark():
            yield from _agreement_words(said, colours)
        case _:
            yield colour_of(colours, said.seat)
            yield from _player_words(said)


def _gap_words(said: Gap, colours: tuple[str, ...]) -> Words:
    match said:
        case BlankTurn(seat=None):
            yield "... 1"
        case BlankTurn(seat=seat):
            yield f"{colour_of(colours, seat or 0)} {BLANK}"
        case BlankTurns():
            yield "..."
            if said.number is not None:
                yield str(said.number)
            elif said.until == "round":
                yield said.until
        case AnyOrder():
            yield "unordered"
        case InOrder():
            yield "ordered"


def _agreement_words(said: Agreement, colours: tuple[str, ...]) -> Words:
    match said:
        case Adjust():
            what = {"cash": "pounds", "track": said.company or ""}.get(said.what, said.what)
            yield f"adjust {colour_of(colours, said.seat)} {said.by:+d} {what}"
            if said.note is not None:
                yield _quoted(said.note)
        case AsItLies():
            yield "table:"
        case RulingMark():
            yield f"ruling {said.ruling}={said.answer}"


def _player_words(
    said: TakeStartingTile | RestStartingCards | TakeStartingBonus | Plan | Turn,
) -> Words:
    match said:
        case TakeStartingTile():
            yield f"tile {said.tile}"
            if said.rejected is not None:
                yield f"rejected {said.rejected}"
        case RestStartingCards():
            yield " ".join(["rest", *said.cards])
        case TakeStartingBonus():
            yield " ".join(["bonus", *map(part_words, said.reward)])
        case Plan():
            yield " ".join(["plan", *_slots(said)])
        case _:
            yield from _turn_words(said)


def _on_space(drawn: BookOnSpace) -> str:
    return drawn.book if drawn.space == BLANK else f"{drawn.space}:{drawn.book}"


def _slots(plan: Plan) -> Words:
    if all(card == BLANK for card in plan.slots):
        return
    for slot, card in zip(SLOTS, plan.slots, strict=False):
        if slot in COLOURED_SLOTS:
            yield card or "-"
        elif card is not None:
            yield f"{slot}:{card}"


def _turn_words(turn: Turn) -> Words:
    form = FORM_OF[type(turn)]
    yield form.verb
    first, *others = form.fields
    value = getattr(turn, first.name)
    if form.first == "units":
        yield from value
    elif value != first.unsaid or form.first == "required":
        yield first.kind.words(value)
    for field in others:
        value = getattr(turn, field.name)
        # Behind a company that nobody knows silence would be any regions.
        if value != field.unsaid or (field.name == "enter" and turn.company == BLANK):  # type: ignore[union-attr]
            yield field_words(field, value)


def field_words(field: Field, value: Any) -> str:  # noqa: ANN401
    """Return the value of a field that is said, with its keyword."""
    words = field.kind.words(value)
    if not field.keyword or (field.bare and value is not None):
        return words
    return f"{field.keyword} {words}"


# From the events of a game to a record that says them, without what goes without saying -----------
COLOURS = ("blue", "green", "red", "yellow")
"""What the players are called if nobody says it."""


MODES: dict[tuple[bool, bool], SetupMode] = {
    (False, False): "variable",
    (True, False): "first-game-tracks",
    (False, True): "first-game-tiles",
    (True, True): "first-game",
}


def setup_mode(setting: Setting) -> SetupMode:
    """Return the word for what of the first game's setup is used."""
    return MODES[setting.first_game_tracks, setting.first_game_tiles]


def header_of(setting: Setting, players: tuple[NamedPlayer, ...] | None = None) -> Header:
    """Return the header of a game with this setting."""
    return Header(
        players=players or tuple(NamedPlayer(colour) for colour in COLOURS[: setting.players]),
        components=setting.components.name,
        digest=setting.components.digest,
        rulings=setting.rulings,
        setup=setup_mode(setting),
        tracks=setting.tracks,
    )


def record_of(
    setting: Setting, events: Iterable[Event], players: tuple[NamedPlayer, ...] | None = None
) -> Record:
    """Return the record of a game: every event, and a heading for every round."""
    statements: list[Statement] = []
    rounds = 0
    plans_due = True
    for event in events:
        if isinstance(event, Plan) and plans_due:
            rounds += 1
            plans_due = False
            statements.append(Statement(said=RoundMark(number=rounds)))
        plans_due = plans_due or isinstance(event, PrepareRound)
        statements.append(statement_of(event, setting.rulings, setting.components))
    return Record(format=FORMAT, header=header_of(setting, players), statements=tuple(statements))


def statement_of(
    event: Event, rulings: Rulings, components: ComponentSet, *, exact: bool = False
) -> Statement:
    """Return the statement that says an event; see `said_of` for `exact`."""
    match event:
        case TakeBack():
            turn = said_of(event.turn, rulings, components, exact=exact)
            return Statement(said=turn, taken_back=True)
        case Claim():
            if event.what == "round":
                claim = SaidClaim(what="round", value=event.value)
            else:
                claim = SaidClaim(
                    what=event.what, value=event.value, seat=event.seat, company=event.company
                )
            return Statement(said=Remark(), claims=(claim,))
        case _ if isinstance(event, Turn):
            return Statement(said=said_of(event, rulings, components, exact=exact))
        case _:
            said: SaidEvent = event
            return Statement(said=said)


def said_of(turn: Turn, rulings: Rulings, components: ComponentSet, *, exact: bool = False) -> Turn:
    """Return a turn as a record says it; unless `exact`, what has one legal value is left out."""
    if exact:
        return turn
    # Where calls may be declined, parts left or blocked tracks chosen, an empty list is a choice.
    chooses = rulings.may_decline_calls or (
        isinstance(turn, PlaceMarker)
        and isinstance(components.space.get(turn.space), OtherTracksSpace)
    )
    leaves: frozenset[Emptiness] = _ALWAYS_LEFT if chooses else _ALL_LEFT
    if isinstance(turn, UseBookkeeper) and not rulings.may_decline_calls and _as_placed(turn):
        turn = replace(turn, points=BLANK)
    return sparing(turn, leaves=leaves)


_ALWAYS_LEFT: Final[frozenset[Emptiness]] = frozenset({"says nothing"})
_ALL_LEFT: Final[frozenset[Emptiness]] = frozenset({"says nothing", "may be a choice"})


def _as_placed(turn: UseBookkeeper) -> bool:
    """Return whether the bookkeeper's own points bought all books that were placed."""
    pools = any(isinstance(part, SpendPoints) for part in turn.reward)
    taken = {placing.book for placing in turn.place}
    return not pools and {*turn.points.books} == taken and turn.points.for_pounds is None
