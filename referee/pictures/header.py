"""The first line of a picture: whose turn it is, and the round track with its coins."""

from referee.game.limits import ROUNDS
from referee.game.state import State
from referee.pictures.look import Box, Icon, Look, RunWord, place_id
from referee.pictures.open_values import QUESTION, is_open
from referee.pictures.sheet import DrawnPlayer, Frame, PictureSheet


def moment(look: Look, state: State, seats: tuple[DrawnPlayer, ...]) -> str:
    """Return where in the game a table stands."""
    player = "" if state.to_move is None else seats[state.to_move].name
    key = state.phase
    if state.phase == "actions" and state.to_move is None:
        return look.words.say("phases", "nobody", round=state.round, turn=state.turn)
    return look.words.say("phases", key, player=player, round=state.round, turn=state.turn)


def draw_header(
    sheet: PictureSheet, state: State, seats: tuple[DrawnPlayer, ...], frame: Frame
) -> float:
    """Draw the title and the round track, and return their height."""
    look, words = sheet.look, sheet.look.words
    rounds = 30 * ROUNDS
    room = frame.width if frame.narrow else frame.width - rounds - 90
    sheet.add(
        look.text(frame.x, frame.y + 24, moment(look, state, seats), 20, bold=True, room=room)
    )
    y = frame.y + (54 if frame.narrow else 17)
    start = frame.x + frame.width - rounds
    sheet.open("rounds", words.parts["rounds"])
    sheet.add(look.text(start - 10, y + 4.5, words.notes["round"], 13, tint="ink2", anchor="end"))
    coming = sheet.table.coins_coming
    for number in range(1, ROUNDS + 1):
        now = number == state.round
        fill, ring = ("ink", "ink") if now else ("panel", "line2")
        tint = look.palette.tint
        coins = coming.get(number, 0) if number > state.round else 0
        content = (
            f'<circle cx="15" cy="13" r="11.5" fill="{tint(fill)}" stroke="{tint(ring)}"'
            ' stroke-width="1.5"/>'
        ) + look.text(
            15, 17.5, str(number), 13, bold=now, tint="panel" if now else "ink2", anchor="middle"
        )
        for coin in range(coins):
            content += look.icon("coin", _coin_x(coin, coins), 23, 10)
        if is_open(coins):
            content += look.run(15, 33, (Icon("coin"), RunWord(QUESTION)), 9, "middle")
        title = words.say("places", "round", n=number, coins=coins)
        box = Box(start + (number - 1) * 30, y - 13, 30, 34)
        sheet.place(place_id("round", number), box, content, title)
    sheet.close()
    return 84 if frame.narrow else 44


def _coin_x(coin: int, coins: int) -> float:
    """Return where one of several coins lies below a round."""
    return 10 + (coin - (coins - 1) / 2) * 8
