"""Your own grammar as an edition: it judges, cuts, explains and compares on the native engine."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse.lab.cutting import Cutter

GRAMMARS = ROOT / "examples" / "grammars"
IRI_ROLES = {
    "authority": "iauthority",
    "userinfo": "iuserinfo",
    "reg-name": "ireg-name",
    "segment": "ipath-abempty",
    "segment-nz": "ipath-absolute / ipath-rootless / ipath-empty",
    "segment-nz-nc": "ipath-absolute / ipath-noscheme / ipath-empty",
    "query": "iquery",
    "fragment": "ifragment",
}
HOUSE = """
house = "https://" name ".example" path-abempty [ "?" query ]
name  = 1*ALPHA
"""


@pytest.fixture(scope="module")
def urn() -> uv.Edition:
    text = (GRAMMARS / "urn.abnf").read_text("utf-8")
    return uv.Edition.from_grammar(text, start="namestring", id="urn", file="urn.abnf")


@pytest.fixture(scope="module")
def tel() -> uv.Edition:
    text = (GRAMMARS / "tel.abnf").read_text("utf-8")
    return uv.Edition.from_grammar(text, start="telephone-uri", id="tel", file="tel.abnf")


@pytest.fixture(scope="module")
def iri() -> uv.Edition:
    text = (ROOT / "tests" / "lab" / "iri.abnf").read_text("utf-8")
    return uv.Edition.from_grammar(text, start="IRI-reference", roles=IRI_ROLES, id="iri", file="iri.abnf")


def refused(text: str, edition: uv.Edition) -> uv.URISyntaxError:
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(text, edition=edition)
    return caught.value


def no_grammar(text: str, **options: object) -> uv.GrammarError:
    arguments = {"start": "a", "file": "own.abnf", **options}
    with pytest.raises(uv.GrammarError) as caught:
        uv.Edition.from_grammar(text, **arguments)  # type: ignore[arg-type]
    return caught.value


def test_what_the_base_cuts_the_start_rule_judges() -> None:
    """A text of the base's usual shape is cut at one look, and is valid only if the start rule accepts it."""
    house = uv.Edition.from_grammar(HOUSE, start="house")
    seen = set()
    for host in ("shop.example", "shop1.example", "example", "shop.example:80", "u@shop.example"):
        for front in ("https://", "http://", "//", ""):
            for rest in ("", "/a/b", "?q", "/a?q", "/a#f", "/a b", "/" + "a%41" * 20):
                text = front + host + rest
                accepted = uv.is_valid(text, rule="house", edition=house)
                assert uv.is_valid(text, edition=house) == accepted, text
                if accepted:
                    mine, base = uv.parse(text, edition=house), uv.parse(text)
                    assert (mine.host, mine.path, mine.query) == (base.host, base.path, base.query), text
                else:
                    refused(text, house)
                seen.add(accepted)
    assert seen == {True, False}


# RFC 8141, sections 2.3 and 3.2.
@pytest.mark.parametrize(
    ("text", "path", "query", "fragment"),
    [
        ("urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", "example:foo-bar-baz-qux", "+CCResolve:cc=uk", None),
        (
            "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
            "example:weather",
            "=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
            None,
        ),
        ("urn:example:foo-bar-baz-qux#somepart", "example:foo-bar-baz-qux", None, "somepart"),
        ("urn:example:a123,z456", "example:a123,z456", None, None),
        ("URN:example:a123,z456", "example:a123,z456", None, None),
        ("urn:EXAMPLE:a123,z456", "EXAMPLE:a123,z456", None, None),
        ("urn:example:a123,z456?+abc", "example:a123,z456", "+abc", None),
        ("urn:example:a123,z456?=xyz", "example:a123,z456", "=xyz", None),
        ("urn:example:a123,z456#789", "example:a123,z456", None, "789"),
        ("urn:example:a123,z456/foo", "example:a123,z456/foo", None, None),
        ("urn:example:a123%2Cz456", "example:a123%2Cz456", None, None),
        ("URN:EXAMPLE:a123%2cz456", "EXAMPLE:a123%2cz456", None, None),
        ("urn:example:%D0%B0123,z456", "example:%D0%B0123,z456", None, None),
        ("urn:example:1/406/47452/2", "example:1/406/47452/2", None, None),
    ],
)
def test_the_examples_of_rfc8141(
    urn: uv.Edition, text: str, path: str, query: str | None, fragment: str | None
) -> None:
    """What RFC 8141 prints is a URN, cut as RFC 3986 cuts it."""
    name = uv.parse(text, edition=urn)
    assert str(name) == text
    assert (name.kind, name.authority, name.path, name.query, name.fragment) == (
        "absolute",
        None,
        path,
        query,
        fragment,
    )


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("urn:a:b", 5, ("ldh",)),
        ("urn:example:", 12, ("pchar",)),
        ("urn:-x:b", 4, ("alphanum",)),
        ("urn:" + "a" * 33 + ":b", 36, ('":"',)),
        ("urn:example:a?x", 14, ('"+"', '"="')),
        ("urn:example:/a", 12, ("pchar",)),
        ("http://h/", 0, ('"U"', '"u"')),
    ],
)
def test_what_is_no_urn(urn: uv.Edition, text: str, at: int, expected: tuple[str, ...]) -> None:
    """The place, and what could have stood there; RFC 3986 takes all of these."""
    error = refused(text, urn)
    assert (error.at, error.rule, error.expected) == (at, "namestring", expected)
    assert error.clause == "urn.abnf, line 6"
    assert "rule 'namestring' of urn.abnf, line 6 refuses it" in str(error)
    assert uv.is_valid(text)


# RFC 3966, sections 5.1.5 and 6.
@pytest.mark.parametrize(
    "text",
    [
        *("tel:+1-201-555-0123", "tel:7042;phone-context=example.com", "tel:863-1234;phone-context=+1-914-555"),
        *("TEL:+1-201-555-0123", "tel:+1(201)555.0123;ext=12;isub=a/b?c", "tel:*67#;phone-context=+1;x=[a]"),
    ],
)
def test_the_examples_of_rfc3966(tel: uv.Edition, text: str) -> None:
    """Global and local numbers, with their parameters."""
    assert str(uv.parse(text, edition=tel)) == text


@pytest.mark.parametrize(
    "text", ["tel:7042", "tel:", "tel:+", "tel:+1 201", "tel:+1;=a", "tel:1;phone-context=-a", "sip:a"]
)
def test_what_is_no_telephone_number(tel: uv.Edition, text: str) -> None:
    """A local number needs its context (section 5.1.5), a global one a digit."""
    assert not uv.is_valid(text, edition=tel)
    assert uv.lab.explain(text, [tel])["tel"].refusal is not None


def test_an_own_edition_is_a_value(urn: uv.Edition) -> None:
    """Equal by digest, picklable with its tables, short to show, and carried by references."""
    again = pickle.loads(pickle.dumps(urn))
    assert again == urn and hash(again) == hash(urn)
    assert again.tables == urn.tables
    name = uv.parse("urn:example:a", edition=urn)
    assert name.edition is urn
    assert pickle.loads(pickle.dumps(name)) == name
    assert uv.parse(name, edition=again) is name
    assert repr(urn) == "<Edition urn: urn, on the ground of RFC 3986>"
    assert repr(name) == "URI('urn:example:a', edition='urn')"
    other = uv.Edition.from_grammar((GRAMMARS / "urn.abnf").read_text("utf-8") + "\n; no change\n", start="namestring")
    assert other != urn
    assert (urn.based_on, uv.EDITIONS["rfc3986"].based_on) == ("rfc3986", None)


def test_the_rest_of_the_api(urn: uv.Edition) -> None:
    """Rules by name, resolution, normalization, comparison, explanation."""
    assert uv.is_valid("example", rule="NID", edition=urn)
    assert not uv.is_valid("a", rule="NID", edition=urn)
    assert uv.is_valid("a:b", rule="segment", edition=urn)
    assert {"NID", "NSS", "pchar", "authority"} <= set(urn.rules)
    with pytest.raises(uv.UnknownRuleError):
        uv.is_valid("a", rule="NIS", edition=urn)
    assert str(uv.resolve("urn:example:b", "urn:example:a", edition=urn)) == "urn:example:b"
    assert str(uv.normalize("URN:example:%61%2cz", edition=urn)) == "urn:example:a%2Cz"
    assert uv.equivalent("URN:example:a", "urn:example:a", edition=urn)
    assert uv.lab.explain("urn:a:b", [urn])["urn"].refusal == uv.lab.explain("urn:a:b", [urn, "rfc3986"])["urn"].refusal
    start = uv.lab.diff("rfc3986", urn).rules[0]
    assert (start.old_rule, start.new_rule, start.relation) == ("URI-reference", "namestring", "narrower")
    with pytest.raises(uv.URISyntaxError):
        uv.resolve("#f", "urn:example:a", edition=urn)


def test_a_house_rule_with_roles() -> None:
    """A role names the rule of a slot, and an error then shows it."""
    house = uv.Edition.from_grammar(HOUSE + 'where = name ".example"', start="house", roles={"reg-name": "where"})
    assert uv.parse("https://shop.example/a?b", edition=house).host == "shop.example"
    error = refused("https://sh0p.example/", house)
    assert (error.rule, error.at, error.component) == ("where", 10, "host")


def test_a_rule_of_the_base_redefined() -> None:
    """A rule that the grammar redefines is its own wherever the base uses it; the start may be the base's."""
    shouting = uv.Edition.from_grammar("host = 1*%x41-5A", start="URI")
    assert uv.parse("http://HOST/a", edition=shouting).host == "HOST"
    assert not uv.is_valid("http://host/a", edition=shouting)
    assert not uv.is_valid("//HOST/a", edition=shouting)


def test_an_own_edition_can_be_a_base() -> None:
    """A grammar on a grammar on an edition."""
    house = uv.Edition.from_grammar(HOUSE, start="house")
    shop = uv.Edition.from_grammar('name = "shop"', start="house", based_on=house, id="shop")
    assert uv.is_valid("https://shop.example/", edition=shop)
    assert not uv.is_valid("https://other.example/", edition=shop)


@pytest.mark.parametrize("base", ["rfc1808", "url-syntax-03", "uri-syntax-02", "rfc2396", "rfc2732", "rfc2396bis-00"])
def test_on_older_editions(base: str) -> None:
    """ABNF on a base in BNF, too: its rules are spelled with hyphens."""
    own = uv.Edition.from_grammar('a = "x:" 1*ALPHA [ "#" fragment ]', start="a", based_on=base)
    found = uv.parse("X:abc#f", edition=own)
    assert (found.scheme, found.path, found.fragment) == ("X", "abc", "f")
    assert not uv.is_valid("x:1", edition=own)


def test_the_spelling_of_an_older_base() -> None:
    """`abs_path` is `abs-path` in ABNF; in BNF it keeps its name, and the base must be BNF too."""
    grammar = 'u = "http://" server [ {} [ "?" query ] ]'
    hyphens = uv.Edition.from_grammar(grammar.format("abs-path"), start="u", based_on="rfc2396")
    plain = uv.Edition.from_grammar(grammar.format("abs_path"), start="u", based_on="rfc2396", notation="bnf")
    for own in (hyphens, plain):
        assert uv.parse("http://u@h:80/a;p/b?q", edition=own).port == 80
        assert not uv.is_valid("http://h_/", edition=own)
    assert "needs a base in BNF" in no_grammar('a = "b"', notation="bnf").detail


def test_a_set_that_runs_on_from_ascii() -> None:
    """A class that begins within US-ASCII and goes on beyond it is read as UTF-8, character by character."""
    grammar = 'a = "x:" rest\nrest = 1*tail\ntail = %x7E-10FFFF'
    own = uv.Edition.from_grammar(grammar, start="a", roles={"path": "rest"})
    assert uv.is_valid("x:~é\U0001d11e", edition=own)
    assert uv.is_valid("é", rule="tail", edition=own)
    assert not uv.is_valid("éé", rule="tail", edition=own)
    assert not uv.is_valid("}", rule="tail", edition=own)


def test_beyond_ascii(iri: uv.Edition) -> None:
    """RFC 3987's grammar: offsets count characters, texts come back as they were."""
    found = uv.parse("http://ü@é.example:80/ñ/\U0001d11e?q=\ue000#ø", edition=iri)
    assert (found.userinfo, found.host, found.port, found.path) == ("ü", "é.example", 80, "/ñ/\U0001d11e")
    assert (found.query, found.fragment, found.host_type) == ("q=\ue000", "ø", "reg-name")
    assert uv.parse("http://[::1]/é", edition=iri).host_type == "IPv6"
    assert str(uv.resolve("../ö?x", "http://é/a/ü/b", edition=iri)) == "http://é/a/ö?x"
    (outcome,) = uv.lab.explain("//é:1/ñ", [iri])
    assert [(part.component, part.start, part.end) for part in outcome.parts] == [
        ("authority", 2, 5),
        ("host", 2, 3),
        ("port", 4, 5),
        ("path", 5, 7),
    ]


@pytest.mark.parametrize(
    ("text", "at", "repair"),
    [
        ("http://é é/", 8, "http://é%20é/"),
        ("http://h/é\ue000", 10, "http://h/é%EE%80%80"),
        ("http://h/é\x85", 10, "http://h/é%C2%85"),
        ("http://h/\ufffe", 9, "http://h/%EF%BF%BE"),
        ("http://h/\U0001ffff", 9, "http://h/%F0%9F%BF%BF"),
    ],
)
def test_the_place_beyond_ascii(iri: uv.Edition, text: str, at: int, repair: str) -> None:
    """A character is refused as a whole, also where its first octets could begin another."""
    failure = Cutter(iri).failure(text)
    assert failure is not None
    assert failure.at == at
    refusal = uv.lab.explain(text, [iri])["iri"].refusal
    assert refusal is not None
    assert (refusal.at, refusal.repair) == (at, repair)
    is_beyond = text[at] > "\x7f"
    assert ("another" if is_beyond else "a") + " character beyond US-ASCII" in refusal.expected
    assert "US-ASCII" not in refusal.hint


def test_readings_that_do_not_cover() -> None:
    """The start rule's language must be taken by the readings; else a shortest text shows what is not."""
    error = no_grammar('a = "x:[" *ALPHA "]"')
    assert (error.rule, error.line, error.witness) == ("a", 1, "x:[]")
    assert "name the rules of components in `roles`" in str(error)
    covered = uv.Edition.from_grammar('a = "x:" b' + "\n" + 'b = "[" *ALPHA "]"', start="a", roles={"segment-nz": "b"})
    assert uv.parse("x:[a]", edition=covered).path == "[a]"
    text = (ROOT / "tests" / "lab" / "iri.abnf").read_text("utf-8")
    assert no_grammar(text, start="IRI-reference").witness == "\xa0"
    assert no_grammar('authority = 1*ALPHA "@@"', start="URI").witness == "a://a@@"


@pytest.mark.parametrize(
    ("text", "line", "rule", "reason"),
    [
        ("", 1, None, "it has no rules"),
        ('a = "x" )', 1, "a", "')' is where a rule should begin"),
        ("\na = <any octet>", 2, "a", "is prose"),
        ('b = "x"\na = b c d', 2, "a", "refers to 'c', which no rule defines"),
        ('a = "x" b\nb = "y" [ a ] "z"', 1, "a", "the rule is recursive (a -> b -> a)"),
        ('a = "x"\nb = *""', 2, "b", "repeats nothing without end"),
        ('a = "x"\na = "y"', 2, "a", "defined twice"),
        ('a =/ "x"', 1, "a", "not defined yet"),
        ("a = %x110000", 1, "a", "beyond the last code point"),
        ('a = 5*3"x"', 1, "a", "at least 5 and at most 3"),
        ('b = "x"', None, None, "there is no start rule 'a'"),
        ("a = abs_path", 1, "a", "not a rule name"),
    ],
)
def test_what_is_no_grammar(text: str, line: int | None, rule: str | None, reason: str) -> None:
    """Every error names the file, the line and the rule."""
    error = no_grammar(text)
    assert reason in error.detail
    assert (error.file, error.line, error.rule) == ("own.abnf", line, rule)
    assert str(error).startswith("own.abnf" if line is None else f"own.abnf:{line}")


def test_growth_names_the_rule() -> None:
    """The rule that has too many states, in the file where it stands."""
    error = no_grammar('a = "x:" b\nb = *("a" / "b") "a" 9("a" / "b")', max_states=300)
    assert (error.file, error.line, error.rule) == ("own.abnf", 2, "b")
    assert "more than 300 states" in error.detail
    error = no_grammar("a = IPv6address", max_states=100)
    assert (error.file, error.rule) == ("rfc3986.abnf", "IPv6address")
    lines = uv.EDITIONS["rfc3986"].grammar.splitlines()
    assert error.line is not None and lines[error.line - 1].startswith("IPv6address")
    with pytest.raises(ValueError, match="max_states"):
        uv.Edition.from_grammar("a = ALPHA", start="a", max_states=0)


def test_roles_and_bases_that_are_not_there() -> None:
    """A slot, a rule, an id or a base that does not exist."""
    assert (
        "no slot of RFC 3986 is 'pat'; there are IP-literal, authority"
        in no_grammar("a = ALPHA", roles={"pat": "a"}).detail
    )
    assert "'b'" in no_grammar("a = ALPHA", roles={"path": "b"}).detail
    with pytest.raises(uv.UnknownEditionError):
        uv.Edition.from_grammar("a = ALPHA", start="a", based_on="rfc9999")


def test_pickles_of_editions() -> None:
    """A shipped edition is pickled by its id, one of your own by its data, its tables compressed."""
    shipped = uv.EDITIONS["rfc3986"]
    assert pickle.loads(pickle.dumps(shipped)) is shipped and len(pickle.dumps(shipped)) < 100
    own = uv.Edition.from_grammar('port = "1"', start="URI-reference")
    data = pickle.dumps(own)
    again = pickle.loads(data)
    assert again == own and again.tables == own.tables and uv.is_valid("//h:1", edition=again)
    assert len(data) < len(own.tables)
    one, many = (len(pickle.dumps([uv.parse(f"//h{n}:1", edition=own) for n in range(count)])) for count in (1, 100))
    assert many < one + 100 * 40


def test_the_notation_of_rfc7405() -> None:
    """`%s` and `%i`, `=/`, numbers in all bases, concatenated too."""
    text = 'a = %s"x:" b\n' + 'b = %i"q" / %d49.50\n' + "b =/ %b110011 / %x41.42\n"
    own = uv.Edition.from_grammar(text, start="a")
    for good in ("x:q", "x:Q", "x:12", "x:3", "x:AB"):
        assert uv.is_valid(good, edition=own), good
    for bad in ("X:q", "x:1", "x:ab", "x:"):
        assert not uv.is_valid(bad, edition=own), bad


def test_the_compiler_is_loaded_when_a_grammar_is_given() -> None:
    """Reading an edition loads no compiler."""
    code = (
        "import sys, uriverse as uv; uv.Edition; uv.EDITIONS['rfc3986']; print('uriverse.grammar' in sys.modules);"
        "uv.Edition.from_grammar('a = ALPHA', start='a'); print('uriverse.grammar.own' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
