"""Era of Inventions: which rule forbids an answer that is not legal."""
def why_not(p, seat, move):
    return "", ""
