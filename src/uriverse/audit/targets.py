"""Nested targets: a reference inside a path, query or fragment that leads to another host.

http://example.com/fetch?url=http%3A%2F%2F127.0.0.1%2Fadmin
                             '-- found, decoded (`nested.py`), and its host checked like an outer host
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.audit.catalogue import launch
from uriverse.audit.nested import nested
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import LONGEST_SCHEME, Place, Subject
from uriverse.audit.word_lists import active_schemes, words
from uriverse.ground.caching import lru_cache
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern
from uriverse.hosts.verdicts import verdict


@looks_for("target-internal")
def target_internal(subject: Subject) -> Iterator[Place]:
    """Section 7.3: a client of the inner reference connects to its host, whatever the outer check said."""
    rows = subject.nested_path + subject.nested_query
    for part in subject.parts("params", "fragment"):
        rows += nested(part.start, part.text, "other")
    last, verdicts = -1, dict[str, bool]()
    for row in rows:
        if row.kind == "reference" and row.start != last:
            verdicts |= {host: _is_internal(host) for host in row.hosts if host not in verdicts}
            host = next(filter(verdicts.get, row.hosts), None)
            if host is not None:
                last = row.start
                yield Place(row.start, row.end, details={"host": host[:253]})


def _is_internal(host: str) -> bool:
    """Whether a client connects inside: a text that no client takes for a host, such as "a b", leads nowhere."""
    judgement = verdict(host)
    return judgement.kind != "public" and judgement.form != "invalid"


@looks_for("target-active", component="query", having="=")
def target_active(subject: Subject) -> Iterator[Place]:
    """Section 7.3: a value that a page shows as a link, or a server reads, and that runs a program or names a file."""
    for row in subject.nested_query:
        if row.kind == "scheme" and _is_active(row.name):
            yield Place(row.start, row.end, details={"scheme": row.name[:LONGEST_SCHEME]})


@lru_cache(maxsize=1024)
def _is_active(scheme: str) -> bool:
    """Whether a URI of a scheme is a program or starts one, holds content, encloses another URI, or names a file."""
    return scheme in active_schemes() or launch(scheme) is not None


@looks_for("target-network-path", component="query", having="=")
def target_network_path(subject: Subject) -> Iterator[Place]:
    """Section 4.2: a value that begins as a path does and names another host: a redirect to it leaves the site."""
    last = -1
    for row in subject.nested_query:
        if row.kind == "reference" and row.name == "=" and row.start != last:
            last = row.start
            yield Place(row.start, row.end)


_JOINER: Final = pattern("[_.-]")


@looks_for("target-at-sign", component="query", having="=")
def target_at_sign(subject: Subject) -> Iterator[Place]:
    """Section 3.2.1: a server that appends the value to its own "https://host" sends visitors to another host.

    User names begin with "@" too. So the key must be a redirect's, or the rest must look like a host.
    """
    last = -1
    for row in subject.nested_query:
        if row.kind == "at-sign" and row.start != last and (_is_redirect(row.name) or "." in row.hosts[0]):
            last = row.start
            yield Place(row.start, row.end)


def _is_redirect(key: str) -> bool:
    return _JOINER.sub("", key).lower() in words()["redirect_keys"]
