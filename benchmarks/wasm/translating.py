"""From numba's own listing of a compiled function to a WebAssembly module that imports nothing.

`python -m benchmarks.wasm.translating GAME FILE`, with NUMBA_OPT=0: an optimized listing is no longer for any other machine.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding as llvm

from benchmarks.wasm.games import with_pointers
from inventorium import load

TRIPLE = "wasm32-unknown-unknown"
RUNTIME = Path(__file__).with_name("runtime.c")


def object_code(listing: str) -> bytes:
    """Return the object code of a listing for WebAssembly; only the function for C is seen from outside, as `play`."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features="+bulk-memory,+sign-ext,+nontrapping-fptoint")
    listing = re.sub("(?m)^target datalayout = .*", f'target datalayout = "{machine.target_data}"', listing)
    module = llvm.parse_assembly(re.sub("(?m)^target triple = .*", f'target triple = "{TRIPLE}"', listing))
    for one in (*module.functions, *module.global_variables):
        if one.name.startswith("cfunc."):
            one.name = "play"
        elif not one.is_declaration:
            one.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def link(code: bytes, file: Path) -> None:
    """Link object code with what it needs of a runtime; zig brings a linker, a compiler of C and what a processor lacks."""
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.o"
        rules.write_bytes(code)
        subprocess.run(
            [
                sys.executable,
                "-m",
                "ziglang",
                "cc",
                "-target",
                "wasm32-freestanding",
                "-O2",
                "-w",
                "-Wl,--no-entry",
                "-Wl,--export=play",
                "-Wl,--export=malloc",
                "-Wl,-z,stack-size=1048576",
                "-Wl,--strip-all",
                str(rules),
                str(RUNTIME),
                "-o",
                str(file),
            ],
            check=True,
        )


if __name__ == "__main__":
    link(object_code(with_pointers(load(sys.argv[1])).inspect_llvm()), Path(sys.argv[2]))
