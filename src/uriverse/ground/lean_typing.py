"""Names of `typing` for annotations, in modules that every start loads: the import of `typing` takes 3 ms.

The package never evaluates its annotations (`from __future__ import annotations`), so the names need no value there. A
program that does (`typing.get_type_hints`, Sphinx) has loaded `typing`, and its names then.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING or "typing" in sys.modules:
    from typing import Any as Any
    from typing import Final as Final
    from typing import Literal as Literal
    from typing import Never as Never
    from typing import Self as Self
    from typing import TypeAlias as TypeAlias
else:
    Any = Final = Literal = Never = Self = TypeAlias = object()
