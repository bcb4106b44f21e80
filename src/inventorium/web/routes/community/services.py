"""The community's data for pages: ratings, clubs, moderators."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property

from inventorium.community.clubs import Club, clubs_of, load_club
from inventorium.community.cups import Standings
from inventorium.community.fair_play import FairPlay
from inventorium.community.moderation import is_moderator
from inventorium.community.ratings import Ratings
from inventorium.core.words import Words, words_of
from inventorium.research.arena.rating import Strength
from inventorium.store.secrets import is_id
from inventorium.table.problems import Refused, SettingUp
from inventorium.web.http.community import Community, ListedRating, RatingFields
from inventorium.web.http.sessions import Guest
from inventorium.web.http.site import Site


class Services(Community):
    """The community of a server that has one."""

    is_there = True
    menu = (("/cups", "cups"), ("/ratings", "ratings"))

    def __init__(self, site: Site) -> None:
        self.site, self.store, self.ask = site, site.live_tables.store, site.live_tables.committer.ask

    @cached_property
    def ratings(self) -> Ratings:
        return Ratings(self.store)

    @cached_property
    def standings(self) -> Standings:
        return Standings(self.store)

    @cached_property
    def fair_play(self) -> FairPlay:
        return FairPlay(self.site.live_tables, self.site.reviews, self.site.review_compiler)

    async def ratings_of(self, guest: Guest) -> dict[str, list[ListedRating]]:
        words, found = words_of(None, guest.language), dict[str, list[ListedRating]]()
        with suppress(SettingUp):
            for (game, number), known in (await self.ask(self.ratings.now)).of(guest.owner).items():
                found.setdefault(game, []).append({"players": words(f"ratings.{number}"), **rating_fields(known, words)})
        return found

    async def clubs_of(self, guest: Guest) -> Sequence[Club]:
        return [] if guest.is_new else await self.ask(clubs_of, self.store, guest.owner)

    async def own_club(self, guest: Guest, club_id: str) -> Club:
        return await own_club(self.site, guest, club_id)

    async def is_moderator(self, guest: Guest) -> bool:
        return not guest.is_new and await self.ask(is_moderator, self.store, guest.owner)

    def forget(self, tables: Iterable[str]) -> None:
        self.ratings.forget(tables)
        self.fair_play.forget(tables)


def services_of(site: Site) -> Services:
    assert isinstance(site.community, Services)
    return site.community


async def own_club(site: Site, guest: Guest, club_id: str) -> Club:
    """Return a club that a guest is in; to others there is no such page."""
    club = await club_named(site, club_id)
    if guest.owner not in club.owners:
        raise Refused("no-page")
    return club


async def club_named(site: Site, club_id: str) -> Club:
    club = await site.live_tables.committer.ask(load_club, site.live_tables.store, club_id) if is_id(club_id) else None
    if club is None:
        raise Refused("no-page")
    return club


def rating_fields(known: Strength, words: Words) -> RatingFields:
    """Return a rating for display: a number, with a question mark while it is provisional, and the ends of its range."""
    low, high = (round(end) for end in known.interval)
    mean = str(round(known.mean))
    return {"rating": mean if known.is_sure else words("ratings.unsure", rating=mean), "low": low, "high": high}
