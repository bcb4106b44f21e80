"""Speed, measured beside peers in the same run on one core: machines are noisy, ratios are less so."""
