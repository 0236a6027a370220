"""Forty tasks of a web developer, each by the one call that the docs lead to.

`benches/reports/2026-11-24-forty-tasks.md` has what somebody wrote who had only the docs.
"""

from __future__ import annotations

import io
import logging
import uuid
from collections.abc import Callable
from typing import Annotated, Any

import polars as pl
import pyarrow as pa
import pydantic
import pytest

import uriverse as uv
import uriverse.columns.polars
from uriverse.integrations.logging import RedactingFilter
from uriverse.schemes import Connection, Data, File, Mailto
from uriverse.templates import Template

# The type of a view goes with the scheme of the text.
view: Callable[[str], Any] = uv.schemes.view
ROUTE = Template("/users/{id}/posts/{post}")


def none_if(error: type[Exception], call: Callable[[Any], object]) -> Callable[[Any], str | None]:
    def answer(given: Any) -> str | None:
        try:
            return str(call(given))
        except error:
            return None

    return answer


def offence(text: str) -> tuple[int, str] | None:
    try:
        uv.parse(text)
    except uv.URISyntaxError as error:
        return error.at, str(error).partition("\n")[0]
    return None


def dedupe(urls: tuple[str, ...]) -> list[str]:
    return list({uv.normalize(url, level="scheme"): url for url in reversed(urls)}.values())[::-1]


def logged(url: str) -> str:
    out = io.StringIO()
    logger, handler = logging.getLogger("forty tasks"), logging.StreamHandler(out)
    logger.propagate = False
    handler.addFilter(RedactingFilter())
    logger.addHandler(handler)
    logger.warning("go https://ann:hunter2@h/ and %s", url)
    return out.getvalue().strip()


def socket_address(url: str) -> tuple[str | None, int | None]:
    ref = uv.parse(url)
    return ref.connect_host, ref.effective_port


def hook(url: str) -> str:
    class Hook(pydantic.BaseModel):
        callback: Annotated[uv.URL, uv.Policy(schemes="https", hosts=["example.com", "*.example.com"])]

    return str(Hook.model_validate({"callback": url}).callback)


def stays(target: str) -> uv.URL:
    return uv.safe_redirect(target, "https://shop.example/")


def webhook(text: str) -> uv.URL:
    return uv.Policy(schemes="https", ports=443).url(text)


def hosts(urls: tuple[str | None, ...]) -> list[str | None]:
    found: list[str | None] = uv.columns.host(pa.array(urls)).to_pylist()
    return found


def domains(urls: tuple[str, ...]) -> list[str | None]:
    frame = pl.DataFrame({"url": urls}).with_columns(domain=pl.col("url").uri.domain())
    found: list[str | None] = frame["domain"].to_list()
    return found


def anchors(page: str) -> list[str | None]:
    document = uv.documents.Document("page.html", page.encode())
    return [row.resolved for row in uv.documents.links(document, base="http://h/") if row.element == "a"]


DIALED = "https://ann:hunter2@h/x?token=abc123&q=shoes&X-Amz-Signature=feed"
DATABASE = "postgresql://app:s%40crt@db1:5432,db2:5433/shop?sslmode=require"
BAD_HOOKS = (
    *("http://hooks.example.com/", "https://h.example.com:8443/", "https://u@h.example.com/", "https://127.0.0.1/"),
    *("https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://localhost/", "https://2130706433/", "https://0x7f.1/"),
    *("https://169.254.169.254/", "https://x.localhost/", "nonsense", "https://h\\@g/"),
)
AWAY = (
    *("https://evil.example/", "//evil.example", r"/\evil.example", r"\\evil.example", "/\t/evil.example"),
    *("javascript:alert(1)", "https://evil.example:8/", "http://shop.example/", "https://shop.example@evil.example/"),
)
# What is asked for; the call; what it answers to what it is given.
TASKS: dict[str, tuple[Callable[[Any], Any], dict[Any, Any]]] = {
    "set a parameter and keep the others' octets": (
        lambda url: str(uv.parse(url).with_pairs(set={"page": 2})),
        {"http://h/l?q=a+b&page=1&z=%7e": "http://h/l?q=a+b&page=2&z=%7e", "http://h/l": "http://h/l?page=2"},
    ),
    "all values of a parameter": (
        lambda url: list(uv.parse(url).query_pairs.get_all("tag")),
        {"http://h/?tag=a&x=1&tag=b%20c": ["a", "b c"], "http://h/": []},
    ),
    "read a form's body": (
        lambda body: uv.query_pairs(body.decode(), form=True).to_dict(multi=True),
        {b"a=1&b=x+y&a=%C3%BC&c=%2B": {"a": ["1", "\u00fc"], "b": ["x y"], "c": ["+"]}},
    ),
    "write a form's body": (
        lambda pairs: uv.compose_query(pairs, form=True),
        {(("name", "Zo\u00eb & co"), ("x", "1+1")): "name=Zo%C3%AB+%26+co&x=1%2B1"},
    ),
    "the target of a link without its fragment": (
        lambda href: str(uv.resolve(href, "http://a/b/c/d;p?q").replace(fragment=None)),
        {"../g#s": "http://a/b/g", "?y": "http://a/b/c/d;p?y"},
    ),
    "the shortest reference to another page": (
        lambda url: str(uv.relativize(url, "http://h/a/b/c")),
        {"http://h/a/b/d?x": "d?x", "http://h/a/e": "../e"},
    ),
    "whether a text is an https URL with a host": (
        lambda text: (
            uv.is_valid(text) and (uv.split(text).scheme or "").lower() == "https" and bool(uv.split(text).host)
        ),
        dict.fromkeys(("https://h/", "HTTPS://h"), True)
        | dict.fromkeys(("http://h/", "//h/", "https:", "https:///x", "https://h/ b", "", "\udc80"), False),
    ),
    "where a text is wrong": (
        offence,
        {"http://h/a b": (10, "' ' at 10: rule 'segment' of RFC 3986, section 3.3 refuses it"), "http://h/": None},
    ),
    "a redirect that stays": (
        none_if(uv.PolicyError, stays),
        {"/cart?x=1": "https://shop.example/cart?x=1"} | dict.fromkeys(AWAY),
    ),
    "a customer's webhook": (
        none_if(uv.PolicyError, webhook),
        {"https://hooks.example.com/x?y": "https://hooks.example.com/x?y"} | dict.fromkeys(BAD_HOOKS),
    ),
    "one site": (
        lambda pair: uv.same_site(*pair),
        {
            ("https://a.example.co.uk/", "https://b.example.co.uk:8/"): True,
            ("https://a.github.io/", "https://b.github.io/"): False,
            ("https://a.co.uk/", "https://b.co.uk/"): False,
        },
    ),
    "the registrable domain": (
        lambda url: uv.hosts.domain(uv.parse(url)),
        {"https://www.amazon.co.uk/x": "amazon.co.uk", "http://127.0.0.1/": None},
    ),
    "a host as a person reads it": (
        lambda url: uv.hosts.to_unicode(uv.parse(url).host or ""),
        {"https://xn--bcher-kva.example/x": "b\u00fccher.example"},
    ),
    "a host as DNS has it": (uv.hosts.to_ascii, {"B\u00fccher.example": "xn--bcher-kva.example"}),
    "what a socket takes": (
        socket_address,
        {
            "http://[::1]/": ("::1", 80),
            "redis://cache/0": ("cache", 6379),
            "postgresql://db:1/x": ("db", 1),
            "amqp://q/": ("q", 5672),
            "https://h/": ("h", 443),
        },
    ),
    "read a connection string": (
        view,
        {
            DATABASE: Connection(
                scheme="postgresql",
                user="app",
                password="s@crt",
                hosts=[("db1", 5432), ("db2", 5433)],
                database="shop",
                options=[("sslmode", "require")],
            )
        },
    ),
    "write a connection string": (
        lambda user: str(
            uv.compose(scheme="postgresql", user=user, password="p@s:s/#w", host="db.example", path="/shop")
        ),
        {
            "ann": "postgresql://ann:p%40s:s%2F%23w@db.example/shop",
            "a:b": "postgresql://a%3Ab:p%40s:s%2F%23w@db.example/shop",
        },
    ),
    "a URL for a log": (
        lambda url: uv.parse(url).redacted(),
        {DIALED: "https://ann:***@h/x?token=***&q=shoes&X-Amz-Signature=***"},
    ),
    "a log without secrets": (
        logged,
        {"https://h/?api_key=abc123": "go https://ann:***@h/ and https://h/?api_key=***"},
    ),
    "the path of a file URI": (
        none_if(uv.URIError, lambda uri: view(uri).to_path("posix")),
        {"file:///a/b%20c": "/a/b c", "file://evil/x": None},
    ),
    "the URI of a Windows path": (
        lambda path: str(File.from_path(path, "windows").uri()),
        {r"C:\Users\Ann Lee\a#b.txt": "file:///C:/Users/Ann%20Lee/a%23b.txt"},
    ),
    "a picture as a data URI": (
        lambda octets: str(Data(octets, media_type="image/png", base64=True).uri()),
        {b"\x89PNG": "data:image/png;base64,iVBORw=="},
    ),
    "read a data URI": (
        lambda uri: view(uri).data,
        {"data:text/plain;charset=utf-8;base64,w7w=": b"\xc3\xbc", "data:,A%20b": b"A b"},
    ),
    "a link that writes a mail": (
        lambda subject: str(Mailto(to=["ann@example.com"], cc=["bob@example.com"], subject=subject).uri()),
        {"50% & more?": "mailto:ann@example.com?cc=bob@example.com&subject=50%25%20%26%20more%3F"},
    ),
    "join segments that are data": (
        none_if(ValueError, lambda parts: uv.parse("https://h/v1").append(*parts)),
        {("users", "a/b", "x y?"): "https://h/v1/users/a%2Fb/x%20y%3F", ("..",): None},
    ),
    "expand a template": (
        lambda path: Template("https://h{/path*}{?q,lang}").expand(path=list(path), q="x&y", lang="en"),
        {("a", "b c"): "https://h/a/b%20c?q=x%26y&lang=en"},
    ),
    "match a route": (
        lambda path: (found := ROUTE.match(path)) and found.values,
        {"/users/ann%20lee/posts/7": {"id": "ann lee", "post": "7"}, "/users/ann": None},
    ),
    "leave out what is equivalent": (
        dedupe,
        {
            ("HTTP://Example.com:80/%7euser/./a", "http://example.com/~user/a", "http://example.com/b"): [
                "HTTP://Example.com:80/%7euser/./a",
                "http://example.com/b",
            ]
        },
    ),
    "a key for a cache": (
        lambda url: uv.canonical(url, profile="dedupe"),
        {"https://Example.com/a?utm_source=x&b=2&a=1&gclid=z": "https://example.com/a?a=1&b=2"},
    ),
    "a key of web archives": (
        lambda url: uv.canonical(url, profile="surt"),
        {"http://www.example.com/A": "com,example)/a", "http://example.com/a?z=1&b=2": "com,example)/a?b=2&z=1"},
    ),
    "the links of a page": (
        anchors,
        {'<base href="/x/"><a href="y">1</a><img src="i.png"><a href=" z ">2</a>': ["http://h/x/y", "http://h/x/z"]},
    ),
    "the URLs in a message": (
        lambda text: [str(each.uri) for each in uv.find(text, schemes=["http", "https"])],
        {"See http://h/a(b), or (https://g/x). mail me at a@b.example; ftp://no/": ["http://h/a(b)", "https://g/x"]},
    ),
    "where a browser goes": (
        lambda text: uv.whatwg.URL(text).href,
        {"HTTP:\\\\EXAMPLE.com\\a b": "http://example.com/a%20b"},
    ),
    "whether parsers disagree": (
        lambda text: not uv.agreement(text).agrees,
        {"http://127.0.0.1\\@example.com/": True, "http://example.com/a": False},
    ),
    "the hosts of a column": (
        hosts,
        {("http://a/x", "http://b c/", None, "http://[::1]/"): ["a", None, None, "[::1]"]},
    ),
    "the domains of a Polars column": (
        domains,
        {("https://www.bbc.co.uk/x", "http://127.0.0.1/"): ["bbc.co.uk", None]},
    ),
    "the UUID of a URN": (
        lambda text: uuid.UUID(view(text).nss),
        {"urn:uuid:F81D4FAE-7dec-11d0-a765-00a0c91e6bf6": uuid.UUID("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")},
    ),
    "a field of a model": (
        none_if(pydantic.ValidationError, hook),
        {url: url for url in ("https://example.com/cb", "https://api.example.com/cb")}
        | dict.fromkeys(
            ("http://example.com/", "https://evil.com/", "https://example.com.evil.com/", "https://exa mple.com/")
        ),
    ),
    "another host": (
        lambda host: str(uv.parse("http://u@old:81/p?#f").replace(host=host)),
        {"new.example": "http://u@new.example:81/p?#f", "::1": "http://u@[::1]:81/p?#f"},
    ),
    "the folder above": (lambda url: str(uv.parse(url).resolve(".")), {"http://h/a/b/c?q#f": "http://h/a/b/"}),
}


@pytest.mark.parametrize("task", TASKS)
def test_the_documented_call_does_the_task(task: str) -> None:
    call, answers = TASKS[task]
    assert {given: call(given) for given in answers} == answers


def test_the_tasks_are_forty() -> None:
    assert len(TASKS) == 40
