"""Typical calls of an application for each request, compared with yarl, furl, httpx, Starlette, uritemplate, `re` and
`parse`.

python benches/everyday.py --report benches/reports/2026-11-24-calls.md
python tools/generate.py         # writes the newest such report into docs/performance.md

Each row is one run of all its contenders in turn, in processor time, the minimum of seven, less that of an empty function.
The answers are compared. Texts that are encoded or decoded change from call to call: a processor learns the branches
of one text.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable
from itertools import cycle
from time import process_time_ns
from typing import NamedTuple

import furl
import httpx
import uritemplate
import yarl
from starlette.routing import compile_path

import harness
import uriverse as uv
from uriverse import schemes
from uriverse.integrations.logging import RedactingFilter
from uriverse.templates import Template

TEXT = "https://example.org/a/b/c?q=1&r=2#frag"
SECRET = "https://me:secret@example.org/a/b?token=1"
LOGIN = uv.parse(SECRET)
OURS, YARL, HTTPX, FURL = uv.parse(TEXT), yarl.URL(TEXT), httpx.URL(TEXT), furl.furl(TEXT)
PAIRS = {f"key{number}": f"value{number}" for number in range(10)}
CHANGED = {**PAIRS, "key5": "new"}
TEN = f"https://example.org/a?{uv.compose_query(PAIRS)}"
OURS_OF_TEN, YARL_OF_TEN = uv.parse(TEN), yarl.URL(TEN)
TEMPLATE = "https://api.example/repos/{owner}/{name}/issues{?state,page}"
VALUES = {"owner": "octo cat", "name": "hello-world", "state": "open", "page": "2"}
OUR_TEMPLATE, THEIR_TEMPLATE = Template(TEMPLATE), uritemplate.URITemplate(TEMPLATE)
RECORD = logging.makeLogRecord({})
FILTER = RedactingFilter()
QUOTER, UNQUOTER = yarl._quoting._Quoter(), yarl._quoting._Unquoter()
RANDOM = random.Random(7)
DATA = ["".join(RANDOM.choices("a b/ü&=%", k=160)) for _ in range(1000)]
ENCODED = [uv.encode(data, component="segment") for data in DATA]
CYRILLIC = [uv.encode("".join(RANDOM.choices("приветм /", k=110)), component="segment") for _ in range(1000)]


class Row(NamedTuple):
    """A call of ours, and calls of other libraries with the same answer."""

    name: str
    ours: Callable[[], object]
    others: dict[str, Callable[[], object]]


def filtered() -> object:
    RECORD.msg, RECORD.args = "fetched %s", (TEXT,)
    FILTER.filter(RECORD)
    return RECORD.msg


def route(template: str, pattern: str, path: str) -> Row:
    ours, theirs = Template(template), re.compile(pattern)
    compiled, _, readers = compile_path(template)

    def matched() -> object:
        match = ours.match(path)
        return match and match.values

    def searched() -> object:
        match = theirs.match(path)
        return match and match.groupdict()

    def routed() -> object:
        match = compiled.match(path)
        return match and {name: readers[name].convert(value) for name, value in match.groupdict().items()}

    return Row(f"match {template}", matched, {"re": searched, "Starlette": routed})


def each(texts: list[str], call: Callable[[str], object]) -> Callable[[], object]:
    """The call of the next text at each call."""
    following = cycle(texts)
    return lambda: call(next(following))


def parsed() -> object:
    return uv.parse(TEXT)


def parsed_secret() -> object:
    return uv.parse(SECRET)


ROWS = [
    Row("replace(fragment=None)", lambda: OURS.replace(fragment=None), {"yarl": lambda: YARL.with_fragment(None)}),
    Row("replace(query=)", lambda: OURS.replace(query="y=3"), {
        "yarl": lambda: YARL.with_query("y=3").with_fragment("frag"),
        "httpx": lambda: HTTPX.copy_with(query=b"y=3"),
        "furl": lambda: FURL.copy().set(query="y=3").url,
    }),
    Row("replace(path=)", lambda: OURS.replace(path="/x"), {
        "yarl": lambda: YARL.with_path("/x", keep_query=True, keep_fragment=True),
        "httpx": lambda: HTTPX.copy_with(path="/x"),
        "furl": lambda: FURL.copy().set(path="/x").url,
    }),
    Row("replace(host=)", lambda: OURS.replace(host="example.net"), {
        "yarl": lambda: YARL.with_host("example.net"), "httpx": lambda: HTTPX.copy_with(host="example.net"),
    }),
    Row("with_pairs(set=), one of ten", lambda: OURS_OF_TEN.with_pairs(set={"key5": "new"}), {
        "yarl": lambda: YARL_OF_TEN.update_query({"key5": "new"}),
        "furl": lambda: furl.furl(TEN).set(query_params=CHANGED).url,
    }),
    Row("expand a template", lambda: OUR_TEMPLATE.expand(VALUES), {"uritemplate": lambda: THEIR_TEMPLATE.expand(VALUES)}),
    Row("append", lambda: OURS.append("x y", "z"), {"yarl": lambda: YARL.joinpath("x y", "z")}),
    Row("/", lambda: OURS / "x y", {
        "yarl": lambda: YARL / "x y", "furl": lambda: (FURL / "x y").remove(args=True, fragment=True).url,
    }),
    Row("compose", lambda: uv.compose(scheme="http", host="h", path="/a", query="b=1"),
        {"yarl": lambda: yarl.URL.build(scheme="http", host="h", path="/a", query_string="b=1")}),
    Row("parent", lambda: OURS.parent, {"yarl": lambda: YARL.parent, "parse": parsed}),
    Row("repr with a password", lambda: repr(LOGIN), {"parse": parsed_secret}),
    Row("redacted()", lambda: LOGIN.redacted(), {"parse": parsed_secret}),
    Row("schemes.view", lambda: schemes.view(TEXT), {"parse": parsed}),
    Row("mend", lambda: uv.mend(TEXT), {"parse": parsed}),
    Row("display", lambda: OURS.display(), {"parse": parsed}),
    Row("a log record", filtered, {"parse": parsed}),
    Row("agreement", lambda: uv.agreement(TEXT).agrees, {"parse": parsed}),
    Row("agreement of a backslash", lambda: uv.agreement("http://127.0.0.1\\@1.1.1.1/").agrees, {"parse": parsed}),
    route("/x/{id}", r"/x/(?P<id>[^/]+)\Z", "/x/3"),
    route("/repos/{owner}/{name}", r"/repos/(?P<owner>[^/]+)/(?P<name>[^/]+)\Z", "/repos/me/it"),
    route("/a/{a}/b/{b}/c/{c}/d/{d}", r"/a/(?P<a>[^/]+)/b/(?P<b>[^/]+)/c/(?P<c>[^/]+)/d/(?P<d>[^/]+)\Z", "/a/1/b/2/c/3/d/4"),
    Row("encode", each(DATA, lambda text: uv.encode(text, component="segment")), {"yarl": each(DATA, lambda text: QUOTER(text))}),
    Row("decode", each(ENCODED, uv.decode), {"yarl": each(ENCODED, UNQUOTER)}),
    Row("decode, Cyrillic", each(CYRILLIC, uv.decode), {"yarl": each(CYRILLIC, UNQUOTER)}),
]  # fmt: skip


def smallest(call: Callable[[], object], number: int) -> float:
    start = process_time_ns()
    for _ in range(number):
        call()
    return (process_time_ns() - start) / number


def main() -> None:
    parser = harness.options(__doc__)
    parser.add_argument("--profile", default="release", help="of cargo, by which the native module was built")
    chosen = parser.parse_args()
    lines = [
        *harness.head("Calls of each request", "yarl", "httpx", "furl", "starlette", "uritemplate"),
        f"The module was built by the profile {chosen.profile}. `python benches/everyday.py`, one run, processor time, the "
        "smallest of seven turns, less that of an empty function. *Times* = their time divided by ours.",
        "",
        "| call | ns | peer | ns | times | same answer |",
        "|---|--:|---|--:|--:|---|",
    ]
    for name, ours, others in ROWS:
        contenders = {"": ours, "empty": lambda: None, **others}
        times = dict.fromkeys(contenders, float("inf"))
        for _ in range(7):
            for other, call in contenders.items():
                times[other] = min(times[other], smallest(call, 3000))
        for other, call in others.items():
            same = "" if other == "parse" else "yes" if same_answer(ours(), call()) else "no"
            mine, theirs = times[""] - times["empty"], times[other] - times["empty"]
            lines.append(
                f"| `{name}` | {mine:,.0f} | {other} | {theirs:,.0f} | {harness.times(theirs / mine)} | {same} |"
            )
    harness.write(chosen.report, "\n".join(lines))


def same_answer(one: object, other: object) -> bool:
    return one == other if isinstance(one, dict) else str(one) == str(other)


if __name__ == "__main__":
    main()
