"""URLs in a Flask application: path, query, body, settings, error body, redirect.

Run it: `flask --app flask_app run`.
"""

import os
from typing import Any

from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue

from uriverse import Policy, PolicyError, parse, safe_redirect

# A setting that is no URI stops the program at its start, and says where.
BASE = parse(os.environ.get("BASE", "https://app.example/files/"))
# What strangers may name: HTTPS, no password, no private address (docs/accept-a-url.md).
WEBHOOK = Policy(schemes={"https"})

app = Flask(__name__)


@app.errorhandler(ValueError)
def refused(error: ValueError) -> ResponseReturnValue:
    """The body of every refusal; the message shows passwords as stars."""
    return {"error": {"reason": getattr(error, "reason", "value"), "message": str(error)}}, 422


@app.get("/files/<path:name>")
def link(name: str) -> dict[str, Any]:
    """One segment of the link, whatever the name holds: "/" becomes %2F."""
    return {"url": str(BASE / name)}


@app.get("/check")
def check() -> dict[str, Any]:
    """A URL in the query."""
    url = parse(request.args["url"])
    return {"host": url.connect_host, "port": url.effective_port}


@app.post("/hooks")
def add() -> ResponseReturnValue:
    """A URL in the body."""
    return {"url": str(WEBHOOK.url(request.get_json()["url"]))}, 201


@app.get("/go")
def go() -> ResponseReturnValue:
    """A redirect that stays here."""
    try:
        return redirect(str(safe_redirect(request.args["next"], BASE)), 303)
    except PolicyError:
        return {"error": {"message": "next leads elsewhere"}}, 400
