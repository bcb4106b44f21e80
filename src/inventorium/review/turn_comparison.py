"""What two turns of one seat lead to, compared, compiled for each game without sheets: a few sensible answers later, with the
same luck for both."""

import numpy as np

from inventorium.core.chance import restart
from inventorium.core.compiler import bound, rule

search, game_evaluation, tables = bound(__name__, "tree_search", "game_evaluation", "tables")
SEATS, SETTINGS = tables.SIZES["seat"], search.SETTINGS["usual"]


@rule
def compare(states, boxes, seat, luck, ways, stream, net, room, trial, words, look, actions, gains):
    """Write, for every one of `gains`, how much more the first of two positions brings a seat than the second (see `note` in
    walking.py). `states[number]` are the two; there may be several such pairs, each imagined otherwise."""
    tried, found = states[0, :1].copy(), np.empty((2, SEATS))
    for number in range(len(gains)):
        gains[number] = 0.0
        for which in range(2):
            restart(luck, number)
            tried[0] = states[number % len(states), which]
            search.play_on(tried, boxes, luck, actions, look, SETTINGS)
            game_evaluation.expect(tried, boxes, ways, stream, net, room, trial, words, look, actions, found)
            game_evaluation.note(trial[0], boxes[0], seat, found, 1 - 2 * which, gains[number])
