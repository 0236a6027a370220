"""Names of `typing` for annotations, in modules that every start loads: the import of `typing` takes 3 ms.

Annotations are never evaluated (`from __future__ import annotations`), so the names need no value.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Final as Final
    from typing import Literal as Literal
    from typing import Never as Never
    from typing import Self as Self
    from typing import TypeAlias as TypeAlias
else:
    Any = Final = Literal = Never = Self = TypeAlias = object()
