"""The tables of redirects and URLs that others publish: each row has their verdict, or ours and the reason."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv
from support.vectors import Case, files


def rows(operation: str) -> list[Any]:
    """Each case with its policy; None if the source has none."""
    return [
        pytest.param(case, data["policies"][case["policy"]] if "policy" in case else None, id=ascii(case[key]))
        for data in files(operation)
        for case in data["cases"]
        for key in ("target", "text")
        if key in case
    ]


def check(url: uv.URL | None, case: Case) -> None:
    """The source's verdict holds, or another one with a reason; if the source says which URL is meant, it is that."""
    assert (url is not None) is case.get("found", case["accepted"])
    assert ("exception" in case) is ("found" in case) and case.get("found") is not case["accepted"]
    if url is not None and "url" in case:
        assert url == uv.URL(case["url"])


def text_of(case: Case, key: str) -> str:
    """The text, to which `repeat` adds a text so many times."""
    text, times = case.get("repeat", ("", 0))
    return str(case[key] + text * times)


@pytest.mark.parametrize(("case", "limits"), rows("safe_redirect"))
def test_a_redirect_is_judged_as_published(case: Case, limits: dict[str, Any] | None) -> None:
    policy = None if limits is None else uv.Policy(**limits)
    try:
        url = uv.safe_redirect(text_of(case, "target"), case["base"], policy)
    except uv.PolicyError:
        url = None
    check(url, case)


@pytest.mark.parametrize(("case", "limits"), rows("policy_url"))
def test_a_url_is_judged_as_published(case: Case, limits: dict[str, Any] | None) -> None:
    try:
        url = uv.Policy(**limits or {}).url(text_of(case, "text"))
    except uv.PolicyError:
        url = None
    check(url, case)
