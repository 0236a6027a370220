"""Public suffixes: names below which strangers register domains, by the list of https://publicsuffix.org.

A host has a public suffix (`co.uk`), a registrable domain (`example.co.uk`) and subdomains. The list is dated data,
`data/public_suffix_list.dat`, under the Mozilla Public License 2.0; `SuffixList.from_file` reads a newer one, or your
own. The engine (`crates/hosts`) compiles the list on first use.

A rule is a name; "*." before it stands for any one label; "!" marks an exception. The prevailing rule is an exception
that matches, else the longest rule that matches, else "*". For `a.b.kobe.jp`, with the rules jp, *.kobe.jp and
!city.kobe.jp:

    a.b.kobe.jp   no rule       b.kobe.jp   "*.kobe.jp" matches: the suffix has three labels, the domain is a.b.kobe.jp
    city.kobe.jp  "!city.kobe.jp" matches: the suffix is the rule without its first label, kobe.jp
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator, Mapping

from uriverse import _core
from uriverse.ground.argument_types import check_argument, takes
from uriverse.ground.caching import cache, cached_property
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uriverse.ground.records import dataclass
from uriverse.ground.shipped_data import date_of, given_list
from uriverse.ground.tables import PACKAGE

if TYPE_CHECKING:
    from pathlib import Path

    from uriverse._core import Host

Section: TypeAlias = "Literal['icann', 'private']"


@dataclass(frozen=True, slots=True)
class DomainParts:
    """A domain name, split at its public suffix.

    Attributes:
        public_suffix: the name below which strangers register.
        domain: the registrable domain: the public suffix and one label before it; None if there is none.
        subdomain: the labels before the domain, or None.
        section: the section of the list that holds the rule, "icann" or "private"; None for the list's default rule,
            by which the last label of an unlisted name is its suffix.

    A trailing dot is kept on the suffix and on the domain (URL Standard, "public suffix").

    >>> from uriverse import hosts
    >>> hosts.domain_parts("www.example.co.uk")
    DomainParts(public_suffix='co.uk', domain='example.co.uk', subdomain='www', section='icann')
    """

    public_suffix: str
    domain: str | None
    subdomain: str | None
    section: Section | None


class SuffixList:
    """A list of public suffixes: rules, each with its section.

    Attributes:
        version: the version in the file, such as "2026-08-19"; "" if it has none.
        table: the rules, compiled by the engine.

    >>> from uriverse import hosts
    >>> mine = hosts.SuffixList.from_text("example\\n*.shop.example\\n")
    >>> hosts.domain("a.b.shop.example", suffixes=mine)
    'a.b.shop.example'
    """

    @takes(rules=Mapping, version=str)
    def __init__(self, rules: Mapping[str, Section], version: str = "") -> None:
        self._take(_core.SuffixTable(list(rules.items())), version)

    def _take(self, table: _core.SuffixTable, version: str) -> None:
        self.table: _core.SuffixTable = table
        self.version: str = version

    @property
    def date(self) -> str:
        """The day in the version, as "YYYY-MM-DD"; "" if it has none."""
        return date_of(self.version)

    @classmethod
    @takes(text=str)
    def from_text(cls, text: str) -> SuffixList:
        """Read a list from the contents of a file in the format of publicsuffix.org.

        Args:
            text: a rule a line, up to the first white space; lines that begin with "//" are comments. Rules outside
                the sections that comments mark as ICANN's are private.

        Raises:
            ValueError: if a line is not a rule; it names the line.
        """
        words = text.partition("// VERSION:")[2].partition("\n")[0].split()
        suffixes = cls.__new__(cls)
        suffixes._take(_core.SuffixTable.read(text), words[0] if words else "")
        return suffixes

    @classmethod
    def from_file(cls, path: str | Path) -> SuffixList:
        """Read a list from a file; see `from_text`."""
        with open(path, encoding="utf-8-sig") as file:
            return cls.from_text(file.read())

    @cached_property
    def _rules(self) -> dict[str, Section]:
        return dict(self.table.rules())

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __getitem__(self, rule: str) -> Section:
        return self._rules[rule]

    def __repr__(self) -> str:
        return f"<{len(self)} rules about public suffixes{f', version {self.version}' if self.version else ''}>"

    def __reduce__(self) -> tuple[Callable[..., SuffixList], tuple[Any, ...]]:
        return SuffixList, (self._rules, self.version)


@cache
def suffix_list() -> SuffixList:
    """The list that this process uses, read once: the package's, or that of `uriverse.data.use`.

    >>> suffix_list().version, len(suffix_list()) > 9000
    ('2026-08-19', True)
    """
    return given_list("suffixes") or SuffixList.from_file(f"{PACKAGE}/hosts/data/public_suffix_list.dat")


@cache
def _shipped_table() -> _core.SuffixTable:
    return suffix_list().table


def table_of(suffixes: SuffixList | None) -> _core.SuffixTable:
    """The compiled rules of a list, by default the package's."""
    if suffixes is None:
        return _shipped_table()
    check_argument("suffixes", suffixes, (SuffixList, type(None)))
    return suffixes.table


def domain_parts(
    host: Host, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> DomainParts | None:
    """Split a domain name at its public suffix.

    Args:
        host: a host as in a URI, or a reference. Labels beyond US-ASCII and their "xn--" forms are equal; the result
            keeps the given form, in lower case, with escapes decoded.
        private: whether rules of the list's private section count, such as `github.io`.
        default: whether the last label of a name that no rule matches is its suffix, as the list's rules say.
        suffixes: a list to use instead of the package's.

    Returns:
        The parts; None for an address, an absent host, an invalid domain name, and an unlisted name without the default
        rule.

    Raises:
        TypeError: if the host has another type.
        ValueError: if the text is more than a host.

    >>> domain_parts("user.github.io").domain, domain_parts("user.github.io", private=False).domain
    ('user.github.io', 'github.io')
    >>> domain_parts("printer.lan", default=False) is None
    True
    """
    found = table_of(suffixes).parts(host, private, default)
    return None if found is None else DomainParts(*found)


def public_suffix(
    host: Host, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return the public suffix of a host, or None; the arguments are those of `domain_parts`.

    >>> public_suffix("www.example.co.uk"), public_suffix("[::1]")
    ('co.uk', None)
    """
    return table_of(suffixes).public_suffix(host, private, default)


def domain(host: Host, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None) -> str | None:
    """Return the registrable domain of a host: its public suffix and one label; or None.

    >>> domain("www.example.co.uk"), domain("co.uk"), domain("www.食狮.公司.cn")
    ('example.co.uk', None, '食狮.公司.cn')
    """
    table = _shipped_table() if suffixes is None else table_of(suffixes)
    return table.domain(host, private, default)


def subdomain(
    host: Host, *, private: bool = True, default: bool = True, suffixes: SuffixList | None = None
) -> str | None:
    """Return the labels before the registrable domain of a host, or None.

    >>> subdomain("a.b.example.com"), subdomain("example.com")
    ('a.b', None)
    """
    return table_of(suffixes).subdomain(host, private, default)
