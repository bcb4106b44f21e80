"""Whatever is thrown at the interface and at a table: no failure of ours, and a refusal changes nothing."""

import contextlib
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance

from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.position import DEALER
from inventorium.table.table import Setup, Table
from tests.web.program import Program

SMALL = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


# ---------------------------------------------------------------- the HTTP interface


@pytest.fixture(scope="module")
def host(address: str) -> tuple[Program, str]:
    program = Program(address)
    return program, program.create("legendary-inventors", ["me", "open", "open"], open=True)["table"]


def test_the_interface(address: str, host: tuple[Program, str]) -> None:
    """Every operation with input of every kind, half of the time at a table of ours and with its secret."""
    program, table = host
    tried = set()

    def throw(case: Any) -> None:
        if "table_id" in (case.path_parameters or {}) and len(str(case.path_parameters["table_id"])) % 2:
            case.path_parameters["table_id"] = table
        headers = {"authorization": f"Bearer {program.secret}"} if len(str(case.body)) % 2 else {}
        before = program.view(table)
        response = case.call(headers=headers)
        case.validate_response(response, checks=(not_a_server_error, response_schema_conformance))
        if response.status_code >= 400:
            assert program.view(table) == before, "a refusal changes nothing"
        tried.add(case.operation.path)

    for found in schemathesis.openapi.from_url(f"{address}/api/openapi.json").get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if not operation.path.endswith("/stream"):  # which does not end
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                with contextlib.suppress(Unsatisfiable):  # some have nothing that could be wrong
                    SMALL(given(operation.as_strategy(generation_mode=mode))(throw))()
    assert len(tried) >= 7


# ---------------------------------------------------------------- a table


class AnyTable(RuleBasedStateMachine):
    """Answers, undo, talk and changes of seats in any order, legal or not."""

    game = ""

    @initialize(seed=st.integers(0, 1000))
    def begin(self, seed: int) -> None:
        self.table = Table.new(Setup(self.game, load_game(self.game).players[0], seed=str(seed)))

    @rule(data=st.data())
    def answer(self, data: Any) -> None:
        if self.table.over:
            return
        seat = data.draw(st.sampled_from(self.table.asked))
        before = self.table
        self.table = before.play(seat, data.draw(st.sampled_from(before.position.actions(seat))))
        assert self.table.number > before.number and self.table.entries[: before.number] == before.entries

    @rule(seat=st.integers(-3, 9), action=st.integers(-5, 2_000))
    def answer_anything(self, seat: int, action: int) -> None:
        """An answer that is not open is refused."""
        if seat == DEALER:
            return  # nobody can answer for the dealer from outside
        open_now = self.table.position.actions(seat) if seat in range(self.table.position.players) else []
        if action not in open_now:
            with pytest.raises(InventoriumError):
                self.table.play(seat, action)

    @rule(seat=st.integers(0, 4))
    def undo(self, seat: int) -> None:
        """Only one's own last answer, and never one after which something was dealt."""
        mine = self.table.may_undo(seat)
        if mine is None:
            with pytest.raises(InventoriumError):
                self.table.undo(seat)
            return
        later = [told.entry for told in self.table.history if told.entry.number > mine.number]
        assert mine.seat == seat and not mine.automatic
        assert not any(entry.seat == DEALER for entry in later)
        assert self.table.game.type.secrets or all(entry.automatic for entry in later)
        public = self.table.position.view(DEALER).states.tobytes()
        self.table = self.table.undo(seat)
        assert seat in self.table.asked, "it is asked again"
        if self.table.game.type.secrets:
            assert self.table.position.view(DEALER).states.tobytes() == public, "nobody else sees it"

    @rule(seat=st.integers(0, 1), text=st.text(max_size=20))
    def talk(self, seat: int, text: str) -> None:
        number = self.table.number
        self.table = self.table.with_chat(seat, text).with_seat(seat, text)
        if seat in self.table.asked:
            self.table.check_fresh(seat, number)  # talk makes nobody's answer stale

    @invariant()
    def it_replays(self) -> None:
        again = Table.load(self.table.setup, self.table.entries)
        assert again.position.states.tobytes() == self.table.position.states.tobytes()
        assert again.history == self.table.history and again.asked == self.table.asked


@pytest.mark.parametrize("game", library.names())
def test_any_table(game: str) -> None:
    machine = type("AnyTableOf", (AnyTable,), {"game": game})
    run_state_machine_as_test(machine, settings=settings(SMALL, max_examples=15, stateful_step_count=40))
