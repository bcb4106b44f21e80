"""What every request passes: connections, limits, logs, identities."""
