"""What a replay says of a whole game and of the places in it."""

from referee.game.messages.replays import ReplayWords
from referee.pictures.open_values import is_open
from referee.replays.story import Story, StoryEvent


def result_words(words: ReplayWords, story: Story) -> str:
    """Return who won, or is ahead, with all totals."""
    totals = [pad.total for pad in story.last.pads]
    if any(map(is_open, totals)):
        said = words.page["between-totals"].join(map(str, totals))
        return words.say("page", "open-result", totals=said)
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    said = words.page["between-totals"].join(str(totals[seat]) for seat in order)
    first = [story.called[seat] for seat in order if totals[seat] == totals[order[0]]]
    if story.last.after.phase == "over" and len(first) == 1:
        return words.say("page", "won", player=first[0], totals=said)
    if len(first) == 1:
        return words.say("page", "ahead", player=first[0], totals=said)
    return words.say("page", "tied", players=", ".join(first), totals=said)


def place_words(words: ReplayWords, event: StoryEvent) -> str:
    """Return where in the game an event stands."""
    if event.round == 0:
        return words.page["setup"]
    if event.turn is not None:
        return words.say("page", "turn", round=event.round, turn=event.turn)
    phase = event.after.phase if event.before.phase == "over" else event.before.phase
    if phase == "preparation":
        return words.say("page", "preparation", round=event.round)
    if phase == "over":
        return words.page["over"]
    return words.say("page", "planning", round=event.round)
