"""A game begins at its position, or at the first step of the preparation, on its own kind of field."""

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import begun

from edencli.field.units import cm
from edencli.model.game import GameFile
from edencli.referee.game import begin_game
from edencli.rulebooks.values import rulebook
from edencli.rules.steps import FIRST_STEP

BANDS = begun().setup.bands


@pytest.mark.parametrize("measured", [True, False])
def test_a_game_without_a_position_begins_with_the_preparation(*, measured: bool) -> None:
    game = GameFile(name="An evening", red="red", blue="blue", measured=measured, size=(90, 60))

    match = begin_game(game, BANDS, (), (), rulebook("en"))

    assert match.state.step == FIRST_STEP
    assert match.field.asks_players is not measured
    assert (match.setup.measured, match.setup.width, match.setup.height) == (measured, cm(90), cm(60))
    assert list(match.state.fighters) == [YURI, VLADD, ELENIA, YLISS]


def test_a_game_with_a_position_begins_there() -> None:
    position = {"step": "activation", "first": "blue", "fighters": {"red Yuri": {"at": [10, 20]}}}
    game = GameFile(name="An evening", red="red", blue="blue", position=position)

    match = begin_game(game, BANDS, (), (), rulebook("en"))

    assert (match.state.step, match.first_player) == ("activation", BLUE)
    assert match.state_of(YURI).place == (cm(10), cm(20))
    assert not match.is_on_field(ELENIA)
    assert match.state.sides[RED].vp == 0
