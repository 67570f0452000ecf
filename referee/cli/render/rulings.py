"""The rulings: a list, and one ruling with all that is known about it."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.rule_pages import RulingAnswer, RulingPage
from referee.cli.render.citations import citation_list
from referee.cli.render.layout import columns, facts, pairs, row, said
from referee.game.messages import language
from referee.game.rulebook import RULES


def ruling_list(rulings: Iterable[RulingPage]) -> RenderableType:
    """Return the rulings in a table."""
    table = columns("id", "question", "answer", wrapped=["question"])
    for ruling in rulings:
        default = ruling.default.answer + ("*" if ruling.decision else "")
        answers = "\n".join((default, *(f"or {option.answer}" for option in ruling.options)))
        row(table, Text(ruling.id, "bold"), ruling.question, answers)
    return Group(
        table,
        "",
        said("The first answer is the default; a game may name another where there is one.", "dim"),
        said("* No text says it: the answer was chosen here.", "dim"),
    )


def ruling_page(ruling: RulingPage) -> RenderableType:
    """Return everything that is known about `ruling`."""
    rules = [(rule, language().holds(RULES[rule])) for rule in ruling.rules]
    told = "a game may name another answer" if ruling.options else "the same for every game"
    if ruling.decision:
        told += "; no text says it, the answer was chosen here"
    return Group(
        said(f"{ruling.id}  ", "bold").append(told, "not bold dim"),
        "",
        facts(
            ("question", ruling.question),
            ("default", _answer(ruling.default)),
            *(("or", _answer(option)) for option in ruling.options),
            ("not taken", ruling.not_taken or "nothing noted"),
            ("editions", ruling.says),
            ("cited", citation_list(ruling.citations)),
            ("rules", pairs(rules) if rules else "none"),
        ),
    )


def _answer(answer: RulingAnswer) -> Text:
    return said(answer.answer, "bold").append(f"\n{answer.text}", "not bold")
