"""The lab: what a game is like, measured in many games between bots, with intervals.

account     what a player can have or do, as the game tells it
sample      one game, played and looked at: a line of JSON
whatif      the experiment: what taking a thing was worth
onward      playing on to the end of a game, compiled
trials      which games are played for a report, and collecting them
arrays      the samples as arrays
measuring   what the games say
worth       what things are worth
comparing   what differs between variants, corrected for many comparisons
schema      the shape of a report
summary     what is certain in a report, in sentences
report      one page with all of it
running     the command: from a wish to a page
"""
