"""The languages whose sentences the tests know. The program itself has whatever has a folder (core/words.py)."""

LANGUAGES = ("en", "de")
