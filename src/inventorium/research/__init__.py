"""For researchers and designers: matches and ladders, batches, adapters, training, the lab."""
