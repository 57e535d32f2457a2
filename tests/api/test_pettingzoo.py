"""A learning library plays through the interface for programs: its own test of environments passes."""

from pathlib import Path

import numpy as np
import pytest
from api.eden_env import EdenEnv
from pettingzoo.test import api_test

GAME = str(Path(__file__).parents[2] / "samples" / "games" / "first-duel.yaml")
pytestmark = pytest.mark.slow


@pytest.mark.filterwarnings("ignore:We recommend agents to be named")
def test_the_environment_passes_the_test_of_its_library() -> None:
    api_test(EdenEnv(GAME), num_cycles=200)


def test_one_seed_plays_one_game() -> None:
    ends = []
    for _ in range(2):
        env, chance = EdenEnv(GAME), np.random.default_rng(3)
        env.reset(seed=5)
        while not env.game.is_over:
            mask = env.infos[env.agent_selection]["action_mask"]
            env.step(int(chance.choice(np.flatnonzero(mask))))
        ends.append(env.render())

    assert ends[0] == ends[1]


def test_the_environment_is_a_module_of_eighty_lines_at_most() -> None:
    assert len(Path(__file__).with_name("eden_env.py").read_text(encoding="utf-8").splitlines()) <= 80
