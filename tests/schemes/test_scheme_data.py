"""The schemes' data: complete, current, and held to the grammars by complete suites on the native engine."""

from __future__ import annotations

import copy
import json
import pickle
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from support.paths import ROOT
from uriverse.editions.registry import EDITION_IDS
from uriverse.grammar.dfa import DEAD
from uriverse.grammar.notation import Notation, read_grammar
from uriverse.grammar.table_file import read_tables
from uriverse.lab.suites import suite
from uriverse.schemes import SCHEMES, Scheme, UnknownSchemeError

DOCUMENTS = [scheme for name in SCHEMES for scheme in SCHEMES.documents(name)]
each_document = pytest.mark.parametrize("scheme", DOCUMENTS, ids=lambda scheme: scheme.id)
TEN = ["file", "ftp", "gopher", "http", "mailto", "news", "nntp", "prospero", "telnet", "wais"]


def test_the_documents_are_all_there() -> None:
    """RFC 1738's ten by their own syntax, and today's."""
    assert [scheme.name for scheme in DOCUMENTS if scheme.key == "rfc1738"] == TEN
    today = {"https", "ws", "wss", "urn", "data", "tel", "ldap", "geo", "cid", "mid"}
    assert {*TEN, *today} <= set(SCHEMES)
    assert {name: SCHEMES[name].key for name in TEN} == {
        "file": "rfc8089",
        "ftp": "rfc1738",
        "gopher": "rfc4266",
        "http": "rfc9110",
        "mailto": "rfc6068",
        "news": "rfc5538",
        "nntp": "rfc5538",
        "prospero": "rfc4157",
        "telnet": "rfc4248",
        "wais": "rfc4156",
    }


@each_document
def test_the_table_is_complete(scheme: Scheme) -> None:
    """Each rule of its own grammar has a clause, each step a function, each example parts."""
    edition = scheme.edition
    if scheme.own_grammar is not None:
        own = read_grammar(scheme.own_grammar, Notation())
        # Line 0 has the core rules of RFC 5234.
        assert {rule.name for rule in own if rule.line > 0} == set(scheme.clauses)
        # The rule of an erratum is compiled as corrected.
        corrected = [scheme.own_grammar.index(f"{erratum.rule} ") for erratum in scheme.errata]
        assert scheme.own_grammar[: min(corrected, default=None)].rstrip() in edition.grammar
    else:
        assert scheme.base.id in EDITION_IDS
        assert not scheme.clauses
    assert scheme.start in edition.clauses
    assert scheme.examples
    for text in scheme.examples:
        assert uv.schemes.view(text, document=scheme).document == scheme.key


# The documents whose text, whole or in the parts that matter, was compared with the tables. A table that cites another
# document besides its own needs it here, or marks the fact.
COMPARED = {
    *("2392", "2397", "3966", "3986", "4156", "4157", "4248", "4266", "4512", "4514", "4515", "4516", "5322", "5536"),
    *("5538", "5870", "6068", "6455", "8089", "8141", "9110"),
}
# Of RFC 1738 those are sections 3.1, 3.3 and 5.
COMPARED_OF_1738 = {"3.1", "3.3", "5"}


@each_document
def test_what_was_not_compared_is_marked(scheme: Scheme) -> None:
    """A fact whose clause was not held against its text is named in `[unconfirmed]`, and nothing else is."""
    facts = [*scheme.clauses.items(), *scheme.keep.items(), *scheme.nonempty.items(), *scheme.forbidden.items()]
    facts += [*scheme.case_insensitive.items(), *scheme.normalization.items(), *scheme.equivalence.items()]
    facts += [("port", scheme.port.clause)] if scheme.port is not None else []
    doubtful = {}
    for fact, clause in facts:
        document, _, section = clause.rpartition(", ")
        number = (document or scheme.document).removeprefix("RFC ")
        own = not document and number != "1738"
        if not own and number not in COMPARED and not (number == "1738" and section in COMPARED_OF_1738):
            doubtful[fact] = clause
    # RFC 1738, section 5, prints both cases of the letters of `ftptype`.
    doubtful.pop("lower-ftp-type", None)
    assert dict(scheme.unconfirmed) == doubtful


@each_document
def test_the_compiled_form_is_of_this_data(scheme: Scheme) -> None:
    """The digest in the committed tables is that of the grammar and the table beside them."""
    assert read_tables(scheme.edition.tables).digest == scheme.edition.digest


@each_document
def test_what_an_encode_set_leaves_can_stand_there(scheme: Scheme) -> None:
    """Each character that a part keeps as it is occurs in some URI of the scheme's language."""
    edition = scheme.edition
    tables = read_tables(edition.tables)
    automaton = tables.automaton(scheme.start)
    # Automata are trimmed: where a character leads anywhere, some URI has it there.
    alive = {index for row in automaton.transitions for index, target in enumerate(row) if target != DEAD}
    for part, characters in tables.encode.items():
        kept = [chr(point) for low, high in characters.ranges for point in range(low, high + 1)]
        assert kept, part
        assert "%" not in kept, part
        assert all(tables.alphabet.classify(ord(letter)) in alive for letter in kept), part
        assert uv.encode("".join(kept), component=part, edition=edition) == "".join(kept)


@pytest.mark.slow
@each_document
def test_the_engine_answers_a_complete_suite(scheme: Scheme) -> None:
    """The start rule's suite by the partial W-method, through the native engine."""
    edition = scheme.edition
    asked = 0
    for case in suite(edition, rule=scheme.start):
        assert uv.is_valid(case.text, edition=edition) is case.accepted, case.text
        asked += 1
    assert asked > 100


ACCT = """
scheme = "acct"
document = "RFC 7565"
title = "The 'acct' URI Scheme"
date = "2015-05"
status = "Proposed Standard"
section = "7"
start = "acctURI"
uses = ["path"]

[grammar]
file = "acct.rfc7565.abnf"
based_on = "rfc3986"

[clauses]
acctURI = "7"
userpart = "7"

[[errata]]
rule = "userpart"
printed = "unreserved / sub-delims 0*( unreserved / pct-encoded / sub-delims )"
corrected = "( unreserved / sub-delims ) 0*( unreserved / pct-encoded / sub-delims )"
clause = "4"
note = "By the printed rule the example of this section is no acct URI."
"""
PRINTED = """
acctURI = "acct" ":" userpart "@" host
userpart = unreserved / sub-delims
           0*( unreserved / pct-encoded / sub-delims )
"""


def test_shipped_schemes_and_what_has_them_are_pickled_and_copied() -> None:
    """They are compared by identity, so they stay the same; a pool of processes returns the verdicts of `check`."""
    for each in (SCHEMES, *DOCUMENTS):
        assert pickle.loads(pickle.dumps(each)) is each is copy.deepcopy(each)
    verdict = uv.schemes.check("ftp://h/a;type=z")
    assert pickle.loads(pickle.dumps(verdict)).scheme is verdict.scheme is SCHEMES["ftp"]


def test_an_erratum_is_compiled_as_corrected(tmp_path: Path) -> None:
    """RFC 7565, sections 4 and 7; the file keeps what is printed, and an erratum of something else is refused."""
    (tmp_path / "acct.rfc7565.abnf").write_text(PRINTED, "utf-8")
    (tmp_path / "acct.rfc7565.toml").write_text(ACCT, "utf-8")
    acct = Scheme.from_file(tmp_path / "acct.rfc7565.toml")
    assert uv.schemes.is_valid("acct:foobar@status.example.net", document=acct)
    assert [erratum.rule for erratum in acct.errata] == ["userpart"]
    verdict = uv.schemes.check("acct:foobar@status.example.net", document=acct)
    again = pickle.loads(pickle.dumps(verdict)).scheme
    assert again is not None and (again.document, again.own_grammar) == (acct.document, acct.own_grammar)
    (tmp_path / "acct.rfc7565.abnf").write_text(PRINTED.replace("0*(", "*("), "utf-8")
    with pytest.raises(uv.GrammarError, match="'userpart' is not printed as"):
        _ = Scheme.from_file(tmp_path / "acct.rfc7565.toml").edition
    (tmp_path / "acct.rfc7565.toml").write_text(ACCT.partition("[[errata]]")[0], "utf-8")
    (tmp_path / "acct.rfc7565.abnf").write_text(PRINTED, "utf-8")
    printed = Scheme.from_file(tmp_path / "acct.rfc7565.toml")
    assert not uv.schemes.is_valid("acct:foobar@status.example.net", document=printed)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('usses = ["path"]', "the table has no 'usses'; did you mean 'uses'"),
        ('uses = ["paht"]', r"\[uses\] has no 'paht'; did you mean 'path'"),
        ('[keep]\ndot-segment = "1"', r"\[keep\] has no 'dot-segment'; did you mean 'dot-segments'"),
        ('[normalization]\nlower-nidd = "1"', r"\[normalization\] has no 'lower-nidd'; did you mean 'lower-nid'"),
        ('[nonempty]\nhots = "1"', r"\[nonempty\] has no 'hots'; did you mean 'host'"),
        ('[equivalence]\nqueri = "1"', r"\[equivalence\] has no 'queri'; did you mean 'query'"),
        ('[port]\nnumbr = 1\nclause = "1"', r"\[port\] has no 'numbr'; did you mean 'number'"),
    ],
)
def test_a_misspelt_name_is_an_error(tmp_path: Path, written: str, message: str) -> None:
    """It never means the default in silence."""
    path = tmp_path / "x.mine.toml"
    said = {
        "scheme": "x",
        "document": "d",
        "title": "t",
        "date": "2026-01",
        "status": "s",
        "section": "1",
        "start": "u",
    }
    lines = [*(f'{key} = "{value}"' for key, value in said.items()), written, "[grammar]", 'edition = "rfc3986"', ""]
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(uv.GrammarError, match=message):
        Scheme.from_file(path)


def test_the_example_of_the_readme_works(tmp_path: Path) -> None:
    """The grammar and the table that README.md shows are a scheme as they stand, and its vectors hold."""
    readme = (ROOT / "src" / "uriverse" / "schemes" / "README.md").read_text("utf-8")
    blocks = [dedent(block) for block in re.findall(r"^   ```\w*\n(.*?)^   ```", readme, re.DOTALL | re.MULTILINE)]
    grammar, table, vectors = blocks
    (tmp_path / "coap.rfc7252.abnf").write_text(grammar, "utf-8")
    (tmp_path / "coap.rfc7252.toml").write_text(table, "utf-8")
    coap = Scheme.from_file(tmp_path / "coap.rfc7252.toml")
    for text in coap.examples:
        assert uv.schemes.is_valid(text, document=coap)
    assert str(uv.schemes.normalize("COAP://H:5683", document=coap)) == "coap://h/"
    parts, empty_host, same = json.loads(vectors)["cases"]
    view = uv.schemes.view(parts["text"], document=coap)
    assert {name: getattr(view, name) for name in parts["view"]} == parts["view"]
    assert uv.schemes.is_valid(empty_host["text"], document=coap) is empty_host["valid"]
    assert uv.schemes.equivalent(same["a"], same["b"], document=coap) is same["equivalent"]


def test_a_scheme_of_ones_own(tmp_path: Path) -> None:
    """Adding a scheme adds files: a grammar and a table; without a module its value is plain."""
    (tmp_path / "coap.rfc7252.abnf").write_text(
        'coap-URI = "coap:" "//" host [ ":" port ] path-abempty [ "?" query ]\n', "utf-8"
    )
    (tmp_path / "coap.rfc7252.toml").write_text(
        """
scheme = "coap"
document = "RFC 7252"
title = "The Constrained Application Protocol (CoAP)"
date = "2014-06"
status = "Proposed Standard"
section = "6.1"
start = "coap-URI"
uses = ["host", "port", "path", "query"]
[grammar]
file = "coap.rfc7252.abnf"
based_on = "rfc3986"
[clauses]
coap-URI = "6.1"
[port]
number = 5683
empty_path = "/"
clause = "6.1"
[nonempty]
host = "6.1"
[forbidden]
fragment = "6.1"
[normalization]
""",
        "utf-8",
    )
    coap = Scheme.from_file(tmp_path / "coap.rfc7252.toml")
    value = uv.schemes.view("coap://h:5683/a?b", document=coap)
    assert value == uv.schemes.Plain("/a", "b", "h:5683", scheme="coap", document="rfc7252")
    assert str(value.uri(scheme=coap)) == "coap://h:5683/a?b"
    assert str(uv.schemes.normalize("COAP://H:5683", document=coap)) == "coap://h/"
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.schemes.view("coap://u@h/", document=coap)
    assert (caught.value.at, caught.value.clause) == (8, "RFC 7252, section 6.1")
    with pytest.raises(uv.URISyntaxError, match="fragment"):
        uv.schemes.view("coap://h/#f", document=coap)
    with pytest.raises(uv.URISyntaxError, match="host is empty"):
        uv.schemes.view("coap:///", document=coap)
    with pytest.raises(uv.URISyntaxError, match="not a URI of scheme coap"):
        uv.schemes.view("http://h/", document=coap)


@pytest.mark.parametrize(
    ("table", "words"),
    [("", "incomplete"), ('scheme = "y"\n[grammar]\n', "another scheme"), ('scheme = "x"\n', "grammar")],
)
def test_a_wrong_table_is_reported(tmp_path: Path, table: str, words: str) -> None:
    (tmp_path / "x.mine.toml").write_text(table, "utf-8")
    with pytest.raises(uv.GrammarError, match=words) as caught:
        Scheme.from_file(tmp_path / "x.mine.toml")
    assert caught.value.file == "x.mine.toml"


def test_unknown_schemes_and_documents() -> None:
    """What has no grammar says so; the generic question is still answered."""
    with pytest.raises(UnknownSchemeError, match=r"scheme must be one of .*, which have a grammar here, not 'xmpp'"):
        uv.schemes.view("xmpp:a@b")
    with pytest.raises(UnknownSchemeError, match=r"which have a grammar here, not 'htt'; did you mean 'http'"):
        uv.schemes.view("htt:a")
    with pytest.raises(UnknownSchemeError, match=r"document must be one of .*rfc9110, not 'rfc2616'"):
        uv.schemes.view("http://h/", document="rfc2616")
    assert SCHEMES.get("xmpp") is None
    with pytest.raises(uv.URISyntaxError):
        uv.schemes.view("xmpp:a b")
    with pytest.raises(uv.URISyntaxError):
        uv.schemes.view("//h/relative")
    verdict = uv.schemes.check("xmpp:a@b")
    assert (verdict.valid, verdict.scheme) == (True, None)
    assert uv.schemes.check("../g").valid
    verdict = uv.schemes.check("http://h/a b")
    assert (verdict.valid, verdict.syntax is not None, verdict.scheme_syntax) == (False, True, None)


def test_a_host_that_two_documents_read_differently_is_refused() -> None:
    """RFC 1738's user may hold a "?", at which RFC 3986 sees the authority end: no view may name either host."""
    text = "ftp://good.example?@evil.example/"
    assert uv.is_valid(text, rule="ftpurl", edition="rfc1738")
    assert uv.is_valid(text)
    with pytest.raises(uv.URISyntaxError, match=r"evil\.example") as caught:
        uv.schemes.view(text)
    assert caught.value.at == 6


def test_the_error_names_the_schemes_rule() -> None:
    """Place, rule, clause and what was expected are the scheme's."""
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.schemes.view("geo:48.2010;16.3695")
    error = caught.value
    assert (error.at, error.rule, error.clause) == (11, "geo-URI", "RFC 5870, section 3.3")
    assert error.expected == ("DIGIT", '","')
    assert "RFC 5870" in str(error)


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_a_view_does_not_depend_on_who_read_the_reference(edition: Any) -> None:
    """RFC 2396 sees no query in a mailto, RFC 1738 none in an http URL; their views have it all the same."""
    for text in ("mailto:joe@example.com?subject=x", "http://example.com/a?b", "tel:+1-2;a=b", "urn:example:a?=b"):
        if edition == "rfc1630" and not uv.is_valid(text, edition=edition):
            # It has no "=" in a search (`xalphas [ + search ]`), and no ";" but before a type.
            continue
        ref = uv.parse(text, edition=edition)
        assert uv.schemes.view(ref) == uv.schemes.view(text)
        normal = uv.schemes.normalize(ref)
        assert (str(normal), normal.edition) == (str(uv.schemes.normalize(text)), edition)
        assert uv.schemes.check(ref).valid
