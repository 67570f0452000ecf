"""The published schema of answers is that of the types, and every answer is in it."""

import importlib
import json
import pkgutil
from pathlib import Path

import referee.api
from referee.core.answer import Answer
from scripts.tools.docs import answer_types, schemas


def test_the_schema_of_answers_is_up_to_date() -> None:
    assert Path("docs/schema/answers.json").read_text("utf-8") == schemas()["answers"]


def test_every_answer_has_a_schema() -> None:
    for info in pkgutil.iter_modules(referee.api.__path__):
        importlib.import_module(f"referee.api.{info.name}")
    # Where two types have one name the schema names their modules, too.
    named = {name.rpartition(".")[2] for name in json.loads(schemas()["answers"])["$defs"]}
    answers = [kind for kind in _below(Answer) if not kind.__subclasses__()]
    assert [kind.__name__ for kind in answers if kind.__name__ not in named] == []
    assert len(answer_types()) > 20


def _below(kind: type[Answer]) -> list[type[Answer]]:
    return [found for each in kind.__subclasses__() for found in (each, *_below(each))]
