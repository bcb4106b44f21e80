"""Inference with a trained network, in compiled code without a framework.

Most inputs are 0, so the first layer adds up the rows of the others. Most of these are 1, and hardly any changes from one
decision of a seat to its next: only the rows that changed are added or subtracted (an accumulator, as in chess programs). Rows
are integers, so the sum does not depend on the order.

A network is evaluated at a decision with a choice, from the view of the seat to move; seats are counted from there.
"""

import numpy as np

from inventorium.bots.networks import LEVELS, POINTS, SCALE, Scratch
from inventorium.core.compiler import bound, rule
from inventorium.core.planes import SEAT

rules, tables, value, evaluator = bound(__name__, "rules", "tables", "value", "evaluator")
SEATS, PARTS = tables.SIZES["seat"], len(tables.SCORE_PARTS)
HINTS = value.HINTS
HINTED = value.hints is not None
HALF = np.float32(0.5)
NOTHING = np.float32(0.0)
short, real = np.int16, np.float32
FAR = np.float32(8.0)  # differences of values are clipped at this many spreads


@rule
def new_scratch(state, net):
    """Return the buffers of one thread, with nothing evaluated yet."""
    units, inputs = len(net.first_bias), max(len(net.first), len(net.first_bias), len(net.second_bias))
    return Scratch(
        np.empty(inputs, np.int32),
        np.empty(inputs, np.int32),
        np.empty(inputs, np.float32),
        np.zeros(max(1, HINTS)),
        np.zeros(SEATS),
        np.empty((SEATS, inputs), np.int32),
        np.zeros(SEATS, np.int64),
        np.zeros((SEATS, units), np.int32),
        np.empty(units, np.float32),
        np.empty(len(net.second_bias), np.float32),
        np.empty(inputs, np.int32),
        np.empty(inputs, np.int32),
        np.empty(len(net.heads_bias), np.float32),
        np.zeros((SEATS, PARTS), np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
    )


# ---------------------------------------------------------------- seeing


@rule
def see(state, words, box, seat, net, scratch):
    """List the inputs that are 1, in ascending order, and the others that are not 0; return the numbers of both. `words` is the
    state as 32-bit numbers."""
    ones, count, players = 0, 0, state.players
    sources, inputs, amounts = net.sources[players, seat], scratch.inputs, scratch.amounts
    for element in range(len(sources)):
        source = sources[element]
        if source < 0:
            continue
        number, start, style, low = words[source], net.starts[element], net.styles[element], net.lows[element]
        if style == LEVELS:
            for level in range(min(number, net.highs[element]) - low):
                scratch.ones[ones] = start + level
                ones += 1
        elif style == SCALE:
            if number > low:
                scratch.ones[ones] = start
                ones += 1
                inputs[count], amounts[count] = start + 1, (number - low) / (net.highs[element] - low)
                count += 1
        elif number >= 0:
            scratch.ones[ones] = start + ((number - seat) % players if style == SEAT else number)
            ones += 1
        elif low <= number < -1:
            scratch.ones[ones] = start + net.highs[element] - 2 - number
            ones += 1
    return ones, see_hints(state, box, seat, net, scratch, count)


@rule
def see_hints(state, box, seat, net, scratch, count):
    """Add the hand-written value of every seat and its parts as inputs; return the number of inputs then."""
    players, inputs, amounts = state.players, scratch.inputs, scratch.amounts
    total, best, second = 0.0, -np.inf, -np.inf
    for other in range(players):
        points = hinted(state, box, other, scratch)
        scratch.values[other] = points
        total += points
        if points > best:
            best, second = points, best
        else:
            second = max(second, points)
        start = net.first_hint + (other - seat) % players * (HINTS + 2)
        for part in range(HINTS):
            if scratch.parts[part] != 0.0:
                inputs[count], amounts[count] = start + part, scratch.parts[part] * net.scales[part]
                count += 1
    spread = value.spread(state)
    for other in range(players):
        points, start = scratch.values[other], net.first_hint + (other - seat) % players * (HINTS + 2) + HINTS
        rival = second if points == best else best
        inputs[count], amounts[count] = start, within(HALF * (points - total / players) / spread)
        inputs[count + 1], amounts[count + 1] = start + 1, within(HALF * (points - rival) / spread)
        count += 2
    return count


@rule
def within(number):
    return min(max(number, -FAR), FAR)


@rule
def hinted(state, box, seat, scratch):
    if HINTED:
        return value.hints(state, box, np.int64(seat), scratch.parts)
    return value.value(state, box, np.int64(seat))


# ---------------------------------------------------------------- thinking


@rule
def think(seat, ones, count, net, scratch):
    """Fill the hidden layers and the heads from what was seen through the eyes of a seat."""
    catch_up(seat, ones, net, scratch)
    for unit in range(len(scratch.first)):
        scratch.first[unit] = net.first_bias[unit] + net.quantization_step * np.float32(scratch.sums[seat, unit])
    for i in range(count):
        scratch.amounts[i] *= net.quantization_step
    add_rows(net.first, scratch.first, scratch.inputs, scratch.amounts, count)
    scratch.second[:] = net.second_bias
    add_rows(net.second, scratch.second, scratch.active, scratch.amounts, list_active(scratch.first, scratch))
    scratch.heads[:] = net.heads_bias
    add_rows(net.heads, scratch.heads, scratch.active, scratch.amounts, list_active(scratch.second, scratch))


@rule
def catch_up(seat, ones, net, scratch):
    """Add the rows of inputs that have become 1 since the seat looked last to its sums, and take away those that were."""
    known, i, j, new, gone = scratch.known[seat], 0, 0, 0, 0
    while i < ones or j < scratch.known_count[seat]:
        if j == scratch.known_count[seat] or (i < ones and scratch.ones[i] < known[j]):
            scratch.active[new] = scratch.ones[i]
            new, i = new + 1, i + 1
        elif i == ones or known[j] < scratch.ones[i]:
            scratch.gone[gone] = known[j]
            gone, j = gone + 1, j + 1
        else:
            i, j = i + 1, j + 1
    add_ones(net.first, scratch.sums[seat], scratch.active, new, short(1))
    add_ones(net.first, scratch.sums[seat], scratch.gone, gone, short(-1))
    for i in range(ones):
        known[i] = scratch.ones[i]
    scratch.known_count[seat] = ones


@rule
def list_active(layer, scratch):
    """List the units of a layer that are above 0, and leave the others at 0; return how many there are. A branch would be guessed
    wrong half of the time, so there is none."""
    active = 0
    for unit in range(len(layer)):
        layer[unit] = max(layer[unit], NOTHING)
        scratch.active[active], scratch.amounts[active] = unit, layer[unit]
        active += layer[unit] > NOTHING
    return active


@rule
def add_ones(layer, sums, rows, count, sign):
    """Add the rows to the sums, or take them away: four at a time, for which 16 bits are enough."""
    width, i = len(sums), 0
    while i + 4 <= count:
        one, two, three, four = layer[rows[i]], layer[rows[i + 1]], layer[rows[i + 2]], layer[rows[i + 3]]
        for unit in range(width):
            sums[unit] += short(sign * short(short(one[unit] + two[unit]) + short(three[unit] + four[unit])))
        i += 4
    while i < count:
        one = layer[rows[i]]
        for unit in range(width):
            sums[unit] += short(sign * one[unit])
        i += 1


@rule
def add_rows(layer, result, rows, amounts, count):
    """Add the rows, each times its amount."""
    width, i = len(result), 0
    while i + 8 <= count:
        one, two, three, four = layer[rows[i]], layer[rows[i + 1]], layer[rows[i + 2]], layer[rows[i + 3]]
        five, six, seven, eight = layer[rows[i + 4]], layer[rows[i + 5]], layer[rows[i + 6]], layer[rows[i + 7]]
        a, b, c, d = amounts[i], amounts[i + 1], amounts[i + 2], amounts[i + 3]
        e, f, g, h = amounts[i + 4], amounts[i + 5], amounts[i + 6], amounts[i + 7]
        for unit in range(width):
            result[unit] += ((a * real(one[unit]) + b * real(two[unit])) + (c * real(three[unit]) + d * real(four[unit]))) + (
                (e * real(five[unit]) + f * real(six[unit])) + (g * real(seven[unit]) + h * real(eight[unit]))
            )
        i += 8
    while i < count:
        one, a = layer[rows[i]], amounts[i]
        for unit in range(width):
            result[unit] += a * real(one[unit])
        i += 1


@rule
def judge(state, words, box, net, scratch, points, wins, utilities):
    """Write, for every seat, the points it expects, its chance to win as it is shown, and its utility (see evaluator.py), which
    knows no temperature."""
    seat, players = np.int64(rules.to_act(state)), state.players
    ones, count = see(state, words, box, seat, net, scratch)
    think(seat, ones, count, net, scratch)
    highest, total = -np.inf, 0.0
    for relative in range(players):
        highest = max(highest, scratch.heads[relative])
    for relative in range(players):
        other = (seat + relative) % players
        wins[other] = np.exp(scratch.heads[relative] - highest)
        utilities[other] = 1 / (1 + np.exp(-scratch.heads[SEATS + relative]))
        points[other] = POINTS * scratch.heads[2 * SEATS + relative]
        total += wins[other]
    for other in range(players):
        wins[other] /= total
        utilities[other] = 0.5 * wins[other] + 0.5 * utilities[other]
    calibrate(state, net, wins)
    if evaluator.is_decided(state):
        evaluator.judge_result(state, box, points, wins, utilities, scratch.score_parts, scratch.scores, scratch.places)


@rule
def calibrate(state, net, wins):
    """Make chances to win as sure as they prove to be: the calibration of the network says how much."""
    one, other = net.temperature[state.players, 0], net.temperature[state.players, 1]
    if one != 0.0 or other != 0.0:
        power, total = np.exp(-one - other * value.spread(state)), 0.0
        for seat in range(state.players):
            wins[seat] = wins[seat] ** power
            total += wins[seat]
        for seat in range(state.players):
            wins[seat] /= total


@rule
def foresee(states, words, boxes, stream, actions, net, scratch, points, wins, utilities):
    """Advance to the next decision and judge the position there; return the number of actions, 0 at the end of the game."""
    count = evaluator.next_question(states[0], boxes[0], stream, actions)
    if count == 0:
        evaluator.judge_result(states[0], boxes[0], points, wins, utilities, scratch.score_parts, scratch.scores, scratch.places)
    else:
        judge(states[0], words, boxes[0], net, scratch, points, wins, utilities)
    return count


@rule
def prior(state, net, scratch, actions, count, priors):
    """Write the policy of the network for each action, after the position was judged; the sum is 1."""
    highest, total = -np.inf, 0.0
    for i in range(count):
        priors[i] = product(net.policy[actions[i]], scratch.second, scratch.amounts) + net.policy_bias[actions[i]]
        highest = max(highest, priors[i])
    for i in range(count):
        priors[i] = np.exp(priors[i] - highest)
        total += priors[i]
    for i in range(count):
        priors[i] /= total


@rule
def product(one, two, products):
    """Return the inner product. The terms are added up half to half: that is quick, and the order is the same everywhere."""
    left = len(one)
    for i in range(left):
        products[i] = one[i] * two[i]
    while left > 8:
        half = (left + 1) // 2
        for i in range(left - half):
            products[i] += products[i + half]
        left = half
    total = NOTHING
    for i in range(left):
        total += products[i]
    return total
