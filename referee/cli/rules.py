"""`referee rules`: the rule catalogue."""

import click

import referee
from referee.api.errors import NotFoundError
from referee.api.rule_pages import is_rule_name
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.render.rules import FAMILY_TITLES, rule_list, rule_page
from referee.cli.shell import rule_ids


@click.command(
    short_help="The rules, all about one of them, or those about something.",
    epilog=examples(
        "referee rules --family GDS",
        "referee rules GDS-04",
        "referee rules capital call",
        "referee rules appel de fonds",
        "referee rules one-kind-of-good --json",
        keys="a list of rules, or with an ID one: id, name, family, kind, holds, broken, facts, "
        "sections, citations (edition, heading, part, page, lines), rulings (id, question).",
    ),
)
@click.argument("words", metavar="[ID | WORD...]", nargs=-1, shell_complete=rule_ids)
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
def rules(words: tuple[str, ...], family: str | None, kind: str | None, *, as_json: bool) -> None:
    """List the rules, tell all about the rule with this ID or name, or find rules by words.

    Words are looked for in ids, names and sentences, and in the headings and terms of all editions
    of the rulebook; a rule is listed if all of them are found. Exits 1 if there is no such rule.
    """
    asked = " ".join(words).strip()
    if is_rule_name(asked):
        if family or kind:
            raise click.UsageError("an ID names one rule; --family and --kind choose among all")
        page = referee.rule(asked)
        if as_json:
            show_json(page.to_dict())
        else:
            show(rule_page(page))
        return
    chosen = referee.rules(asked if words else None, family=family, kind=kind)
    if not chosen and words:
        raise NotFoundError(
            f"no rule was found for {asked!r:.60}; try fewer words, or `referee rules` for all"
        )
    if as_json:
        show_json([rule.to_dict() for rule in chosen])
    else:
        show(rule_list(chosen))
