"""Fields: everybody is asked at once, and everything lies open. Who is alone on a field harvests its number."""

from inventorium.core.actions import Space
from inventorium.core.contract import DRAFT, GameType, record_of

ROUNDS, FIELDS_THERE = 6, 5
NONE = -1

SIZES = {"seat": 4, "field": FIELDS_THERE}
FIELDS = {"players": (), "round_now": (), "on": ("seat",), "points": ("seat",)}
CATEGORICAL = {"on": FIELDS_THERE}
STATE = record_of((), FIELDS, SIZES)
SPACE = Space(SIZES, go=("field",))
SCORE_PARTS = ("harvest",)
GAME_TYPE = GameType(chance=False, simultaneous=True, longest=ROUNDS * 4, stage=DRAFT)
