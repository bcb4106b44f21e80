"""Spreads games over the cores of this machine, or over a Ray cluster. The results are the same everywhere."""

import contextlib
import json
import multiprocessing
import os
import threading
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from inventorium.core.cpu import cores, joined
from inventorium.core.errors import ComponentsWarning, InventoriumError
from inventorium.core.files import check_writable


class Keyed(Protocol):
    def key(self) -> Hashable: ...


TaskT = TypeVar("TaskT", bound=Keyed)
ResultT = TypeVar("ResultT", bound=Mapping[str, Any])
Progress = Callable[[int, int], None]  # games that are finished, games in all


@dataclass(frozen=True)
class Procedure(Generic[TaskT, ResultT]):
    """How tasks of one kind become results, which are JSON objects. `format` names the kind of result and its version."""

    format: str
    play: Callable[[TaskT], ResultT]
    prepare: Callable[[list[TaskT]], None]  # compile what the tasks need, once, before many processes would
    key_of: Callable[[ResultT], Hashable]  # the key of the task of a result


def no_progress(finished: int, games: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class Execution:
    """How to run tasks: the file of results, the number of processes (None: one per core) or the address of a Ray cluster, and
    a callback for the progress."""

    file: Path | None = None
    workers: int | None = None
    ray: str | None = None
    progress: Progress = no_progress


ON_THIS_MACHINE = Execution()
DEATHS = 3  # pools of workers, killed one after the other without a result, end a run


def results_of(tasks: list[TaskT], procedure: Procedure[TaskT, ResultT], execution: Execution) -> list[ResultT]:
    """Play the games of the tasks and return the results in the order of the tasks. A finished game is added to the file at
    once, and what the file already holds is not played again."""
    file = execution.file
    check_writable(file)
    wanted = {task.key(): task for task in tasks}
    kept = read(file, procedure) if file and file.exists() else []
    done = {key: result for result in kept if (key := procedure.key_of(result)) in wanted}
    left = [task for key, task in wanted.items() if key not in done]
    execution.progress(len(done), len(wanted))
    if left:
        procedure.prepare(left)
        with open(file, "a", encoding="utf-8") if file else open(os.devnull, "w", encoding="utf-8") as out:
            for task, result in play_all(procedure.play, left, execution):
                done[task.key()] = result
                out.write(json.dumps({"format": procedure.format, **result}) + "\n")
                out.flush()
                execution.progress(len(done), len(wanted))
    return [done[task.key()] for task in tasks]


def read(file: Path, procedure: Procedure[Any, ResultT]) -> list[ResultT]:
    """Return the results in a file. A last line that was cut off when a run was stopped is dropped."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise InventoriumError(f"{file}: cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8'})") from None
    results = []
    for number, line in enumerate(lines, 1):
        try:
            result = json.loads(line)
            written = result.pop("format", None)
            if written == procedure.format:
                procedure.key_of(result)
        except (ValueError, KeyError, TypeError, AttributeError):
            if number == len(lines) and not line.endswith("\n"):
                file.write_text("".join(lines[:-1]), encoding="utf-8")
                break
            raise InventoriumError(f"{file}, line {number}: not a result; each line must be a JSON object") from None
        if written != procedure.format:
            raise InventoriumError(
                f"{file}, line {number}: this result has the format '{written or 'unknown'}', but this command "
                f"writes '{procedure.format}'; name another file"
            )
        results.append(result)
    return results


def play_all(play: Callable[[TaskT], ResultT], tasks: list[TaskT], execution: Execution) -> Iterator[tuple[TaskT, ResultT]]:
    """Yield every task with its result, as they come in."""
    if execution.ray:
        return on_ray(play, tasks, execution.ray)
    return on_this_machine(play, tasks, execution.workers or cores())


def on_this_machine(play: Callable[[TaskT], ResultT], tasks: list[TaskT], workers: int) -> Iterator[tuple[TaskT, ResultT]]:
    if workers == 1:
        yield from ((task, play(task)) for task in tasks)
        return
    left, deaths = dict(enumerate(tasks)), 0
    while left:
        deaths += 1
        for number, result in in_one_pool(play, left, workers):
            deaths = 0
            yield left.pop(number), result
        if deaths == DEATHS:
            raise InventoriumError(
                f"workers were killed {DEATHS} times in a row, perhaps for lack of memory: try fewer --workers"
            )


def in_one_pool(play: Callable[[TaskT], ResultT], tasks: Mapping[int, TaskT], workers: int) -> Iterator[tuple[int, ResultT]]:
    """Yield the results of a pool of workers: all of them, or those that came before one of its workers was killed."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=begin_worker)
    try:
        number_of: dict[Future[ResultT], int] = {}
        with contextlib.suppress(BrokenProcessPool):
            for number, task in tasks.items():
                number_of[pool.submit(play, task)] = number
        for future in as_completed(number_of):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield number_of[future], future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def begin_worker() -> None:
    """End this worker when its parent is killed, instead of playing on; the parent has shown the warnings already."""
    warnings.simplefilter("ignore", ComponentsWarning)

    def wait() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def on_ray(play: Callable[[TaskT], ResultT], tasks: list[TaskT], address: str) -> Iterator[tuple[TaskT, ResultT]]:
    ray = joined(address)
    try:
        remote = ray.remote(max_retries=3)(play)
        task_of = {remote.remote(task): task for task in tasks}
        waiting = [*task_of]
        while waiting:  # checks all pending tasks once a second, not once per result
            finished, waiting = ray.wait(waiting, num_returns=len(waiting), timeout=1)
            yield from ((task_of[one], ray.get(one)) for one in finished)
    finally:
        ray.shutdown()
