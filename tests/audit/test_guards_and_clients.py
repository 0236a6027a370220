"""What the guards let in, sent by real clients: none asks for a host that the guard did not judge.

Many payloads, and hosts with letters beyond US-ASCII, go through each guard and the webhook example. What one of them
lets a program send is sent by curl, requests, httpx and urllib3 to a proxy on this machine, which writes down the host
and refuses; the oracle's drivers of Node, Java and Go say to which host their platform would connect, and the parsers
of the agreement which host they read. Nothing leaves the loopback interface.
"""

from __future__ import annotations

import random
import stringprep
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from shutil import which
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import requests
import urllib3

import uriverse as uv
from support.guards import GUARDS
from support.paths import ROOT
from support.payloads import GOOD, INSIDE, SHAPES, spellings
from support.programs import program
from support.seeded import seed_and_cases
from uriverse.hosts import verdict
from uriverse_oracle import Driver

webhooks = program(ROOT / "examples" / "webhooks" / "validate.py")
ADDRESSES = (
    *("127.0.0.1", "10.0.0.1", "10.1.2.3", "169.254.169.254", "168.63.129.16", "100.64.0.1", "0.0.0.0"),
    *("8.8.8.8", "fd00:ec2::254"),
)
NAMES = (
    *("example.org", "EXAMPLE.org.", "ex%61mple.org", "example.org..", "a..example.org"),
    *("b\u00fccher.example", "xn--bcher-kva.example"),
)
REFUSALS = (
    *(requests.RequestException, httpx.HTTPError, httpx.InvalidURL),
    *(urllib3.exceptions.HTTPError, ValueError),
)
HOSTS = (*INSIDE, *NAMES, *(host for address in ADDRESSES for host, _ in spellings(address)))
LETTER_HOSTS = ("127.0.0.1", "0x7f.1", "169.254.169.254", "localhost", "metadata.goog", GOOD)
DRIVERS = ROOT / "oracle" / "drivers"
CONNECTING = {
    "node": ["node", str(DRIVERS / "node.mjs"), "url"],
    "java": ["java", str(DRIVERS / "JavaNetUri.java")],
    "go": ["go", "run", str(DRIVERS / "net_url.go")],
}


def shaped_texts(seed: int, count: int) -> list[str]:
    """A sample of every host in every shape; all of them with URIVERSE_CASES=14000."""
    texts = sorted({shape.format(t=host, g=GOOD) for shape in SHAPES for host in HOSTS})
    assert len(texts) > 13_000
    return random.Random(seed).sample(texts, min(count, len(texts)))


def lettered_texts(seed: int, count: int) -> Iterator[str]:
    """Hosts with a letter beyond US-ASCII at the ends of a label and inside, as it is and hidden in an "xn--" label."""
    choose = random.Random(seed)
    letters = [chr(code) for code in range(0x80, 0x10000) if stringprep.in_table_b1(chr(code))]
    letters += "\u00df\u03c2\u200c\u200d\u13a0\u13f5\u1e9e\u00e9\u0431\u4e2d"
    codes = [*range(0x80, 0xD800), *range(0xE000, 0x30000)]
    letters += map(chr, choose.sample(codes, min(count, len(codes))))
    for letter in letters:
        host = choose.choice(LETTER_HOSTS)
        for at in (0, 1, host.rfind(".") + 1, len(host)):
            written = host[:at] + letter + host[at:]
            hidden = (f"xn--{label.encode('punycode').decode()}" for label in written.split(".") if not label.isascii())
            plain = (label for label in written.split(".") if label.isascii())
            yield from (f"http://{written}/", f"http://{'.'.join((*plain, *hidden))}/")


def admitted(texts: Iterable[str]) -> dict[str, str]:
    """Each text that a guard lets a program send, with the host that it judged."""
    judged_hosts: dict[str, str] = {}
    for text in texts:
        doors = {guard(text) for guard in GUARDS.values()}
        target = webhooks.validate(text).target
        doors.add(None if target is None else (str(target), target.host))
        for sent, host in filter(None, doors):
            judged = verdict(host).text
            assert judged_hosts.setdefault(sent, judged) == judged, sent
    return judged_hosts


@contextmanager
def recording_proxy() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A proxy on this machine that writes down its header "Number" and what it is asked for, and refuses it."""
    asked: list[tuple[str, str]] = []

    class Proxy(BaseHTTPRequestHandler):
        def do_CONNECT(self) -> None:
            asked.append((self.headers.get("Number", ""), self.path))
            self.send_error(403)

        do_GET = do_CONNECT

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def host_of(target: str, text: str) -> str:
    """The host of a proxy's request line, "host:port" or a whole URL, in the form of the verdict.

    httpx writes an IPv6 address without brackets. "host:port" always has a port, a URL only one that is no default.
    """
    if "://" not in target:
        host = target.rpartition(":")[0]
    else:
        port = uv.parse(text, edition="rfc3987").effective_port
        host = urlsplit(target).netloc.rpartition("@")[2].removesuffix(f":{port}")
    return verdict(host).text or target


def sent(client: Callable[[str], object], texts: list[str], asked: list[tuple[str, str]]) -> list[str]:
    """The host that a client asks the proxy for, of each text; "" if it refuses the text."""
    found = []
    for text in texts:
        asked.clear()
        with suppress(*REFUSALS):
            client(text)
        found.append(host_of(asked[0][1], text) if asked else "")
    return found


def sent_by_curl(proxy: str, texts: list[str], asked: list[tuple[str, str]]) -> list[str]:
    """The same of curl, by one process: a header for the proxy alone numbers the texts."""
    asked.clear()
    options = f'silent\ngloboff\nmax-time = 5\nnoproxy = ""\nproxy = {proxy}\noutput = /dev/null\nwrite-out = .'
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    each = (f'{options}\nproxy-header = "Number: {at}"\nurl = "{text}"\n' for at, text in enumerate(quoted))
    command = ["curl", "--config", "-"]
    done = subprocess.run(command, input="next\n".join(each), capture_output=True, text=True, timeout=120)
    assert done.stdout == "." * len(texts)
    first = {int(number): target for number, target in reversed(asked)}
    return [host_of(first[at], text) if at in first else "" for at, text in enumerate(texts)]


def sent_by_driver(command: list[str], texts: list[str]) -> list[str]:
    """The host to which a platform would connect, of each text; "" if it refuses the text.

    Go's driver returns the host as written: its client maps it by UTS #46 before it connects.
    """
    with Driver(command, seconds=60) as driver:
        answers = driver.ask_all([{"operation": "connect", "text": text} for text in texts])
    assert all("accepted" in answer for answer in answers)
    hosts = [answer.get("host") or "" for answer in answers]
    return [host and (verdict(host).text or uv.whatwg.domain_to_ascii(host) or host) for host in hosts]


def assert_nobody_goes_elsewhere(answers: dict[str, list[str]], judged: dict[str, str]) -> None:
    wrong = [
        (name, ascii(text), host, judged[text])
        for name, hosts in answers.items()
        for text, host in zip(judged, hosts, strict=True)
        if host not in {"", judged[text]}
    ]
    assert not wrong


@pytest.mark.jvm
def test_no_client_asks_for_a_host_that_was_not_judged() -> None:
    judged = admitted([*shaped_texts(*seed_and_cases(55, 8000)), *lettered_texts(55, 30)])
    texts = list(judged)
    assert len(texts) > 1000
    with recording_proxy() as (proxy, asked):
        session = requests.Session()
        session.trust_env = False
        session.proxies = {"http": proxy, "https": proxy}
        pool = urllib3.ProxyManager(proxy, retries=False, timeout=5)
        with httpx.Client(proxy=proxy, trust_env=False, timeout=5) as client:
            answers = {
                "requests": sent(lambda text: session.get(text, timeout=5, allow_redirects=False), texts, asked),
                "urllib3": sent(lambda text: pool.request("GET", text, redirect=False), texts, asked),
                "httpx": sent(client.get, texts, asked),
                "curl": sent_by_curl(proxy, texts, asked),
            }
    platforms = [name for name, command in CONNECTING.items() if which(command[0])]
    assert {"node", "java"} <= set(platforms)
    answers |= {name: sent_by_driver(CONNECTING[name], texts) for name in platforms}
    assert_nobody_goes_elsewhere(answers, judged)
    for name, hosts in answers.items():
        assert sum(map(bool, hosts)) > len(texts) * 2 // 3, name


def test_no_parser_reads_a_host_that_was_not_judged() -> None:
    """Every parser of the agreement: ours, Python's, and the libraries that are installed."""
    judged = admitted(lettered_texts(*seed_and_cases(56, 30)))
    assert len(judged) > 100 and any(not text.isascii() for text in judged)
    cuts = [uv.agreement(text, parsers="all").cuts for text in judged]
    hosts = {cut.parser: [row[at].host or "" for row in cuts] for at, cut in enumerate(cuts[0])}
    assert {"urllib.request", "requests", "httpx", "whatwg"} <= hosts.keys()
    assert_nobody_goes_elsewhere(hosts, judged)


@pytest.mark.parametrize("limit", [{"hosts": "example.org"}, {"addresses": "public"}])
@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "rfc3987"])
def test_a_scheme_is_not_a_host_of_urllib3(limit: dict[str, Any], edition: Any) -> None:
    """RFC 3986, section 3.1, allows "." in a scheme; urllib3 2 does not, and connects to what it takes for a host."""
    text = "metadata.google.internal://example.org/"
    url = urllib3.util.parse_url(text)
    assert (url.scheme, url.host) == (None, "metadata.google.internal")
    policy = uv.Policy.any(**limit, edition=edition)
    with pytest.raises(uv.PolicyError, match="urllib3 connects to"):
        policy.check(text)
    for good in ("web+x://example.org/", "a-b://example.org/", "http://example.org/"):
        assert urllib3.util.parse_url(good).host == "example.org" and policy.admits(good)
    assert uv.Policy.any(**limit, schemes="z39.50r", edition=edition).admits("z39.50r://example.org/")
