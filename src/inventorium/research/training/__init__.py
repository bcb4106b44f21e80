"""Learning: networks that play, trained by self-play (docs/learning.md). Only this room needs PyTorch."""
