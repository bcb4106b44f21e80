"""Pages whose address has changed. The old ones work until version 0.3."""

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from inventorium.web.http.rate_limit import with_headers

PERMANENT = 308
OLD = {  # the whole path as a pattern, and the new path
    r"/table/([^/]+)/account": r"/table/\1/review",
    r"/table/([^/]+)/plan": r"/table/\1/planned-moves",
    r"/meet(/.*)?": r"/lobby\1",
    r"/notices(/.*)?": r"/notifications\1",
    r"/person/keep": "/identity/save",
    r"/person/back": "/identity/sign-in",
    r"/person/forget": "/identity/delete",
    r"/person/avoid-no-longer": "/identity/unblock",
    r"/person(/.*)?": r"/identity\1",
    r"/workshop/([^/]+)": r"/compile-status/\1",
    r"/doubts": "/blunder-warning",
}
STARTS = tuple({re.split(r"[(]", pattern)[0] for pattern in OLD})


def moved_to(path: str) -> str | None:
    """Return the new path of an old one.

    >>> moved_to("/meet/7"), moved_to("/meeting")
    ('/lobby/7', None)
    """
    if path.startswith(STARTS):
        for pattern, new in OLD.items():
            if found := re.fullmatch(pattern, path):
                return found.expand(new)
    return None


class OldAddresses:
    """Redirects an old page to its new address, and handles a form as if it was sent there: a mail program that unsubscribes by
    the link of an old e-mail follows no redirect (RFC 8058)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        new = moved_to(scope["path"]) if scope["type"] == "http" else None
        if new and scope["method"] == "GET":
            query = scope["query_string"].decode("latin-1")
            response = RedirectResponse(f"{new}?{query}" if query else new, PERMANENT)
            await response(scope, receive, with_headers(send))
        else:
            await self.app({**scope, "path": new} if new else scope, receive, send)
