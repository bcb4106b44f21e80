"""What people are to each other beyond one table: ratings, cups, clubs, fair play. A server runs without it."""
