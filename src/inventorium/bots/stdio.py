"""Bots in any language: a program that is asked over its standard input and answers on its standard output.

One JSON object per line; docs/bot-protocol.md has the whole protocol. If a program sends nonsense, is late or dies, the bot
`random` plays this move, the fault is noted, and the game continues.
"""

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from collections import deque
from time import monotonic
from typing import IO, Any

from inventorium import __version__
from inventorium.bots.bot import Bot
from inventorium.bots.random import Random
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.position import View

PROTOCOL = 1
START = 30.0  # seconds to say hello
ANSWER = 10.0  # seconds for an answer
LONGEST_LINE = 100_000
MOST_LINES = 100  # that a program may write ahead
AT_THE_END = 5.0  # seconds for a program that is ending
LAST_LINES = 20  # of its error output that are shown
LONGEST_ERROR = 500  # characters of such a line


class ProgramError(Exception):
    """What a program did wrong."""


class Program(Bot):
    """A program that plays one game."""

    def __init__(self, name: str, game: Game, seed: int | str = 0, answer_within: float = ANSWER) -> None:
        super().__init__(name, game, seed)
        self.answer_within = answer_within
        self.fallback = Random("random", game, seed)
        self.process: subprocess.Popen[str] | None = None
        self.dead = False
        self.asked = 0
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.errors: deque[str] = deque(maxlen=LAST_LINES)

    def think(self, view: View) -> int:
        try:
            if self.dead:
                return self.fallback.think(view)
            if self.process is None:
                self.begin(view)
            return self.ask(view)
        except ProgramError as error:
            self.note(str(error))
            return self.fallback.think(view)

    def prepare(self, view: View) -> None:
        """Check that the program starts and says hello; else show why not, with the end of its error output."""
        try:
            self.greet()
        except ProgramError as error:
            raise InventoriumError("\n".join([f"bot '{self.name}' does not start: {error}", *self.errors])) from None
        finally:
            self.close()

    def note(self, fault: str) -> None:
        """Add a fault, with the error output where there was no such fault before."""
        known = any(fault == earlier["fault"] for earlier in self.faults)
        self.faults.append({"question": self.asked, "fault": fault, "errors": [] if known else [*self.errors]})

    # ------------------------------------------------ the protocol

    def begin(self, view: View) -> None:
        """hello and game."""
        self.greet()
        self.send(
            {
                "type": "game",
                "game": view.game.name,
                "players": view.players,
                "seat": view.seat,
                "options": view.options,
                "seconds": self.answer_within,
                "components": view.game.describe(view.box),
            }
        )

    def greet(self) -> None:
        self.start()
        self.send({"type": "hello", "protocol": PROTOCOL, "program": f"inventorium {__version__}"})
        self.receive("hello", START)

    def ask(self, view: View) -> int:
        self.asked += 1
        moves = {view.write(view.seat, action): action for action in view.actions()}
        self.send(
            {
                "type": "question",
                "number": self.asked,
                "question": self.game.notation.question(view.state),
                "view": view.picture(),
                "scores": view.scores,
                "moves": sorted(moves),
            }
        )
        answer = self.receive("answer", self.answer_within)
        move = answer.get("move")
        if not isinstance(move, str) or move not in moves:
            raise ProgramError(f"nonsense: {shortened(move)} is not among the moves")
        return moves[move]

    def end(self, view: View) -> None:
        if self.process and not self.dead:
            with contextlib.suppress(ProgramError):
                self.send({"type": "result", "scores": view.scores, "places": view.places, "seat": view.seat})

    # ------------------------------------------------ the process

    def start(self) -> None:
        try:
            self.process = subprocess.Popen(
                shlex.split(self.name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            raise InventoriumError(f"bot '{self.name}' cannot be started: {error}") from None
        assert self.process.stdout and self.process.stderr
        self.lines, self.errors = queue.Queue(MOST_LINES), deque(maxlen=LAST_LINES)
        threading.Thread(target=listen, args=(self.process.stdout, self.lines), daemon=True).start()
        self.overhearing = threading.Thread(target=overhear, args=(self.process.stderr, self.errors), daemon=True)
        self.overhearing.start()

    def send(self, message: dict[str, Any]) -> None:
        assert self.process and self.process.stdin
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self.death() from None

    def receive(self, kind: str, seconds: float) -> dict[str, Any]:
        """Return the next message of a kind. An answer to an earlier question came too late and is skipped."""
        end = monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - monotonic()))
            except queue.Empty:
                raise ProgramError(f"late: no {kind} within {seconds:g} s") from None
            if line is None:
                raise self.death()
            try:
                message = json.loads(line)
                if message["type"] != kind:
                    raise ProgramError(f"nonsense: {shortened(line)} where {kind} was expected")
                if kind != "answer" or message["number"] == self.asked:
                    return dict(message)
                if not isinstance(message["number"], int) or message["number"] > self.asked:
                    raise ProgramError(f"nonsense: an answer to question {shortened(message['number'])}")
            except (ValueError, KeyError, TypeError):
                raise ProgramError(f"nonsense: {shortened(line)} is not a message of the protocol") from None

    def death(self) -> ProgramError:
        assert self.process
        self.dead = True
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(AT_THE_END)
            self.overhearing.join(AT_THE_END)  # the end of its error output may still be on its way
        return ProgramError(f"dead: ended with status {self.process.poll()}")

    def close(self) -> None:
        """Ask the program to end by closing its input; make it end if it does not."""
        if self.process:
            with contextlib.suppress(OSError):
                if self.process.stdin:
                    self.process.stdin.close()
            try:
                self.process.wait(1)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None


def listen(output: IO[str], lines: "queue.Queue[str | None]") -> None:
    while line := output.readline(LONGEST_LINE):
        lines.put(line)
    lines.put(None)


def overhear(output: IO[str], errors: deque[str]) -> None:
    while line := output.readline(LONGEST_LINE):
        errors.append(line.rstrip()[:LONGEST_ERROR])


def shortened(thing: Any) -> str:
    text = repr(thing.strip() if isinstance(thing, str) else thing)
    return text if len(text) <= 80 else f"{text[:77]}..."
