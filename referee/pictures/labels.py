"""What stands in a region of the map, near and far."""

from functools import lru_cache

from msgspec import Struct

from referee.game.components import Region
from referee.game.ids import Company
from referee.pictures.cells import Corner
from referee.pictures.contents import region_run, region_words
from referee.pictures.look import Box, Look, Post, Run, RunWord, run_width


class LabelSize(Struct, frozen=True):
    """How large a name, the line below it and a post are."""

    name: float
    run: float
    post: float
    room: float = 1000
    """How wide the line below the name may be."""
    parted: float = 1000
    """Where the line would be wider than this, the id stands above the reward."""
    beside: bool = False
    """A post stands beside the id, not above it."""


NEAR = LabelSize(name=13, run=11, post=21)
FAR = LabelSize(name=0, run=9, post=15, parted=44)
"""On a phone names are left out: the ids stay."""
INSIDE = LabelSize(name=0, run=9, post=15, parted=34, beside=True)
"""A region within another one is small there."""


@lru_cache(8192)
def region_label(
    look: Look, region: Region, owner: Company | None, at: Corner, size: LabelSize
) -> str:
    """Return what stands in a region: a post above the name, the id and the reward below."""
    name: Run = (RunWord(region.id, bold=False),)
    if owner and size.beside:
        name = (Post(owner), *name)
    runs = [(*name, *region_run(region))]
    if run_width(runs[0], size.run) > size.parted:
        runs = [name, region_run(region)]
    x, y = at
    height = len(runs) * (size.run + 2) + (size.name + 1 if size.name else 0)
    post_height = size.post * 28 / 26 if owner and not size.beside else 0
    top = y - (height + post_height) / 2
    found = []
    if owner and not size.beside:
        found.append(look.post(owner, x - size.post / 2, top, size.post))
        top += post_height
    if size.name:
        top += size.name
        found.append(look.text(x, top, region.name, size.name, bold=True, anchor="middle"))
    for number, run in enumerate(runs):
        base = top + (size.run + 2) * number + size.run + 1.5
        line = Box(x - size.room / 2, 0, size.room, base)
        found.append(look.fitting_run(line, run, size.run, "middle"))
    return "".join(found)


def home_label(look: Look, company: Company, at: Corner, size: LabelSize) -> str:
    """Return what stands in the area of a company's base."""
    x, y = at
    height = size.post * 28 / 26
    found = look.post(company, x - size.post / 2, y - height / 2 - size.name / 2, size.post)
    if not size.name:
        return found
    name = look.words.companies[company]
    return found + look.text(x, y + height / 2 + 6, name, size.name - 2, bold=True, anchor="middle")


@lru_cache(8192)
def region_title(
    look: Look, region: Region, owner: Company | None, *, uncertain: bool = False
) -> str:
    """Return what is said of a region to whom cannot see it."""
    words = look.words
    gives = region_words(words, region)
    key = "perhaps-held" if uncertain else "free" if owner is None else "held"
    company = "" if owner is None else words.companies[owner]
    return words.say("places", key, name=region.name, id=region.id, gives=gives, company=company)
