"""The rows of an audit: findings, and the syntax error if there is one; frozen, sorted by offset.

Both have `id`, `severity`, `start`, `end`, `clause`, `message`, `fix` and `replacement`, so one loop handles any row.
"""

from __future__ import annotations

from uriverse._core import parse
from uriverse.errors import URISyntaxError
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uriverse.ground.masking import masked
from uriverse.ground.records import dataclass, field

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition, EditionId


COLOURS: Final = {"info": "#2090b055", "warning": "#c9a00055", "danger": "#d0303055", "error": "#a33ea155"}
# The fields of a syntax error that are computed lazily, by its diagnosis.
_DIAGNOSIS: Final = ("rule", "clause", "message", "fix", "error")
Severity: TypeAlias = Literal["info", "warning", "danger"]
SEVERITIES: Final[tuple[Severity, ...]] = Severity.__args__  # type: ignore[attr-defined]


# The fields of a row as JSON.
_HEAD: Final = ("kind", "id", "severity")
_REST: Final = ("start", "end", "clause", "message", "fix", "replacement")


def _picture(row: Row) -> str:
    """The row as an HTML table for notebooks."""
    from uriverse.ground.notebook import table

    fields = [
        ("finding", row.id),
        ("severity", row.severity),
        ("place", f"{row.start}-{row.end}"),
        ("clause", row.clause),
        ("what", masked(row.message)),
        ("do", masked(row.fix or "")),
        ("instead", masked(row.replacement or "")),
    ]
    return table((), [field for field in fields if field[1]], colour=COLOURS.get(row.severity, ""))


class Rows(tuple["Row", ...]):
    """The rows of an audit: a tuple that a notebook shows as one table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from uriverse.ground.notebook import table

        names = ("severity", "id", "start", "end", "clause", "message", "fix", "replacement")
        return table(names, [[masked(str(getattr(row, name) or "")) for name in names] for row in self])


@dataclass(frozen=True, slots=True)
class Finding:
    """One dangerous, doubtful or untidy property of a text; not a syntax error.

    Attributes:
        start, end: the position, in characters; the end is the position after the last.
        id: such as "port-well-known"; `FINDINGS` describes each id.
        severity: "info", "warning" or "danger".
        clause: the clause it is based on, such as "RFC 3986, section 7.2".
        message: what it means, in one sentence.
        fix: what to do about it, or None if no change of the text helps.
        replacement: what to write at the position instead, or None.

    >>> from uriverse import audit
    >>> finding = audit.findings("http://0x7f.1/", profile={"address-rare"})[0]
    >>> finding.severity, finding.start, finding.end, finding.replacement
    ('danger', 7, 13, '127.0.0.1')
    """

    start: int
    end: int
    id: str
    severity: Severity
    clause: str
    message: str
    fix: str | None = None
    replacement: str | None = None

    _repr_html_ = _picture

    @property
    def kind(self) -> Literal["finding"]:
        """The kind of row."""
        return "finding"

    def as_dict(self) -> dict[str, Any]:
        """All fields as JSON values."""
        return {name: getattr(self, name) for name in (*_HEAD, *_REST)}


@dataclass(frozen=True, slots=True)
class SyntaxRow:
    """A syntax error as a row: the edition refuses the text here.

    Attributes:
        start, end: the position of the first refused character; both are the text's length if the text ends too early.
        id: "syntax".
        severity: "error", which no finding has.
        rule: the rule of the document that refuses it.
        clause: where the document defines that rule.
        message: what it means, in one sentence.
        fix: what to do about it, or None.
        replacement: None; the text has to be rewritten.
        error: the error that `uriverse.parse` raises.

    >>> from uriverse import audit
    >>> [(row.id, row.severity, row.start, row.clause) for row in audit.findings("http://example.com:8x/")]
    [('syntax', 'error', 20, 'RFC 3986, section 3.2.3')]
    """

    start: int
    end: int
    rule: str
    clause: str
    message: str
    fix: str | None
    error: URISyntaxError = field(compare=False, repr=False)
    _refused: tuple[str, EditionId | Edition] | None = field(default=None, compare=False, repr=False)

    _repr_html_ = _picture

    @property
    def kind(self) -> Literal["syntax"]:
        """The kind of row."""
        return "syntax"

    @property
    def id(self) -> Literal["syntax"]:
        """Always "syntax"; a finding has its own id."""
        return "syntax"

    @property
    def severity(self) -> Literal["error"]:
        """Always "error"; no finding has this severity."""
        return "error"

    @property
    def replacement(self) -> None:
        """None: no replacement is certain to make the text valid."""
        return None

    def as_dict(self) -> dict[str, Any]:
        """All fields except the error itself, as JSON values."""
        return {name: getattr(self, name) for name in (*_HEAD, "rule", *_REST)}

    @classmethod
    def of(cls, error: URISyntaxError) -> SyntaxRow:
        """The row of a syntax error."""
        at, text = error.at, error.text
        what = repr(text[at]) if at < len(text) else "the end of the text"
        message = error.detail or f"rule {error.rule!r} refuses {what} here"
        return cls(at, min(at + 1, len(text)), error.rule, error.clause, message, error.hint or None, error)

    @classmethod
    def at(cls, start: int, text: str, edition: EditionId | Edition) -> SyntaxRow:
        """The row of a text that an edition refuses at `start`; the diagnosis runs on first access."""
        row = object.__new__(cls)
        object.__setattr__(row, "start", start)
        object.__setattr__(row, "end", start + 1)
        object.__setattr__(row, "_refused", (text, edition))
        return row

    def __getattr__(self, name: str) -> Any:
        """Compute the fields that `at` left empty."""
        if name not in _DIAGNOSIS or self._refused is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        text, edition = self._refused
        try:
            parse(text, edition=edition)
        except URISyntaxError as error:
            row = self.of(error)
            for field_name in _DIAGNOSIS:
                object.__setattr__(self, field_name, getattr(row, field_name))
        return object.__getattribute__(self, name)


Row: TypeAlias = Finding | SyntaxRow
