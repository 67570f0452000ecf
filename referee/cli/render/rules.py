"""The rules: a list by family, and one rule with all that is known about it."""

from collections.abc import Iterable
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.rule_pages import RulePage
from referee.cli.render.citations import citation_list
from referee.cli.render.columns import columns, facts, pairs, row
from referee.cli.render.layout import part, said, typed
from referee.game.messages.speech import say, thing


def rule_list(rules: Iterable[RulePage]) -> RenderableType:
    """Return the rules in tables, one a family."""
    shown = [*rules]
    parts = [
        _family(family, [*members]) for family, members in groupby(shown, lambda rule: rule.family)
    ]
    effects = sum(rule.kind == "effect" for rule in shown)
    count = say(
        "pages.rules.rules-legality-effect",
        rules=len(shown),
        shown=len(shown) - effects,
        effects=effects,
    )
    kinds = say("pages.rules.a-turn-may-not-break")
    return Group(*parts, said(f"{count} {kinds}", "dim"))


def rule_page(rule: RulePage) -> RenderableType:
    """Return everything that is known about `rule`."""
    title = said(rule.id, "bold").append(f"  {rule.name}  ", "bold").append(thing(rule.kind), "dim")
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


def _family(family: str, rules: list[RulePage]) -> RenderableType:
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.name"),
        say("pages.heads.kind"),
        say("pages.heads.what-must-hold"),
        wrapped=[say("pages.heads.what-must-hold")],
    )
    for rule in rules:
        row(table, Text(rule.id, "bold"), rule.name, rule.kind, rule.holds)
    title = say(f"pages.families.{family}")
    return part(f"{family}  {title}", table)
