"""Memory: the bytes of a parsed reference without its text, for us and our peers.

    python benches/memory.py
    python benches/memory.py --urls FILE --report benches/reports/2026-11-21-memory.md

Each library parses the same texts in a separate process and keeps all results. The growth of resident memory is divided
by their number. The texts exist before, so a reference to the text is free, and a copy is not.
"""

import gc
import multiprocessing
import statistics
from pathlib import Path
from typing import Any

import inputs
import peers
from harness import fresh, head, options, write

COUNT = 100_000


def resident() -> int:
    """Return the bytes of resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise OSError("/proc/self/status has no VmRSS")


def grown(statement: str, texts: list[str], answer: Any) -> None:
    """Parse all texts, keep the results, and return the growth of the process per text."""
    names = {**peers.NAMES}
    run = eval(f"lambda s: {statement}", names)
    for text in texts[:100]:
        run(text)
    texts = fresh(texts)
    kept: list[Any] = [None] * len(texts)
    gc.collect()
    before = resident()
    for place, text in enumerate(texts):
        kept[place] = run(text)
    answer.put((resident() - before) / len(texts))


def per_reference(statement: str, texts: list[str]) -> float:
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=grown, args=(statement, texts, answer))
    process.start()
    size: float = answer.get()
    process.join()
    return size


def main() -> None:
    chosen = options(__doc__, urls=True).parse_args()
    urls = inputs.texts(chosen.urls)
    accepted = [text for text in urls if all(peers.asked(peer.judge, text) != "refused" for peer in peers.PARSE)]
    texts = (accepted * (COUNT // len(accepted) + 1))[:COUNT]
    sizes = {peer.name: per_reference(peer.statement, texts) for peer in peers.PARSE}
    ours = sizes["uriverse"]
    out = [
        *head("Memory of parsed references", "uriverse", *peers.DISTRIBUTIONS),
        f"{COUNT:,} references, {statistics.mean(map(len, texts)):.0f} characters on average; growth of the resident memory, "
        "the texts not counted.",
        "",
        "| library | bytes a reference | times ours |",
        "|---|--:|--:|",
    ]
    out += [f"| {name} | {size:,.0f} | {size / ours:.1f} |" for name, size in sizes.items()]
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
