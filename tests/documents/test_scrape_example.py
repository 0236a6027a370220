"""The scraper of the examples, on sites of this machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import httpx
import pytest

import uriverse as uv
from support.counting_server import counting_server
from support.local_server import Answer, serving
from support.paths import ROOT
from support.programs import program
from uriverse.integrations.httpx import guarded_client

scrape = program(ROOT / "examples" / "web" / "scrape.py")


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    """A client for servers of this machine, to which every name leads, and those with "admin" to one inside."""

    def resolve(name: str) -> list[str]:
        return ["127.0.0.2" if "admin" in name else "127.0.0.1"]

    policy = uv.Policy(addresses="127.0.0.1/32", ports="any")
    with guarded_client(policy, resolve=resolve, verify=False) as client:
        yield client


def test_each_page_is_fetched_once_and_the_site_is_not_left(client: httpx.Client) -> None:
    first = (
        b"<base href='/docs/'><a href='a?utm_source=x'><a href='a#top'><img src=b><a href='mailto:a@b'><a href='/gone'>"
    )
    with serving({"/": Answer(b"<a href='/lost'>")}) as address:
        other = address.replace("127.0.0.1", "localhost")
        pages = {
            "/": Answer(first),
            "/docs/a": Answer(f"<a href='/'><a href='/moved'><a href='{other}'>".encode()),
            "/moved": Answer(status=302, headers=(("Location", other),)),
        }
        with serving(pages) as root:
            found = list(scrape.crawl(root, 10, client))
    assert found == [
        (root, f"{root}docs/a?utm_source=x"),
        (root, f"{root}docs/a#top"),
        (root, f"{root}gone"),
        (f"{root}docs/a?utm_source=x", root),
        (f"{root}docs/a?utm_source=x", f"{root}moved"),
    ]


@pytest.mark.parametrize(
    "location", ["http://localhost:{port}/", "//localhost:{port}/", "/\\localhost:{port}/", "ftp://127.0.0.1:{port}/"]
)
def test_a_redirect_is_judged_before_it_is_followed(location: str, client: httpx.Client) -> None:
    """Nothing outside of the site is asked for anything."""
    with socket.create_server(("127.0.0.1", 0)) as inner:
        inner.settimeout(0)
        target = location.format(port=inner.getsockname()[1])
        pages = {
            "/": Answer(b"<a href=moved><a href=near>"),
            "/moved": Answer(status=302, headers=(("Location", target),)),
            "/near": Answer(status=308, headers=(("Location", "there"),)),
            "/there": Answer(b"<a href=x>"),
        }
        with serving(pages) as root:
            rows = list(scrape.crawl(root, 10, client))
        with pytest.raises(BlockingIOError):
            inner.accept()
    assert rows == [(root, f"{root}moved"), (root, f"{root}near"), (f"{root}near", f"{root}x")]


def test_redirects_that_lead_in_a_circle_end(client: httpx.Client) -> None:
    with serving({"/": Answer(status=301, headers=(("Location", "/"),))}) as root:
        assert list(scrape.crawl(root, 10, client)) == []


def test_a_name_of_the_site_that_leads_inside_is_not_asked(client: httpx.Client) -> None:
    """It is on the site, by the list of public suffixes, and its address is not public."""
    with counting_server("127.0.0.2") as inside:
        admin = f"http://admin.example.com:{inside.server_port}/"
        answers = {"/b": Answer(b"<a href='c'>")}
        with serving(answers) as root:
            start = root.replace("127.0.0.1", "www.example.com")
            other = root.replace("127.0.0.1", "other.example.com")
            answers["/"] = Answer(f"<a href='{admin}'><a href='{other}b'>".encode())
            rows = list(scrape.crawl(start, 10, client))
        assert inside.connections == 0
    assert rows == [(start, admin), (start, f"{other}b"), (f"{other}b", f"{other}c")]


def test_what_does_not_speak_http_does_not_end_the_crawl(client: httpx.Client) -> None:
    def answer(server: socket.socket) -> None:
        for body in (
            b"HTTP/1.1 200 OK\r\n\r\n<a href=bad><a href=last>",
            b"garbage\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n\r\n",
        ):
            connection, _ = server.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(body)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=answer, args=(server,))
        thread.start()
        root = f"http://127.0.0.1:{server.getsockname()[1]}/"
        rows = list(scrape.crawl(root, 10, client))
        thread.join(10)
        assert not thread.is_alive()
    assert rows == [(root, f"{root}bad"), (root, f"{root}last")]
