"""The lab: measures a game in many games between bots, with intervals.

inventory         what a player can have or do, as the game declares it
sample            one game, played and measured: a line of JSON
collection        which games are played for a report, and collecting them
arrays            the samples as arrays
measurements      the figures of a report
component_values  what cards and other things are worth
experiments       what taking a thing was worth: the game is played on with and without it
rollouts          plays on to the end of a game, compiled
comparison        what differs between variants, corrected for many comparisons
luck              the share of luck, for all editions and numbers of players
schema            the shape of a report
summary           what is certain in a report, in sentences
report            the page
runner            the command `lab`
"""
