"""What to type for a part of a turn that a record leaves open."""

from collections.abc import Iterable
from typing import Any

from referee.game.messages.speech import say_or
from referee.game.messages.worded_facts import thing_key
from referee.game.turns import Entering, Ousting, Placing, has_blanks


def hint(answers: Iterable[Iterable[Any]], part: str) -> str:
    """Return what says an open part of a turn, of which this was said at its stages."""
    said = [answer for stage in answers for answer in stage if has_blanks(answer)]
    regions = [answer.region for answer in said if isinstance(answer, Entering | Ousting)]
    books = [answer.book for answer in said if isinstance(answer, Placing)]
    return hint_words(part, next(iter(regions), "R16"), next(iter(books), "a03"))


def hint_words(part: str, region: str, book: str) -> str:
    """Return what says a part of a turn, with a region and a book that could be meant."""
    return say_or("", f"records.hints.{thing_key(part)}", region=region, book=book)
