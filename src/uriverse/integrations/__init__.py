"""References in other libraries: one module for each, imported only when you import it.

| module | gives |
|---|---|
| `pydantic` | what makes `uv.URI` a field type (pydantic finds it by itself) |
| `fastapi` | `register`: handlers return references without naming a type |
| `msgspec` | `enc_hook`, `dec_hook`, `schema_hook` |
| `attrs` | `converter` and `validator` for attrs, `register` for cattrs |
| `dataclasses` | `coerce` for `__post_init__` |
| `sqlalchemy` | `ReferenceType`, a column type |
| `django` | `ReferenceValidator`, with or without Django |
| `click` | `ReferenceParam`, a parameter type |
| `argparse` | `reference`, a function for `type=` |
| `json` | `default` for `json.dumps` |
| `sqlite3`, `psycopg` | `register`, adapters of values and columns |
| `httpx`, `requests`, `urllib3`, `aiohttp` | requests whose target is the reference byte for byte |
| `pytest` | why two references differ where passwords are masked (pytest finds it by itself) |
| `jsonschema` | `register`, a format checker that is never silently absent |

Importing one without its library is an `ImportError` of that library.
"""
