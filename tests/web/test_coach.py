"""Help for whoever plays alone against bots: hints with reasons, where to look, why a bot did it, a doubt before a turn is final.
Nobody is helped where other people sit."""

import re
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from inventorium import review
from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.core.remarks import Remark
from inventorium.review.decisions import Decision, Turn
from inventorium.server.achievements import Achieved
from inventorium.server.live_tables import LiveTable
from inventorium.store.store import TableRow
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.table.turn_log import turns
from inventorium.teaching import coach
from inventorium.teaching.coach import Coaching, Tutor, decision_of, how_often, reason_of_turn, turn_number, turn_of
from inventorium.teaching.guide import guide_of
from inventorium.teaching.lessons import lessons_of
from inventorium.web.routes import play
from inventorium.web.routes.hints import Advice
from tests.web.browser import Visitor, serving
from tests.web.test_scene import GUEST, SITE, room_of

LEVELS = ("random", "easy", "medium", "hard", "expert", "master")
INVENTORS = "legendary-inventors"
SAID = re.compile('class="coaching looking"')


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose lenses are ground from the beginning."""
    folder: Path = tmp_path_factory.mktemp("store")
    with pytest.MonkeyPatch.context() as patch, serving(f"sqlite:///{folder / 'tables.db'}") as found:
        patch.setattr("inventorium.web.routes.pages.GRACE", 0.0)
        patch.setattr("inventorium.server.review_compiler.ReviewCompiler.is_ready", lambda self, game: True)
        review.compile_all(load_game(INVENTORS))
        yield found


def seated(visitor: Visitor, seats: list[str]) -> str:
    """A new table of one's own, after the teams are chosen."""
    table = visitor.new_table(INVENTORS, seats)
    visitor.answer(table, visitor.wait_for_turn(table)[0])
    visitor.wait_for_turn(table)
    return table


def test_a_hint_says_why(address: str) -> None:
    visitor = Visitor(address)
    table = seated(visitor, ["me", "easy"])
    while 'class="good-for"' not in visitor.get(f"{table}?hint=1").text:  # there may be no other move
        visitor.answer(table, visitor.wait_for_turn(table)[0])
        visitor.wait_for_turn(table)
    assert visitor.found(r'class="good-for">([A-Z][^<]+\.)<')


def test_a_coach_speaks_until_told_to_be_silent(address: str) -> None:
    visitor = Visitor(address)
    table = seated(visitor, ["me", "easy"])
    while not SAID.search(visitor.page):  # at the beginning of a turn, where it is one
        visitor.answer(table, visitor.actions()[0])
        visitor.wait_for_turn(table)
    visitor.post("/coach", {"choice": "off", "back": table})
    assert not SAID.search(visitor.page) and not SAID.search(visitor.get(table).text)
    stranger = Visitor(address)
    assert not SAID.search(stranger.get(table).text)


def test_nobody_is_helped_where_other_people_sit(address: str) -> None:
    visitor = Visitor(address)
    visitor.post("/blunder-warning", {"choice": "inaccuracy"})
    table = visitor.new_table(INVENTORS, ["me", "open"])
    assert not SAID.search(visitor.page) and 'action="/blunder-warning"' not in visitor.page
    assert visitor.get(f"{table}?because=1").status_code == 404


def test_why_a_bot_did_it(address: str) -> None:
    visitor = Visitor(address)
    table = seated(visitor, ["me", "medium"])
    while not (links := re.findall(r'class="linkish turn-why" href="\?(because=\d+)"', visitor.page)):
        visitor.answer(table, visitor.actions()[0], sure=1)
        visitor.wait_for_turn(table)
    said = re.search(r'class="because" role="status">([^<]+)<', visitor.get(f"{table}?{links[0]}").text)
    assert said and re.search(r": \S.*\.$", said[1])
    assert visitor.get(f"{table}?because=99999").status_code == 404


# ---------------------------------------------------------------- doubts


def judged(turn: Turn, loss: float) -> Decision:
    return Decision(turn.seat, turn.answers, ("a",), ("b",), (1,), True, loss, 0.0, 1.0)


def test_a_turn_that_loses_much_is_asked_about_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor(address)
    table = seated(visitor, ["me", "easy"])
    monkeypatch.setattr(review, "judge", lambda turn, simulations: judged(turn, 0.06))
    monkeypatch.setattr(coach, "PATIENCE", 60.0)
    visitor.post("/blunder-warning", {"choice": "blunder", "back": table})
    number = visitor.number
    visitor.answer(table, ends_turn(visitor))
    assert "Look again?" not in visitor.page and visitor.number > number  # a mistake is no blunder
    visitor.wait_for_turn(table)
    visitor.post("/blunder-warning", {"choice": "mistake", "back": table})
    number = visitor.number
    visitor.answer(table, ends_turn(visitor))
    assert "Look again?" in visitor.page and "6 percentage points" in visitor.page and visitor.number == number
    visitor.get(table)  # who looks again is not asked a second time
    visitor.answer(table, ends_turn(visitor))
    assert "Look again?" not in visitor.page and visitor.number > number
    visitor.wait_for_turn(table)
    visitor.answer(table, ends_turn(visitor))
    doubt, number = visitor.page.split('class="blunder-warning"')[1].split("</form>")[0], visitor.number
    kept = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', doubt))
    visitor.post(f"{table}/answer", kept)  # and who keeps to it neither
    assert "Look again?" not in visitor.page and visitor.number > number


def ends_turn(visitor: Visitor) -> int:
    """An answer that ends a turn: sending somebody does, mostly, in the first round."""
    return visitor.actions()[0]


def test_no_verdict_in_time_no_doubt(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer just counts."""
    visitor, answered = Visitor(address), threading.Event()
    table = seated(visitor, ["me", "easy"])

    def slow(turn: Turn, simulations: int) -> Decision:
        answered.wait()
        return judged(turn, 0.5)

    monkeypatch.setattr(review, "judge", slow)
    monkeypatch.setattr(coach, "PATIENCE", 0.05)
    visitor.post("/blunder-warning", {"choice": "inaccuracy", "back": table})
    number = visitor.number
    visitor.answer(table, ends_turn(visitor))
    assert "Look again?" not in visitor.page and visitor.number > number
    answered.set()  # the thread is free again for other tests


# ---------------------------------------------------------------- what it is made of


def test_a_coach_goes_quiet_as_one_gets_better() -> None:
    often = [how_often(Achieved(games), "easy", LEVELS) for games in range(17)]
    assert often[0] == 1 and often == [*sorted(often[:-1]), 0] and often[-2] == 8
    assert how_often(Achieved(2, won=Counter(medium=2)), "easy", LEVELS) == 6
    assert how_often(Achieved(2, won=Counter(easy=2)), "medium", LEVELS) == 2  # wins against weaker bots do not count
    assert how_often(Achieved(8, won=Counter(easy=3)), "easy", LEVELS) == 0


def remark(key: str, about: str, points: int) -> Remark:
    return Remark(key, about, points)


def test_the_coach_says_the_most_important_thing_once(monkeypatch: pytest.MonkeyPatch) -> None:
    view, coaching = table_of(INVENTORS, 3).view(0), Coaching(1)
    found = [remark("finish", "bow", 2), remark("finish", "lever", 3), remark("threat", "bow", 2), remark("overtake", "wheel", 1)]
    monkeypatch.setattr(view.game, "coach", SimpleNamespace(remarks=lambda view: found))

    def speak(turn: int) -> Remark | None:
        said = coaching.choose(view, turn)
        coaching.remarks[turn, len(coaching.remarks)] = said
        coaching.turn = turn if said else coaching.turn
        return said

    assert speak(0) == found[1]
    assert speak(0) is None, "once a turn"
    assert speak(1) == found[0]
    assert speak(2) is None, "the bow was spoken of, and one point is too little"
    found.append(remark("finish", "drum", 9))
    assert speak(3) is None, "twice of one kind is enough"
    coaching.every = 3
    found.append(remark("threat", "drum", 9))
    assert speak(3) is None, "it spoke two turns ago"
    assert speak(4) == found[-1]


def test_the_coach_is_silent_after_a_hint() -> None:
    """At this decision one hears one opinion."""
    stored = TableRow("table", (table := table_of(INVENTORS, 3)).setup, "", "", (), (), (), "")
    live_table, coaching = LiveTable(stored, table), Coaching(1)
    decision = decision_of(table, 0)
    coaching.remarks[decision] = remark("finish", "bow", 3)
    tutor: Any = SimpleNamespace(coaching={live_table: {"Mira": coaching}})
    Tutor.be_silent(tutor, "Jonas", live_table, 0)
    assert coaching.remarks[decision]
    Tutor.be_silent(tutor, "Mira", live_table, 0)
    assert coaching.remarks[decision] is None


def test_the_coach_leaves_the_leader_alone_with_little_things(monkeypatch: pytest.MonkeyPatch) -> None:
    view = table_of(INVENTORS, 3).view(0)
    monkeypatch.setattr(view.game, "coach", SimpleNamespace(remarks=lambda view: [remark("finish", "bow", 3)]))
    assert Coaching(1).choose(view, 0)
    monkeypatch.setattr(type(view), "scores", (5, 4, 4))
    assert Coaching(1).choose(view, 0) is None


def test_a_decision_is_told_from_the_next_one() -> None:
    table = table_of(INVENTORS, 3)
    seat = table.asked[0]
    decision, turn = decision_of(table, seat), turn_number(table, seat)
    after = table.play(seat, table.view(seat).actions()[0])
    while seat not in after.asked:
        after = after.play(after.asked[0], after.view(after.asked[0]).actions()[0])
    assert decision_of(after, seat) != decision and turn_number(after, seat) == turn + 1
    assert decision_of(table, seat) == decision


def test_the_coach_is_silent_where_people_meet_something_else_teaches_or_one_practises() -> None:
    compiler = SimpleNamespace(is_ready=lambda name, stage: True)
    tutor: Any = SimpleNamespace(thinking=SimpleNamespace(game_compiler=compiler))
    game, whole = load_game(INVENTORS), table_of(INVENTORS, 3)
    me, bot, other = Seat(PERSON, "Mira"), Seat(BOT, "", "easy"), Seat(PERSON, "Jonas")

    def may_coach(table: Table, *seats: Seat, rated: bool = False) -> bool:
        owners = tuple(who.name or None for who in seats)
        stored = TableRow("table", table.setup, "", "", seats, owners, (None,) * len(seats), "", rated=rated)
        return Tutor.may_coach(tutor, LiveTable(stored, table), 0)

    lesson, guide = next(iter(lessons_of(game).values())), guide_of(game)
    assert guide and may_coach(whole, me, bot, bot)
    assert not may_coach(whole, me, bot, other) and not may_coach(whole, me, bot, bot, rated=True)
    assert not may_coach(Table.going_on(whole.position), me, bot, bot), "a position that is tried again"
    assert not may_coach(lesson.table(), me, bot) and not may_coach(guide.table(), me, bot)


def table_of(name: str, players: int) -> Table:
    return Table.new(Setup(name, players, seed="coach"))


@pytest.mark.parametrize("name", [INVENTORS, "era-of-inventions"])
def test_a_turn_is_all_answers_in_a_row(name: str) -> None:
    """Those that come before the last one of a turn end none."""
    table, lengths, seen = table_of(name, 3), Counter[int](), list[Turn]()
    while len(seen) < 30:
        seat = table.asked[0]
        action = table.view(seat).actions()[0]
        turn = turn_of(table, seat, [action], table.number)
        after = table.play(seat, action)
        assert (turn is None) == (
            after.asked == (seat,) and all(one.entry.seat == seat for one in after.history[len(table.history) :])
        )
        if turn:
            seen.append(turn)
            lengths[len(turn.actions)] += 1
            assert turn.view.actions() and turn.actions[0] in turn.view.actions()
        table = after
    assert max(lengths) > 1
    assert turn_of(table, table.asked[0], [10**6], table.number) is None


def test_a_sheet_is_a_turn() -> None:
    table = table_of("genies", 3)
    while len(table.sealed_views(table.asked[0])) < 5:
        table = table.play(table.asked[0], *[view.actions()[0] for view in table.sealed_views(table.asked[0])])
    seat = table.asked[0]
    answers = [view.actions()[0] for view in table.sealed_views(seat)]
    turn = turn_of(table, seat, answers, table.number)
    assert turn and turn.actions == tuple(answers) and turn.answers == len(table.history)


@pytest.mark.parametrize("name", [INVENTORS, "era-of-inventions", "genies"])
def test_turns_of_others_have_reasons(name: str) -> None:
    table = table_of(name, 3)
    while len(table.history) < 60:
        seat = table.asked[0]
        table = table.play(seat, *[view.actions()[0] for view in table.sealed_views(seat)])
    ends = [
        place + 1
        for place, one in enumerate(table.history)
        if one.entry.seat > 0 and place + 1 < len(table.history) and table.history[place + 1].entry.seat != one.entry.seat
    ]
    said = [reason_of_turn(table, end, 0, table.game.words("en")) for end in ends]
    assert all(one.endswith(".") and "{" not in one for one in said)
    plain = ("About as good as", "The analysis found no other turn", "That is still secret")
    assert sum(not one.startswith(plain) for one in said) > len(said) / 4


def test_what_is_still_secret_has_no_reason() -> None:
    """A sheet that another seat has sealed while one is still writing."""
    table = table_of("genies", 3)
    while len(table.sealed_views(table.asked[0])) < 5:
        table = table.play(table.asked[0], *[view.actions()[0] for view in table.sealed_views(table.asked[0])])
    seat = table.asked[-1]
    table = table.play(seat, *[view.actions()[0] for view in table.sealed_views(seat)])
    words = table.game.words("en")
    assert table.asked and reason_of_turn(table, len(table.history), table.asked[0], words) == words("coach.still-secret")
    assert reason_of_turn(table, len(table.history), seat, words) != words("coach.still-secret")


def last_turn(table: Table) -> int:
    """Return after how many answers the last turn ended that the log tells."""
    return next(turn for turn in reversed(turns(table, 0, table.game.words("en"))) if turn.clauses).lines[-1].answers


@pytest.mark.parametrize("name", library.names())
def test_every_game_shows_an_explanation(name: str) -> None:
    """Whatever its own page calls its parts."""
    table = table_of(name, 3)
    request = Request(
        {
            "type": "http",
            "method": "GET",
            "path": "/table/table",
            "query_string": b"",
            "scheme": "http",
            "headers": [(b"x-fragment", b"1")],
            "server": ("localhost", 80),
        }
    )
    table = table.play(table.asked[0], *[view.actions()[0] for view in table.sealed_views(table.asked[0])])
    hint = [table.view(table.asked[0]).actions()[0]]
    for advice in (Advice(because="Because.", turn=last_turn(table)), Advice(hint, "Because.")):
        page = bytes(play.table_page(request, SITE, GUEST, room_of(table), advice=advice).body).decode()
        assert "Because." in page and "Macro" not in page
