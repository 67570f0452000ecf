"""Tables, games and answers as a notebook shows them."""

import json
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from referee.api.answer import Answer
from referee.pictures.look import plain

if TYPE_CHECKING:
    from referee.api.games import Game
    from referee.api.scenes import Scene

LONGEST: Final = 400
"""Characters of data that are shown at once; more can be unfolded."""


def scene_html(scene: "Scene") -> str:
    """Return a picture with its title and caption."""
    words = "".join(f"<p>{plain(line)}</p>" for line in scene.caption)
    # A notebook gives each answer the width of its column, whatever the picture's own is.
    svg = scene.to_svg().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    return f"<figure><figcaption><b>{plain(scene.title)}</b>{words}</figcaption>{svg}</figure>"


def game_html(game: "Game") -> str:
    """Return a game as its title, its players and its last table."""
    scene = game.at().scene
    title = game.record.header.title or game.name
    caption = (" · ".join(game.called), scene.title, *scene.caption)
    return scene_html(replace(scene, title=title, caption=caption))


def answer_html(answer: Answer) -> str:
    """Return an answer as its picture, if it has one, and a table of its facts."""
    scene = answer.scene
    rows = "".join(
        f'<tr><th style="text-align:left">{plain(name)}</th>'
        f'<td style="text-align:left">{_value(value)}</td></tr>'
        for name, value in answer.to_dict().items()
    )
    return f"{'' if scene is None else scene_html(scene)}<table>{rows}</table>"


def _value(value: object) -> str:
    if value is None or isinstance(value, str | int | float):
        return plain(value if isinstance(value, str) else json.dumps(value))
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= LONGEST:
        return f"<code>{plain(text)}</code>"
    whole = json.dumps(value, ensure_ascii=False, indent=1)
    return f"<details><summary>…</summary><pre>{plain(whole)}</pre></details>"
