"""What a record says, by the names that it had before turns could hold blanks themselves."""

from referee.game.turns import (
    ANY,
    BLANK,
    EndPhase,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.notation.record import Mark, Quantity, Remark, RoundMark, Said, SaidClaim

SaidAction = Turn
SaidGoods = UseGoods
SaidExpansion = Expand
SaidBookkeeper = UseBookkeeper
SaidMerchant = UseMerchant
SaidMarker = PlaceMarker
SaidEnd = EndPhase

__all__ = [
    "ANY",
    "BLANK",
    "Mark",
    "Quantity",
    "Remark",
    "RoundMark",
    "Said",
    "SaidAction",
    "SaidBookkeeper",
    "SaidClaim",
    "SaidEnd",
    "SaidExpansion",
    "SaidGoods",
    "SaidMarker",
    "SaidMerchant",
]
