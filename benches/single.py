"""One reference at a time: each operation compared with its peers.

python benches/single.py                                # a generated list of URLs
python benches/single.py --urls FILE --rounds 60        # real ones, one a line
python benches/single.py --only parse resolve
python benches/single.py --report benches/reports/2026-11-21-single.md
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence

import inputs
import peers
from harness import Contender, Series, head, measured, options, table, write

BASE = "http://www.example.com/docs/guide/intro.html?lang=en"
TARGETS = {
    # operation: (peer, our speed-up goal)
    "parse": (("can_ada", 5.0),),
    "parse and six attributes": (("can_ada", 3.3), ("Appendix B regex", 3.3)),
    "is_valid": (("can_ada", 4.5),),
    "resolve": (("url-py", 2.8), ("uritools, to a str", 15.0)),
    "normalize": (("can_ada", 3.5),),
    "encode, clean": (("yarl's C quoter", 2.5),),
    "encode, dirty": (("yarl's C quoter", 1.0),),
    "decode, clean": (("yarl's C unquoter", 2.5),),
    "decode, dirty": (("yarl's C unquoter", 1.0),),
}


def accepted_by_all(contenders: Sequence[Contender], texts: list[str]) -> list[str]:
    """Return the texts for which no statement raises an exception, whose cost is not measured here."""
    kept = texts
    for contender in contenders:
        code = compile(contender.statement, contender.name, "exec")

        def runs(text: str, names: dict[str, object] = contender.names, code: object = code) -> bool:
            try:
                exec(code, {**names, "s": text})  # type: ignore[arg-type]
            except Exception:  # a peer may raise anything
                return False
            return True

        kept = [text for text in kept if runs(text)]
    return kept


def tasks(urls: list[str]) -> dict[str, Callable[[], tuple[list[Contender], list[str]]]]:
    """Return each table's contenders and inputs."""
    based = peers.names_with_base(BASE)
    plain, encoded = inputs.dirty(urls)
    clean = inputs.clean(urls)

    def task(
        group: tuple[peers.Peer, ...], operation: str, texts: list[str]
    ) -> Callable[[], tuple[list[Contender], list[str]]]:
        return lambda: (peers.contenders(group, operation, based), texts)

    return {
        "parse": task(peers.PARSE, "parse", urls),
        "parse and six attributes": task(peers.READ, "parse", urls),
        "is_valid": task(peers.VALID, "is_valid", urls),
        "resolve": task(peers.RESOLVE, "resolve", inputs.references(urls)),
        "normalize": task(peers.NORMALIZE, "normalize", urls),
        "encode, clean": task(peers.ENCODE, "encode", clean),
        "encode, dirty": task(peers.ENCODE, "encode", plain),
        "decode, clean": task(peers.DECODE, "decode", clean),
        "decode, dirty": task(peers.DECODE, "decode", encoded),
    }


def import_times(modules: Sequence[str], repeats: int = 15) -> list[float]:
    """Milliseconds that `import module` adds to a fresh interpreter, the medians; with the bytecode written before, as
    installed packages have it, and in turn."""
    runs: dict[str, list[int]] = {module: [] for module in modules}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for number in range(repeats + 1):
            for module, times in runs.items():
                code = f"import time; t = time.perf_counter_ns(); import {module}; print(time.perf_counter_ns() - t)"
                command = [sys.executable, "-c", code]
                took = int(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
                if number > 0:  # the first run writes the bytecode
                    times.append(took)
    return [statistics.median(times) / 1e6 for times in runs.values()]


def verdicts(title: str, rows: Sequence[Series]) -> list[str]:
    medians = {series.contender.name: series.median for series in rows}
    lines = []
    for peer, target in TARGETS[title]:
        ratio = medians[peer] / medians["uriverse"]
        lines.append(f"- {peer}: {ratio:.2f} times, target {target:g}: {'reached' if ratio >= target else 'missed'}")
    return lines


def main() -> None:
    parser = options(__doc__, rounds=40, urls=True)
    parser.add_argument("--size", type=int, default=1000, help="strings a round")
    parser.add_argument("--only", nargs="*", default=[], help="titles of tables, or their beginnings")
    parser.add_argument("--ours-and", nargs="*", default=None, metavar="PEER", help="these peers alone")
    chosen = parser.parse_args()
    peers.uncached()
    urls = inputs.texts(chosen.urls)
    source = "a list of real URLs" if chosen.urls else "the generated list"
    out = [
        *head("One reference at a time", "uriverse", *peers.DISTRIBUTIONS),
        f"{source}: {len(urls):,} texts, {statistics.mean(map(len, urls)):.0f} characters on average. {chosen.rounds} interleaved "
        f"rounds of {chosen.size} fresh strings; medians of the rounds, the empty loop subtracted.",
    ]
    for title, task in tasks(urls).items():
        if chosen.only and not any(title.startswith(wanted) for wanted in chosen.only):
            continue
        contenders, texts = task()
        if chosen.ours_and is not None:
            contenders = [c for c in contenders if c.name in ("uriverse", *chosen.ours_and)]
        texts = accepted_by_all(contenders, texts[: max(4 * chosen.size, 8000)])
        rows = measured(contenders, texts, rounds=chosen.rounds, size=chosen.size)
        out += ["", f"## {title}", "", f"`{rows[0].contender.statement}`", "", table(rows, "uriverse"), ""]
        if chosen.ours_and is None:
            out += verdicts(title, rows)
    if not chosen.only:
        ours, theirs = import_times(("uriverse", "urllib.parse"))
        out += [
            "",
            "## import",
            "",
            f"`import uriverse` {ours:.1f} ms (target 10), `import urllib.parse` {theirs:.1f} ms; their bytecode was written "
            "before, as it is where packages are installed.",
        ]
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
