"""The URL Standard: `uriverse.whatwg` compared with its peers, one URL at a time.

python benches/whatwg.py                        # a generated list of URLs
python benches/whatwg.py --urls FILE            # real ones, one a line
python benches/whatwg.py --report FILE          # and written as Markdown
"""

import ada_url
import can_ada
import url as rust_url

import inputs
from harness import Contender, head, measured, options, table, write
from uriverse import whatwg

BASE = "https://www.example.com/docs/guide/intro.html?lang=en"
OURS = "uriverse.whatwg"
# The goals: operation, the fastest peer, and our speed-up.
TARGETS = {"URL": 5.0, "can_parse": 8.0, "resolve": 3.0, "URL, rewritten": 1 / 1.2}


def tasks() -> dict[str, list[Contender]]:
    """Return the statements by operation; no peer raises an exception for a text of the list."""
    names = {
        "whatwg": whatwg, "URL": whatwg.URL, "parse": whatwg.parse, "can_parse": whatwg.can_parse, "can_ada": can_ada,
        "ada_url": ada_url, "Rust": rust_url.URL, "base": whatwg.URL(BASE), "rust_base": rust_url.URL.parse(BASE),
        "BASE": BASE,
    }  # fmt: skip

    def contender(name: str, statement: str, share: float = 1.0) -> Contender:
        return Contender(name, statement, names, share=share)

    urls = [
        contender(OURS, "URL(s)"),
        contender(f"{OURS}.parse", "parse(s)"),
        contender("can_ada", "can_ada.parse(s)"),
        contender("ada-url", "ada_url.URL(s)", 0.3),
        contender("url-py", "Rust.parse(s)"),
    ]
    return {
        "URL": urls,
        "URL, rewritten": urls,
        "can_parse": [
            contender(OURS, "can_parse(s)"),
            contender("can_ada", "can_ada.can_parse(s)"),
            contender("ada-url", "ada_url.check_url(s)", 0.3),
        ],
        "resolve": [
            contender(OURS, "base.resolve(s)"),
            contender("ada-url", "ada_url.URL(s, BASE)", 0.3),
            contender("url-py", "rust_base.join(s)"),
        ],
    }


def rewritten(text: str) -> str:
    """Return a text that the parser changes: an upper-case host, a dot segment, a space, a non-ASCII letter."""
    scheme, _, rest = text.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.upper()}://{host.upper()}{slash}./a b/../\u00e4{path}"


def main() -> None:
    """Measure every operation, and print which goals are met."""
    given = options(__doc__, rounds=40, urls=True).parse_args()
    texts = [text for text in inputs.texts(given.urls) if can_ada.can_parse(text) and whatwg.can_parse(text)]
    chosen = {
        "URL, rewritten": [text for text in map(rewritten, texts) if can_ada.can_parse(text)],
        "resolve": inputs.references(texts),
    }
    lines = [*head("The URL Standard", "can_ada", "ada-url", "url-py"), ""]
    for operation, contenders in tasks().items():
        rows = measured(contenders, chosen.get(operation, texts), rounds=given.rounds)
        ours = next(row.median for row in rows if row.contender.name == OURS)
        best = min(row.median for row in rows if not row.contender.name.startswith(OURS))
        target = TARGETS[operation]
        verdict = f"{best / ours:.1f} times as fast as the fastest peer; the target is {target:.1f}"
        lines += [f"## {operation}", "", table(rows, OURS), "", verdict, ""]
    write(given.report, "\n".join(lines))


if __name__ == "__main__":
    main()
