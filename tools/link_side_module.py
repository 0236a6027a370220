#!/usr/bin/env python3
"""Link a side module for Pyodide with LLVM's linker alone.

Rust calls Emscripten's compiler to link for wasm32-unknown-emscripten. A module that is loaded into a running program
needs nothing of Emscripten: what it lacks, the program gives. So this script takes the object files and archives out of
the arguments, and gives them to the linker that `WASM_LINKER` names.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

OPTIONS = (
    *("-flavor", "wasm", "-shared", "--experimental-pic", "--import-memory", "--gc-sections", "--strip-all"),
    # Python's own functions and libc's are the program's.
    *("--unresolved-symbols=import-dynamic", "--no-shlib-sigcheck"),
    # What the loader calls, and nothing else: Python's entry, and what fills in addresses.
    *("--no-export-dynamic", "--export=PyInit__core", "--export-if-defined=__wasm_call_ctors"),
    "--export-if-defined=__wasm_apply_data_relocs",
)


def main() -> None:
    """Become the linker, with the inputs and the output that Rust names."""
    arguments: list[str] = []
    for argument in sys.argv[1:]:
        if argument.startswith("@"):
            lines = Path(argument[1:]).read_text("utf-8").splitlines()
            arguments += [line.strip().strip('"') for line in lines]
        else:
            arguments.append(argument)
    output = arguments[arguments.index("-o") + 1]
    inputs = [each for each in arguments if each.endswith((".o", ".rlib", ".a")) and each != output]
    linker = os.environ["WASM_LINKER"]
    os.execv(linker, [linker, *OPTIONS, "-o", output, *inputs])


if __name__ == "__main__":
    main()
