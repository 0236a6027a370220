"""Run the installed package on the same questions under every Python of this machine, and compare the answers.

python tools/compare_pythons.py            run this Python and all others on this machine; exit 1 if one differs
python tools/compare_pythons.py --python .venv-3.12/bin/python   compare with this one, which has its own package
python tools/compare_pythons.py --answers  write the answers of the running Python, one JSON object

Another Python uses this one's package, whose module must be built for the stable ABI (`maturin develop --features
pyo3/extension-module,stable-abi`). The questions: the kinds of the first, last and inner addresses of each block of
IANA's registries, alone and within IPv6; names with a letter beyond US-ASCII; every vector; the findings of every
example of the audit; the results of schemes for their vectors. Missing Python versions are named.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import islice
from pathlib import Path
from typing import Any

import uriverse as uv
from pythons import missing, pythons
from uriverse.hosts.addresses import address_text

ROOT = Path(__file__).resolve().parent.parent
# IPv4 addresses, alone and within IPv6: mapped, compatible, 6to4, both prefixes of NAT64, ISATAP.
WITHIN = ("{}", "::ffff:{}", "::{}", "2002:{:hex}::", "64:ff9b::{}", "64:ff9b:1::{}", "2600::5efe:{}")
MOST_SHOWN = 5


Questions = Iterator[tuple[str, Callable[[], object]]]


def answers() -> dict[str, str]:
    """Return this Python's answers by question, as texts."""
    parts = (_addresses(), _names(), _vectors(), _examples(), _scheme_vectors())
    return {question: _answer(ask) for part in parts for question, ask in part}


def _answer(ask: Callable[[], object]) -> str:
    try:
        return repr(ask())
    except (ValueError, LookupError) as error:
        return f"{type(error).__name__}: {error}"


def _addresses() -> Questions:
    for block in uv.hosts.address_registry():
        network = ip_network(block.network)
        first, last = int(network.network_address), int(network.broadcast_address)
        inner = {first - 1, first, first + 1, (first + last) // 2, last - 1, last, last + 1}
        kind = type(network.network_address)
        for number in sorted(number for number in inner if 0 <= number < 1 << network.max_prefixlen):
            for text in _spellings(address_text(kind(number)), network.version):
                yield f"address {text}", partial(_address, text)
                host = f"[{text}]" if ":" in text else text
                yield f"findings {host}", partial(uv.audit.findings, f"http://{host}/")


def _spellings(address: str, version: int) -> Iterator[str]:
    if version == 6:
        yield address
        return
    octets = [int(octet) for octet in address.split(".")]
    hexadecimal = f"{octets[0]:x}{octets[1]:02x}:{octets[2]:x}{octets[3]:02x}"
    for form in WITHIN:
        yield form.replace("{:hex}", hexadecimal).replace("{}", address)


def _address(text: str) -> object:
    """Return the kind of an address; an inner address as a number, whose spelling does not depend on the version."""
    address = ip_address(text)
    inner = uv.hosts.embedded_address(address) if isinstance(address, IPv6Address) else None
    return uv.hosts.verdict(text).kind, uv.hosts.is_public(text), None if inner is None else int(inner)


def _names() -> Questions:
    """Every 1009th letter beyond US-ASCII, and those that Python's own tables map: its version must not matter."""
    for code in (0xDF, 0x1806, *range(0x13A0, 0x13FE), 0x1E9E, *range(0x80, 0x110000, 1009)):
        yield f"name {code:x}", partial(uv.hosts.verdict, f"127.0.0.1{chr(code)}")


def _cases(operation: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((ROOT / "vectors" / operation).glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        for case in data["cases"]:
            yield data.get("edition", "rfc3986"), case


def _vectors() -> Questions:
    asked: dict[str, Callable[[Any, dict[str, Any]], object]] = {
        "resolve": lambda edition, case: uv.resolve(case["reference"], case["base"], edition=edition),
        "parse": lambda edition, case: _components(uv.parse(case["text"], edition=edition)),
        "split": lambda edition, case: _components(uv.split(case["text"], edition=edition)),
        "valid": lambda edition, case: uv.is_valid(case["text"], rule=case.get("rule"), edition=edition),
        "normalize": lambda edition, case: uv.normalize(case["text"], level=case["level"], edition=edition),
        "equivalent": lambda edition, case: uv.equivalent(case["a"], case["b"], level=case["level"], edition=edition),
        "find": lambda edition, case: list(uv.find(case.get("text", case.get("marked", "")), edition=edition)),
    }
    for operation, ask in asked.items():
        for number, (edition, case) in enumerate(_cases(operation)):
            yield f"{operation} {edition} {number} {json.dumps(case, sort_keys=True)}", partial(ask, edition, case)


def _components(reference: Any) -> list[object]:
    return [getattr(reference, name) for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")]


def _examples() -> Questions:
    for definition in uv.audit.FINDINGS.values():
        for text in (definition.example, definition.near_miss):
            yield f"findings {text!r}", partial(uv.audit.findings, text)


def _scheme_vectors() -> Questions:
    for number, (_edition, case) in enumerate(_cases("schemes")):
        if "text" in case:
            yield f"view {number} {case['text']!r}", partial(uv.schemes.view, case["text"])


def _lent() -> dict[str, str]:
    """Return an environment in which another Python imports this one's package and dependencies."""
    path = os.pathsep.join(entry for entry in sys.path[1:] if entry.endswith("-packages"))
    return {"PYTHONPATH": os.pathsep.join([str(Path(uv.__file__).resolve().parent.parent), path])}


def _asked(place: str, environment: dict[str, str]) -> dict[str, str]:
    """Return the answers of another Python, or its error output."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | environment
    done = subprocess.run(
        [place, __file__, "--answers"], capture_output=True, text=True, check=False, env=environment, encoding="utf-8"
    )
    if done.returncode:
        return {"the run": done.stderr.strip()[-2000:]}
    found: dict[str, str] = json.loads(done.stdout)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Compare, or write the answers; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--answers", action="store_true", help="write the running Python's answers as JSON")
    parser.add_argument("--python", action="append", default=[], help="compare with this one, which has the package")
    given = parser.parse_args(arguments)
    mine, failed = answers(), False
    if given.answers:
        print(json.dumps(mine))
        return 0
    running = platform.python_version()
    print(f"Python {running}: {len(mine):,} answers")
    found = {place: place for place in given.python} or pythons()
    environment = {} if given.python else _lent()
    for name, place in found.items():
        if name == running:
            continue
        theirs = _asked(place, environment)
        different = [question for question in theirs | mine if mine.get(question) != theirs.get(question)]
        failed = failed or bool(different)
        print(f"Python {name}: {f'{len(different):,} answers differ' if different else 'the same answers'}")
        for question in islice(different, MOST_SHOWN):
            print(f"  {question}\n    {running}: {mine.get(question)}\n    {name}: {theirs.get(question)}")
    for version in [] if given.python else missing((running, *found)):
        print(f"Python {version}: not on this machine, so NOT COMPARED")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
