"""A driver of the oracle: the URL functions of query engines. python oracle/drivers/engines.py chdb|spark

An engine accepts what its functions cut without an error. Neither resolves or normalizes. One query takes milliseconds
however few rows it has, so all questions that have come are the rows of one query.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

Parts = dict[str, Any]
# The parts of each text, or None for one that is refused.
Parse = Callable[[Sequence[str]], Sequence[Parts | None]]


def clickhouse() -> Parse:
    """ClickHouse by chDB: `protocol`, `domain` and their kin never refuse, they give an empty text."""
    session = import_module("chdb.session").Session()
    session.query("SET max_query_size = 1000000000")  # a text is a part of the query, four characters an octet
    functions = {"scheme": "protocol", "host": "domain", "path": "path", "query": "queryString", "fragment": "fragment"}
    columns = ", ".join(f"{function}(text) AS {name}" for name, function in functions.items())

    def parsed(texts: Sequence[str]) -> Sequence[Parts | None]:
        quoted = ["'" + "".join(f"\\x{octet:02x}" for octet in text.encode()) + "'" for text in texts]
        query = f"SELECT {columns} FROM (SELECT arrayJoin([{', '.join(quoted)}]) AS text)"
        return [json.loads(line) for line in session.query(query, "JSONEachRow").bytes().splitlines()]

    return parsed


def spark() -> Parse:
    """Spark SQL: `try_parse_url` gives null where `parse_url` raises an error. Every URI has a scheme or a path."""
    session = import_module("pyspark.sql").SparkSession.builder.master("local[1]").getOrCreate()
    names = {"scheme": "PROTOCOL", "userinfo": "USERINFO", "host": "HOST", "path": "PATH", "query": "QUERY"}
    names["fragment"] = "REF"
    columns = ", ".join(f"try_parse_url(text, '{part}') AS {name}" for name, part in names.items())

    def parsed(texts: Sequence[str]) -> Sequence[Parts | None]:
        rows = session.sql(
            f"SELECT {columns} FROM (SELECT explode(from_json(:texts, 'array<string>')) AS text)",
            args={"texts": json.dumps(texts)},
        )
        found = [row.asDict() for row in rows.collect()]
        return [None if each["scheme"] is None and each["path"] is None else each for each in found]

    return parsed


def batches() -> Iterator[list[Parts]]:
    """The questions, as many at once as have come."""
    rest = b""
    while octets := os.read(sys.stdin.fileno(), 1 << 16):
        *lines, rest = (rest + octets).split(b"\n")
        if lines:
            yield [json.loads(line) for line in lines]


def answers(asked: Sequence[Parts]) -> Iterator[Parts]:
    """The answers to some questions, in order."""
    texts = [each["text"] for each in asked if each["operation"] == "parse"]
    found = iter(parse(texts) if texts else [])
    for each in asked:
        if each["operation"] == "version":
            yield {"version": version(PACKAGES[NAME])}
        elif each["operation"] == "parse":
            parts = next(found)
            yield {"accepted": False} if parts is None else {"accepted": True, **parts}
        else:
            yield {}


NAME = sys.argv[1]
ENGINES = {"chdb": clickhouse, "spark": spark}
PACKAGES = {"chdb": "chdb", "spark": "pyspark"}
parse = ENGINES[NAME]()
for batch in batches():
    print("".join(json.dumps(answer) + "\n" for answer in answers(batch)), end="", flush=True)
