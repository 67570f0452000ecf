"""Statements that are only begun: the picture of the table, tapped thing by thing, makes a line."""

import re
from collections.abc import Iterator

from referee.api.draft_answers import DraftAnswer, Offer
from referee.api.due_statements import due_at, go_without_saying
from referee.api.errors import MisuseError
from referee.api.happening_drafts import begun_happening, happening_draft
from referee.api.sources import unreadable
from referee.api.tables import Table
from referee.api.turn_drafts import turn_draft
from referee.game.ids import Seat
from referee.game.messages.pictures import picture_words
from referee.game.messages.speech import say
from referee.game.turns import Turn
from referee.notation.errors import UnreadableRecordError
from referee.notation.names import Names
from referee.notation.reader import read_statement
from referee.notation.record import NamedPlayer, SaidHappening
from referee.replays.sentences import EventSentences

__all__ = ["DraftAnswer", "Offer", "draft", "tapped"]


def draft(
    table: Table,
    line: str = "",
    *,
    player: str | None = None,
    kind: str | None = None,
    everything: bool = False,
) -> DraftAnswer:
    """Return what may be said next behind a line that is begun, or at the beginning of one.

    Without a line it is begun for what is due, or for a `kind` of statement, `turn` among them, and
    a player. Offers are what the rules allow, with `everything` also what they do not: what was
    played is recorded even so. Each offer has the line that comes of it: a statement is made by
    taking offers.

    >>> import referee
    >>> table = referee.load_table("games/two-players.mgn", "3.2")
    >>> begun = referee.draft(table, "green goods coffee1")
    >>> begun.asks, begun.verdict
    ('buy', 'illegal')
    >>> [(offer.values, offer.place) for offer in begun.offers if offer.kind == "track"][0]
    (('mombasa',), 'track-mombasa')
    """
    said = _said(table, line)
    gone = go_without_saying(table).table
    due, seat = _due(gone, player)
    wanted = kind or (due if said is None else _kind_of(said))
    # What is not due was perhaps said too late, behind what is taken for granted.
    at = gone if wanted == due else table
    if said is None and wanted != "turn":
        said = begun_happening(wanted, seat)
        sentence = ""
    else:
        words = EventSentences(at.components, _called(at))
        sentence = "" if said is None else words.sentence(said)
    if said is None or isinstance(said, Turn):
        who = seat if said is None else said.seat
        return turn_draft(at, said, who, sentence, everything=everything)
    return happening_draft(at, said, sentence, everything=everything)


def tapped(table: Table, line: str, place: str, *, player: str | None = None) -> DraftAnswer | None:
    """Return a line after a tap on a place of the picture, legal or not; None if it says nothing.

    A tap on what was chosen takes it back.

    >>> import referee
    >>> table = referee.load_table("games/two-players.mgn", "3.2")
    >>> referee.tapped(table, "green goods coffee1", "track-cairo").line
    'green goods coffee1 cairo'
    """
    whose = _SEAT.match(place)
    if whose and not line and int(whose[1]) < len(table.colours):
        player = table.colours[int(whose[1])]
    offers = draft(table, line, player=player, everything=True).offers
    if not line and not any(offer.place in {*_meant(place)} for offer in offers):
        offers = draft(table, line, player=player, kind="turn", everything=True).offers
    for meant in _meant(place):
        fitting = [offer for offer in offers if offer.place == meant]
        # What the rules allow comes first, and what says most.
        fitting.sort(key=lambda offer: (not offer.legal, offer.extra, offer.kind != "columns"))
        if fitting:
            return draft(table, fitting[0].line)
    return None


_SEAT = re.compile(r"seat-(\d)-")


def _meant(place: str) -> Iterator[str]:
    """Yield the places that a tap can mean: the one that was hit, and those that it lies on."""
    found = _SEAT.sub("", place) if "-track-" in place else place
    while found:
        yield found
        if found.startswith("base-"):
            company = found.removeprefix("base-").rstrip("-0123456789")
            if found == f"base-{company}":
                yield f"home-{company}"
        found = found.rpartition("-")[0]


def _called(table: Table) -> tuple[str, ...]:
    names = (*table.names, *[None] * len(table.colours))
    return tuple(
        name or picture_words().colour(colour)
        for colour, name in zip(table.colours, names, strict=False)
    )


def _said(table: Table, line: str) -> Turn | SaidHappening | None:
    """Return what a line says; None if it says nothing yet."""
    names = (*table.names, *[None] * len(table.colours))
    players = tuple(map(NamedPlayer, table.colours, names))
    try:
        read = read_statement(line, Names(table.components, players)) if line.strip() else None
    except UnreadableRecordError as error:
        raise unreadable("what was said", error.problems) from error
    if read is None:
        return None
    if isinstance(read.said, Turn | SaidHappening):
        return read.said
    raise MisuseError(say("answers.drafts.this-line-is-no-turn"))


def _kind_of(said: Turn | SaidHappening) -> str:
    return "turn" if isinstance(said, Turn) else str(said.__struct_config__.tag)


def _due(table: Table, player: str | None) -> tuple[str, Seat]:
    """Return what is due, and by whom."""
    due = due_at(table, None, None, None)
    if player is not None and player not in table.colours:
        raise MisuseError(say("answers.drafts.there-is-no-player", player=player[:40]))
    who = player or (due.players[0] if due.players else table.colours[0])
    seat = Seat(table.colours.index(who))
    state = table.state
    if due.kinds == ("refill-books",):
        return "refill-books", seat
    if state.phase in {"actions", "over"}:
        return "turn", seat
    return due.kinds[-1], seat
