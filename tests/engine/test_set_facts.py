"""What is looked up once for a component set is there for every setting with it."""

from random import Random

from referee.core.set_reader import reference_set
from referee.engine.dealer import draw_setting
from referee.engine.facts import Facts, set_facts


def test_settings_with_one_set_share_its_lookups() -> None:
    components = reference_set()
    settings = [draw_setting(components, players, Random(players)) for players in (2, 4)]
    of_set = set_facts(components)
    names = {name for name in dir(of_set) if not name.startswith("_")}
    assert {"cards", "borders", "book_price"} <= names
    for facts in map(Facts, settings):
        assert all(getattr(facts, name) is getattr(of_set, name) for name in names)
