"""The parsers by name: the available ones, a caller's choice, and their cuts."""

from __future__ import annotations

from _collections_abc import Collection, Iterable

from uriverse import _core
from uriverse.confusion.cuts import OURS, Cut, Destination, one_line, our_cuts, our_destinations, target_of
from uriverse.errors import URIError
from uriverse.ground.argument_types import check_argument, wrong_type
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.caching import cache


def available_parsers() -> tuple[str, ...]:
    """The parsers that `uriverse.agreement` can use: built-in ones, Python's, and installed libraries.

    >>> "rfc3986" in available_parsers(), "urllib" in available_parsers()
    (True, True)
    """
    from uriverse.confusion.libraries import LIBRARIES, is_installed

    return (*OURS, *(name for name in LIBRARIES if is_installed(name)))


def chosen_parsers(parsers: str | Collection[str], argument: str = "parsers") -> tuple[str, ...]:
    """Expand a caller's choice of parsers: "ours", "all", one name, or several. Errors name the argument.

    >>> chosen_parsers("whatwg"), chosen_parsers(["split", "urllib"])
    (('whatwg',), ('split', 'urllib'))
    """
    if isinstance(parsers, str):
        if parsers == "ours":
            return OURS
        if parsers == "all":
            return available_parsers()
        return _known(parsers, argument)
    check_argument(argument, parsers, (str, Collection))
    names = tuple(dict.fromkeys(parsers))
    if not names:
        raise ValueError(f"{argument} names no parser")
    for name in names:
        if not isinstance(name, str):
            raise wrong_type(argument, "names of parsers", name)
        _known(name, argument)
    return names


@cache
def _known(name: str, argument: str) -> tuple[str]:
    """The name as a tuple, if there is such a parser."""
    if name in OURS:
        return (name,)
    from uriverse.confusion.libraries import LIBRARIES, is_installed

    if name not in LIBRARIES:
        raise UnknownWordError(argument, name, ("ours", "all", *OURS, *LIBRARIES))
    if not is_installed(name):
        raise ValueError(
            f"{argument}: {name!r} needs the library {LIBRARIES[name].distribution}, which is not installed"
        )
    return (name,)


def cuts_by(text: str, parsers: Iterable[str], base: str | None = None) -> tuple[Cut, ...]:
    """The cut of each parser, in order. With a base, each parser first resolves the text against it."""
    names = tuple(parsers)
    if base is not None:
        return tuple(_cut_from(base, text, name) for name in names)
    ours = {cut.parser: cut for cut in our_cuts(text, [name for name in names if name in OURS])}
    if len(ours) == len(names):
        return tuple(ours.values())
    from uriverse.confusion.libraries import library_cut

    return tuple(ours[name] if name in ours else library_cut(text, name) for name in names)


def _cut_from(base: str, text: str, name: str) -> Cut:
    if name not in OURS:
        from uriverse.confusion.libraries import library_cut

        return library_cut(text, name, base)
    try:
        return our_cuts(target_of(text, base, name), (name,))[0]
    except URIError as error:
        return Cut(name, _core.__version__, one_line(error, text), text=text)


def destinations_by(text: str, parsers: Iterable[str], base: str | None = None) -> list[Destination | None]:
    """The destination of each parser, in order; None if it refuses the text."""
    names = tuple(parsers)
    if base is None and all(name in OURS for name in names):
        return our_destinations(text, names)
    return [cut.destination if cut.accepted else None for cut in cuts_by(text, names, base)]
