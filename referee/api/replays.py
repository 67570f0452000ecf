"""Replays: a recorded game as one file in which every event can be looked at."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.api.errors import MisuseError, NoAnswerError, UnwritableError
from referee.api.games import Game, load
from referee.api.long_work import Interrupted, Progress, Stop, followed
from referee.api.replay_steps import story_steps
from referee.api.reviews import END, Reviewing
from referee.api.sources import Source
from referee.api.unread_values import answered_if_read
from referee.engine import check_setting, step
from referee.game.component_set import ComponentSet
from referee.game.messages.replays import replay_words
from referee.game.messages.speech import say, spoken
from referee.game.state import State
from referee.pictures.png import NoRendererError, png
from referee.replays import BetterTurn, Story, card_picture, replay_page, told
from referee.solutions.notation import turn_text
from referee.transcript.moments import NoMomentError, known_setting

if TYPE_CHECKING:
    from referee.solutions.game_review import Reviewed

__all__ = ["CARD_ENDINGS", "Replay", "Replaying", "replay"]

CARD_ENDINGS = (".png", ".svg")


class Replay(Struct, frozen=True):
    """A game that was told from its first event to its last."""

    story: Story

    def to_html(self) -> str:
        """Return the page, one file that asks nobody for anything.

        >>> import referee
        >>> referee.replay("games/two-players.mgn").to_html()[:15]
        '<!doctype html>'
        """
        return replay_page(self.story, spoken())

    def to_card(self, ending: str = ".png") -> bytes:
        """Return result, chart and the turn of the game as one picture, `.png` or `.svg`.

        >>> import referee
        >>> referee.replay("games/two-players.mgn").to_card(".svg")[:4]
        b'<svg'
        """
        if ending.lower() not in CARD_ENDINGS:
            raise MisuseError(
                say(
                    "answers.replays.a-card-ends-in-not",
                    card_endings=tuple(CARD_ENDINGS),
                    ending=f"{ending!r:.40}",
                )
            )
        picture = card_picture(self.story, spoken())
        if ending.lower() == ".svg":
            return picture.svg.encode()
        try:
            return png(picture, 1)
        except NoRendererError as error:
            raise UnwritableError(str(error)) from error

    def _repr_html_(self) -> str:
        return card_picture(self.story, spoken()).svg


class Replaying:
    """A replay on its way: iterated over it yields the turns as they are reviewed."""

    def __init__(
        self,
        source: Source | Game,
        *,
        anonymous: bool = False,
        review: bool = False,
        time_limit: float | None = None,
        jobs: int = 1,
        components: ComponentSet | Path | str | None = None,
    ) -> None:
        self._game = source if isinstance(source, Game) else load(source, components=components)
        self._anonymous = anonymous
        try:
            self._setting = known_setting(self._game.read)
        except NoMomentError as error:
            raise NoAnswerError(str(error), file=self._game.name) from error
        if broken := tuple(check_setting(self._setting)):
            rules = ", ".join(violation.rule.id for violation in broken)
            words = replay_words().say("page", "header-broken", rules=rules)
            raise NoAnswerError(words, file=self._game.name)
        self._reviewing = (
            Reviewing(self._game, time_limit=time_limit, jobs=jobs) if review else None
        )

    def __len__(self) -> int:
        """Return how many turns are to be reviewed."""
        return 0 if self._reviewing is None else len(self._reviewing)

    def __iter__(self) -> Iterator[object]:
        """Yield the turns in their order, each as soon as it is reviewed."""
        return iter(() if self._reviewing is None else self._reviewing)

    def answer(self) -> Replay:
        """Return the replay with the review as far as it has come."""
        game = self._game
        best = None
        if self._reviewing is not None:
            best = _best(self._reviewing.reviewed, game.colours)
        story = told(
            game.record,
            game.components,
            story_steps(game, self._setting),
            best=best,
            anonymous=self._anonymous,
            title=Path(game.name).stem,
        )
        if not story.events:
            raise NoAnswerError(say("answers.replays.the-record-tells-of-no"), file=game.name)
        return Replay(story)


@answered_if_read
def replay(  # noqa: PLR0913 - one parameter for each thing that may be asked
    source: Source | Game,
    *,
    anonymous: bool = False,
    review: bool = False,
    time_limit: float | None = None,
    jobs: int = 1,
    components: ComponentSet | Path | str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    interrupted: Interrupted[Replay] | None = None,
) -> Replay:
    """Return a recorded game as a replay, with `review` beside the best turn at every table.

    `anonymous` leaves out names, the title and notes. The time limit is for each reviewed turn;
    `jobs` processes review so many at a time. `stop` is asked after each; `interrupted` gets what
    there is so far if a `KeyboardInterrupt` ends the work.

    >>> import referee
    >>> found = referee.replay("games/two-players.mgn")
    >>> [event.address for event in found.story.events if event.round == 3][:4]
    ['3.plan.blue', '3.plan.green', '3.1', '3.2']
    """
    replaying = Replaying(
        source,
        anonymous=anonymous,
        review=review,
        time_limit=time_limit,
        jobs=jobs,
        components=components,
    )
    return followed(replaying, progress, stop, interrupted)


def _best(
    turns: "Iterable[tuple[State, Reviewed]]", colours: tuple[str, ...]
) -> Mapping[tuple[int, int], BetterTurn]:
    """Return the best turns by round and turn, each with the table after it."""
    found = {}
    for before, one in turns:
        notation = END if one.best is None else turn_text(one.best, before.setting, colours)
        found[one.round, one.turn_number] = BetterTurn(
            turn=one.best,
            notation=notation,
            after=_after(before, one) if one.loss else None,
            value=one.value,
            best_value=one.best_value,
        )
    return found


def _after(before: State, one: "Reviewed") -> State | None:
    return None if one.best is None else step(before, one.best)
