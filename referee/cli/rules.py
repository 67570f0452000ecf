"""`referee rules`: the rule catalogue."""

import click

import referee
from referee.api.errors import NotFoundError
from referee.api.rule_pages import FAMILIES, is_rule_name
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.render.rules import rule_list, rule_page, ruling_list, ruling_page
from referee.cli.shell import rule_ids, ruling_ids
from referee.i18n.speech import say


@click.command(
    epilog=examples(
        "referee rules --family GDS",
        "referee rules GDS-04",
        "referee rules capital call",
        "referee rules appel de fonds",
        "referee rules one-kind-of-good --json",
    ),
)
@click.argument("words", metavar="[ID | WORD...]", nargs=-1, shell_complete=rule_ids)
@click.option(
    "--family",
    type=click.Choice(FAMILIES, case_sensitive=False),
    metavar=f"[{'|'.join(FAMILIES)}]",
)
@click.option(
    "--kind",
    type=click.Choice(["legality", "effect"]),
)
@click.option("--json", "as_json", is_flag=True)
def rules(words: tuple[str, ...], family: str | None, kind: str | None, *, as_json: bool) -> None:
    """List the rules, tell all about the rule with this ID or name, or find rules by words."""
    asked = " ".join(words).strip()
    if is_rule_name(asked):
        if family or kind:
            raise click.UsageError(say("commands.rules.an-id-names-one-rule"))
        page = referee.rule(asked)
        if as_json:
            show_json(page.to_dict())
        else:
            show(rule_page(page))
        return
    chosen = referee.rules(asked if words else None, family=family, kind=kind)
    if not chosen and words:
        raise NotFoundError(say("commands.rules.no-rule-was-found-for", asked=f"{asked!r:.60}"))
    if as_json:
        show_json([rule.to_dict() for rule in chosen])
    else:
        show(rule_list(chosen))


# `referee rulings`: the answers to what the rulebooks leave open ----------------------------------
@click.command(
    epilog=examples(
        "referee rulings",
        "referee rulings capital-call",
        "referee rulings cover --json",
    ),
)
@click.argument("ruling", metavar="[ID]", required=False, shell_complete=ruling_ids)
@click.option("--json", "as_json", is_flag=True)
def rulings(ruling: str | None, *, as_json: bool) -> None:
    """List the rulings, or tell all about the ruling with this ID."""
    if ruling is None:
        chosen = referee.rulings()
        if as_json:
            show_json([each.to_dict() for each in chosen])
        else:
            show(ruling_list(chosen))
        return
    page = referee.ruling(ruling)
    if as_json:
        show_json(page.to_dict())
    else:
        show(ruling_page(page))
