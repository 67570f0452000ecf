"""The JSON Schema of every answer, as it is published under `docs/schema/answers.json`."""

import json
import pkgutil
from importlib import import_module
from typing import Any

import msgspec

import referee.api
from referee.api.answer import Answer
from referee.api.errors import ErrorAnswer


def answer_types() -> tuple[type[Answer], ...]:
    """Return the types of all answers, as the modules of the surface list them in `ANSWERS`."""
    found: dict[type[Answer], None] = {ErrorAnswer: None}
    for module in sorted(info.name for info in pkgutil.iter_modules(referee.api.__path__)):
        for kind in getattr(import_module(f"referee.api.{module}"), "ANSWERS", ()):
            found[kind] = None
    return tuple(found)


def schema() -> dict[str, Any]:
    """Return one schema in which every answer has a definition of its own."""
    kinds = answer_types()
    references, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `--json` prints: an answer of the referee",
        "anyOf": list(references),
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Return the schema as it is published."""
    return json.dumps(schema(), indent=2) + "\n"
