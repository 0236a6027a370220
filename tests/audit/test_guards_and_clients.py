"""What the guards let in, sent by real clients: none asks for a host that the guard did not judge.

13,000 payloads go through `audit.require`, `Constraint` and the webhook example. Each that one of them lets in is sent
by curl, requests, httpx and urllib3 to a proxy on this machine, which writes down the host and refuses; Node's http and
a JVM's `InetAddress` say to which host they would connect. Nothing leaves the loopback interface.
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import requests
import urllib3

import uriverse as uv
from support.paths import ROOT
from support.payloads import GOOD, INSIDE, SHAPES, spellings
from support.programs import program
from uriverse.hosts import verdict

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
PUBLIC = uv.Constraint(schemes={"http", "https"}, userinfo=False, addresses="public")

NODE = """
const http = require("http"), https = require("https");
const lines = require("fs").readFileSync(0, "utf8").trimEnd().split("\\n").map(JSON.parse);
for (const text of lines) {
  let asked = null;
  const createConnection = (options) => { asked = options.host; throw new Error("enough"); };
  try { (text.toLowerCase().startsWith("https") ? https : http).get(text, { createConnection }).on("error", () => {}); }
  catch (error) {}
  console.log(JSON.stringify(asked));
}
"""
JAVA = """
import java.net.*;
import java.util.*;
public class Hosts {
  public static void main(String[] given) throws Exception {
    Scanner lines = new Scanner(System.in, "UTF-8");
    while (lines.hasNextLine()) {
      String asked = "";
      try {
        asked = new URL(lines.nextLine()).getHost();
        boolean address = asked.matches("[0-9a-fA-FxX.:\\\\[\\\\]]*[0-9\\\\]]\\\\.*");
        if (address) asked = InetAddress.getByName(asked).getHostAddress();
      } catch (Exception refused) { asked = ""; }
      System.out.println(asked);
    }
  }
}
"""


def admitted() -> Iterator[tuple[str, str]]:
    """Each text that a guard lets in, with the host that it judged."""
    texts = sorted({shape.format(t=host, g=GOOD) for shape in SHAPES for host in HOSTS})
    assert len(texts) > 13_000
    for text in texts:
        judged = set()
        with suppress(uv.audit.RequirementError):
            judged.add(uv.audit.require(text, ports={80, 443, 8443}).host)
        with suppress(ValueError):
            judged.add(PUBLIC.read(text).host)
        target = webhooks.validate(text, lambda _name: ["93.184.215.14"]).target
        judged |= set() if target is None else {target.host}
        assert len({verdict(host or "").text for host in judged}) <= 1, text
        if judged:
            yield text, verdict(judged.pop() or "").text


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
        host = urlsplit(target).netloc.rpartition("@")[2].removesuffix(f":{uv.parse(text).effective_port}")
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


def hosts_by_program(command: list[str], lines: list[str]) -> list[str]:
    """Return the host that a program finds in each line, in the form of the verdict."""
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120, check=True
    )
    hosts = [line.strip('"') for line in done.stdout.splitlines()]
    assert len(hosts) == len(lines)
    return ["" if host in {"", "null"} else verdict(host).text or host for host in hosts]


@pytest.mark.jvm
def test_no_client_asks_for_a_host_that_was_not_judged(tmp_path: Path) -> None:
    judged = dict(admitted())
    texts = list(judged)
    assert len(texts) > 300
    (tmp_path / "Hosts.java").write_text(JAVA, "utf-8")
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
                "node": hosts_by_program(["node", "-e", NODE], [json.dumps(text) for text in texts]),
                "InetAddress": hosts_by_program(["java", str(tmp_path / "Hosts.java")], texts),
            }
    wrong = [
        (name, text, host, judged[text])
        for name, hosts in answers.items()
        for text, host in zip(texts, hosts, strict=True)
        if host not in {"", judged[text]}
    ]
    assert not wrong
    for name, hosts in answers.items():
        assert sum(map(bool, hosts)) > len(texts) * 3 // 4, name


@pytest.mark.parametrize("limit", [{"hosts": "example.org"}, {"addresses": "public"}])
@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "rfc3987"])
def test_a_scheme_is_not_a_host_of_urllib3(limit: dict[str, Any], edition: Any) -> None:
    """RFC 3986, section 3.1, allows "." in a scheme; urllib3 2 does not, and connects to what it takes for a host."""
    text = "metadata.google.internal://example.org/"
    url = urllib3.util.parse_url(text)
    assert (url.scheme, url.host) == (None, "metadata.google.internal")
    with pytest.raises(ValueError, match="urllib3 connects to"):
        uv.Constraint(**limit, edition=edition).read(text)
    for good in ("web+x://example.org/", "a-b://example.org/", "http://example.org/"):
        assert urllib3.util.parse_url(good).host == uv.Constraint(**limit, edition=edition).read(good).host
    named = uv.Constraint(**limit, schemes="z39.50r", edition=edition)
    assert named.read("z39.50r://example.org/").host == "example.org"
