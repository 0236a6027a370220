"""The functions of columns as methods of an engine's objects, with the types of the functions.

A class of an engine says how a function is applied, and what its results are:

    class UriSeries(Methods[pl.Series, pl.Series, pl.Series]):
        def _apply(self, run, arguments, options): ...

`UriSeries(series).host` is then a function of the arguments of `uriverse.columns.host` after the column, which type
checkers know: `Method` passes them on by a `ParamSpec`, so no stub repeats them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from uriverse import columns as uc

if TYPE_CHECKING:
    from typing import Self

    from uriverse._core import Column, Text
    from uriverse.columns.interface import ArrowColumn

P = ParamSpec("P")
# A column of an engine: an argument; a result in one column; a result with a column for each field.
Other = TypeVar("Other")
One = TypeVar("One")
Fields = TypeVar("Fields")


class Method(Generic[P]):
    """A function of columns as a method; the class of the object says what becomes of the column."""

    def __init__(self, run: Callable[Concatenate[ArrowColumn, P], Column]) -> None:
        self.run: Callable[..., Column] = run
        self.__doc__ = run.__doc__

    @cached_property
    def __signature__(self) -> inspect.Signature:
        signature = inspect.signature(self.run)
        return signature.replace(parameters=list(signature.parameters.values())[1:])

    def bound(self, instance: Methods[Any, Any, Any]) -> Callable[..., Any]:
        def method(*arguments: Any, **keywords: Any) -> Any:
            return instance._apply(self.run, self.__signature__.bind(*arguments, **keywords).arguments)

        method.__name__ = method.__qualname__ = self.run.__name__
        method.__doc__, method.__signature__ = self.__doc__, self.__signature__  # type: ignore[attr-defined]
        return method


class OneColumn(Method[P]):
    """A function whose result is one column."""

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Methods[One, Any, Any], owner: type) -> Callable[P, One]: ...
    def __get__(self, instance: Methods[One, Any, Any] | None, owner: type) -> Self | Callable[P, One]:
        return self if instance is None else self.bound(instance)


class OfFields(Method[P]):
    """A function whose result is a struct."""

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Methods[Any, Fields, Any], owner: type) -> Callable[P, Fields]: ...
    def __get__(self, instance: Methods[Any, Fields, Any] | None, owner: type) -> Self | Callable[P, Fields]:
        return self if instance is None else self.bound(instance)


class OfTwo(Method[P]):
    """A function of two columns, or of a column and one text for all rows."""

    def __init__(self, run: Callable[Concatenate[ArrowColumn, ArrowColumn | Text | None, P], Column]) -> None:
        super().__init__(run)  # type: ignore[arg-type]  # the second column is not one of the other arguments

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(
        self, instance: Methods[One, Any, Other], owner: type
    ) -> Callable[Concatenate[Other | Text | None, P], One]: ...
    def __get__(self, instance: Methods[One, Any, Other] | None, owner: type) -> Any:
        return self if instance is None else self.bound(instance)


class Methods(Generic[One, Fields, Other]):
    """All functions of columns as methods."""

    def _apply(self, run: Callable[..., Column], options: Mapping[str, Any]) -> Any:
        """The result of a function on this object, with the other arguments by name."""
        raise NotImplementedError

    admits = OneColumn(uc.admits)
    agreement = OfFields(uc.agreement)
    audit = OneColumn(uc.audit)
    authority = OneColumn(uc.authority)
    canonical = OneColumn(uc.canonical)
    canonical_key = OneColumn(uc.canonical_key)
    decode = OneColumn(uc.decode)
    display = OneColumn(uc.display)
    domain = OneColumn(uc.domain)
    encode = OneColumn(uc.encode)
    equivalent = OfTwo(uc.equivalent)
    errors = OfFields(uc.errors)
    find = OneColumn(uc.find)
    fragment = OneColumn(uc.fragment)
    hierarchy = OneColumn(uc.hierarchy)
    host = OneColumn(uc.host)
    host_type = OneColumn(uc.host_type)
    is_valid = OneColumn(uc.is_valid)
    kind = OneColumn(uc.kind)
    mend = OneColumn(uc.mend)
    normalize = OneColumn(uc.normalize)
    origin = OneColumn(uc.origin)
    params = OneColumn(uc.params)
    path = OneColumn(uc.path)
    path_hierarchy = OneColumn(uc.path_hierarchy)
    port = OneColumn(uc.port)
    port_text = OneColumn(uc.port_text)
    public_suffix = OneColumn(uc.public_suffix)
    query = OneColumn(uc.query)
    query_names = OneColumn(uc.query_names)
    query_pairs = OneColumn(uc.query_pairs)
    query_value = OneColumn(uc.query_value)
    relativize = OfTwo(uc.relativize)
    resolve = OfTwo(uc.resolve)
    scheme = OneColumn(uc.scheme)
    site = OneColumn(uc.site)
    split = OfFields(uc.split)
    subdomain = OneColumn(uc.subdomain)
    template = OneColumn(uc.template)
    tld = OneColumn(uc.tld)
    to_ascii = OneColumn(uc.to_ascii)
    to_iri = OneColumn(uc.to_iri)
    to_unicode = OneColumn(uc.to_unicode)
    to_uri = OneColumn(uc.to_uri)
    url = OneColumn(uc.url)
    userinfo = OneColumn(uc.userinfo)
    view = OneColumn(uc.view)
    with_pairs = OneColumn(uc.with_pairs)
    without_www = OneColumn(uc.without_www)
    parse = OfFields(uc.parse)
