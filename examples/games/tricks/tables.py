"""Tricks: hidden hands, played in turn. Everybody holds four cards; who plays the highest of a trick gets a point."""

from inventorium.core.actions import Space
from inventorium.core.contract import DRAFT, GameType, record_of

HAND, CARDS = 4, 20
NOBODY = PILE = DEALER = -1
OPEN, UNKNOWN = -2, -3  # a card that was played; a card that a seat cannot see

SIZES = {"seat": 4, "card": CARDS}
FIELDS = {
    "players": (),
    "asked": (),
    "dealt": (),
    "leader": (),
    "tricks": (),  # that are over
    "holder": ("card",),  # the seat that has it in hand, PILE, OPEN, or UNKNOWN
    "played": ("seat",),  # to this trick
    "hand": ("seat",),  # number of cards
    "points": ("seat",),
}
CATEGORICAL = {"asked": "seat", "leader": "seat", "holder": "seat"}
STATE = record_of((), FIELDS, SIZES)
SPACE = Space(SIZES, play=("card",), deal=("card",))
SCORE_PARTS = ("tricks",)
GAME_TYPE = GameType(secrets=True, longest=2 * 4 * HAND, stage=DRAFT)

PLAY, DEAL, PART = SPACE.numbers("play"), SPACE.numbers("deal"), SPACE.parts[:, 0]
