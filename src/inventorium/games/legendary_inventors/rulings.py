"""stub"""
def why_not(p, seat, move):
    return "", ""
