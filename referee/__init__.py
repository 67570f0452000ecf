"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> game = referee.load("games/two-players.mgn")
>>> game.at("3.2").state.round
3

What is imported here costs nothing until it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.api.component_sets import (
        CheckedSet,
        ComponentSetFacts,
        check_components,
        component_facts,
        load_components,
        new_components,
    )
    from referee.api.errors import (
        MisuseError,
        NoAnswerError,
        NotFoundError,
        ProgramError,
        RefereeError,
        UnreadableError,
        UnwritableError,
    )
    from referee.api.games import Game
    from referee.api.games import load_game as load
    from referee.api.position_audits import PositionAudit, audit_position, new_position
    from referee.api.positions import ImpossibleTableError, load_position, load_table, table_facts
    from referee.api.rule_pages import (
        RulePage,
        RulingPage,
        rule,
        rules,
        ruling,
        rulings,
    )
    from referee.api.scores import Score, score
    from referee.api.tables import MomentFacts, Table, TableFacts
    from referee.api.turn_lists import LegalTurns, legal

__all__ = [
    "CheckedSet",
    "ComponentSetFacts",
    "Game",
    "ImpossibleTableError",
    "LegalTurns",
    "MisuseError",
    "MomentFacts",
    "NoAnswerError",
    "NotFoundError",
    "PositionAudit",
    "ProgramError",
    "RefereeError",
    "RulePage",
    "RulingPage",
    "Score",
    "Table",
    "TableFacts",
    "UnreadableError",
    "UnwritableError",
    "audit_position",
    "check_components",
    "component_facts",
    "legal",
    "load",
    "load_components",
    "load_position",
    "load_table",
    "new_components",
    "new_position",
    "rule",
    "rules",
    "ruling",
    "rulings",
    "score",
    "table_facts",
]

_HOMES = {
    "CheckedSet": "component_sets.CheckedSet",
    "ComponentSetFacts": "component_sets.ComponentSetFacts",
    "Game": "games.Game",
    "ImpossibleTableError": "positions.ImpossibleTableError",
    "LegalTurns": "turn_lists.LegalTurns",
    "MisuseError": "errors.MisuseError",
    "MomentFacts": "tables.MomentFacts",
    "NoAnswerError": "errors.NoAnswerError",
    "NotFoundError": "errors.NotFoundError",
    "PositionAudit": "position_audits.PositionAudit",
    "ProgramError": "errors.ProgramError",
    "RefereeError": "errors.RefereeError",
    "RulePage": "rule_pages.RulePage",
    "RulingPage": "rule_pages.RulingPage",
    "Score": "scores.Score",
    "Table": "tables.Table",
    "TableFacts": "tables.TableFacts",
    "UnreadableError": "errors.UnreadableError",
    "UnwritableError": "errors.UnwritableError",
    "audit_position": "position_audits.audit_position",
    "check_components": "component_sets.check_components",
    "component_facts": "component_sets.component_facts",
    "legal": "turn_lists.legal",
    "load": "games.load_game",
    "load_components": "component_sets.load_components",
    "load_position": "positions.load_position",
    "load_table": "positions.load_table",
    "new_components": "component_sets.new_components",
    "new_position": "position_audits.new_position",
    "rule": "rule_pages.rule",
    "rules": "rule_pages.rules",
    "ruling": "rule_pages.ruling",
    "rulings": "rule_pages.rulings",
    "score": "scores.score",
    "table_facts": "positions.table_facts",
}


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(".")
    found: object = getattr(import_module(f"referee.api.{module}"), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
