"""Run the steps of the Containerfile without a builder of images, and ask the container's health check.

As root on Linux. Everything happens in a root of its own, a copy on write of this machine's, with the Python in the named folder
in place of the base image's. Then the container's command is started as the user it names, in a network of its own, and asked by
the image's own check of health whether it is ready.
"""

import argparse
import json
import shlex
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent


def steps(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Containerfile with their arguments."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ")
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line)]


def script(text: str, context: Path) -> str:
    """Return the instructions as a shell script; the stages share one root, so what one copies from another is there already."""
    lines, user, check = ["set -e"], "root", ""
    for word, told in steps(text):
        if word == "WORKDIR":
            lines.append(f"mkdir -p {told} && cd {told}")
        elif word == "COPY" and not told.startswith("--from"):
            *sources, target = told.split()
            lines += [f"cp -r {shlex.quote(str(context / source))} {target}" for source in sources]
        elif word == "ENV":
            lines.append(f"export {told}")
        elif word == "USER":
            user = told
        elif word == "RUN":
            lines.append(as_user(user, told))
        elif word == "HEALTHCHECK":
            check = shlex.join(json.loads(told.partition("CMD ")[2]))
        elif word == "ENTRYPOINT":
            lines.append("du -sm /opt/inventorium $XDG_CACHE_HOME/inventorium; echo made after $SECONDS s")
            serving = as_user(user, shlex.join(json.loads(told)))
            asking = f"until {check} 2>/dev/null; do kill -0 $!; sleep 0.2; done; echo healthy after $SECONDS s; kill $!; wait"
            lines.append(f"unshare --net bash -ec {shlex.quote(f'ip link set lo up; {serving} & {asking}')}")
    return "\n".join(lines)


def as_user(user: str, command: str) -> str:
    """Return a command as run by another user."""
    return command if user == "root" else f"setpriv --reuid {user} --regid {user} --clear-groups {command}"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("python", metavar="FOLDER", help="the folder with the Python that takes the place of the base image's")


def main(wanted: argparse.Namespace) -> None:
    python = wanted.python
    readable = f"for one in {python} {' '.join(map(str, Path(python).parents))}; do chmod a+rx $one; done"  # by every user
    done = script((HERE / "Containerfile").read_text(encoding="utf-8"), HERE)
    inside = f"{readable}\nexport PATH={python}:$PATH HOME=/tmp\n{done}"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("upper", "work", "whole"):
            (Path(folder) / name).mkdir()
        outside = (
            f"mount -t overlay overlay -o lowerdir=/,upperdir={folder}/upper,workdir={folder}/work {folder}/whole\n"
            f"for one in dev proc tmp; do mount --rbind /$one {folder}/whole/$one; done\n"
            f"exec chroot {folder}/whole bash -c {shlex.quote(inside)}"
        )
        subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", outside], check=True)
