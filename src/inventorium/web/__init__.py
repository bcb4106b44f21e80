"""The table in the browser, and the API. It knows no game by name."""
