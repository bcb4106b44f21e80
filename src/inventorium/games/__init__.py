"""One folder a game, the same file names in each. A new folder is a new game; nothing else has to know of it."""
from pathlib import Path


def names() -> list[str]:
    """The games there are, as people write them."""
    return sorted(f.parent.name.replace("_", "-") for f in Path(__file__).parent.glob("*/rules.py"))
