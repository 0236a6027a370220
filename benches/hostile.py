"""Hostile input: every operation on inputs that make some libraries quadratic, from 10,000 to 10,000,000 characters.

    python benches/hostile.py                    # the whole table, some minutes
    python benches/hostile.py --largest 1000000
    python benches/hostile.py --report benches/reports/2026-11-21-hostile.md

The growth exponent of a range is the logarithm of the ratio of its times to the base of the ratio of its lengths: 1 is
linear, 2 quadratic. It is computed over the whole range, and over its steepest three doublings. Times below 20
microseconds, the overhead of a call, are ignored. Two effects of the machine are compensated:
- Fresh pages. The allocator maps each large block again, and the kernel fills its pages with zeros, while small blocks are
  reused. So the bench restarts itself with an allocator that keeps all blocks (glibc's MALLOC_MMAP_MAX_ and
  MALLOC_TRIM_THRESHOLD_).
- Memory bandwidth. Many operations process twenty characters a nanosecond from the CPU cache, and ten from memory. So half
  a nanosecond a character is added to each time; an exponent of 1.2 would still show.
"""

import math
import os
import sys
from collections.abc import Callable
from time import thread_time_ns

import uriverse as uv
from harness import head, options, write

LIMIT = 1.1
SMALLEST = 10_000
COUNTED = 20_000  # nanoseconds
MEMORY = 0.5  # nanoseconds a character
KEEPING = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}

Made = Callable[[int], str]

# The repeated text, with a context that makes it reach the intended code. `n` is the number of repetitions.
INPUTS: dict[str, Made] = {
    "`/..` × n": lambda n: "http://h" + "/.." * n,
    "`a/..` under way, × n": lambda n: "http://h/" + "a/../" * n,
    "`../` × n": lambda n: "../" * n,
    "`%` × n": lambda n: "http://h/" + "%" * n,
    "`%41` × n": lambda n: "http://h/" + "%41" * n,
    "`%41` × n as host": lambda n: "http://" + "%41" * n + "/",
    "`[` × n": lambda n: "http://" + "[" * n,
    "`[` and `1:` × n": lambda n: "http://[" + "1:" * n + "]/",
    "`@` × n": lambda n: "http://" + "@" * n,
    "`:` × n": lambda n: "http://h" + ":" * n,
    "`a.` × n as host": lambda n: "http://" + "a." * n + "/",
    "`a:` × n": lambda n: "a:" * n,
    "`;` × n": lambda n: "http://h/" + ";" * n,
    "combining marks × n": lambda n: "http://h" + "\u0301" * n + "/",
    "`xn--a.` × n": lambda n: "http://" + "xn--a." * n + "/",
    "a port of n digits": lambda n: "http://h:" + "9" * n + "/",
}
DEEP = "http://h" + "/d" * 1000 + "/x"


def swallowing(run: Callable[[str], object]) -> Callable[[str], object]:
    """Wrap an operation so that its error is formatted; a message must not contain the whole text."""

    def call(text: str) -> object:
        try:
            return run(text)
        except uv.URIError as error:
            message = str(error)
            if len(message) > 2000:
                raise AssertionError(f"a message of {len(message)} characters") from error
            return message

    return call


def port(text: str) -> object:
    """Return all components of the lenient split; none of them raises."""
    cut = uv.split(text)
    return cut.scheme, cut.userinfo, cut.host, cut.port, cut.path, cut.query, cut.fragment


OPERATIONS: dict[str, Callable[[str], object]] = {
    "parse": swallowing(uv.parse),
    "parse, rfc2396": swallowing(lambda text: uv.parse(text, edition="rfc2396")),
    "split and read": swallowing(port),
    "is_valid": swallowing(uv.is_valid),
    "resolve": swallowing(lambda text: uv.resolve(text, DEEP)),
    "resolve, as base": swallowing(lambda text: uv.resolve("../g", text)),
    "relativize": swallowing(lambda text: uv.relativize(text, DEEP)),
    "normalize": swallowing(uv.normalize),
    "decode": swallowing(uv.decode),
    "encode": swallowing(lambda text: uv.encode(text, component="segment")),
}


def time_of(run: Callable[[str], object], text: str) -> int:
    """Return the best thread time of a few runs on new strings."""
    best = 0
    for _ in range(5 if len(text) < 2_000_000 else 3):
        fresh = text.encode().decode()
        start = thread_time_ns()
        run(fresh)
        took = thread_time_ns() - start
        best = min(best or took, took)
    return best


def exponents(run: Callable[[str], object], made: Made, largest: int) -> tuple[float, float, float]:
    """Return the exponents of the whole range and the steepest three doublings, and the last nanoseconds a character."""
    points = []
    n = SMALLEST
    while n <= largest:
        text = made(n)
        points.append((len(text), time_of(run, text)))
        n *= 2
    counted = [(length, took + MEMORY * length) for length, took in points if took >= COUNTED]
    per_character = points[-1][1] / points[-1][0]
    if len(counted) < 4:
        return 0.0, 0.0, per_character
    slope = lambda a, b: math.log(b[1] / a[1]) / math.log(b[0] / a[0])  # noqa: E731
    steepest = max(slope(a, b) for a, b in zip(counted, counted[3:], strict=False))
    return slope(counted[0], counted[-1]), steepest, per_character


def with_an_allocator_that_keeps() -> None:
    """Restart with the allocator's settings, which it reads only at the start of a process."""
    if any(os.environ.get(name) != value for name, value in KEEPING.items()):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **KEEPING})


def main() -> None:
    with_an_allocator_that_keeps()
    parser = options(__doc__)
    parser.add_argument("--largest", type=int, default=10_000_000)
    parser.add_argument("--only", nargs="*", default=[], help="operations, or their beginnings")
    chosen = parser.parse_args()
    operations = {
        name: run
        for name, run in OPERATIONS.items()
        if not chosen.only or any(name.startswith(wanted) for wanted in chosen.only)
    }
    out = [
        *head("Hostile input", "uriverse"),
        f"n from {SMALLEST:,} to {chosen.largest:,}, doubling. Each cell: the growth exponent over the whole range / over "
        "the steepest three doublings (pages kept, half a nanosecond a character added for memory latency), and nanoseconds per character at "
        "the end; errors are made and their messages read. No exponent: hardly anything takes longer than a call.",
        "",
        "| input | " + " | ".join(operations) + " |",
        "|---|" + "---|" * len(operations),
    ]
    worst = (0.0, "none")
    for name, made in INPUTS.items():
        cells = []
        for operation, run in operations.items():
            whole, steepest, nanoseconds = exponents(run, made, chosen.largest)
            worst = max(worst, (whole, f"{operation}, {name}"))
            shown = f"{whole:.2f} / {steepest:.2f}" if whole else "none"
            cells.append(f"{shown}, {nanoseconds:.2f} ns")
        out.append(f"| {name} | " + " | ".join(cells) + " |")
    verdict = "holds" if worst[0] <= LIMIT else "BROKEN"
    out += ["", f"Largest exponent over the whole range: {worst[0]:.2f} ({worst[1]}); allowed {LIMIT}: {verdict}."]
    write(chosen.report, "\n".join(out))
    if worst[0] > LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
