"""One game between bots, from a task to a line of results. A result follows from its task alone, wherever it is played."""
from dataclasses import dataclass
from typing import Any

from inventorium import bots
from inventorium.core.game import Position, load_game

Player = str | type[bots.Bot]                       # a bot by its name, or a class of somebody's own


def name_of(player: Player) -> str:
    return player if isinstance(player, str) else player.__name__


@dataclass(frozen=True)
class Terms:
    """What is played: the game, its edition and changed options."""

    game: str
    edition: str = "default"
    changes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Task:
    """One game to be played: deal number so many of a seed, with these bots on these seats."""

    terms: Terms
    seed: str
    deal: int
    seats: tuple[Player, ...]

    def key(self) -> tuple[Any, ...]:
        return (self.terms.game, self.terms.edition, self.terms.changes, self.seed, self.deal, tuple(map(name_of, self.seats)))


def key_of(result: dict[str, Any]) -> tuple[Any, ...]:
    """The task that a line of results answers."""
    return (result["game"], result["edition"], tuple(map(tuple, result["changes"])), result["seed"], result["deal"],
            tuple(result["seats"]))


def play(task: Task) -> dict[str, Any]:
    """Play one game."""
    terms = task.terms
    game = load_game(terms.game)
    position = game.new(len(task.seats), terms.edition, f"{task.seed} deal {task.deal}", **dict(terms.changes))
    faults = play_out(position, task.seats, f"{task.seed} deal {task.deal}")
    return {"game": terms.game, "edition": terms.edition, "changes": [list(pair) for pair in terms.changes],
            "seed": task.seed, "deal": task.deal, "seats": [*map(name_of, task.seats)], "scores": list(position.scores),
            "places": list(position.places), "answers": position.answers_given, "faults": faults}


def play_out(position: Position, seats: tuple[Player, ...], seed: str) -> list[dict[str, Any]]:
    """Bots play a game to its end; gives what they did wrong."""
    players = [bots.make(name, position.game, seed) for name in seats]
    try:
        while not position.over:
            seat = position.to_act[0]
            position.act(players[seat].choose(position.view(seat)), seat)
        for seat, player in enumerate(players):
            player.end(position.view(seat))
    finally:
        for player in players:
            player.close()
    return [{"seat": seat, "fault": fault} for seat, player in enumerate(players) for fault in player.faults]


def prepare(tasks: list[Task]) -> None:
    """Compile everything that the tasks need, once, before many processes would; a wrong name is refused here."""
    for terms, name, players in dict.fromkeys((task.terms, name, len(task.seats)) for task in tasks for name in task.seats):
        game = load_game(terms.game)
        position = game.new(players, terms.edition, 0, **dict(terms.changes))
        seat = position.to_act[0]
        with bots.make(name, game) as bot:
            bot.prepare(position.view(seat))
