"""What a page may show of a table. It takes only the view of a seat. docs/game-page.md lists the names."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from inventorium.bots.levels import behind, level_name
from inventorium.core.boards import text_of
from inventorium.core.box import Box
from inventorium.core.errors import Ruling
from inventorium.core.events import Moment
from inventorium.core.pages import Move, Moves, Picture, SeatView, player_colours
from inventorium.core.position import DEALER, View
from inventorium.core.words import Words
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.table import turn_log
from inventorium.table.seats import BOT, OPEN

TURNS_SHOWN = 14


class Scene:
    """A table, seen by one seat, in one language; `table.html` and the games' own pages are drawn from it."""

    def __init__(self, live_table: LiveTable, view: View, seat: int, words: Words, answers: int, live: bool) -> None:
        self.live_table, self.view, self.seat, self.words = live_table, view, seat, words
        self.answers, self.live = answers, live  # the number of actions that is shown, and whether it is the last
        self.game, self.fields = view.game, view.fields
        self.language = words.language
        self.names = table_bots.names(live_table.seats, words)
        self.picked: list[str] = []  # the preview: the pieces picked so far,
        self.chosen: Move | None = None  # a move tried
        self.log: list[turn_log.Turn] = []  # as far as the page shows it
        self.step: turn_log.Step | None = None  # the step being played back
        self.moment: Moment | None = None  # the part of it that waits for people
        self.after: Scene | None = None  # the table after it

    # ------------------------------------------------ names

    def name(self, thing: object) -> str:
        """The name of a component in the language of the page; what has no name is called by its id."""
        return names_of(self.view.box, self.language).get(str(thing), str(thing))

    def seat_name(self, seat: int) -> str:
        if seat == DEALER:
            return self.words("dealer")
        return self.names[seat]

    def level_name(self, level: str) -> str:
        """Return what a level of bot is called at this table."""
        return level_name(level, self.words, self.view.box, self.view.options)

    def subject(self, seat: int) -> str:
        """Return who begins a sentence. What people call themselves stays as they write it."""
        return self.words("dealer-first") if seat == DEALER else self.names[seat]

    # ------------------------------------------------ the question

    @property
    def question(self) -> str:
        """The key of the question that is put now."""
        return str(self.game.notation.question(self.fields))

    @cached_property
    def asked(self) -> tuple[int, ...]:
        return self.view.to_act

    @cached_property
    def picture(self) -> Picture:
        return self.view.picture()

    def prompt(self) -> str:
        """The question in one sentence with the seats to move; of a moment, its title."""
        if self.moment:
            return self.words(f"moments.{self.moment.name}.title")
        asked = self.asked
        if not asked:
            return self.result()
        question = self.words(f"questions.{self.question}")
        if self.seat >= 0 and self.seat in asked:
            if not self.live_table.seats[self.seat].name:
                return self.words("table.you-asked-nameless", question=question)
            return self.words("table.you-asked", name=self.seat_name(self.seat), question=question)
        if asked == (DEALER,):
            return self.words("table.asked", names=[self.subject(DEALER)], question=question)
        return self.words("table.waiting-for", names=[self.seat_name(seat) for seat in asked])

    def result(self) -> str:
        """The result in a sentence for the viewer: the winner and the margin, or the viewer's own place and deficit."""
        is_person = self.seat >= 0 and self.live_table.seats[self.seat].kind != BOT
        return turn_log.result(self.view, self.seat if is_person else turn_log.SPECTATOR, self.words, self.names)

    @property
    def is_sheet(self) -> bool:
        """Whether the decisions are sealed moves, made at once."""
        return self.live and self.seat in self.asked and len(self.live_table.table.sealed_views(self.seat)) > 1

    @cached_property
    def moves(self) -> Moves:
        """What may be clicked; sealed moves are filled in instead."""
        return Moves() if self.is_sheet else self.open_moves()

    def open_moves(self) -> Moves:
        """The legal moves of the present decision."""
        return self.moves_in(self.view) if self.live and self.seat >= 0 else Moves()

    @cached_property
    def sheet(self) -> list[Moves]:
        """The moves of each decision that is made at once; empty where there is none."""
        if not self.live or self.seat < 0 or not self.view.actions():
            return []
        return [self.moves_in(view) for view in self.live_table.table.sealed_views(self.seat)]

    def said(self, actions: Sequence[int]) -> str:
        """These sealed moves in words."""
        given = [(moves, moves.numbered(action)) for moves, action in zip(self.sheet, actions, strict=False)]
        chosen = [move.text for moves, move in given if move and len(moves) > 1]
        return ", ".join(chosen or [move.text for _, move in given if move])

    def sheet_with(self, actions: Sequence[int]) -> dict[str, str]:
        """These sealed moves as the form has them: `move.0` and so on."""
        given = enumerate(moves.numbered(action) for moves, action in zip(self.sheet, actions, strict=False))
        return {f"move.{place}": move.move for place, move in given if move} if self.is_sheet else {}

    def moves_in(self, view: View) -> Moves:
        notation, box, state, found = self.game.notation, view.box, view.fields, []
        for action in view.actions():
            move = notation.write(box, state, self.seat, action)
            verb, *things = move.split()
            text = notation.say(box, state, self.seat, action, self.words)
            found.append(Move(action, move, text, verb, tuple(things), self.ends_turn))
        return Moves(sorted(found, key=lambda move: move.move))

    def ends_turn(self, action: int) -> bool:
        """Whether another seat or the dealer follows, after the forced moves. Where there are secrets, moves are sealed, and no
        turn ends."""
        if self.game.type.secrets:
            return False
        after = self.view.after(action, self.seat)
        while self.seat in after.to_act and len(forced := after.actions(self.seat)) == 1:
            after = after.after(forced[0], self.seat)
        return self.seat not in after.to_act

    @cached_property
    def preview(self) -> Picture | None:
        """The picture after the tried move, before anything is dealt. Secrets are not revealed."""
        if self.chosen is None:
            return None
        return self.picture if self.game.type.secrets else self.view.after(self.chosen.action, self.seat).picture()

    def foreseen(self, action: int) -> Mapping[str, Any]:
        """Return the effects of a move on the pieces, from the game's notation; secrets are not revealed."""
        if self.game.type.secrets:
            return {}
        after = self.view.after(action, self.seat)
        return self.game.notation.facts(self.view.box, self.fields, after.fields, self.seat, action)

    @cached_property
    def on_table(self) -> dict[str, Any]:
        """Facts that only the history contains, where the game's notation finds any."""
        table = self.live_table.table
        table.listen()
        heard = (one for one in turn_log.heard_by(table, self.seat) if one.place < self.answers)
        answers = ((one.seat, one.move, table.history[one.place].facts if one.is_known else {}) for one in heard)
        return dict(self.game.notation.on_table(answers))

    @cached_property
    def news(self) -> list[str]:
        """The moves of others since the viewer's last turn; empty in the past and for a spectator."""
        return (
            [line.move for turn in self.log if turn.news and turn.seat not in (DEALER, self.seat) for line in turn.lines]
            if self.live and self.seat >= 0
            else []
        )

    def happened(self) -> list[dict[str, Any]]:
        """Public effects of actions, even where the action itself is secret: `facts` of the game's notation gives them as
        `open`."""
        return [one.facts["open"] for one in self.live_table.table.history[: self.answers] if "open" in one.facts]

    def why_not(self, move: str, place: int = 0) -> Ruling | None:
        """Return the rule that forbids a move, or one at decision `place` of sealed moves; None if it is legal."""
        move, view = " ".join(move.lower().split()), self.live_table.table.sealed_views(self.seat)[place] if place else self.view
        if self.seat < 0 or move in view.moves():
            return None
        return self.game.rulings.why_not(view, self.seat, move)

    # ------------------------------------------------ seats

    @cached_property
    def seats(self) -> list[SeatView]:
        """Every seat: its player, whether it is to move, its score so far and the parts of it."""
        view, asked, colours = self.view, self.asked, player_colours(self.view)
        scores, breakdown, places = view._result()
        return [
            SeatView(
                seat=seat,
                name=self.seat_name(seat),
                kind=who.kind,
                level=who.level,
                ink=colours[seat],
                level_name=self.level_name(who.level) if who.kind == BOT else "",
                plays_as=behind(who.level, self.view.box, self.view.options).plays_as,
                you=seat == self.seat,
                bot=who.kind == BOT,
                open=who.kind == OPEN,
                asked=seat in asked,
                score=scores[seat],
                parts=breakdown[seat],
                place=places[seat],
            )
            for seat, who in enumerate(self.live_table.seats)
        ]


@cache
def names_of(box: Box, language: str) -> dict[str, str]:
    """Return the names of all components, by id."""
    return {
        record["id"]: record["name"][language]
        for group in box.components.data.values()
        if isinstance(group, list)
        for record in group
        if isinstance(record, dict) and "id" in record and "name" in record
    }


def scene_at(live_table: LiveTable, seat: int, words: Words, answers: int | None = None) -> Scene:
    """Return the scene of the table now, or after the first `answers` actions: then nothing can be clicked."""
    table = live_table.table
    last = len(table.history)
    if answers is None or answers >= last:
        return Scene(live_table, table.view(seat), seat, words, last, live=True)
    answers = max(0, answers)
    return Scene(live_table, table.at(answers).view(seat), seat, words, answers, live=False)


def since(scene: Scene) -> list[turn_log.Turn]:
    """The log since the viewer's last turn; for a spectator the last turn. The viewer's own turns are in the log."""
    told = [turn for turn in scene.log if turn.clauses]
    return [turn for turn in told if turn.news] or [turn for turn in told[-1:] if turn.seat != scene.seat]


def since_when(scene: Scene) -> str:
    """When the news began, as a word: a viewer without a move has had no last turn."""
    answered = any(one.entry.seat == scene.seat for one in scene.live_table.table.history[: scene.answers])
    return "since" if answered else "until-now"


def page_context(scene: Scene, last: int | None = TURNS_SHOWN) -> dict[str, Any]:
    """What `table.html` of the web and of a game may use; docs/game-page.md explains it."""
    live_table, seat, view = scene.live_table, scene.seat, scene.view
    table, stored = live_table.table, live_table.stored
    log = scene.log = turn_log.turns(table, seat, scene.words, scene.names, last, scene.answers)
    return {
        "board_text": lambda: text_of(view, scene.words.language),
        "scene": scene,
        "table": stored,
        "game": scene.game,
        "words": scene.words,
        "name": scene.name,
        "seat": seat,
        "seats": scene.seats,
        "question": scene.question,
        "prompt": scene.prompt(),
        "asked": scene.asked,
        "is_sheet": scene.is_sheet,
        "moves": scene.moves,
        "number": table.number,
        "live": scene.live,
        "answers": scene.answers,
        "last_answer": len(table.history),
        "opening": table.opening,
        "log": log,
        "may_undo": scene.live and seat >= 0 and table.may_undo(seat) is not None,
        "over": view.over,
        "rematch": stored.rematch,
        "since": since(scene),
        "since_when": since_when(scene),
        "commitment": None if table.setup.given else table.dealer.commitment,
        "seed": table.setup.seed if table.over and not table.setup.given else None,
    }
