"""Random: every answer is equally likely."""

from inventorium.bots.bot import Bot, answers_open
from inventorium.core.chance import random_below
from inventorium.core.position import View


class Random(Bot):
    def think(self, view: View) -> int:
        answers = answers_open(view)
        return answers[random_below(self.stream(view), len(answers))]
