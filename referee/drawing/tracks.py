"""The company tracks: a band of spaces with icons and calls, and a lane for every player."""

from collections.abc import Hashable, Iterator
from functools import lru_cache, partial
from typing import Final, NamedTuple

from referee.core.components import Call, Special, Track, TrackBonus
from referee.core.ids import COMPANIES, Company, Seat
from referee.core.state import Setting
from referee.drawing.contents import bonus_run, bonus_words
from referee.drawing.look import (
    QUESTION,
    Box,
    Icon,
    Look,
    RunWord,
    UnreadPart,
    UnreadTrack,
    is_open,
    num,
    place_id,
)
from referee.drawing.sheet import Frame, PictureSheet, ShownTable

LANE: Final = 14
SIGN: Final = 15
WORKS: Final = 13
WORKS_SOON: Final = 8
"""The size of a sign at a bonus that works, and at one that works from the next turn on."""
BAND: Final = 20
CALL: Final = 0.9
"""Room for a call, in spaces."""
UNPLACED: Final = 1.1
"""Room for something of which nobody knows where it stands."""
NUMERALS: Final = ("I", "II", "III", "IV")


def draw_tracks(sheet: PictureSheet, frame: Frame, gap: float = 6) -> float:
    """Draw the four tracks one below the other, and return their height."""
    sheet.open("tracks", sheet.look.words.parts["tracks"])
    height = 12 + BAND + LANE * len(sheet.seats) + 8 + (66 if frame.narrow else 0)
    left, right = (10.0, 10.0) if frame.narrow else (118.0, 138.0)
    space = (frame.width - left - right) / _longest(sheet.state.setting)
    for index, company in enumerate(COMPANIES):
        box = Box(frame.x, frame.y + index * (height + gap), frame.width, height)
        sheet.part(
            ("track", company, _shown(sheet.table, company), box),
            partial(_draw_track, sheet, company, box, (left, space), narrow=frame.narrow),
        )
    sheet.close()
    return len(COMPANIES) * (height + gap) - gap


def _shown(table: ShownTable, company: Company) -> Hashable:
    index = COMPANIES.index(company)
    return table.pads[0].values[index], tuple(
        [
            (player.tracks[index], player.levels[index], pad.shares[index])
            for player, pad in zip(table.state.players, table.pads, strict=True)
        ]
    )


@lru_cache(256)
def _longest(setting: Setting) -> float:
    """Return how many spaces wide the longest track is, with calls and what has no place on it."""
    return max(
        track.last
        + 1
        + CALL * len(track.calls)
        + (UNPLACED * len(track.unplaced) if isinstance(track, UnreadTrack) else 0)
        for track in setting.track.values()
    )


def _x(track: Track, at: int) -> float:
    return at + CALL * sum(call.before <= at for call in track.calls)


class _TrackPlace(NamedTuple):
    """Where a track is drawn."""

    box: Box
    left: float
    """Where its spaces begin in the box, from the left and from the top."""
    top: float
    space: float
    """How wide a space is."""


def _draw_track(
    sheet: PictureSheet, company: Company, box: Box, measure: tuple[float, float], *, narrow: bool
) -> None:
    left, space = measure
    place = _TrackPlace(box, left, 46 if narrow else 6, space)
    look, words = sheet.look, sheet.look.words
    track = sheet.state.setting.track[company]
    worth = sheet.table.pads[0].values[COMPANIES.index(company)]
    head = look.box(Box(0, 0, box.width, box.height), "panel", "line", radius=8)
    head += look.post(company, 8, 6, 20)
    head += look.text(30, 17, words.companies[company], 13, bold=True, room=85)
    head += look.text(30, 31, words.say("notes", "track", id=track.id), 11, tint="ink2", room=85)
    value = (Icon("share"), RunWord(words.say("notes", "a-share", n=worth)))
    room = Box(box.width / 2, 8, box.width / 2 - 8, 14) if narrow else Box(8, 36, 107, 14)
    head += look.fitting_run(room, value, 12, "end" if narrow else "start")
    title = words.say("places", "track", company=words.companies[company], id=track.id)
    sheet.place(place_id("track", company), box, head, title)
    left, top = box.x + place.left, box.y + place.top
    sheet.add(f'<g transform="translate({num(left)} {num(top)})">')
    sheet.add(_band(look, track, company, space, len(sheet.seats)))
    sheet.add("</g>")
    for at in range(track.last + 1):
        sheet.boxes[place_id("track", company, at)] = Box(
            left + _x(track, at) * space, top, space, BAND
        )
    for seat in range(len(sheet.seats)):
        _draw_marker(sheet, company, place, Seat(seat))
    bonuses = sheet.table.bonuses[COMPANIES.index(company)]
    for level, bonus in enumerate(bonuses, 1):
        within = _bonus_box(box, level, len(bonuses), narrow=narrow)
        _draw_bonus(sheet, (company, level), bonus, within)


def _draw_marker(sheet: PictureSheet, company: Company, place: _TrackPlace, seat: Seat) -> None:
    look, table, drawn = sheet.look, sheet.table, sheet.seats[seat]
    index = COMPANIES.index(company)
    name = place_id("seat", seat, "track", company)
    at = 0 if name in sheet.uncertain else table.state.players[seat].tracks[index]
    track = table.state.setting.track[company]
    x = place.left + (_x(track, at) + 0.5) * place.space
    y = place.top + BAND + LANE * (seat + 0.5) + 3
    piece = look.palette.players.get(drawn.colour, look.palette.stranger)
    path = f'<path d="M{num(place.left + place.space / 2)} {num(y)}H{num(x)}" fill="none"'
    line = (
        f'{path} stroke="{piece.outline}" stroke-width="5" stroke-linecap="round"/>'
        f'{path} stroke="{piece.body}" stroke-width="3" stroke-linecap="round"/>'
    )
    facts = {"at": at, "shares": table.pads[seat].shares[index]}
    called = look.words.companies[company]
    title = look.words.say("places", "marker", player=drawn.name, company=called, **facts)
    sheet.place(name, place.box, line + look.sign(seat, x, y, SIGN), title)
    sheet.boxes[name] = Box(place.box.x + x - SIGN / 2, place.box.y + y - SIGN / 2, SIGN, SIGN)


def _bonus_box(box: Box, level: int, levels: int, *, narrow: bool) -> Box:
    """Return where a bonus is drawn: in a row below the spaces, or in a column beside them."""
    if narrow:
        width = (box.width - 20 - 6 * (levels - 1)) / levels
        return Box(box.x + 10 + (level - 1) * (width + 6), box.y + box.height - 32, width, 26)
    height = (box.height - 12 - 4 * (levels - 1)) / levels
    top = box.y + 6 + (level - 1) * (height + 4)
    return Box(box.x + box.width - 132, top, 126, min(height, 34))


def _draw_bonus(
    sheet: PictureSheet, which: tuple[Company, int], bonus: TrackBonus | UnreadPart, box: Box
) -> None:
    """Draw a bonus, and whose it is: a sign, small where it works from the next turn on."""
    look = sheet.look
    company, level = which
    index = COMPANIES.index(company)
    state = sheet.state
    middle = box.height / 2
    content = look.box(Box(0, 0, box.width, box.height), "slot", "line", radius=5)
    content += f'<path d="M5 {num(middle - 9)}h9l-4.5 5z" fill="{look.palette.changed}"/>'
    numeral, y = NUMERALS[(level - 1) % 4], middle + 8
    content += look.text(9.5, y, numeral, 10.5, bold=True, tint="changed", anchor="middle")
    signs = len(state.players) * 12
    room = Box(19, 0, box.width - 24 - signs, middle + 4.5)
    content += look.fitting_run(room, bonus_run(bonus), 13)
    for seat, player in enumerate(state.players):
        came_to = sheet.table.reached[seat][index]
        reached = not is_open(came_to) and came_to >= level
        works = player.levels[index] >= level
        if reached or works:
            x = box.width - signs + seat * 12 + 3
            content += look.sign(seat, x, middle, WORKS if works else WORKS_SOON)
    called, gives = look.words.companies[company], bonus_words(look.words, bonus)
    title = look.words.say("places", "bonus", company=called, level=level, gives=gives)
    sheet.place(place_id("bonus", company, level), box, content, title)


@lru_cache(512)
def _band(look: Look, track: Track, company: Company, space: float, lanes: int) -> str:
    found = []
    end = (_x(track, track.last) + 0.5) * space
    for lane in range(lanes):
        y = BAND + LANE * (lane + 0.5) + 3
        found.append(look.line((space / 2, y, end, y), "line", 1.4))
    certain = track.certain if isinstance(track, UnreadTrack) else track.last
    shares = {icon.at: icon.shares for icon in track.shares}
    specials = {special.at: special.pounds for special in track.specials}
    for at in range(track.last + 1):
        x = _x(track, at) * space
        name = look.prefix + place_id("track", company, at)
        if at <= certain or at in shares or at in specials:
            content = _space(look, space, at, shares.get(at), specials.get(at))
        else:
            box = look.box(Box(0.7, 0, space - 1.4, BAND), "panel", "line2", radius=3, dashes="3 2")
            size = min(11.0, space * 0.62)
            content = box + look.text(space / 2, 14, QUESTION, size, tint="ink2", anchor="middle")
        found.append(f'<g id="{name}" transform="translate({num(x)} 0)">{content}</g>')
    for call in track.calls:
        x = (_x(track, call.before) - CALL / 2) * space
        found.append(_call(look, x, space, call.pounds, lanes))
    if isinstance(track, UnreadTrack):
        found += _unplaced(look, track, space)
    return "".join(found)


def _unplaced(look: Look, track: UnreadTrack, space: float) -> Iterator[str]:
    """Yield what stands somewhere on a track, behind its last space, each with a question mark."""
    x = _x(track, track.last) + 1
    for one in track.unplaced:
        width = (UNPLACED - 0.1) * space
        match one:
            case Call():
                content = _call(look, width / 2, space, one.pounds, 0)
            case Special():
                content = _space(look, width, 0, None, one.pounds)
            case _:
                content = _space(look, width, 0, one.shares, None)
        mark = look.text(width / 2, BAND + 13, QUESTION, 10.5, bold=True, anchor="middle")
        yield f'<g transform="translate({num((x + 0.1) * space)} 0)">{content}{mark}</g>'
        x += UNPLACED


def _space(look: Look, space: float, at: int, shares: int | None, pounds: int | None) -> str:
    inner = Box(0.7, 0, space - 1.4, BAND)
    size = min(11.0, space * 0.62)
    middle = space / 2
    if pounds is not None:
        found = look.box(inner, "changed_wash", "changed", radius=3, width=1.4)
        found += f'<path d="M{num(middle - 4)} {BAND}h8l-4 5z" fill="{look.palette.changed}"/>'
        text = f"£{pounds}"
        if shares is not None:
            # A space may show both: the share then stands above, small.
            found += _certificate(look, middle, -7, min(space - 2, 13), shares)
        return found + look.text(
            middle, 14, text, min(10.5, space * 0.55), bold=True, tint="changed", anchor="middle"
        )
    if shares is not None:
        found = look.box(inner, "slot", "line", radius=3)
        return found + _certificate(look, middle, 1, min(space - 1, 18), shares)
    found = look.box(inner, "slot", "line", radius=3)
    return found + look.text(middle, 14, str(at), size, tint="ink2", anchor="middle")


def _certificate(look: Look, middle: float, top: float, size: float, shares: int) -> str:
    return look.icon("share", middle - size / 2, top, size) + look.text(
        middle, top + size * 0.72, str(shares), size * 0.62, bold=True, tint="card", anchor="middle"
    )


def _call(look: Look, x: float, space: float, pounds: int, lanes: int) -> str:
    """Return a call for capital: a flag in a gap of its own and a bar through all lanes."""
    fault = look.palette.fault
    half = min(space * CALL / 2, 9)
    bottom = BAND + LANE * lanes + 5
    return (
        f'<path d="M{num(x)} 0V{num(bottom)}" fill="none" stroke="{fault}" stroke-width="2"/>'
        f'<path d="M{num(x - half)} 0h{num(2 * half)}v16l-{num(half)} 5-{num(half)} -5z"'
        f' fill="{fault}"/>'
        + look.text(
            x, 13, f"£{pounds}", min(10, half * 1.1), bold=True, tint="fault_text", anchor="middle"
        )
    )
