"""The parts of a turn in the order of the engine's stages, in words."""

from collections.abc import Mapping
from typing import Final

from referee.engine.actions import FIELDS
from referee.game.turns import Action
from referee.notation.fields import FORMS, Field

STAGE_FIELDS: Final[Mapping[Action, tuple[Field, ...]]] = {
    action: tuple(FORMS[action].by_name[name] for name in names) for action, names in FIELDS.items()
}
"""By action and stage the field of the notation that answers it."""

STAGE_WORDS: Final[Mapping[Action, tuple[str, ...]]] = {
    action: tuple(field.what for field in fields) for action, fields in STAGE_FIELDS.items()
}
