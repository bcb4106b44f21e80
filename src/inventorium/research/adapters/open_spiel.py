"""OpenSpiel: the games as Python games of pyspiel.

    import pyspiel
    import inventorium.research.adapters.open_spiel                      # registers the three games
    game = pyspiel.load_game("inventorium_genies(players=3,action_cards=False)")

Every option of a game is a parameter, 0 where the option may be none; a value other than the usual one overrides the edition.
`components` and `record` are paths: of a component file, and of a game record that the game begins with, for endgames.
The dealer is the chance player and deals with the weights of the cards and tokens. Where several seats move at once, they
move one after the other, the lowest first, and do not see each other's actions. The returns are from 1 (above all
others) to -1, and sum to 0.

An observation is the planes of `inventorium.core.planes`. An information state is the same with the whole history where nothing
is secret. In Genies the record itself remembers all rounds, bids, prices and cards played, so there it is what the seat
sees; it forgets only cards that were lost or named in vain, which no longer matter.

Observations can be factored: public information, and what only the player sees. As tensors the two add up to what the player
sees.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from inventorium.core import library
from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.options import Option
from inventorium.core.planes import planes_of
from inventorium.core.position import DEALER, Position, Snapshot
from inventorium.research.adapters.rewards import rewards_of
from inventorium.research.batch import compiled, observation


def parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    usual = {option.name: parameter(option) for option in game.options}
    return {"players": game.players[0], "edition": "default", "components": "", "record": "", **usual}


def parameter(option: Option) -> Any:
    return 0 if option.values[0] is None else option.values[0]


def game_type(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"inventorium_{game.name.replace('-', '_')}",
        long_name=f"Inventorium: {game.title('en')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.type.secrets
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )


class SpielGame(pyspiel.Game):
    """One of the games with its parameters; `first` is the position it begins with."""

    kind: pyspiel.GameType
    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.game, params or {}
        try:
            self.first = first_position(game, {**parameters(game), **given})
        except (InventoriumError, OSError) as error:
            raise pyspiel.SpielError(str(error)) from None
        self.longest = game.type.longest
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.actions,
            num_players=self.first.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"an observation takes no parameters, but got {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def first_position(game: Game, given: dict[str, Any]) -> Position:
    """Return where the game begins: before anything is dealt, or at the end of a record."""
    components = given["components"] or None
    if given["record"]:
        position = game.read(Path(given["record"]).read_text(encoding="utf-8"), components)
        position.dealer = None
        return position
    changes = {option.name: given[option.name] for option in game.options if given[option.name] != parameter(option)}
    return game.new(given["players"], given["edition"], None, components, dealer=None, **changes)


class SpielState(pyspiel.State):
    """A position, as pyspiel asks for it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.first.copy()

    def current_player(self) -> int:
        if self.position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        asked = self.position.to_act[0]
        return asked if asked >= 0 else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        position = self.position
        actions, weights = np.empty((2, position.game.actions), np.int64)
        count = compiled(position.game).chances(position.states, position.box.array, actions, weights)
        total = weights[:count].sum()
        return sorted(zip(actions[:count].tolist(), (weights[:count] / total).tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        try:
            self.position.act(action, *self.position.to_act[:1])
        except InventoriumError as error:
            raise pyspiel.SpielError(str(error)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.write(max(player, -1), action)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        if not self.position.over:
            return [0.0] * self.position.players
        return list(rewards_of(self.position.places).tolist())

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a state that looks the same to the player: what it cannot know is dealt anew, everything that fits equally
        likely. Its history begins there, because the true history does not fit it."""
        if not self.position.game.type.secrets:
            return self.clone()
        seen = self.position.view(player)
        self.position.game.engine.determinize(seen.states, seen.box.array, player, new_stream(f"{sampler()}"))
        twin: SpielState = self.get_game().new_initial_state()
        twin.position = Position(seen.game, seen.box, seen.players, self.position.edition, seen.options, None, seen.states)
        return twin

    def __str__(self) -> str:
        return fields_of(self.position)


def fields_of(view: Snapshot) -> str:
    """Return a position, or a view of it, field by field."""
    return " ".join(f"{name}={view.states[name][0].tolist()}" for name in view.game.tables.FIELDS)


def secrets_of(position: Position, player: int) -> str:
    """Return what only one player sees of a position, by field and place in it."""
    own, public = position.view(player).states, position.view(DEALER).states
    return " ".join(
        f"{name}{place[1:].tolist()}={own[name][tuple(place)]}"
        for name in position.game.tables.FIELDS
        for place in np.argwhere(own[name] != public[name])
    )


class Observer:
    """An observation: `tensor`, and in `dict` its planes by name. Where nothing is secret, perfect recall is the public
    history."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        first, planes = game.first, planes_of(game.first.game).planes
        self.public, self.private = kind.public_info, kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (self.public or self.private):
            raise ValueError(
                "an observation has public information, the private information of one player, or both; nothing else is supported"
            )
        pieces: dict[str, tuple[int, ...]] = {"player": (first.players,)} | {plane.name: plane.shape or (1,) for plane in planes}
        self.planes = slice(first.players, first.players + planes[-1].stop)
        self.recalls = kind.perfect_recall and self.public and not first.game.type.secrets
        if self.recalls:
            pieces["history"] = (game.longest, 2)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in pieces.values()), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        start = 0
        for name, shape in pieces.items():
            self.dict[name] = self.tensor[start : start + int(np.prod(shape))].reshape(shape)
            start += self.dict[name].size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write each action of the history as its player (1 the observer, 2 the next clockwise, ..., -1 the dealer), and its
        number."""
        position = state.position
        seen = observation(position if self.private else position.view(DEALER), player)
        if not self.public:
            seen -= observation(position.view(DEALER), player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.tensor[self.planes] = seen
        if self.recalls:
            log = np.array(position.log or np.empty((0, 2)), np.float32)
            seats = np.where(log[:, 0] < 0, -1, 1 + (log[:, 0] - player) % position.players)
            self.dict["history"][: len(log)] = np.stack([seats, log[:, 1]], axis=1)

    def string_from(self, state: SpielState, player: int) -> str:
        if self.recalls:
            return f"{player}: " + " ".join(f"{seat}:{action}" for seat, action in state.position.log)
        if not self.public:
            return f"{player}: {secrets_of(state.position, player)}"
        return f"{player}: {fields_of(state.position.view(player if self.private else DEALER))}"


def register() -> None:
    """Register the games with pyspiel, each with a class of its own: its registry outlives Python, and unlike anything
    smaller a class is not freed then."""
    for name in library.names():
        game = load_game(name)
        kind = game_type(game)
        pyspiel.register_game(kind, type(kind.short_name, (SpielGame,), {"kind": kind, "game": game}))


register()
