"""Random numbers: the same on every platform, compiled or not, and unpredictable.

A stream is the key stream of the ChaCha20 cipher: a thousand known deals do not predict the next one, and the seed lets anyone
check them all. It is one integer array, so copying it copies the luck of a game.

All arithmetic is on 64-bit integers that hold 32-bit words, so that plain Python and compiled code agree.
"""

import hashlib

import numpy as np

from inventorium.core.compiler import rule

WORD = 0xFFFFFFFF
KEY, COUNTER, GAME, USED, BLOCK = 0, 8, 9, 10, 11  # where things lie in a stream
STREAM_LENGTH = BLOCK + 16


def new_stream(seed: str, game: int = 0) -> np.ndarray:
    """Return the stream of a seed; `game` separates several games of one seed."""
    key = hashlib.sha256(b"inventorium dealer 1\n" + seed.encode()).digest()
    stream = np.zeros(STREAM_LENGTH, np.int64)
    stream[KEY : KEY + 8] = np.frombuffer(key, "<u4")
    stream[GAME] = game
    stream[USED] = 16  # the first draw makes the first block
    return stream


@rule
def restart(stream, game):
    """Go to the beginning of another game of the same seed."""
    stream[GAME] = game
    stream[COUNTER] = 0
    stream[USED] = 16


@rule
def random_below(stream, n):
    """Return a number from 0 to n - 1, each exactly equally likely."""
    n = np.int64(n)  # plain NumPy would stay with a narrower number
    fair = (WORD + 1) // n * n  # words above this would favour small numbers
    word = next_word(stream)
    while word >= fair:
        word = next_word(stream)
    return word % n


@rule
def drawn_so_far(stream):
    """Return how many words were drawn: whatever lies between two equal numbers left nothing to chance."""
    return 16 * stream[COUNTER] + stream[USED]


@rule
def next_word(stream):
    if stream[USED] == 16:
        next_block(stream)
    word = stream[BLOCK + stream[USED]]
    stream[USED] += 1
    return word


@rule
def next_block(stream):
    x = stream[BLOCK : BLOCK + 16]
    first = np.empty(16, np.int64)
    first[0], first[1], first[2], first[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for i in range(8):
        first[4 + i] = stream[KEY + i]
    first[12], first[13] = stream[COUNTER], 0
    first[14], first[15] = stream[GAME] & WORD, stream[GAME] >> 32
    for i in range(16):
        x[i] = first[i]
    for _ in range(10):
        for column in range(4):
            quarter_round(x, column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter_round(x, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    for i in range(16):
        x[i] = (x[i] + first[i]) & WORD
    stream[COUNTER] += 1
    stream[USED] = 0


@rule
def quarter_round(x, a, b, c, d):
    x[a] = (x[a] + x[b]) & WORD
    x[d] = rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & WORD
    x[b] = rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & WORD
    x[d] = rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & WORD
    x[b] = rotate(x[b] ^ x[c], 7)


@rule
def rotate(word, bits):
    return ((word << bits) | (word >> (32 - bits))) & WORD
