"""URLs in a FastAPI application: path, query, body, settings, error body, redirect.

Run it: `fastapi dev fastapi_app.py`.
"""

import os
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from uriverse import URI, URL, Policy, PolicyError, safe_redirect

# A setting that is no URI stops the program at its start, and says where.
BASE = URI(os.environ.get("BASE", "https://app.example/files/"))
# What strangers may name: HTTPS, no password, no private address (docs/accept-a-url.md).
Webhook = Annotated[URL, Policy(schemes={"https"})]

app = FastAPI()


class Hook(BaseModel):
    """The body of a request."""

    url: Webhook


@app.get("/files/{name:path}")
def link(name: str) -> dict[str, URI]:
    """One segment of the link, whatever the name holds: "/" becomes %2F."""
    return {"url": BASE / name}


@app.get("/check")
def check(url: URI) -> dict[str, Any]:
    """A URL in the query; what is refused is a 422 with the place and the rule."""
    return {"host": url.connect_host, "port": url.effective_port}


@app.post("/hooks", status_code=201)
def add(hook: Hook) -> Hook:
    """A URL in the body."""
    return hook


@app.get("/go")
def go(next: str) -> RedirectResponse:
    """A redirect that stays here."""
    try:
        return RedirectResponse(str(safe_redirect(next, BASE)), 303)
    except PolicyError:
        raise HTTPException(400, "next leads elsewhere") from None
