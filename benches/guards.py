"""What a guard adds to a request over a connection that is kept alive, for each HTTP client.

    python benches/guards.py --rounds 60

Each round sends some requests by the plain client and by the guarded one, in turn, to a server on this machine. What is
measured is the processor time of the client's thread, and of all rounds the shortest counts: load can only lengthen one.
The policy's own `url` is measured in the same rounds; the last column is what a guard adds beyond it. Nothing may be
resolved again.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time_ns

import aiohttp
import httpx
import requests
import urllib3

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import uriverse as uv  # noqa: E402
from support.counting_server import counting_server  # noqa: E402
from uriverse.integrations.aiohttp import guarded_session  # noqa: E402
from uriverse.integrations.httpx import guarded_async_client, guarded_client  # noqa: E402
from uriverse.integrations.requests import guard  # noqa: E402
from uriverse.integrations.urllib3 import GuardedPoolManager  # noqa: E402

POLICY = uv.Policy(addresses="127.0.0.1/32", ports="any")
LOOKUPS: list[str] = []


def resolved(name: str) -> list[str]:
    LOOKUPS.append(name)
    return ["127.0.0.1"]


def timed(call: Callable[[], object], count: int) -> float:
    """Microseconds of this thread for one call."""
    start = thread_time_ns()
    for _ in range(count):
        call()
    return (thread_time_ns() - start) / count / 1000


def clients(loop: asyncio.AbstractEventLoop, text: str) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """A request by the plain client and by the guarded one; all stay open until the program ends."""

    async def sessions() -> tuple[aiohttp.ClientSession, aiohttp.ClientSession]:
        return aiohttp.ClientSession(), guarded_session(POLICY, resolve=resolved)

    async def read(session: aiohttp.ClientSession) -> bytes:
        async with session.get(text) as answer:
            return await answer.read()

    plain, guarded = httpx.Client(trust_env=False), guarded_client(POLICY, resolve=resolved)
    plain_async, guarded_async = httpx.AsyncClient(trust_env=False), guarded_async_client(POLICY, resolve=resolved)
    session, guarded_requests = requests.Session(), guard(requests.Session(), POLICY, resolve=resolved)
    session.trust_env = guarded_requests.trust_env = False
    pool, guarded_pool = urllib3.PoolManager(), GuardedPoolManager(POLICY, resolve=resolved)
    plain_aiohttp, guarded_aiohttp = loop.run_until_complete(sessions())
    run = loop.run_until_complete
    return {
        "httpx": (lambda: plain.get(text), lambda: guarded.get(text)),
        "httpx, asynchronous": (lambda: run(plain_async.get(text)), lambda: run(guarded_async.get(text))),
        "requests": (lambda: session.get(text), lambda: guarded_requests.get(text)),
        "urllib3": (lambda: pool.request("GET", text), lambda: guarded_pool.request("GET", text)),
        "aiohttp": (lambda: run(read(plain_aiohttp)), lambda: run(read(guarded_aiohttp))),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--size", type=int, default=20, help="requests of each client in a round")
    arguments = parser.parse_args()
    loop = asyncio.new_event_loop()
    with counting_server() as server:
        # A name that every system has for its loopback, for the plain clients.
        text = f"http://localhost:{server.server_port}/hooks/new?order=1234"
        pairs = clients(loop, text)
        figures: dict[str, list[tuple[float, float, float]]] = {name: [] for name in pairs}
        for number in range(arguments.rounds + 1):
            for name, (plain, guarded) in pairs.items():
                row = (
                    timed(plain, arguments.size),
                    timed(guarded, arguments.size),
                    timed(lambda: POLICY.url(text), arguments.size),
                )
                if number:  # the first round opens the connections
                    figures[name].append(row)
        print(f"{len(LOOKUPS)} look-ups for {len(pairs)} guarded clients\n")
        print("| client | plain, µs | guarded, µs | added | policy.url | added beyond policy.url |")
        print("|---|--:|--:|--:|--:|--:|")
        for name, rows in figures.items():
            plain_time, guarded_time, url_time = (min(row[at] for row in rows) for at in range(3))
            added = guarded_time - plain_time
            beyond = added - url_time
            print(f"| {name} | {plain_time:.0f} | {guarded_time:.0f} | {added:.0f} | {url_time:.1f} | {beyond:.0f} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
    # The clients are left open: closing them says nothing about a request.
    import os

    os._exit(0)
