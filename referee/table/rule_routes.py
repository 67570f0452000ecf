"""What pages ask of the rules: looked for in everyday words, decided, and asked about a moment."""

from collections import defaultdict
from fractions import Fraction
from time import monotonic
from typing import Any, Final

from msgspec import Struct, to_builtins
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import BrokenRule, RulePage, RulingPage, Table, draft, legal, rules, ruling, rulings
from referee.game.messages.cited_places import cited_place
from referee.game.messages.table import table_words
from referee.table.answers import JsonResponse, answering, asked, games_of
from referee.table.game_routes import named_game, ruling_row
from referee.table.offer_words import OfferWords

MOST_SHOWN: Final = 30
MOST_PARTLY: Final = 8
_MARKS: Final = "?!.,;:'\"()"
LONGEST: Final = 100
LONGEST_LINE: Final = 2000
SECONDS: Final = 1.0
"""How long legal turns are counted; of more it is said that there are at least so many."""


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """What a group decides where the rulebooks leave a question open."""

    ruling: str
    answer: str


@answering
async def find(request: Request) -> Response:
    """Answer with the rules and the open questions in which words are found."""
    about = request.query_params.get("about", "").strip()[:LONGEST]
    words = about.casefold().split()
    found = rules(about) if words and about.upper() not in _FAMILIES else rules()
    pages = [page for page in rulings() if all(word in _text(page) for word in words)]
    partly = not found and not pages
    if partly:
        found = _rules_with_some(words)
    decided = games_of(request).memory.rulings
    return JsonResponse(
        {
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
    )


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


def _text(page: RulingPage) -> str:
    return f"{page.id} {page.question} {page.says} {page.default.text}".casefold()


@answering
async def decide(request: Request) -> Response:
    """Remember what the group decided, for every game that begins from now on."""
    wanted = await asked(request, Decision)
    page = ruling(wanted.ruling)
    games_of(request).memory.decide(page.id, wanted.answer)
    return JsonResponse(ruling_row(page, games_of(request).memory.rulings))


@answering
async def may(request: Request) -> Response:
    """Answer whether something may be done now, and if not, which rule forbids it."""
    opened = await named_game(request)
    line = request.query_params.get("line", "")[:LONGEST_LINE]
    table = opened.possible.recording_table()
    asked_for = _asked_for(table, line) if line.strip() else None
    actions = await run_in_threadpool(_actions, table) if table.state.phase == "actions" else []
    return JsonResponse({"moment": table.moment, "turn": asked_for, "actions": actions})


def _asked_for(table: Table, line: str) -> dict[str, Any]:
    found = draft(table, line)
    return {
        "sentence": found.sentence,
        "verdict": found.verdict,
        "words": table_words().told[f"may-{found.verdict}"],
        "violations": to_builtins(found.violations),
    }


def _actions(table: Table) -> list[dict[str, Any]]:
    """Return the actions, each with how many turns there are of it, or why there is none."""
    words = OfferWords(table)
    offers = [each for each in draft(table).offers if each.kind == "action"]
    return [
        {"label": words.label(each), **_action(table, each.values[0], each.line)} for each in offers
    ]


def _action(table: Table, action: str, line: str) -> dict[str, Any]:
    until = monotonic() + SECONDS
    found = legal(table, action=action, most=1, stop=lambda: monotonic() > until)
    count, turns = found.counts[action], found.turns[action]
    words = table_words()
    if count == 0:
        broken: tuple[BrokenRule, ...] = draft(table, line, everything=True).violations
        return {"may": False, "words": words.told["may-not"], "violations": to_builtins(broken)}
    ways = words.told["may-many"] if count is None else words.say("may-ways", n=count)
    example = draft(table, turns[0]).sentence if turns else ""
    return {"may": True, "words": ways, "example": example, "violations": []}


RULE_ROUTES = [
    Route("/api/rules", find, methods=["GET"]),
    Route("/api/rulings", decide, methods=["POST"]),
    Route("/api/games/{name}/may", may, methods=["GET"]),
]
