"""Preloaded by the process from which the tests fork servers: everything is imported and compiled, so a server starts at once."""

from inventorium.web.app import warm_up

warm_up()
