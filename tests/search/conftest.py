"""The server and the browser of tests/web."""

from tests.web.conftest import address, chromium, visit

__all__ = ["address", "chromium", "visit"]
