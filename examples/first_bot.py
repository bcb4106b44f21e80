"""A bot in 30 lines: it speaks the line protocol of Inventorium and takes what it can get (docs/bot-protocol.md).

inventorium match legendary-inventors --seats "python3 examples/first_bot.py,random,random,random" --games 8
"""

import json
import sys

LIKED = ("take patent", "take points", "produce", "invent", "send", "build", "execute", "bid 9")  # the best first


def liking(move):
    return next((rank for rank, start in enumerate(LIKED) if move.startswith(start)), len(LIKED))


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "name": "first bot"})
    elif message["type"] == "question":
        best = min(message["moves"], key=liking)
        say({"type": "answer", "number": message["number"], "move": best})
