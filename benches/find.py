"""Finding references in text: the speed of `uriverse.find` and its peers, and their accuracy on the corpus.

Every round gives the same text to all contenders, in a changing order; the result is the median of the rounds' ratios.
A peer that disagrees with the corpus is not wrong by its own rules; the count shows how often it agrees with the clause
or convention of a line (vectors/find/corpus.json).

    python benches/find.py                    # speed, accuracy, growth
    python benches/find.py --size 4 --rounds 9
"""

import io
import json
import math
import random
import statistics
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import uriverse as uv
from harness import head, options, write

ROOT = Path(__file__).resolve().parent.parent
WORDS = """
    the of and to in that is was for it with as his on be at by had not are but from or have an they which one
    you were all her she there would their we him been has when who will no more if out so up said what its
    about than into them can only reference resource document identifier whitespace delimiter authority
    component
    """.split()  # noqa: SIM905
UNITS = (
    "<", "(", "http://", "a:", "a", "'", '"', "http://[", "a://[(", "<http://x ", "*http://a/*.", "www.a.b/x ",
    "a.com,",
)  # fmt: skip


def prose(size: int, seed: int = 8) -> str:
    """Return sentences without references, with usual colons and quotation marks."""
    rng = random.Random(seed)
    parts, length = [], 0
    while length < size:
        sentence = " ".join(rng.choices(WORDS, k=rng.randint(5, 22))).capitalize() + rng.choice(
            [".", ".", ".", "?", ":"]
        )
        sentence = f'"{sentence}"' if rng.random() < 0.05 else sentence
        parts.append(sentence)
        length += len(sentence) + 1
    return " ".join(parts)


def log(size: int, seed: int = 8) -> str:
    """Return lines with times, addresses and keys: a ":" in every dozen characters, and no reference."""
    rng = random.Random(seed)
    line = "2020-01-{:02}T12:{:02}:{:02} host app[{}]: INFO level:{} user:{} ::1 done in 0:00:{:02}\n"
    count = size // 80
    return "".join(line.format(*(rng.randint(10, 59) for _ in range(7))) for _ in range(count))


def mail(size: int, seed: int = 8) -> str:
    """Return sentences with a reference in about every hundred words."""
    rng = random.Random(seed)
    shapes = (
        "http://example.com/{}",
        "<http://example.com/{}>",
        "(https://example.org/a_({}))",
        '"ftp://example.net/{}"',
        "mailto:a{}@example.com,",
    )
    parts = prose(size, seed).split(" ")
    return " ".join(rng.choice(shapes).format(rng.randint(1, 999)) if rng.random() < 0.01 else part for part in parts)


Finder = Callable[[str], Any]


def finders() -> dict[str, Finder]:
    """Return the contenders by name; each returns the texts of its matches."""
    from linkify_it import LinkifyIt
    from urlextract import URLExtract

    linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
    extract = URLExtract()
    return {
        "uriverse": lambda text: [match.text for match in uv.find(text)],
        "linkify-it-py": lambda text: [match.raw for match in linkify.match(text) or ()],
        "urlextract": lambda text: list(extract.find_urls(text)),
    }


def speed(size: int, rounds: int) -> list[str]:
    """Print medians in MB/s, and the median ratio to uriverse."""
    out = ["| text | " + " | ".join(finders()) + " |", "|---|" + "--:|" * len(finders())]
    for name, text in (
        ("prose, no references", prose(size)),
        ("a log, no references", log(size)),
        ("a mail", mail(size)),
    ):
        contenders = finders()
        seconds: dict[str, list[float]] = {each: [] for each in contenders}
        shares = {each: 1.0 if each == "uriverse" else 0.05 for each in contenders}
        order = list(contenders)
        for number in range(rounds):
            random.Random(number).shuffle(order)
            for each in order:
                part = text[: int(len(text) * shares[each])]
                start = perf_counter()
                contenders[each](part)
                seconds[each].append((perf_counter() - start) / len(part))
        ours = seconds["uriverse"]
        cells = []
        for each in contenders:
            rate = 1e-6 / statistics.median(seconds[each])
            ratio = statistics.median(theirs / own for theirs, own in zip(seconds[each], ours, strict=True))
            cells.append(f"{rate:.1f} MB/s" + ("" if each == "uriverse" else f" ({ratio:.0f} times slower)"))
        out.append(f"| {name} | " + " | ".join(cells) + " |")
    streamed = prose(size).encode()
    start = perf_counter()
    list(uv.find(io.BytesIO(streamed)))
    return [*out, "", f"The prose as a binary stream: {len(streamed) / 1e6 / (perf_counter() - start):.0f} MB/s."]


def accuracy() -> list[str]:
    """Print how many lines of the corpus, without those that need options, each contender gets right."""
    cases = json.loads((ROOT / "vectors" / "find" / "corpus.json").read_text("utf-8"))["cases"]
    plain = [case["marked"] for case in cases if "options" not in case]
    out = ["| | lines read rightly | references found exactly | found besides |", "|---|--:|--:|--:|"]
    for name, find in finders().items():
        right = hits = besides = total = 0
        for marked in plain:
            wanted = [part.partition("⟧")[0] for part in marked.split("⟦")[1:]]
            found = find(marked.replace("⟦", "").replace("⟧", ""))
            right += found == wanted
            total += len(wanted)
            same = sum(min(found.count(each), wanted.count(each)) for each in set(wanted))
            hits += same
            besides += len(found) - same
        out.append(f"| {name} | {right} of {len(plain)} | {hits} of {total} | {besides} |")
    return out


def growth() -> list[str]:
    """Print the exponent of time over size, between 100 kB and 800 kB; 1 is linear."""
    out = ["| a text of nothing but | ms for 800 kB | exponent |", "|---|--:|--:|"]
    for unit in UNITS:
        points = []
        for size in (100_000, 200_000, 400_000, 800_000):
            text = unit * (size // len(unit))
            start = perf_counter()
            for _ in uv.find(text, abbreviated=True):
                pass
            points.append((math.log(size), math.log(perf_counter() - start)))
        slope = statistics.linear_regression(*zip(*points, strict=True)).slope
        out.append(f"| `{unit}` | {1000 * math.exp(points[-1][1]):.0f} | {slope:.2f} |")
    return out


def main() -> None:
    parser = options(__doc__, rounds=7)
    parser.add_argument("--size", type=float, default=2, help="megabytes of text")
    chosen = parser.parse_args()
    size = int(chosen.size * 1e6)
    out = [
        *head("References in text", "uriverse", "linkify-it-py", "urlextract"),
        f"{chosen.size:g} MB of text (the peers a twentieth of it), {chosen.rounds} interleaved rounds, medians.",
        *("", "## Speed", "", *speed(size, chosen.rounds)),
        *("", "## Rightness on the corpus", "", *accuracy()),
        *("", "## Growth", "", *growth()),
    ]
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
