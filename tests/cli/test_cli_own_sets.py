"""A set that contradicts itself is refused by every command, in the words of the audit."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.components.audit import LENGTHS, audit, check_playable
from referee.components.generate import small
from referee.components.set_writer import write_set
from referee.conformance.protocol import set_named
from referee.core.set_reader import ComponentSetError, read_draft, reference_set
from tests.cli.running import run
from tests.components.breaches.every import BREACHES
from tests.components.spoilt_sets import as_draft

PLAYERS = 'players blue "Ann", green "Bob"\nset spoilt\n'


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BREACHES.keys() - LENGTHS))
def test_what_the_audit_finds_cannot_be_played_with(name: str) -> None:
    for spoil in BREACHES[name]:
        spoilt = spoil(reference_set())
        with pytest.raises(ComponentSetError) as raised:
            check_playable(spoilt)
        assert {f for f in audit(as_draft(spoilt)) if getattr(f, "statement", "") == name} <= {
            *raised.value.findings
        }


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["ids-unique", "map-border-ends", "map-borders-once", "tracks-spaces-exist", "cards-44"],
)
def test_commands_refuse_a_set_in_the_words_of_the_audit(name: str, tmp_path: Path) -> None:
    spoilt = replace(BREACHES[name][0](reference_set()), name="spoilt")
    folder = write_set(spoilt, tmp_path / "spoilt")
    (finding, *_) = audit(read_draft(folder))
    (tmp_path / "game.mgn").write_text(PLAYERS, "utf-8")
    (tmp_path / "table.toml").write_text('set = "spoilt"\nplayers = ["blue", "red"]\n', "utf-8")
    for command in (
        ("check", str(tmp_path / "game.mgn")),
        ("check", str(tmp_path / "game.mgn"), "--set", str(folder)),
        ("position", "check", str(tmp_path / "table.toml")),
        ("play", "--set", str(folder)),
        ("conform", "run", "--set", str(folder), "--", "true"),
    ):
        result = run(*command)
        assert result.exit_code == 2
        assert "cannot be used" in result.output
        assert " ".join(str(finding).split()) in " ".join(result.output.split())


def test_a_set_with_short_bases_is_played_with(tmp_path: Path) -> None:
    for number, components in enumerate((small(reference_set()), set_named("small-3"))):
        assert components is not None
        folder = write_set(components, tmp_path / str(number))
        assert run("play", "--set", str(folder)).exit_code == 0
