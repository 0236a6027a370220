"""Record the parsers' answers to the payloads: run `python tools/record_agreement.py`.

`vectors/agreement/payloads.json` has texts of known attacks with their class and source, written by hand. This adds the
versions of the installed parsers and their answers in the same order: the host, or false if a parser refuses the text.
It adds the URL that a policy which admits every address makes of the text, and the same answers to that URL.
`tests/confusion/test_payload_vectors.py` compares real calls with the record.
"""

from __future__ import annotations

import json
from pathlib import Path

import uriverse as uv
from uriverse import confusion

FILE = Path(__file__).parents[1] / "vectors" / "agreement" / "payloads.json"


def main() -> None:
    """Write the answers into the file."""
    data = json.loads(FILE.read_text("utf-8"))
    versions: dict[str, str] = {}
    for payload in data["payloads"]:
        found = confusion.agreement(payload["text"], parsers="all")
        versions |= {cut.parser: cut.version for cut in found.cuts}
        payload["hosts"] = hosts(found)
        payload["differing"] = list(found.differing)
        payload["confusions"] = [each.id for each in found.confusions]
        payload["url"] = url_of(payload["text"])
        payload["url_hosts"] = [False] * len(versions)
        if payload["url"] is not None:
            payload["url_hosts"] = hosts(confusion.agreement(payload["url"], parsers="all"))
    data["versions"] = versions
    FILE.write_text(as_lines(data), "utf-8")


def hosts(agreement: confusion.Agreement) -> list[str | bool | None]:
    """Return each parser's host; False if it refuses the text."""
    return [cut.host if cut.accepted else False for cut in agreement.cuts]


def url_of(text: str) -> str | None:
    """Return the URL of the widest policy of the Web; None if it refuses the text."""
    try:
        return str(uv.Policy(addresses="any").url(text))
    except uv.URIError:
        return None


def as_lines(data: dict[str, object]) -> str:
    """Return JSON with one payload a line, for readable diffs."""
    head = {name: value for name, value in data.items() if name != "payloads"}
    lines = json.dumps(head, ensure_ascii=True, indent=1).removesuffix("\n}")
    payloads = data["payloads"]
    assert isinstance(payloads, list)
    rows = ",\n".join(f"  {json.dumps(payload, ensure_ascii=True)}" for payload in payloads)
    return f'{lines},\n "payloads": [\n{rows}\n ]\n}}\n'


if __name__ == "__main__":
    main()
