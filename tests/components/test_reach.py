"""Rules that need components, and a set that lacks them."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from referee.components.audit import shipped_audit
from referee.components.reach import CONDITIONS, REACH
from referee.core.component_set import ComponentSet
from referee.core.components import MerchantCard, ShareCard
from referee.core.set_reader import reference_set
from referee.rulebook import RULES


def test_every_condition_is_about_a_rule() -> None:
    assert set(CONDITIONS) <= set(RULES)


def test_with_the_shipped_set_every_rule_can_come_into_play() -> None:
    assert shipped_audit(reference_set(), REACH) == ()


@pytest.mark.parametrize("rule_id", CONDITIONS)
def test_without_its_components_a_rule_is_missed(rule_id: str) -> None:
    table, test = CONDITIONS[rule_id]
    full = reference_set()
    assert test(full)
    if table in {"diamond_tracks", "book_tracks"}:
        emptied = _without_values(full)
    elif table == "card_spaces":
        dear = tuple(structs.replace(space, crate=99) for space in full.card_spaces)
        emptied = replace(full, card_spaces=dear)
    else:
        nothing: dict[str, Any] = {table: ()}
        emptied = replace(full, **nothing)
        if table == "books":
            emptied = replace(emptied, spaces=())
    assert not test(emptied)


def _without_values(full: ComponentSet) -> ComponentSet:
    diamonds = structs.replace(full.diamond_track, values=())
    books = structs.replace(full.book_track, values=(), crossed_out=())
    return replace(full, diamond_tracks=(diamonds,), book_tracks=(books,))


def test_a_missing_kind_is_named_with_its_rule() -> None:
    full = reference_set()
    cards = tuple(card for card in full.cards if not isinstance(card, MerchantCard | ShareCard))
    found = [f.message for f in shipped_audit(replace(full, cards=cards), REACH)]
    assert any("PLN-06" in problem for problem in found)
    assert any("DIA-02" in problem for problem in found)
