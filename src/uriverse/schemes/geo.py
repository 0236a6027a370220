"""geo: a place by its coordinates (RFC 5870)."""

from __future__ import annotations

from _collections_abc import Iterator, Sequence

from uriverse.ground.late import decimal
from uriverse.ground.lean_typing import Final, Self
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components, Refused
from uriverse.schemes.parts import View, decoded, encoded

WGS84: Final = "wgs84"
# RFC 5870, section 3.3, rule `pnum`.
_PNUM: Final = pattern(r"[0-9]+(\.[0-9]+)?\Z")
# RFC 5870, section 3.3, rule `labeltext`.
_LABEL: Final = pattern(r"[0-9A-Za-z-]+\Z")


@dataclass(frozen=True, slots=True, repr=False)
class Geo(View):
    """A geo URI.

    Attributes:
        coordinates: two or three numbers, `Decimal` or `int`; in WGS-84 latitude, longitude and altitude (section
            3.4.2).
        uncertainty: in meters, or None if it is unknown (section 3.4.3).
        crs: the coordinate reference system, in lower case; by default "wgs84".
        parameters: the other parameters, in order; the value is None if there is no "=".

    >>> from uriverse import schemes
    >>> place = schemes.view("geo:48.198634,16.371648;crs=wgs84;u=40")
    >>> place.latitude, place.longitude, place.altitude, place.uncertainty
    (Decimal('48.198634'), Decimal('16.371648'), None, Decimal('40'))
    """

    coordinates: Sequence[decimal.Decimal]
    uncertainty: decimal.Decimal | None = None
    crs: str = WGS84
    parameters: Sequence[tuple[str, str | None]] = ()
    scheme: str = field(default="geo", kw_only=True)
    document: str = field(default="rfc5870", kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.coordinates, list | tuple):
            numbers = (decimal.Decimal(number) if type(number) is int else number for number in self.coordinates)
            object.__setattr__(self, "coordinates", tuple(numbers))
        View.__post_init__(self)

    @property
    def latitude(self) -> decimal.Decimal | None:
        """Degrees north, or None in another system than WGS-84."""
        return self.coordinates[0] if self.crs == WGS84 else None

    @property
    def longitude(self) -> decimal.Decimal | None:
        """Degrees east, or None in another system than WGS-84."""
        return self.coordinates[1] if self.crs == WGS84 else None

    @property
    def altitude(self) -> decimal.Decimal | None:
        """Meters above the geoid (section 3.4.5); None if undefined, or in another system than WGS-84."""
        return self.coordinates[2] if self.crs == WGS84 and len(self.coordinates) > 2 else None

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Parse the coordinates, `crs`, `u` and the other parameters.

        Raises:
            Refused: if `crs` or `u` is misplaced or repeated (section 3.3), or WGS-84 has no such place (section
                3.4.2).
        """
        coordinates, *parameters = parts.path.split(";")
        pairs = list(_pairs(parameters))
        crs, uncertainty = WGS84, None
        if pairs and pairs[0][0].lower() == "crs":
            crs = _label(pairs.pop(0)[1])
        if pairs and pairs[0][0].lower() == "u" and _PNUM.match(pairs[0][1] or ""):
            uncertainty = decimal.Decimal(pairs.pop(0)[1] or "")
        for name, _ in pairs:
            if name.lower() in {"crs", "u"}:
                raise Refused(
                    f'"{name}" may appear once, with a value, before other parameters; "crs" is first', "path", "3.3"
                )
        if crs == WGS84:
            _check_wgs84(coordinates.split(","))
        return cls(
            tuple(map(decimal.Decimal, coordinates.split(","))),
            uncertainty,
            crs,
            tuple((name, None if value is None else decoded(value)) for name, value in pairs),
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        """Write the numbers without exponents, and the system unless it is WGS-84."""
        text = ",".join(f"{number:f}" for number in self.coordinates)
        if self.crs != WGS84:
            text += f";crs={self.crs}"
        if self.uncertainty is not None:
            text += f";u={self.uncertainty:f}"
        for name, value in self.parameters:
            text += f";{name}" + ("" if value is None else f"={encoded(scheme, 'value', value)}")
        return text


def _label(value: str | None) -> str:
    """The label of a coordinate reference system, in lower case."""
    if value is None or not _LABEL.match(value):
        raise Refused('"crs" has a label of letters, digits and hyphens', "path", "3.3")
    return value.lower()


def _check_wgs84(coordinates: list[str]) -> None:
    """RFC 5870, section 3.3: latitude has at most two digits, longitude three; section 3.4.2: at most 90 and 180."""
    for name, number, digits, most in zip(("latitude", "longitude"), coordinates, (2, 3), (90, 180), strict=False):
        if len(number.lstrip("-").partition(".")[0]) > digits:
            raise Refused(f"a {name} has {digits} digits at most before its point", "path", "3.3")
        if abs(decimal.Decimal(number)) > most:
            raise Refused(f"a {name} is from -{most} to {most}", "path", "3.4.2")


def _pairs(parameters: list[str]) -> Iterator[tuple[str, str | None]]:
    for parameter in parameters:
        name, mark, value = parameter.partition("=")
        yield name, value if mark else None
