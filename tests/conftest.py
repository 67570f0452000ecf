"""Settings of all tests, and which of them are left out of a quick run."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

# Whoever is started in the background of a script ignores interrupts, and so would everything that
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more about what else the machine does than about the example.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# A run that decides about a change looks at the same examples every time; others look further.
settings.register_profile("repeatable", settings.get_profile("patient"), derandomize=True)
settings.load_profile("repeatable" if os.environ.get("CI") else "patient")

SLOW: Final = (
    "tests/api/test_api_conformance.py",
    "tests/api/test_api_counts.py::test_a_comparison_is_what_the_command_prints",
    "tests/api/test_api_gap_games.py::test_a_line_to_write_is_only_an_instance_where_not_all_ways_were_found",
    "tests/api/test_api_gap_games.py::test_the_verdict_is_the_one_told",
    "tests/api/test_api_gap_games.py::test_the_wrong_note_is_told_with_what_it_can_be",
    "tests/api/test_api_gap_hostile.py",
    "tests/api/test_api_gaps.py::test_a_blank_turn_is_counted_and_shown",
    "tests/api/test_api_gaps.py::test_a_line_that_breaks_a_rule_whatever_happened_is_named_with_it",
    "tests/api/test_api_gaps.py::test_a_wrong_total_far_behind_a_gap_is_told_with_all_it_can_be",
    "tests/api/test_api_gaps.py::test_an_example_is_legal_to_both_readings",
    "tests/api/test_api_gaps.py::test_claims_of_the_same_line_and_of_later_lines_count",
    "tests/api/test_api_gaps.py::test_the_rest_of_a_round_can_be_lost",
    "tests/api/test_api_gaps.py::test_the_whole_start_of_a_round_can_be_lost",
    "tests/api/test_api_imports.py",
    "tests/api/test_api_lookup.py::test_looking_things_up_loads_no_solver",
    "tests/api/test_api_plays.py",
    "tests/api/test_api_possible_tables.py",
    "tests/api/test_api_repairs.py",
    "tests/api/test_api_solving.py",
    "tests/api/test_api_verdicts.py::test_the_answer_is_what_the_command_prints",
    "tests/api/test_api_verdicts.py::test_the_engine_judges_every_statement_once_for_verdict_and_proof",
    "tests/api/test_docs.py::test_a_recipe_prints_what_stands_below_it",
    "tests/api/test_docs.py::test_the_examples_of_a_module_are_true",
    "tests/api/test_games_due.py",
    "tests/api/test_games_in_progress.py",
    "tests/api/test_threads.py",
    "tests/best/test_levels.py::test_declining_a_bonus_in_a_goods_turn_is_like_not_having_it",
    "tests/best/test_limits.py::test_the_same_work_gives_the_same_answer_and_a_true_bound",
    "tests/best/test_limits.py::test_work_is_counted_over_all_that_a_question_takes",
    "tests/best/test_optima.py",
    "tests/best/test_proved_twice.py",
    "tests/best/test_rules_by_hand.py::test_no_round_expands_a_company_whose_last_post_was_removed_before",
    "tests/browser",
    "tests/cli/test_cli_batch.py::test_processes_hand_back_verdicts_and_not_whole_games",
    "tests/cli/test_cli_books.py::test_plans_of_any_table_stand_the_replay_by_the_engine",
    "tests/cli/test_cli_books.py::test_weights_change_what_a_plan_is_worth",
    "tests/cli/test_cli_check.py::test_the_shipped_games_can_be_checked_as_a_folder",
    "tests/cli/test_cli_complete.py::test_a_fact_of_several_turns_tells_whose_it_was",
    "tests/cli/test_cli_complete.py::test_a_score_is_a_range_where_the_end_is_open",
    "tests/cli/test_cli_complete.py::test_a_table_behind_a_gap_is_told_if_it_is_certain",
    "tests/cli/test_cli_complete.py::test_the_command_counts_and_tells_what_is_certain",
    "tests/cli/test_cli_complete.py::test_the_command_counts_and_writes_an_example_at_once",
    "tests/cli/test_cli_complete.py::test_the_command_writes_an_example",
    "tests/cli/test_cli_components_cells.py",
    "tests/cli/test_cli_components_check.py::test_no_file_brings_about_a_fault",
    "tests/cli/test_cli_components_new.py::test_the_check_of_a_new_set_lists_blanks_alone",
    "tests/cli/test_cli_components_show.py",
    "tests/cli/test_cli_conform.py",
    "tests/cli/test_cli_conform_again.py",
    "tests/cli/test_cli_counts.py",
    "tests/cli/test_cli_drawing.py::test_every_label_is_whole_in_the_drawing",
    "tests/cli/test_cli_errors.py::test_output_that_cannot_be_written_has_one_exit_code",
    "tests/cli/test_cli_errors.py::test_output_that_is_full_is_told_on_standard_error",
    "tests/cli/test_cli_explain.py",
    "tests/cli/test_cli_hostile_folder.py",
    "tests/cli/test_cli_interrupts.py",
    "tests/cli/test_cli_main.py::test_a_closed_pipe_is_quiet",
    "tests/cli/test_cli_main.py::test_a_closed_standard_input_is_a_misuse",
    "tests/cli/test_cli_main.py::test_a_terminal_without_our_characters_still_gets_an_answer",
    "tests/cli/test_cli_main.py::test_output_that_cannot_be_written_is_told",
    "tests/cli/test_cli_own_sets.py::test_commands_refuse_a_set_in_the_words_of_the_audit",
    "tests/cli/test_cli_own_sets.py::test_what_the_audit_finds_cannot_be_played_with",
    "tests/cli/test_cli_pictures.py::test_it_is_drawn_beside_what_is_shown",
    "tests/cli/test_cli_prove.py",
    "tests/cli/test_cli_puzzle.py::test_the_examples_of_the_help_work",
    "tests/cli/test_cli_puzzle.py::test_the_list_can_be_narrowed",
    "tests/cli/test_cli_repair.py",
    "tests/cli/test_cli_replay.py",
    "tests/cli/test_cli_review.py",
    "tests/cli/test_cli_shipped.py::test_a_shipped_folder_is_found",
    "tests/cli/test_cli_shipped.py::test_an_example_of_the_readme_works_anywhere_and_says_what_it_used",
    "tests/cli/test_cli_startup.py",
    "tests/cli/test_cli_terminal.py::test_a_record_is_printed_harmlessly_on_a_terminal",
    "tests/cli/test_readme.py::test_a_transcript_is_what_the_command_prints",
    "tests/compare/test_readings.py::test_a_late_difference_is_found_in_a_short_game",
    "tests/compare/test_readings.py::test_a_turn_that_only_the_engine_has_is_named",
    "tests/compare/test_shrink.py::test_a_shrunk_difference_still_shows_and_is_smaller",
    "tests/components/test_audit.py::test_a_contradicting_set_is_found_out",
    "tests/components/test_audit.py::test_the_audit_of_a_senseless_set_finds_much_and_stumbles_over_nothing",
    "tests/components/test_generate.py",
    "tests/components/test_reading_files.py",
    "tests/components/test_scaffold.py::test_a_scaffold_filled_in_completely_is_a_set",
    "tests/conformance/test_bugs_are_found.py",
    "tests/conformance/test_match.py",
    "tests/conformance/test_program.py::test_a_program_has_to_end_when_it_is_asked_to",
    "tests/conformance/test_program.py::test_a_well_behaved_program_ends_in_peace",
    "tests/conformance/test_program.py::test_whatever_a_program_does_wrong_has_a_name",
    "tests/conformance/test_saving.py::test_a_saved_game_is_read_back_and_breaks_the_same_rules",
    "tests/conformance/test_second.py::test_it_comes_to_the_same_table_after_every_event",
    "tests/conformance/test_second.py::test_it_judges_slips_as_the_engine_does",
    "tests/conformance/test_shrinking.py",
    "tests/copies/test_asking.py::test_a_conversation_is_left_and_continued",
    "tests/copies/test_asking.py::test_a_conversation_to_its_end_gives_the_set_that_was_read",
    "tests/copies/test_asking.py::test_a_kill_loses_no_answer",
    "tests/copies/test_asking.py::test_an_answer_as_people_give_it_stands_in_the_files",
    "tests/copies/test_asking.py::test_an_answer_that_makes_no_sense_is_refused_with_what_is_allowed",
    "tests/copies/test_asking.py::test_borders_are_asked_place_by_place_until_the_map_is_closed",
    "tests/copies/test_asking.py::test_progress_says_what_can_be_judged",
    "tests/copies/test_copy_verdicts.py::test_a_table_is_shown_with_question_marks_where_it_is_not_certain",
    "tests/copies/test_copy_verdicts.py::test_other_commands_name_what_is_unread",
    "tests/copies/test_faulty_files.py::test_every_command_says_the_same_of_it",
    "tests/copies/test_learning.py",
    "tests/copies/test_own_copies.py::test_advice_for_a_game_names_what_is_printed_and_where",
    "tests/copies/test_own_copies.py::test_keys_of_values_are_the_same_in_every_language",
    "tests/copies/test_own_copies.py::test_misread_values_are_counted",
    "tests/copies/test_own_copies.py::test_what_bens_games_settle_is_true_and_most_of_what_they_speak_of",
    "tests/copies/test_versions.py",
    "tests/corpora/test_cluster.py",
    "tests/corpora/test_corpus_questions.py::test_nothing_but_the_results_can_be_reached",
    "tests/corpora/test_corpus_questions.py::test_parquet_says_what_the_lines_say",
    "tests/corpora/test_crew.py::test_every_item_has_its_result_in_its_place",
    "tests/engine/test_drawing.py::test_an_action_is_drawn_exactly_where_it_allows_a_turn",
    "tests/engine/test_drawing.py::test_no_turn_goes_on_from_what_leads_nowhere",
    "tests/engine/test_drawing.py::test_what_a_stage_knows_at_once_is_what_judging_finds_out",
    "tests/engine/test_gaps.py::test_under_partial_use_every_part_of_a_regions_pounds_is_listed",
    "tests/engine/test_golden.py",
    "tests/engine/test_levels.py::test_a_lower_level_need_not_be_said",
    "tests/engine/test_levels.py::test_what_may_be_done_is_what_each_lower_level_alone_would_allow",
    "tests/engine/test_properties.py::test_a_drawn_turn_is_among_the_listed_ones",
    "tests/engine/test_properties.py::test_the_count_equals_the_listing",
    "tests/engine/test_robustness.py",
    "tests/explain/test_correction.py",
    "tests/explain/test_forgetting.py::test_the_room_of_an_explanation_goes_without_a_search_for_garbage",
    "tests/explain/test_levels.py::test_a_level_of_an_expansion_can_be_what_is_wrong",
    "tests/explain/test_same_everywhere.py",
    "tests/explain/test_shortfall.py",
    "tests/explain/test_why.py",
    "tests/gaps/test_gaps_agreed.py::test_an_adjustment_changes_the_table_and_nothing_else",
    "tests/gaps/test_gaps_answers.py::test_a_conflict_tells_the_rule_that_a_statement_breaks",
    "tests/gaps/test_gaps_answers.py::test_many_blank_turns_end_within_the_work_that_is_allowed",
    "tests/gaps/test_gaps_search.py",
    "tests/gaps/test_gaps_transfer.py::test_a_line_does_the_same_on_tables_that_are_alike_to_it",
    "tests/gaps/test_gaps_transfer.py::test_a_line_that_looks_at_too_little_is_caught",
    "tests/gaps/test_gaps_transfer.py::test_a_turn_does_the_same_on_tables_that_are_alike_to_any",
    "tests/gaps/test_gaps_turns.py::test_an_unknown_number_of_turns_is_any_number_of_them",
    "tests/gaps/test_gaps_turns.py::test_an_unknown_seat_is_that_of_the_player_to_move",
    "tests/gaps/test_gaps_turns.py::test_several_turns_are_as_many_blank_turns",
    "tests/gaps/test_gaps_variation.py::test_a_record_that_lost_a_round_is_legal",
    "tests/installed/test_installed.py::test_a_set_with_blanks_is_judged_in_every_install",
    "tests/model/test_cases.py::test_every_core_of_a_turn_with_one_fault_names_it",
    "tests/model/test_levels.py::test_expansion_points_count_at_the_level_named",
    "tests/model/test_levels.py::test_the_turns_of_all_levels_are_found_each_once",
    "tests/model/test_listed_turns.py",
    "tests/model/test_said_event.py::test_folded_and_free_relations_agree",
    "tests/model/test_said_event.py::test_most_legal_events_are_decided_without_loading_all_rules",
    "tests/model/test_whole_games.py",
    "tests/pictures/test_cells.py::test_a_search_finds_areas_that_touch_exactly_where_borders_are",
    "tests/pictures/test_cells.py::test_no_two_areas_that_were_found_lie_on_each_other",
    "tests/pictures/test_film.py",
    "tests/pictures/test_golden_pictures.py::test_the_pictures_of_the_documents_are_up_to_date",
    "tests/pictures/test_label_places.py::test_no_label_of_a_region_touches_its_border",
    "tests/pictures/test_label_places.py::test_the_sign_of_a_fault_lies_on_no_label",
    "tests/pictures/test_marks.py::test_every_change_of_a_game_is_marked_on_a_place_of_the_picture",
    "tests/position/test_position_fuzz.py::test_any_value_under_any_key_is_answered",
    "tests/position/test_position_round_trips.py",
    "tests/repairs/test_repairs_gaps.py",
    "tests/repairs/test_repairs_lines.py",
    "tests/repairs/test_repairs_slips.py::test_a_lost_region_is_put_back",
    "tests/repairs/test_repairs_slips.py::test_a_slip_in_the_header_is_taken_back",
    "tests/repairs/test_repairs_slips.py::test_a_slip_is_taken_back",
    "tests/repairs/test_repairs_slips.py::test_two_slips_are_looked_for_only_where_one_explains_nothing",
    "tests/repairs/test_repairs_unread.py::test_a_turn_that_is_illegal_whatever_is_printed_is_mended",
    "tests/replays/test_replay_pages.py::test_a_replay_of_four_is_half_as_large_as_it_may_be",
    "tests/replays/test_story.py::test_a_game_with_a_partly_read_copy_is_told_to_its_end",
    "tests/replays/test_story.py::test_a_line_that_no_way_of_filling_the_gaps_allows_ends_the_story",
    "tests/replays/test_story.py::test_a_story_goes_on_behind_a_gap_and_says_what_is_open",
    "tests/replays/test_story.py::test_a_turn_that_can_only_have_been_one_is_told_as_filled_in",
    "tests/replays/test_story.py::test_behind_a_gap_only_what_is_certain_is_told",
    "tests/solutions/test_round_puzzles.py",
    "tests/solutions/test_rounds.py",
    "tests/table/test_table_copies.py::test_borders_are_said_one_by_one",
    "tests/table/test_table_copy_changes.py",
    "tests/table/test_table_decisions.py",
    "tests/table/test_table_door.py::test_a_flood_of_requests_is_refused",
    "tests/table/test_table_efforts.py",
    "tests/table/test_table_failing_disk.py",
    "tests/table/test_table_gaps.py::test_a_gap_is_one_tap_and_the_next_player_goes_on",
    "tests/table/test_table_gaps.py::test_a_gap_with_a_note_is_still_owed",
    "tests/table/test_table_gaps.py::test_what_follows_is_told_while_people_play_on",
    "tests/table/test_table_kills.py",
    "tests/table/test_table_taps.py",
    "tests/table/test_table_values.py",
    "tests/test_bench_against.py::test_a_group_that_needs_no_other_program_is_found_without_any",
    "tests/test_citations.py::test_the_index_agrees_with_the_texts_beside_the_project",
    "tests/test_differential.py",
    "tests/test_fuzz.py",
    "tests/test_lowest_versions.py",
    "tests/test_puzzles.py",
    "tests/test_seeded_faults.py",
    "tests/test_snapshot.py",
    "tests/test_wheel.py",
    "tests/test_workers.py",
    "tests/transcript/test_transcript_fuzz.py",
    "tests/transcript/test_transcript_hostile.py",
    "tests/transcript/test_transcript_languages.py::test_a_game_in_another_language_is_the_same_game",
    "tests/transcript/test_transcript_lines.py::test_a_line_means_the_same_whatever_was_read_before",
    "tests/transcript/test_transcript_pieces.py::test_behind_a_gap_a_face_that_one_piece_has_is_enough",
    "tests/transcript/test_transcript_round_trips.py",
    "tests/unread/test_drawn_tables.py",
    "tests/unread/test_unread_derived.py",
    "tests/unread/test_unread_examples.py::test_what_two_ways_show_to_be_missing_is_missing",
    "tests/unread/test_unread_judging.py::test_a_fault_in_a_set_with_blanks_is_told",
    "tests/unread/test_unread_judging.py::test_a_whole_game_with_notes_never_loses_the_true_values",
    "tests/unread/test_unread_judging.py::test_an_illegal_game_is_never_called_legal",
    "tests/unread/test_unread_judging.py::test_games_that_contradict_each_other_are_named",
    "tests/unread/test_unread_judging.py::test_kinds_positions_and_borders_are_judged_as_plain_sets_are",
    "tests/unread/test_unread_judging.py::test_numbers_are_judged_as_plain_sets_are",
    "tests/unread/test_unread_pieces.py::test_a_game_by_sight_is_legal_once_everything_is_read",
    "tests/unread/test_unread_pieces.py::test_what_is_really_printed_is_never_excluded",
    "tests/unread/test_unread_proofs.py",
)
"""Folders, files or single tests that `scripts/test --quick` leaves out: they take longest.

A quick run has to end within 90 seconds on two cores: about 165 seconds of computing, of which each
process needs nine to find the tests. `pytest --quick --durations 20` shows what takes long in it;
what a test costs counts, not how much it matters. Tests in a browser are slow.
"""

_FILES_WITH_SLOW_TESTS: Final = frozenset(slow.partition("::")[0] for slow in SLOW)


@pytest.fixture(scope="session", autouse=True)
def _disk_is_not_waited_for() -> Iterator[None]:
    """Tests kill processes and never the machine: what was written need not be on the disk.

    Every sync is still asked for, of a file that is open; some tests count them and let them fail.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


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
