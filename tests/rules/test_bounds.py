"""The numbers that bound a match, and those with which it begins: what a reader is told of them is so."""

from edencli.effects.authoring import MOST_COUNTER_NAMES, MOST_DEPTH
from edencli.effects.memory import MOST_REMEMBERED
from edencli.field.units import cm
from edencli.match import facts, limits
from edencli.match.match import BARE_SETUP, Setup
from edencli.match.reasons import Amount, Part
from edencli.referee.duel import MOST_IN_CONDITION
from edencli.rules import hiding, infestation, npfs, territory, weather
from edencli.rules.activation import PASSES_THAT_END
from edencli.rules.acts import NO_LIMIT


def test_what_one_answer_may_set_off_is_bounded_by_counts() -> None:
    assert limits.EVENTS_PER_ANSWER == 5_000
    assert limits.DICE_PER_THROW == 99
    assert limits.LARGEST_NUMBER == 999
    assert limits.ACTIVATIONS_PER_FIGHTER == 4
    assert limits.EVALUATIONS_PER_ANSWER == 100_000
    assert limits.CHAIN_DEPTH == 20
    assert NO_LIMIT == 1_000_000


def test_a_card_is_bounded_in_what_it_says_and_keeps() -> None:
    assert (MOST_DEPTH, MOST_COUNTER_NAMES, MOST_REMEMBERED) == (6, 9, 20)


def test_players_say_no_more_than_a_table_has() -> None:
    assert (facts.MOST_OBSTACLES, facts.LONGEST_FIELD, facts.UNSEEN) == (12, 120, -1)
    assert MOST_IN_CONDITION == 99


def test_left_alone_a_field_is_60_cm_a_side_and_the_templates_are_those_of_the_book() -> None:
    assert (BARE_SETUP.width, BARE_SETUP.height, BARE_SETUP.explosion) == (cm(60), cm(60), cm(5))
    assert tuple(Setup().blast) == (cm(10), cm(1), cm(4))


def test_a_number_is_never_below_nothing_unless_it_says_so() -> None:
    assert Amount((Part("r", -3),)).total == 0
    assert Amount((Part("r", -3), Part("r", 4))).total == 1


def test_the_chapters_count_as_they_say() -> None:
    assert list(infestation.LEVELS) == list(range(1, 11))
    assert npfs.HIGHEST_LEVEL == 20
    assert hiding._LARGEST_HIDDEN_BASE == {1: 30, 2: 40}
    assert list(weather.SUMS) == list(range(2, 13))
    assert weather.TWO_DICE_THROWS == 36
    assert (territory.DEFAULT_X, territory.LOWEST_COST) == (1, 1)
    assert PASSES_THAT_END == 2
