"""Addresses that have changed: the old ones lead to the new ones, with what follows the `?`, and take forms."""

from collections.abc import Sequence

import httpx
import pytest
from starlette.routing import Match

from inventorium.web.app import make_app
from inventorium.web.http.old_addresses import OLD, moved_to
from tests.web.browser import Visitor

OLD_AND_NEW = {
    "/table/7/account": "/table/7/review",
    "/table/7/plan": "/table/7/planned-moves",
    "/meet": "/lobby",
    "/meet/7/join": "/lobby/7/join",
    "/notices": "/notifications",
    "/notices/off/7/KEY": "/notifications/off/7/KEY",
    "/person": "/identity",
    "/person/sign-out": "/identity/sign-out",
    "/person/keep": "/identity/save",
    "/person/back": "/identity/sign-in",
    "/person/forget": "/identity/delete",
    "/person/avoid-no-longer": "/identity/unblock",
    "/workshop/genies": "/compile-status/genies",
    "/doubts": "/blunder-warning",
}


@pytest.mark.parametrize(("old", "new"), OLD_AND_NEW.items())
def test_an_old_page_leads_to_the_new_one(address: str, old: str, new: str) -> None:
    found = httpx.get(f"{address}{old}?seat=1&page=2")
    assert (found.status_code, found.headers["location"]) == (308, f"{new}?seat=1&page=2")
    assert httpx.get(f"{address}{old}").headers["location"] == new
    assert "content-security-policy" in found.headers, "as every answer"


def test_every_new_address_is_a_page_of_ours_and_every_old_one_is_tried() -> None:
    assert len({moved_to(old) for old in OLD_AND_NEW}) == len(OLD_AND_NEW) >= len(OLD)
    routes = make_app("sqlite://").routes
    for old, new in OLD_AND_NEW.items():
        assert is_known(routes, new) and not is_known(routes, old), old
    assert moved_to("/meeting") is moved_to("/personal") is moved_to("/api/tables/7/account") is None


def is_known(routes: Sequence[object], path: str) -> bool:
    scope = {"type": "http", "path": path, "method": "GET", "headers": []}
    return any(route.matches(scope)[0] != Match.NONE for route in routes)  # type: ignore[attr-defined]


def test_a_form_sent_to_an_old_address_is_answered_there(address: str) -> None:
    """A mail program that unsubscribes follows no redirect, and pages that are open still have the old addresses."""
    visitor = Visitor(address)
    fields = {"csrf": visitor.csrf, "choice": "mistake", "back": "/credits"}
    found = visitor.http.post("/doubts", data=fields, follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, "/credits"), "where the form was, not the new address"
    found = visitor.http.post("/person/back", data={"csrf": visitor.csrf, "words": "none"}, follow_redirects=False)
    assert found.status_code == 422 and "These words are not right" in found.text
