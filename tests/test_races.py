"""Threads that call the same objects: each gets what one alone gets, from the first use of a module on."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pyarrow as pa
import pytest

import uriverse as uv
from support.seeded import seed_and_cases
from uriverse import columns as uc
from uriverse.templates import Template
from uriverse.whatwg import URL, URLSearchParams

TEXT = "http://user@www.Example.co.uk:80/a/../b?x=1&y=%C3%A9#f"
TEXTS = [TEXT, "//h/a b", "mailto:a@b", "http://é.example/", None]
REFERENCE, PAGE, TEMPLATE = uv.parse(TEXT), URL(TEXT), Template("/search{?q*}")
PUBLIC = uv.Policy(ports={80}, hosts={"*.org", "8.8.8.8"})
COLUMN = uc.Column.from_arrow(pa.chunked_array([pa.array(TEXTS * 50), pa.array(TEXTS * 9)]))
CALLS: list[Callable[[], Any]] = [
    lambda: (REFERENCE.host, REFERENCE.port, REFERENCE.segments, hash(REFERENCE), repr(REFERENCE)),
    lambda: str(REFERENCE.replace(path="/é" if REFERENCE.port == 0 else "/x")),
    lambda: [str(uv.normalize(REFERENCE, level=level)) for level in ("case", "syntax", "scheme")],
    lambda: (str(REFERENCE.resolve("../c")), REFERENCE.query_pairs["x"], REFERENCE.redacted()),
    lambda: (PAGE.href, PAGE.search_params.get("y"), str(PAGE.origin)),
    lambda: TEMPLATE.expand(q=["a", "b"]),
    lambda: [repr(found) for found in uv.find(" ".join(text or "" for text in TEXTS))],
    lambda: [found.id for found in uv.audit.findings(TEXT, profile="all")],
    lambda: str(uv.hosts.domain_parts("www.example.co.uk")),
    lambda: [str(PUBLIC.url(each)) for each in ("http://example.org/", "http://8.8.8.8/")],
    lambda: uc.parse(COLUMN, threads=2).to_pylist(),
    lambda: uc.normalize(COLUMN, threads=2).to_pylist(),
    lambda: uc.canonical(COLUMN, profile="surt", threads=2).to_pylist(),
    lambda: uc.site(COLUMN, threads=2).to_pylist(),
]
THREADS = 4


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_every_thread_gets_what_one_alone_gets() -> None:
    seed, cases = seed_and_cases(33, 800)
    expected = [call() for call in CALLS]

    def work(number: int) -> None:
        draw = random.Random(f"{seed} {number}")
        for count in range(cases // THREADS):
            at = draw.randrange(len(CALLS))
            assert CALLS[at]() == expected[at], (seed, number, count)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))


def test_parameters_that_several_threads_change() -> None:
    """Each change is made once, and nothing else is changed."""
    parameters, start = URLSearchParams(""), Barrier(THREADS)

    def work(number: int) -> None:
        start.wait()
        for count in range(300):
            parameters.append(f"t{number}", str(count))
            parameters.get("t0")
            str(parameters)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    for number in range(THREADS):
        assert parameters.get_all(f"t{number}") == [str(count) for count in range(300)]


FIRST = """if True:
    import sys
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier
    import uriverse as uv
    sys.setswitchinterval(1e-6)
    start = Barrier(8)
    def work(number):
        start.wait()
        return (
            str(uv.normalize("HTTP://É.example/%7e", edition="rfc3987", level="scheme")),
            [found.id for found in uv.audit.findings("http://127.1/")],
            uv.hosts.domain_parts("www.example.co.uk").domain,
            uv.schemes.view("mailto:a@b").to,
            uv.whatwg.URL("http://é/").href,
        )
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(8)))
    assert found == [found[0]] * 8, found
"""


def test_the_first_use_may_be_that_of_several_threads() -> None:
    subprocess.run([sys.executable, "-c", FIRST], check=True)
