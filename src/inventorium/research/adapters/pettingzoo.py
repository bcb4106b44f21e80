"""PettingZoo: the games as AEC environments, and as parallel ones for what is simultaneous.

    from inventorium.research.adapters.pettingzoo import env
    table = env("genies", players=4, action_cards=False)    # or pettingzoo.make("aec", "inventorium/Genies-v0", players=4)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        action = None if termination or truncation else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)

An observation is `{"observation": numbers, "action_mask": 0 or 1 for every action}`. The numbers are the planes of
`inventorium.core.planes`, as the agent may see the game. Rewards come at the end, from 1 (above all others) to -1. Where
several seats are asked at once, the AEC environment asks the lowest first, which tells nobody anything (rule catalogue, 7.6);
the parallel environment asks them together, and an agent that is not asked answers `wait`, the last action.
"""

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from inventorium.core.game import load_game
from inventorium.core.old_names import OldName
from inventorium.research.adapters.render import RENDER_MODES, rendered
from inventorium.research.adapters.rewards import rewards_of
from inventorium.research.adapters.spaces import GAMES, Answers, answer, begin, mask_of, observation_box, seen

MOST_CYCLES = 10_000


def env(game: str, **arguments: Any) -> AECEnv:
    """Return the environment with PettingZoo's own guard against steps out of order."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **arguments))


class Environment:
    """What both kinds share: the agents, the spaces, drawing."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        edition: str = "default",
        components: str | Path | None = None,
        max_cycles: int = MOST_CYCLES,
        render_mode: str | None = None,
        waits: bool = False,
        **options: Any,
    ) -> None:
        self._how = (game, players, edition, components, options)
        self.position = begin(game, players, 0, edition, components, options)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.position.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.number = load_game(game).actions + waits
        self.metadata = {"name": f"{game}_v0", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}
        self._sight = spaces.Dict(
            {"observation": observation_box(self.position.game), "action_mask": spaces.Box(0, 1, (self.number,), np.int8)}
        )
        self._spaces = {agent: Answers(self.number, self, seat) for agent, seat in self.seat_of.items()}

    def begin(self, seed: int | None) -> None:
        game, players, edition, components, options = self._how
        self.position = begin(game, players, seed, edition, components, options)

    def mask(self, seat: int) -> np.ndarray:
        return mask_of(self.position, seat, self.number)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._sight

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.seat_of[agent]
        return {"observation": seen(self.position, seat), "action_mask": self.mask(seat)}

    def state(self) -> np.ndarray:
        """Return the whole record, secrets and all, as numbers: for centralised critics."""
        return self.position.states.view(np.int32).astype(np.float32)

    @property
    def state_space(self) -> spaces.Box:
        return spaces.Box(-np.inf, np.inf, self.state().shape, np.float32)

    def render(self) -> Any:
        """Return what a spectator sees."""
        return rendered(self.position.view(-1), self.render_mode)

    imagine = OldName("determinize")

    def determinize(self, agent: str, seed: int | str | None = None) -> Any:
        """Return a copy that looks the same to the agent: what it cannot know is dealt anew, and so is everything to come."""
        twin = deepcopy(self)
        twin.position = self.position.view(self.seat_of[agent]).determinize(seed)
        return twin

    def close(self) -> None:
        """Do nothing: nothing is open."""


class raw_env(Environment, AECEnv):
    """One agent at a time."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_act[0]]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        answer(self.position, action, self.seat_of[agent])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.steps += 1
        if self.position.over:
            self.rewards = dict(zip(self.possible_agents, rewards_of(self.position.places).tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        if not self.position.over:
            self.agent_selection = self.possible_agents[self.position.to_act[0]]
        self._accumulate_rewards()


class parallel_env(Environment, ParallelEnv):
    """All agents at once: those who are asked answer, the others wait."""

    def __init__(self, game: str, **arguments: Any) -> None:
        super().__init__(game, waits=True, **arguments)

    @property
    def wait(self) -> int:
        return self.number - 1

    def mask(self, seat: int) -> np.ndarray:
        mask = super().mask(seat)
        if not mask.any():
            mask[self.wait] = 1
        return mask

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.begin(seed)
        self.steps = 0
        self.agents = list(self.possible_agents)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Take one answer from everybody. If one of them is not legal, none is carried out."""
        trial = self.position.copy()
        for seat in self.position.to_act:
            answer(trial, actions.get(self.possible_agents[seat]), seat)
        self.position = trial
        self.steps += 1
        over, cut = self.position.over, self.steps >= self.max_cycles
        rewards = rewards_of(self.position.places).tolist() if over else [0.0] * len(self.possible_agents)
        agents = self.agents
        result: tuple[dict[str, Any], ...] = (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut and not over),
            {agent: {} for agent in agents},
        )
        if over or cut:
            self.agents = []
        return result


def register() -> None:
    """Register the games with PettingZoo."""
    for name, game in GAMES.items():
        for kind, entry_point in (("aec", "env"), ("parallel", "parallel_env")):
            pettingzoo.register(kind, f"inventorium/{name}-v0", f"{__name__}:{entry_point}", kwargs={"game": game})


register()
