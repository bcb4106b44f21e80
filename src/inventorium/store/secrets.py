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


def table_secret(host_secret: str, table_id: str) -> str:
    """Return the secret in the invitation to a table. It follows from the host's own, so it need not be stored."""
    return derived(host_secret, f"invitation {table_id}")


def seat_secret(secret_of_table: str, seat: int) -> str:
    """Return the secret in the invitation to one seat. It follows from that to the table, which is good for every free seat."""
    return derived(secret_of_table, f"seat {seat}")


def derived(secret: str, purpose: str) -> str:
    return hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).hexdigest()[:40]
