"""The file of a replay: its size, its chart, its card, and the short form of its pieces."""

from html.parser import HTMLParser

import pytest
from jinja2 import UndefinedError

import referee
from referee.drawing.look import look_of
from referee.drawing.page import FIRST, abbreviated, card_picture, draw_chart, turn_of_the_game
from referee.templates import page
from tests.pictures.picture_reader import parsed, texts

MOST_BYTES = 3_000_000
"""Of the replay of a game of four with a review."""


def long_form(table: tuple[str, ...], piece: str) -> str:
    return "".join(
        table[ord(char) - FIRST] if FIRST <= ord(char) < FIRST + len(table) else char
        for char in piece
    )


def test_short_pieces_say_the_same() -> None:
    pieces = ['<text x="1" fill="var(--ink)">a b</text>'] * 90 + ['<g id="x"/>', "plain", "\ue001"]
    short = abbreviated(pieces)
    back = [long_form(short.table, piece) for piece in short.pieces]
    assert back[:-1] == pieces[:-1]
    assert back[-1] == "\N{REPLACEMENT CHARACTER}"
    assert sum(map(len, short.pieces)) < sum(map(len, pieces)) / 2


@pytest.mark.slow
def test_a_replay_of_four_is_half_as_large_as_it_may_be() -> None:
    html = referee.load("games/four-players.mgn").replay().to_html()
    assert len(html.encode()) < MOST_BYTES * 0.6


def test_a_page_escapes_what_it_is_given_and_lacks_nothing() -> None:
    given = page("notebook", facts=[("<b>", "text", "a\x00 \"b\" & 'c'")])
    assert '<th style="text-align:left">&lt;b&gt;</th>' in given
    assert "a\N{REPLACEMENT CHARACTER} &#34;b&#34; &amp; &#39;c&#39;" in given
    with pytest.raises(UndefinedError, match="caption"):
        page("notebook", svg="", title="no caption")


def test_every_element_of_a_page_is_closed_and_no_id_is_given_twice() -> None:
    found = _Reader()
    found.feed(referee.load("games/two-players.mgn").replay().to_html())
    assert found.open == []
    assert len({*found.ids}) == len(found.ids)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in {"meta", "input"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_chart_has_a_line_for_every_player_and_a_place_for_every_event() -> None:
    story = referee.load("games/three-players.mgn").replay().story
    chart = draw_chart(look_of("light", "en", ""), story, 860, 240)
    assert len(chart.xs) == len(story.events)
    assert list(chart.xs) == sorted(chart.xs)
    assert chart.content.count('stroke-width="2.6"') == 3


def test_the_card_tells_the_result_and_the_turn_of_the_game() -> None:
    story = referee.load("games/four-players.mgn").replay().story
    picture = card_picture(story)
    words = " ".join(text.words for text in texts(parsed(picture.svg)))
    assert "Yellow won 82" in words
    turn = turn_of_the_game(story)
    assert turn is not None
    assert turn.address in words
    for text in texts(parsed(picture.svg)):
        assert text.left >= 0
        assert text.right <= picture.width


def test_a_card_of_another_kind_is_refused() -> None:
    with pytest.raises(referee.UsageError, match=r"\.png"):
        referee.load("games/two-players.mgn").replay().to_card(".gif")
