"""What people do beyond one table: ratings, cups, clubs, fair play. A server runs without it."""
