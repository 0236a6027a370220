#!/usr/bin/env python3
"""Link a side module for Pyodide with LLVM's linker alone.

Rust calls Emscripten's compiler to link for wasm32-unknown-emscripten. A side module does not need Emscripten, since
the main program resolves its undefined symbols. So this script extracts the object files and archives from the
arguments, and passes them to the linker in `WASM_LINKER`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

OPTIONS = (
    *("-flavor", "wasm", "-shared", "--experimental-pic", "--import-memory", "--gc-sections", "--strip-all"),
    # The main program has the functions of Python and libc.
    *("--unresolved-symbols=import-dynamic", "--no-shlib-sigcheck"),
    # Exports for the loader: Python's entry point and the relocation functions.
    *("--no-export-dynamic", "--export=PyInit__core", "--export-if-defined=__wasm_call_ctors"),
    "--export-if-defined=__wasm_apply_data_relocs",
)


def main() -> None:
    """Execute the linker with Rust's inputs and output."""
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
