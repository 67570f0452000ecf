# What `referee/__init__.py` offers, as type checkers want to read it; a test holds them alike.

from collections.abc import Callable, Mapping

from referee.api.batches import check_all as check_all
from referee.api.conformance import conform as conform
from referee.api.copy_questions import Copy as Copy
from referee.api.corpora import BatchResults as BatchResults
from referee.api.errors import CompiledModulesError as CompiledModulesError
from referee.api.errors import IllegalTurn as IllegalTurn
from referee.api.errors import ImpossibleTableError as ImpossibleTableError
from referee.api.errors import IncompleteTurn as IncompleteTurn
from referee.api.errors import InternalError as InternalError
from referee.api.errors import NoAnswerError as NoAnswerError
from referee.api.errors import NoLegalTurn as NoLegalTurn
from referee.api.errors import NotFoundError as NotFoundError
from referee.api.errors import ProgramError as ProgramError
from referee.api.errors import RefereeError as RefereeError
from referee.api.errors import TimeLimitExceeded as TimeLimitExceeded
from referee.api.errors import UnknownValueError as UnknownValueError
from referee.api.errors import UnreadableError as UnreadableError
from referee.api.errors import UsageError as UsageError
from referee.api.errors import WriteError as WriteError
from referee.api.explanations import Explanation as Explanation
from referee.api.games import Game as Game
from referee.api.games import check as check
from referee.api.games import load as load
from referee.api.games import loads as loads
from referee.api.games_in_progress import Recording as Recording
from referee.api.gaps import Gaps as Gaps
from referee.api.languages import languages as languages
from referee.api.languages import use_language as use_language
from referee.api.languages import use_plain_modules as use_plain_modules
from referee.api.optima import BestTurn as BestTurn
from referee.api.puzzles import Puzzle as Puzzle
from referee.api.puzzles import puzzles as puzzles
from referee.api.repairs import Repair as Repair
from referee.api.repairs import repair as repair
from referee.api.replays import Replay as Replay
from referee.api.reviews import Review as Review
from referee.api.rule_pages import rule as rule
from referee.api.rule_pages import rules as rules
from referee.api.rule_pages import ruling as ruling
from referee.api.rule_pages import rulings as rulings
from referee.api.scenes import Scene as Scene
from referee.api.scores import Score as Score
from referee.api.selfplay import deal as deal
from referee.api.selfplay import play as play
from referee.api.tables import Table as Table
from referee.api.turns import Turn as Turn
from referee.api.verdicts import Verdict as Verdict
from referee.core.budget import Budget as Budget
from referee.core.component_set import ComponentSet as ComponentSet

__version__: str

def homes(names: Mapping[str, str]) -> dict[str, str]: ...
def fetching(module: str, homes: Mapping[str, str]) -> Callable[[str], object]: ...
