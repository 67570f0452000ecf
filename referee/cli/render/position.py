"""What the audit of a position came to."""

from typing import Literal

from msgspec import Struct
from rich.console import Group, RenderableType

from referee.cli.render.layout import number_of, said
from referee.cli.render.problems import one_line, problem_data, problem_page
from referee.cli.render.table import moment_words
from referee.game.public import digest
from referee.positions import Fault, Position

Verdict = Literal["possible", "impossible", "unreadable"]
STYLES: dict[Verdict, str] = {
    "possible": "bold green",
    "impossible": "bold red",
    "unreadable": "bold yellow",
}


class Audited(Struct, frozen=True):
    """A position that was looked at, with all that is wrong with it."""

    file: str
    faults: tuple[Fault, ...]
    position: Position | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether the table can be, if it can be read."""
        if any(fault.kind == "unreadable" for fault in self.faults):
            return "unreadable"
        return "impossible" if self.faults else "possible"

    @property
    def moment(self) -> str | None:
        """Where in the game a possible table stands."""
        if self.position is None or self.faults:
            return None
        return moment_words(self.position.state, self.position.colours)


def audited_page(audited: Audited) -> RenderableType:
    """Return the verdict, and every fault with its line."""
    words = audited.moment or number_of(len(audited.faults), "fault")
    line = said(f"{audited.file}: ", "bold").append_text(
        said(audited.verdict, STYLES[audited.verdict])
    )
    problems = problem_page(audited.file, [fault.problem for fault in audited.faults])
    return Group(one_line(line.append(f" ({words})")), problems)


def audited_data(audited: Audited) -> dict[str, object]:
    """Return the keys that the help of `position check` names."""
    position = None if audited.faults else audited.position
    return {
        "file": audited.file,
        "verdict": audited.verdict,
        "moment": audited.moment,
        "digest": None if position is None else digest(position.state),
        "faults": [
            {"kind": fault.kind, "key": ".".join(fault.path)}
            | problem_data(fault.problem)
            | {"message": fault.message}
            for fault in audited.faults
        ],
    }
