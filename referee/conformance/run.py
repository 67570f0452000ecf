"""Many games against a program, in one process or several."""

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from itertools import takewhile
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from referee.conformance.difference import NO_GAME, Difference, FinalQuestion, from_misbehaviour
from referee.conformance.games import GameChoice, drawn_game, few_turns, golden_game, other_turns
from referee.conformance.partner import ForeignProgram, OutOfTimeError, Pair, Partner, is_over
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    Hello,
    Introduction,
    Quit,
    Reply,
    TurnCounts,
    TurnLists,
    VerdictReply,
)
from referee.conformance.records import AskedAgain, ask_again
from referee.conformance.report import GameSheet, Played
from referee.conformance.slips import changed, misplaced, near_misses
from referee.core.events import Event
from referee.core.state import Setting
from referee.engine.actions import has_turn
from referee.engine.random_turns import ACTIONS
from referee.engine.referee import UnreadableEventError
from referee.workers import workers

# One game played by a program and the engine side by side -----------------------------------------
LISTING: Final = 1 / 5
"""At how many of the tables the legal turns are compared."""


class Thoroughness(Struct, frozen=True):
    """How much is asked at each event."""

    illegal: int = 2
    """Events with a slip, and turns with an illegal answer: so many of each."""
    listing: float = LISTING


class Match:
    """A game in progress."""

    def __init__(self, partner: Partner, setting: Setting, seed: str, how: Thoroughness) -> None:
        self.pair = Pair(partner)
        self.setting = setting
        self.seed = seed
        self.how = how
        self.sheet = GameSheet(seed)
        self.scores_parted = False
        self.tried: Counter[str] = Counter()
        """How often a turn was tried that broke this rule alone."""

    @property
    def tells_table(self) -> bool:
        """Whether the program tells its table, so that not only scores show a difference."""
        return self.pair.partner.can("digest", "state")

    def play(self, events: Iterable[Event]) -> Played:
        """Play the events until the tables part or the program fails, and return what was found."""
        try:
            self.pair.begin(self.setting)
            for number, event in enumerate(events):
                self._ask_about_table(Random(f"{self.seed} {number}"), event)
                if not self._apply(event):
                    break
        except MisbehaviourError as error:
            self.sheet.differences.append(self.pair.failure(error))
        return self.sheet.played(len(self.pair.happened))

    def _apply(self, event: Event) -> bool:
        """Let both apply a legal event, and return whether the game can go on."""
        found = self.pair.apply(event)
        self.sheet.asked["apply"] += 1
        if found is not None:
            self._differ(found)
            return False
        return self._same_table() and self._same_scores()

    def _same_table(self) -> bool:
        wants: Final = ("digest", "state")
        for want in wants:
            if not self.pair.partner.can(want):
                continue
            found = self._ask(AskTable(id=0, want=want))
            if found is None:
                self._agree_on_notes()
                return True
            if want == "digest" and self.pair.partner.can("state"):
                # The state tells more than that there is a difference.
                continue
            self._differ(found)
            return False
        return True

    def _same_scores(self) -> bool:
        """Compare the scores; where nothing else tells the tables apart they decide."""
        if not self._scores_due():
            return True
        found = self._ask(AskScore(id=0))
        if found is None:
            self._agree_on_notes()
            return True
        self._differ(found)
        self.pair.engine.notes.clear()
        self.scores_parted = True
        return self.tells_table

    def _scores_due(self) -> bool:
        phase = self.pair.table.phase
        if self.scores_parted:
            return False
        if phase == "over":
            return self.pair.partner.can("score", "final-score")
        return self.pair.partner.can("score") and phase in {"planning", "actions", "preparation"}

    def _ask_about_table(self, rng: Random, event: Event) -> None:
        for other in self._events_to_check(rng, event):
            with suppress(UnreadableEventError):
                verdict = self.pair.engine.ask(AskVerdict(id=0, event=other), VerdictReply)
                self._check(other, verdict)
        if has_turn(self.pair.table) and self.pair.partner.can("count", "legal"):
            self._compare_turns(rng)

    def _events_to_check(self, rng: Random, event: Event) -> Iterator[Event]:
        table = self.pair.table
        if not self.pair.partner.can("check", "refuse"):
            return
        yield from changed(table, event, rng, self.how.illegal)
        if self.how.illegal:
            yield from misplaced(table, self.pair.happened, rng)
        if has_turn(table):
            yield from near_misses(table, rng, self.how.illegal, self.tried)
            if self.pair.partner.can("check"):
                yield from other_turns(table, rng, 1)

    def _check(self, event: Event, expected: VerdictReply) -> None:
        """Compare the verdicts on an event that does not happen."""
        if self.pair.partner.can("check"):
            question: FinalQuestion = AskVerdict(id=0, event=event)
        elif not expected.legal:
            question = Apply(id=0, event=event)
        else:
            return
        found = self._ask(question, expected)
        if found is None:
            self.sheet.agree.update(expected.rules)
            return
        self._differ(found)
        if isinstance(question, Apply):
            # It applied what is illegal, so its table is worth nothing now.
            self.pair.partner.begin(self.setting, self.pair.happened)

    def _compare_turns(self, rng: Random) -> None:
        if rng.random() >= self.how.listing:
            return
        few = few_turns(self.pair.table, ACTIONS)
        if self.pair.partner.can("legal"):
            every = tuple(turn for turns in few.values() for turn in turns)
            question = AskLegal(id=0, want="turns", actions=tuple(few))
            found = self._ask(question, TurnLists(id=0, turns=every))
        else:
            counts = {action: len(turns) for action, turns in few.items()}
            question = AskLegal(id=0, want="count", actions=tuple(few))
            found = self._ask(question, TurnCounts(id=0, counts=counts))
        if found is not None:
            self._differ(found)

    def _ask(self, question: FinalQuestion, expected: Reply | None = None) -> Difference | None:
        pair = self.pair
        found = pair.ask(question) if expected is None else pair.hold(question, expected)
        self.sheet.asked[str(question.__struct_config__.tag)] += 1
        return found

    def _differ(self, found: Difference) -> None:
        self.sheet.differ.update(found.rules)
        if found.id not in {known.id for known in self.sheet.differences}:
            self.sheet.differences.append(found)

    def _agree_on_notes(self) -> None:
        self.sheet.agree.update({rule.id for rule in self.pair.engine.notes})
        self.pair.engine.notes.clear()


AHEAD: Final = 2
"""So many games are given out for each process beforehand."""


class Task(Struct, frozen=True, kw_only=True):
    """What is run: a command, which games it plays, and how much is asked."""

    command: tuple[str, ...]
    answer_limit: float
    choice: GameChoice
    how: Thoroughness = Thoroughness()
    golden: str | None = None
    """The folder of golden games; without one the games are seeded."""
    again: str | None = None
    """The folder of saved differences that are asked again, in place of any games."""


@contextmanager
def partner_of(task: Task, until: float | None = None) -> Iterator[ForeignProgram]:
    """Start the program of a task, and end it whatever happens."""
    partner = ForeignProgram(task.command, task.answer_limit, until=until)
    try:
        yield partner
    finally:
        partner.kill()


def introduced(task: Task) -> Introduction | Played:
    """Return what the program says of itself, or how it failed to."""
    with partner_of(task) as partner:
        try:
            return partner.introduction()
        except MisbehaviourError as error:
            found = from_misbehaviour(error, NO_GAME, Hello(id=0))
            return Played(game="hello", differences=(found,))


def ended(task: Task) -> Played:
    """Return whether the program ends when it is asked to."""
    with partner_of(task) as partner:
        try:
            partner.introduction()
            partner.quit()
        except MisbehaviourError as error:
            found = from_misbehaviour(error, NO_GAME, Quit(id=0))
            return Played(game="quit", differences=(found,))
    return Played(game="quit")


def play_one(partner: ForeignProgram, task: Task, program: Introduction, game: str) -> Played:
    """Return what came of a game, seeded or golden, or of a saved difference."""
    if task.again is not None:
        return _ask_again(partner, Path(task.again), game)
    events: Iterable[Event]
    if task.golden is None:
        setting, events = drawn_game(int(game), task.choice, program)
    else:
        setting, events = golden_game(Path(task.golden), game)
    return Match(partner, setting, game, task.how).play(events)


def _ask_again(partner: ForeignProgram, folder: Path, name: str) -> Played:
    try:
        came = ask_again(partner, folder, name)
    except MisbehaviourError as error:
        # Started anew it does not even say who it is.
        found = from_misbehaviour(error, NO_GAME, Hello(id=0))
        came = AskedAgain(events=0, fate="otherwise", difference=found)
    differences = () if came.difference is None else (came.difference,)
    return Played(game=name, events=came.events, differences=differences, fate=came.fate)


def play_all(
    task: Task,
    program: Introduction,
    games: Iterable[str],
    jobs: int,
    until: float | None = None,
) -> Iterator[Played]:
    """Yield what came of each game, as soon as it is known, as far as the time allows."""
    if jobs > 1:
        yield from _in_processes(task, program, games, jobs, until)
        return
    with partner_of(task, until) as partner, suppress(OutOfTimeError):
        for game in games:
            if is_over(until):
                return
            yield play_one(partner, task, program, game)


_partners: dict[Task, ForeignProgram] = {}
"""The program of this process, kept from game to game."""


def _play_here(task: Task, program: Introduction, game: str, until: float | None) -> Played | None:
    """Return what came of a game; None if the time was up before its end."""
    if task not in _partners:
        partner = ForeignProgram(task.command, task.answer_limit, until=until)
        _partners[task] = partner
        # Even a program that does not notice the end of its input ends with this process.
        Finalize(None, partner.kill, exitpriority=1)
    try:
        return play_one(_partners[task], task, program, game)
    except OutOfTimeError:
        return None


def _in_processes(
    task: Task, program: Introduction, games: Iterable[str], jobs: int, until: float | None
) -> Iterator[Played]:
    due = takewhile(lambda _: not is_over(until), games)
    running: set[Future[Played | None]] = set()
    with workers(jobs) as pool:
        while True:
            while len(running) < jobs * AHEAD and (game := next(due, None)) is not None:
                running.add(pool.submit(_play_here, task, program, game, until))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                if (played := future.result()) is not None:
                    yield played
