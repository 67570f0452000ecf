"""Requests in, answers out: one JSON object a line."""

import json
from collections.abc import Callable
from typing import Any, TextIO

from . import events, scoring
from .printed import COMPANIES, Printed
from .table import Game
from .verdict import IllegalError

RULINGS = {
    "extra-markers-track": ["B2", "A2"],
    "capital-call": ["must-pay", "may-decline"],
    "partial-use": ["no", "rewards", "yes"],
    "bonus-use": ["may-use", "always"],
    "value-passed": ["at-or-beyond", "beyond"],
    "share-cards": ["removable", "kept"],
    "book-money-convert": ["every-point", "rewards-only"],
    "cover": ["free", "if-necessary"],
    "diamond-overflow": ["pounds", "forfeit-overflow"],
    "and-or-space": ["and-or", "card-first"],
}
ABILITIES = ["digest", "state", "check", "refuse", "score"]

Message = dict[str, Any]


class Program:
    """What is remembered between two requests: the last set that was sent, and the game."""

    def __init__(self) -> None:
        self.printed: Printed | None = None
        self.current: Game | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self.current is None:
            raise UnableError("no game has begun")
        return self.current

    def hello(self, _: Message) -> Message:
        """Say who this is."""
        return {
            "protocol": 2,
            "name": "second",
            "version": "1",
            "any_set": True,
            "rulings": RULINGS,
            "abilities": ABILITIES,
        }

    def new(self, request: Message) -> Message:
        """Begin a game."""
        digest = request["components"]["digest"]
        if request.get("set"):
            self.printed = Printed(request["set"], digest)
        if self.printed is None or self.printed.digest != digest:
            raise UnableError("I do not have this component set")
        for ruling, answer in request["rulings"].items():
            if answer not in RULINGS.get(ruling, []):
                raise UnableError(f"I do not play {ruling} = {answer}")
        sides = request["tracks"]
        if request["first_game_tracks"] and sides != self.printed.first_game:
            raise UnableError("the first game has other tracks")
        shown = [{*card["halves"]} & {*sides} for card in self.printed.track_cards]
        if request["players"] not in self.printed.round_coins or {*map(len, shown)} != {1}:
            raise UnableError("two to four play, with one side of each track card")
        self.current = Game(
            self.printed,
            request["players"],
            dict(zip(COMPANIES, request["tracks"], strict=True)),
            request["rulings"],
            given_tiles=request["first_game_tiles"],
        )
        for event in request["events"]:
            self.current = events.after(self.current, event)
        return {}

    def apply(self, request: Message) -> Message:
        """Apply an event, or refuse it."""
        try:
            self.current = events.after(self.game, request["event"])
        except IllegalError:
            return {"legal": False}
        return {}

    def check(self, request: Message) -> Message:
        """Judge an event."""
        return {"legal": events.objection(self.game, request["event"]) is None}

    def state(self, request: Message) -> Message:
        """Tell the table or its digest."""
        if request["want"] == "digest":
            return {"digest": self.game.digest()}
        return {"state": self.game.table}

    def score(self, _: Message) -> Message:
        """Tell what everybody scores."""
        return {"scores": scoring.scores(self.game), "winners": scoring.winners(self.game)}

    def unknown(self, request: Message) -> Message:
        """Refuse a request that this program does not know."""
        raise UnableError(f"I do not know {request['do']}")

    def quit(self, _: Message) -> Message:
        """Say goodbye."""
        return {}


class UnableError(Exception):
    """The program cannot do what it was asked."""


def serve(lines: TextIO, out: TextIO) -> None:
    """Answer every request until there are no more, or until asked to quit."""
    program = Program()
    answers: dict[str, Callable[[Message], Message]] = {
        "hello": program.hello,
        "new": program.new,
        "apply": program.apply,
        "check": program.check,
        "state": program.state,
        "score": program.score,
        "quit": program.quit,
    }
    for line in lines:
        request = json.loads(line)
        try:
            answer = answers.get(request["do"], program.unknown)(request)
        except (UnableError, IllegalError) as error:
            answer = {"error": str(error)}
        out.write(json.dumps({"id": request["id"], **answer}) + "\n")
        out.flush()
        if request["do"] == "quit":
            return
