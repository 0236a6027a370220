"""Ask the installed package the same questions under every Python of this machine, and compare the answers.

python tools/compare_pythons.py            run this Python and all others that are found; exit 1 where one differs
python tools/compare_pythons.py --answers  write the answers of the running Python, one JSON object

The module is compiled for the stable interface of Python 3.11, so one build serves all. The questions: the kind of the
first, the last and the inner addresses of each block of IANA's registries, alone and within IPv6; every vector; the
findings of every example of the audit; what schemes see in their vectors. A Python that is not on this machine is
named as not compared.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import islice
from pathlib import Path
from typing import Any

import uriverse as uv
from uriverse.hosts.addresses import address_text

ROOT = Path(__file__).resolve().parent.parent
# The versions that pyproject.toml allows and that answers are wanted of.
WANTED = ("3.11", "3.12", "3.13")
# How IPv4 addresses stand in IPv6: as they are, mapped, compatible, by 6to4, by both prefixes of NAT64, by ISATAP.
WITHIN = ("{}", "::ffff:{}", "::{}", "2002:{:hex}::", "64:ff9b::{}", "64:ff9b:1::{}", "2600::5efe:{}")
MOST_SHOWN = 5


Questions = Iterator[tuple[str, Callable[[], object]]]


def answers() -> dict[str, str]:
    """What this Python gets: a question to its answer, as texts."""
    parts = (_addresses(), _vectors(), _examples(), _scheme_vectors())
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
    """What an address is for; an inner address by its number, which no version of Python writes otherwise."""
    address = ip_address(text)
    inner = uv.hosts.embedded_address(address) if isinstance(address, IPv6Address) else None
    return uv.audit.address_kind(text), uv.hosts.is_public(text), None if inner is None else int(inner)


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


def pythons() -> dict[str, str]:
    """The Pythons of this machine from 3.11 on, by their versions: of PATH, and of pyenv; the newest of each."""
    newest: dict[str, tuple[tuple[int, ...], str]] = {}
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [shutil.which(f"python{version}") for version in WANTED]
    places += [str(path) for path in root.glob("versions/3.*/bin/python")]
    for place in filter(None, places):
        ask = [place, "-c", "import sys; print(*sys.version_info[:3])"]
        told = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.split()
        version = tuple(map(int, told))
        minor = ".".join(told[:2])
        if minor in WANTED:
            newest[minor] = max(newest.get(minor, ((), "")), (version, place))
    return {".".join(map(str, version)): place for version, place in newest.values()}


def _asked(place: str) -> dict[str, str]:
    """The answers of another Python, which finds the package where this one does."""
    path = os.pathsep.join(entry for entry in sys.path[1:] if entry.endswith("-packages"))
    folder = str(Path(uv.__file__).resolve().parent.parent)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([folder, path]), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [place, __file__, "--answers"], capture_output=True, text=True, check=False, env=environment, encoding="utf-8"
    )
    if done.returncode:
        return {"the run": done.stderr.strip()[-2000:]}
    found: dict[str, str] = json.loads(done.stdout)
    return found


def main(arguments: list[str]) -> int:
    """Compare, or write the answers; gives the exit code."""
    if "--answers" in arguments:
        print(json.dumps(answers()))
        return 0
    mine, failed = answers(), False
    running = ".".join(map(str, sys.version_info[:3]))
    print(f"Python {running}: {len(mine):,} answers")
    found = {version: place for version, place in pythons().items() if version != running}
    for version, place in sorted(found.items()):
        theirs = _asked(place)
        different = [question for question in mine | theirs if mine.get(question) != theirs.get(question)]
        failed = failed or bool(different)
        print(f"Python {version}: {f'{len(different):,} answers differ' if different else 'the same answers'}")
        for question in islice(different, MOST_SHOWN):
            print(f"  {question}\n    {running}: {mine.get(question)}\n    {version}: {theirs.get(question)}")
    there = {version.rpartition(".")[0] for version in (running, *found)}
    for version in WANTED:
        if version not in there:
            print(f"Python {version}: not on this machine, so NOT COMPARED")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
