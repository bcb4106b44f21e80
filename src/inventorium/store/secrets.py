"""Secrets of seats and invitations. Only their digests are stored."""

import hashlib
import hmac
import re
import secrets

ID = re.compile(r"[0-9a-f]{16}")


def new_secret() -> str:
    """Return at least 128 random bits, in the form of a link or a cookie."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a public name for a table; it reveals nothing and opens nothing."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Return whether a table of ours can have this id."""
    return ID.fullmatch(text) is not None


def digest(secret: str) -> str:
    """Return what is stored of a secret. The secret is long and random, so a plain hash cannot be reversed."""
    return hashlib.sha256(b"inventorium secret 1\n" + secret.encode()).hexdigest()


def fits(secret: str | None, stored: str | None) -> bool:
    """Compare in constant time."""
    return bool(secret and stored) and hmac.compare_digest(digest(str(secret)), str(stored))


def invitation_secret(host_secret: str, table_id: str, seat: int) -> str:
    """Return the secret in the invitation to a seat. It follows from the host's own, so it need not be stored."""
    mac = hmac.new(host_secret.encode(), f"invitation {table_id} {seat}".encode(), hashlib.sha256)
    return mac.hexdigest()[:40]
