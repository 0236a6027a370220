"""Support for other libraries: one module for each, imported only when you import it.

| module | gives |
|---|---|
| `pydantic` | `uv.URL` as a field type (pydantic needs no import) |
| `fastapi` | `register`, for handlers that return references without a declared type |
| `msgspec` | `enc_hook`, `dec_hook`, `schema_hook` |
| `attrs` | `converter` and `validator` for attrs, `register` for cattrs |
| `dataclasses` | `coerce` for `__post_init__` |
| `sqlalchemy` | `ReferenceType`, a column type |
| `django` | `ReferenceValidator`, with or without Django |
| `django_fields` | `ReferenceField` for models, `ReferenceFormField` for forms |
| `click` | `ReferenceParam`, a parameter type |
| `argparse` | `reference`, a function for `type=` |
| `json` | `default` for `json.dumps` |
| `sqlite3`, `psycopg` | `register`, adapters of values and columns |
| `httpx`, `requests`, `urllib3`, `aiohttp` | clients that connect only to what a `Policy` admits, and requests whose \
target is the reference byte for byte |
| `pytest` | explanations of differences between references with masked passwords (pytest needs no import) |
| `jsonschema` | `register`, a format checker that is never silently absent |

Importing a module without its library raises `ImportError`.
"""
