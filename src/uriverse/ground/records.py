"""Faster replacements of the standard library's `dataclass`, `field` and `NamedTuple`, for start-up.

`dataclasses` imports `inspect`, `ast` and `dis` (6 ms), and compiles up to six functions for each class (0.7 ms). This
module compiles only `__init__`, on its first use; the other methods are shared. A process that calls
`uriverse.audit.findings` once takes 46 ms of processor time with it and 71 with `dataclasses` and `typing`.
`dataclasses.fields`, `replace` and `asdict` accept the values, and classes of `dataclasses.dataclass` can inherit from
these: `__dataclass_fields__` is created lazily.

The `repr` of a value masks secrets: `Reason(value='http://u:***@h/')`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter
    from _operator import attrgetter

    class _Missing:
        """No default. In a signature it stands for the result of a factory, as in those of the standard dataclasses."""

        def __repr__(self):
            return "<factory>"

    MISSING = _Missing()

    class Field:
        """One field; the attributes are the arguments of `dataclasses.field`."""

        __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "name", "repr", "type")

        def __init__(self, default, default_factory, init, repr, compare, kw_only):
            self.default, self.default_factory, self.init = default, default_factory, init
            self.repr, self.compare, self.kw_only = repr, compare, kw_only

    def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, compare=True, kw_only=None):
        """Like `dataclasses.field`."""
        return Field(default, default_factory, init, repr, compare, kw_only)

    def fields(kind):
        """Like `dataclasses.fields`, also for values of other dataclasses."""
        attributes = kind.__dict__ if isinstance(kind, type) else type(kind).__dict__
        if "_record_fields" in attributes:
            return attributes["_record_fields"]
        import dataclasses

        return dataclasses.fields(kind)

    def replace(value, **changes):
        """Like `dataclasses.replace`."""
        return type(value)(
            **{field.name: getattr(value, field.name) for field in fields(value) if field.init} | changes
        )

    def dataclass(cls=None, /, *, init=True, frozen=False, eq=True, repr=True, slots=False, kw_only=False):
        """Like `dataclasses.dataclass`."""

        def decorated(cls):
            return _record_class(cls, init, frozen, eq, repr, slots, kw_only)

        return decorated if cls is None else decorated(cls)

    class _NamedTupleType(type):
        def __new__(meta, name, bases, space):
            if not bases:
                return super().__new__(meta, name, bases, space)
            annotations = space.pop("__annotations__")
            fields = tuple(annotations)
            defaults = {part: space.pop(part) for part in fields if part in space}
            parameters = ", ".join(f"{part}=_defaults[{part!r}]" if part in defaults else part for part in fields)
            source = f"lambda _cls, {parameters}: _tuple(_cls, ({', '.join(fields)},))"
            new = eval(source, {"_defaults": defaults, "_tuple": tuple.__new__, "__name__": space["__module__"]})
            new.__name__, new.__qualname__ = "__new__", f"{name}.__new__"
            new.__annotations__ = annotations
            getters = {part: _tuplegetter(index, "") for index, part in enumerate(fields)}
            names = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            members = {"__new__": new, "__repr__": _repr_of_tuple, "__annotations__": annotations}
            return type(name, (tuple,), {**_OF_TUPLES, **getters, **names, **members, **space})

    class NamedTuple(metaclass=_NamedTupleType):
        """Like `typing.NamedTuple`, without `typing` and `collections`."""

    def _replaced(self, /, **changes):
        return type(self)(**dict(zip(self._fields, self, strict=True)) | changes)

    _OF_TUPLES = {
        "__slots__": (),
        "__getnewargs__": lambda self: tuple(self),
        "_make": classmethod(lambda cls, values: cls(*values)),
        "_asdict": lambda self: dict(zip(self._fields, self, strict=True)),
        "_replace": _replaced,
    }

    def _repr_of_tuple(self):
        from uriverse.ground.masking import masked_repr

        return masked_repr(self, self._fields)

    class _Described:
        """A class attribute of a standard dataclass, computed once, lazily, from a dataclass with the same fields."""

        def __init__(self, name, fields, **options):
            self.name, self.fields, self.options, self.value = name, fields, options, None

        def __get__(self, instance, owner):
            if self.value is None:
                self.value = self._computed(owner)
            return self.value

        def _computed(self, owner):
            import dataclasses

            space = {
                "__annotations__": {field.name: field.type for field in self.fields},
                "__module__": owner.__module__,
            }
            for field in self.fields:
                options = {name: getattr(field, name) for name in Field.__slots__ if name not in {"name", "type"}}
                options = {name: value for name, value in options.items() if value is not MISSING}
                space[field.name] = dataclasses.field(**options)
            return getattr(dataclasses.dataclass(**self.options)(type(owner.__name__, (), space)), self.name)

    class _Compiled:
        """A placeholder for `__init__` or `_fill`: its first access compiles and installs the functions (0.2 ms)."""

        def __init__(self, name, compiled):
            self.name, self.compiled = name, compiled

        def __get__(self, instance, owner):
            return self.compiled()[self.name].__get__(instance, owner)

    def _record_class(cls, init, frozen, eq, repr, slots, kw_only):
        annotations = cls.__annotations__
        fields = {part.name: part for base in cls.__mro__[:0:-1] for part in base.__dict__.get("_record_fields", ())}
        for name, kind in annotations.items():
            default = cls.__dict__.get(name, MISSING)
            field = default if isinstance(default, Field) else Field(default, MISSING, True, True, True, None)
            field.name, field.type = name, kind
            field.kw_only = kw_only if field.kw_only is None else field.kw_only
            fields[name] = field
        every = tuple(fields.values())
        space = {name: value for name, value in cls.__dict__.items() if name not in annotations}
        added = {
            "_record_fields": every,
            "__dataclass_fields__": _Described("__dataclass_fields__", every, frozen=frozen, eq=eq),
            "__dataclass_params__": _Described("__dataclass_params__", every, frozen=frozen, eq=eq),
            "__match_args__": tuple(part.name for part in every if part.init and not part.kw_only),
        }
        checks = hasattr(cls, "__post_init__")

        def compiled():
            # A descriptor's `__set__` takes half the time of `object.__setattr__`.
            setters = {f"_set_{part.name}": getattr(record, part.name).__set__ for part in every} if slots else {}
            functions = _initializers(every, frozen, checks, setters)
            for name, function in functions.items():
                setattr(record, name, function)
            return functions

        if init:
            added |= {name: _Compiled(name, compiled) for name in ("__init__", *(["_fill"] if checks else []))}
        if repr:
            added["__repr__"] = _repr
        if eq:
            added |= _equality(attrgetter(*(part.name for part in every if part.compare)), frozen)
            if "__eq__" in space and space["__hash__"] is None:
                del space["__hash__"]
        if frozen:
            added |= {"__setattr__": _refuse_setting, "__delattr__": _refuse_deleting}
        if slots:
            inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
            added |= {"__slots__": tuple(name for name in annotations if name not in inherited)}
            added |= {"__getstate__": _state, "__setstate__": _set_state} if frozen else {}
            for name in ("__dict__", "__weakref__"):
                space.pop(name, None)
            return (record := type(cls)(cls.__name__, cls.__bases__, {**added, **space}))
        record = cls
        for name in annotations:
            default = fields[name].default
            if default is not MISSING:
                setattr(cls, name, default)
            elif name in cls.__dict__:
                delattr(cls, name)
        for name, value in added.items():
            if name not in space:
                setattr(cls, name, value)
        return cls

    def _initializers(fields, frozen, checks, setters):
        """Compile `__init__`, and with `checks` `_fill`, which does not call `__post_init__`."""
        names = {"_set": object.__setattr__, "_MISSING": MISSING, **setters}
        positional, keywords, lines = [], [], []
        for index, field in enumerate(fields):
            name = value = field.name
            parameter = name
            if field.default is not MISSING:
                names[f"default_{index}"] = field.default
                parameter = f"{name}=default_{index}"
            elif field.default_factory is not MISSING:
                names[f"make_{index}"] = field.default_factory
                parameter = f"{name}=_MISSING"
                value = f"make_{index}() if {name} is _MISSING else {name}" if field.init else f"make_{index}()"
            if field.init:
                (keywords if field.kw_only else positional).append(parameter)
            elif field.default_factory is MISSING:
                continue
            setter = f"_set_{name}(self, " if setters else f"_set(self, {name!r}, "
            lines.append(f"{setter}{value})" if frozen else f"self.{name} = {value}")
        parameters = ", ".join(["self", *positional, *(["*", *keywords] if keywords else [])])
        body = "\n ".join(lines or ["pass"])
        source = f"def __init__({parameters}):\n {body}"
        if checks:
            source = f"def _fill({parameters}):\n {body}\n{source}\n self.__post_init__()"
        exec(source, names)
        annotations = {field.name: field.type for field in fields if field.init} | {"return": "None"}
        names["__init__"].__annotations__ = annotations
        return {name: names[name] for name in ("__init__", "_fill") if name in names}

    def _repr(self):
        from uriverse.ground.masking import masked_repr

        return masked_repr(self, (part.name for part in self._record_fields if part.repr))

    def _equality(compared, frozen):
        def equal(self, other):
            return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

        def hashed(self):
            return hash(compared(self))

        return {"__eq__": equal, "__hash__": hashed if frozen else None}

    def _refuse_setting(_self, name, _value):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuse_deleting(_self, name):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _state(self):
        return [getattr(self, part.name) for part in self._record_fields]

    def _set_state(self, state):
        for part, value in zip(self._record_fields, state, strict=True):
            object.__setattr__(self, part.name, value)
