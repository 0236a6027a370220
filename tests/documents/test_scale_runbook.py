"""The runbook of docs/scale.md: its scripts, killed at any moment, give what single calls give."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from operator import itemgetter
from pathlib import Path

import pytest
from pyarrow import parquet

import uriverse as uv
from support.killing import killed_ten_times
from support.paths import ROOT
from support.programs import program
from uriverse.documents import links


@pytest.mark.slow
def test_the_runbook_loses_and_repeats_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, together = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "scale.md").read_text("utf-8"), re.DOTALL)[:2]
    (tmp_path / "archives").mkdir()
    write_archive = program(ROOT / "benches" / "web_scale.py").write_archive
    for number in range(4):
        write_archive(tmp_path / "archives" / f"{number}.warc.gz", 20, number)
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "archives").symlink_to(tmp_path / "archives")
        (tmp_path / name / "read_archive.sh").write_text(script)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    _, killed = killed_ten_times(lambda out: ["sh", "-c", f"cd '{out}'\n{together}"], tmp_path, "counted/*.parquet")
    forms = Counter(uv.canonical(row.browser, profile="dedupe") for row in links(tmp_path / "archives") if row.browser)
    expected = [
        {
            "key": uv.canonical_key(form, profile="dedupe"),
            "form": form,
            "domain": uv.hosts.domain(uv.parse(form).host),
            "n": count,
        }
        for form, count in forms.items()
    ]
    found = parquet.read_table(killed / "targets.parquet").to_pylist()
    assert sorted(found, key=itemgetter("key")) == sorted(expected, key=itemgetter("key"))
    assert len(expected) > 1000
    assert {path.name for path in (killed / "counted").glob("[!.]*")} == {f"{number}.parquet" for number in range(4)}
