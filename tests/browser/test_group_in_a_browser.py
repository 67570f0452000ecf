"""The page of a group in a real browser."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import LAPTOP, PHONE
from tests.browser.tables import served_table
from tests.browser.windows import window

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_results_of_a_group_are_shown(browser: "Browser", tmp_path: Path) -> None:
    shutil.copy("games/two-players.mgn", tmp_path)
    with served_table(tmp_path) as address:
        for size in (PHONE, LAPTOP):
            with window(browser, address, "/group", size) as page:
                assert "33" in page.text(".seats li")
                assert page.page.locator(".records tbody tr").count() > 4
                # Both players got as much for their shares of Cape Town.
                tied = page.text(".records tr:has-text('Cape Town') td.words")
                assert "Blue" in tied
                assert "Green" in tied
                assert not page.overflows
                assert page.serious() == []
