"""Gymnasium: one learning seat against bots.

    import gymnasium
    import inventorium.research.adapters.gymnasium                       # registers the three games
    env = gymnasium.make("inventorium/LegendaryInventors-v0", players=2, opponents="greedy")
    envs = gymnasium.make_vec("inventorium/Genies-v0", num_envs=64, players=4, opponents="random")

An observation is the row of planes of `inventorium.core.planes`, as the learner may see the game; `info["action_mask"]` says
which actions are open. A mask is never empty: where a game is over and its next action is ignored, it is all ones. The reward
comes at the end, from 1 (above all others) to -1. `seat=None` seats the learner anew in every game. The vector environment
steps all its games in one compiled call. Both environments can be pickled.
"""

from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from inventorium import bots
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.old_names import OldName
from inventorium.research.adapters.render import RENDER_MODES, rendered
from inventorium.research.adapters.rewards import rewards_of
from inventorium.research.adapters.spaces import GAMES, LegalActions, SealedActions, act, begin, mask_of, observation_box, seen
from inventorium.research.batch.versus import Versus, seat_in

SEEDS = 2**62


class Environment(gymnasium.Env[np.ndarray, Any]):
    """One game at a time, against bots of any name that `inventorium.bots.make` knows."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str = "greedy",
        seat: int | None = None,
        edition: str = "default",
        components: str | Path | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._how = (game, players, edition, components, options)
        self._opponents, self.render_mode = opponents, render_mode
        self.position = begin(game, players, 0, edition, components, options)
        self._wanted = seat_in(seat, self.position.players)
        self.seat = self._wanted or 0
        self._bot = bots.make(opponents, self.position.game)
        self.observation_space = observation_box(self.position.game)
        self.action_space = LegalActions(self.position.game.actions, self)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        game, players, edition, components, changes = self._how
        luck = int(self.np_random.integers(SEEDS))
        self.position = begin(game, players, luck, edition, components, changes)
        self._bot.close()
        self._bot = bots.make(self._opponents, self.position.game, luck)
        self.seat = int(self.np_random.integers(self.position.players)) if self._wanted is None else self._wanted
        self._let_the_others_answer()
        return seen(self.position, self.seat), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        act(self.position, action, self.seat)
        self._let_the_others_answer()
        over = self.position.over
        reward = float(rewards_of(self.position.places)[self.seat]) if over else 0.0
        return seen(self.position, self.seat), reward, over, False, self._info()

    def _let_the_others_answer(self) -> None:
        while not self.position.over and (seat := self.position.to_act[0]) != self.seat:
            self.position.act(self._bot.choose(self.position.view(seat)), seat)
        if self.render_mode == "human":
            self.render()

    def mask(self) -> np.ndarray:
        """Return which actions are open: 1 for each. It is never empty: when the game is over, it is all ones."""
        if self.position.over:
            return np.ones(self.position.game.actions, np.int8)
        return mask_of(self.position, self.seat, self.position.game.actions)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.mask(), "seat": self.seat}

    imagine = OldName("determinize")

    def determinize(self, seed: int | str | None = None) -> "Environment":
        """Return a copy that looks the same to the learner: what it cannot know is dealt anew, and so is everything to come."""
        twin = deepcopy(self)
        twin.position = self.position.view(self.seat).determinize(seed)
        return twin

    def render(self) -> Any:
        """Return what the learner sees."""
        return rendered(self.position.view(self.seat), self.render_mode)

    def close(self) -> None:
        """End the opponents that are programs of their own."""
        self._bot.close()


class VectorEnvironment(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games at once against bots that can play compiled: random, greedy, and the levels that are greedy ones."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **arguments: Any,
    ) -> None:
        self.num_envs, self.render_mode, self.copy = num_envs, render_mode, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**Environment.metadata, "autoreset_mode": self.autoreset_mode}
        players = load_game(game).players[0] if players is None else players
        self.games = Versus(game, players, num_envs, seed=int(self.np_random.integers(SEEDS)), **arguments)
        self.single_observation_space = observation_box(self.games.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.games.game.actions)
        self.action_space = SealedActions(self.games.game.actions, num_envs, self)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Restart all games, or those of `options["reset_mask"]`. A seed decides everything that follows."""
        super().reset(seed=seed)
        if options and "reset_mask" in options:
            self.games.begin(options["reset_mask"])
        else:
            self.games.reset(None if seed is None else int(self.np_random.integers(SEEDS)))
        return self._observations(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action in every game. If one of them is not legal, none is carried out."""
        games = self.games
        if self.autoreset_mode == AutoresetMode.DISABLED and games.done.any():
            raise ResetNeeded(f"game {int(games.done.argmax())} is over; reset it first, with options={{'reset_mask': ...}}")
        try:
            games.step(actions)
        except InventoriumError as error:
            raise InvalidAction(str(error)) from None
        over = games.done == 1
        rewards = np.where(over, rewards_of(games.places)[np.arange(self.num_envs), games.to_act], 0.0)
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            infos = self._last_words(over)
            games.begin(over)
        return self._observations(), rewards, over, np.zeros(self.num_envs, bool), infos | self._infos()

    def _last_words(self, over: np.ndarray) -> dict[str, Any]:
        """Return what the finished games looked like at their end, in the manner of SyncVectorEnv."""
        infos: dict[str, Any] = {}
        for i in np.flatnonzero(over).tolist():
            last = {"action_mask": self.games.masks[i].copy(), "seat": int(self.games.to_act[i])}
            infos = self._add_info(infos, {"final_obs": self.games.observations[i].copy(), "final_info": last}, i)
        return infos

    def masks(self) -> np.ndarray:
        return self.games.masks

    def _observations(self) -> np.ndarray:
        return self.games.observations.copy() if self.copy else self.games.observations

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.games.masks.copy() if self.copy else self.games.masks,
            "_action_mask": everywhere,
            "seat": self.games.to_act.copy(),
            "_seat": everywhere.copy(),
        }

    imagine = OldName("determinize")

    def determinize(self, seed: int | str | None = None) -> "VectorEnvironment":
        """Return a copy that looks the same to the learners: what they cannot know is dealt anew, and so is everything to
        come."""
        twin = deepcopy(self)
        twin.games = self.games.determinize(seed)
        return twin

    def render(self) -> tuple[Any, ...] | None:
        """Return what the learners see, one game after the other."""
        return tuple(rendered(view, self.render_mode) for view in map(self.games.view, range(self.num_envs)))


def register() -> None:
    """Register the games with Gymnasium. Some bots search by time (`search:1s`), so with them the same seed does not mean the
    same games; with all other opponents it does."""
    for name, game in GAMES.items():
        gymnasium.register(
            f"inventorium/{name}-v0",
            entry_point=f"{__name__}:Environment",
            vector_entry_point=f"{__name__}:VectorEnvironment",
            nondeterministic=True,
            kwargs={"game": game},
        )


register()
