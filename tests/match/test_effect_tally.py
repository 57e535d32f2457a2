"""What a tally of effects counts, and of which match."""

from types import SimpleNamespace
from typing import Any

from edencli.match.effect_tally import EffectTally


def watched() -> tuple[EffectTally, Any]:
    """A tally, and the match that it watches."""
    tally, match = EffectTally(), SimpleNamespace(tally=None)
    tally.watch(match)  # type: ignore[arg-type]  # it only has to know it again
    return tally, match


def test_a_watched_match_tells_its_tally_what_its_cards_do() -> None:
    tally, match = watched()

    assert match.tally is tally


def test_an_effect_that_fired_was_not_thereby_offered_nor_the_other_way_round() -> None:
    tally, match = watched()
    fired, offered, idle = ["a"], ["b"], ["c"]

    tally.note_fired(match, fired)
    tally.note_offered(match, [offered])

    assert [tally.has_fired(one) for one in (fired, offered, idle)] == [True, False, False]
    assert [tally.was_offered(one) for one in (fired, offered, idle)] == [False, True, False]


def test_equal_effects_of_two_cards_count_apart() -> None:
    tally, match = watched()
    one, twin = ["a"], ["a"]

    tally.note_fired(match, one)
    tally.note_offered(match, [one])

    assert (tally.has_fired(twin), tally.was_offered(twin)) == (False, False)


def test_what_is_tried_in_a_copy_of_the_match_is_not_counted() -> None:
    tally, match = watched()
    copy, effect = SimpleNamespace(tally=tally), ["a"]

    for told in (tally.note_fired, lambda where, one: tally.note_offered(where, [one])):
        told(copy, effect)  # type: ignore[arg-type]

    assert (tally.has_fired(effect), tally.was_offered(effect)) == (False, False)
    tally.watch(copy)  # type: ignore[arg-type]
    tally.note_fired(match, effect)
    assert not tally.has_fired(effect), "it watches another match since"
