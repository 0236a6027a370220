"""A driver of the oracle: this package, by one edition. python oracle/drivers/ours.py rfc3986"""

from __future__ import annotations

import json
import sys

import uriverse as uv

EDITION = sys.argv[1]


def answered(question: dict[str, str]) -> dict[str, object]:
    if question["operation"] == "version":
        return {"version": uv.__version__}
    try:
        if question["operation"] == "resolve":
            target = uv.resolve(question["text"], question["base"], edition=EDITION)
            return {"accepted": True, "result": None if isinstance(target, uv.SameDocument) else str(target)}
        if question["operation"] == "normalize":
            return {"accepted": True, "result": str(uv.normalize(question["text"], edition=EDITION))}
        parsed = uv.parse(question["text"], edition=EDITION)
    except uv.URIError as error:
        return {"accepted": False, "error": type(error).__name__}
    names = ("scheme", "userinfo", "host", "path", "query", "fragment")
    return {
        "accepted": True,
        "port": parsed.port_text,
        "written": str(parsed),
        **{name: getattr(parsed, name) for name in names},
    }


for line in sys.stdin:
    print(json.dumps(answered(json.loads(line))), flush=True)
