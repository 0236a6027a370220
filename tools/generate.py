"""Make everything that is generated from something else, in the right order, or check that it is current.

python tools/generate.py            write what is stale, and say what changed
python tools/generate.py --check    write nothing; exit 1 if something is stale

A name, such as "columns_page", chooses one generator: the module `tools/generate_NAME.py` says from what it makes what.
All of them run in one process, which reads the package's TOML files themselves, so one that was just edited counts
everywhere. Only the compiled module can be behind: install it after a change in `crates/` before the pages are made of
it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from difflib import unified_diff
from importlib import import_module

from generated import ROOT, Output, Outputs

# Later ones read what earlier ones write; the first one makes the package read its TOML files.
GENERATORS = (
    *("prepared_tables", "lazy_names", "literals", "stub_docs", "tables", "whatwg_table", "scheme_tables"),
    *("audit_page", "cli_page", "columns_page", "data_page", "errors_page", "floors", "performance_page"),
    *("report_citations", "check_picture", "other_names", "notices", "stored_answers", "reach_rows"),
)
# Compiled into the binary.
BUILT_IN = ".tables"


def stale_outputs(name: str, *, write: bool) -> Outputs:
    """Yield the stale outputs of a generator, written or not, and its problems; obsolete files have no content."""
    module = import_module(f"generate_{name}")
    paths = set()
    for output in module.outputs():
        if isinstance(output, str):
            yield output
            continue
        paths.add(output.path)
        if not output.current:
            yield output
            if write:
                output.path.parent.mkdir(parents=True, exist_ok=True)
                output.path.write_bytes(output.content)
    for path in sorted({*ROOT.glob(module.OWNS)} - paths) if hasattr(module, "OWNS") else ():
        yield Output(path, b"")
        if write:
            path.unlink()


def changed_lines(output: Output) -> list[str]:
    """Return the difference between a text file and what it should be; binary files have none."""
    if output.path.suffix not in {".md", ".py", ".pyi", ".tsv"}:
        return []
    old = output.path.read_text("utf-8").split("\n") if output.path.exists() else []
    return [*unified_diff(old, output.content.decode().split("\n"), n=0, lineterm="")][2:]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", choices=(*GENERATORS, []), help=", ".join(GENERATORS))
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something is stale")
    options = parser.parse_args(arguments)
    import_module("generate_prepared_tables")
    stale: list[Output] = []
    problems = 0
    for name in [name for name in GENERATORS if name in (options.names or GENERATORS)]:
        for output in stale_outputs(name, write=not options.check):
            if isinstance(output, str):
                problems += 1
                print(f"{name}: {output}")
                continue
            stale.append(output)
            state = "stale" if options.check else "written" if output.content else "removed"
            print("\n".join([f"{output.path.relative_to(ROOT)}: {state}", *changed_lines(output)]))
    if not options.check and any(output.path.suffix == BUILT_IN for output in stale):
        print("The binary contains these tables: `maturin develop --profile develop`, then run this again.")
    if not stale and not problems:
        print("everything that is generated is current")
    elif options.check and stale:
        print("run python tools/generate.py")
    return int(bool(problems or (options.check and stale)))


if __name__ == "__main__":
    sys.exit(main())
