"""What developers run by hand, as `python -m dev NAME`. Not part of the package."""
