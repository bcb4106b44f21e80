"""The steps. A step is never changed after a release; the last one leads to store/schema.py."""
