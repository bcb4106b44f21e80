"""The short form of `python -m dev crash`."""

from dev.crash import crash


def test_a_killed_server_loses_nothing(database: str) -> None:
    found = crash(database, kills=2, clients=2)
    assert found["acknowledged"] > 0
