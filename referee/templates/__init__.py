"""Pages of HTML: a template a page, which escapes whatever it is given unless it is marked safe."""

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from referee.core.shipped_files import packaged

if TYPE_CHECKING:
    from jinja2 import Environment

UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that neither HTML nor XML may hold."""


def page(name: str, /, **values: object) -> str:
    """Return the page of a template, filled with values."""
    return _environment().get_template(f"{name}.html").render(values)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - few need it

    return Environment(
        autoescape=True,
        finalize=_writable,
        keep_trailing_newline=True,
        loader=FileSystemLoader(packaged("templates")),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )


def _writable(value: object) -> object:
    return UNWRITABLE.sub("\ufffd", value) if type(value) is str else value
