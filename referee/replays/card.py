"""One picture of a whole game, for a chat: the result, the chart, the turn of the game."""

from typing import Final

from referee.game.messages.replays import ReplayWords, replay_words
from referee.game.messages.speech import named, say
from referee.pictures.line_breaks import wrapped
from referee.pictures.look import FONTS, Look, look_of, plain
from referee.pictures.open_values import is_open
from referee.pictures.shapes import sign_symbols
from referee.pictures.table import Picture
from referee.replays.chart import draw_chart
from referee.replays.replay_words import result_words
from referee.replays.story import Story, StoryEvent

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 40.0
CHART: Final = 300.0


def card_picture(story: Story, language: str = "en") -> Picture:
    """Return the result of a game, its chart and its turn as one picture."""
    words, look = replay_words(language), look_of("light", language, "")
    title = story.title or words.page["title"]
    inner = WIDTH - 2 * MARGIN
    found = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{look.palette.bg}"/>',
        look.text(MARGIN, 66, title, 34, bold=True, room=inner),
        look.text(MARGIN, 100, result_words(words, story), 20, tint="ink2", room=inner),
        *_players(look, story, 124),
    ]
    chart = draw_chart(look, story, inner, CHART)
    found.append(f'<g transform="translate({MARGIN:g} 190)">{chart.content}</g>')
    found += _turn(look, words, story, 524)
    described = plain(f"{title}. {result_words(words, story)}")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" aria-labelledby="title" font-family="{FONTS}"'
        f' fill="{look.palette.ink}"><title id="title">{described}</title>'
        f"<defs>{sign_symbols(look.palette, '', story.colours)}</defs>{''.join(found)}</svg>\n"
    )
    return Picture(svg, WIDTH, HEIGHT, {})


def _players(look: Look, story: Story, y: float) -> list[str]:
    """Return every player's sign, name and total, the best first."""
    totals = [pad.total for pad in story.last.pads]
    order = sorted(range(len(totals)), key=lambda seat: (is_open(totals[seat]), -totals[seat]))
    each = (WIDTH - 2 * MARGIN) / len(order)
    found = []
    for place, seat in enumerate(order):
        x = MARGIN + place * each
        found.append(look.sign(seat, x + 18, y + 24, 34))
        found.append(look.text(x + 46, y + 20, story.called[seat], 20, bold=True, room=each - 56))
        worth = look.words.say("notes", "pounds", n=totals[seat])
        found.append(look.text(x + 46, y + 46, worth, 22, room=each - 56))
    return found


def _turn(look: Look, words: ReplayWords, story: Story, y: float) -> list[str]:
    """Return the turn that gained its player most."""
    event = turn_of_the_game(story)
    unknown = all(is_open(pad.total) for pad in story.last.pads)
    if event is None or event.seat is None or unknown:
        return []
    gained = _gain(story, event)
    found = [
        look.sign(event.seat, MARGIN + 12, y - 6, 24),
        look.text(MARGIN + 34, y, words.page["turn-of-the-game"], 16, bold=True, tint="ink2"),
    ]
    said = words.say(
        "page",
        "gain",
        turn=named(event.address, event.sentence),
        n=say("pages.numbers.pounds", n=gained),
    )
    for line, text in enumerate(wrapped(said, 20, WIDTH - 2 * MARGIN)[:3]):
        found.append(look.text(MARGIN, y + 30 + 27 * line, text, 20, room=WIDTH - 2 * MARGIN))
    return found


def turn_of_the_game(story: Story) -> StoryEvent | None:
    """Return the turn that gained its player most; None if nobody gained anything."""
    played = [
        event for event in story.events if event.turn and event.seat is not None and event.sentence
    ]
    best = max(played, key=lambda event: _gain(story, event), default=None)
    return best if best is not None and _gain(story, best) > 0 else None


def _gain(story: Story, event: StoryEvent) -> int:
    at = story.events.index(event)
    if at == 0 or event.seat is None:
        return 0
    gained = event.pads[event.seat].total - story.events[at - 1].pads[event.seat].total
    return 0 if is_open(gained) else gained
