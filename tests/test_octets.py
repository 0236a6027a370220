"""Octets that are not UTF-8 stay octets, and are escaped as octets, whoever gets them and in whatever form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import csv, json, parquet

import uriverse as uv
from support import command
from support.strategies import in_each
from uriverse import columns as uc
from uriverse.canonicalization import PROFILES, CanonicalError, canonical, canonical_key

# What has no form by the profile: a URI is US-ASCII.
REFUSE = {"rfc3986-syntax", "rfc3986-scheme", "oauth"}


def escaped(octets: bytes) -> str:
    """In Python an octet that is not UTF-8 is a lone surrogate (PEP 383)."""
    return octets.decode("utf-8", "surrogateescape")


def form(text: str | bytes, profile: str) -> str | None:
    try:
        return canonical(text, profile=profile)  # type: ignore[arg-type]
    except CanonicalError:
        return None


@given(
    parts=st.lists(
        st.sampled_from([b"\xe9", b"\xc3\xa9", b"\xe2\x82", b"\xed\xb3\xa9", b"a", b"%41", b"/", b"?"]), max_size=6
    )
)
@in_each("profile", PROFILES)
def test_a_canonical_form_has_the_octets(profile: str, parts: list[bytes]) -> None:
    """As `bytes`, as a `str` with escapes and as a row of a column; the form is a text in UTF-8, and so is its key."""
    octets = b"http://h/" + b"".join(parts)
    expected = form(octets, profile)
    assert form(escaped(octets), profile) == expected
    column = pa.array([octets], pa.binary())
    assert uc.canonical(column, profile=profile).to_pylist() == [expected]
    if expected is None:
        assert uc.canonical_key(column, profile=profile).to_pylist() == [None]
        return
    expected.encode()
    assert uc.canonical_key(column, profile=profile).to_pylist() == [canonical_key(octets, profile=profile)]  # type: ignore[arg-type]
    assert canonical_key(escaped(octets), profile=profile) == canonical_key(octets, profile=profile)  # type: ignore[arg-type]


# `surt(b"http://h/caf\xe9?\xe9")` of the package of that name is the third row. The URL Standard decodes (section 4.4).
FORMS = {
    "crawl": "http://h/caf%E9?%E9=",
    "dedupe": "http://h/caf%E9?%E9=",
    "surt": "h)/caf%e9?%e9",
    "ia": "http://h/caf%e9?%e9",
    "safe-browsing": "http://h/caf%E9?%E9",
    "whatwg": "http://h/caf%EF%BF%BD?%EF%BF%BD",
}


@pytest.mark.parametrize("profile", PROFILES)
def test_the_case_of_triplets_is_the_profiles(profile: str) -> None:
    assert (profile in REFUSE) != (profile in FORMS), (
        f"{profile!r} has one row here: its form in FORMS, or its name in REFUSE if it has none"
    )
    assert form(b"http://h/caf\xe9?\xe9", profile) == FORMS.get(profile)
    host = form(b"http://\xe9.h/", profile)
    assert host is None or "%e9" in host.lower()


def test_other_functions() -> None:
    """Mending and encoding escape the octet; the URL Standard decodes it."""
    octets = b"http://h/caf\xe9"
    for text in (octets, escaped(octets)):
        assert str(uv.mend(text).reference) == "http://h/caf%E9"
        assert uv.encode(text, component="segment").endswith("caf%E9")
        assert str(uv.normalize(text, edition="whatwg")) == "http://h/caf%EF%BF%BD"
    column = pa.array([octets], pa.binary())
    assert uc.mend(column).to_pylist() == ["http://h/caf%E9"]
    assert uc.encode(column, component="segment").to_pylist()[0].endswith("caf%E9")
    assert uc.normalize(column, edition="whatwg").to_pylist() == ["http://h/caf%EF%BF%BD"]


COMMANDS = {
    ("canonical", "--profile", "surt", "-"): "h)/caf%e9?%e9",
    ("canonical", "--profile", "crawl", "-"): "http://h/caf%E9?%E9=",
    ("edit", "--mend", "-"): "http://h/caf%E9?%E9",
    ("normalize", "--edition", "whatwg", "-"): "http://h/caf%EF%BF%BD?%EF%BF%BD",
}


@pytest.mark.parametrize("arguments", COMMANDS)
def test_commands(arguments: tuple[str, ...]) -> None:
    """What they write is UTF-8."""
    ran = subprocess.run(
        [sys.executable, "-m", "uriverse.cli", *arguments],
        input=b"http://h/caf\xe9?\xe9\n",
        check=True,
        capture_output=True,
    )
    assert ran.stdout.decode() == COMMANDS[arguments] + "\n"


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet"])
def test_the_table(kind: str, tmp_path: Path) -> None:
    """Every column has the octets, escaped, in every format; what reads the URL refuses it at its place."""
    texts, rows = tmp_path / "in.csv", tmp_path / f"out.{kind}"
    texts.write_bytes(b"url,a,b\nhttp://h/caf\xe9?\xe9,caf\xe9,\xc3\xa9\n")
    run_table(texts, rows, "--want", "canonical,valid", "--profile", "surt", "--keep", "a,b")
    assert read_table(rows) == [["http://h/caf%E9?%E9", "caf%E9", "é", "h)/caf%e9?%e9", False]]


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_octets_of_a_file_of_parquet(kind: str, tmp_path: Path) -> None:
    """A text format has no octets: a kept column of each of Arrow's types that holds them is base64 (RFC 4648, 4)."""
    types = [pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(2), pa.dictionary(pa.int8(), pa.binary())]
    columns = {f"c{at}": pa.array([b"\xe9\xc3"], kind) for at, kind in enumerate(types)}
    file, rows = tmp_path / "in.parquet", tmp_path / f"out.{kind}"
    parquet.write_table(pa.table({"url": ["http://h/"], **columns}), file)
    run_table(file, rows, "--want", "path", "--keep", ",".join(columns))
    assert read_table(rows) == [["http://h/", *["6cM="] * len(types), "/"]]


def run_table(source: Path, target: Path, *options: str) -> None:
    done = command.run("table", str(source), "--to", str(target), *options)
    assert done.exit_code == 0, done.output


def read_table(file: Path) -> list[list[object]]:
    if file.suffix == ".parquet":
        table = parquet.read_table(file)
    elif file.suffix == ".jsonl":
        table = json.read_json(file)
    else:
        table = csv.read_csv(file, parse_options=csv.ParseOptions(delimiter="\t" if file.suffix == ".tsv" else ","))
    return [list(row.values()) for row in table.to_pylist()]
