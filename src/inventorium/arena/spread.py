"""Spreads games over the cores of this machine, or over a Ray cluster. The results are the same everywhere."""
import json
import multiprocessing
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from rich.progress import Progress

from inventorium.arena import playing
from inventorium.core.errors import ComponentsWarning, InventoriumError

Play = Callable[[Any], dict[str, Any]]
Task = Any                                          # what the player of a kind of games makes a result of; it has a `key()`


def results_of(tasks: list[Task], progress: Progress, what: str, file: Path | None = None, workers: int | None = None,
               ray: str | None = None, player: Any = playing) -> list[dict[str, Any]]:
    """Play the games of the tasks; gives the results in the order of the tasks. Finished games are added to the file at once,
    and what the file holds already is not played again. `player` is the module that knows how: its `play(task)` gives a result,
    `key_of(result)` the key of the task behind one, and `prepare(tasks)` compiles."""
    wanted = {task.key(): task for task in tasks}
    kept = read(file, player) if file and file.exists() else []
    done = {key: result for result in kept if (key := player.key_of(result)) in wanted}
    left = [task for key, task in wanted.items() if key not in done]
    bar = progress.add_task(what, total=len(tasks), completed=len(done))
    if left:
        player.prepare(left)
        with open(file, "a", encoding="utf-8") if file else open(os.devnull, "w") as out:
            for result in on_ray(player.play, left, ray) if ray else on_this_machine(player.play, left, workers or cores()):
                done[player.key_of(result)] = result
                out.write(json.dumps(result) + "\n")
                out.flush()
                progress.advance(bar)
    return [done[task.key()] for task in tasks]


def read(file: Path, player: Any = playing) -> list[dict[str, Any]]:
    """The results in a file. A last line that was cut off when a run was stopped is forgotten."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    except OSError as error:
        raise InventoriumError(f"{file}: cannot be read ({error.strerror})") from None
    results = []
    for number, line in enumerate(lines, 1):
        try:
            result = json.loads(line)
            player.key_of(result)
            results.append(result)
        except (ValueError, KeyError, TypeError):
            if number == len(lines) and not line.endswith("\n"):
                file.write_text("".join(lines[:-1]), encoding="utf-8")
                break
            raise InventoriumError(f"{file}, line {number}: not a result of the arena, which is one JSON object a line") from None
    return results


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_this_machine(play: Play, tasks: list[Task], workers: int) -> Iterator[dict[str, Any]]:
    if workers == 1:
        yield from map(play, tasks)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=begin_worker)
    try:
        for future in as_completed([pool.submit(play, task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def begin_worker() -> None:
    """A worker whose parent was killed would play on for nobody; and what there is to doubt has been said by the parent."""
    warnings.simplefilter("ignore", ComponentsWarning)

    def wait() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)
    threading.Thread(target=wait, daemon=True).start()


def on_ray(play: Play, tasks: list[Task], address: str) -> Iterator[dict[str, Any]]:
    try:
        import ray
    except ModuleNotFoundError:
        raise InventoriumError("--ray needs Ray: pip install 'inventorium[ray]'") from None
    ray.init(address=None if address == "local" else address, log_to_driver=False)
    try:
        remote = ray.remote(max_retries=3)(play)
        waiting = [remote.remote(task) for task in tasks]
        while waiting:
            (ready,), waiting = ray.wait(waiting, num_returns=1)
            yield ray.get(ready)
    finally:
        ray.shutdown()
