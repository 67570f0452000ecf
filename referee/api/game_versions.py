"""A game that is being recorded as it stands between two changes, with every statement judged."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.api.broken_rules import broken_rule
from referee.api.errors import MisuseError, NoAnswerError
from referee.api.judged_entries import JudgedEntry, judged_from, ruling_on, verdict_on
from referee.api.progress_answers import ChangedVerdict, GameStanding, StatementVerdict
from referee.api.tables import Table
from referee.engine import check_setting, initial
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import one_by_one, say
from referee.game.setting import Setting
from referee.game.state import State
from referee.notation.bounds import record_excess
from referee.notation.record import FORMAT, Header, Record
from referee.transcript.completed_turn import Missing
from referee.transcript.judge import judgement_of, setting_of
from referee.transcript.judgement import Judgement


class GameVersion(Struct, frozen=True):
    """Header, set and judged statements; a change makes another one."""

    header: Header
    components: ComponentSet
    entries: tuple[JudgedEntry, ...] = ()

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return tuple(player.colour for player in self.header.players)

    @property
    def record(self) -> Record:
        """The game as a record."""
        statements = tuple(entry.statement for entry in self.entries)
        return Record(format=FORMAT, header=self.header, statements=statements)

    def index(self, address: int) -> int:
        """Return where the statement with this address stands."""
        for index, entry in enumerate(self.entries):
            if entry.address == address:
                return index
        raise MisuseError(
            say("answers.games_in_progress.there-is-no-statement", address=f"{address!r:.40}")
        )

    def entry(self, address: int) -> JudgedEntry:
        """Return the judged statement with this address."""
        return self.entries[self.index(address)]

    def opened(self) -> JudgedEntry | None:
        """Return the statement from which on nothing can be judged."""
        return next((each for each in self.entries if each.step is not None and each.stops), None)

    # Judging ---------------------------------------------------------------------------------

    def judged(self, entries: Sequence[JudgedEntry], start: int) -> "GameVersion":
        """Return the version with these entries, of which those from `start` on are judged anew."""
        judged = judged_from(entries, start, self._setting(), self.colours)
        return replace(self, entries=judged)

    def require_room(self) -> None:
        """Refuse what would make the record one that nobody can read again."""
        if excess := record_excess(self.record):
            raise MisuseError(one_by_one(excess))

    def standing(self) -> GameStanding:
        """Return the verdict on the whole game."""
        judgement = self._judgement()
        at_fault = {id(step) for step in judgement.faults}
        missing = judgement.header_missing
        opened = self.opened()
        return GameStanding(
            verdict=judgement.outcome,
            finished=judgement.finished,
            events=judgement.events,
            legal=judgement.legal,
            faults=tuple(
                entry.address
                for entry in self.entries
                if entry.step is not None and id(entry.step) in at_fault
            ),
            open=None if opened is None else opened.address,
            header=tuple(broken_rule(violation, self.colours) for violation in judgement.header),
            missing=() if missing is None else missing.called,
            write=() if missing is None else missing.write,
        )

    def verdict(self, entry: JudgedEntry) -> StatementVerdict:
        """Return a statement with its verdict."""
        return verdict_on(entry, self.colours, self.header.rulings)

    def changed_verdicts(
        self, before: "GameVersion", but: int | None
    ) -> tuple[ChangedVerdict, ...]:
        """Return the statements that were ruled on otherwise before, `but` this one."""
        old = {entry.address: entry for entry in before.entries}
        return tuple(
            ChangedVerdict(before=self.verdict(old[entry.address]), after=self.verdict(entry))
            for entry in self.entries
            if entry.address in old
            and entry.address != but
            and entry is not old[entry.address]
            and ruling_on(entry) != ruling_on(old[entry.address])
        )

    # Tables ----------------------------------------------------------------------------------

    def table(self, upto: int) -> Table:
        """Return the table after so many statements, as far as they are judged."""
        judged = [entry for entry in self.entries[:upto] if entry.step is not None]
        return Table(
            state=self._state_after(judged),
            colours=self.colours,
            names=tuple(player.name for player in self.header.players),
            events=tuple(event for entry in judged for event, _ in entry.carried_out),
            record=self.record,
        )

    def require_judged(self, upto: int, address: int) -> None:
        """Refuse a table behind what cannot be judged."""
        if any(entry.step is None for entry in self.entries[:upto]):
            opened = self.opened()
            raise NoAnswerError(
                say(
                    "answers.games_in_progress.statement-is-not-judged-statement",
                    address=address,
                    open=None if opened is None else opened.address,
                )
            )

    def _state_after(self, judged: Sequence[JudgedEntry]) -> State:
        if judged and judged[-1].state is not None:
            return judged[-1].state
        if (setting := self._setting()) is None:
            raise NoAnswerError(self._header_trouble())
        return initial(setting)

    def _setting(self) -> Setting | None:
        """Return the frame of the game, unless something about it is missing or broken."""
        setting = setting_of(self.header, self.components)
        return None if isinstance(setting, Missing) or any(check_setting(setting)) else setting

    def _judgement(self) -> Judgement:
        steps = [entry.step for entry in self.entries if entry.step is not None]
        return judgement_of(self.record.statements, setting_of(self.header, self.components), steps)

    def _header_trouble(self) -> str:
        standing = self.standing()
        if standing.header:
            return standing.header[0].message
        return say(
            "answers.games_in_progress.the-header-does-not-say", missing=", ".join(standing.missing)
        )
