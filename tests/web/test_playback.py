"""Watching what others did: steps, moments that wait, and nothing that a seat may not know. Without a browser."""

import re

import pytest

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.core.position import DEALER
from inventorium.table import turn_log
from inventorium.table.table import Setup, Table
from tests.web.browser import Visitor
from tests.web.test_scene import board_view, room_of

GAMES = ("era-of-inventions", "genies", "legendary-inventors")


def played(game: str, players: int, answers: int, seed: str = "0" * 32) -> Table:
    """A table at which bots gave some answers; a sheet is handed in as a whole."""
    table, bot = Table.new(Setup(game, players, seed=seed)), bots.make("greedy", load_game(game), 1)
    while len(table.history) < answers and not table.over:
        seat = table.asked[0]
        trial, given = table.position.copy(), list[int]()
        for _ in table.sealed_views(seat):
            given.append(bot.choose(trial.view(seat)))
            trial.act(given[-1], seat)
        table = table.play(seat, *given)
    return table


def texts(table: Table, seat: int, first: int) -> list[str]:
    """What a seat is told of the answers from a place on."""
    teller = turn_log.Narrator(table, seat, table.game.words("en"))
    return [
        text
        for place in range(first, len(table.history))
        for clause in teller.clauses(teller.events(place))
        for text in clause.texts
    ]


@pytest.mark.parametrize("game", GAMES)
def test_steps_tell_everything_once(game: str) -> None:
    """Whoever watches step by step hears exactly what the log tells, in order, but for what others answer while they write."""
    table = played(game, 3, 250)
    for seat in (DEALER, 0):
        table.listen()
        wanted = [
            event
            for place in range(len(table.history))
            if not turn_log.is_beside(table, place, seat)
            for event in turn_log.events_for(table, place, seat)
        ]
        heard, at = list[object](), 0
        while step := turn_log.step_after(table, seat, at):
            assert step.answers > at and step.events
            heard, at = [*heard, *step.events], step.answers
        assert heard == wanted


@pytest.mark.parametrize("game", GAMES)
def test_moments_are_not_missed_and_can_be_seen_again(game: str) -> None:
    table = played(game, 3, 10_000)
    assert table.over
    at, seen = 0, list[str]()
    while step := turn_log.moment_after(table, 0, at):
        assert step.moments
        again = turn_log.step_to(table, 0, step.answers)
        assert again and [one.name for one in again.moments] == [one.name for one in step.moments]
        seen, at = [*seen, *(one.name for one in step.moments)], step.answers
    assert set(seen) == set(load_game(game).events.MOMENTS)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_does_in_a_row_is_one_step(game: str) -> None:
    """As in the log; only what waits for people stands by itself."""
    table, at = played(game, 3, 250), 0
    before: turn_log.Step | None = None
    while step := turn_log.step_after(table, 0, at):
        seats = {table.history[place].entry.seat for place in (step.first, step.answers - 1)}
        if before and not before.moments and not step.moments and len(seats) == 1:
            assert seats != {table.history[before.answers - 1].entry.seat}
        before, at = step, step.answers


def parts(name: str, text: str) -> list[str]:
    """The parts of a page of this class, but for who is done writing."""
    text = re.sub(r'<span class="state.*?</span>', "", text, flags=re.DOTALL)
    return re.findall(rf'class="{name}"[ >].*?</(?:ul|ol|div)>', text, re.DOTALL)


STAGED = [(game, name) for game in GAMES for name in load_game(game).events.STAGED]


@pytest.mark.parametrize(("game", "name"), STAGED)
def test_around_a_staged_moment_the_table_stays_as_it_was(game: str, name: str) -> None:
    """Standings, players, log and title are those before it, and who wins is said in the dialog alone, after everything else."""
    table = played(game, 3, 10_000)
    at = next(at for turn in turn_log.turns(table, 0, table.game.words("en")) for one, at in turn.moments if one == name)
    before = at
    while any(event.moment in load_game(game).events.STAGED for event in table.history[before - 1].events):
        before -= 1
    shown, quiet = board_view(room_of(table), f"at={at}&moment={name}&seat=0"), board_view(room_of(table), f"at={before}&seat=0")
    dialog = re.search(r"<dialog.*?</dialog>", shown, re.DOTALL)
    assert dialog and "data-staged" in dialog[0]
    outside = shown.replace(dialog[0], "")
    for part in ("stand", "players", "log", "cell"):
        assert parts(part, outside) == parts(part, quiet) != [], part
    if at == len(table.history):
        wins = turn_log.result(table.view(0), 0, table.game.words("en"), ["Mira"] * 3)
        assert wins not in outside and "result-heading" not in outside
        winning = {"genies": "wins with", "era-of-inventions": 'class="winner"', "legendary-inventors": 'class="notes"'}[game]
        steps = [int(step) for step in re.findall(r'data-step="(\d+)"', dialog[0][: dialog[0].index(winning)])]
        assert steps[-1] == max(steps), "nothing is shown after who wins, and it has a step of its own"


def test_a_sealed_bid_is_no_step_of_anybody_else() -> None:
    table = Table.new(Setup("genies", 2, seed="0" * 32))
    before = len(table.history)
    table = table.play(0, *[f"bid {chips}" for chips in (3, 0, 0, 4, 1)], "seal")
    mine, theirs = (" ".join(texts(table, seat, before)) for seat in (0, 1))
    assert "3" in mine and "4" in mine
    assert not re.search(r"\d", theirs), theirs


def test_without_scripts_a_moment_waits_and_leads_on(address: str) -> None:
    """A form is answered by the moment that followed, with a link that leads on to the table; a reload comes back to it."""
    visitor = Visitor(address)
    path = visitor.new_table("genies", ["me", "here"], **{"option.action_cards": "false"})
    moves = {f"move.{place}": f"bid {chips}" for place, chips in enumerate((1, 0, 0, 0, 0))} | {"move.5": "seal"}
    for seat in (0, 1):
        visitor.get(f"{path}?seat={seat}")
        visitor.post(f"{path}/answer", {"seat": seat, "number": visitor.number, **moves})
    assert 'id="moment"' in visitor.page
    again = str(visitor.response.url)
    assert "after=" in again
    visitor.get(again)
    assert 'id="moment"' in visitor.page
    visitor.get(visitor.found(r'href="([^"]+)" data-fetch data-next').replace("&amp;", "&"))
    assert 'id="moment"' not in visitor.page
