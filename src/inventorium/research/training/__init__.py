"""Trains networks by self-play (docs/training.md). Only this package needs PyTorch."""
