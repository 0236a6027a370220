"""tel: a telephone number, global or local to a context (RFC 3966)."""

from __future__ import annotations

from _collections_abc import Sequence

from uriverse.ground.lean_typing import Final, Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components, Refused
from uriverse.schemes.parts import View, decoded, decoded_or_none, encoded

# RFC 3966, section 3, rule `visual-separator`.
VISUAL_SEPARATORS: Final = str.maketrans("", "", "-.()")
# RFC 3966, section 3: which parameters come first.
_FIRST: Final = {"ext": 0, "isub": 0, "phone-context": 1}


@dataclass(frozen=True, slots=True, repr=False)
class Tel(View):
    """A tel URI. There is no fragment: "#" is a key of the telephone (rule `phonedigit-hex`).

    Attributes:
        number: as written, with visual separators; a global one begins with "+".
        extension: the `ext` parameter, or None.
        isdn_subaddress: the `isub` parameter, or None.
        context: the `phone-context` parameter, which a local number must have, or None.
        parameters: the other parameters, each once, in lexicographical order; the value is None if there is no "=".

    >>> from uriverse import schemes
    >>> schemes.view("tel:863-1234;phone-context=+1-914-555")
    Tel(number='863-1234', context='+1-914-555')
    """

    number: str
    extension: str | None = None
    isdn_subaddress: str | None = None
    context: str | None = None
    parameters: Sequence[tuple[str, str | None]] = ()
    scheme: str = field(default="tel", kw_only=True)
    document: str = field(default="rfc3966", kw_only=True)

    @property
    def is_global(self) -> bool:
        """Whether the number is unique in the whole world (section 5.1.4)."""
        return self.number.startswith("+")

    @property
    def digits(self) -> str:
        """The number without visual separators, which only "help humans" (section 5.1.1).

        >>> Tel("+1-201-555-0123").digits
        '+12015550123'
        """
        return self.number.translate(VISUAL_SEPARATORS)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split at the semicolons.

        Raises:
            Refused: if parameters are repeated or out of order (section 3), or if there are both `isub` and `ext`
                (section 5.3).
        """
        number, *parameters = parts.text[len(scheme.name) + 1 :].split(";")
        first: dict[str, str] = {}
        others: list[tuple[str, str | None]] = []
        keys = [parameter.partition("=")[0].lower() for parameter in parameters]
        _check_order(keys)
        for key, parameter in zip(keys, parameters, strict=True):
            name, mark, value = parameter.partition("=")
            if key in _FIRST and mark:
                first[key] = value
            else:
                others.append((name, decoded(value) if mark else None))
        return cls(
            number,
            first.get("ext"),
            decoded_or_none(first.get("isub")),
            first.get("phone-context"),
            tuple(others),
            scheme=scheme.name,
            document=scheme.key,
        )

    def written(self, scheme: Scheme) -> str:
        """Write extension or subaddress first, then the context, then the others (section 3)."""
        text = self.number
        if self.extension is not None:
            text += f";ext={self.extension}"
        if self.isdn_subaddress is not None:
            text += f";isub={encoded(scheme, 'isub', self.isdn_subaddress)}"
        if self.context is not None:
            text += f";phone-context={self.context}"
        for name, value in self.parameters:
            text += f";{name}" + ("" if value is None else f"={encoded(scheme, 'value', value)}")
        return text


def _check_order(keys: list[str]) -> None:
    """Check the names of the parameters, in lower case."""
    if len(set(keys)) < len(keys):
        from collections import Counter

        repeated = next(key for key, count in Counter(keys).items() if count > 1)
        raise Refused(f'the parameter "{repeated}" "MUST NOT appear more than once"', "path", "3")
    if {"ext", "isub"} <= set(keys):
        raise Refused('"ext" and "isub" "cannot appear both at the same time"', "path", "5.3")
    if keys != sorted(keys, key=lambda key: (_FIRST.get(key, 2), key)):
        raise Refused('"isub" or "ext" is first, then "phone-context", then the others in order', "path", "3")
