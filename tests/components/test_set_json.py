"""The JSON that the shipped set is read from says what its files say."""

from dataclasses import fields
from random import Random

import pytest

from referee.components.generate import random_set
from referee.core.component_set import ComponentSet
from referee.core.set_reader import read_set, reference_set, set_from_json, set_to_json
from referee.core.shipped_files import packaged


def told(components: ComponentSet) -> dict[str, object]:
    return {each.name: getattr(components, each.name) for each in fields(ComponentSet)}


def test_the_shipped_set_is_what_its_files_say() -> None:
    files = read_set(packaged("components", "reference"))
    assert told(reference_set()) == told(files), "scripts/make reference"
    assert reference_set().digest == files.digest


@pytest.mark.parametrize("seed", range(3))
def test_a_set_is_read_from_its_json(seed: int) -> None:
    components = random_set(Random(seed))
    read = set_from_json(set_to_json(components))
    assert told(read) == told(components)
    assert hash(read) == hash(components)
    # The digest comes from the file, and must be what it would be without.
    assert ComponentSet(**told(read)).digest == read.digest == components.digest  # type: ignore[arg-type]
