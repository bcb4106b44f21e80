"""What every request passes: connections, limits, logs, guests, the site's own tools."""
