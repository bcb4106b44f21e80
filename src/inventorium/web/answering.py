"""Programs that answer, the one request that comes thousands of times a second: served without the framework's long way.

`api.answer` describes it and serves what is unusual. This here takes what is in order, and hands on everything else
before anything has happened.
"""
import re

from pydantic import ValidationError
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inventorium.core.errors import InventoriumError
from inventorium.web import api

PATH = re.compile(r"/api/tables/([0-9a-f]{1,22})/answers")
ROUTE = Route("/api/tables/{table_id}/answers", api.answer)


class Answers:
    """In front of the framework, behind limits and logs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None or scope["query_string"]:
            await self.app(scope, receive, send)
            return
        message = await receive()
        body: bytes = message.get("body", b"")
        if message.get("more_body") or not is_json(scope):
            await self.app(scope, again(message, receive), send)
            return
        scope["route"] = ROUTE
        try:
            wanted = api.Answering.model_validate_json(body)
            number = await api.answered(Request(scope), found[1], wanted)
        except (ValidationError, InventoriumError):
            await self.app(scope, again(message, receive), send)            # refused: the framework says it in full
            return
        answer = b'{"number":%d}' % number
        await send({"type": "http.response.start", "status": 200, "headers": [
            (b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]})
        await send({"type": "http.response.body", "body": answer})


def is_json(scope: Scope) -> bool:
    return any(name == b"content-type" and value.startswith(b"application/json") for name, value in scope["headers"])


def again(first: Message, receive: Receive) -> Receive:
    """`receive`, with a message that was received already."""
    waiting = [first]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()
    return receive_again
