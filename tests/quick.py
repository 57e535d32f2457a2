"""The quick tests, a pytest plugin: `-m quick` covers every package in under a minute on one core.

They are whole modules, listed here by their paths below `tests/`, without those listed as slow. With `-m
quick` no other module is imported. A module that takes more than about two seconds is slow; `pytest
--durations=20 -m quick` shows which have become so.
"""

from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
QUICK = (
    "test_recipes.py",
    "test_spelling.py",
    "bots/test_steady_cards.py",
    "cli/test_nothing_ignored.py",
    "commands/test_requests.py",
    "effects/test_*.py",
    "field/test_*.py",
    "files/test_*.py",
    "games/test_taken_back.py",
    "lab/test_statistics.py",
    "lang/test_*.py",
    "match/test_*.py",
    "model/test_*.py",
    "notation/test_*.py",
    "odds/test_advice.py",
    "odds/test_left_out.py",
    "odds/test_luck.py",
    "odds/test_page.py",
    "odds/test_worked.py",
    "output/test_*.py",
    "pages/test_*.py",
    "pictures/test_*.py",
    "prompt/test_interpret.py",
    "referee/test_*.py",
    "rules/test_*.py",
    "transcript/test_*.py",
)
SLOW = (
    "effects/test_any_card.py",
    "effects/test_at_random.py",
    "effects/test_pushes.py",
    "effects/test_samples.py",
    "field/test_cheapest_path.py",
    "field/test_crowds.py",
    "field/test_digest.py",
    "field/test_grid_search.py",
    "field/test_memory.py",
    "field/test_properties.py",
    "field/test_second_opinion.py",
    "field/test_sight.py",
    "files/test_card_edit.py",
    "files/test_card_text.py",
    "files/test_codes.py",
    "files/test_explain.py",
    "files/test_fuzz.py",
    "files/test_library.py",
    "files/test_limits.py",
    "files/test_named_schema.py",
    "files/test_names.py",
    "files/test_same_verdict.py",
    "files/test_scanner.py",
    "lang/test_pseudo.py",
    "lang/test_screens.py",
    "lang/test_unspoken.py",
    "lang/test_words.py",
    "match/test_binding.py",
    "match/test_needed_facts.py",
    "notation/test_any_name.py",
    "notation/test_every_question.py",
    "notation/test_round_trip.py",
    "output/test_markdown.py",
    "pages/test_evening.py",
    "pages/test_paper_browser.py",
    "pages/test_printed_cards.py",
    "pictures/test_live_page.py",
    "pictures/test_replay_browser.py",
    "pictures/test_replay_page.py",
    "referee/test_match_chances.py",
    "rules/test_differences.py",
    "rules/test_done.py",
    "rules/test_movement.py",
    "rules/test_sizes.py",
    "transcript/test_chances.py",
    "transcript/test_event_numbers.py",
    "transcript/test_event_schema.py",
    "transcript/test_ways.py",
)


def is_quick(path: Path) -> bool:
    """Tell whether a test module is one of the quick ones."""
    name = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""
    return name not in SLOW and any(fnmatch(name, pattern) for pattern in QUICK)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the other modules when only quick ones are wanted."""
    is_left_out = config.option.markexpr == "quick" and collection_path.suffix == ".py"
    return True if is_left_out and not is_quick(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the quick modules."""
    for item in items:
        if is_quick(item.path):
            item.add_marker("quick")
