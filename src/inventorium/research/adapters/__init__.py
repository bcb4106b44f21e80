"""Doors for research: each library's own way in. Every door is an extra; importing inventorium needs none of them."""
