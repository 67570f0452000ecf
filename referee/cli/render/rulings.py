"""The rulings: a list, one ruling with all that is known about it, and plain data."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from referee.cli.render.citations import citation_data, citation_list
from referee.cli.render.layout import columns, facts, pairs, row, said
from referee.game.messages import language
from referee.game.rule import Rule
from referee.game.rulebook import RULES
from referee.game.ruling import Ruling


def ruling_list(rulings: Iterable[Ruling]) -> RenderableType:
    """Return the rulings in a table."""
    table = columns("id", "question", "answer", wrapped=["question"])
    for ruling in rulings:
        default = ruling.default + ("*" if ruling.decision else "")
        answers = "\n".join((default, *(f"or {option}" for option in ruling.options)))
        row(table, Text(ruling.id, "bold"), language().ruling(ruling).question, answers)
    return Group(
        table,
        "",
        said("The first answer is the default; a game may name another where there is one.", "dim"),
        said("* No text says it: the answer was chosen here.", "dim"),
    )


def ruling_page(ruling: Ruling) -> RenderableType:
    """Return everything that is known about `ruling`."""
    words = language().ruling(ruling)
    rules = [(rule.id, language().holds(rule)) for rule in dependent_rules(ruling)]
    told = "a game may name another answer" if ruling.options else "the same for every game"
    if ruling.decision:
        told += "; no text says it, the answer was chosen here"
    return Group(
        said(f"{ruling.id}  ", "bold").append(told, "not bold dim"),
        "",
        facts(
            ("question", words.question),
            ("default", _answer(ruling.default, words.default)),
            *(("or", _answer(option, words.options[option])) for option in ruling.options),
            ("not taken", words.not_taken or "nothing noted"),
            ("editions", words.says),
            ("cited", citation_list(ruling.citations)),
            ("rules", pairs(rules) if rules else "none"),
        ),
    )


def ruling_data(ruling: Ruling) -> dict[str, object]:
    """Return `ruling` as plain data with the keys that the help of `rulings` names."""
    words = language().ruling(ruling)
    return {
        "id": ruling.id,
        "question": words.question,
        "default": {"answer": ruling.default, "text": words.default},
        "options": [{"answer": name, "text": words.options[name]} for name in ruling.options],
        "not_taken": words.not_taken,
        "says": words.says,
        "decision": ruling.decision,
        "sections": list(ruling.sections),
        "citations": [citation_data(citation) for citation in ruling.citations],
        "rules": [rule.id for rule in dependent_rules(ruling)],
    }


def dependent_rules(ruling: Ruling) -> tuple[Rule, ...]:
    """Return the rules that `ruling` decides about."""
    return tuple(rule for rule in RULES.values() if ruling in rule.rulings)


def _answer(name: str, words: str) -> Text:
    return said(name, "bold").append(f"\n{words}", "not bold")
