"""Text, JSON and JSON lines carry everything that says what nobody noted."""

import pytest

import referee

LINES = """\
display: ?
books: ?
blue tile ?
blue rest ? ? clerk2
blue plan ? ? clerk1
green plan cotton2 - ?
blue ? = 3?, owner R07 cairo?, deck coffee1 left, book a03 4, column cairo 2 4, hand exp2 0
blue goods coffee2 buy ?
blue expand ? ?
blue expand cairo R02:1 ?
refill: ?
refill: a05 ?
refill: top2:?
... = green 4
... 3
... round
unordered
ordered
table: blue 4, cairo 6, green diamonds 2
adjust blue +2 pounds "agreed"
adjust green -1 cairo
ruling capital-call=may-decline
takeback blue goods coffee2 cairo
blue clerk to ? books ?
prepare: ?
prepare: coffee4 ?
""".splitlines()
HEADER = "players blue, green\nset reference\nsetup first-game\n\n"


def record(line: str) -> referee.Game:
    return referee.loads(f"{HEADER}round 1\n{line}\n".encode())


@pytest.mark.parametrize("line", LINES)
def test_every_form_of_a_record_carries_a_gap(line: str) -> None:
    game = record(line)
    assert game.to_text().splitlines()[-1] == line
    for form in (game.to_json(), game.to_json_lines()):
        again = referee.loads(form.encode())
        assert again.to_text() == game.to_text()
