"""`referee rules` and `referee rulings`: the rule catalogue, and what the rulebooks leave open."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

import referee
from referee.api.errors import NotFoundError
from referee.api.rule_pages import FAMILIES, RulePage, RulingAnswer, RulingPage, is_rule_name
from referee.cli import shell
from referee.cli.group import Reply, command
from referee.cli.options import Choice, argument, option
from referee.cli.render.columns import facts, headed, pairs, row
from referee.cli.render.layout import citation_list, part, phrase, text, typed
from referee.i18n import language
from referee.i18n.speech import say, thing
from referee.rulebook import RULES


@command(
    "referee rules --family GDS",
    "referee rules GDS-04",
    "referee rules capital call",
    "referee rules appel de fonds",
    "referee rules one-kind-of-good --json",
)
@argument("words", metavar="[ID | WORD...]", nargs=-1, shell_complete=shell.rule_ids)
@option("--family", type=Choice(FAMILIES, case_sensitive=False), metavar=f"[{'|'.join(FAMILIES)}]")
@option("--kind", type=Choice(["legality", "effect"]))
def rules(
    words: tuple[str, ...], family: str | None, kind: str | None
) -> Reply[RulePage] | Reply[tuple[RulePage, ...]]:
    """List the rules, show everything about the rule with this ID or name, or search for words."""
    asked = " ".join(words).strip()
    if is_rule_name(asked):
        if family or kind:
            raise click.UsageError(say("commands.rules.id-or-filter"))
        return Reply(referee.rule(asked), rule_page)
    chosen = referee.rules(asked if words else None, family=family, kind=kind)
    if not chosen and words:
        raise NotFoundError.of("commands.rules.no-rule", asked=f"{asked!r:.60}")
    return Reply(chosen, rule_list)


@command("referee rulings", "referee rulings capital-call", "referee rulings cover --json")
@argument("ruling", metavar="[ID]", required=False, shell_complete=shell.ruling_ids)
def rulings(ruling: str | None) -> Reply[RulingPage] | Reply[tuple[RulingPage, ...]]:
    """List the rulings, or show everything about the ruling with this ID."""
    if ruling is None:
        return Reply(referee.rulings(), ruling_list)
    return Reply(referee.ruling(ruling), ruling_page)


# The rules: a list by family, and one rule with all that is known about it ------------------------
def rule_list(rules: Iterable[RulePage]) -> RenderableType:
    """Return the rules in tables, one a family."""
    shown = [*rules]
    parts = []
    for family, members in groupby(shown, lambda rule: rule.family):
        table = headed("id", "name", "kind", "what-must-hold", wrapped=["what-must-hold"])
        for rule in members:
            row(table, Text(rule.id, "bold"), rule.name, rule.kind, rule.holds)
        parts.append(part(f"{family}  {say(f'pages.families.{family}')}", table))
    effects = sum(rule.kind == "effect" for rule in shown)
    counts = {"rules": len(shown), "legality": len(shown) - effects, "effects": effects}
    return Group(*parts, phrase("pages.rules.summary", "dim", **counts))


def rule_page(rule: RulePage) -> RenderableType:
    """Return everything that is known about `rule`."""
    title = text(rule.id, "bold").append(f"  {rule.name}  ", "bold").append(thing(rule.kind), "dim")
    rulings = [(ruling.id, ruling.question) for ruling in rule.rulings]
    return Group(
        title,
        "",
        facts(
            (say("pages.heads.holds"), rule.holds),
            (say("pages.heads.if-broken"), rule.broken),
            (say("pages.heads.facts"), typed(", ".join(rule.facts) or say("pages.rules.none"))),
            (say("pages.heads.cited"), citation_list(rule.citations)),
            (say("pages.heads.rulings"), pairs(rulings) if rulings else say("pages.rules.none")),
        ),
    )


# The rulings: a list, and one ruling with all that is known about it ------------------------------
def ruling_list(rulings: Iterable[RulingPage]) -> RenderableType:
    """Return the rulings in a table."""
    table = headed("id", "question", "answer", wrapped=["question"])
    shown = [*rulings]
    for ruling in shown:
        default = ruling.default.answer + ("*" if ruling.decision else "")
        answers = "\n".join(
            (default, *(say("pages.rulings.or", answer=option.answer) for option in ruling.options))
        )
        row(table, Text(ruling.id, "bold"), ruling.question, typed(answers))
    return Group(
        table,
        "",
        phrase("pages.rulings.default-first", "dim"),
        phrase("pages.rulings.no-text", "dim"),
        "",
        *_edition_lines(shown),
    )


def ruling_page(ruling: RulingPage) -> RenderableType:
    """Return everything that is known about `ruling`."""
    rules = [(rule, language().holds(RULES[rule])) for rule in ruling.rules]
    if ruling.decision:
        told = say(
            "pages.rulings.free-unstated" if ruling.options else "pages.rulings.fixed-unstated"
        )
    else:
        told = say("pages.rulings.free" if ruling.options else "pages.rulings.fixed")
    return Group(
        text(f"{ruling.id}  ", "bold").append(told, "not bold dim"),
        "",
        facts(
            (say("pages.heads.question"), ruling.question),
            (say("pages.heads.default"), _answer(ruling.default)),
            *((say("language.or"), _answer(option)) for option in ruling.options),
            (say("pages.heads.not-taken"), ruling.not_taken or say("pages.rulings.nothing-noted")),
            (say("pages.heads.editions"), _editions(ruling)),
            (say("pages.heads.cited"), citation_list(ruling.citations)),
            (say("pages.heads.rules"), pairs(rules) if rules else say("pages.rulings.none")),
        ),
    )


def _answer(answer: RulingAnswer) -> Text:
    return typed(answer.answer, "bold").append(f"\n{answer.text}", "not bold")


def _editions(ruling: RulingPage) -> str:
    """Return who says what, and whether editions contradict each other."""
    if len(ruling.sides) > 1:
        return "\n".join((ruling.says, say("pages.rulings.contradict", sides=_sides(ruling))))
    if len(ruling.sides) == 1 and len(ruling.sides[0]) == 1:
        alone = say("pages.rulings.alone", edition=ruling.sides[0][0])
        return "\n".join((ruling.says, alone))
    return ruling.says


def _sides(ruling: RulingPage) -> str:
    return " | ".join(", ".join(side) for side in ruling.sides)


def _edition_lines(rulings: Iterable[RulingPage]) -> Iterator[RenderableType]:
    """Yield what one edition alone states, and where editions or the manual contradict."""
    several = [ruling for ruling in rulings if len(ruling.sides) > 1]
    alone = [ruling for ruling in rulings if [*map(len, ruling.sides)] == [1]]
    with_manual = [ruling for ruling in several if ("manual",) in ruling.sides]
    groups = (
        (say("pages.rulings.only-one"), [(r.id, r.sides[0][0]) for r in alone]),
        (
            say("pages.rulings.editions-part"),
            [(r.id, _sides(r)) for r in several if r not in with_manual],
        ),
        (say("pages.rulings.manual-parts"), [(r.id, _sides(r)) for r in with_manual]),
    )
    for title, entries in groups:
        if entries:
            yield text(title, "bold")
            yield Padding(pairs(entries), (0, 0, 1, 2))
