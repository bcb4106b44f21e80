"""What researchers and designers use: matches and ladders, many games at once, adapters, training, the lab."""
