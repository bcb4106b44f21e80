"""The lab: what a game is like, measured in many games between bots, with intervals.

    account     what a player can have or do, as the game tells it
    playing     one game, played and looked at: a line of JSON
    whatif      the experiment: what taking a thing was worth
    onward      playing on to the end of a game, compiled
    trials      which games are played for a report, and collecting them
    statistics  means, shares, differences and regressions with 95 % intervals
    measuring   what the games say
    comparing   what differs between editions or component files, corrected for many comparisons
    plots       drawings in SVG
    report      one page with all of it
"""
