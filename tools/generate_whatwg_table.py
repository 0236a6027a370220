"""Generate the table of the texts that the URL Standard's parser leaves unchanged.

`tests/whatwg/test_whatwg_fast_path.py` proves it.
"""

from __future__ import annotations

from generated import ROOT, Output, Outputs
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.table_file import write_tables
from uriverse.grammar.tables import build_tables
from uriverse.whatwg.serialized import source


def outputs() -> Outputs:
    """Yield the table."""
    path = ROOT / "src/uriverse/whatwg/data/whatwg-serialized.tables"
    yield Output(path, write_tables(build_tables(compile_edition(source()))))
