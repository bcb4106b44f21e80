"""The computing resources: the cores of this machine, and Ray clusters."""

import os
from typing import Any

from inventorium.core.errors import InventoriumError


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def joined(address: str) -> Any:
    """Join a Ray cluster, or start one on this machine (`local`); return Ray."""
    try:
        import ray
    except ModuleNotFoundError:
        raise InventoriumError("--ray needs Ray: pip install 'inventorium[ray]'") from None
    ray.init(address=None if address == "local" else address, log_to_driver=False)
    return ray
