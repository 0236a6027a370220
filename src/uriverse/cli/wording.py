"""Messages of the library in terms of the command line: options for arguments, commands for functions.

The library's errors name Python arguments. `authority=None takes the whole authority away` becomes
`--clear authority takes the whole authority away`.
"""

from __future__ import annotations

from typing import Final

from uriverse.ground.patterns import pattern

_WORDS: Final = (
    (
        r"use uriverse\.whatwg\.URL\(text\), or give edition='whatwg' to [\w, ]+",
        "uriverse check, uriverse resolve and uriverse normalize take it with --edition whatwg",
    ),
    (r" \(uriverse\.encode(?:\([^()]*\))? does it\)|: uriverse\.encode\([^()]*\)", ""),
    (r"\bauthority=None\b", "--clear authority"),
    (r'\b(host|user)=""', r"--set \1="),
    (r'\bbase="([^"]+)"', r"--base \1"),
    (r"would be read as None\b", "would be read as absent"),
    (r"\blenient=True\b", "--lenient"),
    (r'\bhost="percent"', "uriverse to-uri --host percent"),
    (r"\bmax_(?:work|cases)=", ""),
    (r"; simplify it or raise the limit\b", "; simplify it"),
    (r"\bleave out scheme_rules\b", "leave out --scheme-rules"),
    (r"\buriverse\.lab\.suite\('([\w-]+)'\)", r"uriverse lab suite \1"),
    (r'\brules="([\w-]+)"', r"--rules \1"),
    (r"\bedition=['\"]([\w-]+)['\"]", r"--edition \1"),
    (r"\bgive (\w+)=True\b", r"give --\1"),
)
_COMPILED: Final = [(pattern(source), words) for source, words in _WORDS]


def for_commands(message: str) -> str:
    """Replace Python arguments in a message by options and commands.

    >>> for_commands("a letter outside US-ASCII follows; lenient=True reads on over it")
    'a letter outside US-ASCII follows; --lenient reads on over it'
    """
    for python_words, words in _COMPILED:
        message = python_words.sub(words, message)
    return message
