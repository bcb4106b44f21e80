"""Adapters for research libraries. Each needs an extra; importing inventorium needs none of them."""
