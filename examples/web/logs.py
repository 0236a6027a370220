"""What an access log says: visits by directory, parameters, and requests that an attacker sent.

    python examples/web/logs.py access.log

A line is one of Apache's or nginx's "combined" format.
"""

import re
import sys
from pathlib import Path

import duckdb

from uriverse.columns.duckdb import register

TARGET = re.compile(r'"[A-Z]+ (\S+) HTTP/[0-9.]+" (\d{3})')
QUERIES = {
    "directory": "unnest(uri_path_hierarchy(target))",
    "parameter": "unnest(uri_query_names(target))",
    # By the profile "security"; a row of the audit has an id, a severity and what to do.
    "finding": "unnest(list_transform(uri_audit(target, 'security'), lambda finding: finding.id))",
}


def analysed(log: str, most: int = 10) -> dict[str, list[tuple[str, int]]]:
    """The most frequent values of each query, with their counts."""
    with duckdb.connect() as connection:
        register(connection)
        connection.execute("create table visits (target text, status text)")
        connection.executemany("insert into visits values (?, ?)", TARGET.findall(log) or [("/", "")])
        return {
            name: connection.execute(
                f"select value, count(*) from (select {query} as value from visits) group by 1 order by 2 desc, 1 "
                "limit ?",
                [most],
            ).fetchall()
            for name, query in QUERIES.items()
        }


if __name__ == "__main__":
    for name, rows in analysed(Path(sys.argv[1]).read_text("utf-8", errors="replace")).items():
        for value, count in rows:
            print(f"{count:8,}  {name}  {value}")
