"""A driver of the oracle: a Python library. python oracle/drivers/python_libraries.py yarl

A library that only cuts and never refuses, such as `urllib`, accepts all that raises no error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

Parts = dict[str, Any]


def _netloc(parts: Any) -> Parts:
    return {
        "scheme": parts.scheme, "host": parts.hostname, "port": parts.port, "path": parts.path, "query": parts.query,
        "written": parts.geturl(),
    }  # fmt: skip


def urllib(text: str) -> Parts:
    return _netloc(import_module("urllib.parse").urlsplit(text))


def rfc3986(text: str) -> Parts:
    library = import_module("rfc3986")
    reference = library.uri_reference(text)
    library.validators.Validator().check_validity_of(
        "scheme", "userinfo", "host", "port", "path", "query", "fragment"
    ).validate(reference)
    return {
        "scheme": reference.scheme,
        "path": reference.path,
        "query": reference.query,
        "host": reference.host,
        "written": reference.unsplit(),
    }


def rfc3987(text: str) -> Parts:
    found = import_module("rfc3987").parse(text, rule="IRI_reference")
    return {name: found[name] for name in ("scheme", "path", "query", "fragment")}


def uritools(text: str) -> Parts:
    found = import_module("uritools").urisplit(text)
    found.getport()
    return {name: getattr(found, name) for name in ("scheme", "userinfo", "host", "path", "query", "fragment")} | {
        "written": found.geturi()
    }


def yarl(text: str) -> Parts:
    url = import_module("yarl").URL(text, encoded=True)
    return {
        "scheme": url.scheme,
        "path": url.raw_path,
        "query": url.raw_query_string,
        "fragment": url.raw_fragment,
        "written": str(url),
    }


def furl(text: str) -> Parts:
    url = import_module("furl").furl(text)
    return {"scheme": url.scheme, "host": url.host, "written": url.url}


def httpx(text: str) -> Parts:
    url = import_module("httpx").URL(text)
    return {"scheme": url.scheme, "host": url.raw_host.decode("ascii"), "written": str(url)}


def hyperlink(text: str) -> Parts:
    url = import_module("hyperlink").URL.from_text(text)
    return {
        "scheme": url.scheme,
        "userinfo": url.userinfo,
        "host": url.host,
        "fragment": url.fragment,
        "written": url.to_text(),
    }


def urllib3(text: str) -> Parts:
    url = import_module("urllib3").util.parse_url(text)
    return {"scheme": url.scheme, "userinfo": url.auth, "host": url.host, "port": url.port, "written": url.url}


def pydantic(text: str) -> Parts:
    library = import_module("pydantic")
    url = library.TypeAdapter(library.AnyUrl).validate_python(text)
    return {"scheme": url.scheme, "host": url.host, "written": str(url)}


def ada_url(text: str) -> Parts:
    url = import_module("ada_url").URL(text)
    return {"scheme": url.protocol.removesuffix(":"), "host": url.hostname, "written": url.href}


def w3lib(text: str) -> Parts:
    return urllib(import_module("w3lib.url").safe_url_string(text))


def _urljoin(reference: str, base: str) -> str:
    joined: str = import_module("urllib.parse").urljoin(base, reference)
    return joined


def _normal_furl(url: Any) -> str:
    url.path.normalize()
    return str(url.url)


RESOLVE: dict[str, Callable[[str, str], Any]] = {
    "urllib": _urljoin,
    "rfc3986": lambda text, base: import_module("rfc3986").uri_reference(text).resolve_with(base).unsplit(),
    "rfc3987": lambda text, base: import_module("rfc3987").resolve(base, text),
    "uritools": lambda text, base: import_module("uritools").urijoin(base, text),
    "yarl": lambda text, base: str(import_module("yarl").URL(base).join(import_module("yarl").URL(text))),
    "furl": lambda text, base: import_module("furl").furl(base).join(text).url,
    "httpx": lambda text, base: str(import_module("httpx").URL(base).join(text)),
    "hyperlink": lambda text, base: import_module("hyperlink").URL.from_text(base).click(text).to_text(),
    "ada_url": lambda text, base: import_module("ada_url").URL(text, base=base).href,
}
NORMALIZE: dict[str, Callable[[str], Any]] = {
    "rfc3986": lambda text: import_module("rfc3986").normalize_uri(text),
    "yarl": lambda text: str(import_module("yarl").URL(text)),
    "furl": lambda text: _normal_furl(import_module("furl").furl(text)),
    "httpx": lambda text: str(import_module("httpx").URL(text)),
    "hyperlink": lambda text: import_module("hyperlink").URL.from_text(text).normalize().to_text(),
    "urllib3": lambda text: import_module("urllib3").util.parse_url(text).url,
    "ada_url": lambda text: import_module("ada_url").URL(text).href,
    "w3lib": lambda text: import_module("w3lib.url").canonicalize_url(text, keep_fragments=True),
}
PARSE: dict[str, Callable[[str], Parts]] = {
    each.__name__: each
    for each in (urllib, rfc3986, rfc3987, uritools, yarl, furl, httpx, hyperlink, urllib3, pydantic, ada_url, w3lib)
}
NAME = sys.argv[1]


def answered(question: dict[str, str]) -> Parts:
    if question["operation"] == "version":
        return {"version": sys.version.split()[0] if NAME == "urllib" else version(NAME.replace("_", "-"))}
    try:
        if question["operation"] == "parse":
            return {"accepted": True, **PARSE[NAME](question["text"])}
        if question["operation"] == "normalize":
            return {"accepted": True, "result": NORMALIZE[NAME](question["text"])} if NAME in NORMALIZE else {}
        if NAME not in RESOLVE:
            return {}
        return {"accepted": True, "result": RESOLVE[NAME](question["text"], question["base"])}
    except Exception as error:  # a refusal is whatever a library raises
        return {"accepted": False, "error": type(error).__name__}


for line in sys.stdin:
    print(json.dumps(answered(json.loads(line))), flush=True)
