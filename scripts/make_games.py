"""Writes the complete games under `games`: played by seeded players, one told by a person.

Run it after a change of the shipped component set: `scripts/python -m scripts.make_games`.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from referee.engine import pads
from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.events import DealBooks, Event, Plan, RefillBooks
from referee.game.ids import COMPANIES, BookSpaceId, RegionId, Seat
from referee.game.public import digest
from referee.game.reading import reference_set
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import UseGoods
from referee.transcript.completing import Missing
from referee.transcript.judge import Walker, setting_of, walk
from referee.transcript.names import Names
from referee.transcript.problems import WordError
from referee.transcript.reading import read_text
from referee.transcript.record import NamedPlayer, Record, Statement
from referee.transcript.said import (
    ANY,
    BLANK,
    Said,
    SaidBookkeeper,
    SaidExpansion,
    SaidMarker,
    SaidMerchant,
)
from referee.transcript.saying import record_of, statement_of
from referee.transcript.writing import line_of, text_of

FOLDER = Path("games")
PEOPLE = (NamedPlayer("blue", "Ann"), NamedPlayer("green", "Bob"), NamedPlayer("red", "Cem"))
SEEDS = {"two-players": (2, 3, True), "three-players": (3, 4, False), "four-players": (4, 5, False)}
"""Players, seed, and whether it is a first game."""

REMARKS = (
    "here we go",
    "took ages",
    "not what I had planned",
    "Bob grins",
    "coffee break",
    "should have waited",
    "the last one of these",
    "Cem wanted that too",
)

CLAIMS, REMARKED, BY_NAME, IN_FULL = 0.35, 0.12, 0.6, 0.3
"""How often a claim or a remark is added, a region called by name, a word spelled out."""

VERBS = {"expand": "exp", "merchant": "merch", "goods": "g", "plan": "p", "marker": "mark"}

Game = list[tuple[Event, State]]


def game(players: int, seed: int, *, first_game: bool) -> tuple[Setting, Game]:
    """Return a game of greedy players."""
    rng = Random(seed)
    setting = draw_setting(reference_set(), players, rng, first_game=first_game)
    return setting, [*play(setting, rng, (POLICIES["greedy"],) * players)]


class Person:
    """Somebody who writes short, in no order, and with remarks."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.rng = Random(seed)
        self.names = Names(setting.components, PEOPLE)
        self.colours = self.names.colours
        self.setting = setting

    def lines(self, events: Game) -> Iterator[str]:
        """Yield the lines of a game as this person writes them."""
        yield "# Sunday game at Ann's, written down by Bob"
        yield 'players blue "Ann", green "Bob", red "Cem"'
        yield "setup variable"
        yield "tracks " + ", ".join(self.setting.tracks)
        rounds = 0
        before: State | None = None
        for event, state in events:
            if isinstance(event, Plan) and (before is None or not any(before.plans)):
                rounds += 1
                yield ""
                yield f"ROUND {rounds}   # {self.rng.choice(REMARKS)}"
            yield self._line(event, before, state)
            if state.phase == "preparation" and (before is None or before.phase == "actions"):
                money = zip(self.colours, state.players, strict=True)
                yield "= " + ", ".join(f"{c[0]} {p.cash}" for c, p in money) + "   # money"
            before = state
        yield from self._final(events[-1][1])

    def _final(self, state: State) -> Iterator[str]:
        yield "# the pad"
        for seat, pad in enumerate(pads(state)):
            rows = ", ".join(
                f"row {c} {worth}" for c, worth in zip(COMPANIES, pad.rows[1:5], strict=True)
            )
            yield (
                f"= {PEOPLE[seat].name} {pad.cash}, {rows}, diamond-row {pad.diamonds}, "
                f"book-row {pad.books}, total {pad.total}"
            )

    def _line(self, event: Event, before: State | None, after: State) -> str:
        statement = statement_of(event, self.setting.rulings)
        said = self._shorter(statement, before, after)
        words = self._words(line_of(replace(statement, said=said), self.colours).split(" "))
        if self.rng.random() < CLAIMS and getattr(event, "seat", None) is not None:
            words += self._claim(event, after)
        if self.rng.random() < REMARKED:
            words += f"  # {self.rng.choice(REMARKS)}"
        return words

    def _shorter(self, statement: Statement, before: State | None, after: State) -> Said:
        """Return the statement with as much left out as the rules can fill in."""
        said = statement.said
        if isinstance(said, DealBooks | RefillBooks):
            bare = tuple(replace(book, space=BookSpaceId(BLANK)) for book in said.books)
            tries: list[Said] = [replace(said, books=bare)]
        elif isinstance(said, SaidExpansion):
            tries = [replace(said, rewards=ANY, oust=ANY), replace(said, rewards=ANY)]
        elif isinstance(said, SaidBookkeeper):
            tries = [replace(said, card=BLANK, reward=ANY), replace(said, reward=ANY)]
        elif isinstance(said, SaidMarker):
            tries = [replace(said, reward=ANY)]
        elif isinstance(said, SaidMerchant):
            tries = [replace(said, card=BLANK)]
        else:
            return said
        for shorter in tries:
            if before is not None and self._comes_to(shorter, before, after):
                return shorter
        return said

    def _comes_to(self, said: Said, before: State, after: State) -> bool:
        walker = Walker(self.setting, self.colours)
        walker.state = before
        return walker.take(Statement(said=said)).after == after

    def _words(self, words: list[str]) -> str:
        return " ".join(self._word(word, place) for place, word in enumerate(words))

    def _word(self, word: str, place: int) -> str:
        if place == 0 and word in self.colours:
            name = PEOPLE[self.colours.index(word)].name or word
            return self.rng.choice([word[0], word[0], name, name.lower()])
        if place == 1 and word in VERBS:
            return VERBS[word]
        region, sign, rest = word.partition(":")
        known = self.setting.components.region
        if RegionId(region) in known and self.rng.random() < BY_NAME:
            return f"{known[RegionId(region)].name.lower()}{sign}{rest}"
        return self._cut(word)

    def _cut(self, word: str) -> str:
        """Return a card or company cut to where it still means one thing."""
        scope = self.names.units_of(Seat(0))
        if word not in scope.known or self.rng.random() < IN_FULL:
            return word
        digits = next((i for i, char in enumerate(word) if char.isdigit()), len(word))
        for length in range(2, digits + 1):
            short = word[:length] + word[digits:]
            try:
                if scope.find(short) == word:
                    return short
            except WordError:
                continue
        return word

    def _claim(self, event: Event, after: State) -> str:
        seat = getattr(event, "seat", Seat(0))
        player = after.players[seat]
        if isinstance(event, UseGoods) and event.advance:
            company = event.advance[-1]
            return f"   = {company} {player.tracks[COMPANIES.index(company)]}"
        return f"   = {player.cash}"


def as_written(setting: Setting, events: Game) -> str:
    """Return a game as a person writes it, which comes to the same tables."""
    text = "\n".join([*Person(setting, 1).lines(events), ""])
    record = read_text(text, lambda _: setting.components).record
    again = setting_of(record.header, setting.components)
    if isinstance(again, Missing):
        raise TypeError("the header leaves something open")
    tables = [digest(step.after) for step in walk(record, again) if step.event is not None]
    if tables != [digest(state) for _, state in events]:
        raise ValueError("the written game is not the played one")
    return text


def canonical_share(text: str, record: Record) -> float:
    """Return how many of the lines with a statement are in canonical form already."""
    canonical = {*text_of(record).split("\n")}
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return sum(line in canonical for line in lines) / len(lines)


def main() -> None:
    """Write all complete games."""
    for name, (players, seed, first) in SEEDS.items():
        setting, events = game(players, seed, first_game=first)
        record = record_of(setting, [event for event, _ in events])
        (FOLDER / f"{name}.mgn").write_text(text_of(record), "utf-8")
    setting, events = game(3, 11, first_game=False)
    text = as_written(setting, events)
    (FOLDER / "as-written.mgn").write_text(text, "utf-8")
    record = read_text(text, lambda _: setting.components).record
    print(f"as-written.mgn: {canonical_share(text, record):.0%} of its lines are canonical")


if __name__ == "__main__":
    main()
