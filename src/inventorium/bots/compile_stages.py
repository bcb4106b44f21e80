"""What is compiled of a game, in stages: first what one needs to sit down at a table, then the usual bot, then all the others."""

import hashlib
from pathlib import Path
from types import ModuleType

from numba.core.registry import cpu_target

from inventorium import bots
from inventorium.bots.levels import LEVELS, who_plays
from inventorium.bots.networks import network_for
from inventorium.core.compiler import cache_folder
from inventorium.core.game import Game
from inventorium.core.position import DEALER, Fields, Position, View

TABLE, USUAL_BOT, ALL_BOTS = STAGES = ("table", "bot", "bots")
THINKERS = {TABLE: ("random",), USUAL_BOT: ("greedy", "net~0"), ALL_BOTS: ("search:1", "net:1")}
THINKING = 50  # actions that bots search


def compile_all(game: Game) -> None:
    """Compile everything that people at a table, and simulations, need."""
    for stage in STAGES:
        compile_stage(game, stage)
    game.simulate(game.players[0], 1).run()


def compile_stage(game: Game, stage: str) -> None:
    """Compile what a stage needs by running every kind of bot as briefly as possible, and mark the stage as compiled."""
    position = played(game, THINKERS[stage])
    position.at(1).view(DEALER).picture()
    position.scores  # noqa: B018
    warm_events(position)
    mark_of(game, stage).touch()


def played(game: Game, bots_by_stage: tuple[str, ...]) -> Position:
    """Return a game played at random until bots have searched, so that all code paths are compiled."""
    position, player, earlier = game.new(game.players[0], seed=0), bots.built_in("random", game), list[str]()
    while not position.over:
        seat = position.to_act[0]
        view = position.view(seat)
        if position.actions_taken < THINKING:
            earlier = show(view, earlier)
            if bots.can_judge(game) and len(view.actions()) > 1:
                for name in bots_by_stage:
                    if not name.startswith("net") or network_for(view.box):
                        bots.built_in(name, game).choose(view)
        position.act(player.choose(view), seat)
    return position


def show(view: View, earlier: list[str]) -> list[str]:
    """Read a position, ask for the refusal of every move in `earlier` that is no longer legal, and return the legal moves."""
    view.picture()
    moves = view.moves()
    for move in {*earlier} - {*moves}:
        view.game.rulings.why_not(view, view.seat, move)
    return moves


def warm_events(position: Position) -> None:
    """Write the events of a game in words, as the log does."""
    now = position.initial_copy()
    for seat, action in position.log:
        before = Fields(now.states.copy())
        now.act(action, seat)
        list(position.game.events.events(position.box, before, now.fields, seat, action))


def stage_of(level: str, game: Game) -> str:
    """Return the stage in which a level of bots is compiled."""
    bot = who_plays(level, game.box())[0] if level in LEVELS else level
    return USUAL_BOT if bot.startswith("net~") else next((stage for stage in STAGES if bot in THINKERS[stage]), ALL_BOTS)


def is_compiled(game: Game, stage: str) -> bool:
    """Return whether a stage was compiled before, from the same sources and for the same processor, or came with the package."""
    return mark_of(game, stage).exists()


def mark_of(game: Game, stage: str) -> Path:
    """Return the file that says that a stage is compiled."""
    folders = [cache_folder(module.__name__) for module in modules_of(game, stage)]
    state = (*(folder.name for folder in folders), *cpu_target.target_context.codegen().magic_tuple())
    return folders[0] / f"{stage}-{hashlib.sha256(repr(state).encode()).hexdigest()[:16]}.mark"


def modules_of(game: Game, stage: str) -> list[ModuleType]:
    """Return the modules with everything that a stage compiles."""
    algorithms = {TABLE: [], USUAL_BOT: ["greedy"], ALL_BOTS: ["regret"] if game.type.sealed else ["tree_search"]}[stage]
    if network_for(game.box()) and stage == USUAL_BOT:
        algorithms.append("sealed_character" if game.type.sealed else "character")
    elif network_for(game.box()) and stage == ALL_BOTS and not game.type.sealed:
        algorithms.append("net_search")
    return [game.engine, *(bots.compiled(game, name) for name in algorithms if bots.can_judge(game))]
