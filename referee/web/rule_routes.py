"""What pages ask of the rules: looked for in everyday words, decided, and asked about a moment."""

from collections import defaultdict
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct, to_builtins
from starlette.requests import Request

from referee import Budget, Table, rules, ruling, rulings
from referee.i18n.page_words import cited_place
from referee.i18n.speech import say
from referee.types import BrokenRule, Option, PossibleTables, RulePage
from referee.web.answers import answers, games_of, request_data
from referee.web.draft_routes import OptionWords
from referee.web.game_routes import named_game, ruling_row
from referee.workers import aside

MOST_SHOWN: Final = 30
MOST_PARTLY: Final = 8
_MARKS: Final = "?!.,;:'\"()"
LONGEST: Final = 100
LONGEST_LINE: Final = 2000
STEPS: Final = 40_000
"""Of counting the legal turns of an action, about a second; else it is said that there are many."""


class _Decision(Struct, frozen=True, forbid_unknown_fields=True):
    ruling: str
    answer: str


@answers("/api/rules")
async def find(request: Request) -> object:
    """Answer with the rules and the open questions in which words are found."""
    about = request.query_params.get("about", "").strip()[:LONGEST]
    words = about.casefold().split()
    found = rules(about) if words and about.upper() not in _FAMILIES else rules()
    texts = [f"{p.id} {p.question} {p.says} {p.default.text}".casefold() for p in rulings()]
    pairs = zip(rulings(), texts, strict=True)
    pages = [page for page, text in pairs if all(word in text for word in words)]
    partly = not found and not pages
    if partly:
        found = _rules_with_some(words)
    decided = games_of(request).memory.rulings
    return {
        "rules": [
            {
                "id": page.id,
                "holds": page.holds,
                "citations": [cited_place(citation) for citation in page.citations],
            }
            for page in found[:MOST_SHOWN]
        ],
        "rulings": [ruling_row(page, decided) for page in pages[:MOST_SHOWN]],
        "partly": partly,
    }


_FAMILIES: Final = frozenset({page.family.upper() for page in rules()})


def _rules_with_some(words: list[str]) -> tuple[RulePage, ...]:
    """Return rules for a question of which no rule has every word; rare words tell most."""
    pages: dict[str, RulePage] = {}
    worth: defaultdict[str, Fraction] = defaultdict(Fraction)
    for word in {each.strip(_MARKS) for each in words}:
        found = rules(word) if word and word.upper() not in _FAMILIES else ()
        for page in found:
            pages[page.id] = page
            worth[page.id] += Fraction(1, len(found))
    # Of equal worth the first in rulebook order.
    order = {page.id: place for place, page in enumerate(rules())}
    best = sorted(worth, key=lambda rule: (-worth[rule], order[rule]))
    return tuple(pages[rule] for rule in best[:MOST_PARTLY])


@answers("/api/rulings", "POST")
async def decide(request: Request) -> object:
    """Remember what the group decided, for every game that begins from now on."""
    wanted = await request_data(request, _Decision)
    page = ruling(wanted.ruling)
    games_of(request).memory.decide(page.id, wanted.answer)
    return ruling_row(page, games_of(request).memory.rulings)


@answers("/api/games/{name}/may")
async def may(request: Request) -> object:
    """Answer whether something may be done now, and if not, which rule forbids it."""
    opened = await named_game(request)
    line = request.query_params.get("line", "")[:LONGEST_LINE]
    table = opened.possible.recording_table()
    tables = opened.table_for_taps()
    if isinstance(tables, Table):
        tables = table
    turn = await aside(_verdict_data, tables, line) if line.strip() else None
    actions = await aside(_actions, tables) if table.state.phase == "actions" else []
    return {"moment": table.moment, "turn": turn, "actions": actions}


def _verdict_data(table: Table | PossibleTables, line: str) -> dict[str, Any]:
    found = table.draft(line)
    return {
        "sentence": found.sentence,
        "verdict": found.verdict,
        "words": say(f"table.told.may-{found.verdict}"),
        "violations": to_builtins(found.violations),
    }


def _actions(table: Table | PossibleTables) -> list[dict[str, Any]]:
    """Return the actions, each with how many turns there are of it, or why there is none."""
    words = OptionWords(table if isinstance(table, Table) else table.table)
    offers = [each for each in table.draft().offers if each.kind == "action"]
    if isinstance(table, Table):
        found = [_action(table, each.values[0], each.line) for each in offers]
    else:
        found = [_action_behind_gap(table, each) for each in offers]
    return [{"label": words.label(each), **row} for each, row in zip(offers, found, strict=True)]


def _action_behind_gap(tables: PossibleTables, action: Option) -> dict[str, Any]:
    may = action.legal or action.unsure
    broken = () if may else tables.draft(action.line).violations
    words = say("table.told.may-open" if may else "table.told.may-not")
    return {"may": may, "words": words, "example": "", "violations": to_builtins(broken)}


def _action(table: Table, action: str, line: str) -> dict[str, Any]:
    found = table.legal(action, max_items=1, budget=Budget(STEPS))
    count, turns = found.counts[action], found.turns[action]
    if count == 0:
        broken: tuple[BrokenRule, ...] = table.draft(line, everything=True).violations
        return {"may": False, "words": say("table.told.may-not"), "violations": to_builtins(broken)}
    ways = say("table.told.may-many") if count is None else say("table.told.may-ways", n=count)
    example = table.draft(turns[0]).sentence if turns else ""
    return {"may": True, "words": ways, "example": example, "violations": []}
