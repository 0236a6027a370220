"""Node's own `URL` and `URLSearchParams`: what both are asked, and the differences that are Node's.

A question is a kind with texts: `["url", text, base]`, `["query", text]`, or an attribute with a URL and a value
for it, such as `["port", "http://h:8/", "80x"]`.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any

from support.url_peers import SAMPLE, cases, has_bidi, mutated
from uriverse.whatwg import URL, URLError, URLSearchParams

Question = list[Any]
ATTRIBUTES = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")
VALUES = ("http", "h:80", "example.org", "8080", "/a/b", "?q=1", "#f", "u", "")
SCRIPT = """
require("readline").createInterface({ input: process.stdin }).on("line", line => {
  const [kind, first, second] = JSON.parse(line);
  let answer = null;
  try {
    if (kind === "query") { const all = new URLSearchParams(first); answer = [[...all], String(all)]; }
    else if (kind === "url") answer = new URL(first, second ?? undefined).href;
    else { const url = new URL(first); url[kind] = second; answer = url.href; }
  } catch {}
  console.log(JSON.stringify(answer));
});
"""


def questions(count: int, seed: int) -> Iterator[Question]:
    """Mutated URLs, queries and assignments, a third each."""
    randomness = random.Random(seed)
    for text, base in cases(count, seed):
        kind = randomness.randrange(3)
        if kind == 0:
            yield ["url", text, base]
        elif kind == 1:
            queries = (randomness.choice(SAMPLE).partition("?")[2] for _ in range(2))
            yield ["query", mutated("&".join(queries), randomness)]
        else:
            value = mutated(randomness.choice(VALUES), randomness)
            yield [randomness.choice(ATTRIBUTES), randomness.choice(SAMPLE), value]


def by_node(some: Sequence[Question]) -> list[Any]:
    """Node's answers, None where it refuses."""
    lines = "".join(json.dumps(each) + "\n" for each in some)
    done = subprocess.run(["node", "-e", SCRIPT], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]


def ours(question: Question) -> Any:
    """Our answer, None where we refuse."""
    kind, first, *rest = question
    try:
        if kind == "query":
            found = URLSearchParams(first)
            return [[list(pair) for pair in found], str(found)]
        if kind == "url":
            return URL(first, rest[0]).href
        return URL(first).replace(**{kind: rest[0]}).href
    except URLError:
        return None


def explanation(question: Question, our: Any, their: Any) -> str | None:
    """Why Node 20, with Ada 2.9, differs from the Standard of July 2026; None if no rule explains it."""
    kind, *texts = question
    text = "".join(filter(None, texts))
    if kind == "query":
        # A "%" that no two hexadecimal digits follow sends Node to a decoder of single octets.
        broken = re.search("%(?![0-9A-Fa-f]{2})|%[89A-Fa-f]", text) is not None
        return "characters beyond octets next to a broken triplet" if broken and not text.isascii() else None
    if our is not None and their is not None and our.replace("%5E", "^") == their.replace("%5E", "^"):
        return '"^" is in the path percent-encode set (section 1.3) since 2024'
    if re.search("xn--", text, re.IGNORECASE):
        return "an ASCII domain is only lower-cased (section 3.3) since 2026, and others are judged label by label"
    if has_bidi(text):
        return "every label of a Bidi domain name is judged (UTS #46, section 4.1, step 9)"
    if kind in {"port", "host"} and re.sub(r":\d+(?=/)", "", our or "", count=1) == their:
        return "a setter keeps the port where the value has no digit for it (port state)"
    return None
