"""The shape of a report, as `--json` writes it. Every number that was measured comes with its 95 % interval."""

from typing import TypedDict

from inventorium.core.statistics import Effect, Interval, Mean, Share

Histogram = list[list[int]]  # (value, how often), the smallest value first


class Standing(TypedDict):
    """How some seats fared."""

    wins: Share
    score: Mean


class Side(Standing):
    taken_by: list[Share]  # by who begins, who plays second ...


class Sides(TypedDict):
    """The factions of which each seat has one, as teams."""

    kind: str
    sides: dict[str, Side]


class Scores(TypedDict):
    all: Mean
    winner: Mean
    last: Mean
    quantiles: list[float]
    histogram: Histogram
    winners: Histogram


class Margins(TypedDict):
    mean: Mean
    spread: Mean
    close: Share
    shared: Share
    histogram: Histogram


class Length(TypedDict):
    turns: Mean
    answers: Mean
    decisions: Mean
    decisions_of_a_player: Mean
    decisions_of_a_turn: Mean
    choices: Mean
    histogram: Histogram
    decision_histogram: Histogram


class Part(TypedDict):
    """One part of the points."""

    part: str
    all: Mean
    winner: Mean
    more: Mean  # how much more of it the winners have than the mean
    share: float


class LeadShare(Share):
    """How often the leader at this part of the game wins in the end."""

    at: float


class Drama(TypedDict):
    leader_wins: list[LeadShare]
    half: LeadShare
    chance: float


class Rival(Standing):
    """One bot of another level among equal ones."""

    bot: str
    ahead: Mean  # of the others, in points


class Luck(TypedDict):
    """How much luck is in a game: the share of the variance that is due to deals, as an evaluation sees it."""

    evaluation: str
    wins: Mean
    points: Mean


class DecisionDifficulty(TypedDict):
    studied: int
    simulations: int
    gap: Mean
    points: Mean
    close: Share
    histogram: Histogram


class Worth(Effect):
    """What having one more of a thing goes with, in points and in wins."""

    wins: float
    wins_interval: Interval


class Trial(Effect):
    """What taking a thing gained, in points and in wins; in how many of these decisions a search would take it, too; and what it
    gained there."""

    wins: Mean
    right: Share
    then: Effect


class Thing(TypedDict):
    """One thing of a kind. Where too few had it or took it, nothing is said of its worth."""

    thing: str
    appears: Share | None  # None: always there
    taken: Share
    a_game: Mean
    when: float | None  # after what part of the game
    by: list[int]  # by who begins, who plays second ...
    owners: int
    owners_win: Share
    use: bool
    worth: Worth | None
    beside: Effect | None  # the worth, beside the mean thing of its kind that was taken
    trial: Trial | None
    verdict: str | None  # unseen, never, rarely, loses


class Price(TypedDict):
    """What a thing costs, and what it is worth for that."""

    thing: str
    price: Mean
    per_ten: Mean | None  # points that go with it, for ten paid


class Tally(TypedDict):
    """The game's own table (TALLY in its inventory.py)."""

    rows: dict[str, Mean]
    prices: dict[str, list[Price]]  # by kinds


class Compared(TypedDict):
    """One measure of everything that is compared."""

    measure: list[str]
    values: list[Mean]


class Differing(TypedDict):
    """By how much a measure differs between two of those that are compared."""

    measure: list[str]
    of: list[str]
    by: float
    interval: Interval | None
    corrected: float
    significant: bool


class Comparison(TypedDict):
    labels: list[str]
    comparisons: int
    measures: list[Compared]
    differences: list[Differing]


class Report(TypedDict):
    """Everything that is said about a game."""

    game: str
    edition: str
    options: dict[str, str]
    components: str
    players: int
    bot: str
    note: str  # that it plays as another bot; usually ""
    slips: int  # one in how many of the bot's moves is a blunder; 0: none. A key of reports, so its name stays
    games: int
    seed: str
    faults: int
    at_once: bool  # all play at the same time, so there is no first seat
    seats: list[Standing]
    order: list[Standing]  # who begins, who plays second ...
    sides: Sides | None
    scores: Scores
    margins: Margins
    length: Length
    parts: list[Part]
    drama: Drama
    skill: list[Rival]
    luck: Luck | None
    agony: DecisionDifficulty
    tally: Tally | None
    tried: int
    search: int  # simulations of the search in experiments
    things: dict[str, list[Thing]]  # by kinds
    compare: Comparison | None
