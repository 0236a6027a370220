"""Make what the tests hold of answers that users store: the forms of each dated profile, and a pickle of each type.

Only what is missing is made: a form that was published never changes, and each pickle must stay readable. While no
release has a date, its file may be deleted and made again.
"""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from generated import ROOT, Output, Outputs
from uriverse import __version__
from uriverse.canonicalization import PROFILES, canonical
from uriverse.canonicalization.profile import dated_names

FORMS = ROOT / "vectors" / "stored_forms"
PICKLES = ROOT / "vectors" / "pickles"
TEXTS = "texts.json"
# The lowest protocol that every Python from 3.8 on writes by default.
PROTOCOL = 4
# What the expressions of pickled values read.
PACKAGES = (
    *(
        "audit",
        "canonicalization",
        "confusion",
        "data",
        "documents",
        "hosts",
        "lab",
        "policies",
        "schemes",
        "templates",
    ),
    *("text", "whatwg"),
)


def error_of(call: Callable[[], object]) -> Exception | None:
    """The error that a call raises."""
    try:
        call()
    except (ValueError, LookupError) as error:
        return error
    return None


def value_of(expression: str) -> object:
    """The value that an expression makes."""
    names = {name: import_module(f"uriverse.{name}") for name in PACKAGES}
    return eval(expression, {"uv": import_module("uriverse"), "error_of": error_of, **names})


def forms_of(profile: str, texts: list[str]) -> list[str | bool | None]:
    """The form of each text; true if it is the text, null if there is none."""
    forms: list[str | bool | None] = []
    for text in texts:
        try:
            form = canonical(text, profile=PROFILES[profile])
        except ValueError:
            forms.append(None)
        else:
            forms.append(form == text or form)
    return forms


def as_json(value: Mapping[str, Any]) -> bytes:
    """One item a line."""
    return (json.dumps(value, indent=0) + "\n").encode()


def outputs() -> Outputs:
    """Yield the files that are missing or lack a row."""
    texts = json.loads((FORMS / TEXTS).read_text("utf-8"))["texts"]
    for name in dated_names():
        path = FORMS / f"{name}.json"
        if not path.exists():
            digest = PROFILES[name].digest.hex()
            head = {"operation": "stored_forms", "profile": name, "digest": digest}
            yield Output(path, as_json({**head, "forms": forms_of(name, texts)}))
    path = PICKLES / f"{__version__.rpartition('.')[0]}.json"
    rows = json.loads(path.read_text("utf-8"))["pickles"] if path.exists() else {}
    missing = [each for each in json.loads((PICKLES / "values.json").read_text("utf-8"))["values"] if each not in rows]
    for expression in missing:
        rows[expression] = base64.b64encode(pickle.dumps(value_of(expression), PROTOCOL)).decode()
    yield Output(path, as_json({"operation": "pickles", "pickles": rows}))
