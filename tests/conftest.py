"""Sets up the shared kit, hypothesis and httpx."""

import httpx
import hypothesis

from tests.patience import PATIENCE

pytest_plugins = ["inventorium.testing"]

hypothesis.settings.register_profile("inventorium", deadline=None)  # the first call of a compiled rule may compile it
hypothesis.settings.load_profile("inventorium")

for part in ("connect", "read", "write", "pool"):  # it gives up after five seconds by itself, and the machine may be busy
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, part, PATIENCE)
