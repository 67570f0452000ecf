"""The bonus spaces: what they cost and give, tier by tier, and whose marker stands there."""

from functools import lru_cache

from referee.game.component_set import ComponentSet
from referee.game.components import BonusSpace, MajoritySpace
from referee.game.state import State
from referee.pictures.look import Box, Icon, Look, Run, num, place_id, run_width
from referee.pictures.sheet import DrawnPlayer, Frame, PictureSheet
from referee.pictures.space_contents import space_runs, space_words

HEAD = 20
GAP = 8
HEIGHT = 72


def draw_spaces(
    sheet: PictureSheet, state: State, seats: tuple[DrawnPlayer, ...], frame: Frame, a_row: int
) -> float:
    """Draw the bonus spaces so many a row, and return their height."""
    look, words = sheet.look, sheet.look.words
    components = state.setting.components
    width = (frame.width - GAP * (a_row - 1)) / a_row
    sheet.open("spaces", words.parts["spaces"])
    sheet.add(look.text(frame.x, frame.y + 13, words.parts["spaces"], 13, bold=True))
    for number, (space, seat) in enumerate(zip(state.setting.spaces, state.markers, strict=True)):
        box = Box(
            frame.x + number % a_row * (width + GAP),
            frame.y + HEAD + number // a_row * (HEIGHT + GAP),
            width,
            HEIGHT,
        )
        content = space_face(
            look, components, space, width, of_track=space.id in sheet.table.on_tracks
        )
        title = words.say(
            "places",
            "space",
            id=space.id,
            n=space.cost,
            gives=space_words(components, words, space),
        )
        if seat is not None:
            content += look.sign(seat, width - 15, HEIGHT - 15, 23)
            title = f"{title}, {words.say('places', 'taken', player=seats[seat].name)}"
        sheet.place(place_id("space", space.id), box, content, title)
    sheet.close()
    rows = -(-len(state.setting.spaces) // a_row)
    return HEAD + rows * (HEIGHT + GAP) - GAP


@lru_cache(2048)
def space_face(
    look: Look, components: ComponentSet, space: BonusSpace, width: float, *, of_track: bool
) -> str:
    """Return a bonus space without a marker."""
    found = look.box(Box(0, 0, width, HEIGHT), "card", "line2", radius=5)
    left = 7
    if of_track:
        left = 13
        found += (
            f'<path d="M0 5A5 5 0 0 1 5 0H8V{HEIGHT}H5A5 5 0 0 1 0 {HEIGHT - 5}z"'
            f' fill="{look.palette.changed}"/>'
        )
    right = width - 5
    if space.cost:
        found += look.box(Box(width - 30, 0, 30, 18), "price", radius=5)
        found += look.text(
            width - 15, 13.5, f"£{space.cost}", 12, bold=True, tint="price_text", anchor="middle"
        )
        right = width - 34
    if isinstance(space, MajoritySpace):
        head: Run = (Icon("most"), Icon(space.counts))
        found += look.run(right, 15, head, 13, "end")
        right -= run_width(head, 13) + 4
    found += look.text(left, 14.5, space.id, 11, tint="ink2", room=right - left)
    runs = space_runs(components, space)
    # The lower right corner is left to a marker.
    room = width - left - 31
    each = (HEIGHT - 22) / len(runs)
    size = min(15.0, each * 0.84, *(20 * room / run_width(run, 20) for run in runs))
    top = 20 + (HEIGHT - 22 - each * len(runs)) / 2
    for number, run in enumerate(runs):
        found += look.run(left, top + each * (number + 0.5) + size * 0.36, run, size)
    return found + (
        f'<circle cx="{num(width - 15)}" cy="{HEIGHT - 15}" r="10" fill="none"'
        f' stroke="{look.palette.line2}" stroke-dasharray="3 2.5"/>'
    )
