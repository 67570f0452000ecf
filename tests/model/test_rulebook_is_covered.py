"""Every rule that an event can break is a constraint somewhere."""

import ast
from pathlib import Path

import referee_model
from referee.core.rule import Rule
from referee.rulebook import FAMILIES


def _names() -> set[str]:
    folder = Path(referee_model.__file__).parent / "legality"
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in folder.glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return attributes | {node.id for node in nodes if isinstance(node, ast.Name)}


def test_every_legality_rule_is_stated() -> None:
    names = _names()
    missing = {
        rule.id
        for family in FAMILIES
        for name, rule in vars(family).items()
        if isinstance(rule, Rule) and rule.kind == "legality" and name not in names
    }
    assert missing == set()
