"""Metrics of the server, for Prometheus."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds


class Metrics:
    """One for each server."""

    def __init__(self, tables_in_memory: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.entries = self.counter("entries", "Moves and other entries that were kept")
        self.bot_errors = self.counter("bot_errors", "Bots that failed")
        self.responses = self.counter("responses", "Responses by status", "status")
        self.requests = self.histogram("request_seconds", "How long requests took, without streams")
        self.keeping = self.histogram("keeping_seconds", "How long it took until an entry was kept")
        self.bot_time = self.histogram("bot_seconds", "How long bots thought")
        self.streams = self.gauge("streams", "Live streams that are open")
        self.gauge("tables_in_memory", "Tables in memory").set_function(tables_in_memory)

    def counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"inventorium_{name}", text, labels, registry=self.registry)

    def histogram(self, name: str, text: str) -> Histogram:
        return Histogram(f"inventorium_{name}", text, buckets=BOUNDS, registry=self.registry)

    def gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"inventorium_{name}", text, registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
