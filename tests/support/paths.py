"""Where the repository stands, so that a test can read its examples, vectors and sources."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
