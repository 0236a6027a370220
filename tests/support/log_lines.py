"""Log lines in many formats, with URLs and addresses of mail in them, and secrets that are planted there.

A format has two places: one for a URL, and one after it for an address of mail. What is put there is written as the
format writes texts: JSON escapes a backslash, HTML "&", a query everything.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple
from urllib.parse import quote

from uriverse.ground.masking import STARS, masked


class Format(NamedTuple):
    """`line` with U for a URL and M for an address of mail; in a bounded one white space, a quote or "<" follows U."""

    name: str
    line: str
    write: Callable[[str], str] = str
    is_bounded: bool = True


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _in_json_twice(text: str) -> str:
    return _in_json(_in_json(text))


def _in_html(text: str) -> str:
    return html.escape(text)


def _in_query(text: str) -> str:
    return quote(text, safe="")


FORMATS: Final = (
    Format("json", '{"url":"⟦U⟧","status":503,"user":"⟦M⟧"}', _in_json),
    Format("json list", '["⟦U⟧","⟦M⟧"]', _in_json),
    Format("json message", '{"ts":1,"msg":"cannot reach ⟦U⟧\\n⟦M⟧ was told"}', _in_json, is_bounded=False),
    Format("json in json", '{"log":"{\\"url\\":\\"⟦U⟧\\",\\"by\\":\\"⟦M⟧\\"}"}', _in_json_twice),
    Format("json as a query", "/a?q=%7B%22url%22%3A%22⟦U⟧%22%2C%22by%22%3A%22⟦M⟧%22%7D", _in_query, is_bounded=False),
    Format("csv", "1,⟦U⟧,200,⟦M⟧", is_bounded=False),
    Format("quoted csv", '1,"⟦U⟧",200,"⟦M⟧"'),
    Format("tsv", "1\t⟦U⟧\t200\t⟦M⟧"),
    Format("logfmt", "level=info url=⟦U⟧ user=⟦M⟧ took=3ms"),
    Format("quoted logfmt", 'level=info url="⟦U⟧" user="⟦M⟧"'),
    Format("nginx access", '1.2.3.4 - - [29/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" 200 5 "⟦U⟧" "bot (⟦M⟧)"'),
    Format("nginx error", '2026/11/29 12:00:00 [error] 7#7: connect() failed, upstream: "⟦U⟧", login: "⟦M⟧"'),
    Format("apache", '1.2.3.4 - ops [29/Nov/2026:12:00:00 +0000] "GET / HTTP/1.0" 304 - "⟦U⟧" "⟦M⟧"'),
    Format("apache error", "[Sun Nov 29 12:00:00.1 2026] [proxy:error] [pid 1] (111)Refused: ⟦U⟧ failed, ⟦M⟧"),
    Format("syslog", "<34>Nov 29 12:00:00 mail-1 postfix/smtp[77]: via ⟦U⟧ to=<⟦M⟧>, status=sent"),
    Format("structured syslog", '<165>1 2026-11-29T12:00:00Z h app 1 ID [x@32473 url="⟦U⟧" by="⟦M⟧"] done'),
    Format("python traceback", 'Traceback:\n  File "a.py", line 3, in get\n    @property\nError: ⟦U⟧\n\nmail ⟦M⟧'),
    Format("several lines", "GET ⟦U⟧\nFile x.py, line 3\n  @property\n⟦M⟧"),
    Format("next line", "⟦U⟧\n⟦M⟧"),
    Format("java stack", "java.net.ConnectException: ⟦U⟧\n\tat a.B.c(B.java:7)\n\tat d@1.2/e.F(⟦M⟧)"),
    Format("go map", "map[url:⟦U⟧ user:⟦M⟧]"),
    Format("python dict", "{'url': '⟦U⟧', 'user': '⟦M⟧'}", lambda text: repr(text + '"')[1:-2]),
    Format("rust debug", 'Request { url: "⟦U⟧", user: Some("⟦M⟧") }', _in_json),
    Format("ruby hash", '{:url=>"⟦U⟧", :user=>"⟦M⟧"}', _in_json),
    Format("table", "| ⟦U⟧ | 200 | ⟦M⟧ |"),
    Format("aligned", "⟦U⟧     200   ⟦M⟧"),
    Format("markdown link", "see [⟦U⟧](mailto:⟦M⟧)", is_bounded=False),
    Format("markdown target", "[⟦M⟧](⟦U⟧), write ⟦M⟧", is_bounded=False),
    Format("markdown code", "run `⟦U⟧`,⟦M⟧"),
    Format("autolink", "<⟦U⟧>,<⟦M⟧>"),
    Format("yaml", "url: ⟦U⟧\nmail: ⟦M⟧"),
    Format("yaml flow", "{url: '⟦U⟧', mail: ⟦M⟧}"),
    Format("yaml list", "[⟦U⟧,⟦M⟧]", is_bounded=False),
    Format("toml", 'url = "⟦U⟧"\nmail = "⟦M⟧"', _in_json),
    Format("xml", "<r url='⟦U⟧'><by>⟦M⟧</by></r>", _in_html),
    Format("xml text", "<url>⟦U⟧</url><by>⟦M⟧</by>", _in_html),
    Format("html", '<td><a href="⟦U⟧">⟦U⟧</a></td><td>⟦M⟧</td>', _in_html),
    Format(
        "html attribute", "<i data-x='{&quot;u&quot;:&quot;⟦U⟧&quot;,&quot;m&quot;:&quot;⟦M⟧&quot;}'>", _in_html, False
    ),
    Format("sentence", "cannot reach ⟦U⟧, ask ⟦M⟧."),
    Format("brackets", "the host (⟦U⟧) is down;⟦M⟧", is_bounded=False),
    Format("braces", "{⟦U⟧},⟦M⟧", is_bounded=False),
    Format("curl", "curl -u ops '⟦U⟧' -d to=⟦M⟧"),
    Format("sql", "INSERT INTO t VALUES ('⟦U⟧','⟦M⟧')"),
    Format("mail", "From: <⟦M⟧>\r\nX-Url: ⟦U⟧\r\nTo: <⟦M⟧>\r\n"),
    Format("colors", "\x1b[32m⟦U⟧\x1b[0m,⟦M⟧", is_bounded=False),
    Format("chinese", "无法连接⟦U⟧，请联系⟦M⟧", is_bounded=False),
)

SCHEMES: Final = ("http", "https", "ws", "ftp", "postgresql", "amqp", "redis", "tcp", "kafka", "HTTP")
HOSTS: Final = ("h", "10.0.0.2", "localhost", "peer.example", "db-1", "www.h.example", "[::1]", "[2001:db8::7]")
PATHS: Final = ("", "", "", "/", "/a/b", "/a?page=2", "/users/ops@x", "?q=1", "#top")
MAILS: Final = ("ops@x.example", "me@b.example", "react@18.2.0", "ci:runner@host", "a.b+c@d.example", "mailto:x@y")
PORTS: Final = ("80", "8080", "9200", "65535", "1", "")
# No white space, no quote, no "<" and ">": where such a password ends nobody can say.
_LETTERS: Final = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "\"'`<>") + "äß€"
_ALNUM: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
# Digits before an end are a port, and so is what follows an "@" and a host; "/", "?" and "#" end every authority.
_IS_PORT: Final = re.compile(
    r"\A[0-9]*[/?#]|(?:\A|@[\w.-]+:|@\[[0-9A-Fa-f:.]*\][\w.-]*:)[0-9]{1,5}(?:[()\[\]{},]|\\+[nrtu]|&|%|\+)"
)
_AUTHORITY_ENDS: Final = re.compile(r"[/?#]")
NAMES: Final = ("token", "reset_token", "newPassword1", "X-Amz-Signature", "api-key", "csrf-token", "user[secret]")


def clean_line(random: Random, form: Format) -> str:
    """A line without a secret."""
    url = _url(random, random.choice(HOSTS), form.is_bounded)
    return _line(form, form.write(url), random.choice(MAILS))


def _url(random: Random, authority: str, is_bounded: bool) -> str:
    # A URL is longer than its authority in a bounded format only: elsewhere its path has no end, nor has "h:" a port.
    port = random.choice(PORTS) if is_bounded else random.choice(PORTS[:-1])
    return f"{random.choice(SCHEMES)}://{authority}:{port}{random.choice(PATHS) if is_bounded else ''}"


def _line(form: Format, url: str, mail: str) -> str:
    return form.line.replace("⟦U⟧", url).replace("⟦M⟧", form.write(mail))


def password(random: Random) -> str:
    """A password that can be told from a port and from a path."""
    while True:
        text = "".join(random.choices(_LETTERS, k=random.choice((1, 2, 3, 8, 16, 24))))
        if not _IS_PORT.search(text) and not ("@" in text and _AUTHORITY_ENDS.search(text)):
            return text


def planted_line(random: Random, form: Format) -> tuple[str, str, str]:
    """A line with a secret, the secret as it is written there, and the line with stars instead."""
    if random.random() < 0.5:
        secret = password(random)
        # What stands in a query is percent-encoded, and a decoder finds the end of an authority there.
        if form.write is _in_query:
            secret = _AUTHORITY_ENDS.sub("x", secret).replace("\\", "x")
        url = _url(random, f"me:⟦S⟧@{random.choice(HOSTS)}", form.is_bounded)
        if "@" in url.partition("⟦S⟧@")[2] and _AUTHORITY_ENDS.search(secret):
            url = url.removesuffix("/users/ops@x")
    else:
        url, secret = _shaped(random)
    line = _line(form, form.write(url), random.choice(MAILS))
    marker = form.write("⟦S⟧")
    return line.replace(marker, form.write(secret)), form.write(secret), line.replace(marker, STARS)


def _shaped(random: Random) -> tuple[str, str]:
    """A URL with the place of a secret, which is known by a name or by its form, and the secret."""

    def letters(count: int) -> str:
        return "".join(random.choices(_ALNUM, k=count))

    host = random.choice(HOSTS)
    return random.choice(
        (
            (f"https://{host}:80/a?page=2&{random.choice(NAMES)}=⟦S⟧", letters(12)),
            (f"https://{host}/a#x=1&{random.choice(NAMES)}=⟦S⟧", letters(12)),
            (f"https://hooks.slack.com/services/T{letters(9)}/B{letters(9)}/⟦S⟧", letters(24)),
            ("https://api.telegram.org/bot123456:⟦S⟧/getMe", letters(35)),
            (f"https://discord.com/api/webhooks/{random.randrange(10**17, 10**18)}/⟦S⟧", letters(68)),
            (f"https://{host}/a/⟦S⟧/b", f"eyJ{letters(20)}.{letters(30)}.{letters(43)}"),
            (f"https://{host}/a/⟦S⟧", "AKIA" + "".join(random.choices(_ALNUM[:26], k=16))),
            (f"https://{host}/a?key=⟦S⟧", f"AIza{letters(35)}"),
            (f"https://{host}/⟦S⟧/x", f"ghp_{letters(36)}"),
            ("https://⟦S⟧@github.com/a/b.git", f"ghp_{letters(36)}"),
        )
    )


def changed_lines(seed: int, cases: int) -> Iterator[tuple[str, str, str]]:
    """The format, the line and what was shown instead, of lines without a secret that do not come back."""
    random = Random(seed)
    for number in range(cases):
        form = FORMATS[number % len(FORMATS)]
        line = clean_line(random, form)
        shown = masked(line, running=True)
        if shown != line:
            yield form.name, line, shown


def shown_secrets(seed: int, cases: int) -> Iterator[tuple[str, str, str]]:
    """The format, the line and what was shown instead, of lines whose secret is shown, or whose other text is not."""
    random = Random(seed)
    for number in range(cases):
        form = FORMATS[number % len(FORMATS)]
        line, secret, expected = planted_line(random, form)
        shown = masked(line, running=True)
        if shown != expected and (form.is_bounded or "***" not in shown or (len(secret) > 3 and secret in shown)):
            yield form.name, line, shown
