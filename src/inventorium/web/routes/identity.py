"""Your own page: saving your identity, devices and passkeys, download and delete your data."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.game import load_game
from inventorium.server import table_bots
from inventorium.store.blocks import avoided_by
from inventorium.store.identities import Identities, Passkey, new_words
from inventorium.store.personal_data import adopt_device, export_person, forget_person
from inventorium.store.secrets import digest, new_secret
from inventorium.store.site_keys import setting
from inventorium.table.entries import CAME_BACK, HANDED_OVER
from inventorium.table.problems import Refused
from inventorium.table.seats import PERSON
from inventorium.web.http import passkeys
from inventorium.web.http.sessions import (
    COOKIE,
    OF_A_GUEST,
    OF_A_PERSON,
    Guest,
    device_name,
    forget_cookies,
    guest_of,
    set_cookie,
)
from inventorium.web.http.site import Site, read_form, redirect, site_of
from inventorium.web.routes.pages import own_tables

router = APIRouter(include_in_schema=False)
PAGE = "/identity"
MOST_PASSKEYS = 8


@router.get("/identity")
async def show(request: Request) -> Response:
    return await person_page(request, site_of(request), guest_of(request))


async def person_page(request: Request, site: Site, guest: Guest, words_shown: str = "") -> Response:
    """Show the identity page. New recovery words are shown once."""
    ask, people = site.live_tables.committer.ask, Identities(site.live_tables.store)
    rows, pages = await own_tables(site, guest, dict(request.query_params))
    has_words = await ask(people.has_words, guest.owner)
    response = site.page(
        request,
        guest,
        "identity.html",
        recovery=words_shown,
        has_words=has_words,
        devices=await ask(people.devices_of, guest.owner),
        passkeys=await ask(people.passkeys_of, guest.owner),
        may_passkey=passkeys.are_possible(),
        rows=rows,
        pages=pages,
        ratings=await site.community.ratings_of(guest),
        avoided=(await ask(avoided_by, site.live_tables.store, guest.owner)).values(),
        moderates=await site.community.is_moderator(guest),
        load_game=load_game,
    )
    if has_words and not guest.person:  # here the words were made; from now on it can be signed out elsewhere
        await site.live_tables.committer.write(people.call, guest.owner, guest.name)
        set_cookie(response, request, COOKIE, "yes")
        response.delete_cookie("name", path="/")
    return response


@router.post("/identity/save")
async def keep(request: Request) -> Response:
    """Be known from now on, or get new words; earlier ones are void. `others` is out, to sign all other devices out, too."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    words, people = new_words(), Identities(site.live_tables.store)
    await site.live_tables.committer.ask(people.set_words, guest.owner, words, guest.name, device_name(request))
    if fields.get("others") == "out" and guest.person:
        guest = await signed_out(site, guest, but=guest.device)
    return await person_page(request, site, guest, words)


@router.post("/identity/sign-out")
async def sign_out(request: Request) -> Response:
    """Sign out a `device`, or all others."""
    site, guest = site_of(request), guest_of(request)
    device = (await read_form(request, guest)).get("device", "")
    if device == guest.device:
        return await leave_device(site, guest)
    if guest.person:
        await signed_out(site, guest, device or None, guest.device)
    return redirect(PAGE)


async def signed_out(site: Site, guest: Guest, device: str | None = None, but: str | None = None) -> Guest:
    """Sign out a device of a person, or all `but` one; return who asks, who may have another number now."""
    people = Identities(site.live_tables.store)
    tables = await site.live_tables.committer.write(people.sign_out, guest.person, device, but)
    await show_again(site, tables)
    now = await site.live_tables.committer.ask(people.on_device, guest.device)
    return replace(guest, person=now.owner if now else "")


async def show_again(site: Site, tables: Sequence[str]) -> None:
    """Refresh tables whose players have another number, or were deleted."""
    site.community.forget(tables)
    await site.live_tables.read_again(tables)


@router.post("/identity/sign-in")
async def come_back(request: Request) -> Response:
    """By the words (`words`)."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    owner = await site.live_tables.committer.ask(Identities(site.live_tables.store).by_words, fields.get("words", "")[:200])
    if owner is None:
        raise Refused("no-such-words")
    return await recognise(request, site, guest, owner)


async def recognise(request: Request, site: Site, guest: Guest, owner: str) -> Response:
    """Sign a person in on this device, with a secret of its own; the device's seats become theirs, too."""
    response = redirect(PAGE)
    if owner == guest.owner:
        return response
    ask, people, secret = site.live_tables.committer.ask, Identities(site.live_tables.store), new_secret()
    if not guest.person and not await ask(people.has_words, guest.device):
        await bring_seats(site, guest.device, owner)
        await site.live_tables.committer.write(adopt_device, site.live_tables.store, guest.device, owner)
    await site.live_tables.committer.write(people.sign_in, digest(secret), owner, device_name(request), guest.name)
    set_cookie(response, request, "guest", secret)
    set_cookie(response, request, COOKIE, "yes")
    response.delete_cookie("name", path="/")  # it is the person's now, on all devices
    return response


async def bring_seats(site: Site, device: str, owner: str) -> None:
    """Give the seats of a device to a person. The others see that they are there."""
    for stored in await site.live_tables.committer.ask(site.live_tables.store.held_by, device, None):
        live_table = await site.live_tables.get(stored.id, fresh=True)
        for seat in [] if live_table.broken else live_table.seats_of(device):
            who = live_table.seats[seat]
            await site.live_tables.sit(
                live_table, seat, who, owner, lambda: None, CAME_BACK if who.kind == PERSON else HANDED_OVER
            )


@router.post("/identity/leave")
async def leave(request: Request) -> Response:
    """Sign out here: this device is a stranger's again."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    return await leave_device(site, guest)


async def leave_device(site: Site, guest: Guest) -> Response:
    if guest.person:
        await signed_out(site, guest, guest.device)
    response = redirect("/")
    forget_cookies(response, ("guest", *OF_A_PERSON))
    return response


# ---------------------------------------------------------------- passkeys


async def challenge_key(site: Site) -> str:
    return await site.live_tables.committer.ask(setting, site.live_tables.store, "challenges", secrets.token_hex)


async def asked_with_passkeys(request: Request) -> tuple[Site, Guest, dict[str, str]]:
    """Return who asks and with which form, where passkeys are possible."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    if not passkeys.are_possible():
        raise Refused("no-page")
    return site, guest, fields


@router.post("/identity/passkey-options")
async def options(request: Request) -> Response:
    """Return what a browser needs to make a key (`wish` is make), or to use one."""
    site, guest, fields = await asked_with_passkeys(request)
    key, people = await challenge_key(site), Identities(site.live_tables.store)
    if fields.get("wish") == "make":
        there = await site.live_tables.committer.ask(people.passkeys_of, guest.owner)
        text = passkeys.to_make(request, key, guest.owner, guest.name or "Inventorium", there)
    else:
        text = passkeys.to_show(request, key)
    return Response(text, media_type="application/json")


@router.post("/identity/passkey")
async def use_passkey(request: Request) -> Response:
    """`credential` is the key that a browser has made (`wish` is make), or used."""
    site, guest, fields = await asked_with_passkeys(request)
    key, ask, people = await challenge_key(site), site.live_tables.committer.ask, Identities(site.live_tables.store)
    text = fields.get("credential", "")
    if fields.get("wish") == "make":
        if not await ask(people.has_words, guest.owner) or len(await ask(people.passkeys_of, guest.owner)) >= MOST_PASSKEYS:
            raise Refused("passkey")
        await ask(people.add_passkey, replace(passkeys.made(request, key, guest.owner, text), name=device_name(request)))
        return redirect(PAGE)
    known: Passkey | None = await ask(people.passkey, str(passkeys.read(text).get("id", ""))[:2_000])
    if known is None:
        raise Refused("passkey")
    await ask(people.used, known.id, passkeys.shown(request, key, text, known))
    return await recognise(request, site, guest, known.owner)


@router.post("/identity/remove-passkey")
async def remove_passkey(request: Request) -> Response:
    """`passkey` is its id."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    await site.live_tables.committer.write(
        Identities(site.live_tables.store).remove_passkey, guest.owner, fields.get("passkey", "")
    )
    return redirect(PAGE)


# ---------------------------------------------------------------- personal data


@router.get("/identity/export")
async def export(request: Request) -> Response:
    """Download my data: everything stored about the person, as a file."""
    site, guest = site_of(request), guest_of(request)
    found = await site.live_tables.committer.ask(export_person, site.live_tables.store, guest.owner)
    return Response(
        json.dumps(found, ensure_ascii=False, indent=1),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="inventorium-person.json"'},
    )


@router.post("/identity/delete")
async def forget(request: Request) -> Response:
    """Delete my data (`sure` is yes): moves stay, a bot plays on, nothing else is left."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    if fields.get("sure") != "yes":
        return redirect(PAGE)
    people = Identities(site.live_tables.store)
    await site.live_tables.committer.write(people.sign_out_everywhere, guest.owner)
    await site.writing.last(guest.owner)  # requests of other devices finish first, then the data is deleted
    await show_again(
        site, await site.live_tables.committer.write(forget_person, site.live_tables.store, guest.owner, table_bots.level_of)
    )
    response = redirect("/")
    forget_cookies(response, OF_A_GUEST)
    return response
