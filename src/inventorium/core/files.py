"""Files and folders that a user names: refused in one line if they cannot be used."""

import os
from pathlib import Path

from inventorium.core.errors import InventoriumError


def check_writable(*files: Path | None) -> None:
    """Refuse a file that cannot be written, before time is spent on its content. Nothing is left behind."""
    for file in files:
        if file is not None:
            is_new = not os.path.lexists(file)
            try:
                open(file, "ab").close()
                if is_new:
                    file.unlink()
            except OSError as error:
                raise InventoriumError(f"{file}: cannot be written ({error.strerror})") from None


def make_folder(folder: Path) -> None:
    """Make a folder, and refuse one in which nothing can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InventoriumError(f"{folder}: cannot create this folder ({error.strerror})") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InventoriumError(f"{folder}: this folder is not writable")
