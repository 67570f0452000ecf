"""The events of a replay as a list: what happened, what was wrong, what would have been best."""

from collections.abc import Iterator
from typing import Final

from referee.game.messages.cited_places import cited_place
from referee.game.messages.replays import ReplayWords
from referee.game.messages.speech import named, one_by_one
from referee.pictures.look import Look, plain
from referee.replays.elements import attribute, loss_badge, sign
from referee.replays.story import Story, StoryEvent, messages

MOST_MISSES: Final = 8


def event_list(story: Story, look: Look, words: ReplayWords) -> str:
    """Return all events, round by round."""
    label = attribute(words.page["turns"])
    found = [
        f'<section class="panel turns" id="list" tabindex="0" aria-label="{label}">',
        f"<h2>{plain(words.page['turns'])}</h2>",
    ]
    current: int | None = None
    for at, event in enumerate(story.events):
        if event.round != current:
            current = event.round
            name = words.say("page", "round", n=current) if current else words.page["setup"]
            found.append(f"{'</ol>' if at else ''}<h3>{plain(name)}</h3><ol>")
        found.append(_line(story, look, words, at))
    found.append("</ol>")
    if story.unjudged:
        left = words.say("page", "unjudged", n=story.unjudged)
        found.append(f'<p class="wrong">{plain(left)}</p>')
    return "".join((*found, "</section>"))


def miss_list(story: Story, words: ReplayWords) -> str:
    """Return the turns that lost most, the worst first."""
    missed = [event for event in story.events if event.loss]
    worst = sorted(missed, key=lambda event: -event.loss)[:MOST_MISSES]
    lines = "".join(
        f'<li>{loss_badge(event.loss)}<a href="#{attribute(event.address)}">'
        f'<span class="address">{plain(event.address)}</span>{plain(event.sentence)}</a>'
        f'<span class="said">{plain(_best_words(words, event))}</span></li>'
        for event in worst
    )
    return (
        f'<section class="panel turns" id="misses"><h2>{plain(words.page["misses"])}</h2>'
        f"<ol>{lines}</ol></section>"
    )


def _line(story: Story, look: Look, words: ReplayWords, at: int) -> str:
    event = story.events[at]
    kinds = ["fault"] * event.is_fault + ["back"] * event.taken_back
    address = attribute(event.address)
    return (
        f'<li id="e{at}" class="{" ".join(kinds)}">{loss_badge(event.loss)}'
        f'<a href="#{address}" id="{address}"><span class="address">{plain(event.address)}</span>'
        f"{sign(look, event.seat)}"
        f'<span class="sentence">{plain(event.sentence or event.notation)}</span></a>'
        f'<div class="more">{"".join(_more(story, words, event))}</div></li>'
    )


def _more(story: Story, words: ReplayWords, event: StoryEvent) -> Iterator[str]:
    """Yield what is told of an event besides its sentence."""
    yield f"<code>{plain(event.notation)}</code>"
    if event.filled_in:
        yield _told(words.say("page", "filled-in", statements=one_by_one(event.filled_in)))
    if event.taken_back:
        yield _told(words.page["taken-back"])
    yield from _faults(story, words, event)
    if event.claims:
        key = "claims" if event.wrong_note else "claims-agree"
        yield _told(words.say("page", key, claims=event.claims))
    if event.condition:
        yield _told(event.condition)
    if event.best is not None:
        yield _told(_best_words(words, event))
    if event.comment:
        yield _told(words.say("page", "comment", comment=event.comment))


def _faults(story: Story, words: ReplayWords, event: StoryEvent) -> Iterator[str]:
    broken = event.violations
    for violation, message in zip(broken, messages(story, broken), strict=True):
        yield _told(words.say("page", "broken", rule=violation.rule.id, message=message), "wrong")
    if broken:
        cited = "".join(
            f"<li>{plain(named(violation.rule.id, cited_place(citation)))}</li>"
            for violation in broken
            for citation in violation.rule.citations
        )
        summary = plain(words.page["cited"])
        yield f'<details class="said"><summary>{summary}</summary><ul>{cited}</ul></details>'
    if event.treatment is not None:
        yield _told(words.page[f"treated-{event.treatment}"])
    if event.missing:
        yield _told(words.say("page", "missing", words=event.missing), "wrong")


def _told(text: str, kind: str = "") -> str:
    return f'<span class="said {kind}">{plain(text)}</span>'


def _best_words(words: ReplayWords, event: StoryEvent) -> str:
    best = event.best
    if best is None:
        return ""
    if not best.loss:
        return words.say("page", "perfect", value=best.value)
    return words.say("page", "loss", value=best.value, best=best.best_value, turn=best.notation)
