"""Plays on after two turns of one seat with the same luck for both, compiled for each game, and notes every action."""

import numpy as np

from inventorium.core.chance import random_below, restart
from inventorium.core.compiler import bound, rule

rules, tables, value, engine, evaluator, network, regret = bound(
    __name__, "rules", "tables", "value", "engine", "evaluator", "inference", "regret"
)
SEATS, SEALED = tables.SIZES["seat"], tables.GAME_TYPE.sealed
DEALER, NONE = np.int64(-1), -1
TICKETS = 1 << 20
SHARPNESS = 8.0  # a move is played in proportion to this power of what the network's policy says


@rule
def play_pairs(states, boxes, seat, own, others, regrets, turns, luck, choices, net, room, trial, words, look, actions, logs):
    """Play on after `states[number, which]` until the seat has had so many more turns, or until sealed moves are settled. Write
    every action to `logs[number, which]`. What is sealed first are the seat's `own` plans, and those of the others
    (others[seat, plan], the more often, the more they are regretted)."""
    plan, priors, odds = np.full(own.shape[1], NONE, np.int64), np.empty(len(actions)), np.empty(regrets.shape[1])
    logs[:] = NONE - 1
    for number in range(len(states)):
        for which in range(2):
            restart(luck, number)
            restart(choices, number)
            trial[0] = states[number, which]
            done = 0
            if SEALED:
                window = value.window(trial[0])
                for who in range(trial[0].players):
                    regret.match_regrets(regrets[who], odds)
                    pick = regret.draw(odds, choices)
                    plan[:] = own[which] if who == seat else others[who, pick]
                    done = seal(trial, boxes, np.int64(who), plan, window, choices, actions, look, logs[number, which], done)
            play_on(trial, boxes, seat, turns, luck, choices, net, room, words, look, actions, priors, logs[number, which], done)


@rule
def seal(trial, boxes, who, plan, window, choices, actions, look, log, done):
    """Seal what a plan says; sensible answers replace those that are not open. Return the length of the log."""
    i = 0
    while value.window(trial[0]) == window and rules.is_asked(trial[0], who) and done < len(log):
        count = rules.legal_actions(trial[0], boxes[0], who, actions)
        action = plan[i] if i < len(plan) else np.int64(NONE)
        if regret.place_of(action, actions, count) == NONE:
            action = evaluator.sensible_action(trial, boxes, who, actions, count, choices, look, 1)
        log[done, 0], log[done, 1] = who, action
        rules.apply(trial[0], boxes[0], who, np.int64(action))
        done, i = done + 1, i + 1
    return done


@rule
def play_on(trial, boxes, seat, turns, luck, choices, net, room, words, look, actions, priors, log, done):
    """Play on until the seat has had so many turns, or the sealed moves are settled."""
    state, box, begun, last = trial[0], boxes[0], 0, seat
    while done < len(log) and not rules.is_over(state):
        who = np.int64(rules.to_act(state))
        if who == DEALER:
            action = np.int64(engine.deal(state, box, luck, actions))
        else:
            if is_enough(state):
                break
            if not SEALED and who == seat and last != seat:
                begun += 1
                if begun > turns:
                    break
            count = rules.legal_actions(state, box, who, actions)
            action = np.int64(actions[0])
            if count > 1:
                action = likely_action(trial, boxes, who, count, choices, net, room, words, look, actions, priors)
        last = who
        log[done, 0], log[done, 1] = who, action
        rules.apply(state, box, who, action)
        done += 1


@rule
def is_enough(state):
    """Return whether sealed moves are settled."""
    if SEALED:
        return not value.is_unsettled(state)
    return False


@rule
def likely_action(trial, boxes, who, count, choices, net, room, words, look, actions, priors):
    """Return what a good player is likely to do: mostly what the network's policy prefers."""
    if SEALED or net is None:
        return np.int64(evaluator.sensible_action(trial, boxes, who, actions, count, choices, look, max(1, value.ROLLOUT[1])))
    if evaluator.is_exact(trial[0]):
        evaluator.keep_best(trial, boxes, who, actions, count, choices, look, priors)
        return np.int64(actions[0])
    points, chances, utilities, total = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS), 0.0
    network.judge(trial[0], words, boxes[0], net, room, points, chances, utilities)
    network.prior(trial[0], net, room, actions, count, priors)
    for i in range(count):
        priors[i] = priors[i] ** SHARPNESS
        total += priors[i]
    ticket = total * random_below(choices, TICKETS) / TICKETS
    for i in range(count):
        ticket -= priors[i]
        if ticket < 0:
            return np.int64(actions[i])
    return np.int64(actions[count - 1])
