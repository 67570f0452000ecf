"""The most expensive records within the limits."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import count, cycle, islice
from pathlib import Path
from typing import Final

import msgspec

from referee.game.ids import COMPANIES
from referee.game.input_limits import (
    BYTES_OF_A_RECORD,
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    CLAIMS_OF_A_RECORD,
    ENTRIES_OF_A_LIST,
    LARGEST_NUMBER,
    PLAYERS_OF_A_RECORD,
    STATEMENTS_OF_A_RECORD,
    WORDS_OF_A_RECORD,
)
from referee.game.set_reader import reference_set
from referee.notation.claims import QUANTITIES
from referee.notation.record import Record
from referee.positions.loader import shipped_sets
from referee.transcript.loader import dump, load
from scripts.tools.check.limit_case import CHECK, GAMES, LimitCase, Plain, written

ITEMS_CLAIMED: Final = {"owner": "R01", "column": "2", "book": "a03", "deck": "coffee2"}
"""Of what is claimed that is always claimed of something."""


def _text(folder: Path, lines: Iterator[str] | list[str]) -> tuple[str, ...]:
    head = ["players blue, green, red, yellow", "set reference", "setup first-game"]
    return (*CHECK, written(folder, "game.mgn", "\n".join([*head, *lines, ""])))


def _comments(folder: Path) -> tuple[str, ...]:
    width = CHARACTERS_OF_A_LINE - 2
    line = f"# {'x' * (width - 2)}"
    return _text(folder, [line] * (BYTES_OF_A_RECORD // CHARACTERS_OF_A_LINE - 1))


def _lines(folder: Path) -> tuple[str, ...]:
    return _text(folder, ["# a note"] * (STATEMENTS_OF_A_RECORD - 10) + [""] * 7_900)


def _words(folder: Path) -> tuple[str, ...]:
    regions = cycle(region.id.lower() for region in reference_set().regions)
    most = (WORDS_OF_A_RECORD - 2_000) // 3
    entries = [f"{region}:{n % 3 + 1}" for region, n in zip(regions, range(most), strict=False)]
    step = ENTRIES_OF_A_LIST - 1
    rows = (entries[at : at + step] for at in range(0, len(entries), step))
    lines = dump(_game("four-players.mgn"), "text").decode().splitlines()
    plans = [number for number, line in enumerate(lines) if " plan " in line]
    turns = [f"takeback blue expand cairo {' '.join(row)}" for row in rows]
    begun = lines[: plans[-1] + 1]
    return (*CHECK, written(folder, "game.mgn", "\n".join([*begun, *turns])))


def _unreadable(folder: Path) -> tuple[str, ...]:
    line = "blue 'goods' " + '£3 st. louis "x" coffee 3 ' * 150
    return _text(folder, [line[: CHARACTERS_OF_A_LINE - 1]] * 20)


def _blanks(folder: Path) -> tuple[str, ...]:
    record = _game("four-players.mgn")
    lines = dump(record, "text").decode().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("round 5"))
    turns = [n for n, line in enumerate(lines) if n > at and " clerk " in line]
    colour = lines[turns[0]].split()[0]
    wishes = [f"takeback {colour} clerk ? flip ? to ? books ?"] * 1_000
    lines[turns[0] : turns[0]] = wishes
    return (*CHECK, written(folder, "game.mgn", "\n".join(lines)))


def _game(name: str) -> Record:
    return load((GAMES / name).read_bytes(), shipped_sets).record


def _json(folder: Path, statements: list[Plain], header: Plain | None = None) -> tuple[str, ...]:
    played = header or msgspec.to_builtins(_game("four-players.mgn").header)
    record = {"format": "mgn-1", "header": played, "statements": statements}
    data = json.dumps(record, separators=(",", ":")).encode()
    if len(data) > BYTES_OF_A_RECORD:
        raise ValueError(f"{len(data):,} bytes are more than a record has")
    return (*CHECK, written(folder, "game.json", data))


def _begun(more: list[Plain], round_begun: int = 4) -> list[Plain]:
    """Return a game up to the first turn of a round, and then more."""
    plain: list[Plain] = msgspec.to_builtins(_game("four-players.mgn").statements)
    for statement in plain:
        statement.pop("at", None)
    turns = {"goods", "expand", "bookkeeper", "merchant", "marker", "end"}
    rounds = [n for n, each in enumerate(plain) if each["said"].get("number") == round_begun]
    at = next(n for n in count(rounds[0]) if plain[n]["said"]["do"] in turns)
    return [*plain[:at], *more][:STATEMENTS_OF_A_RECORD]


def _players(folder: Path) -> tuple[str, ...]:
    named = [{"colour": f"p{number}x"} for number in range(PLAYERS_OF_A_RECORD)]
    return _json(folder, [{"said": {"do": "remark"}}], {"players": named, "setup": "first-game"})


def _names(folder: Path) -> tuple[str, ...]:
    """Write a game of players with long names, each of whose statements breaks a rule."""
    header = msgspec.to_builtins(_game("four-players.mgn").header)
    for seat, player in enumerate(header["players"]):
        player["colour"] = f"{'abcd'[seat]}{'x' * (CHARACTERS_OF_A_NAME - 1)}"
    ends = [{"said": {"do": "end", "seat": 1}}] * STATEMENTS_OF_A_RECORD
    return _json(folder, _begun(ends), header)


def _of_kind(said: Plain, *, taken_back: bool = False) -> Callable[[Path], tuple[str, ...]]:
    """Return what writes as many statements of one kind as a record may have."""
    statement = {"said": said, "taken_back": taken_back}
    size = len(json.dumps(statement, separators=(",", ":"))) + 1
    most = min(STATEMENTS_OF_A_RECORD, (BYTES_OF_A_RECORD - 20_000) // size)
    return lambda folder: _json(folder, _begun([statement] * most))


def _all_claims() -> Iterator[Plain]:
    """Yield claims about everything that can be claimed, all of them wrong."""
    cards = [card.id for card in reference_set().cards]
    spaces = [space.id for space in reference_set().book_spaces]
    for value in count(LARGEST_NUMBER // 2):
        for what in QUANTITIES:
            for company in COMPANIES:
                for seat in range(4):
                    claim: Plain = {"what": what, "value": value, "seat": seat, "company": company}
                    if what in ITEMS_CLAIMED:
                        claim["item"] = ITEMS_CLAIMED[what]
                    if what in {"first", "next", "winner"}:
                        claim["value"] = seat
                    yield claim
        yield from ({"what": "price", "value": value, "item": card} for card in cards)
        yield from ({"what": "coins", "value": value, "item": space} for space in spaces)


def _claims(folder: Path) -> tuple[str, ...]:
    claims = [*islice(_all_claims(), CLAIMS_OF_A_RECORD)]
    return _json(folder, _begun([{"said": {"do": "remark"}, "claims": claims}], round_begun=7))


def _claims_after_much(folder: Path) -> tuple[str, ...]:
    """Write claims after as many events as can be applied although they break a rule."""
    claims = [*islice(_all_claims(), CLAIMS_OF_A_RECORD)]
    noted = {"said": {"do": "remark"}, "claims": claims}
    many = _begun(
        [{"said": {"do": "goods", "seat": 1, "cards": ["coffee1"]}}] * STATEMENTS_OF_A_RECORD
    )
    return _json(folder, [*many[:-1], noted])


_PLAN: Final = {"do": "plan", "seat": 0, "slots": ["exp1"] * ENTRIES_OF_A_LIST}
_EXPAND: Final = {
    "do": "expand",
    "seat": 0,
    "company": "cairo",
    "enter": [{"region": "R01", "column": 1}] * ENTRIES_OF_A_LIST,
}
_EXPAND_ALL: Final = {
    **_EXPAND,
    "enter": [{"region": f"R{number:02}"} for number in range(1, 11)],
    "place": ["?"],
}
_SPEND: Final = {"part": "points", "books": ["A01"] * ENTRIES_OF_A_LIST}
_CLERK: Final = {"do": "bookkeeper", "seat": 0, "card": "clerk1", "reward": [_SPEND] * 4}


RECORD_CASES: Final[Mapping[str, LimitCase]] = {
    "comments": LimitCase(("BYTES_OF_A_RECORD", "CHARACTERS_OF_A_LINE"), _comments),
    "lines": LimitCase(("LINES_OF_A_RECORD",), _lines),
    "words": LimitCase(("WORDS_OF_A_RECORD",), _words),
    "unreadable lines": LimitCase(("CHARACTERS_OF_A_LINE",), _unreadable),
    "long names": LimitCase(("CHARACTERS_OF_A_NAME", "STATEMENTS_OF_A_RECORD"), _names),
    "blanks": LimitCase(("BEGINNINGS_OF_A_TURN", "BEGINNINGS_OF_A_RECORD"), _blanks),
    "players": LimitCase(("PLAYERS_OF_A_RECORD",), _players),
    "statements, empty": LimitCase(("STATEMENTS_OF_A_RECORD",), _of_kind({"do": "remark"})),
    "statements, ends": LimitCase(("STATEMENTS_OF_A_RECORD",), _of_kind({"do": "end", "seat": 0})),
    "statements, goods": LimitCase(
        ("STATEMENTS_OF_A_RECORD",), _of_kind({"do": "goods", "seat": 1, "cards": ["coffee1"]})
    ),
    "plans": LimitCase(("ENTRIES_OF_A_LIST",), _of_kind(_PLAN)),
    "expansions": LimitCase(("ENTRIES_OF_A_LIST",), _of_kind(_EXPAND)),
    "expansions with blanks": LimitCase(
        ("STATEMENTS_OF_A_RECORD", "BEGINNINGS_OF_A_RECORD"), _of_kind(_EXPAND_ALL, taken_back=True)
    ),
    "bookkeepers": LimitCase(("ENTRIES_OF_A_LIST", "BYTES_OF_A_RECORD"), _of_kind(_CLERK)),
    "claims": LimitCase(("CLAIMS_OF_A_RECORD", "DIGITS_OF_A_NUMBER"), _claims),
    "claims after much": LimitCase(
        ("CLAIMS_OF_A_RECORD", "STATEMENTS_OF_A_RECORD"), _claims_after_much
    ),
}
