"""Logs each request as one line of JSON with an id, without secret addresses."""

import json
import logging
import secrets
import time
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inventorium.web.http.rate_limit import with_headers

log = logging.getLogger("inventorium")
GONE = 499  # the status of a request whose sender went away in the middle of it


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "text": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_logs(level: str) -> None:
    """Ours, and what the server below us has to say."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    for logger in (log, logging.getLogger("uvicorn")):
        logger.handlers = [handler]
        logger.propagate = False
    log.setLevel(level.upper())


class Observed:
    """Gives every request an id, counts it, and notes how it went."""

    def __init__(self, app: ASGIApp, fail: Callable[[Request], Response]) -> None:
        self.app, self.fail = app, fail  # the response when something fails

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, started = time.perf_counter(), 500, False
        request_id = scope.setdefault("state", {})["request_id"] = secrets.token_hex(4)

        async def send_observed(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        except ClientDisconnect:
            status = GONE
        except Exception:
            log.exception("a request failed", extra={"fields": {"id": request_id, "route": route_of(scope)}})
            if not started:
                await self.fail(Request(scope))(scope, receive, with_headers(send_observed))
        finally:
            seconds = time.perf_counter() - began
            metrics = scope["app"].state.site.live_tables.metrics
            metrics.responses.labels(status).inc()
            if not route_of(scope).endswith(("/events", "/stream")):  # streams are open for hours
                metrics.requests.observe(seconds)
            if log.isEnabledFor(logging.INFO):
                log.info(
                    "request",
                    extra={
                        "fields": {
                            "id": request_id,
                            "method": scope["method"],
                            "route": route_of(scope),
                            "status": status,
                            "ms": round(1000 * seconds, 1),
                        }
                    },
                )


def route_of(scope: Scope) -> str:
    """The form of the address, as `/join/{table_id}/{seat}/{secret}`: what fills it may be a secret."""
    return str(getattr(scope.get("route"), "path", "") or "none")
