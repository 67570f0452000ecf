"""Answers about a copy: those of all devices are kept, and what could not be written is refused."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import referee
from tests.copies.known_answers import answers
from tests.table.failing_disk import HOWS, How, failing
from tests.table.served import OWN, Client, served

pytestmark = pytest.mark.slow

COPY = "/api/copies/ours"
JPEG = b"\xff\xd8\xff\xe0" + b"x" * 100


def begun(page: Client) -> None:
    assert page.ask("/api/copies", {"title": "ours"})["name"] == "ours"


def shown(page: Client) -> Any:  # noqa: ANN401 - what pages show of a copy
    return page.ask(f"{COPY}/questions"), page.ask(f"{COPY}/map"), page.ask("/api/copies")


@pytest.mark.parametrize("devices", [3, 8])
def test_answers_of_several_devices_are_all_there(tmp_path: Path, devices: int) -> None:
    with served(tmp_path) as page:
        begun(page)
        given = [*answers().items()][2:26]
        with ThreadPoolExecutor(devices) as pool:
            said = [{"key": key, "text": text} for key, text in given]
            answered = [*pool.map(lambda body: page.post(f"{COPY}/questions", body), said)]
        assert [each.status_code for each in answered] == [200] * len(given)
        left = {each["key"] for each in page.ask(f"{COPY}/questions")["questions"]}
        assert [key for key, _ in given if key in left] == []


def test_taps_on_the_map_and_answers_at_once_are_all_there(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        begun(page)
        places = [each["id"] for each in page.ask(f"{COPY}/map")["places"]][:8]
        asked: list[tuple[str, object]] = [
            (f"{COPY}/map", {"places": {place: [0.1, 0.1]}}) for place in places
        ]
        key, text = next(each for each in answers().items() if each[0].startswith("regions"))
        asked.insert(4, (f"{COPY}/questions", {"key": key, "text": text}))
        with ThreadPoolExecutor(4) as pool:
            assert all(each.is_success for each in pool.map(lambda one: page.post(*one), asked))
        placed = {each["id"] for each in page.ask(f"{COPY}/map")["places"] if each["placed"]}
        assert placed == {*places}
        left = {each["key"] for each in page.ask(f"{COPY}/questions")["questions"]}
        assert key not in left


def _first(beginning: str) -> dict[str, str]:
    key, text = next(each for each in answers().items() if each[0].startswith(beginning))
    return {"key": key, "text": text}


REQUESTS: dict[str, tuple[str, object]] = {
    "book": (f"{COPY}/questions", _first("books.")),
    "borders": (f"{COPY}/questions", _first("borders.")),
    "place": (f"{COPY}/map", {"places": {"R01": [0.5, 0.5], "cairo": [0.1, 0.1]}}),
    "border": (f"{COPY}/borders", {"between": ["R01", "R02"], "lines": 1}),
    "no border": (f"{COPY}/borders", {"between": ["R01", "R03"], "lines": 0, "whole": ["R01"]}),
}


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("request_", REQUESTS)
def test_a_failed_answer_changes_nothing(tmp_path: Path, request_: str, how: How) -> None:
    path, body = REQUESTS[request_]
    with served(tmp_path / "0") as page:
        _prepare(page)
        before = shown(page)
        with failing(tmp_path) as disk:
            page.ask(path, body)
        expected = shown(page)
    assert expected != before
    assert disk.calls
    for number in range(1, disk.calls + 1):
        folder = tmp_path / f"{number}"
        with served(folder) as page:
            _prepare(page)
            with failing(folder, number, how):
                answer = page.post(path, body)
            assert answer.is_success or answer.status_code in {422, 507}, answer.text
            assert shown(page) == (expected if answer.is_success else before)
            if not answer.is_success:
                page.ask(path, body)
                assert shown(page) == expected
        assert referee.Copy(folder / "ours").check().unreadable == 0


def _prepare(page: Client) -> None:
    begun(page)
    page.ask(f"{COPY}/borders", {"between": ["R01", "R03"], "lines": 2})


@pytest.mark.parametrize("how", HOWS)
def test_a_copy_that_cannot_be_begun_leaves_no_half_of_one(tmp_path: Path, how: How) -> None:
    with served(tmp_path / "0") as page, failing(tmp_path) as disk:
        begun(page)
    for number in range(1, disk.calls + 1, 5):
        folder = tmp_path / f"{number}"
        with served(folder) as page:
            with failing(folder, number, how):
                answer = page.post("/api/copies", {"title": "ours"})
            assert len(page.ask("/api/copies")) == answer.is_success
            if not answer.is_success:
                begun(page)


def test_a_photograph_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        begun(page)
        for number in range(1, 6):
            with failing(tmp_path, number, "from then on"):
                sent = page.http.post("/upload/copies/ours/photograph", content=JPEG, headers=OWN)
            assert sent.status_code == 507
            assert page.get(f"{COPY}/photograph").status_code == 404
    assert [*(tmp_path / ".copies").iterdir()] == []
