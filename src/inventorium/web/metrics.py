"""What the server counts, in the text form that Prometheus reads."""
from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """How often something took how many seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        so_far, lines = 0, []
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*lines, f"{name}_sum {self.total:.6f}", f"{name}_count {so_far}"]


class Metrics:
    """One for each server."""

    def __init__(self) -> None:
        self.entries = 0                            # kept
        self.streams = 0                            # open now
        self.bot_errors = 0
        self.responses: Counter[int] = Counter()    # by status
        self.requests, self.keeping, self.bot_time = Histogram(), Histogram(), Histogram()

    def text(self, rooms: int) -> str:
        lines = [
            "# TYPE inventorium_entries_total counter", f"inventorium_entries_total {self.entries}",
            "# TYPE inventorium_bot_errors_total counter", f"inventorium_bot_errors_total {self.bot_errors}",
            "# TYPE inventorium_streams gauge", f"inventorium_streams {self.streams}",
            "# TYPE inventorium_tables_in_memory gauge", f"inventorium_tables_in_memory {rooms}",
            "# TYPE inventorium_responses_total counter",
            *(f'inventorium_responses_total{{status="{status}"}} {count}' for status, count in sorted(self.responses.items()))]
        for name, histogram in (("request", self.requests), ("keeping", self.keeping), ("bot", self.bot_time)):
            lines += [f"# TYPE inventorium_{name}_seconds histogram", *histogram.lines(f"inventorium_{name}_seconds")]
        return "\n".join(lines) + "\n"
