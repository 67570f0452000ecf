from collections.abc import Mapping

from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.components import (
    Border,
    ExpansionBonus,
    ExpansionCard,
    ExpansionTile,
    MarkerBonus,
    Region,
    Track,
    neighbours,
)
from referee.core.ids import COMPANIES
from tests.components.spoilt_sets import (
    Spoil,
    change,
    change_all,
    drop,
    drop_all,
    edit,
    edit_all,
    repeat,
    then,
    with_table,
)


def gives_points(region: Region) -> bool:
    return region.reward == "points"


def gives_nothing(region: Region) -> bool:
    return region.reward == "none"


def gives_pounds(region: Region) -> bool:
    return region.reward == "pounds"


def starts_at_a_base(border: Border) -> bool:
    return any(place in COMPANIES for place in border.between)


def open_the_enclaves(components: ComponentSet) -> ComponentSet:
    near = neighbours(components.borders)
    rewardless = {region.id for region in components.regions if gives_nothing(region)}
    enclaves = [
        place for place in near if len(near[place]) == 1 and rewardless.issuperset(near[place])
    ]
    outside = next(region.id for region in components.regions if gives_pounds(region))
    bridges = [
        Border(between=(enclave, outside), lines=1, source="copy")
        for enclave in enclaves
        if enclave != outside
    ]
    return with_table(components, "borders", (*components.borders, *bridges))


def cut_off_a_region(components: ComponentSet) -> ComponentSet:
    lonely = components.regions[0].id
    return drop_all("borders", lambda border: lonely in border.between)(components)


def without_expansion_bonus(track: Track) -> Track:
    bonuses = tuple(
        MarkerBonus(1) if isinstance(bonus, ExpansionBonus) else bonus for bonus in track.bonuses
    )
    return replace(track, bonuses=bonuses)


BREACHES: Mapping[str, list[Spoil]] = {
    "map-24-regions": [drop("regions"), repeat("regions", id="twin")],
    "map-names": [
        change("regions", name=" "),
        change("regions", name="a\x1b[31m"),
        change("regions", name="x" * 41),
    ],
    "map-bases-are-not-regions": [
        change("regions", id="cairo"),
        repeat("borders", between=("cairo", "mombasa")),
    ],
    "map-border-ends": [
        change("borders", between=("atlantis", "cairo")),
        edit("borders", lambda b: replace(b, between=(b.between[0], b.between[0]))),
    ],
    "map-borders-once": [
        repeat("borders"),
        lambda components: edit(
            "borders", lambda b: replace(b, between=components.borders[1].between[::-1])
        )(components),
    ],
    "map-both-borders": [change_all("borders", lines=1), change_all("borders", lines=2)],
    "map-reachable": [
        cut_off_a_region,
        drop_all("borders", lambda border: "saint-louis" in border.between),
    ],
    "map-two-without-reward": [
        change("regions", gives_nothing, reward="pounds", amount=1),
        change("regions", gives_pounds, reward="none", amount=0),
    ],
    "map-enclaves": [
        open_the_enclaves,
        drop_all("borders", lambda border: not starts_at_a_base(border)),
    ],
    "map-amounts": [
        change("regions", gives_nothing, amount=1),
        change("regions", gives_points, amount=0),
    ],
    "map-four-rewards": [change_all("regions", gives_pounds, reward="track")],
    "map-points-1-to-3": [change("regions", gives_points, amount=4)],
    "map-mines-with-diamonds": [change("regions", gives_pounds, mines=1)],
    "map-three-mines": [change_all("regions", mines=0), change_all("regions", mines=2)],
    "map-cape-town-example": [
        change_all("borders", lines=1),
        change_all("borders", lambda border: "cape-town" in border.between, lines=2),
        change_all("borders", lambda border: not starts_at_a_base(border), lines=2),
    ],
    "map-three-points": [
        change_all("regions", gives_points, amount=2),
        then(
            drop_all("cards", lambda card: isinstance(card, ExpansionCard)),
            drop_all("tiles", lambda tile: isinstance(tile, ExpansionTile)),
            edit_all("tracks", without_expansion_bonus),
        ),
    ],
    "map-drawn": [
        change_all("regions", drawn=(3, 3)),
        change("regions", drawn=(-1, 3)),
        change("bases", drawn=(3, 200)),
        lambda components: change("bases", drawn=components.regions[0].drawn)(components),
    ],
    "bases-four": [drop("bases"), repeat("bases"), change_all("bases", company="cairo")],
    "bases-colours": [
        change("bases", colour="blue"),
        change("bases", lambda base: base.company == "cairo", colour="black"),
    ],
    "bases-columns": [
        edit("bases", lambda base: replace(base, columns=base.columns[:2])),
        edit("bases", lambda base: replace(base, columns=(*base.columns[:2], (0, 1, 2)))),
        change("bases", columns=()),
    ],
    "bases-rear": [
        change("bases", columns=((0, 0, 0, 0, 1),) * 3),
        change("bases", columns=((0, 2, 0, 0, 2),) * 3),
    ],
    "bases-coinless": [change_all("bases", columns=((1, 1, 1, 1, 2),) * 3)],
    "bases-six-coins": [
        change_all("bases", columns=((0, 0, 0, 0, 1),) * 3),
        change_all("bases", columns=((0, 0, 0, 0, 4),) * 3),
    ],
}
