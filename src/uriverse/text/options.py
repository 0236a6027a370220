"""The choices of a search that few callers need: one object for `uriverse.find` and `uriverse.documents.links`.

A new choice is a field here. On the command line it is a word of `--search`, with "-" for "_".
"""

from __future__ import annotations

from uriverse.ground.argument_types import wrong_type
from uriverse.ground.records import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """What a search does besides its own arguments; nothing by default.

    Attributes:
        defanged: in running text, also find references that were changed so that nobody follows them, such as
            "hxxps://example[.]com" (`uriverse.text.defanging` has the forms). A match's `uri` is the original.

    Raises:
        TypeError: if a value is not a bool.

    >>> import uriverse as uv
    >>> from uriverse.text import SearchOptions
    >>> [str(match.uri) for match in uv.find("at hxxps://a[.]example/x", options=SearchOptions(defanged=True))]
    ['https://a.example/x']
    """

    defanged: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not bool:
                raise wrong_type(field.name, "a bool", value)

    @classmethod
    def from_words(cls, words: str) -> SearchOptions:
        """The options that the words of `--search` choose, with commas between them.

        >>> SearchOptions.from_words("defanged") == SearchOptions(defanged=True)
        True
        """
        return cls(**{word.strip().replace("-", "_"): True for word in words.split(",") if word.strip()})


NO_OPTIONS = SearchOptions()
WORDS = tuple(field.name.replace("_", "-") for field in fields(SearchOptions))
