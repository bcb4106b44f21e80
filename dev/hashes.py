"""Write hashes.txt, the files that the image installs, after a change of constraints.txt.

They are for the Python of the Containerfile, on both kinds of machine that it is usually built for.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent.parent
PINS, HASHES = HERE / "constraints.txt", HERE / "hashes.txt"
EXTRAS = ("web", "notices", "person")  # what a server has
MACHINES = ("x86_64", "aarch64")
PLATFORMS = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")


def main(_: argparse.Namespace) -> None:
    found = defaultdict(set)
    for machine in MACHINES:
        for name, pin, digest in files_for(machine):
            found[name.lower(), pin].add(digest)
    lines = [
        " \\\n    ".join([pin, *(f"--hash=sha256:{digest}" for digest in sorted(digests))])
        for (_, pin), digests in sorted(found.items())
    ]
    HASHES.write_text("# What the image installs. Written by: python -m dev hashes\n" + "\n".join(lines) + "\n")


def files_for(machine: str) -> list[tuple[str, str, str]]:
    """Name, pin and digest of every file that pip would install there."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())
    version = re.search(r"python:(3\.\d+)", (HERE / "Containerfile").read_text())
    assert version, "the Containerfile begins with an image of Python"
    wanted = [
        *project["project"]["dependencies"],
        *project["build-system"]["requires"],
        *(one for extra in EXTRAS for one in project["project"]["optional-dependencies"][extra]),
    ]
    with tempfile.TemporaryDirectory() as nowhere:
        report = subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--dry-run",
                "--ignore-installed",
                "--only-binary=:all:",
                f"--python-version={version[1]}",
                "--implementation=cp",
                *(f"--platform={name}_{machine}" for name in PLATFORMS),
                f"--target={nowhere}",
                f"--constraint={PINS}",
                "--report=-",
                *wanted,
            ],
            capture_output=True,
            text=True,
            check=True,
        )
    installed = [(one["metadata"], one["download_info"]["archive_info"]) for one in json.loads(report.stdout)["install"]]
    return [(about["name"], f"{about['name']}=={about['version']}", file["hashes"]["sha256"]) for about, file in installed]
