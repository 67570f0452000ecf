"""The ink jar over several bookkeeper actions, on a track whose books may change beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass

from model.best.areas import BookkeeperArea
from model.best.draft import Draft, Lit, Literal, ModelNumber, ValueReader, total, weighted
from model.best.faces import StepFace
from model.best.table import counted_values
from referee.game.components import Reward
from referee.game.limits import FLIP_POUNDS, POUNDS_AT_TRACK_END
from referee.game.setting import Setting
from referee.game.turns import BookStep


@dataclass(frozen=True, slots=True)
class BookkeeperAction:
    """What one bookkeeper action comes to."""

    cash: ModelNumber
    diamonds: ModelNumber
    posts: ModelNumber
    steps: ModelNumber


class JarWay:
    """The way of the jar; each action goes on from where the one before it ended."""

    def __init__(
        self,
        draft: Draft,
        setting: Setting,
        track: Mapping[BookStep, StepFace],
        ink: BookStep,
        upon: Mapping[BookStep, list[tuple[StepFace, Lit]]],
    ) -> None:
        self._draft, self._setting, self._ink = draft, setting, ink
        self._last = setting.components.book_track.last
        self._faces: dict[BookStep, list[tuple[StepFace, Literal]]] = {}
        """What can lie visible on a step, each with whether it does."""
        always = draft.model.new_constant(1)
        for step in range(1, self._last + 1):
            faces: list[tuple[StepFace, Literal]] = list(upon.get(step, []))
            if step in track:
                covered = [lit for _, lit in upon.get(step, [])]
                kept = ~draft.either(covered) if covered else always
                faces.append((track[step], kept))
            self._faces[step] = faces
        never = draft.model.new_constant(0)
        self._at: dict[BookStep, Lit] = {s: always if s <= ink else never for s in self._faces}
        """Whether the jar stands on a step or beyond it."""
        self._flips: list[dict[BookStep, Lit]] = []
        self._ways: list[dict[BookStep, Lit]] = []

    def act(self, area: BookkeeperArea, cash: ModelNumber) -> BookkeeperAction:
        """Add an action: perhaps a flip for the cash at hand, a move, the reward, the points."""
        draft, model = self._draft, self._draft.model
        flips = self._flip(cash)
        before = self._at
        after = {
            step: draft.choice(f"to[{len(self._ways)},{step}]") if step > self._ink else lit
            for step, lit in before.items()
        }
        stops: list[tuple[Reward, Lit]] = []
        for step, lit in after.items():
            if step <= self._ink:
                continue
            model.add_implication(before[step], lit)
            if step - 1 in after:
                model.add_implication(lit, after[step - 1])
            flipped = self._flipped(step)
            open_now = [
                shown
                for face, shown in self._faces[step]
                if face.flipped or area.meets(face.requires)
            ]
            model.add_bool_or(~lit, before[step], *flipped, *open_now)
            here: list[Literal] = [lit, ~before[step], *(~f for f in flipped)]
            if step + 1 in after:
                here.append(~after[step + 1])
            for face, shown in self._faces[step]:
                if not face.flipped:
                    stops.append((face.reward, draft.both(*here, shown)))
        self._at = after
        self._ways.append(after)
        return self._gain(area, stops, cash - FLIP_POUNDS * total(flips.values()))

    def _flip(self, cash: ModelNumber) -> dict[BookStep, Lit]:
        """Let one face-up book be flipped, if it can be paid."""
        draft, model = self._draft, self._draft.model
        flips = {}
        for step, faces in self._faces.items():
            there = [shown for face, shown in faces if not face.flipped]
            if there:
                lit = flips[step] = draft.choice(f"flip[{len(self._flips)},{step}]")
                model.add_bool_or(~lit, *there)
                model.add_at_most_one(lit, *self._flipped(step))
                model.add(cash >= FLIP_POUNDS).only_enforce_if(lit)
        model.add_at_most_one(flips.values())
        self._flips.append(flips)
        return flips

    def _flipped(self, step: BookStep) -> list[Lit]:
        return [flips[step] for flips in self._flips if step in flips]

    def _gain(
        self, area: BookkeeperArea, stops: list[tuple[Reward, Lit]], cash: ModelNumber
    ) -> BookkeeperAction:
        draft = self._draft
        at_end = self._at[self._last]
        pounds = [(r.pounds + _cotton(area, r), lit) for r, lit in stops]
        points = weighted((reward.points, lit) for reward, lit in stops)
        dear = points
        most_points = max((reward.points for reward, _ in stops), default=0)
        if self._setting.rulings.book_money_convert == "every-point":
            dear = points + area.points
            most_points += area.points
        extra = draft.where(at_end, dear, most_points)
        money = weighted(pounds) + points + area.points + (POUNDS_AT_TRACK_END - 1) * extra
        return BookkeeperAction(
            cash=cash + money,
            diamonds=weighted((reward.diamonds, lit) for reward, lit in stops),
            posts=weighted((reward.posts, lit) for reward, lit in stops),
            steps=weighted((r.track.steps, lit) for r, lit in stops if r.track is not None),
        )

    @property
    def step(self) -> ModelNumber:
        """The step on which the jar ends."""
        return total(self._at.values())

    @property
    def track_value(self) -> ModelNumber:
        """What the track is worth for the jar's last step."""
        worth: list[tuple[int, ModelNumber]] = []
        before = 0
        values = counted_values(self._setting, self._setting.components.book_track.values)
        for value in sorted(values, key=lambda v: v.at):
            if value.at in self._at:
                worth.append((value.pounds - before, self._at[value.at]))
                before = value.pounds
        return weighted(worth)

    def read(self, value: ValueReader) -> list[tuple[BookStep | None, BookStep]]:
        """Return the flip and the place of the jar after each action."""
        return [
            (
                next((step for step, lit in flips.items() if value(lit)), None),
                value(total(way.values())),
            )
            for flips, way in zip(self._flips, self._ways, strict=True)
        ]


def _cotton(area: BookkeeperArea, reward: Reward) -> int:
    return 0 if reward.cotton_less is None else max(0, area.cotton - reward.cotton_less)
