"""What pages ask the community: the contract between them and the optional package `inventorium.community`."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol, TypedDict

from inventorium.table.problems import Refused
from inventorium.web.http.sessions import Guest


class Club(Protocol):
    """People who play with each other."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def owners(self) -> tuple[str, ...]: ...
    @property
    def names(self) -> tuple[str, ...]: ...


class RatingFields(TypedDict):
    """A rating for display, with the ends of its range."""

    rating: str
    low: int
    high: int


class ListedRating(RatingFields):
    players: str


class Community:
    """The services of a server without a community. Where the package is installed, `web/routes/community` replaces them."""

    is_there: ClassVar[bool] = False  # pages show links to clubs, cups, ratings and reports
    menu: ClassVar[Sequence[tuple[str, str]]] = ()  # what it adds to the menu: path, key of the name

    async def ratings_of(self, guest: Guest) -> dict[str, list[ListedRating]]:
        """Return the ratings of a guest in words, by game; none as long as a game is being compiled."""
        return {}

    async def clubs_of(self, guest: Guest) -> Sequence[Club]:
        """Return the clubs of a guest."""
        return []

    async def own_club(self, guest: Guest, club_id: str) -> Club:
        """Return a club that a guest is in; to others there is no such page."""
        raise Refused("no-page")

    async def is_moderator(self, guest: Guest) -> bool:
        return False

    def forget(self, tables: Iterable[str]) -> None:
        """Drop the statistics of these tables: a player there has another number, or was deleted."""
