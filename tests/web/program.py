"""A program that plays through the HTTP interface."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx

from tests.patience import PATIENCE


class Program:
    """The holder of a secret. Every method is one request."""

    def __init__(self, address: str, secret: str | None = None) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"{address}/api", timeout=PATIENCE, verify=False)
        self.secret = secret

    @property
    def secret(self) -> str | None:
        return self._secret

    @secret.setter
    def secret(self, secret: str | None) -> None:
        self._secret = secret
        if secret:
            self.http.headers["authorization"] = f"Bearer {secret}"

    def create(self, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
        created = self.must(self.http.post("/tables", json={"game": game, "seats": seats, **more}))
        self.secret = created["secret"]
        return created

    def join(self, table: str, seat: int, invitation: str = "", name: str = "") -> None:
        joined = self.must(self.http.post(f"/tables/{table}/join", json={"seat": seat, "invitation": invitation, "name": name}))
        self.secret = joined["secret"]

    def view(self, table: str, **query: Any) -> dict[str, Any]:
        return self.must(self.http.get(f"/tables/{table}", params=query))

    def answer(self, table: str, **fields: Any) -> httpx.Response:
        return self.http.post(f"/tables/{table}/answers", json=fields)

    def record(self, table: str) -> str:
        return self.http.get(f"/tables/{table}/record").text

    def stream(self, table: str, after: int = 0, **query: Any) -> Iterator[dict[str, Any]]:
        """The entries as they come, until the server ends the stream."""
        with self.http.stream("GET", f"/tables/{table}/stream", params={"after": after, **query}) as response:
            assert response.status_code == 200 and response.headers["content-type"].startswith("text/event-stream")
            for line in response.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

    def play_out(self, table: str, chance: random.Random, most: int = 10_000) -> dict[str, Any]:
        """Answer at random whenever one is asked, until the game is over."""
        for _ in range(most):
            shown = self.view(table)
            if shown["over"]:
                return shown
            if shown["seat"] in shown["asked"]:  # who has handed in a sheet leaves it there
                response = self.answer(
                    table, number=shown["number"], seat=shown["seat"], actions=self.sealed_moves(shown, chance)
                )
                assert response.status_code in (200, 409), response.text
        return shown

    @staticmethod
    def sealed_moves(shown: dict[str, Any], chance: random.Random) -> list[int]:
        """An answer to each question that is answered in one go."""
        return [chance.choice(moves)["action"] for moves in shown["sheet"]]

    @staticmethod
    def must(response: httpx.Response) -> Any:
        assert response.status_code < 300, response.text
        return response.json()
