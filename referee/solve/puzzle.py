"""A puzzle: a table, what is to be best there, and the proven optimum."""

import dataclasses
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, assert_never, get_args

import msgspec
from msgspec import Struct, structs

from referee.core.answer import Answer
from referee.core.events import Plan
from referee.core.ids import Seat
from referee.core.input_limits import BYTES_OF_A_PUZZLE, BYTES_OF_A_RECORD, decoder_words
from referee.core.plain_toml import TomlError, parse_toml, toml_value
from referee.core.problem import Problem
from referee.core.public import deviations
from referee.core.rulings import Rulings
from referee.core.shipped_files import shipped
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.actions import action_of
from referee.engine.planning import check_plan
from referee.i18n.speech import named, say, spoken
from referee.positions.loader import position_of, shipped_sets
from referee.positions.parser import PositionError
from referee.positions.writer import position_text
from referee.records.loader import load
from referee.records.moments import NoMomentError, moment, table_of
from referee.records.reader import read_text
from referee.records.record import UnreadableRecordError, WordError
from referee.solve.horizons import (
    NO_CARDS_PLACED,
    BestRound,
    Horizon,
    HorizonQuestion,
    NotDueError,
    Question,
    Stop,
    TriedTurn,
    alone,
    attempt,
    seat_named,
    to_move,
    turned_up,
    worth,
)
from referee_model.best.objective import Objective, ObjectiveError, Status, objective

if TYPE_CHECKING:
    from referee.solve.best import ConfirmedBest

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

FORMAT: Literal["puzzle-1"] = "puzzle-1"
"""Changes when an old puzzle would be read otherwise than before."""


class PuzzleTexts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a puzzle says in another language than its own."""

    title: str
    text: str
    hint: str
    comment: str = ""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A question with one proven answer."""

    id: str
    title: str
    difficulty: Difficulty
    themes: tuple[str, ...] = ()
    text: str
    """What a solver is told besides the table."""
    hint: str
    comment: str = ""
    """What makes the solution work; told afterwards."""
    translations: dict[str, PuzzleTexts] = {}
    """The same in other languages, by their codes."""
    state: State
    """The table, with the player who is asked for to move, or before the plans of a round."""
    planner: Seat | None = None
    """Whose plan is asked for, where all plan at once."""
    colours: tuple[str, ...]
    objective: Objective
    action: Action | None = None
    """Only turns of this action count, if one is named."""
    horizon: Horizon = "turn"
    optimum: int
    solution: tuple[str, ...]
    """The turns in notation, in their order."""

    @property
    def told(self) -> PuzzleTexts:
        """Its words in the language that is spoken, else in its own."""
        return self.told_in(spoken())

    def told_in(self, code: str) -> PuzzleTexts:
        """Return its words in a language, else in its own."""
        own = PuzzleTexts(title=self.title, text=self.text, hint=self.hint, comment=self.comment)
        return self.translations.get(code, own)

    @property
    def seat(self) -> Seat:
        """Whose turn or plan it is."""
        if self.planner is not None:
            return self.planner
        return self.state.to_move or Seat(0)

    @property
    def question(self) -> Question:
        """What the solver is asked."""
        return Question(objective=self.objective, action=self.action)


class PuzzleError(ValueError):
    """A file that holds no puzzle: where, and what was expected."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(named(name, message))
        self.name = name
        self.message = message


# Puzzles in their files: read with everything checked that needs no solver, and written -----------
SUFFIX = ".toml"
WIDEST = 100
"""Columns of a line that is written."""


class _Form(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A puzzle as its file says it."""

    format: Literal["puzzle-1"]
    title: str
    difficulty: Difficulty
    text: str
    hint: str
    optimum: int
    solution: tuple[str, ...]
    themes: tuple[str, ...] = ()
    comment: str = ""
    translations: dict[str, PuzzleTexts] = {}
    objective: str = "net-worth"
    action: Action | None = None
    horizon: Horizon = "turn"
    player: str | None = None
    """Whose turn it is; without one, whoever is due at the table."""
    rulings: dict[str, str] = {}
    """Answers other than those of the position or the game."""
    position: dict[str, Any] | None = None
    game: str | None = None
    """A recorded game, beside the puzzle or among those that are shipped."""
    at: str | None = None


def shipped_puzzles() -> list[Puzzle]:
    """Return the puzzles that come with the referee, the easy ones first."""
    return sorted(map(read_puzzle, puzzle_paths()), key=_order)


def puzzle_paths() -> list[Path]:
    """Return the files of the puzzles that come with the referee."""
    return sorted(shipped("puzzles").glob(f"*{SUFFIX}"))


def _order(puzzle: Puzzle) -> tuple[int, str]:
    return DIFFICULTIES.index(puzzle.difficulty), puzzle.id


def read_puzzle(path: Path) -> Puzzle:
    """Return the puzzle in a file; a `PuzzleError` if there is none."""
    try:
        # One byte more than allowed tells too large a file without reading all of it.
        with path.open("rb") as stream:
            data = stream.read(BYTES_OF_A_PUZZLE + 1)
    except OSError as error:
        raise PuzzleError(
            str(path), say("answers.sources.cannot-open", reason=error.strerror)
        ) from error
    return puzzle_in(data, path)


def puzzle_in(data: bytes, path: Path) -> Puzzle:
    """Return the puzzle that a file holds; a `PuzzleError` if there is none."""
    try:
        return _puzzle(path, _form(data))
    except (TomlError, msgspec.ValidationError, ObjectiveError, NotDueError) as error:
        raise PuzzleError(str(path), decoder_words(error)) from error
    except (PositionError, UnreadableRecordError, NoMomentError, WordError) as error:
        raise PuzzleError(str(path), say("answers.puzzle_files.bad-table", error=error)) from error


def _form(data: bytes) -> _Form:
    form = msgspec.convert(parse_toml(data, "a puzzle", BYTES_OF_A_PUZZLE), _Form)
    if (form.position is None) == (form.game is None):
        raise msgspec.ValidationError(say("answers.puzzle_files.position-or-game"))
    if form.action is not None and form.horizon != "turn":
        raise msgspec.ValidationError(say("answers.puzzle_files.action-needs-turn"))
    return form


def _puzzle(path: Path, form: _Form) -> Puzzle:
    state, colours = _table(path, form)
    seat = None if form.player is None else seat_named(form.player, colours)
    state = _ruled(state, form.rulings)
    planning = form.horizon in ("plan", "game") and state.phase == "planning"
    if planning and seat is None:
        raise msgspec.ValidationError(say("answers.puzzle_files.plan-needs-player"))
    return Puzzle(
        id=path.stem,
        title=form.title,
        difficulty=form.difficulty,
        themes=form.themes,
        text=_text(form.text),
        hint=_text(form.hint),
        comment=_text(form.comment),
        translations={code: _unwrapped(texts) for code, texts in form.translations.items()},
        state=state if planning else to_move(state, seat),
        planner=seat if planning else None,
        colours=colours,
        objective=objective(form.objective),
        action=form.action,
        horizon=form.horizon,
        optimum=form.optimum,
        solution=form.solution,
    )


def _unwrapped(texts: PuzzleTexts) -> PuzzleTexts:
    return PuzzleTexts(**{key: _text(said) for key, said in structs.asdict(texts).items()})


def _table(path: Path, form: _Form) -> tuple[State, tuple[str, ...]]:
    if form.position is not None:
        found = position_of(form.position, path.name)
        return found.state, found.colours
    game = _game(path, str(form.game))
    with game.open("rb") as stream:
        data = stream.read(BYTES_OF_A_RECORD + 1)
    stopped = table_of(load(data, shipped_sets), moment(form.at) if form.at else None)
    return stopped.state, stopped.colours


def _game(puzzle: Path, name: str) -> Path:
    """Return the file of a puzzle's game, which lies below the puzzle's folder or is shipped."""
    for folder in (puzzle.parent, shipped("games")):
        game = folder / name
        try:
            inside = game.resolve().is_relative_to(folder.resolve())
            if inside and game.is_file():
                return game
        except (OSError, ValueError, RuntimeError):
            # A name that no file can have, or a link that leads round in a circle.
            continue
    raise msgspec.ValidationError(say("answers.puzzle_files.no-game", name=f"{name!r:.60}"))


def _ruled(state: State, answers: dict[str, str]) -> State:
    """Return the table of a game that is played with these answers."""
    if not answers:
        return state
    setting = state.setting
    rulings = msgspec.convert(deviations(setting.rulings) | answers, Rulings)
    return structs.replace(state, setting=dataclasses.replace(setting, rulings=rulings))


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the file of a puzzle, its position written out."""
    said: dict[str, object] = {
        "format": FORMAT,
        "title": puzzle.title,
        "difficulty": puzzle.difficulty,
        "themes": list(puzzle.themes),
        "text": puzzle.text,
        "hint": puzzle.hint,
        "comment": puzzle.comment,
        "player": puzzle.colours[puzzle.seat],
        "objective": str(puzzle.objective),
        "action": puzzle.action,
        "horizon": puzzle.horizon,
        "optimum": puzzle.optimum,
        "solution": list(puzzle.solution),
    }
    head = [f"{key} = {_value(value)}\n" for key, value in said.items() if value not in (None, "")]
    table = position_text(puzzle.state, puzzle.colours)
    # The tables of a position become tables within that of the puzzle.
    nested = re.sub(r"^\[(?=[a-z])", "[position.", table, flags=re.MULTILINE)
    return f"{''.join(head)}\n{_translations(puzzle)}[position]\n{nested}"


def _translations(puzzle: Puzzle) -> str:
    lines: list[str] = []
    for code, texts in puzzle.translations.items():
        said = {key: value for key, value in structs.asdict(texts).items() if value}
        lines += [f"[translations.{code}]\n"]
        lines += [f"{key} = {_value(value)}\n" for key, value in said.items()] + ["\n"]
    return "".join(lines)


def _value(value: object) -> str:
    """Return a string, number or list of strings as TOML; long texts get lines of their own."""
    if isinstance(value, str) and len(value) > WIDEST - len('objective = ""'):
        return '"""\n' + textwrap.fill(toml_value(value)[1:-1], WIDEST) + '\n"""'
    return toml_value(value)


def _text(words: str) -> str:
    """Return words without the line breaks of their file."""
    # French has blanks that are no place to break a line, and they stay.
    return " ".join(re.split(r"[ \t\r\n]+", words.strip(" \t\r\n")))


# Attempts at puzzles: a turn, or a plan perhaps and turns in their order --------------------------
BETWEEN = ";"
"""Separates turns that come in one piece."""


class JudgedAttempt(Struct, frozen=True):
    """An attempt at a puzzle: what came of it, and how far it is from the optimum."""

    attempt: TriedTurn
    """The turn, or of several the last that was looked at."""
    value: int | None = None
    """What the turn is worth; None if it is not legal or leaves something open."""
    short: int | None = None
    """How much it lacks to the optimum."""
    earlier: tuple[TriedTurn, ...] = ()
    """The turns before it."""
    start: State | None = None
    """The table that several turns began at."""

    @property
    def is_solved(self) -> bool:
        """Whether nothing is better."""
        return self.short == 0


def judge(puzzle: Puzzle, *said: str) -> JudgedAttempt:
    """Return what an attempt is worth; an `UnreadableRecordError` if it is no turn.

    An attempt at one turn may come in several words; each of several turns is one piece.
    """
    if puzzle.horizon != "turn":
        return _judge_all(puzzle, said)
    tried = attempt(" ".join(said), puzzle.state, puzzle.colours)
    if tried.turn is not None and puzzle.action not in (None, action_of(tried.turn)):
        message = say("answers.puzzle_proofs.wrong-action", action=puzzle.action)
        raise UnreadableRecordError([Problem(message, line=" ".join(said))])
    if tried.after is None:
        return JudgedAttempt(tried)
    value = worth(tried.after, puzzle.seat, puzzle.objective)
    return JudgedAttempt(tried, value, puzzle.optimum - value)


def _judge_all(puzzle: Puzzle, said: tuple[str, ...]) -> JudgedAttempt:
    start, tried = attempts(puzzle.state, puzzle.seat, puzzle.horizon, said, puzzle.colours)
    if not tried:
        value = worth(start, puzzle.seat, puzzle.objective)
        nothing = TriedTurn(after=start)
        return JudgedAttempt(nothing, value, puzzle.optimum - value, start=start)
    *earlier, last = tried
    if last.after is None:
        return JudgedAttempt(last, earlier=tuple(earlier), start=start)
    value = worth(last.after, puzzle.seat, puzzle.objective)
    return JudgedAttempt(last, value, puzzle.optimum - value, tuple(earlier), start)


def attempts(
    state: State, seat: Seat, horizon: Horizon, said: tuple[str, ...], colours: tuple[str, ...]
) -> tuple[State, tuple[TriedTurn, ...]]:
    """Return the table that turns begin at, and what comes of each, up to one that fails.

    The others stand still, as they do for the solver.
    """
    pieces = [piece.strip() for word in said for piece in word.split(BETWEEN) if piece.strip()]
    if not pieces:
        raise UnreadableRecordError([Problem(say("answers.notation.turn-expected"))])
    tried: list[TriedTurn] = []
    if horizon in ("plan", "game") and state.phase == "planning":
        plan = _plan(pieces.pop(0), state, seat, colours)
        others = {
            Seat(other): lying or Plan(seat=Seat(other), slots=NO_CARDS_PLACED)
            for other, lying in enumerate(state.plans)
            if other != seat
        }
        if violations := tuple(check_plan(state, plan)):
            return state, (TriedTurn(violations=violations),)
        state = turned_up(state, seat, others, plan.slots)
    else:
        state = alone(state, seat)
    start = state
    for piece in pieces:
        one = attempt(piece, state, colours)
        tried.append(one)
        if one.after is None:
            break
        state = one.after
    return start, tuple(tried)


def _plan(line: str, state: State, seat: Seat, colours: tuple[str, ...]) -> Plan:
    """Return the plan that a line says, with or without its player."""
    words = line if line.split(" ", 1)[0] in colours else f"{colours[seat]} {line}"
    header = f"players {', '.join(colours)}"
    read = read_text(f"{header}\n{words}", lambda _: state.setting.components)
    said = read.record.statements[0].said if read.record.statements else None
    if not isinstance(said, Plan) or said.seat != seat:
        raise UnreadableRecordError(
            [
                Problem(
                    say("answers.sequences.plan-expected", colours=colours[seat]),
                    line=line,
                )
            ]
        )
    return said


class PuzzleProof(Answer, frozen=True, kw_only=True):
    """A puzzle proved again, or what is wrong with it."""

    id: str
    value: int
    """What the solver reached."""
    optimum: int
    """What the puzzle promises."""
    status: Status
    bound: int | None
    seconds: float
    faults: tuple[str, ...]

    @property
    def is_undecided(self) -> bool:
        """Whether more time might have brought the proof."""
        return self.status != "optimal" and self.value <= self.optimum


# Puzzles solved and proved anew -------------------------------------------------------------------
def solve(
    puzzle: Puzzle,
    time_limit: float | None = None,
    *,
    work: float | None = None,
    stop: Stop | None = None,
) -> "ConfirmedBest | BestRound":
    """Return the best turn or turns of a puzzle, found without a look at its solution."""
    from referee.solve import best, rounds  # noqa: PLC0415 - imports the solver

    if puzzle.horizon == "turn":
        question = structs.replace(puzzle.question, time_limit=time_limit, work=work, stop=stop)
        return best.ask_best(puzzle.state, question)
    further = HorizonQuestion(
        objective=puzzle.objective, time_limit=time_limit, work=work, stop=stop
    )
    others = rounds.OtherPlans(colours=puzzle.colours)
    match puzzle.horizon:
        case "round":
            return rounds.best_round(puzzle.state, puzzle.seat, further)
        case "plan":
            return rounds.best_plan(puzzle.state, puzzle.seat, further, others)
        case "game":
            return rounds.best_last_round(puzzle.state, puzzle.seat, further, others)
        case _:
            assert_never(puzzle.horizon)


def prove(puzzle: Puzzle, time_limit: float | None = None) -> PuzzleProof:
    """Return a puzzle proved anew: its solution replayed, and no turn found that is better."""
    faults = []
    try:
        told = judge(puzzle, *puzzle.solution)
    except UnreadableRecordError as error:
        faults.append(say("answers.puzzle_proofs.solution-unreadable", error=error))
    else:
        if told.value is None:
            faults.append(_shortcoming(told.attempt))
        elif told.value != puzzle.optimum:
            faults.append(
                say(
                    "answers.puzzle_proofs.solution-worth", value=told.value, optimum=puzzle.optimum
                )
            )
    best = solve(puzzle, time_limit)
    if best.value > puzzle.optimum:
        faults.append(
            say("answers.puzzle_proofs.better-turn", value=best.value, optimum=puzzle.optimum)
        )
    elif best.status != "optimal":
        faults.append(say("answers.puzzle_proofs.not-proved", bound=best.bound))
    elif best.value < puzzle.optimum:
        faults.append(say("answers.puzzle_proofs.proved", value=best.value))
    return PuzzleProof(
        id=puzzle.id,
        value=best.value,
        optimum=puzzle.optimum,
        status=best.status,
        bound=best.bound,
        seconds=round(best.seconds, 3),
        faults=tuple(faults),
    )


def _shortcoming(tried: TriedTurn) -> str:
    if tried.missing is not None:
        return say("answers.puzzle_proofs.solution-open", what=", ".join(tried.missing.what))
    return say(
        "answers.puzzle_proofs.solution-illegal",
        violations=", ".join(violation.rule.id for violation in tried.violations),
    )
