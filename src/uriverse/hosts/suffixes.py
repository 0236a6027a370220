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
from pathlib import Path
from typing import Final, Literal, TypeAlias

from uriverse._core import URIReference
from uriverse.argument_types import takes
from uriverse.hosts.names import Name, name_of

Section: TypeAlias = Literal["icann", "private"]

# What the list says of a name: as an exception, as a rule, and as what follows "*.". A name has a node when a rule ends
# with it.
_Node: TypeAlias = list[Section | None]
_EXCEPTION, _NAME, _WILDCARD = range(3)
_PLAIN: Final = re.compile(r"(?:[a-z0-9-]{1,63}\.)*[a-z][a-z0-9-]{0,62}")

_NOT_IN_RULE: Final = re.compile(r"[/:@#?<>\[\]\\%]|\*(?!\.)|.\*|.!")
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
        self._rules = dict(rules)
        self._nodes: dict[str, _Node] = {}
        for rule, section in rules.items():
            kind = _EXCEPTION if rule[0] == "!" else _WILDCARD if rule[:2] == "*." else _NAME
            text = rule.removeprefix("!").removeprefix("*.")
            name = Name(text, text, False) if _PLAIN.fullmatch(text) else name_of(text)
            if name is None or "*" in text or name.rooted:
                raise ValueError(f"{rule!r} is not a rule of a list of public suffixes")
            self._add(name.ascii)[kind] = section

    def _add(self, name: str) -> _Node:
        """The node of a name, made with those of the names that it ends with."""
        node = self._nodes.get(name)
        if node is None:
            node = self._nodes[name] = [None, None, None]
            _, dot, rest = name.partition(".")
            if dot:
                self._add(rest)
        return node

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
            if _NOT_IN_RULE.search(rule):
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

    def find(self, name: str, *, private: bool) -> tuple[int, Section | None]:
        """Where the public suffix of a name begins, and the section of the rule that prevails; None for the default.

        Args:
            name: in US-ASCII and lower case, without the dot of the root.
            private: whether rules of the private section count.
        """
        at = suffix_at = name.rfind(".") + 1
        section: Section | None = None
        # From the last label on: where no rule ends with what was read so far, none matches more of it.
        while (node := self._nodes.get(name[at:])) is not None:
            exception, rule, wildcard = node
            if exception is not None and (private or exception == "icann"):
                return name.index(".", at) + 1, exception
            if rule is not None and (private or rule == "icann"):
                suffix_at, section = at, rule
            if at == 0:
                break
            at = name.rfind(".", 0, at - 1) + 1
            if wildcard is not None and (private or wildcard == "icann"):
                suffix_at, section = at, wildcard
        return suffix_at, section


@cache
def suffix_list() -> SuffixList:
    """The list that the package ships, read once.

    >>> suffix_list().version, len(suffix_list()) > 9000
    ('2026-08-19', True)
    """
    # Slow to import, and needed once.
    from importlib import resources

    data = resources.files("uriverse.hosts") / "data"
    return SuffixList.from_text((data / "public_suffix_list.dat").read_text("utf-8"))


@takes(private=bool, default=bool, suffixes=(SuffixList, type(None)))
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
    cut = _cut(host, private, default, suffixes)
    if cut is None:
        return None
    name, before, at, section = cut
    subdomain = name[: before - 1] if before else None
    return DomainParts(name[at:], name[before:] if at else None, subdomain, section)


def _cut(
    host: str | URIReference | None, private: bool, default: bool, suffixes: SuffixList | None
) -> tuple[str, int, int, Section | None] | None:
    """The name as it is shown, where its domain and its suffix begin, and the section of the rule that prevails."""
    text = host.host if isinstance(host, URIReference) else host
    found = None if text is None else name_of(text)
    if found is None:
        return None
    shown, ascii_form, rooted = found
    at, section = (suffix_list() if suffixes is None else suffixes).find(ascii_form, private=private)
    if section is None and not default:
        return None
    if shown is not ascii_form:
        at = _same_label(shown, ascii_form, at)
    before = shown.rfind(".", 0, at - 1) + 1 if at else 0
    return (f"{shown}." if rooted else shown), before, at, section


def _same_label(shown: str, ascii_form: str, at: int) -> int:
    """Where the label that begins at a place of one form begins in the other."""
    place = 0
    for _ in range(ascii_form.count(".", 0, at)):
        place = shown.index(".", place) + 1
    return place


@takes(private=bool, default=bool, suffixes=(SuffixList, type(None)))
def suffix(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return the public suffix of a host, or None; the arguments are those of `domain_parts`.

    >>> suffix("www.example.co.uk"), suffix("[::1]")
    ('co.uk', None)
    """
    cut = _cut(host, private, default, suffixes)
    return None if cut is None else cut[0][cut[2] :]


@takes(private=bool, default=bool, suffixes=(SuffixList, type(None)))
def domain(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return the registrable domain of a host: its public suffix and one label; or None.

    >>> domain("www.example.co.uk"), domain("co.uk"), domain("www.食狮.公司.cn")
    ('example.co.uk', None, '食狮.公司.cn')
    """
    cut = _cut(host, private, default, suffixes)
    return None if cut is None or cut[2] == 0 else cut[0][cut[1] :]


@takes(private=bool, default=bool, suffixes=(SuffixList, type(None)))
def subdomain(
    host: str | URIReference | None, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return what stands before the registrable domain of a host, or None where nothing does.

    >>> subdomain("a.b.example.com"), subdomain("example.com")
    ('a.b', None)
    """
    cut = _cut(host, private, default, suffixes)
    return None if cut is None or cut[1] == 0 else cut[0][: cut[1] - 1]
