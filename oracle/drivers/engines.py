"""A driver of the oracle: the URL functions of query engines. python oracle/drivers/engines.py chdb|spark

An engine accepts what its functions cut without an error. Neither resolves or normalizes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

Parts = dict[str, Any]


def clickhouse() -> Callable[[str], Parts]:
    """ClickHouse by chDB: `protocol`, `domain` and their kin never refuse, they give an empty text."""
    session = import_module("chdb.session").Session()
    functions = {"scheme": "protocol", "host": "domain", "path": "path", "query": "queryString", "fragment": "fragment"}
    told = ", ".join(f"{function}(text) AS {name}" for name, function in functions.items())

    def parsed(text: str) -> Parts:
        quoted = "".join(f"\\x{octet:02x}" for octet in text.encode())
        found: Parts = json.loads(
            session.query(f"SELECT {told} FROM (SELECT '{quoted}' AS text)", "JSONEachRow").bytes()
        )
        return found

    return parsed


def spark() -> Callable[[str], Parts]:
    """Spark SQL: `parse_url`, which raises an error for what it refuses."""
    session = import_module("pyspark.sql").SparkSession.builder.master("local[1]").getOrCreate()
    names = {"scheme": "PROTOCOL", "userinfo": "USERINFO", "host": "HOST", "query": "QUERY", "fragment": "REF"}
    told = ", ".join(f"parse_url(:text, '{part}') AS {name}" for name, part in names.items())

    def parsed(text: str) -> Parts:
        found: Parts = session.sql(f"SELECT {told}", args={"text": text}).first().asDict()
        return found

    return parsed


NAME = sys.argv[1]
ENGINES = {"chdb": clickhouse, "spark": spark}
PACKAGES = {"chdb": "chdb", "spark": "pyspark"}
parse = ENGINES[NAME]()


def answered(question: dict[str, str]) -> Parts:
    if question["operation"] == "version":
        return {"version": version(PACKAGES[NAME])}
    if question["operation"] != "parse":
        return {}
    try:
        return {"accepted": True, **parse(question["text"])}
    except Exception as error:  # a refusal is whatever an engine raises
        return {"accepted": False, "error": type(error).__name__}


for line in sys.stdin:
    print(json.dumps(answered(json.loads(line))), flush=True)
