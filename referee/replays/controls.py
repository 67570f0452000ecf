"""What stands around the picture of a replay: the heading, the buttons, the pad, the keys."""

from typing import Final

from referee.game.ids import COMPANIES
from referee.game.messages.pictures import picture_words
from referee.game.messages.replays import ReplayWords
from referee.pictures.look import Look, plain
from referee.replays.elements import attribute, button, sign
from referee.replays.replay_words import result_words
from referee.replays.story import BIG_MISS, Story

PARTS: Final = {
    "map": "map",
    "tracks": "tracks",
    "cards": "cards",
    "books": "books",
    "players": "seat-0",
}
"""By name of a button the part of the picture that it leads to."""


def heading(story: Story, words: ReplayWords) -> str:
    """Return the title, the result and how many events, faults and gaps there are."""
    counted = {
        "faults": sum(bool(event.violations) for event in story.events),
        "gaps": sum(bool(event.missing) for event in story.events),
    }
    badges = "".join(
        f'<span class="badge fault">{words.say("page", kind, n=number)}</span>'
        for kind, number in counted.items()
        if number
    )
    return (
        f"<header><h1>{plain(story.title or words.page['title'])}</h1>"
        f"<span>{plain(result_words(words, story))}</span>"
        f'<span class="badge">{words.say("page", "events", n=len(story.events))}</span>'
        f"{badges}<span>{plain(words.say('page', 'set', name=story.set_name))}</span></header>"
    )


def part_buttons(words: ReplayWords) -> str:
    """Return the buttons that lead to the parts of a long picture."""
    buttons = "".join(
        f'<button type="button" data-part="{place}">{plain(words.page[key])}</button>'
        for key, place in PARTS.items()
    )
    return f'<nav class="parts" aria-label="{attribute(words.page["parts"])}">{buttons}</nav>'


def bar(story: Story, look: Look, words: ReplayWords) -> str:
    """Return the buttons that lead from event to event."""
    page = words.page

    def way(key: str, *, extra: bool = False) -> str:
        return button(key, page[key], plain(page[f"sign-{key}"]), extra=extra)

    players = ""
    for seat, name in enumerate(story.called):
        title = attribute(words.say("page", "next-of", player=name))
        players += (
            f'<button type="button" class="extra" data-seat="{seat}" aria-label="{title}"'
            f' title="{title}">{sign(look, seat)}{plain(page["sign-next"])}</button>'
        )
    has_faults = any(event.is_fault for event in story.events)
    has_misses = any(event.loss >= BIG_MISS for event in story.events)
    back = any(event.taken_back for event in story.events)
    return (
        f'<nav class="bar" aria-label="{attribute(page["turns"])}">'
        + way("previous-round")
        + way("previous")
        + '<span class="where" id="where"></span>'
        + way("next")
        + way("next-round")
        + players
        + (way("next-fault", extra=True) if has_faults else "")
        + (way("next-miss", extra=True) if has_misses else "")
        + way("link", extra=True)
        + '<span id="copied" role="status" class="extra"></span>'
        + f'<label class="check extra"{"" if back else " hidden"}><input type="checkbox" id="skip"'
        + f"{' checked' if back else ''}> {plain(page['skip'])}</label></nav>"
    )


def now_panel(words: ReplayWords) -> str:
    """Return the panel that tells of the event that is looked at."""
    return (
        '<section class="panel now" aria-live="polite"><div id="now-body"></div>'
        '<button type="button" id="best" hidden aria-pressed="false">'
        f"{plain(words.page['show-best'])}</button></section>"
    )


def pad_table(story: Story, look: Look, words: ReplayWords, language: str) -> str:
    """Return the scoring pad at the last event; every number has an id."""
    companies = picture_words(language).companies
    rows = [
        words.page["cash"],
        *(companies[company] for company in COMPANIES),
        words.page["diamonds"],
        words.page["bookkeeping"],
        words.page["total"],
    ]
    head = "".join(
        f'<th scope="col">{sign(look, seat)}{plain(name)}</th>'
        for seat, name in enumerate(story.called)
    )
    numbers = [(*pad.rows, pad.total) for pad in story.last.pads]
    lines = "".join(
        f'<tr><th scope="row">{plain(name)}</th>'
        + "".join(
            f'<td id="pad-{seat}-{row}">{column[row]}</td>' for seat, column in enumerate(numbers)
        )
        + "</tr>"
        for row, name in enumerate(rows)
    )
    return (
        f'<section class="panel pad"><h2>{plain(words.page["pad"])}</h2>'
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{lines}</tbody></table></section>"
    )


def key_list(story: Story, words: ReplayWords) -> str:
    """Return what the keys do."""
    keys = ["turn", "round", "mark", *(("miss", "best") if story.reviewed else ()), "parts", "link"]
    spans = "".join(f"<span>{plain(words.page[f'key-{key}'])}</span>" for key in keys)
    return f'<footer class="keys"><b>{plain(words.page["keys"])}</b> {spans}</footer>'
