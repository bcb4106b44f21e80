"""Being told that it is one's turn: where to, and how to stop it."""
import re
from dataclasses import replace
from hmac import compare_digest

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from inventorium.core.words import words_of
from inventorium.live import senders
from inventorium.live.notices import DELAY, MAIL_DELAY
from inventorium.live.senders import Undelivered
from inventorium.store.outbox import MAIL, PUSH, WEBHOOKS, Channel
from inventorium.store.secrets import new_id, new_secret
from inventorium.table.names import clean_line
from inventorium.table.problems import Refused
from inventorium.web.drawing.drawings import STATIC
from inventorium.web.plumbing.guests import Guest, guest_of, remember
from inventorium.web.plumbing.site import Site, read_form, redirect, site_of
from inventorium.web.routes.pages import own_tables

router = APIRouter(include_in_schema=False)
LONGEST_ADDRESS = 2_000
MAILBOX = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}")
PAGE = "/notices"


@router.get("/notices")
async def show(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    return await notices_page(request, site, guest)


async def notices_page(request: Request, site: Site, guest: Guest, problem: str = "", status: int = 200) -> Response:
    ask, outbox = site.rooms.keeper.ask, site.notifier.outbox
    running = [row for row in (await own_tables(site, guest, {}))[0] if not row["over"]]
    push_key = senders.application_key(await site.notifier.push_key()) if senders.may_push() else ""
    return site.page(request, guest, "notices.html", status, channels=await ask(outbox.of, guest.holder), problem=problem,
                     my_tables=running, webhooks=WEBHOOKS, push_key=push_key, may_mail=bool(site.notifier.settings.mail))


@router.post("/notices/{kind}")
async def add(request: Request, kind: str) -> Response:
    """`webhook`: `form` (one of WEBHOOKS), `address`, `table` (empty: all of one's own). `push`: `subscription`, as the browser
    tells it. `mail`: `address`; it is used when somebody there has said so. `off`: `channel`, and that is the end of it."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    outbox, ask = site.notifier.outbox, site.rooms.keeper.ask
    try:
        if kind == "webhook":
            await ask(outbox.add, await webhook(site, guest, request, fields))
        elif kind == "push":
            text = fields.get("subscription", "")[:LONGEST_ADDRESS]
            subscription = await ask(senders.check_subscription, text, site.notifier.settings.local)
            await ask(outbox.add, channel_of(site, request, guest, PUSH, subscription))
        elif kind == "mail" and site.notifier.settings.mail:
            await add_mail(site, guest, request, fields)
        elif kind == "off":
            if any(one.id == fields.get("channel") for one in await ask(outbox.of, guest.holder)):
                await ask(outbox.remove, fields["channel"])
        else:
            raise Refused("no-page")
    except Undelivered as error:
        return await notices_page(request, site, guest, str(error), 422)
    response = redirect(PAGE)
    remember(response, request, guest)
    return response


def channel_of(site: Site, request: Request, guest: Guest, kind: str, address: str, subject: str = "") -> Channel:
    return Channel(new_id(), subject or guest.holder, guest.holder, kind, address, guest.language,
                   site.address(request), new_secret(), DELAY)


async def webhook(site: Site, guest: Guest, request: Request, fields: dict[str, str]) -> Channel:
    form, address, table = fields.get("form", ""), fields.get("address", "").strip()[:LONGEST_ADDRESS], fields.get("table", "")
    if form not in WEBHOOKS:
        raise Refused("no-page")
    await site.rooms.keeper.ask(senders.check_address, address, site.notifier.settings.local)
    if table:
        room = await site.rooms.get(table)
        if not room.seats_of(guest.holder) and room.stored.host != guest.holder:
            raise Refused("not-yours")
    return channel_of(site, request, guest, form, address, table)


async def add_mail(site: Site, guest: Guest, request: Request, fields: dict[str, str]) -> None:
    """Ask at the address whether it is wanted: nobody gets mail because somebody else typed in an address."""
    address = clean_line(fields.get("address", ""), 200)
    if not MAILBOX.fullmatch(address):
        raise Refused("no-mailbox")
    outbox, ask = site.notifier.outbox, site.rooms.keeper.ask
    if any(one.kind == MAIL for one in await ask(outbox.of, guest.holder)):
        raise Refused("too-many-channels", most=1)
    new = replace(channel_of(site, request, guest, MAIL, address), delay=MAIL_DELAY, ready=False)
    words = words_of(None, guest.language)
    await ask(outbox.add, new)
    link = f"{new.site}/notices/on/{new.id}/{new.key}"
    try:
        await senders.by_mail(site.notifier.settings, address, words("notices.confirm"), words("notices.confirm-mail", link=link),
                              f"{new.site}/notices/off/{new.id}/{new.key}")
    except (Undelivered, OSError) as error:
        await ask(outbox.remove, new.id)
        raise Undelivered(str(error)) from None


# ---------------------------------------------------------------- links in mails

@router.get("/notices/{wish}/{channel_id}/{key}")
async def ask_again(request: Request, wish: str, channel_id: str, key: str) -> Response:
    """The page behind a link in a mail. Only a click does something, so that no program that looks at links does."""
    site, guest = site_of(request), guest_of(request)
    channel = await by_key(site, wish, channel_id, key)
    return site.page(request, guest, "notices_link.html", wish=wish, channel=channel)


@router.post("/notices/{wish}/{channel_id}/{key}")
async def do(request: Request, wish: str, channel_id: str, key: str) -> Response:
    """Switch a channel on or off. Programs that read mail send this by themselves, so it needs no form of ours (RFC 8058); who
    knows the key may do it."""
    site = site_of(request)
    await by_key(site, wish, channel_id, key)
    outbox = site.notifier.outbox
    await site.rooms.keeper.ask(outbox.confirm if wish == "on" else outbox.remove, channel_id)
    return PlainTextResponse(words_of(None, guest_of(request).language)(f"notices.is-{wish}") + "\n")


async def by_key(site: Site, wish: str, channel_id: str, key: str) -> Channel:
    channel = await site.rooms.keeper.ask(site.notifier.outbox.get, channel_id)
    if wish not in ("on", "off") or channel is None or not compare_digest(channel.key.encode(), key.encode()):
        raise Refused("no-page")
    return channel


# ---------------------------------------------------------------- in the browser

@router.get("/sw.js")
async def service_worker() -> Response:
    """What a browser runs for us when no page of ours is open. It stands at the root, so that it may speak for all pages."""
    parts = f'importScripts("{STATIC}/push.js", "{STATIC}/worker.js");\n'
    return Response(parts, media_type="text/javascript", headers={"cache-control": "no-cache"})
