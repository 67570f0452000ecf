"""`referee rules`: the rule catalogue."""

import click
from click.shell_completion import CompletionItem

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.lookup import look_up
from referee.cli.render.rules import FAMILY_TITLES, rule_data, rule_list, rule_page
from referee.game.messages import language
from referee.game.rule import Rule
from referee.game.rulebook import RULES


def _complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    return [
        CompletionItem(rule.id, help=language().holds(rule))
        for rule in RULES.values()
        if rule.id.startswith(typed.upper())
    ]


@click.command(
    short_help="The rules, or all about one of them.",
    epilog=examples(
        "referee rules --family GDS",
        "referee rules GDS-04",
        "referee rules one-kind-of-good --json",
        keys="a list of rules, or with ID one: id, name, family, kind, holds, broken, facts, "
        "sections, citations (edition, heading, part, page, lines), rulings (id, question).",
    ),
)
@click.argument("rule", metavar="[ID]", required=False, shell_complete=_complete)
@click.option(
    "--family",
    type=click.Choice([*FAMILY_TITLES], case_sensitive=False),
    metavar=f"[{'|'.join(FAMILY_TITLES)}]",
    help="Only the rules of one part of the game.",
)
@click.option(
    "--kind",
    type=click.Choice(["legality", "effect"]),
    help="Only what a turn must obey, or only what follows from one.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rules(rule: str | None, family: str | None, kind: str | None, *, as_json: bool) -> None:
    """List the rules, or tell all about the rule with this ID or name."""
    if rule is None:
        chosen = [
            rule
            for rule in RULES.values()
            if family in {None, rule.family} and kind in {None, rule.kind}
        ]
        if as_json:
            show_json([rule_data(rule) for rule in chosen])
        else:
            show(rule_list(chosen))
        return
    if family or kind:
        raise click.UsageError("an ID names one rule; --family and --kind choose among all")
    found = _find(rule)
    if as_json:
        show_json(rule_data(found))
    else:
        show(rule_page(found))


def _find(asked: str) -> Rule:
    if asked.upper() in FAMILY_TITLES:
        raise click.UsageError(f"{asked!r} is a family; did you mean --family {asked.upper()}?")
    return look_up("rule", asked, RULES | {rule.name: rule for rule in RULES.values()})
