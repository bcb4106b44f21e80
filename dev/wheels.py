"""Build the package into dist/ and try it outside the checkout, in an empty environment of each Python named.

python -m dev wheels python3.12 python3.13
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib.metadata import distribution
from pathlib import Path

HERE = Path(__file__).parent.parent
WHERE = "import inventorium; print(inventorium.__file__)"
GAME = ("play", "legendary-inventors", "--plain", "--players", "2", "--seed", "1")
ALWAYS_THE_FIRST = "1\n" * 1000  # more numbers than a game has decisions


def build(folder: Path, *kinds: str) -> list[Path]:
    """Build the package into a folder: `--wheel`, `--sdist`, or both; return the files."""
    shutil.rmtree(HERE / "build" / "lib", ignore_errors=True)  # otherwise deleted files would be packed again
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), *kinds, str(HERE))
    return sorted(folder.glob("inventorium-*"))


def with_compiled_code(wheel: Path) -> Path:
    """Return the wheel once more, with compiled code for this Python and this kind of machine, which its name says."""
    place = HERE / "src" / "inventorium" / "compiled"
    try:
        run(sys.executable, "-m", "inventorium", "compile", "--portable", str(place))
        built = build(wheel.parent / "compiled", "--wheel")[0]
    finally:
        shutil.rmtree(place, ignore_errors=True)
    tag = next(line for line in (distribution("numba").read_text("WHEEL") or "").splitlines() if line.startswith("Tag: "))
    python, abi, platform = tag.removeprefix("Tag: ").split("-")  # where numba runs, its code does
    named = wheel.with_name(f"{wheel.name.split('-py3-')[0]}-{python}-{abi}-{platform}.whl")
    run(
        sys.executable,
        "-m",
        "wheel",
        "tags",
        "--remove",
        "--python-tag",
        python,
        "--abi-tag",
        abi,
        "--platform-tag",
        platform,
        str(built),
    )
    shutil.move(next(built.parent.glob("*.whl")), named)
    built.parent.rmdir()
    return named


def unpacked(wheel: Path, folder: Path) -> dict[str, str]:
    """Install a wheel into a folder, beside the packages that are there; return the environment in which it is found first."""
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-index",
        "--target",
        str(folder),
        str(wheel),
    )
    return {**os.environ, "PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder.parent / "data")}


def fresh(wheel: Path, python: str, folder: Path) -> tuple[str, dict[str, str]]:
    """Install a wheel and everything it needs into an empty environment; return its Python, and an environment with an empty
    home."""
    run(python, "-m", "venv", str(folder / "venv"))
    own = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    run(
        own,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-c",
        str(HERE / "constraints.txt"),
        f"{wheel}[web]",
    )
    (folder / "home").mkdir()
    bare = {key: value for key, value in os.environ.items() if not key.startswith(("INVENTORIUM", "XDG", "PYTHON", "NUMBA"))}
    return own, {**bare, "HOME": str(folder / "home")}


def check(python: str, environment: dict[str, str], folder: Path, times: int = 1) -> dict[str, list[str]]:
    """Use the package outside the checkout: ask for its version, serve pages, play a game against a bot to its end; return how
    many seconds everything took, and how many of CPU. Where nothing is compiled yet, the first game waits for that."""
    where = run(python, "-c", WHERE, environment=environment, folder=folder)
    assert not where.startswith(str(HERE)), where
    seconds: dict[str, list[str]] = {}
    for name, use in (("version", version), ("pages", serve), ("game", play)) * times:
        before = os.times()
        use(python, environment, folder)
        after = os.times()
        busy = after.children_user + after.children_system - before.children_user - before.children_system
        seconds.setdefault(name, []).append(f"{after.elapsed - before.elapsed:.1f} s ({busy:.1f} s)")
    return seconds


def version(python: str, environment: dict[str, str], folder: Path) -> None:
    output = run(python, "-m", "inventorium", "--version", environment=environment, folder=folder)
    assert re.search(r"\d+\.\d+", output), output


def serve(python: str, environment: dict[str, str], folder: Path) -> None:
    """Start a server, and open pages that need nothing compiled."""
    served = subprocess.Popen(
        [python, "-m", "inventorium", "serve", "--port", "0"], env=environment, cwd=folder, stdout=subprocess.PIPE, text=True
    )
    try:
        assert served.stdout is not None
        address = served.stdout.readline().split()[1]
        for path in ("", "rules/genies", "learn/genies", "new/genies", "api/openapi.json"):
            with urllib.request.urlopen(address + path, timeout=60) as answer:
                assert answer.status == 200
    finally:
        served.terminate()
        served.communicate()


def play(python: str, environment: dict[str, str], folder: Path) -> None:
    """Play a game in the terminal against a bot."""
    output = run(python, "-m", "inventorium", *GAME, environment=environment, folder=folder, typed=ALWAYS_THE_FIRST)
    assert "The game is over." in output, output


def run(*command: str, environment: dict[str, str] | None = None, folder: Path | None = None, typed: str = "") -> str:
    done = subprocess.run(command, env=environment, cwd=folder, input=typed, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="try the wheel in an empty environment of each of these")
    parser.add_argument("--compiled", action="store_true", help="also a wheel with compiled code for this Python and machine")


def main(wanted: argparse.Namespace) -> None:
    files = build(HERE / "dist")
    wheel = next(file for file in files if file.suffix == ".whl")
    if wanted.compiled:
        files.append(with_compiled_code(wheel))
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, files))
    with tempfile.TemporaryDirectory() as folder:
        print("beside the packages that are here", check(sys.executable, unpacked(wheel, Path(folder) / "site"), Path(folder)))
    for python in wanted.pythons:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            own, environment = fresh(wheel, python, Path(folder))
            print(python, f"installed in {time.monotonic() - begun:.0f} s", flush=True)
            print(check(own, environment, Path(folder), times=2), flush=True)
