"""What somebody would have to remember to tell two versions of a record apart."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from referee.game.ids import COMPANIES
from referee.game.messages.speech import say
from referee.game.state import Player, State

Moment = tuple[int, int]
"""A round, and the turn that is due in it."""


class TellingFact(Struct, frozen=True):
    """Something of the table that differs between two versions of a game."""

    round: int
    turn: int
    """The last turn that was taken before, 0 for none of the round."""
    subject: str
    """What it is, in words."""
    values: tuple[str, str]


def telling_fact(
    one: Sequence[State], two: Sequence[State], colours: Sequence[str]
) -> TellingFact | None:
    """Return the first difference between the tables of two games that people remember.

    Money is remembered best, wherever in the game it differs.
    """
    first, second = _by_moment(one), _by_moment(two)
    shared = [moment for moment in first if moment in second and first[moment] != second[moment]]
    for facts in (_money, _facts):
        for moment in shared:
            mine, yours = facts(first[moment], colours), facts(second[moment], colours)
            for (subject, here), (_, there) in zip(mine, yours, strict=True):
                if here != there:
                    return TellingFact(moment[0], moment[1] - 1, subject, (here, there))
    found = (_card(moment, first[moment], second[moment], colours) for moment in shared)
    return next(filter(None, found), None)


def _by_moment(tables: Sequence[State]) -> Mapping[Moment, State]:
    found: dict[Moment, State] = {}
    for table in tables:
        if table.phase in {"actions", "preparation", "over"}:
            found[table.round, table.turn] = table
    return found


def _money(table: State, colours: Sequence[str]) -> Iterator[tuple[str, str]]:
    for colour, player in zip(colours, table.players, strict=True):
        yield _of_player(colour, say("answers.telling_apart.called.cash")), str(player.cash)


def _facts(table: State, colours: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what can be seen on a table, what is remembered best first."""
    for colour, player in zip(colours, table.players, strict=True):
        for what, value in _quantities(player):
            yield _of_player(colour, what), str(value)
    for region, owner in zip(table.setting.components.regions, table.regions, strict=True):
        subject = say("answers.telling_apart.post-in", region=region.id)
        yield subject, owner or say("answers.telling_apart.none")
    for company, columns in zip(COMPANIES, table.bases, strict=True):
        for number, column in enumerate(columns, 1):
            subject = say("answers.telling_apart.column-of", number=number, company=company)
            yield subject, str(column.posts)
    for colour, player in zip(colours, table.players, strict=True):
        yield from ((_of_player(colour, what), book) for what, book in _books(table, player))


def _quantities(player: Player) -> Iterator[tuple[str, int]]:
    for company, value in zip(COMPANIES, player.tracks, strict=True):
        yield say("answers.telling_apart.marker-for", company=company), value
    for what, value in (
        ("diamonds", player.diamonds),
        ("ink", player.ink),
        ("hand", len(player.hand)),
    ):
        yield say(f"answers.telling_apart.called.{what}"), value


def _books(table: State, player: Player) -> Iterator[tuple[str, str]]:
    first = table.setting.components.book_track.last - len(player.books) + 1
    for step, pile in enumerate(player.books, first):
        book = pile[-1] if pile else say("answers.telling_apart.none")
        yield say("answers.telling_apart.book-on-step", step=step), book


def _card(moment: Moment, one: State, two: State, colours: Sequence[str]) -> TellingFact | None:
    """Return a card that a player has at one of two tables only."""
    yes, no = say("answers.telling_apart.yes"), say("answers.telling_apart.no")
    for colour, mine, yours in zip(colours, one.players, two.players, strict=True):
        for card in sorted(_cards_of(mine) ^ _cards_of(yours)):
            subject = _of_player(colour, say("answers.telling_apart.card", card=card))
            values = (yes, no) if card in _cards_of(mine) else (no, yes)
            return TellingFact(moment[0], moment[1] - 1, subject, values)
    return None


def _cards_of(player: Player) -> frozenset[str]:
    return frozenset({*player.hand, *filter(None, player.slots)}.union(*player.resting))


def _of_player(colour: str, what: str) -> str:
    return say("answers.telling_apart.of-player", colour=colour, what=what)


def telling_words(fact: TellingFact) -> str:
    """Return what to remember, as people say it."""
    turn = say("answers.telling_apart.after", round=fact.round, turn=fact.turn)
    when = (
        turn if fact.turn else say("answers.telling_apart.at-the-start-of-round", round=fact.round)
    )
    here, there = fact.values
    return say(
        "answers.telling_apart.with-this-one-otherwise",
        subject=fact.subject,
        when=when,
        here=here,
        there=there,
    )
