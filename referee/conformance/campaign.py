"""A whole run against a program: its games played and tallied, and what differs shrunk."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, contextmanager, suppress
from itertools import count, islice, takewhile
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.conformance import protocol
from referee.conformance.difference import NO_GAME, Difference, FinalQuestion, from_misbehaviour
from referee.conformance.games import (
    GameChoice,
    drawn_game,
    few_turns,
    golden_game,
    golden_names,
    other_turns,
    playable,
)
from referee.conformance.partner import (
    Engine,
    ForeignProgram,
    OutOfTimeError,
    Pair,
    Partner,
    is_over,
)
from referee.conformance.program import MisbehaviourError
from referee.conformance.report import (
    AskedAgain,
    CutRun,
    GameSheet,
    Group,
    Played,
    Report,
    SavedDifferenceError,
    Tally,
    ask_again,
    read_saved,
    record_beside,
    save,
    saved_names,
)
from referee.conformance.shrink import SHORT, TRIES, Shrunk, shortest
from referee.conformance.slips import changed, misplaced, near_misses
from referee.core.events import Event
from referee.core.input_limits import DECODER_ERRORS
from referee.core.state import Setting
from referee.durable import Lines, open_lines
from referee.engine.actions import has_turn
from referee.engine.golden import GoldenFileError
from referee.engine.random_turns import ACTIONS
from referee.engine.referee import UnreadableEventError
from referee.i18n.speech import named, say
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

    def play(self, events: Iterable[Event]) -> Played:
        """Play the events until the tables part or the program fails, and return what was found."""
        try:
            self.pair.begin(self.setting)
            for number, event in enumerate(events):
                rng = Random(f"{self.seed} {number}")
                for other in self._events_to_check(rng, event):
                    with suppress(UnreadableEventError):
                        question = protocol.AskVerdict(id=0, event=other)
                        verdict = self.pair.engine.ask(question, protocol.VerdictReply)
                        self._check(other, verdict)
                if has_turn(self.pair.table) and self.pair.partner.can("count", "legal"):
                    self._compare_turns(rng)
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
            found = self._ask(protocol.AskTable(id=0, want=want))
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
        partner, phase = self.pair.partner, self.pair.table.phase
        if phase == "over":
            due = partner.can("score", "final-score")
        else:
            due = partner.can("score") and phase in {"planning", "actions", "preparation"}
        if self.scores_parted or not due:
            return True
        found = self._ask(protocol.AskScore(id=0))
        if found is None:
            self._agree_on_notes()
            return True
        self._differ(found)
        self.pair.engine.notes.clear()
        self.scores_parted = True
        return partner.can("digest", "state")

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

    def _check(self, event: Event, expected: protocol.VerdictReply) -> None:
        """Compare the verdicts on an event that does not happen."""
        if self.pair.partner.can("check"):
            question: FinalQuestion = protocol.AskVerdict(id=0, event=event)
        elif not expected.legal:
            question = protocol.Apply(id=0, event=event)
        else:
            return
        found = self._ask(question, expected)
        if found is None:
            self.sheet.agree.update(expected.rules)
            return
        self._differ(found)
        if isinstance(question, protocol.Apply):
            # It applied what is illegal, so its table is worth nothing now.
            self.pair.partner.begin(self.setting, self.pair.happened)

    def _compare_turns(self, rng: Random) -> None:
        if rng.random() >= self.how.listing:
            return
        few = few_turns(self.pair.table, ACTIONS)
        if self.pair.partner.can("legal"):
            every = tuple(turn for turns in few.values() for turn in turns)
            question = protocol.AskLegal(id=0, want="turns", actions=tuple(few))
            found = self._ask(question, protocol.TurnLists(id=0, turns=every))
        else:
            counts = {action: len(turns) for action, turns in few.items()}
            question = protocol.AskLegal(id=0, want="count", actions=tuple(few))
            found = self._ask(question, protocol.TurnCounts(id=0, counts=counts))
        if found is not None:
            self._differ(found)

    def _ask(
        self, question: FinalQuestion, expected: protocol.Reply | None = None
    ) -> Difference | None:
        self.sheet.asked[str(question.__struct_config__.tag)] += 1
        return self.pair.ask(question) if expected is None else self.pair.hold(question, expected)

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


def introduced(task: Task) -> protocol.Introduction | Played:
    """Return what the program says of itself, or how it failed to."""
    with partner_of(task) as partner:
        try:
            return partner.introduction()
        except MisbehaviourError as error:
            found = from_misbehaviour(error, NO_GAME, protocol.Hello(id=0))
            return Played(game="hello", differences=(found,))


def ended(task: Task) -> Played:
    """Return whether the program ends when it is asked to."""
    with partner_of(task) as partner:
        try:
            partner.introduction()
            partner.quit()
        except MisbehaviourError as error:
            found = from_misbehaviour(error, NO_GAME, protocol.Quit(id=0))
            return Played(game="quit", differences=(found,))
    return Played(game="quit")


def play_one(
    partner: ForeignProgram, task: Task, program: protocol.Introduction, game: str
) -> Played:
    """Return what came of a game, seeded or golden, or of a saved difference."""
    if task.again is not None:
        try:
            came = ask_again(partner, Path(task.again), game)
        except MisbehaviourError as error:
            # Started anew it does not even say who it is.
            found = from_misbehaviour(error, NO_GAME, protocol.Hello(id=0))
            came = AskedAgain(events=0, fate="otherwise", difference=found)
        differences = () if came.difference is None else (came.difference,)
        return Played(game=game, events=came.events, differences=differences, fate=came.fate)
    events: Iterable[Event]
    if task.golden is None:
        setting, events = drawn_game(int(game), task.choice, program)
    else:
        setting, events = golden_game(Path(task.golden), game)
    return Match(partner, setting, game, task.how).play(events)


def play_all(
    task: Task,
    program: protocol.Introduction,
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


def _play_here(
    task: Task, program: protocol.Introduction, game: str, until: float | None
) -> Played | None:
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
    task: Task, program: protocol.Introduction, games: Iterable[str], jobs: int, until: float | None
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


# What came of each game, kept line by line, so that an interrupted run can go on ------------------
class ResultsHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file of results."""

    format: Literal["conform-1"] = "conform-1"
    task: Task


BEGINNING = b'{"format":"conform-'
"""How the first line begins, also one that was cut off."""


class ResultsError(Exception):
    """A file of results that cannot be used."""


class NotKeptError(Exception):
    """What comes of the games cannot be written."""


class Results:
    """Where what comes of the games is kept, if anywhere, and what an earlier run left there."""

    def __init__(self, path: Path | None = None, lines: Lines | None = None) -> None:
        self._path, self._lines = path, lines
        self.done: Mapping[str, Played] = {}

    def keep(self, played: Played) -> None:
        """Write what came of a game at once."""
        if self._lines is not None:
            try:
                self._lines.append(msgspec.json.encode(played))
            except OSError as error:
                reason = error.strerror
                words = say("conformance.results.cannot-write", path=self._path, reason=reason)
                raise NotKeptError(words) from error


@contextmanager
def keeping(path: Path | None, task: Task, *, resume: bool) -> Iterator[Results]:
    """Open a file of results to write to, after what it has if the run goes on."""
    if path is None:
        yield Results()
        return
    with ExitStack() as stack:
        try:
            lines = stack.enter_context(open_lines(path))
            found = Results(path, lines)
            # Before a byte of it is changed.
            header = _header_of(path, lines)
            lines.drop_torn()
            if resume and header is not None:
                if header.task != task:
                    raise ResultsError(say("conformance.results.other-command", path=path))
                kept = map(msgspec.json.Decoder(Played).decode, islice(lines.whole(), 1, None))
                found.done = {played.game: played for played in kept}
            else:
                lines.clear()
                lines.append(msgspec.json.encode(ResultsHeader(task=task)))
        except DECODER_ERRORS as error:
            words = say("conformance.results.unreadable", path=path, error=error)
            raise ResultsError(words) from error
        except OSError as error:
            words = say("conformance.results.cannot-write", path=path, reason=error.strerror)
            raise NotKeptError(words) from error
        yield found


def _header_of(path: Path, lines: Lines) -> ResultsHeader | None:
    """Return how a file of results begins, if it does; an error if it is of anything else."""
    first = next(lines.whole(), None)
    if first is not None:
        return msgspec.json.decode(first, type=ResultsHeader)
    torn = lines.torn()
    if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
        raise ResultsError(say("conformance.results.not-results", path=path))
    return None


FIRST_SEED: Final = 1_000_000
"""Of the games that are searched for a shorter one: away from the seeds that people choose."""


class Options(Struct, frozen=True, kw_only=True):
    """How a run is made, which decides nothing about what a single game shows."""

    games: int
    """So many seeded games, from the first `seed` on."""
    seed: int
    jobs: int
    results: Path | None
    """Where what comes of each game is kept."""
    resume: bool
    """Go on with what `results` has."""
    shrink: int
    """Tries to find a shorter game for each of the `most` frequent differences."""
    most: int
    folder: Path | None
    """Where games that show differences are saved."""
    limit: float
    """Seconds after which no question is asked any more; 0 for no limit."""


class Watch(Struct, frozen=True, kw_only=True):
    """Who is told how far a run has come, and who may end it."""

    played: Callable[[int, int], None] | None = None
    """Told how many of all games that were left are played."""
    shrinking: Callable[[str], None] | None = None
    """Told which difference is being shrunk."""
    stop: Callable[[], bool] | None = None
    """Asked after each game whether no other is wanted."""


class Campaign:
    """A run, which can tell at any moment what its games so far show."""

    def __init__(self, task: Task, options: Options, watch: Watch) -> None:
        self._task, self._options, self._watch = task, options, watch
        self._games = _games(task, options)
        self._left = dict.fromkeys(self._games)
        self._tally = Tally()
        self._report: Report | None = None
        self._is_over = False
        self.program: protocol.Introduction | None = None
        """What the program says of itself; None if it cannot, or was not asked yet."""

    def run(self) -> None:
        """Play all games, and shrink what differs."""
        until = monotonic() + self._options.limit if self._options.limit else None
        program = introduced(self._task)
        if isinstance(program, Played):
            self._tally.add(program)
            self._is_over = True
            return
        if self._task.again is None:
            playable(self._task.choice, program)
        self.program = program
        self._play(program, until)
        # Whoever stops a run knows that games are left.
        not_played = tuple(self._left) if is_over(until) else ()
        self._tally.add(ended(self._task))
        found = self._report = self._tally.report()
        not_shrunk: tuple[str, ...] = ()
        if self._task.again is None:
            not_shrunk = _shrink(found, self._task, self._options, self._watch, until)
        else:
            folder = Path(self._task.again)
            for group in found.groups:
                file = record_beside(folder, group.games[0])
                group.file = None if file is None else str(file)
        if not_played or not_shrunk:
            cut = CutRun(seconds=self._options.limit, not_played=not_played, not_shrunk=not_shrunk)
            self._report = replace(found, cut=cut)
        self._is_over = True

    def _play(self, program: protocol.Introduction, until: float | None) -> None:
        options, watch = self._options, self._watch
        with keeping(options.results, self._task, resume=options.resume) as kept:
            for game in self._games:
                if game in kept.done:
                    self._tally.add(kept.done[game])
                    self._left.pop(game, None)
            due = len(self._left)
            playing = play_all(self._task, program, [*self._left], options.jobs, until)
            for number, played in enumerate(playing, 1):
                kept.keep(played)
                self._tally.add(played)
                del self._left[played.game]
                if watch.played is not None:
                    watch.played(number, due)
                if watch.stop is not None and watch.stop():
                    return

    def report(self) -> Report:
        """Return what the games show; those of a run that did not come to its end, so far."""
        found = self._report or self._tally.report()
        if self._is_over:
            return found
        shrinks = self._options.shrink and self._task.again is None
        not_shrunk = tuple(group.id for group in found.groups if shrinks and not group.tries)
        cut = CutRun(seconds=None, not_played=tuple(self._left), not_shrunk=not_shrunk)
        return replace(found, cut=cut)


def _games(task: Task, options: Options) -> list[str]:
    read: Callable[[Path, str], object]
    if task.again is not None:
        folder, read = Path(task.again), read_saved
        names = saved_names(folder)
        if not names:
            raise SavedDifferenceError(say("conformance.campaign.no-difference", folder=folder))
    elif task.golden is not None:
        folder, read = Path(task.golden), golden_game
        names = golden_names(folder)
        if not names and saved_names(folder):
            raise GoldenFileError(say("conformance.campaign.differences-only", golden=task.golden))
        if not names:
            raise GoldenFileError(say("conformance.campaign.no-golden-game", golden=task.golden))
    else:
        return [str(seed) for seed in range(options.seed, options.seed + options.games)]
    for name in names:
        try:
            read(folder, name)
        except (GoldenFileError, SavedDifferenceError) as error:
            raise type(error)(named(name, str(error))) from error
    return names


def _shrink(
    found: Report, task: Task, options: Options, watch: Watch, until: float | None
) -> tuple[str, ...]:
    """Look for the shortest games that show the differences, and save them.

    Returns the ids of those for which there was no time, or not enough.
    """
    not_shrunk: list[str] = []
    with partner_of(task, until) as partner:
        for number, group in enumerate(found.groups):
            if not group.example.game.players:
                continue
            if watch.shrinking is not None:
                watch.shrinking(group.id)
            if options.shrink and number < options.most:
                _shrink_one(partner, group, task, options.shrink)
                if is_over(until):
                    not_shrunk.append(group.id)
            # Those rules come first that agree least elsewhere.
            rules = sorted(group.example.rules, key=lambda rule: found.agree.get(rule, 0))
            group.example = replace(group.example, rules=tuple(rules))
            if options.folder is not None:
                components = protocol.set_of(task.choice.sets, group.example.game.components.digest)
                file = save(group.example, components, options.folder)
                group.file = None if file is None else str(file)
    return tuple(not_shrunk)


def _shrink_one(partner: ForeignProgram, group: Group, task: Task, tries: int) -> None:
    try:
        shrunk = shortest_for(partner, group.example, task.choice, tries)
    except MisbehaviourError:
        # It fails in another way now, before the game is even begun.
        group.repeated = False
    except OutOfTimeError:
        # The game stays as it was met.
        return
    else:
        group.example, group.tries = shrunk.difference, shrunk.tries
        group.repeated = shrunk.repeated


def shortest_for(
    partner: ForeignProgram, difference: Difference, choice: GameChoice, tries: int = TRIES
) -> Shrunk:
    """Return a difference of a program in the shortest game found among those of a choice."""
    components = protocol.set_of(choice.sets, difference.game.components.digest)
    briefly = replace(choice, rounds=SHORT)
    games = (drawn_game(seed, briefly, partner.introduction()) for seed in count(FIRST_SEED))
    pair = Pair(partner, Engine(partner.go_on))
    return shortest(pair, difference, components, games, tries)
