"""What stands in a region of the map, near and far."""

from msgspec import Struct

from referee.game.components import Region
from referee.game.ids import Company
from referee.pictures.cells import Corner
from referee.pictures.contents import region_run, region_words
from referee.pictures.look import Box, Look, Run, RunWord


class LabelSize(Struct, frozen=True):
    """How large a name, the line below it and a post are."""

    name: float
    run: float
    post: float
    room: float = 1000
    """How wide the line below the name may be."""


NEAR = LabelSize(name=13, run=11, post=21)
FAR = LabelSize(name=0, run=9, post=15)
"""On a phone names are left out: the ids stay."""


def region_label(
    look: Look, region: Region, owner: Company | None, at: Corner, size: LabelSize
) -> str:
    """Return what stands in a region: a post above the name, the id and the reward below."""
    run = _reward_run(region)
    x, y = at
    lines = 2 if size.name else 1
    height = size.run + 2 + (size.name + 1) * (lines - 1)
    post_height = size.post * 28 / 26 if owner else 0
    top = y - (height + post_height) / 2
    found = []
    if owner:
        found.append(look.post(owner, x - size.post / 2, top, size.post))
        top += post_height
    if size.name:
        top += size.name
        found.append(look.text(x, top, region.name, size.name, bold=True, anchor="middle"))
    line = Box(x - size.room / 2, 0, size.room, top + size.run + 1.5)
    found.append(look.fitting_run(line, run, size.run, "middle"))
    return "".join(found)


def _reward_run(region: Region) -> Run:
    return (RunWord(region.id, bold=False), *region_run(region))


def home_label(look: Look, company: Company, at: Corner, size: LabelSize) -> str:
    """Return what stands in the area of a company's base."""
    x, y = at
    height = size.post * 28 / 26
    found = look.post(company, x - size.post / 2, y - height / 2 - size.name / 2, size.post)
    if not size.name:
        return found
    name = look.words.companies[company]
    return found + look.text(x, y + height / 2 + 6, name, size.name - 2, bold=True, anchor="middle")


def region_title(look: Look, region: Region, owner: Company | None) -> str:
    """Return what is said of a region to whom cannot see it."""
    words = look.words
    gives = region_words(words, region)
    key = "free" if owner is None else "held"
    company = "" if owner is None else words.companies[owner]
    return words.say("places", key, name=region.name, id=region.id, gives=gives, company=company)
