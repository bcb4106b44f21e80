"""What people are to each other beyond one table: ratings, cups, clubs, fair play, moderation. A server runs without it."""
