"""Write the generated files of every scheme, or check that the committed ones are current.

For each `<scheme>.<document>.toml` that is `<scheme>.<document>.tables.z`, the tables of the engine, and for a scheme
with its own grammar `<scheme>.<document>.completed.abnf.z`, the grammar with all imported rules. Both are compressed
with zlib.

python tools/generate_scheme_tables.py            write them
python tools/generate_scheme_tables.py tel        write those of one scheme, by each of its documents
python tools/generate_scheme_tables.py --check    exit 1 if a committed file is stale

The compiled grammar must accept the `examples` of the table. If it refuses one, the error is printed and the exit code
is 1: either the printed grammar needs an erratum in `[provenance]`, or the example is wrong.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

import generate_prepared_tables
import uriverse as uv
from uriverse import Edition
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.compilation import HEADER, compiled_edition, completed_grammar
from uriverse.schemes.judging import cut, without_fragment

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "src" / "uriverse" / "schemes" / "data"


def generated(scheme: Scheme) -> tuple[dict[str, bytes], Edition]:
    """Return the uncompressed contents by file name, and the compiled edition, for one scheme by one document."""
    grammar = completed_grammar(scheme)
    files = {}
    if scheme.own_grammar is not None:
        header = HEADER.format(file=scheme.grammar["file"], base=scheme.base.document)
        grammar = f"{header}\n\n{grammar}"
        files[f"{scheme.id}.completed.abnf.z"] = grammar.encode()
    edition = compiled_edition(scheme, grammar)
    assert edition.compiled is not None
    files[f"{scheme.id}.tables.z"] = edition.compiled
    return files, edition


def refused_examples(scheme: Scheme, edition: Edition) -> list[str]:
    """Return the errors of the examples that the scheme's grammar refuses."""
    errors = []
    for text in scheme.examples:
        try:
            uv.parse(without_fragment(cut(text)), edition=edition)
        except uv.URISyntaxError as error:
            errors.append(f"{scheme.id}: its grammar refuses an example\n{error}")
    return errors


def main(arguments: list[str]) -> int:
    """Write or check, and return the exit code."""
    stale: list[str] = []
    errors: list[str] = []
    prepared = generate_prepared_tables.main(arguments)
    note = "  (stale)" if "--check" in arguments else "  (written)"
    total = 0
    names = {*arguments} - {"--check"}
    for scheme in map(Scheme.from_file, sorted(DATA.glob("*.toml"))):
        if names and scheme.name not in names:
            continue
        files, edition = generated(scheme)
        errors += refused_examples(scheme, edition)
        for name, data in files.items():
            target = DATA / name
            total += len(data)
            # What is in the files is compared: another zlib may compress it differently.
            if not target.exists() or zlib.decompress(target.read_bytes()) != data:
                stale.append(name)
                if "--check" not in arguments:
                    target.write_bytes(zlib.compress(data, 9))
            print(f"{name:40} {len(data):7,} bytes{note if name in stale else ''}")
    print(f"{'together':40} {total:7,} bytes")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if prepared or errors or (stale and "--check" in arguments) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
