"""The calls that were once slower than a peer with the same answer, measured again beside it.

    python benches/census.py --report benches/reports/2026-11-30-census.md
    python benches/census.py --only Template

`census.toml` has each call with its inputs and its peers. It is measured as `request.py` measures: all contenders in
one process, new texts, answers compared before times. A call of each request may take 1.3 times its fastest peer, or
what the table of the path of a request allows it, whichever is more; what exceeds that is named at the end. Any other
call that exceeds 1.3 has its reason beside it.
"""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import sys
import tomllib
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path, PurePosixPath
from socket import AF_INET6, inet_aton, inet_ntoa, inet_ntop, inet_pton
from typing import Any
from urllib.parse import quote, unquote, urlencode, urljoin, urlsplit, urlunsplit
from urllib.request import url2pathname

import aiohttp
import can_ada
import httpx
import idna
import polars
import pyarrow
import sqlalchemy
import uritemplate
import url as url_py
import werkzeug.routing
from django.core.validators import URLValidator
from django.utils.encoding import iri_to_uri
from linkify_it import LinkifyIt
from pydantic import HttpUrl, PostgresDsn, TypeAdapter
from sqlalchemy.engine import make_url

import harness
import request
import uriverse as uv
from uriverse.integrations import aiohttp as our_aiohttp
from uriverse.integrations import dataclasses as our_dataclasses
from uriverse.integrations import django as our_django
from uriverse.integrations import httpx as our_httpx
from uriverse.integrations import sqlalchemy as our_sqlalchemy
from uriverse.templates import Template

# ------------------------------------------------------------------ what the statements of census.toml use
PORTS_BY_SCHEME = {"http": 80, "https": 443, "ftp": 21, "ws": 80, "wss": 443}
LINKIFY = LinkifyIt()
ROUTE, ROUTE_RE = Template("/repos/{owner}/{name}"), re.compile("/repos/(?P<owner>[^/?#]+)/(?P<name>[^/?#]+)")
PRODUCT, PRODUCT_RE = Template("/products/{id}"), re.compile("/products/(?P<id>[^/?#]+)")
FOUR = Template("/a/{a}/b/{b}/c/{c}/d/{d}")
FOUR_RE = re.compile("/a/(?P<a>[^/?#]+)/b/(?P<b>[^/?#]+)/c/(?P<c>[^/?#]+)/d/(?P<d>[^/?#]+)")
ROUTES = [Template(f"/r{number}/{{id}}") for number in range(100)]
MAP = werkzeug.routing.Map([werkzeug.routing.Rule(f"/r{n}/<id>", endpoint=f"r{n}") for n in range(100)]).bind("h")
SEARCH = Template("https://h/{user}{?q,page}")
GLOB, GLOB_RE = uv.Glob("*tab=a*"), re.compile(".*tab=a.*")
DATA = "data:application/octet-stream;base64," + (BASE64 := base64.b64encode(bytes(range(256)) * 4096).decode())
COLUMN_TEXTS = [f"https://shop{number}.example.com/list?q=cat&page={number}" for number in range(1000)]
COLUMN, SERIES = uv.columns.Column(COLUMN_TEXTS), polars.Series(COLUMN_TEXTS)
DSN = TypeAdapter(PostgresDsn).validate_python
uri_field, url_field = TypeAdapter(uv.URI).validate_python, TypeAdapter(HttpUrl).validate_python
our_validator, their_validator = our_django.ReferenceValidator(), URLValidator()
CLIENT = httpx.Client()


@dataclass
class Checked:
    url: uv.URI

    def __post_init__(self) -> None:
        our_dataclasses.coerce(self)


@dataclass
class CheckedByHand:
    url: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("refused")


def again(value: Any, name: str) -> Any:
    """An object whose attribute was read before."""
    read = getattr(value, name)
    if callable(read):
        read()
    return value


def attempted(call: Any) -> Any:
    """None for a refusal, whose class each library has its own."""

    def answer(text: Any) -> Any:
        try:
            return call(text)
        except Exception:
            return None

    return answer


def first_match(text: str) -> object:
    return next(match for route in ROUTES if (match := route.match(text)) is not None).values


def refused(call: Any, *arguments: object) -> object:
    """None for a refusal, as `attempted` has it."""
    try:
        return call(*arguments)
    except ValueError:
        return None


def five(reference: object) -> object:
    match reference:
        case uv.URI(scheme=scheme, authority=authority, path=path, query=query, fragment=fragment):
            return scheme, authority, path, query, fragment or ""


def five_of_a_split(parts: object) -> object:
    match parts:
        case (scheme, authority, path, query, fragment):
            return scheme, authority, path, query, fragment


def without_hash(text: str) -> Any:
    url = can_ada.parse(text)
    url.hash = ""
    return url


def idna_uts46(name: str) -> str:
    return idna.encode(name, uts46=True, std3_rules=True).decode()


def idna_2008(name: str) -> str:
    return idna.encode(name).decode()


def idna2008(name: str) -> str:
    return uv.hosts.to_ascii(name, rules="idna2008")


LINK = re.compile(r"""(?:href|src)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")


def links_of(page: str) -> list[str]:
    document = uv.documents.Document("p", page, format="html")
    return [str(link.resolved) for link in uv.documents.links(document, base="http://h.example/d/")]


def links_by_re(page: str) -> list[str]:
    return [urljoin("http://h.example/d/", "".join(groups)) for groups in LINK.findall(page)]


def our_request(reference: uv.URI) -> httpx.Request:
    return our_httpx.build_request(CLIENT, "GET", reference)


def their_request(text: str) -> httpx.Request:
    return CLIENT.build_request("GET", text)


aiohttp_url = our_aiohttp.url
ENGINE = sqlalchemy.create_engine("sqlite://")
TABLE = sqlalchemy.Table("t", sqlalchemy.MetaData(), sqlalchemy.Column("u", sqlalchemy.Text))
OURS = sqlalchemy.select(sqlalchemy.type_coerce(TABLE.c.u, our_sqlalchemy.ReferenceType(uv.URI)))
CONNECTION = ENGINE.connect()
TABLE.create(CONNECTION)
CONNECTION.execute(TABLE.insert(), [{"u": text} for text in COLUMN_TEXTS[:100]])


def select_uris() -> list[Any]:
    return CONNECTION.execute(OURS).fetchall()


def select_texts() -> list[Any]:
    return CONNECTION.execute(sqlalchemy.select(TABLE.c.u)).fetchall()


sqlite3.register_converter("URI", lambda octets: uv.parse(octets.decode()))
SQLITE = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
SQLITE.execute("create table p (u URI, t text)")
SQLITE.executemany("insert into p values (?, ?)", [(text, text) for text in COLUMN_TEXTS[:100]])


def sqlite_uris() -> list[Any]:
    return SQLITE.execute("select u from p").fetchall()


def sqlite_texts() -> list[Any]:
    return SQLITE.execute("select t from p").fetchall()


# ------------------------------------------------------------------ forms in which answers are compared
def text_of(answer: Any) -> str:
    """The text of a repair, or of a URL."""
    return str(getattr(answer, "reference", answer))


def tuples_of(answer: Any) -> list[tuple[str, str]]:
    if hasattr(answer, "get_all") and hasattr(answer, "keys"):
        return list(zip(answer.keys(), answer.values(), strict=True))
    return list(map(tuple, answer.items() if hasattr(answer, "items") else answer))


def segments_of(answer: Any) -> list[str]:
    return [segment for segment in answer if segment != "/"]


def octets_of(answer: Any) -> bytes:
    return answer if isinstance(answer, bytes) else answer.packed


def href_of(answer: Any) -> str | None:
    return None if answer is None else str(getattr(answer, "href", answer))


def text_of_field(answer: Any) -> str:
    return str(answer.url)


def str_of_url(answer: Any) -> str:
    return str(answer.url)


def host_of_connection(answer: Any) -> str:
    return str(answer.host if hasattr(answer, "drivername") else answer.hosts[0][0])


# What only the statements of rows use.
USED = (json, quote, unquote, urlencode, urlunsplit, url2pathname, AF_INET6, inet_aton, inet_ntoa, inet_ntop, inet_pton)
USED += (ip_address, PurePosixPath, aiohttp, pyarrow, uritemplate, url_py, iri_to_uri, make_url)
FEW = {"Column of a list, to_pylist", "columns.query_value", "schemes.view of 1 MB of data", "SQLAlchemy, a row"}
FEW |= {"sqlite3, 100 rows"}


def rows(calls: list[dict[str, Any]], inputs: dict[str, str]) -> list[tuple[dict[str, Any], request.Row]]:
    """A row for each call with each of its inputs."""
    space = {**vars(request), **globals()}
    made = []
    for call in calls:
        peers = {name: tuple(peer) if isinstance(peer, list) else peer for name, peer in call["peers"].items()}
        normal = eval(call.get("normal", "lambda answer: answer"), space)
        for name in call["inputs"]:
            row = request.Row(
                f"{call['name']}: {name}", call["ours"], inputs[name], peers, call.get("making", "s"), normal
            )
            made.append((call, row))
    return made


def main() -> None:
    parser = harness.options(__doc__, rounds=7)
    parser.add_argument("--only", default="", help="measure only the rows whose name has this text")
    parser.add_argument("--profile", default="release", help="of cargo, by which the native module was built")
    chosen = parser.parse_args()
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    lines = [
        *harness.head("The census of calls", "yarl", "multidict", "can_ada", "ada-url", "url-py", "Django", "httpx"),
        f"The module was built by the profile {chosen.profile}. `python benches/census.py`, one run, processor time, "
        "the smallest of the rounds, new texts, the empty loop subtracted. *Ratio* is ours divided by the peer's.",
        "",
        "| call and input | of each request | ours, µs | fastest peer with the same answer | µs | ratio | |",
        "|---|---|--:|---|--:|--:|---|",
    ]
    beyond, slower = [], []
    for call, row in rows(data["call"], data["inputs"]):
        if chosen.only not in row.name:
            continue
        count = 20 if call["name"] in FEW else request.COUNT
        own, *peers = request.measured(row, chosen.rounds, count, vars(sys.modules[__name__]))
        fitting = [peer for peer in peers if peer.same]
        others = [peer.contender for peer in peers if not peer.same]
        if others:
            print(f"{row.name}: another answer of {', '.join(others)}", file=sys.stderr)
        mine = own.nanoseconds / 1000
        if not fitting:
            lines.append(f"| `{row.name}` | | {mine:,.2f} | none | | | |")
            continue
        best = min(fitting, key=lambda peer: peer.nanoseconds)
        ratio = own.nanoseconds / max(best.nanoseconds, 1)
        is_slower = ratio > 1.3 and mine > call.get("most", 0) and "lesser" not in call
        note = call.get("lesser", "") or (call.get("reason", "") if ratio > 1.3 else "")
        if is_slower:
            (beyond if call.get("request") or not note else slower).append(row.name)
        mark = "yes" if call.get("request") else ""
        theirs = best.nanoseconds / 1000
        lines.append(
            f"| `{row.name}` | {mark} | {mine:,.2f} | {best.contender} | {theirs:,.2f} | {ratio:.2f} | {note} |"
        )
    lines += ["", f"Beyond what is allowed: {', '.join(beyond) or 'none'}.", ""]
    lines.append(f"Slower than 1.3 times, each with its reason: {len(slower)}.")
    harness.write(chosen.report, "\n".join(lines))


if __name__ == "__main__":
    main()
