"""`make load`: how many moves a second a server serves, beside the server of boardgame.io under the same load."""
