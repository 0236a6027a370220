"""What an application does with a stranger's URL for each request, and every call of it, compared with its peers.

    python benches/request.py --report benches/reports/2026-11-30-request.md
    python benches/request.py --only safe_redirect

The whole request guards a URL, reads three values of its query, redirects to a stranger's target and writes the URL into
a log with its secrets masked. The peers do the same by what an application has beside this package: yarl, can_ada,
ada-url or urllib read the URL, `ipaddress` judges a host that is an address, Django judges the target, regular
expressions mask.

All contenders of a row take turns in one process, over new texts, each different, and the empty loop is subtracted. A
row is the smallest of its rounds, in processor time. What is called on an object (a URL, pairs) gets objects that are
made before the clock runs. Answers are compared first, on each text: a peer with another answer is not measured.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from ipaddress import IPv6Address, ip_address
from time import process_time_ns
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "django.conf.global_settings")

import ada_url
import can_ada
import yarl
from django.http.request import validate_host
from django.utils.encoding import uri_to_iri
from django.utils.http import url_has_allowed_host_and_scheme
from pydantic import HttpUrl, TypeAdapter, ValidationError
from w3lib.url import safe_url_string

import harness
import uriverse as uv
from uriverse import audit, hosts, schemes
from uriverse.templates import Template

# What only the statements of rows use.
USED = (audit, hosts, schemes, validate_host, uri_to_iri, safe_url_string)

BASE = "https://www.example.com/login"
OUR_HOST = {"www.example.com"}
POLICY = uv.Policy()
LISTED = uv.Policy(schemes="https", hosts={"*.example.com"}, paths={"/**"}, max_length=2048)
PORTS = {None, 80, 443, 8080, 8443}
SECRETS = re.compile(r"(?i)([?&](?:token|api_key|password|secret|sig)=)[^&#]*")
USERINFO = re.compile(r"(?<=//)[^/?#@]*@")

PLAIN = "https://shop{n}.example.com/list/{n}?q=cat&page={n}"
LONG = (
    "https://www.shop{n}.example.co.uk/catalogue/garden/furniture/item-{n}/reviews?q=green%20chair&page={n}&sort=price"
    "&dir=asc&colour=green&size=large&brand=acme&min=10&max=500&stock=yes&rating=4&view=grid&utm_source=mail"
    "&utm_medium=news&utm_campaign=spring&ref=a1b2c3d4&visit=e5f6a7b8&lang=en&cur=eur&tab=all#reviews-{n}"
)
SECRET = (
    "https://api{n}.example.com/hook/{n}?q=cat&page={n}&token=5f4dcc3b5aa765d61d8327deb882cf{n}&api_key=a87ff679a2{n}"
)
INPUTS = {"plain": PLAIN, "long": LONG, "secret": SECRET}


# ------------------------------------------------------------------ the whole request, ours and by peers
def ours(text: str, target: str) -> tuple[object, ...]:
    url = POLICY.url(text)
    pairs = url.form_pairs
    values = pairs.get("q"), pairs.get("page"), pairs.get("lang")
    return url.host, *values, str(uv.safe_redirect(target, BASE)), url.redacted()


def check_by_hand(scheme: str, host: str | None, port: int | None, userinfo: str | None) -> None:
    """What applications check before a fetch."""
    if scheme not in ("http", "https") or not host or userinfo or port not in PORTS:
        raise ValueError("refused")
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        raise ValueError("a local name")
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return
    if not address.is_global:
        raise ValueError("not public")


def redirected(target: str) -> str:
    if not url_has_allowed_host_and_scheme(target, OUR_HOST, require_https=True):
        raise ValueError("elsewhere")
    return urljoin(BASE, target)


def masked(text: str) -> str:
    return SECRETS.sub(r"\1***", USERINFO.sub("***@", text))


def by_yarl(text: str, target: str) -> tuple[object, ...]:
    url = yarl.URL(text, encoded=True)
    check_by_hand(url.scheme, url.host, url.explicit_port, url.raw_user)
    query = url.query
    values = query.get("q"), query.get("page"), query.get("lang")
    return url.host, *values, redirected(target), masked(text)


def by_urllib(text: str, target: str) -> tuple[object, ...]:
    url = urlsplit(text)
    check_by_hand(url.scheme, url.hostname, url.port, url.username)
    query = dict(parse_qsl(url.query, keep_blank_values=True))
    values = query.get("q"), query.get("page"), query.get("lang")
    return url.hostname, *values, redirected(target), masked(text)


def by_url_standard(parse: Callable[[str], Any], text: str, target: str) -> tuple[object, ...]:
    """By a parser of the URL Standard."""
    url = parse(text)
    check_by_hand(url.protocol[:-1], url.hostname, int(url.port) if url.port else None, url.username)
    query = dict(parse_qsl(url.search[1:], keep_blank_values=True))
    values = query.get("q"), query.get("page"), query.get("lang")
    return url.hostname, *values, redirected(target), masked(text)


by_can_ada = partial(by_url_standard, can_ada.parse)
by_ada_url = partial(by_url_standard, ada_url.URL)

REQUESTS = {
    "yarl + Django": by_yarl,
    "urllib + Django": by_urllib,
    "can_ada + Django": by_can_ada,
    "ada-url + Django": by_ada_url,
}


# ------------------------------------------------------------------ single calls of peers
def guarded(text: str) -> str:
    url = urlsplit(text)
    check_by_hand(url.scheme, url.hostname, url.port, url.username)
    return text


def joined(target: str) -> str:
    if ada_url.URL(target, base=BASE).origin != "https://www.example.com":
        raise ValueError("elsewhere")
    return ada_url.join_url(BASE, target)


def is_global(text: str) -> bool:
    address = ip_address(text)
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (inner or address).is_global


def attempted(call: Callable[[Any], object]) -> Callable[[Any], object]:
    def refused(text: Any) -> object:
        try:
            return call(text)
        except (ValueError, ValidationError):
            return None

    return refused


class Row(NamedTuple):
    """A call, on texts or on objects made of them, with its inputs and its peers.

    A peer is a call, or a pair: what makes its object of a text, and the call on that. Both calls are statements over
    `s`. `normal` makes answers comparable.
    """

    name: str
    ours: str
    texts: str
    peers: dict[str, str | tuple[str, str]]
    making: str = "s"
    normal: Callable[[Any], object] = lambda answer: answer


OBJECT = "uv.URL(s)"
PAIRS, THEIRS = "uv.URL(s).form_pairs", "yarl.URL(s, encoded=True).query"
OUR_URI = "uv.parse(s)"
IRI = "https://example{n}.org/caf%C3%A9/{n}?q=%E6%97%A5%E6%9C%AC"
BODY = [f"http://h.example/a b{number}" for number in range(1000)]


def rows() -> Iterator[Row]:
    for name, text in INPUTS.items():
        target = "'/account/%s?tab=1' % s[-5:].strip('/?#&=%')"
        peers = {peer: f"requests[{peer!r}](s, {target})" for peer in REQUESTS}
        yield Row(f"the whole request, {name}", f"ours(s, {target})", text, peers)
    for name, text in {"a path": "/account/{n}?tab=1", "absolute": "https://www.example.com/account/{n}?tab=1"}.items():
        peers = {"Django + urljoin": "redirected(s)", "ada-url + origin": "joined(s)", "Django's check alone": CHECK}
        yield Row(f"safe_redirect, {name}", "uv.safe_redirect(s, BASE)", text, peers, normal=str_or_true)
    for name, text in {**INPUTS, "an address": "https://8.{o}.{m}.7/"}.items():
        yield Row(f"Policy.url, {name}", "POLICY.url(s)", text, {"urlsplit + ipaddress": "guarded(s)"}, normal=str)
        yield Row(f"Policy.admits, {name}", "POLICY.admits(s)", text, {"urlsplit + ipaddress": "bool(guarded(s))"})
    yield Row("Policy.url, with hosts and paths", "LISTED.url(s)", PLAIN, {})
    yield Row("Policy.check of a URL", "POLICY.check(s)", PLAIN, {}, OBJECT)
    host, address, six = "shop{n}.example.com", "8.{o}.{m}.7", "2606:4700::{n}"
    odd = "0313.0x{m}.{n}"
    for name, text in {"a name": host, "IPv4": address, "IPv6": f"[{six}]", "ambiguous": odd}.items():
        yield Row(f"hosts.verdict, {name}", "hosts.verdict(s)", text, {}, normal=str)
    for name, text in {"a name": host, "IPv4": address, "ambiguous": odd}.items():
        peer = {"Django validate_host": "validate_host(s, ['.example.com'])"}
        yield Row(f"hosts.host_matches, {name}", "hosts.host_matches(s, '*.example.com')", text, peer)
    for name, text in {"IPv4": address, "IPv6": six}.items():
        yield Row(f"hosts.is_public, {name}", "hosts.is_public(s)", text, {"ipaddress": "is_global(s)"})
    for name, text in {"a name": PLAIN, "IPv6": f"https://[{six}]/"}.items():
        yield Row(f"connect_host, {name}", "s.connect_host", text, {"yarl .host": ("yarl.URL(s)", "s.host")}, OUR_URI)
    yield Row("effective_port", "s.effective_port", PLAIN, {"yarl .port": ("yarl.URL(s)", "s.port")}, OUR_URI)
    for name, text in INPUTS.items():
        peers: dict[str, str | tuple[str, str]] = {
            "yarl .query": ("yarl.URL(s, encoded=True)", "s.query"),
            "parse_qsl": ("urlsplit(s).query", "parse_qsl(s)"),
        }
        yield Row(f"form_pairs, {name}", "s.form_pairs", text, peers, OBJECT, pairs_of)
        for call in ("s['page']", "s.get('page')", "s.get('absent')", "'page' in s"):
            yield Row(f"form_pairs, {name}, {call}", call, text, {"multidict": (THEIRS, call)}, PAIRS)
        query = text.partition("?")[2]
        peer = {"yarl's parser": "yarl._parse.query_to_pairs(s)"}
        yield Row(f"query_pairs(form=True), {name}", "uv.query_pairs(s, form=True)", query, peer, normal=list)
    quiet = {
        "plain": PLAIN,
        "escapes in the query": "https://shop{n}.example.co.uk/?j=%7B%22a%22%3A{n}%7D",
        "escapes in the fragment": "https://shop{n}.example.co.uk/a#a%20b{n}",
        "long": LONG,
    }
    for name, text in quiet.items():
        yield Row(f"audit.findings, {name}", "audit.findings(s)", text, {})
    yield Row("audit.findings, with findings", "audit.findings(s)", "HTTP://me@Shop{n}.example.com:80/a/../b", {})
    for name, text in {"escapes": IRI, "plain": PLAIN}.items():
        yield Row(f"to_iri, {name}", "uv.to_iri(s)", text, {"Django": "uri_to_iri(s)"}, normal=str)
        yield Row(f"display, {name}", "uv.display(s)", text, {"yarl": "yarl.URL(s, encoded=True).human_repr()"})
    yield Row("whatwg.URL.redacted", "s.redacted()", SECRET, {"re": ("s", "masked(s)")}, "uv.whatwg.URL(s)")
    yield Row(
        "replace(host='::1')",
        "s.replace(host='::1')",
        PLAIN,
        {"yarl": ("yarl.URL(s)", "s.with_host('::1')")},
        OUR_URI,
        str,
    )
    yield Row("schemes.default_port", "schemes.default_port('https')", PLAIN, {})
    wrong, spaced = "http://[::{n}g]/", "http://h.example/a b{n}"
    refusals = {
        "parse": ("attempted(uv.parse)(s)", wrong, {"HttpUrl": "attempted(refusing)(s)"}),
        "str(error)": ("worded(uv.parse, s)", wrong, {"HttpUrl": "worded(refusing, s)"}),
        "Policy.url": ("attempted(POLICY.url)(s)", "http://10.{o}.{m}.7/", {"by hand": "attempted(guarded)(s)"}),
        "Policy.url, str(error)": ("worded(POLICY.url, s)", "http://10.{o}.{m}.7/", {"by hand": "worded(guarded, s)"}),
        "safe_redirect": (
            "attempted(to_base)(s)",
            "https://evil{n}.example/",
            {"Django + urljoin": "attempted(redirected)(s)"},
        ),
        "a field of pydantic": ("worded(field, s)", wrong, {"HttpUrl": "worded(refusing, s)"}),
    }
    for name, (call, text, peers) in refusals.items():
        yield Row(f"refused, {name}", call, text, peers, normal=bool)
    yield Row(
        "mend, a space",
        "uv.mend(s)",
        spaced,
        {"w3lib": "safe_url_string(s)", "can_ada": "can_ada.parse(s)"},
        normal=str,
    )
    twenty = "http://h.example/" + "a b" * 20 + "{n}"
    yield Row("mend, twenty spaces", "uv.mend(s)", twenty, {"can_ada": "can_ada.parse(s)"}, normal=str)
    yield Row("Template.match, a query", "ISSUES.match(s)", "/repos/me/it{n}/issues?state=open&page=2", {})


CHECK = "url_has_allowed_host_and_scheme(s, OUR_HOST, require_https=True)"
ISSUES = Template("/repos/{owner}/{name}/issues{?state,page}")
refusing = TypeAdapter(HttpUrl).validate_python
field = TypeAdapter(uv.URI).validate_python
to_base = partial(uv.safe_redirect, base=BASE)


def worded(call: Callable[[Any], object], text: str) -> str:
    """The message of a refusal."""
    try:
        call(text)
    except (ValueError, ValidationError) as error:
        return str(error)
    raise AssertionError(f"{text} is not refused")


def str_or_true(answer: object) -> object:
    """The text of a URL. A check alone says True, which counts as the same answer."""
    return answer if answer is True else str(answer)


def pairs_of(answer: Any) -> object:
    return (
        list(answer.items())
        if hasattr(answer, "multi_items") or isinstance(answer, dict)
        else list(map(tuple, _items(answer)))
    )


def _items(answer: Any) -> Any:
    return answer if isinstance(answer, (list, uv.QueryPairs)) else answer.items()


# ------------------------------------------------------------------ measuring
SPACE = {**globals(), "requests": REQUESTS}
COUNT = 2000


def texts(pattern: str, count: int = COUNT) -> list[str]:
    """New texts, each different: {n} is a number, {o} and {m} are octets."""
    made = []
    for number in range(count):
        text = pattern.replace("{n}", str(1000 + number))
        made.append(text.replace("{o}", str(number // 113 + 1)).replace("{m}", str(number % 113 + 1)))
    return made


class Figure(NamedTuple):
    contender: str
    nanoseconds: float
    same: bool


def measured(row: Row, rounds: int, count: int = COUNT, names: dict[str, Any] | None = None) -> list[Figure]:
    """The smallest time of each contender whose answers are ours; of the others the fact."""
    space = {**SPACE, **globals(), **(names or {})}
    contenders = {"ours": (row.making, row.ours)}
    contenders |= {name: peer if isinstance(peer, tuple) else ("s", peer) for name, peer in row.peers.items()}
    inputs = texts(row.texts, count)

    def objects(making: str) -> list[Any]:
        made = harness.fresh(inputs)
        return made if making == "s" else [eval(making, space, {"s": text}) for text in made]

    def answers(making: str, call: str) -> list[object]:
        return [row.normal(eval(call, space, {"s": each})) for each in objects(making)[:50]]

    expected = answers(*contenders["ours"])
    same = {name: is_same(answers(*contender), expected) for name, contender in contenders.items()}
    loops = {
        name: harness.compiled(call, space, process_time_ns) for name, (_, call) in contenders.items() if same[name]
    }
    empty = harness.compiled("pass", {}, process_time_ns)
    smallest = dict.fromkeys(loops, float("inf"))
    floor = float("inf")
    for _ in range(rounds):
        for name, loop in loops.items():
            made = objects(contenders[name][0])
            gc.disable()
            floor = min(floor, empty(made))
            smallest[name] = min(smallest[name], loop(made))
            gc.enable()
    return [Figure(name, (smallest.get(name, floor) - floor) / count, same[name]) for name in contenders]


def is_same(answers: Sequence[object], expected: Sequence[object]) -> bool:
    """A check that says True has the answer of a call that returns the text."""
    pairs = zip(answers, expected, strict=True)
    return all(answer == own or (answer is True and isinstance(own, str)) for answer, own in pairs)


def body_of_refusals() -> str:
    """A body with a thousand URLs that are refused, in pydantic: milliseconds, ours and HttpUrl's."""
    times = []
    for kind in (uv.URI, HttpUrl):
        adapter, best = TypeAdapter(list[kind]), float("inf")  # type: ignore[valid-type]
        for _ in range(5):
            start = process_time_ns()
            attempted(adapter.validate_python)(BODY)
            best = min(best, process_time_ns() - start)
        times.append(best / 1e6)
    mine, theirs = times
    return f"| a list of 1,000 refused URLs in pydantic | {mine * 1000:,.0f} | HttpUrl | {theirs * 1000:,.0f} | {harness.times(theirs / mine)} |"


def main() -> None:
    parser = harness.options(__doc__, rounds=9)
    parser.add_argument("--only", default="", help="measure only the rows whose name has this text")
    parser.add_argument("--profile", default="release", help="of cargo, by which the native module was built")
    chosen = parser.parse_args()
    lines = [
        *harness.head(
            "The path of a web request", "yarl", "multidict", "can_ada", "ada-url", "Django", "pydantic", "w3lib"
        ),
        f"The module was built by the profile {chosen.profile}. `python benches/request.py`, one run, processor time, "
        "the smallest of the rounds, new texts, the empty loop subtracted. *Times* = their time divided by ours.",
        "",
        "| call | ours, µs | peer with the same answer | µs | times |",
        "|---|--:|---|--:|--:|",
    ]
    for row in rows():
        if chosen.only not in row.name:
            continue
        own, *peers = measured(row, chosen.rounds)
        mine = own.nanoseconds / 1000
        fitting = sorted((peer for peer in peers if peer.same), key=lambda peer: peer.nanoseconds)
        for peer in fitting[:2] or [None]:
            theirs = (
                f"{peer.contender} | {peer.nanoseconds / 1000:,.2f} | {harness.times(peer.nanoseconds / own.nanoseconds)}"
                if peer
                else "| |"
            )
            lines.append(f"| `{row.name}` | {mine:,.2f} | {theirs} |")
        others = [peer.contender for peer in peers if not peer.same]
        if others:
            print(f"{row.name}: another answer of {', '.join(others)}", file=sys.stderr)
    if chosen.only in "a list of 1,000 refused URLs":
        lines.append(body_of_refusals())
    harness.write(chosen.report, "\n".join(lines))


if __name__ == "__main__":
    main()
