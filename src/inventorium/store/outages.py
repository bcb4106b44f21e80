"""Logs an outage: one line when it begins, one per minute, one when it is over."""

import logging
import threading
import time

MINUTE = 60.0
QUIET = 10.0  # seconds without a failure until it is over: a disk that is nearly full
log = logging.getLogger("inventorium")  # takes small things and refuses large ones


class Outage:
    """Something that may fail many times for one reason. Several threads may report it."""

    def __init__(self, what: str) -> None:
        self.what, self.lock = what, threading.Lock()
        self.failures, self.began, self.last, self.logged = 0, 0.0, 0.0, 0.0

    def failed(self, why: str) -> None:
        with self.lock:
            now = time.monotonic()
            self.failures, self.last = self.failures + 1, now
            if self.failures == 1:
                self.began = self.logged = now
                log.error("%s fails: %s", self.what, why)
            elif now - self.logged >= MINUTE:
                self.logged = now
                log.error("%s still fails: %s", self.what, why, extra=self.figures(now))

    def worked(self) -> None:
        if self.failures:  # almost always not, and then nothing is locked
            with self.lock:
                now = time.monotonic()
                if self.failures and now - self.last >= QUIET:
                    log.warning("%s works again", self.what, extra=self.figures(self.last))
                    self.failures = 0

    def figures(self, until: float) -> dict[str, object]:
        return {"fields": {"failures": self.failures, "seconds": round(until - self.began)}}
