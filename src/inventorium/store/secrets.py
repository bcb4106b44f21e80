"""Secrets that people hold: seats and invitations. Only their digests are stored."""
import hashlib
import hmac
import re
import secrets

ID = re.compile(r"[0-9a-f]{16}")


def new_secret() -> str:
    """128 random bits and some, as they stand in a link or a cookie."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The public name of a table; it tells nothing and opens nothing."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a table of ours can have this id."""
    return ID.fullmatch(text) is not None


def digest(secret: str) -> str:
    """What is stored of a secret. It is long and random, so a plain hash cannot be turned back."""
    return hashlib.sha256(b"inventorium secret 1\n" + secret.encode()).hexdigest()


def fits(secret: str | None, stored: str | None) -> bool:
    """Compare in constant time."""
    return bool(secret and stored) and hmac.compare_digest(digest(str(secret)), str(stored))


def invitation_secret(host_secret: str, table_id: str, seat: int) -> str:
    """The secret in the invitation to a seat. It follows from the host's own, so that it need not be kept anywhere."""
    mac = hmac.new(host_secret.encode(), f"invitation {table_id} {seat}".encode(), hashlib.sha256)
    return mac.hexdigest()[:40]
