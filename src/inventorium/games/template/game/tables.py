"""The numbers of the game: what a position is made of, and which actions there are."""

from inventorium.core.actions import Space
from inventorium.core.contract import DRAFT, GameType, record_of

GOAL = 40
DEALER = -1

SIZES = {"seat": 4, "face": 6}  # the axes, each with its length
FIELDS = {  # the position; the axes of every field
    "players": (),
    "asked": (),
    "pot": (),  # points of this turn
    "points": ("seat",),
    "active": (),  # whose turn it is, also while the dealer rolls
}
CATEGORICAL = {"asked": "seat", "active": "seat"}  # fields that hold a seat, not a number
STATE = record_of((), FIELDS, SIZES)
IDS = {"face": "faces"}  # axes that components.toml names: `fall 4` is a four
COMPONENT_SCHEMA = {"faces": {"id": str, "name": dict}}  # the groups in components.toml, and the keys of their records
SPACE = Space(SIZES, roll=(), hold=(), fall=("face",))
SCORE_PARTS = ("points",)  # what a score is made of
GAME_TYPE = GameType(longest=2_000, stage=DRAFT)

ROLL, HOLD, FALL, PART = SPACE.acts.ROLL, SPACE.acts.HOLD, SPACE.numbers("fall"), SPACE.parts[:, 0]
