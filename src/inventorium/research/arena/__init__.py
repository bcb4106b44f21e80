"""Many games between bots, and how strong they are, with intervals.

variant    what is played: a game, its edition, its options, its components
game_task  one game between bots: from a task to a result
workers    many tasks, on the cores of this machine or on a Ray cluster, resumable
match      the same bots play many games
rating     ratings from places, of bots and of people
ladder     rates the bots of a pool
"""
