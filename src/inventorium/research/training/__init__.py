"""Learning: networks that play, trained by self-play (docs/training.md). Only this room needs PyTorch."""
