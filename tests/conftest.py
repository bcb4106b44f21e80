"""Sets up the shared kit and hypothesis."""

import hypothesis

pytest_plugins = ["inventorium.testing"]

hypothesis.settings.register_profile("inventorium", deadline=None)  # the first call of a compiled rule may compile it
hypothesis.settings.load_profile("inventorium")
