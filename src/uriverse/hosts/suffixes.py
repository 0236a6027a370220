"""Public suffixes: below which names do strangers register theirs, by the list of https://publicsuffix.org.

What goes in is a host, what comes out its public suffix (`co.uk`), its registrable domain (`example.co.uk`) and what
stands before that. The list is data with a date, `data/public_suffix_list.dat`, under the Mozilla Public License 2.0;
`SuffixList.from_file` reads a newer one, or one of your own.

A rule is a name; "*." before it stands for any one label; "!" marks an exception. The prevailing rule is an exception
that matches, else the longest rule that matches, else "*". For `a.b.kobe.jp`, with the rules jp, *.kobe.jp and
!city.kobe.jp:

    a.b.kobe.jp   no rule       b.kobe.jp   "*.kobe.jp" matches: the suffix has three labels, the domain is a.b.kobe.jp
    city.kobe.jp  "!city.kobe.jp" matches: the suffix is what stands after its first label, kobe.jp
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal, TypeAlias

from uriverse._core import URIReference
from uriverse.hosts.names import Labels, labels_of

Section: TypeAlias = Literal["icann", "private"]

_VERSION: Final = re.compile(r"// VERSION: *([0-9]{4}-[0-9]{2}-[0-9]{2}\S*)")
_MARKER: Final = re.compile(r"// ===(BEGIN|END) (ICANN|PRIVATE) DOMAINS===")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class DomainParts:
    """A domain name, cut at its public suffix.

    Attributes:
        suffix: the public suffix.
        domain: the registrable domain: the suffix and one label before it; None where there is none.
        subdomain: what stands before the domain; None where nothing does.
        section: the section of the list that holds the rule, "icann" or "private"; None for the list's default rule,
            by which the last label of an unlisted name is its suffix.

    A trailing dot is kept on the suffix and on the domain (URL Standard, "public suffix").

    >>> from uriverse import hosts
    >>> hosts.domain_parts("www.example.co.uk")
    DomainParts(suffix='co.uk', domain='example.co.uk', subdomain='www', section='icann')
    """

    suffix: str
    domain: str | None
    subdomain: str | None
    section: Section | None


class SuffixList:
    """A list of public suffixes.

    Attributes:
        version: what the file says of itself, such as "2026-08-19"; "" where it says nothing.
        date: the day in it, as "YYYY-MM-DD"; "" where it says nothing.

    >>> from uriverse import hosts
    >>> mine = hosts.SuffixList.from_text("example\\n*.shop.example\\n")
    >>> hosts.domain("a.b.shop.example", suffixes=mine)
    'a.b.shop.example'
    """

    def __init__(self, rules: Mapping[str, Section], version: str = "") -> None:
        self.version = version
        found = _DATE.search(version)
        self.date = "" if found is None else found.group()
        self._names: dict[str, Section] = {}
        self._wildcards: dict[str, Section] = {}
        self._exceptions: dict[str, Section] = {}
        self._rules = dict(rules)
        for rule, section in rules.items():
            kind = self._exceptions if rule[0] == "!" else self._wildcards if rule[:2] == "*." else self._names
            labels = labels_of(rule.removeprefix("!").removeprefix("*."))
            if labels is None or "*" in rule.removeprefix("*.") or labels.rooted:
                raise ValueError(f"{rule!r} is not a rule of a list of public suffixes")
            kind[".".join(labels.ascii)] = section
        self._most = 1 + max((rule.count(".") for rule in rules), default=0)

    @classmethod
    def from_text(cls, text: str) -> SuffixList:
        """Read a list from the contents of a file in the format of publicsuffix.org.

        Args:
            text: a rule a line, up to the first white space; lines that begin with "//" are comments. Rules outside
                the sections that comments mark as ICANN's are private.

        Raises:
            ValueError: if a line is not a rule; it names the line.
        """
        rules: dict[str, Section] = {}
        section: Section = "private"
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            marker = _MARKER.match(line)
            if marker is not None:
                section = "icann" if marker.groups() == ("BEGIN", "ICANN") else "private"
            words = line.split(maxsplit=1)
            if not words or words[0].startswith("//"):
                continue
            rule = words[0]
            if re.search(r"[/:@#?<>\[\]\\%]|\*(?!\.)|.\*|.!", rule):
                raise ValueError(f"line {number}: {rule[:80]!r} is not a rule of a list of public suffixes")
            rules[rule] = section
        version = _VERSION.search(text)
        return cls(rules, "" if version is None else version[1])

    @classmethod
    def from_file(cls, path: str | Path) -> SuffixList:
        """Read a list from a file; see `from_text`."""
        return cls.from_text(Path(path).read_text("utf-8-sig"))

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __getitem__(self, rule: str) -> Section:
        return self._rules[rule]

    def __repr__(self) -> str:
        return f"<{len(self)} rules about public suffixes{f', version {self.version}' if self.version else ''}>"

    def count(self, labels: Labels, *, private: bool) -> tuple[int, Section | None]:
        """How many labels of a name are its public suffix, and by which section; one by the default rule."""
        names = labels.ascii
        tails = [""] * (min(len(names), self._most) + 1)
        for length in range(1, len(tails)):
            tails[length] = f"{names[-length]}.{tails[length - 1]}" if length > 1 else names[-1]
        for length in range(len(tails) - 1, 1, -1):
            section = self._exceptions.get(tails[length])
            if section is not None and (private or section == "icann"):
                return length - 1, section
        for length in range(len(tails) - 1, 0, -1):
            for section in (self._names.get(tails[length]), self._wildcards.get(tails[length - 1])):
                if section is not None and (private or section == "icann"):
                    return length, section
        return 1, None


@cache
def suffix_list() -> SuffixList:
    """The list that the package ships, read once.

    >>> suffix_list().version, len(suffix_list()) > 9000
    ('2026-08-19', True)
    """
    return SuffixList.from_text(
        (resources.files("uriverse.hosts") / "data" / "public_suffix_list.dat").read_text("utf-8")
    )


def domain_parts(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> DomainParts | None:
    """Cut a domain name at its public suffix.

    Args:
        host: a host as a URI has it, or a reference. Labels beyond US-ASCII and their "xn--" forms are the same; the
            answer has them as they are written, in lower case, with escapes decoded.
        private: whether rules of the list's private section count, such as `github.io`.
        default: whether the last label of a name that no rule matches is its suffix, as the list's rules say.
        suffixes: another list than the one that the package ships.

    Returns:
        The parts; None for an address, for no host, for what cannot be a domain name, and for an unlisted name without
        the default rule.

    Raises:
        TypeError: if the host is neither of these.
        ValueError: if the text is more than a host.

    >>> domain_parts("user.github.io").domain, domain_parts("user.github.io", private=False).domain
    ('user.github.io', 'github.io')
    >>> domain_parts("printer.lan", default=False) is None
    True
    """
    name = host.host if isinstance(host, URIReference) else host
    labels = None if name is None else labels_of(name)
    if labels is None:
        return None
    rules = suffix_list() if suffixes is None else suffixes
    count, section = rules.count(labels, private=private)
    if section is None and not default:
        return None
    dot = "." if labels.rooted else ""
    shown = labels.shown
    before = len(shown) - count
    return DomainParts(
        suffix=".".join(shown[before:]) + dot,
        domain=".".join(shown[before - 1 :]) + dot if before else None,
        subdomain=".".join(shown[: before - 1]) if before > 1 else None,
        section=section,
    )


def suffix(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return the public suffix of a host, or None; the arguments are those of `domain_parts`.

    >>> suffix("www.example.co.uk"), suffix("[::1]")
    ('co.uk', None)
    """
    parts = domain_parts(host, private=private, default=default, suffixes=suffixes)
    return None if parts is None else parts.suffix


def domain(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return the registrable domain of a host: its public suffix and one label; or None.

    >>> domain("www.example.co.uk"), domain("co.uk"), domain("www.食狮.公司.cn")
    ('example.co.uk', None, '食狮.公司.cn')
    """
    parts = domain_parts(host, private=private, default=default, suffixes=suffixes)
    return None if parts is None else parts.domain


def subdomain(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return what stands before the registrable domain of a host, or None where nothing does.

    >>> subdomain("a.b.example.com"), subdomain("example.com")
    ('a.b', None)
    """
    parts = domain_parts(host, private=private, default=default, suffixes=suffixes)
    return None if parts is None else parts.subdomain
