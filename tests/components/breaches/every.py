"""For every statement, sets that contradict it."""

from collections.abc import Mapping

from tests.components.breaches import bonus, cards, tracks
from tests.components.breaches import map as map_
from tests.components.spoilt_sets import Spoil

BREACHES: Mapping[str, list[Spoil]] = {
    **map_.BREACHES,
    **tracks.BREACHES,
    **cards.BREACHES,
    **bonus.BREACHES,
}
