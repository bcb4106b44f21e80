"""Which language a person reads."""

import os

from inventorium.core.errors import UnknownName
from inventorium.core.words import closest, languages


def language_of(wanted: str) -> str:
    """Return the requested language, else that of the machine, else English."""
    if wanted and wanted not in languages():
        raise UnknownName("language", wanted, languages())
    machine = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return wanted or closest([machine.partition(".")[0]])  # de_DE.UTF-8
