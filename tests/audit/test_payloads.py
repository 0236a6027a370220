"""Payloads of attackers by class: none passes without a finding; what only looks like one goes free of that finding."""

from __future__ import annotations

import pytest

import uriverse as uv
from uriverse.audit import Finding, findings
from uriverse.audit.catalogue import launch
from uriverse.ground.tables import tables
from uriverse.hosts.kinds import host_lists

PAYLOADS = {
    "host-single-label": ["https://https/", "http://http", "https://http/", "http://localhost6/", "http://_/"],
    "host-not-in-dns": [
        *("http://127.0.0.1;.example.com/", "http://(127.0.0.1)/", "http://$(hostname).evil.com/"),
        *("http://localhost&/", "http://*.example.com/", "http://example.com!/", "http://a,b.example.com/"),
        *("//user's.example.com/", "ftp://~example.com/"),
        # UTS #46 refuses an unassigned letter, a label that begins with a mark, and two directions in one.
        *("http://a\u0378.example.com/", "http://\u0301a.example.com/", "http://\u05d0a.example.com/"),
    ],
    # Letters that UTS #46 maps: Unicode 3.2 has no U+1D51, so that IDNA 2003 leaves it.
    "host-beyond-ascii": ["http://B\u00dcCHER.example/", "http://a\u1d51b.example/", "http://fa\u00df.example/"],
    "address-future": ["http://[v1.127]/", "http://[vF.127.0.0.1]:80/", "http://user@[V1.x]/"],
    "host-empty-label": ["http://a..example.com/", "http://.example.com/", "http://example.com../"],
    "authority-as-option": ["ssh://-oProxyCommand=calc/x", "git+ssh://-x@example.com/", "http://-example.com/"],
    "escape-control": ["http://example.com/a%09b", "http://example.com/?a%09b", "http://example.com%09/"],
    "data-content": ["data:,", "data:image/png;base64,AA==", "DATA:text/html,x"],
    "data-active": [
        *("data:text/html,x", "data:text/html;base64,PHNjcmlwdD4=", "DATA:TEXT/HTML;charset=utf-8,x"),
        *("data:image/svg+xml,%3Csvg%3E", "data:application/xhtml+xml,x", "data:text%2Fhtml,x", "data: text/html ,x"),
        *("data:application/javascript,x", "data:text/xml,x"),
        # MIME Sniffing Standard, section 4.6, JavaScript MIME types; section 7, the types that are sniffed.
        *("data:application/ecmascript,x", "data:application/x-ecmascript,x", "data:application/x-javascript,x"),
        *("data:text/ecmascript,x", "data:text/javascript1.0,x", "data:text/javascript1.5,x", "data:text/jscript,x"),
        *("data:text/livescript,x", "data:text/x-ecmascript,x", "data:text/x-javascript;charset=utf-8,x"),
        *("data:unknown/unknown,%3Cscript%3E", "data:application/unknown;base64,PHNj", "data:*/*,<html>"),
        *("data:text/vbscript,x", "data:model/x3d+xml,x", "DATA:Unknown%2FUnknown,x"),
    ],
    "scheme-script": [
        "feed:javascript:alert(1)",
        "view-source:javascript:alert(1)",
        "jar:view-source:JavaScript:alert(1)",
        *("vbscript:x", "mocha:alert(1)", "view-source:MOCHA:x"),
    ],
    "scheme-wrapper": [
        "view-source:http://127.0.0.1/",
        "jar:http://127.0.0.1!/a",
        "blob:https://example.com/9115d58c",
        "feed:http://example.com/",
        "filesystem:http://example.com/temporary/a",
    ],
    "scheme-local": [
        "netdoc:///etc/passwd",
        "php://filter/resource=x",
        "phar:///tmp/x",
        "expect://id",
        "res://ie.dll/x",
    ],
    "scheme-file": ["file:///etc/passwd", "file:/etc/passwd", "FILE://localhost/etc/passwd"],
    "address-in-name": [
        "http://x127.0.0.1.nip.io/",
        "http://A.127.0.0.1.1time.169.254.169.254.1time.example.com/",
        "http://127-0-0-1.example.com/",
        "http://ip-10-0-0-1.example.com/",
        "http://make-127.0.0.1-rebind.example.com/",
    ],
    "host-rebinding": [
        *("http://7f000001.nip.io/", "http://localtest.me/", "http://customer.lvh.me:3000/", "http://vcap.me./"),
        *("http://7f000001.c0a80001.RBNDR.us/", "http://make-1-2-3-4-rebind-127-0-0-1-rr.1u.ms/"),
        "http://0--1.ipv6-literal.net/",
    ],
    "host-local-name": [
        *("http://expyuzz4wqqyqhjn.onion/", "http://kubernetes.default.svc/", "http://db.prod.svc.cluster.local/"),
        *("http://vault.service.consul/", "http://host.docker.internal/", "http://x.alt/"),
    ],
    "host-unknown-top-level": ["http://db.storage-7/", "http://example.c0m/", "http://пример.испытание1/"],
    "target-internal": [
        *("http://example.com/?url=http://127.0.0.1/", "http://example.com/?url=http%3A%2F%2F127.0.0.1%2F"),
        *("http://example.com/?url=http%253A%252F%252F127.0.0.1%252F", "http://example.com/?u=//0x7f.1/"),
        *("http://example.com/?u=\\\\localhost\\x", "http://example.com/?u=http:127.0.0.1"),
        *("http://example.com/?u=https:/[::1]:80/x", "http://example.com/?u=ftp://a:b@10.0.0.1/"),
        *("http://example.com/?u=http://%31%32%37.0.0.1/", "http://example.com/?u=http://metadata.google.internal/"),
        *("http://example.com/?u=http://localtest.me&x=1", "http://example.com/proxy/http://169.254.169.254/latest/"),
        "http://example.com/#!http://printer.local/",
    ],
    "target-active": [
        *("http://example.com/?u=javascript:alert(1)", "http://example.com/?u=%6a%61vascript:alert(1)"),
        *("http://example.com/?u=java%2573cript%253Aalert(1)", "http://example.com/?u=%09JavaScript:alert(1)"),
        *("http://example.com/?a=b&u=data:text/html,x", "http://example.com/?u=file:///etc/passwd"),
        *("http://example.com/?u=php://filter/x", "http://example.com/?u=view-source:http://h/"),
        *("http://example.com/?u=intent%3A//scan/", "http://example.com/?u=ms-settings:"),
    ],
    "scheme-is-a-host": ["localhost:8080/admin", "example.com:80", "a.example.com:443/x"],
    "query-reference": ["http://example.com/?next=https:evil.com", "http://example.com/?next=HTTP%3Aevil.com"],
    "host-localhost": [
        "http://localhost6.localdomain6/",
        "http://localhost4/",
        "http://loopback/",
        "http://IP6-LOCALHOST./",
    ],
    "target-network-path": [
        "http://example.com/?next=//evil.com",
        "http://example.com/?next=%2F%2Fevil.com",
        "http://example.com/?next=/\\evil.com",
        "http://example.com/?next=%5C%5Cevil.com",
        "http://example.com/?a=b&next=///evil.com",
    ],
    "scheme-launches": [
        *("intent://scan/#Intent;scheme=zxing;package=com.example;end", "steam://run/440//-open_malware", "STEAM:run"),
        *("ms-settings:network", "ms-word:ofe|u|http://example.com/a.docx", "ms-msdt:/id"),
        *("search-ms:query=a&crumb=location:\\\\example.com", "com.example.app:/callback?code=1"),
        "itms-services://?action=download-manifest&url=https://example.com/a.plist",
        *("market://details?id=com.example", " vscode://file/x"),
    ],
    "escape-line-break-cut-short": [
        "http://example.com/%E5%98%8A%E5%98%8DSet-Cookie:%20a=b",
        "http://example.com/?a=%e5%98%8d%e5%98%8aX",
        "http://example.com/?a=%C4%8D%C4%8AX",
        "http://example.com/%E4%BC%8A%E4%BC%8D",
    ],
    "target-at-sign": [
        "http://example.com/?next=@evil",
        "http://example.com/?next=@evil.com",
        "http://example.com/?return_to=%40evil.com/",
        "http://example.com/?a=b&x=%2540evil.com",
        "http://example.com/?next=:80@evil.com",
        "http://example.com/?url=%3A@evil",
        "http://example.com/?next=@%31%32%37.0.0.1",
    ],
    "port-not-default": ["http://example.com:8080/", "https://example.com:8443/", "ftp://example.com:2121/"],
}
CASES = [(finding, text) for finding, texts in PAYLOADS.items() for text in texts]

NEAR_MISSES = {
    "host-not-in-dns": [
        "http://my_host.example.com/",
        "mongodb://a.example.com,b.example.com/x",
        "http://a.b/c;d(e)",
        "http://b\u00fccher.example/",
        "urn:\u0378",
    ],
    "host-empty-label": ["http://example.com./", "http://[::1]/", "http://h/a..b"],
    "authority-as-option": ["http://a-b.example.com/", "http://example.com/-x"],
    "data-active": [
        *("data:text/plain,<html>", "data:,text/html", "data:image/png,x", "data:text/htmlx,a"),
        *("data:text/javascript1.6,x", "data:application/json,x", "data:unknown/x,x", "data:image/*,x", "data:a+xml,x"),
    ],
    "scheme-wrapper": ["feed://example.com/a.rss", "http://h/view-source:x"],
    "scheme-script": ["feed:http://h/javascript:x", "view-source:http://h/"],
    "address-in-name": [
        "http://1.2.3.example.com/",
        "http://v1.2.3.256.example.com/",
        "http://a1-2-3-4444.example.com/",
    ],
    "host-rebinding": ["http://nip.io.example.com/", "http://notnip.io/", "http://example.com/nip.io"],
    "host-local-name": ["http://onion.example.com/", "http://svc.example.com/"],
    "host-unknown-top-level": [
        *("http://example.com/", "http://example.museum./", "http://a.example/", "http://пример.рф/"),
        *("http://8.8.8.8/", "http://intranet/"),
    ],
    "target-internal": [
        "http://example.com/?url=http://example.org/",
        "http://example.com/?ip=127.0.0.1",
        "http://example.com/a//10.0.0.1/b",
        "http://example.com/?a=x//localhost/",
        "http://127.0.0.1/",
    ],
    "target-network-path": ["http://example.com/?next=/a//b", "http://example.com/?u=http://h/", "http://h/?a//b"],
    "target-active": [
        "http://example.com/?u=http://h/",
        "http://example.com/?u=a:b",
        "http://example.com/?javascript:x",
    ],
    "scheme-launches": ["ms-media-stream-id:a", "ms-its:a", "http://h/steam:x", "mailto:a@b", "commerce:x", "tel:1"],
    "escape-line-break-cut-short": [
        "http://h/%E4%B8%8D%E4%B8%8A",
        "http://h/%E4%B8%8A%E4%B8%8D",
        "http://h/%E5%98%8A%E5%98%8A",
        "http://h/%E5%98%8A%E5%97%8D",
        "http://h/%E5%98%8A/%E5%98%8D",
    ],
    "target-at-sign": [
        "http://example.com/?via=@somebody",
        "http://example.com/?next=/@evil.com",
        "http://example.com/?mail=a@example.com",
        "http://example.com/?next=@",
        "http://example.com/@evil.com",
    ],
    "scheme-is-a-host": ["tel:8080", "urn:8080", "a.b:c", "a.b://h:80/", "localhost:x", "z39.50r:123456"],
    "port-not-default": ["http://example.com:80/", "http://example.com:81/", "http://example.com:25/", "x://h:1234/"],
}


def ids(text: str) -> set[str]:
    return {row.id for row in findings(text) if isinstance(row, Finding)}


@pytest.mark.parametrize(("finding", "text"), CASES)
def test_a_payload_has_its_finding(finding: str, text: str) -> None:
    assert finding in ids(text)


@pytest.mark.parametrize(("finding", "text"), [(name, text) for name, texts in NEAR_MISSES.items() for text in texts])
def test_lookalikes_of_payloads_lack_the_finding(finding: str, text: str) -> None:
    assert finding not in ids(text)


@pytest.mark.parametrize("domain", host_lists()["resolving_names"])
def test_every_listed_domain_is_found_with_its_subdomains(domain: str) -> None:
    """And not as a part of another label."""
    for host in (domain, f"a.{domain}", f"A.B.{domain.upper()}."):
        assert "host-rebinding" in ids(f"http://{host}/")
    assert "host-rebinding" not in ids(f"http://x{domain}/")


@pytest.mark.parametrize("scheme", tables("audit")["launching-schemes"]["schemes"])
def test_every_launching_scheme_is_found(scheme: str) -> None:
    """In any case, with the program that it starts; and a value that is such a URI is active."""
    (row,) = findings(f"{scheme.upper()}:x", profile={"scheme-launches"})
    assert launch(scheme).starts in row.message  # type: ignore[union-attr]
    assert "target-active" in ids(f"http://example.com/?u={scheme}:x")


@pytest.mark.parametrize("name", sorted(host_lists()["local_names"]))
def test_every_local_name_is_found(name: str) -> None:
    """Below it, not beside it, and a target inside leads there too."""
    assert "host-local-name" in ids(f"http://a.{name}/")
    assert "host-local-name" not in ids(f"http://{name}.example.com/")
    assert "target-internal" in ids(f"http://example.com/?u=http://a.{name}/")


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("http://127.0.0.1/", "RFC 1122, section 3.2.1.3"),
        ("http://[::1]/", "RFC 4291, section 2.5.3"),
        ("http://0.0.0.0/", "RFC 1122, section 3.2.1.3"),
        ("http://[::]/", "RFC 4291, section 2.5.2"),
        ("http://169.254.1.1/", "RFC 3927, section 2.1"),
        ("http://[fe80::1]/", "RFC 4291, section 2.5.6"),
        ("http://10.0.0.1/", "RFC 1918, section 3"),
        ("http://[fd00::1]/", "RFC 4193, section 3"),
        ("http://[::ffff:10.0.0.1]/", "RFC 1918, section 3"),
    ],
)
def test_the_clause_is_of_the_addresss_own_document(text: str, clause: str) -> None:
    """IPv4 and IPv6 define such addresses in different documents; an inner address counts by its own."""
    kinds = ("loopback", "unspecified", "link-local", "private")
    (row,) = findings(text, profile={f"address-{kind}" for kind in kinds})
    assert row.clause == clause


def test_a_mapped_address_is_written_alike_by_every_python() -> None:
    """RFC 5952, section 5: in decimals; Python writes it so from 3.13 on."""
    (row,) = findings("http://[::ffff:100:0]/", profile={"address-special"})
    assert row.message.startswith("::ffff:1.0.0.0 is")


def test_every_row_has_an_id_and_a_severity() -> None:
    """One loop over the rows of any text, refused or not."""
    for text in ("http://[::1", "http://h:8x/", "%", "http://0x7f.1/ b", "http://example.com/"):
        for row in uv.audit.findings(text):
            assert (row.id == "syntax") == (row.severity == "error") == (row.kind == "syntax")
            assert {"id", "severity", "start", "end", "clause", "message", "fix", "replacement"} <= row.as_dict().keys()
