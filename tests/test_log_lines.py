"""Running text: what is a secret is masked, and nothing else is touched."""

from __future__ import annotations

import re

import pytest

import uriverse as uv
from support.log_lines import FORMATS, changed_lines, shown_secrets
from support.seeded import seed_and_cases
from support.vectors import files
from twins.secret_forms import example
from uriverse.ground.masking import STRONG_NAMES, masked
from uriverse.ground.secret_names import FORMS

NAMES = [case for data in files("secret_names") for case in data["cases"]]


def test_lines_without_secrets_come_back() -> None:
    """RFC 3986, section 7.5, hides secrets alone; the lines have URLs with ports and addresses of mail."""
    assert len(FORMATS) >= 30
    assert list(changed_lines(*seed_and_cases(1, 3000))) == []


def test_a_planted_secret_is_masked_and_nothing_else() -> None:
    """Where white space, a quote or "<" ends the URL, the rest of the line stays to the octet."""
    assert list(shown_secrets(*seed_and_cases(2, 3000))) == []


@pytest.mark.parametrize(
    "line",
    [
        '{"url":"http://10.0.0.2:9200","status":503,"user":"ops@x.example"}',
        "npm http fetch GET 200 http://localhost:4873 react@18.2.0 12ms",
        "http://h:8000\n\nline two\n" + "x" * 6000 + "\nmail a@b.example",
        "ports: [http:80,smtp:25,mail:ops@x.example]",
        "npm_config_registry hf_transfer@0.1 cursor=eyJpZCI6MX0 http://bot1:8080/a/b /webhooks/42/deliveries",
        "authorization: token expired for ops@x.example",
        "AKIAIOSFODNN7EXAMPLEx XAKIAIOSFODNN7EXAMPLE",
    ],
)
def test_an_ordinary_line_comes_back(line: str) -> None:
    assert masked(line, running=True) == line


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("1,http://me:p@w@h:80,200,a@b", "1,http://me:***@h:80,200,a@b"),
        ('{"m": "GET \\"http://h/?token=abc\\" 200"}', '{"m": "GET \\"http://h/?token=***\\" 200"}'),
        ("GET (http://h/?token=abc), then", "GET (http://h/?token=***), then"),
        ('https://hooks.slack.com:443 "POST /services/T01234567/B01234567/' + "x" * 24 + ' HTTP/1.1"', None),
        (
            "https:\\/\\/hooks.slack.com\\/services\\/T\\/B\\/SECRET",
            "https:\\/\\/hooks.slack.com\\/services\\/T\\/B\\/***",
        ),
        ("/?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2FT%2FB%2Fx&y=1", None),
        ("http://proxy.example/bot1:SECRET/getMe", "http://proxy.example/bot1:***/getMe"),
        ('{"Authorization": "Bearer abc.def-1", "n": 1}', '{"Authorization": "Bearer ***", "n": 1}'),
        ("map[Authorization:[Basic dXNlcjpwdw==]]", "map[Authorization:[Basic ***]]"),
        ("see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln. Next", "see ***. Next"),
    ],
)
def test_a_secret_is_found_where_programs_write_it(line: str, shown: str | None) -> None:
    """The logs of urllib3, JSON of PHP, a nested query, headers as dictionaries, the end of a sentence."""
    masks = masked(line, running=True)
    assert masks == shown if shown else masks.count("***") == 1 and "x" * 24 not in masks and "B%2Fx" not in masks


def test_a_token_as_a_user_and_an_encoded_colon() -> None:
    """GitHub's password `x-oauth-basic` says that the user is a token; a decoder finds the colon in `user%3Apw`."""
    assert uv.parse("https://0123abc:x-oauth-basic@github.com/a").redacted() == "https://***:***@github.com/a"
    assert uv.parse("https://user%3Apw@h/").redacted() == "https://user%3A***@h/"


@pytest.mark.parametrize("case", NAMES, ids=lambda case: case["name"])
def test_names_are_compared_by_their_words(case: dict[str, str]) -> None:
    assert STRONG_NAMES.hides(case["name"]) == case["secret"], case["api"]


def test_the_table_has_names_of_both_kinds() -> None:
    assert len(NAMES) >= 60 and 25 < sum(case["secret"] for case in NAMES) < len(NAMES) - 25


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_found_and_a_shorter_text_is_not(form: str) -> None:
    """In an argument, in `repr` and in running text; one character less in a run is another text."""
    text, shown = example(form, 0)
    for line in (f"see {text} here", f"({text}), and", f'"{text}"', f"{text}"):
        assert masked(line, running=True) == line.replace(text, shown), FORMS[form]
    assert masked(text) == shown and shown in repr(uv.split(f"/a?b#{text}"))
    for run in range(len(re.findall(r"\{[1-9]", form))):
        shorter, _ = example(form, 1, run)
        # Some have a shorter form, with fewer segments.
        if not any(other != form and form.startswith(other.rstrip(")")) for other in FORMS):
            assert masked(shorter, running=True) == shorter


@pytest.mark.parametrize("form", FORMS)
def test_a_form_repeated_is_searched_in_linear_time(form: str) -> None:
    """A quadratic search would need minutes for a megabyte, and the test would not end."""
    text, _ = example(form, 0)
    for unit in (text, f"-{text}", text[:-1], f"{text}."):
        masked(unit * (300_000 // len(unit)))
