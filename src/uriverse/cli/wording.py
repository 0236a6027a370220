"""Messages of the library in terms of the command line: options for arguments, commands for functions.

The library's errors name Python arguments. `authority=None takes the whole authority away` becomes
`--clear authority takes the whole authority away`.
"""

from __future__ import annotations

from typing import Final

from uriverse.ground.patterns import pattern

# What a message must have for the search, a pattern, and what stands in its place.
_WORDS: Final = (
    (
        "uriverse.whatwg",
        r"use uriverse\.whatwg\.URL\(text\), or give edition='whatwg' to [\w, ]+",
        "uriverse check, uriverse resolve and uriverse normalize take it with --edition whatwg",
    ),
    ("uriverse.encode", r" \(uriverse\.encode(?:\([^()]*\))? does it\)|: uriverse\.encode\([^()]*\)", ""),
    ("authority=None", r"\bauthority=None\b", "--clear authority"),
    ('=""', r'\b(host|user)=""', r"--set \1="),
    ('base="', r'\bbase="([^"]+)"', r"--base \1"),
    ("as None", r"would be read as None\b", "would be read as absent"),
    ("lenient=True", r"\blenient=True\b", "--lenient"),
    ('host="percent"', r'\bhost="percent"', "uriverse convert uri --host percent"),
    ('addresses="any"', r'\baddresses="any"', "--addresses any"),
    ("policy.url", r"use policy\.url, which gives", "--url writes"),
    ("uriverse.resolve", r", against a URI: uriverse\.resolve\([^()]*\)", ", by uriverse resolve --base URI"),
    ("document=", r"\bdocument=\"([\w-]+)\"", r"--document \1"),
    ("dot_segments=", r"\bdot_segments=True\b", "--dot-segments"),
    ("max_", r"\bmax_(?:work|cases)=", ""),
    ("raise the limit", r"; simplify it or raise the limit\b", "; simplify it"),
    ("scheme_rules", r"\bleave out scheme_rules\b", "leave out --scheme-rules"),
    ("uriverse.lab", r"\buriverse\.lab\.suite\('([\w-]+)'\)", r"uriverse lab suite \1"),
    ('rules="', r'\brules="([\w-]+)"', r"--rules \1"),
    ("edition=", r"\bedition=['\"]([\w-]+)['\"]", r"--edition \1"),
    ("=True", r"\bgive (\w+)=True\b", r"give --\1"),
)
_COMPILED: Final = [(needs, pattern(source), words) for needs, source, words in _WORDS]


def for_commands(message: str) -> str:
    """Replace Python arguments in a message by options and commands.

    >>> for_commands("a letter outside US-ASCII follows; lenient=True reads on over it")
    'a letter outside US-ASCII follows; --lenient reads on over it'
    """
    for needs, python_words, words in _COMPILED:
        if needs in message:
            message = python_words.sub(words, message)
    return message
