"""Passkeys (WebAuthn): a device proves that it holds a key. A challenge carries its own date, so none is stored."""

import hashlib
import hmac
import json
import secrets
import struct
import time
from typing import Any

from starlette.requests import Request

from inventorium.store.identities import Passkey
from inventorium.table.problems import Refused

VALID = 300.0  # seconds until a challenge expires
SIGNED = 24  # bytes of a challenge before its signature


def are_possible() -> bool:
    """Return whether what passkeys need is installed."""
    try:
        import webauthn  # noqa: F401
    except ImportError:
        return False
    return True


def new_challenge(key: str) -> bytes:
    plain = struct.pack(">d", time.time()) + secrets.token_bytes(16)
    return plain + signature(key, plain)


def signature(key: str, plain: bytes) -> bytes:
    return hmac.new(key.encode(), b"inventorium challenge 1\n" + plain, hashlib.sha256).digest()[:16]


def answered_challenge(key: str, credential: dict[str, Any]) -> bytes:
    """Return the challenge of a credential, if it is ours and not too old."""
    from webauthn import base64url_to_bytes

    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = base64url_to_bytes(said["challenge"])
        (made,) = struct.unpack(">d", challenge[:8])
    except (KeyError, TypeError, ValueError, RecursionError, struct.error):
        raise Refused("passkey") from None
    ours = hmac.compare_digest(challenge[SIGNED:], signature(key, challenge[:SIGNED]))
    if not ours or not 0 <= time.time() - made < VALID:
        raise Refused("passkey")
    return challenge


def read(text: str) -> dict[str, Any]:
    """Return a credential that a page has sent."""
    try:
        found = json.loads(text[:20_000])
    except (ValueError, RecursionError):
        raise Refused("passkey") from None
    if not isinstance(found, dict):
        raise Refused("passkey")
    return found


def site_name(request: Request) -> str:
    return request.url.hostname or "localhost"


def origin(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def to_make(request: Request, key: str, owner: str, name: str, there: list[Passkey]) -> str:
    """Return what a browser needs to make a key, as JSON."""
    import webauthn
    from webauthn.helpers import structs

    return webauthn.options_to_json(
        webauthn.generate_registration_options(
            rp_id=site_name(request),
            rp_name="Inventorium",
            user_id=bytes.fromhex(owner),
            user_name=name,
            challenge=new_challenge(key),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(resident_key=structs.ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(one.id)) for one in there],
        )
    )


def to_show(request: Request, key: str) -> str:
    """Return what a browser needs to show a key that it has, as JSON."""
    import webauthn

    return webauthn.options_to_json(
        webauthn.generate_authentication_options(rp_id=site_name(request), challenge=new_challenge(key))
    )


def made(request: Request, key: str, owner: str, text: str) -> Passkey:
    """Return the key that a browser has made, checked."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, exceptions

    credential = read(text)
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=answered_challenge(key, credential),
            expected_rp_id=site_name(request),
            expected_origin=origin(request),
        )
    except (exceptions.WebAuthnException, ValueError, KeyError, TypeError):
        raise Refused("passkey") from None
    return Passkey(
        bytes_to_base64url(found.credential_id),
        owner,
        bytes_to_base64url(found.credential_public_key),
        found.sign_count,
        time.time(),
    )


def shown(request: Request, key: str, text: str, known: Passkey) -> int:
    """Check that a browser has this key; return how often it was used."""
    import webauthn
    from webauthn.helpers import exceptions

    credential = read(text)
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=answered_challenge(key, credential),
            expected_rp_id=site_name(request),
            expected_origin=origin(request),
            credential_public_key=webauthn.base64url_to_bytes(known.key),
            credential_current_sign_count=known.count,
        )
    except (exceptions.WebAuthnException, ValueError, KeyError, TypeError):
        raise Refused("passkey") from None
    return found.new_sign_count
