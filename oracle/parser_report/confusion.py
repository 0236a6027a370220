"""Which check is unsafe before which fetch: texts of known attacks for which the two have different hosts.

`urlsplit` reads 1.1.1.1 in `http://127.0.0.1\\@1.1.1.1/`, and requests connects to 127.0.0.1. So the pair of `urllib`
and `requests` has this text, and a program that checks by the one and fetches by the other can be attacked with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from implementations import ORACLE
from parser_report.markdown import code
from parser_report.pictures import heat
from parser_report.subjects import Part

PAYLOADS = ORACLE.parent / "vectors" / "agreement" / "payloads.json"
# Each reader by its name in the record, with the name that people know.
CHECKS = {
    "urllib": "urlsplit",
    "werkzeug": "werkzeug",
    "split": "uriverse.split",
    "rfc3986-library": "rfc3986",
    "furl": "furl",
    "hyperlink": "hyperlink",
    "httpx": "httpx.URL",
    "django": "Django",
    "yarl": "yarl",
    "pydantic": "pydantic",
    "rfc3986": "uriverse.parse",
    "policy": "uriverse.Policy",
}
FETCHES = {
    "requests": "requests",
    "urllib3": "urllib3",
    "whatwg": "browsers",
    "urllib.request": "urllib.request",
    "httpx": "httpx",
    "yarl": "aiohttp",
}
TITLE = "Known attacks that pass the check and reach another host through the fetch"


@cache
def recorded() -> dict[str, Any]:
    """The record of `tools/record_agreement.py`."""
    record: dict[str, Any] = json.loads(PAYLOADS.read_text("utf-8"))
    return record


def readings() -> Iterator[tuple[str, Mapping[str, object], Mapping[str, object]]]:
    """Yield each text with the hosts that are read in it, and those that are read in the policy's URL for it."""
    record = recorded()
    for payload in record["payloads"]:
        hosts, hosts_of_url = (
            dict(zip(record["versions"], payload[name], strict=True)) for name in ("hosts", "url_hosts")
        )
        yield payload["text"], hosts, hosts_of_url


def attacks(check: str, fetch: str, *, allowing: bool) -> list[str]:
    """Return the texts that pass a check by a list of hosts, and reach another host through a fetch.

    The policy hands on a URL of its own, and the fetch reads that; every other check hands on the text.
    """
    if check == "policy":
        return [text for text, _, hosts in readings() if _differ(hosts["whatwg"], hosts[fetch], allowing=allowing)]
    return [text for text, hosts, _ in readings() if _differ(hosts[check], hosts[fetch], allowing=allowing)]


def _differ(checked: object, fetched: object, *, allowing: bool) -> bool:
    """Whether both accept, the fetch connects somewhere, and a list of hosts misses where.

    >>> [_differ(checked, "evil", allowing=True) for checked in ("good", "evil", None, False)]
    [True, False, False, False]
    >>> [_differ(checked, "evil", allowing=False) for checked in ("good", "evil", None, False)]
    [True, False, True, False]
    """
    accepted = checked is not False and fetched is not False and fetched is not None
    return accepted and checked != fetched and not (allowing and checked is None)


def picture(*, allowing: bool = True) -> str:
    """Return the table of all pairs as a picture."""
    rows = {
        name: [None if check == fetch else float(len(attacks(check, fetch, allowing=allowing))) for fetch in FETCHES]
        for check, name in CHECKS.items()
    }
    return heat(TITLE, list(FETCHES.values()), rows, corner="check ↓  fetch →")


def confusion(*, allowing: bool) -> Part:
    """Return the part of the report."""
    pairs = {
        (check, fetch): attacks(check, fetch, allowing=allowing)
        for check, fetch in product(CHECKS, FETCHES)
        if check != fetch
    }
    ranked = sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    rows = [
        [CHECKS[check], FETCHES[fetch], str(len(texts)), code(min(texts, key=lambda text: (len(text), text)))]
        for (check, fetch), texts in ranked
        if texts
    ]
    record = recorded()
    count = len(list(readings()))
    names = {*CHECKS, *FETCHES} - {"split", "rfc3986", "whatwg", "policy"}
    versions = ", ".join(f"{name} {version}" for name, version in record["versions"].items() if name in names)
    if allowing:
        sentences = [
            f"{len(pairs['urllib', 'requests'])} of {count} known attacks pass an allow-list by `urlsplit` and reach "
            r"another host through requests. The shortest is `http://127.0.0.1\@1.1.1.1/`: `urlsplit(...).hostname` is "
            "`1.1.1.1`, and requests connects to `127.0.0.1`.",
            "Each number counts the attacks for which the check (the row) reads one host and the fetch (the column) "
            "connects to another. An allow-list that has the first host lets the fetch go to the second. If the check "
            "finds no host, an allow-list refuses the text, and it is not counted. Darker is worse.",
            "`uriverse.Policy` hands on a URL of its own instead of the text; every fetch was asked for that URL.",
        ]
    else:
        sentences = [
            "The same for a list of forbidden hosts. It also lets a text pass in which the check finds no host.",
        ]
    sentences.append(
        f"The table has each pair with its shortest text. Recorded with {versions}; `python tools/record_agreement.py` "
        "asks again."
    )
    kind = "allow" if allowing else "deny"
    return Part(
        f"Which check is unsafe before which fetch: {kind}-lists",
        sentences, ["check", "fetch", "texts", "the shortest"], rows, picture(allowing=allowing), f"confusion-{kind}",
    )  # fmt: skip
