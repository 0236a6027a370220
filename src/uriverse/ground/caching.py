"""What the package needs of `functools`, whose import takes 4 ms; its compiled half, `_functools`, takes none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from functools import cache as cache
    from functools import cached_property as cached_property
    from functools import lru_cache as lru_cache
    from functools import partial as partial
    from functools import wraps as wraps
else:
    from _functools import _lru_cache_wrapper
    from _functools import partial as partial

    def wraps(function):
        """Like `functools.wraps`."""

        def decorated(wrapper):
            for name in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
                setattr(wrapper, name, getattr(function, name))
            wrapper.__wrapped__ = function
            return wrapper

        return decorated

    def lru_cache(maxsize):
        """Like `functools.lru_cache`."""
        return lambda function: wraps(function)(_lru_cache_wrapper(function, maxsize, False, lambda *info: info))

    cache = lru_cache(None)

    class cached_property:
        """Like `functools.cached_property`."""

        def __init__(self, function):
            self.function, self.__doc__ = function, function.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.function(instance)
            return value
