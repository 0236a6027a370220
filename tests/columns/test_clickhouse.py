"""Executable functions of ClickHouse: Arrow streams in, Arrow streams out, and the file that tells of them.

ClickHouse itself is not asked here: `chdb` is a server of some 200 MB.
"""

from __future__ import annotations

import io
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import pyarrow as pa
import pytest

from support import command
from uriverse.columns.clickhouse import configuration, serve
from uriverse.columns.sql import Lists, arrow_type, functions

TEXTS = ["http://u@h:80/a?b=c#d", None, "http://h/a b", "HTTP://www.H.example/%7e?q=%41&q"]
SECOND = {
    "b": TEXTS[::-1],
    "base": ["http://a/b/c", None, "x", "http://a/b/c"],
    "level": ["syntax", "case", None, "syntax"],
    "profile": ["crawl"] * 4,
    "component": ["segment", "query", None, "segment"],
    "name": ["b", "q", None, "q"],
    "pairs": ["b=1"] * 4,
    "names": ["q"] * 4,
    "template": ["/x{?q}"] * 4,
}


def streamed(*batches: Any) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, batches[0].schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return sink.getvalue()


def served(name: str, octets: bytes, **options: Any) -> list[Any]:
    sink = io.BytesIO()
    serve(name, io.BufferedReader(io.BytesIO(octets)), sink, **options)
    source, found = io.BufferedReader(io.BytesIO(sink.getvalue())), []
    while source.peek(1):
        found += list(pa.ipc.open_stream(source))
    return found


@pytest.mark.parametrize("function", list(functions()), ids=lambda function: function.name)
def test_each_function_gives_the_kernels_rows(function: Any) -> None:
    """Octets are read as UTF-8. A null struct is one of nulls."""
    second = SECOND | ({"profile": ["security"] * 4} if function.name == "audit" else {})
    columns = [pa.array(TEXTS if index == 0 else second[name]) for index, name in enumerate(function.arguments)]
    given = pa.record_batch([column.cast(pa.binary()) for column in columns], names=list(function.arguments))
    expected = pa.array(function.run(*columns), type=arrow_type(function.result)).to_pylist()
    if not isinstance(function.result, str | Lists):
        expected = [dict.fromkeys(function.result) if row is None else row for row in expected]
    found = served(function.name, streamed(given))
    assert [batch.schema.names for batch in found] == [["result"]]
    assert found[0].column(0).to_pylist() == expected


def test_batches_and_streams_are_answered_one_by_one() -> None:
    """Of as many rows each; octets that are not UTF-8 are no text."""
    one = pa.record_batch({"c1": pa.array([b"http://a/", b"http://\xff/", None])})
    found = served(
        "host", streamed(one, one.slice(0, 1)) + streamed(one.slice(0, 0)) + streamed(one), edition="rfc3986"
    )
    assert [batch.column(0).to_pylist() for batch in found] == [["a", None, None], ["a"], [], ["a", None, None]]
    dictionary = pa.record_batch({"c1": pa.array(["http://a/", "http://a/"]).dictionary_encode()})
    assert served("host", streamed(dictionary))[0].column(0).to_pylist() == ["a", "a"]
    with pytest.raises(ValueError, match="host takes url; there are 2 columns"):
        served("host", streamed(pa.record_batch({"a": ["x"], "b": ["x"]})))


def test_the_configuration_names_every_function() -> None:
    """With its arguments, its type in ClickHouse's words, and the command that serves it."""
    found = {each.findtext("name"): each for each in ElementTree.fromstring(configuration(command="a & b"))}
    assert list(found) == [f"uri_{function.name}" for function in functions()]
    types = {name: each.findtext("return_type") for name, each in found.items()}
    assert types["uri_port"] == "Nullable(Int64)"
    assert types["uri_error"] == (
        "Tuple(reason Nullable(String), at Nullable(Int32), rule Nullable(String), hint Nullable(String))"
    )
    assert types["uri_query_names"] == "Array(Nullable(String))"
    assert types["uri_query_pairs"] == "Array(Tuple(name Nullable(String), value Nullable(String)))"
    resolve = found["uri_resolve"]
    assert [each.findtext("name") for each in resolve.iter("argument")] == ["reference", "base"]
    assert resolve.findtext("command") == "a & b resolve"
    assert {each.findtext("format") for each in found.values()} == {"ArrowStream"}


def test_the_command_serves() -> None:
    """As ClickHouse calls it: a process, with both ends as pipes. What is no stream is told."""
    octets = streamed(pa.record_batch({"c1": ["http://a/", "http://h/a b"]}))
    arguments = [sys.executable, "-m", "uriverse.cli", "serve-columns", "is_valid"]
    done = subprocess.run(arguments, input=octets, capture_output=True, check=True)
    assert pa.ipc.open_stream(done.stdout).read_all().column("result").to_pylist() == [True, False]
    refused = subprocess.run(arguments, input=b"http://a/\n", capture_output=True, check=False)
    assert refused.returncode == 1 and b"the streams cannot be read" in refused.stderr


def test_the_command_says_what_there_is() -> None:
    """Without a name, with a wrong one; and the configuration for an edition."""
    for arguments in ([], ["hots"], ["host", "--config"]):
        result = command.run("serve-columns", *arguments)
        assert result.exit_code == 2
        assert "host" in result.output or "--config" in result.output
    result = command.run("serve-columns", "--config", "--edition", "whatwg", "--prefix", "url_")
    assert "<name>url_origin</name>" in result.output
    assert "<command>uriverse serve-columns --edition whatwg origin</command>" in result.output
