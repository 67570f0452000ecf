"""A class name means one thing in the whole product, whoever reads it and wherever."""

import ast
from collections import defaultdict

from scripts.tools.project import ROOT


def test_no_class_is_called_like_another_one() -> None:
    homes = defaultdict(list)
    for package in ("referee", "model", "scripts"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append(str(file.relative_to(ROOT)))
    assert len(homes) > 500
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
