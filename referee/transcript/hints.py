"""What to type for a part of a turn that a record leaves open."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.game.turns import Entering, Ousting, Placing, has_blanks
from referee.notation.fields import FORMS

HINTS: Final[Mapping[str, str]] = {
    field.what: field.hint for form in FORMS.values() for field in form.fields
}
"""By the words for a part; what the turn itself names stands in place of the braces."""


def hint(answers: Iterable[Iterable[Any]], part: str) -> str:
    """Return what says an open part of a turn, of which this was said at its stages."""
    said = [answer for stage in answers for answer in stage if has_blanks(answer)]
    regions = [answer.region for answer in said if isinstance(answer, Entering | Ousting)]
    books = [answer.book for answer in said if isinstance(answer, Placing)]
    return HINTS.get(part, "").format(
        region=next(iter(regions), "R16"), book=next(iter(books), "a03")
    )
