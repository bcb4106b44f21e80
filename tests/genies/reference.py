"""The reference procedure of the catalogue (2.12) and its questions (7.2), written down a second time in plain Python, with
nothing of the compiled rules: no record, no numbers of answers, one seat after another. It is slow and meant to be read."""

from collections.abc import Generator
from typing import Any

POSITIONS = "abcde"
Question = tuple[int, list[str]]  # who is asked (-1: the dealer), and the answers open to it
Story = Generator[Question, str, None]  # every question, each of which is sent its answer


class Reference:
    """A game as a story: `game()` yields every question, and is sent its answer."""

    def __init__(self, components: Any, players: int, options: dict[str, Any]) -> None:
        self.players, self.options = range(players), options
        self.geniuses = {g["id"]: g for g in components["geniuses"]}
        self.cards = {c["id"]: c for c in components["action_cards"]}
        self.disciplines = {d["id"]: d for d in components["disciplines"]}
        income = next(i for i in components["incomes"] if i["players"] == players)
        self.income, self.hand_size = income["chips"], income["cards"]
        self.chips = [0] * players
        self.hands: list[list[str]] = [[] for _ in self.players]
        self.patrons: list[list[str]] = [[] for _ in self.players]
        self.academies: list[list[str]] = [[] for _ in self.players]
        self.points = [0] * players
        self.added: dict[str, list[int]] = {name: [] for name in self.geniuses}
        self.carried: list[list[str]] = []  # units; with `split` each is one card
        self.seen: set[str] = set()  # action cards that were played

    def game(self) -> Story:
        genius_stacks = {p: [n for n, g in self.geniuses.items() if g["phase"] == p] for p in (1, 2, 3)}
        card_stacks = {p: [n for n, c in self.cards.items() if c["phase"] == p] for p in (1, 2, 3)}
        for self.round in range(1, 7):
            self.phase = (self.round + 1) // 2
            first = self.round % 2 == 1
            if first and self.options["action_cards"]:
                for _ in range(self.hand_size):
                    for seat in self.players:
                        card = yield from self.draw(card_stacks[self.phase])
                        self.hands[seat].append(card)
            for seat in self.players:
                self.chips[seat] += self.income
                self.hands[seat].sort()
                for card in list(self.hands[seat]) if first else []:
                    if self.effect(card) == "grant":
                        self.chips[seat] += self.cards[card]["n"]
                        self.use(seat, card)
                    elif self.effect(card) == "patron":
                        self.patrons[seat].append(card)
                        self.use(seat, card)
            yield from self.lay_out(genius_stacks[self.phase])
            yield from self.bid()
            yield from self.name_cards(first)
            self.resolve()
            if not first:
                yield from self.place_stars()
                self.score()
                self.hands = [[] for _ in self.players]
                self.patrons = [[] for _ in self.players]

    def effect(self, card: str) -> str:
        return str(self.cards[card]["effect"])

    def use(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.seen.add(card)

    def draw(self, stack: list[str]) -> Generator[Question, str, str]:
        answer = yield -1, [f"deal {name}" for name in stack]
        name = answer.split()[1]
        stack.remove(name)
        return name

    def lay_out(self, stack: list[str]) -> Story:
        self.offer: list[list[str]] = [[] for _ in POSITIONS]
        for k, unit in enumerate(self.carried):
            self.offer[k % 5] += unit
        self.carried = []
        for p in range(5):
            self.offer[p].append((yield from self.draw(stack)))

    def bid(self) -> Story:
        self.bids: list[list[int | None]] = [[] for _ in self.players]
        for seat in self.players:
            for p in range(5):
                most = self.chips[seat] + sum(
                    self.cards[card]["n"]
                    for card in self.patrons[seat]
                    for earlier in range(p)
                    if self.has_field(self.offer[earlier], self.cards[card]["field"])
                )
                answers = [f"bid {n}" for n in range(min(most, 99) + 1)]
                answer = yield seat, answers + (["bid -"] if self.options["zero_bids"] else [])
                number = answer.split()[1]
                bid = None if number == "-" else int(number)
                self.bids[seat].append(None if bid == 0 and not self.options["zero_bids"] else bid)
            yield seat, ["seal"]

    def has_field(self, names: list[str], field: str) -> bool:
        return any(self.disciplines[self.geniuses[name]["discipline"]]["field"] == field for name in names)

    def name_cards(self, first: bool) -> Story:
        """GE-A46, 7.4."""
        self.due: dict[str, int] = {}
        resolution = {
            name
            for name, card in self.cards.items()
            if card["phase"] == self.phase and card["effect"] in ("top-up", "persuasion", "funds")
        }
        if resolution <= self.seen:
            return
        for seat in self.players:
            if all(bid is None for bid in self.bids[seat]):
                continue
            for card in list(self.hands[seat]):
                least = {"top-up": 1, "persuasion": 0, "funds": 2}.get(self.effect(card))
                fitting = (
                    [] if least is None else [p for p, bid in enumerate(self.bids[seat]) if bid is not None and bid >= least]
                )
                answers = [f"play {card} {POSITIONS[p]}" for p in fitting]
                answer = yield seat, answers + (["hold"] if first or not fitting else [])
                if answer != "hold":
                    self.due[card] = POSITIONS.index(answer.split()[2])

    def is_due(self, card: str, p: int, effect: str) -> bool:
        return self.effect(card) == effect and card in self.due and self.due[card] <= p

    def resolve(self) -> None:
        for p in range(5):
            valid = {seat: bid for seat in self.players if (bid := self.bids[seat][p]) is not None and bid <= self.chips[seat]}
            value = dict(valid)
            for seat, bid in valid.items():
                for card in list(self.hands[seat]):
                    if bid >= 1 and self.is_due(card, p, "top-up"):
                        value[seat] += self.cards[card]["n"]
                        self.use(seat, card)
            top = [seat for seat in valid if value[seat] == max(value.values())]
            price = valid[top[0]] if len(top) == 1 else 0
            if len(top) > 1:
                persuading = [(seat, card) for seat in top for card in self.hands[seat] if self.is_due(card, p, "persuasion")]
                if persuading:
                    seat, card = persuading[0]
                    self.use(seat, card)
                    top = [seat]
            if len(top) == 1:
                winner = top[0]
                for card in list(self.hands[winner]):
                    if price >= 2 and self.is_due(card, p, "funds"):
                        price = max(1, price - self.cards[card]["n"])
                        self.use(winner, card)
                self.chips[winner] += (
                    sum(
                        self.cards[card]["n"]
                        for card in self.patrons[winner]
                        if self.has_field(self.offer[p], self.cards[card]["field"])
                    )
                    - price
                )
                self.academies[winner] += self.offer[p]
            elif self.options["bundles"] == "keep":
                self.carried.append(self.offer[p])
            else:
                self.carried += [[name] for name in self.offer[p]]

    def place_stars(self) -> Story:
        """Window S1: nobody's stars count before all have answered."""
        placed = []
        for seat in self.players:
            for card in list(self.hands[seat]) if self.academies[seat] else []:
                if self.effect(card) != "stars":
                    yield seat, ["hold"]
                else:
                    answer = yield seat, [f"play {card} {name}" for name in self.academies[seat]]
                    placed.append((seat, card, answer.split()[2]))
        for seat, card, name in placed:
            self.added[name].append(self.cards[card]["n"])
            self.use(seat, card)

    def stars(self, name: str) -> int:
        return int(self.geniuses[name]["stars"]) + sum(self.added[name])

    def score(self) -> None:
        for discipline, table in self.disciplines.items():
            ranking = []
            for seat in self.players:
                mine = [name for name in self.academies[seat] if self.geniuses[name]["discipline"] == discipline]
                if mine:
                    ranking.append(
                        (
                            (
                                sum(map(self.stars, mine)),
                                len(mine),
                                max(map(self.stars, mine)),
                                sum(sum(self.added[name]) for name in mine),
                            ),
                            seat,
                        )
                    )
            values = [*table["points"][self.phase - 1], 0, 0, 0]
            for key, seat in ranking:
                places = [i for i, (other, _) in enumerate(sorted(ranking, reverse=True)) if other == key]
                if len(places) == 1 or self.options["full_tie"] != "none":
                    self.points[seat] += values[places[0] if self.options["full_tie"] == "first" else places[-1]]
        for seat in self.players:
            for card in list(self.hands[seat]):
                if self.effect(card) == "renown":
                    totals = [self.field_stars(other, self.cards[card]["field"]) for other in self.players]
                    if totals[seat]:
                        self.points[seat] += self.cards[card]["n"] if totals[seat] == max(totals) else self.cards[card]["m"]
                        self.use(seat, card)

    def field_stars(self, seat: int, field: str) -> int:
        return sum(self.stars(name) for name in self.academies[seat] if self.has_field([name], field))
