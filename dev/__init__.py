"""What those who publish Inventorium use; no part of the package."""
