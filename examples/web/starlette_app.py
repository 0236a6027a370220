"""URLs in a Starlette application: path, query, body, settings, error body, redirect.

Run it: `uvicorn starlette_app:app`.
"""

import os

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import Route

from uriverse import Policy, PolicyError, URIError, parse, safe_redirect

# A setting that is no URI stops the program at its start, and says where.
BASE = parse(os.environ.get("BASE", "https://app.example/files/"))
# What strangers may name: HTTPS, no password, no private address (docs/accept-a-url.md).
WEBHOOK = Policy(schemes={"https"})


def refused(_request: Request, error: Exception) -> JSONResponse:
    """The body of every refusal; the message shows passwords as stars."""
    return JSONResponse({"error": {"reason": getattr(error, "reason", "value"), "message": str(error)}}, 422)


async def link(request: Request) -> JSONResponse:
    """One segment of the link, whatever the name holds: "/" becomes %2F."""
    return JSONResponse({"url": str(BASE / request.path_params["name"])})


async def check(request: Request) -> JSONResponse:
    """A URL in the query."""
    url = parse(request.query_params["url"])
    return JSONResponse({"host": url.connect_host, "port": url.effective_port})


async def add(request: Request) -> JSONResponse:
    """A URL in the body."""
    hook = WEBHOOK.url((await request.json())["url"])
    return JSONResponse({"url": str(hook)}, 201)


async def go(request: Request) -> RedirectResponse | JSONResponse:
    """A redirect that stays here."""
    try:
        return RedirectResponse(str(safe_redirect(request.query_params["next"], BASE)), 303)
    except PolicyError:
        return JSONResponse({"error": {"message": "next leads elsewhere"}}, 400)


app = Starlette(
    routes=[
        Route("/files/{name:path}", link),
        Route("/check", check),
        Route("/hooks", add, methods=["POST"]),
        Route("/go", go),
    ],
    exception_handlers={URIError: refused, ValueError: refused},
)
