"""Text out: the canonical form of a record, in which every line reads back as what it was."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import assert_never

from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import COLOURED_SLOTS, COMPANIES, SLOTS
from referee.game.public import deviations
from referee.game.turns import (
    Advance,
    BuyCard,
    CollectRegion,
    MoveDiamond,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)
from referee.transcript.claim_words import claim_text
from referee.transcript.record import Header, Record, Statement
from referee.transcript.said import (
    ANY,
    BLANK,
    Blank,
    Remark,
    RoundMark,
    Said,
    SaidBookkeeper,
    SaidEnd,
    SaidEntering,
    SaidExpansion,
    SaidGoods,
    SaidLevel,
    SaidMarker,
    SaidMerchant,
    SaidOusting,
    SaidPlacing,
    SaidTurn,
    SaidWithBonuses,
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
        parts.append(f"= {claim_text(statement.claims, colours, seat)}")
    line = " ".join(parts)
    if statement.comment is None:
        return line
    return f"{line}  {_comment(statement.comment)}" if line else _comment(statement.comment)


def said_words(said: Said, colours: tuple[str, ...]) -> Words:
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
        case _:
            yield colours[said.seat] if 0 <= said.seat < len(colours) else f"seat{said.seat}"
            yield from _player_words(said)


def _player_words(
    said: TakeStartingTile | RestStartingCards | TakeStartingBonus | Plan | SaidTurn,
) -> Words:
    match said:
        case TakeStartingTile():
            yield f"tile {said.tile}"
            if said.rejected is not None:
                yield f"rejected {said.rejected}"
        case RestStartingCards():
            yield " ".join(["rest", *said.cards])
        case TakeStartingBonus():
            yield " ".join(["bonus", *map(part_word, said.reward)])
        case Plan():
            yield " ".join(["plan", *_slots(said)])
        case SaidTurn():
            yield from _turn_words(said)
            if isinstance(said, SaidWithBonuses):
                yield from map(level_word, said.levels)
            if said.plus_one is not None:
                yield f"plus {said.plus_one.card}"
                if said.plus_one.when == "after":
                    yield "after"
        case _:
            assert_never(said)


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


# Turns -------------------------------------------------------------------------------------------


def _turn_words(said: SaidTurn) -> Words:
    match said:
        case SaidGoods():
            yield "goods"
            yield from said.cards
            if said.buy is not None:
                yield f"buy {said.buy}"
            yield from _steps(said.advance)
        case SaidExpansion():
            yield from _expansion(said)
        case SaidBookkeeper():
            yield from _bookkeeper(said)
        case SaidMerchant():
            yield "merchant" if said.card == BLANK else f"merchant {said.card}"
        case SaidMarker():
            yield from _marker(said)
        case SaidEnd():
            yield "end" if said.deck == BLANK else f"end {said.deck or '-'}"
        case _:
            raise TypeError(f"{type(said).__name__} is no turn")


def _expansion(said: SaidExpansion) -> Words:
    yield f"expand {said.company}"
    yield from map(entry_word, said.enter)
    if said.cards is not None:
        yield from _clause("using", said.cards)
    yield from _clause("take", map(part_word, said.rewards), silent=said.rewards == ANY)
    yield from _clause("oust", map(ousted_word, said.oust), silent=said.oust == ANY)
    yield from _books(said.place)


def _bookkeeper(said: SaidBookkeeper) -> Words:
    yield "clerk" if said.card == BLANK else f"clerk {said.card}"
    if said.flip is not None:
        yield f"flip {said.flip}"
    if said.to is not None:
        yield f"to {said.to}"
    yield from _clause("take", map(part_word, said.reward), silent=said.reward == ANY)
    if isinstance(said.points, SpendPoints):
        yield from _clause("spend", said.points.books)
        if said.points.for_pounds is not None:
            yield f"for {said.points.for_pounds}"
    yield from _books(said.place)


def _marker(said: SaidMarker) -> Words:
    yield f"marker {said.space}"
    if said.option is None:
        yield "option -"
    elif said.option != BLANK:
        yield str(said.option)
    if said.discard != BLANK:
        yield f"discard {said.discard or '-'}"
    yield from _clause("take", map(part_word, said.reward), silent=said.reward == ANY)
    yield from _books(said.place)


def level_word(said: SaidLevel) -> str:
    """Return a level with its keyword."""
    who = "" if said.company == BLANK else f"{said.company} "
    return f"level {who}{said.level}"


def _steps(advance: tuple[str, ...]) -> Words:
    if not advance:
        yield "-"
    elif advance != ANY:
        for company, steps in groupby(advance):
            count = len([*steps])
            yield company if count == 1 or company == BLANK else f"{company} {count}"


def _clause(keyword: str, words: Iterable[str], *, silent: bool = False) -> Words:
    if not silent:
        said = [*words]
        yield f"{keyword} {' '.join(said) or '-'}"


def entry_word(entry: SaidEntering) -> str:
    """Return a region that is entered as it stands behind the company."""
    column = "" if entry.column == BLANK else f":{entry.column}"
    source = "" if entry.source is None else f"<{entry.source}"
    return f"{entry.region}{column}{source}"


def ousted_word(said: SaidOusting | Blank) -> str:
    """Return an ousted post as it stands behind `oust`."""
    if said == BLANK:
        return BLANK
    if said.column == BLANK:
        return said.region
    return f"{said.region}:{'out' if said.column is None else said.column}"


def _books(place: tuple[SaidPlacing | Blank, ...]) -> Words:
    if place:
        yield "books " + " ".join(map(placing_word, place))


def placing_word(said: SaidPlacing | Blank) -> str:
    """Return a placed book as it stands behind `books`."""
    if said == BLANK:
        return BLANK
    return said.book if said.step == BLANK else f"{said.book}@{said.step}"


def part_word(part: RewardPart | RegionPart | Blank) -> str:
    """Return a part of a reward as it stands behind `take`."""
    word: str
    match part:
        case "?":
            word = BLANK
        case TakePounds():
            word = _counted("pounds", part.count)
        case MoveDiamond():
            word = _counted("diamonds", part.count)
        case Advance():
            word = _counted(part.company, part.count)
        case CollectRegion():
            word = _counted(part.region, part.count)
        case SpendPoints():
            inside = [*part.books, *([] if part.for_pounds is None else [f"for {part.for_pounds}"])]
            word = f"points({' '.join(inside)})" if inside else "points"
        case RemovePost():
            word = f"{part.company}:{part.column}"
        case BuyCard():
            word = f"buy {part.card}"
        case _:
            assert_never(part)
    return word


def _counted(word: str, count: int | None) -> str:
    return word if count is None else f"{word} {count}"
