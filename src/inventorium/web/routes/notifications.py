"""Where you are notified, and how to stop it."""

import json
import re
from dataclasses import replace
from hmac import compare_digest

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.words import words_of
from inventorium.server import senders
from inventorium.server.notifications import DELAY, MAIL_DELAY
from inventorium.server.senders import Undelivered
from inventorium.store.counts import first_within, forget, key_of, note_for_good, seconds_to_wait
from inventorium.store.outbox import MAILS, PUSH, WEBHOOKS, Channel
from inventorium.store.secrets import new_id, new_secret
from inventorium.table.names import clean_line
from inventorium.table.problems import Refused
from inventorium.web.http.sessions import Guest, client_of, guest_of, remember
from inventorium.web.http.site import Site, read_form, redirect, site_of
from inventorium.web.render.icons import STATIC
from inventorium.web.routes.pages import own_tables

router = APIRouter(include_in_schema=False)
LONGEST_ADDRESS = 2_000
BETWEEN_QUESTIONS = 86_400  # seconds, to one mailbox
QUESTIONS = 5  # to mailboxes that one network may cause within an hour
MAILBOX = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}")
PAGE = "/notifications"


@router.get("/notifications")
async def show(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    return await notices_page(request, site, guest)


async def notices_page(request: Request, site: Site, guest: Guest, problem: str = "", status: int = 200) -> Response:
    ask, outbox = site.live_tables.committer.ask, site.notifier.outbox
    running = [row for row in (await own_tables(site, guest, {}))[0] if not row["over"]]
    push_key = senders.application_key(await site.notifier.push_key()) if senders.may_push() else ""
    channels = await ask(outbox.of, guest.owner)
    return site.page(
        request,
        guest,
        "notifications.html",
        status,
        channels=channels,
        problem=problem,
        endpoints={one.id: json.loads(one.address)["endpoint"] for one in channels if one.kind == PUSH},
        my_tables=running,
        webhooks=WEBHOOKS,
        mails=MAILS,
        push_key=push_key,
        may_mail=bool(site.notifier.settings.mail),
    )


@router.post("/notifications/{kind}")
async def add(request: Request, kind: str) -> Response:
    """`webhook`: `form` (one of WEBHOOKS), `address`, `table` (empty: all of yours). `push`: `subscription`, as the browser made
    it. `mail`: `address`, `often` (one of MAILS); it is used when someone there has confirmed it. `off`: `channel`, which is
    removed."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    outbox, ask = site.notifier.outbox, site.live_tables.committer.ask
    try:
        if kind == "webhook":
            await ask(outbox.add, await webhook(site, guest, request, fields))
        elif kind == "push":
            text = fields.get("subscription", "")[:LONGEST_ADDRESS]
            subscription = await senders.check_subscription(text, await site.notifier.push_key(), site.notifier.settings.local)
            await ask(outbox.add, channel_of(site, request, guest, PUSH, subscription))
        elif kind == "mail" and site.notifier.settings.mail:
            await add_mail(site, guest, request, fields)
        elif kind == "off":
            if any(one.id == fields.get("channel") for one in await ask(outbox.of, guest.owner)):
                await ask(outbox.remove, fields["channel"])
        else:
            raise Refused("no-page")
    except Undelivered as error:
        return await notices_page(request, site, guest, error.message(words_of(None, guest.language)), 422)
    response = redirect(PAGE)
    remember(response, request, guest)
    return response


def channel_of(site: Site, request: Request, guest: Guest, kind: str, address: str, subject: str = "") -> Channel:
    return Channel(
        new_id(), subject or guest.owner, guest.owner, kind, address, guest.language, site.address(request), new_secret(), DELAY
    )


async def webhook(site: Site, guest: Guest, request: Request, fields: dict[str, str]) -> Channel:
    form, address, table = fields.get("form", ""), fields.get("address", "").strip()[:LONGEST_ADDRESS], fields.get("table", "")
    if form not in WEBHOOKS:
        raise Refused("no-page")
    await senders.check_address(address, site.notifier.settings.local)
    if table:
        live_table = await site.live_tables.get(table)
        if not live_table.seats_of(guest.owner) and live_table.stored.host != guest.owner:
            raise Refused("not-yours")
    return channel_of(site, request, guest, form, address, table)


async def add_mail(site: Site, guest: Guest, request: Request, fields: dict[str, str]) -> None:
    """Send a confirmation e-mail: an address gets mail only after its owner agrees."""
    address, kind = clean_line(fields.get("address", ""), 200), fields.get("often", "mail")
    if kind not in MAILS:
        raise Refused("no-page")
    if not MAILBOX.fullmatch(address):
        raise Refused("no-mailbox")
    outbox, ask, write, store = (
        site.notifier.outbox,
        site.live_tables.committer.ask,
        site.live_tables.committer.write,
        site.live_tables.store,
    )
    if any(one.kind in MAILS for one in await ask(outbox.of, guest.owner)):
        raise Refused("too-many-channels", most=1)
    if seconds := await write(seconds_to_wait, store, "asks mailboxes", client_of(request.scope), QUESTIONS):
        raise Refused("too-many-requests", seconds=seconds)
    mailbox = await ask(key_of, store, "mailbox", plain_mailbox(address))
    new = replace(channel_of(site, request, guest, kind, address), delay=MAIL_DELAY, ready=False)
    words = words_of(None, guest.language)
    await ask(outbox.add, new)
    if not await write(first_within, store, mailbox, BETWEEN_QUESTIONS):
        await ask(outbox.remove, new.id)
        raise Refused("mailbox-was-asked")
    never = f"{new.site}/notifications/never/{mailbox}/{await ask(key_of, store, 'never', mailbox)}"
    try:
        await senders.by_mail(
            site.notifier.settings,
            address,
            words("notifications.confirm"),
            words("notifications.confirm-mail", link=f"{new.site}/notifications/on/{new.id}/{new.key}", never=never),
            never,
        )
    except (Undelivered, OSError) as error:
        await ask(outbox.remove, new.id)
        if isinstance(error, Undelivered):
            await write(forget, store, mailbox)
        raise error if isinstance(error, Undelivered) else Undelivered("mail-server", text=error) from None


def plain_mailbox(address: str) -> str:
    """Return the mailbox behind an address: in many, what follows a plus names no other one."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


# ---------------------------------------------------------------- links in mails


@router.get("/notifications/{wish}/{channel_id}/{key}")
async def ask_again(request: Request, wish: str, channel_id: str, key: str) -> Response:
    """The page behind a link in an e-mail. Only a click there has an effect, because programs open links, too."""
    site, guest = site_of(request), guest_of(request)
    await check_link(site, wish, channel_id, key)
    return site.page(request, guest, "notification_link.html", wish=wish, action=request.url.path)


@router.post("/notifications/{wish}/{channel_id}/{key}")
async def do(request: Request, wish: str, channel_id: str, key: str) -> Response:
    """Confirm a channel (`on`), remove it (`off`), or never write to a mailbox again (`never`, with the mailbox in place of the
    channel). Programs that read mail send this by themselves, so it needs no form of ours (RFC 8058); who knows the key may do
    it."""
    site, guest = site_of(request), guest_of(request)
    await check_link(site, wish, channel_id, key)
    outbox, ask = site.notifier.outbox, site.live_tables.committer.ask
    if wish == "never":
        await site.live_tables.committer.write(note_for_good, site.live_tables.store, channel_id)
    else:
        await ask(outbox.confirm if wish == "on" else outbox.remove, channel_id)
    return site.page(request, guest, "notification_link.html", wish=wish, action="")


async def check_link(site: Site, wish: str, channel_id: str, key: str) -> None:
    """Refuse a link that is in no e-mail of ours."""
    ask, right = site.live_tables.committer.ask, None
    if wish == "never":
        right = await ask(key_of, site.live_tables.store, "never", channel_id)
    elif wish in ("on", "off") and (channel := await ask(site.notifier.outbox.get, channel_id)):
        right = channel.key
    if not right or not compare_digest(right.encode(), key.encode()):
        raise Refused("no-page")


# ---------------------------------------------------------------- in the browser


@router.get("/sw.js")
async def service_worker() -> Response:
    """The script that runs when no page of ours is open. Its place at the root lets it serve all pages."""
    parts = f'importScripts("{STATIC}/push.js", "{STATIC}/worker.js");\n'
    return Response(parts, media_type="text/javascript", headers={"cache-control": "no-cache"})
