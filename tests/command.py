"""A command as somebody types it, run in this process: starting one of its own takes longer than most commands do."""

import contextlib
import io
import sys
import warnings
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from inventorium import cli


def run(*words: object, input: str = "", cwd: str | Path = ".") -> CompletedProcess[str]:
    """Return the status of a command, what it prints and what it complains about; `input` is what is typed."""
    out, err, typed = io.StringIO(), io.StringIO(), list(map(str, words))
    with (
        pytest.MonkeyPatch.context() as patch,
        warnings.catch_warnings(),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "argv", ["inventorium", *typed])
        patch.setattr(sys, "stdin", io.StringIO(input))
        with pytest.raises(SystemExit) as ended:
            cli.main()
    return CompletedProcess(typed, int(ended.value.code or 0), out.getvalue(), err.getvalue())
