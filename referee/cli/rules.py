"""`referee rules`: the rule catalogue."""

import re

import click

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO
from referee.cli.lookup import is_known, look_up, near
from referee.cli.refusing import refuse
from referee.cli.render.layout import said
from referee.cli.render.rules import FAMILY_TITLES, rule_data, rule_list, rule_page
from referee.cli.shell import rule_ids
from referee.game.rule import Rule
from referee.game.rulebook import RULES
from referee.game.search import rules_about

ID = re.compile(r"[A-Za-z]{3}-\d+")


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
    if found := _named(asked):
        if family or kind:
            raise click.UsageError("an ID names one rule; --family and --kind choose among all")
        if as_json:
            show_json(rule_data(found))
        else:
            show(rule_page(found))
        return
    chosen = [
        rule
        for rule in (rules_about(asked) if words else RULES.values())
        if family in {None, rule.family} and kind in {None, rule.kind}
    ]
    if not chosen and words:
        message = (
            f"no rule was found for {asked!r:.60}; try fewer words, or `referee rules` for all"
        )
        refuse("not-found", message, NO, page=said(message))
    if as_json:
        show_json([rule_data(rule) for rule in chosen])
    else:
        show(rule_list(chosen))


def _named(asked: str) -> Rule | None:
    """Return the rule with an id or name; what only looks like one is a misuse with a guess."""
    known = RULES | {rule.name: rule for rule in RULES.values()}
    if asked.upper() in FAMILY_TITLES:
        raise click.UsageError(f"{asked!r} is a family; did you mean --family {asked.upper()}?")
    looks_like_one = "-" in asked and " " not in asked
    if is_known(asked, known) or (looks_like_one and (ID.fullmatch(asked) or near(asked, known))):
        return look_up("rule", asked, known)
    return None
