"""Record the parsers' answers to the payloads: run `python tools/record_agreement.py`.

`vectors/agreement/payloads.json` has texts of known attacks with their class and source, written by hand. This adds the
versions of the installed parsers and their answers in the same order: the host, or false if a parser refuses the text.
`tests/confusion/test_payload_vectors.py` compares real calls with the record.
"""

from __future__ import annotations

import json
from pathlib import Path

from uriverse import confusion

FILE = Path(__file__).parents[1] / "vectors" / "agreement" / "payloads.json"


def main() -> None:
    """Write the answers into the file."""
    data = json.loads(FILE.read_text("utf-8"))
    versions: dict[str, str] = {}
    for payload in data["payloads"]:
        found = confusion.agreement(payload["text"], parsers="all")
        versions |= {cut.parser: cut.version for cut in found.cuts}
        payload["hosts"] = [cut.host if cut.accepted else False for cut in found.cuts]
        payload["differing"] = list(found.differing)
        payload["confusions"] = [each.id for each in found.confusions]
    data["versions"] = versions
    FILE.write_text(as_lines(data), "utf-8")


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
