"""Adapters of the peers.

An adapter is a timed statement and a judge, a function from a vector's text to the peer's answer in the vector's terms.
The judge runs on the documents' own examples (`vectors/`), and the table shows how many answers were right. An exception
counts as a refusal.

Libraries that cache by text, such as `urlsplit` and yarl, are called without their cache. The browsers' URL Standard
(can_ada, url-py, pydantic-core) rewrites its input; by RFC 3986 many of its answers are other URIs.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib import parse as urllib_parse

import can_ada
import httpx
import pydantic_core
import rfc3986
import rfc3987
import uritools
import url as url_py
import yarl
from yarl._quoting import _Quoter, _Unquoter
from yarl._url import encode_url

import uriverse as uv
from harness import Contender

DISTRIBUTIONS = ("can_ada", "url-py", "pydantic_core", "uritools", "yarl", "rfc3986", "rfc3987", "httpx")
VECTORS = Path(__file__).resolve().parent.parent / "vectors"

# RFC 3986, Appendix B, as printed.
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)

urlsplit = urllib_parse.urlsplit.__wrapped__  # type: ignore[attr-defined]
yarl_url = encode_url.__wrapped__

Answer = Any
Judge = Callable[..., Answer]


@dataclass(frozen=True)
class Peer:
    """A library for an operation."""

    name: str
    statement: str
    judge: Judge
    share: float = 1.0


def cases(operation: str) -> list[dict[str, Any]]:
    """Return the vectors of an operation in RFC 3986."""
    found: list[dict[str, Any]] = json.loads((VECTORS / operation / "rfc3986.json").read_text())["cases"]
    return found


def asked(judge: Judge, *arguments: Any) -> Answer:
    try:
        return judge(*arguments)
    except Exception:  # a peer may refuse with any exception
        return "refused"


# ---- parsing: scheme, authority, path, query, fragment


def _five(found: Any, *names: str) -> tuple[Any, ...]:
    return tuple(getattr(found, name) for name in names)


def _appendix_b(text: str) -> Answer:
    return APPENDIX_B.match(text).group(2, 4, 5, 7, 9)  # type: ignore[union-attr]


def _ada(text: str) -> Answer:
    found = can_ada.parse(text)
    query = found.search[1:] if found.has_search() else None
    fragment = found.hash[1:] if found.has_hash() else None
    return found.protocol[:-1], found.host, found.pathname, query, fragment


def _url_py(text: str) -> Answer:
    found = url_py.URL.parse(text)
    return found.scheme, found.host_str, found.path, found.query, found.fragment


def _rfc3987(text: str) -> Answer:
    return tuple(rfc3987.parse(text, rule="URI_reference")[name] for name in _NAMES)


_NAMES = ("scheme", "authority", "path", "query", "fragment")
PARSE = (
    Peer("uriverse", "parse(s)", lambda text: _five(uv.parse(text), *_NAMES)),
    Peer("can_ada", "ada(s)", _ada),
    Peer("url-py", "rust_url(s)", _url_py),
    Peer("Appendix B regex", "match(s)", _appendix_b),
    Peer("pydantic-core Url", "Url(s)", lambda text: _five(pydantic_core.Url(text), "scheme", "host", "path", "query", "fragment")),
    Peer("uritools", "urisplit(s)", lambda text: _five(uritools.urisplit(text), *_NAMES), 0.5),
    Peer("urllib, uncached", "urlsplit(s)", lambda text: _five(urlsplit(text), "scheme", "netloc", "path", "query", "fragment"), 0.3),
    Peer("yarl, uncached", "yarl_url(s)", lambda text: _five(yarl_url(text), "scheme", "raw_authority", "raw_path", "raw_query_string", "raw_fragment"), 0.2),
    Peer("rfc3986", "rfc3986_reference(s)", lambda text: _five(rfc3986.uri_reference(text), *_NAMES), 0.2),
    Peer("rfc3987", "iri_parse(s, rule='URI_reference')", _rfc3987, 0.1),
    Peer("httpx", "HttpxURL(s)", lambda text: _five(httpx.URL(text), "scheme", "netloc", "path", "query", "fragment"), 0.1),
)  # fmt: skip

_READS = "u.scheme; u.host; u.port; u.path; u.query; u.fragment"
READ = (
    Peer("uriverse", f"u = parse(s); {_READS}", PARSE[0].judge),
    Peer("can_ada", "u = ada(s); u.protocol; u.hostname; u.port; u.pathname; u.search; u.hash", _ada),
    Peer("url-py", "u = rust_url(s); u.scheme; u.host_str; u.port; u.path; u.query; u.fragment", _url_py),
    Peer("Appendix B regex", "match(s).group(2, 4, 5, 7, 9)", _appendix_b),
    Peer("pydantic-core Url", f"u = Url(s); {_READS}", PARSE[4].judge),
    Peer("uritools", f"u = urisplit(s); {_READS}", PARSE[5].judge, 0.3),
    Peer("urllib, uncached", "u = urlsplit(s); u.scheme; u.hostname; u.port; u.path; u.query; u.fragment", PARSE[6].judge, 0.2),
    Peer("httpx", f"u = HttpxURL(s); {_READS}", PARSE[10].judge, 0.1),
)  # fmt: skip

# ---- checking


VALID = (
    Peer("uriverse", "is_valid(s)", uv.is_valid),
    Peer("can_ada", "can_parse(s)", can_ada.can_parse),
    Peer("rfc3987", "iri_match(s, rule='URI_reference')", lambda text: rfc3987.match(text, rule="URI_reference") is not None, 0.3),
    Peer("rfc3986", "rfc3986_reference(s).is_valid()", lambda text: rfc3986.uri_reference(text).is_valid(), 0.05),
)  # fmt: skip

# ---- resolving, to an object, its text included

RESOLVE = (
    Peer("uriverse", "str(base.resolve(s))", lambda base, text: str(uv.parse(base).resolve(text))),
    Peer("url-py", "str(url_base.join(s))", lambda base, text: str(url_py.URL.parse(base).join(text))),
    Peer("uritools, to a str", "urijoin(base_text, s)", lambda base, text: uritools.urijoin(base, text), 0.3),
    Peer("urllib, uncached", "urljoin(base_text, s)", urllib_parse.urljoin, 0.1),
    Peer("yarl, uncached", "str(yarl_base.join(yarl_url(s)))", lambda base, text: str(yarl_url(base).join(yarl_url(text))), 0.1),
    Peer("httpx", "str(httpx_base.join(s))", lambda base, text: str(httpx.URL(base).join(text)), 0.05),
)  # fmt: skip

# ---- normalizing

NORMALIZE = (
    Peer("uriverse", "normalize(s)", lambda text: str(uv.normalize(text))),
    Peer("can_ada", "str(ada(s))", lambda text: str(can_ada.parse(text))),
    Peer("uritools: no such function; rfc3986", "rfc3986_normalize(s)", rfc3986.normalize_uri, 0.1),
)

# ---- percent-encoding and -decoding

_UNQUOTER = _Unquoter()
_QUOTER = _Quoter(requote=False)
ENCODE = (
    Peer("uriverse", "encode(s, component='segment')", lambda text: uv.encode(text, component="segment")),
    Peer("yarl's C quoter", "quoter(s)", _QUOTER),
    Peer("uritools", "uriencode(s)", lambda text: uritools.uriencode(text).decode()),
    Peer("urllib", "quote(s, safe='')", lambda text: urllib_parse.quote(text, safe="")),
)
DECODE = (
    Peer("uriverse", "decode(s)", uv.decode),
    Peer("yarl's C unquoter", "unquoter(s)", _UNQUOTER),
    Peer("uritools", "uridecode(s)", uritools.uridecode),
    Peer("urllib", "unquote(s)", urllib_parse.unquote),
)

NAMES: dict[str, Any] = {
    "parse": uv.parse, "is_valid": uv.is_valid, "normalize": uv.normalize, "encode": uv.encode, "decode": uv.decode,
    "ada": can_ada.parse, "can_parse": can_ada.can_parse, "rust_url": url_py.URL.parse, "match": APPENDIX_B.match,
    "Url": pydantic_core.Url, "urisplit": uritools.urisplit, "urijoin": uritools.urijoin,
    "uriencode": uritools.uriencode, "uridecode": uritools.uridecode, "urlsplit": urlsplit,
    "urljoin": urllib_parse.urljoin, "quote": urllib_parse.quote, "unquote": urllib_parse.unquote,
    "yarl_url": yarl_url, "quoter": _QUOTER, "unquoter": _UNQUOTER, "rfc3986_reference": rfc3986.uri_reference,
    "rfc3986_normalize": rfc3986.normalize_uri, "iri_parse": rfc3987.parse, "iri_match": rfc3987.match,
    "HttpxURL": httpx.URL,
}  # fmt: skip


def names_with_base(base: str) -> dict[str, Any]:
    """Return the names, and a base parsed by each library."""
    return {
        **NAMES, "base_text": base, "base": uv.parse(base), "url_base": url_py.URL.parse(base),
        "yarl_base": yarl.URL(base), "httpx_base": httpx.URL(base),
    }  # fmt: skip


Questions = list[tuple[tuple[Any, ...], Answer]]


def questions(operation: str) -> Questions:
    """Return the questions for the judges: arguments and right answers, from the documents."""
    if operation == "parse":
        read = [
            ((case["text"],), tuple(case[name] for name in _NAMES))
            for case in cases("parse")
            if all(name in case for name in _NAMES)
        ]
        refused = [
            ((case["text"],), "refused") for case in cases("valid") if case["rule"] is None and not case["valid"]
        ]
        return [*read, *refused]
    if operation == "is_valid":
        return [((case["text"],), case["valid"]) for case in cases("valid") if case["rule"] is None]
    if operation == "resolve":
        return [
            ((c["base"], c["reference"]), c["result"])
            for c in cases("resolve")
            if "result" in c and not {"strict", "excess_parents", "new_request"} & set(c)
        ]
    if operation == "normalize":
        return [((case["text"],), case["result"]) for case in cases("normalize") if case["level"] == "syntax"]
    if operation == "encode":
        return [(("a b/é",), "a%20b%2F%C3%A9"), (("~-._",), "~-._"), (("100%",), "100%25"), (("%41",), "%2541")]
    return [(("a%20b%2F%C3%A9",), "a b/é"), (("+",), "+"), (("%2541",), "%41"), (("plain",), "plain")]


def contenders(peers: tuple[Peer, ...], operation: str, names: dict[str, Any]) -> list[Contender]:
    """Return the peers with their notes."""
    asked_of = questions(operation)
    made = []
    for peer in peers:
        wrong = [arguments[-1] for arguments, right in asked_of if asked(peer.judge, *arguments) != right]
        note = f"all {len(asked_of)} right"
        if wrong:
            note = f"{len(asked_of) - len(wrong)} of {len(asked_of)} right; not `{wrong[0]}`"
        made.append(Contender(peer.name, peer.statement, names, note, peer.share))
    return made


def uncached() -> None:
    """Replace `urlsplit`, which `urljoin` and others call by its global name, by the version without a cache."""
    urllib_parse.urlsplit = urlsplit
