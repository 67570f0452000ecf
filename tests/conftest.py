"""Settings of all tests, and which of them are left out of a quick run."""

import os
import signal
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

# Whoever is started in the background of a script ignores interrupts, and so would everything that
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A run that decides about a change looks at the same examples every time; others look further.
settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")

SLOW: Final = (
    "tests/api/test_api_conformance.py",
    "tests/api/test_api_gap_games.py::test_the_verdict_is_the_one_told",
    "tests/api/test_api_gap_hostile.py::test_hostile_records_take_little_memory",
    "tests/api/test_api_gaps.py::test_an_example_is_legal_to_both_readings",
    "tests/api/test_api_gaps.py::test_the_rest_of_a_round_can_be_lost",
    "tests/api/test_api_imports.py",
    "tests/api/test_api_plays.py",
    "tests/api/test_api_repairs.py",
    "tests/api/test_api_solving.py",
    "tests/api/test_api_verdicts.py::test_the_answer_is_what_the_command_prints",
    "tests/api/test_api_verdicts.py::test_the_engine_judges_every_statement_once_for_verdict_and_proof",
    "tests/api/test_docs.py::test_a_recipe_prints_what_stands_below_it",
    "tests/api/test_docs.py::test_the_examples_of_a_module_are_true",
    "tests/api/test_games_in_progress.py",
    "tests/api/test_threads.py",
    "tests/asking/test_round_puzzles.py",
    "tests/asking/test_rounds.py",
    "tests/best/test_levels.py::test_declining_a_bonus_in_a_goods_turn_is_like_not_having_it",
    "tests/best/test_limits.py::test_work_is_counted_over_all_that_a_question_takes",
    "tests/best/test_optima.py",
    "tests/best/test_proved_twice.py",
    "tests/browser",
    "tests/cli/test_cli_check.py::test_the_shipped_games_can_be_checked_as_a_folder",
    "tests/cli/test_cli_components_cells.py",
    "tests/cli/test_cli_components_check.py::test_no_file_brings_about_a_fault",
    "tests/cli/test_cli_components_show.py",
    "tests/cli/test_cli_conform.py",
    "tests/cli/test_cli_explain.py",
    "tests/cli/test_cli_interrupts.py",
    "tests/cli/test_cli_perft.py",
    "tests/cli/test_cli_prove.py",
    "tests/cli/test_cli_repair.py",
    "tests/cli/test_cli_review.py",
    "tests/cli/test_cli_startup.py",
    "tests/compare/test_shrink.py::test_a_shrunk_difference_still_shows_and_is_smaller",
    "tests/components/test_audit.py::test_a_contradicting_set_is_found_out",
    "tests/components/test_generate.py",
    "tests/components/test_reading_files.py",
    "tests/conformance/test_bugs_are_found.py",
    "tests/conformance/test_match.py::test_whatever_a_program_can_do_is_used_and_nothing_else",
    "tests/conformance/test_second.py::test_it_comes_to_the_same_table_after_every_event",
    "tests/conformance/test_shrinking.py",
    "tests/copies/test_asking.py::test_a_kill_loses_no_answer",
    "tests/copies/test_asking.py::test_an_answer_as_people_give_it_stands_in_the_files",
    "tests/copies/test_learning.py",
    "tests/copies/test_own_copies.py::test_misread_values_are_counted",
    "tests/corpora/test_cluster.py",
    "tests/corpora/test_crew.py::test_every_item_has_its_result_in_its_place",
    "tests/engine/test_drawing.py::test_no_turn_goes_on_from_what_leads_nowhere",
    "tests/engine/test_golden.py",
    "tests/engine/test_levels.py::test_what_may_be_done_is_what_each_lower_level_alone_would_allow",
    "tests/engine/test_properties.py::test_a_drawn_turn_is_among_the_listed_ones",
    "tests/engine/test_properties.py::test_the_count_equals_the_listing",
    "tests/engine/test_robustness.py",
    "tests/explain/test_correction.py",
    "tests/explain/test_same_everywhere.py",
    "tests/explain/test_shortfall.py",
    "tests/explain/test_why.py",
    "tests/gaps/test_gaps_answers.py::test_many_blank_turns_end_within_the_work_that_is_allowed",
    "tests/gaps/test_gaps_search.py",
    "tests/gaps/test_gaps_turns.py::test_an_unknown_seat_is_that_of_the_player_to_move",
    "tests/gaps/test_gaps_turns.py::test_several_turns_are_as_many_blank_turns",
    "tests/model/test_cases.py::test_every_core_of_a_turn_with_one_fault_names_it",
    "tests/model/test_whole_games.py",
    "tests/pictures/test_cells.py::test_a_search_finds_areas_that_touch_exactly_where_borders_are",
    "tests/pictures/test_cells.py::test_no_two_areas_that_were_found_lie_on_each_other",
    "tests/pictures/test_film.py",
    "tests/position/test_position_round_trips.py",
    "tests/repairs/test_repairs_gaps.py",
    "tests/repairs/test_repairs_lines.py",
    "tests/repairs/test_repairs_slips.py",
    "tests/table/test_table_taps.py",
    "tests/test_citations.py::test_the_index_agrees_with_the_texts_beside_the_project",
    "tests/test_differential.py",
    "tests/test_fuzz.py",
    "tests/test_puzzles.py",
    "tests/test_seeded_faults.py",
    "tests/test_snapshot.py",
    "tests/test_wheel.py",
    "tests/test_workers.py",
    "tests/transcript/test_transcript_fuzz.py",
    "tests/transcript/test_transcript_hostile.py",
    "tests/transcript/test_transcript_pieces.py::test_behind_a_gap_a_face_that_one_piece_has_is_enough",
    "tests/transcript/test_transcript_round_trips.py",
    "tests/unread/test_unread_judging.py::test_a_whole_game_with_notes_never_loses_the_true_values",
    "tests/unread/test_unread_judging.py::test_games_that_contradict_each_other_are_named",
    "tests/unread/test_unread_judging.py::test_kinds_positions_and_borders_are_judged_as_plain_sets_are",
    "tests/unread/test_unread_judging.py::test_numbers_are_judged_as_plain_sets_are",
    "tests/unread/test_unread_pieces.py::test_what_is_really_printed_is_never_excluded",
    "tests/unread/test_unread_proofs.py",
)
"""Folders, files or single tests that `scripts/test --quick` leaves out: they take longest.

A quick run has to end within 90 seconds on two cores. `pytest --quick --durations 20` shows what
takes long in it; what a test costs counts, not how much it matters. Tests in a browser are slow.
"""

_FILES_WITH_SLOW_TESTS: Final = frozenset(slow.partition("::")[0] for slow in SLOW)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of a quick run."""
    parser.addoption("--quick", action="store_true", help="leave out the slow tests")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the files and folders that a quick run leaves out."""
    path = collection_path.relative_to(config.rootpath).as_posix()
    return True if config.getoption("--quick") and path in SLOW else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of a quick run; in any other they come first.

    Files are shared out among processes in this order. A long one that came last would keep one
    process busy while the others have nothing left to do.
    """
    if not config.getoption("--quick"):
        items.sort(key=_place)
        return
    config.hook.pytest_deselected(items=[item for item in items if _is_slow(item.nodeid)])
    items[:] = [item for item in items if not _is_slow(item.nodeid)]


def _place(item: pytest.Item) -> int:
    """Return when a test is run: those in a browser first, then the files with slow tests."""
    file, _, _ = item.nodeid.partition("::")
    if file.startswith("tests/browser/"):
        return 0
    return 1 if file in _FILES_WITH_SLOW_TESTS else 2


def _is_slow(name: str) -> bool:
    test, _, _ = name.partition("[")
    file, _, _ = test.partition("::")
    folder, _, _ = file.rpartition("/")
    return not {test, file, folder}.isdisjoint(SLOW)
