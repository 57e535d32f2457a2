"""Eden as a PettingZoo environment of two agents, using only `edencli`'s interface for programs.

An action is the index of one of the first legal answers; `infos` say how many there are. An agent observes
numbers of the table as its side may see it. Dice come from the seed; a game that is too long is truncated.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import edencli

MOST_ANSWERS, MOST_DECISIONS, LIMBS = 32, 400, ("head", "arms", "torso", "legs")


class EdenEnv(AECEnv[str, np.ndarray, int]):
    """One game, played by red and blue from the position of a game file."""

    metadata: ClassVar[dict[str, Any]] = {"name": "eden_v0", "render_modes": ["ansi"]}

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.render_mode, self.possible_agents = path, "ansi", ["red", "blue"]
        self.game = edencli.Game.from_file(path, seed=0, moves=False)
        self.fighters = sorted(self.game.position["fighters"])
        seen = spaces.Box(-1, 120, (4 * len(self.fighters),), np.float64)
        self.spaces = {agent: (seen, spaces.Discrete(MOST_ANSWERS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.spaces[agent][1]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        self.game = edencli.Game.from_file(self.path, seed=seed or 0, moves=False)
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = self._for_each(0.0), self._for_each(0.0)
        self.terminations, self.truncations = self._for_each(value=False), self._for_each(value=False)
        self._ask()

    def observe(self, agent: str) -> np.ndarray:
        fighters = self.game.view("red" if agent == "red" else "blue").position["fighters"]
        told = [fighters.get(name, {}) for name in self.fighters]
        lost = [sum(one[limb]["lost"] for limb in LIMBS if limb in one) for one in told]
        places = [one.get("at", (-1.0, -1.0)) for one in told]
        return np.column_stack([places, [one.get("ap", 0) for one in told], lost]).astype(float).ravel()

    def step(self, action: int | None) -> None:
        if action is None:  # an agent leaves a finished game
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.answer(next(islice(self.game.legal_answers(), action, None)))
        self.terminations = self._for_each(value=self.game.is_over)
        self.truncations = self._for_each(value=self.game.decisions >= MOST_DECISIONS)
        if self.game.winner is not None:
            self.rewards = {agent: 1.0 if agent == self.game.winner else -1.0 for agent in self.agents}
        self._accumulate_rewards()
        self._ask()

    def _ask(self) -> None:
        """Select the side that is asked, and list its choices."""
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if not self.game.is_over:
            self.agent_selection = str(self.game.question.side or "red")
            legal = len([*islice(self.game.legal_answers(), MOST_ANSWERS)])
            self.infos[self.agent_selection] = {"action_mask": np.int8(np.arange(MOST_ANSWERS) < legal)}

    def render(self) -> str:
        return self.game.transcript()

    def close(self) -> None: ...

    def _for_each(self, value: Any) -> dict[str, Any]:
        return dict.fromkeys(self.agents, value)
