"""What the playground does not keep in its address: texts with secrets, by Node."""

from __future__ import annotations

import json
import subprocess

from support.paths import ROOT
from test_secret_faces import EMBEDDED, TEXTS

SCRIPT = f"""
import {{ mayHaveSecret }} from {json.dumps((ROOT / "playground" / "secrets.mjs").as_uri())};
import {{ readFileSync }} from "node:fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(mayHaveSecret)));
"""
HOOK = "https://hooks.slack.com/services/T0000/B0000/abcdefghijklmnopqrstuvwx"
MORE = (HOOK, "?next=%2F%3Freset_token%3Dabc", "ftp:a:b@c")
# The page's own examples, and what people share.
SHARED = (
    *(
        "http://user@example.com:8080/over/there?name=ferret#nose",
        "http://127.0.0.1\\@1.1.1.1/",
        "//a_b/",
        "http://[::1",
    ),
    *("../g?y#s", "http://a/b/c/d;p?q", "http://h/a b", "HTTP://EXAMPLE.com:80/%7euser/../x", "urn:example:a:b", ""),
    "/how-to-write-a-good-uniform-identifier",
)


def judged(texts: tuple[str, ...]) -> list[bool]:
    command = ["node", "--input-type=module", "--eval", SCRIPT]
    done = subprocess.run(command, input=json.dumps(texts).encode(), capture_output=True, check=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_the_address_keeps_what_people_share_and_no_secret() -> None:
    texts = (*TEXTS, *EMBEDDED, *MORE)
    assert judged((*texts, *SHARED, ":" * 1_000_000)) == [True] * len(texts) + [False] * (len(SHARED) + 1)
