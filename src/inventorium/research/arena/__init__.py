"""The arena: many games between bots, and how strong they are, with intervals.

variant   what is played: a game, its edition, its options, its components
playout   one game between bots: from a task to a result
spread    many tasks, on the cores of this machine or on a Ray cluster, resumable
match     the same bots play many games
rating    places become ratings, of bots and of people
ladder    the bots of a pool get ratings
"""
