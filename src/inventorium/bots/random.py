"""Random: every legal action is equally likely."""

from inventorium.bots.bot import Bot, legal_count
from inventorium.core.chance import random_below
from inventorium.core.position import View


class Random(Bot):
    def think(self, view: View) -> int:
        answers = legal_count(view)
        return answers[random_below(self.stream(view), len(answers))]
