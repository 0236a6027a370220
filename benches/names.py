"""Who owns a name and under which key a page is stored: uriverse beside tldextract, publicsuffixlist, surt and w3lib.

    python benches/names.py [--urls FILE] [--rounds N] [--report FILE]

The clock is the processor's time of the thread. All lists of suffixes are the one that uriverse ships. A note says for how many of the inputs a peer's answer is ours.
"""

from collections.abc import Callable
from importlib import resources
from time import thread_time_ns
from typing import Any

import publicsuffixlist
import surt
import tldextract
from w3lib.url import canonicalize_url

import uriverse as uv
from columnar import Task, Work, measure
from harness import Contender, head, measured, options, table, write
from inputs import texts
from uriverse import columns as uc

LIST = resources.files("uriverse.hosts") / "data" / "public_suffix_list.dat"
EXTRACT = tldextract.TLDExtract(
    suffix_list_urls=(f"file://{LIST}",), cache_dir=None, include_psl_private_domains=True, fallback_to_snapshot=False
)
LISTED = publicsuffixlist.PublicSuffixList(LIST.read_text("utf-8").splitlines())
ROWS = 500_000


def same(ours: Callable[[str], Any], theirs: Callable[[str], Any], inputs: list[str]) -> str:
    """Return the number of inputs for which two functions agree; an exception is an answer too."""

    def answer(function: Callable[[str], Any], text: str) -> Any:
        try:
            return function(text)
        except Exception:
            return Exception

    agreed = sum(answer(ours, text) == answer(theirs, text) for text in inputs)
    return f"{agreed:,} of {len(inputs):,} as ours"


def registrable(text: str) -> str | None:
    """Return tldextract's answer for a host or a URL; None for ""."""
    return EXTRACT.extract_str(text).top_domain_under_public_suffix or None


def tables(urls: list[str], rounds: int) -> list[str]:
    """Return a table for each task with single calls."""
    hosts = [host for url in urls if uv.is_valid(url) and (host := uv.parse(url).host)]
    domain, site_of = uv.hosts.domain, lambda url: uv.hosts.domain(uv.parse(url))
    valid = [url for url in urls if uv.is_valid(url)]
    sections = []

    def section(title: str, inputs: list[str], contenders: list[Contender]) -> None:
        found = measured(contenders, inputs, rounds=rounds, clock=thread_time_ns)
        sections.append(f"## {title}\n\n{table(found, 'uriverse')}")

    section(
        "The registrable domain of a host, in a call",
        hosts,
        [
            Contender("uriverse", "domain(s)", {"domain": domain}),
            Contender("tldextract", "ask(s)", {"ask": registrable}, same(domain, registrable, hosts[:5000]), 0.2),
            Contender(
                "publicsuffixlist",
                "ask(s)",
                {"ask": LISTED.privatesuffix},
                same(domain, LISTED.privatesuffix, hosts[:5000]),
                0.2,
            ),
        ],
    )
    section(
        "The registrable domain of a URL, in a call",
        valid,
        [
            Contender("uriverse", "domain(parse(s))", {"domain": domain, "parse": uv.parse}),
            Contender("tldextract", "ask(s)", {"ask": registrable}, same(site_of, registrable, valid[:5000]), 0.2),
        ],
    )
    for profile, name, peer in (("surt", "surt", surt.surt), ("crawl", "w3lib", canonicalize_url)):

        def ours(url: str, profile: Any = profile) -> str:
            return uv.canonical(url, profile=profile)

        section(
            f"The canonical form `{profile}`, in a call",
            urls,
            [
                Contender("uriverse", f"canonical(s, profile={profile!r})", {"canonical": uv.canonical}),
                Contender(name, "ask(s)", {"ask": peer}, same(ours, peer, urls[:5000]), 0.05),
            ],
        )
    return sections


def columns(urls: list[str], rounds: int) -> str:
    """Measure the kernels on a column of half a million rows, one thread; peers on a part of it."""
    rows = [urls[number % len(urls)] for number in range(ROWS)]
    column = uc.Column(rows)
    part = [url for url in rows[:20_000] if uv.is_valid(url)]

    def each(function: Callable[[str], Any]) -> Callable[[], Any]:
        # Extrapolate to the whole column.
        return lambda: [function(url) for url in part]

    tasks = [
        Task("domain", (Work("uriverse", lambda: uc.domain(column, threads=1)),), ROWS),
        Task("domain, row by row", (Work("tldextract", each(registrable)),), len(part)),
        Task("public_suffix", (Work("uriverse", lambda: uc.public_suffix(column, threads=1)),), ROWS),
        Task("site", (Work("uriverse", lambda: uc.site(column, threads=1)),), ROWS),
        Task("origin", (Work("uriverse", lambda: uc.origin(column, threads=1)),), ROWS),
        *(
            Task(f"canonical, {name}", (Work("uriverse", lambda name=name: uc.canonical(column, profile=name, threads=1)),), ROWS)
            for name in ("rfc3986-syntax", "whatwg", "crawl", "dedupe", "surt", "safe-browsing")
        ),
        Task("key, surt", (Work("uriverse", lambda: uc.canonical_key(column, profile="surt", threads=1)),), ROWS),
        Task("surt, row by row", (Work("surt", each(surt.surt)),), len(part)),
        Task("crawl, row by row", (Work("w3lib", each(canonicalize_url)),), len(part)),
    ]  # fmt: skip
    measure(tasks, rounds, thread_time_ns)
    lines = ["## A column", "", "| task | by | ns a row |", "|---|---|--:|"]
    for task in tasks:
        lines.extend(f"| {task.name} | {work.name} | {work.median:,.0f} |" for work in task.works)
    return "\n".join(lines)


def main() -> None:
    given = options(__doc__, rounds=20, urls=True).parse_args()
    urls = texts(given.urls)
    lines = [
        *head("Names and canonical forms", "uriverse", "tldextract", "publicsuffixlist", "surt", "w3lib"),
        f"{len(urls):,} {'URLs of a list' if given.urls else 'generated URLs'}, {sum(map(len, urls)) // len(urls)} "
        f"characters on average; single calls: medians of {given.rounds} rounds in turn; "
        "processor time of one thread.",
    ]
    write(
        given.report,
        "\n\n".join(["\n".join(lines), *tables(urls, given.rounds), columns(urls, max(3, given.rounds // 4))]),
    )


if __name__ == "__main__":
    main()
