"""Generate the tables of every scheme, and its complete grammar.

For each `<scheme>.<document>.toml` that is `<scheme>.<document>.tables.z`, the tables of the engine, and for a scheme
with its own grammar `<scheme>.<document>.completed.abnf.z`, the grammar with all imported rules. Both are compressed
with zlib.

The compiled grammar must accept the `examples` of the table. One that it refuses is a problem: either the printed
grammar needs an erratum in `[provenance]`, or the example is wrong.
"""

from __future__ import annotations

import zlib

import uriverse as uv
from generated import ROOT, Output, Outputs
from uriverse import Edition
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.compilation import HEADER, compiled_edition, completed_grammar
from uriverse.schemes.judging import cut, without_fragment

DATA = "src/uriverse/schemes/data"
OWNS = f"{DATA}/*.z"


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


def outputs() -> Outputs:
    """Yield the files of each scheme by each of its documents, and the examples that are refused."""
    for scheme in map(Scheme.from_file, sorted((ROOT / DATA).glob("*.toml"))):
        files, edition = generated(scheme)
        yield from refused_examples(scheme, edition)
        for name, content in files.items():
            yield Output(ROOT / DATA / name, zlib.compress(content, 9), zlib.decompress)
