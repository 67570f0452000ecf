"""A puzzle: a table, what is to be best there, and the proven optimum."""

from typing import Literal, get_args

from msgspec import Struct

from model.best.objective import Objective
from referee.game.ids import Seat
from referee.game.messages.speech import named, spoken
from referee.game.state import State
from referee.game.turns import Action
from referee.solutions.horizons import Horizon
from referee.solutions.question import Question

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
