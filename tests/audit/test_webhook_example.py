"""The webhook program of the examples: attacks by name, and what honest customers give."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from urllib.parse import quote

import httpx
import pytest
import trustme

import uriverse as uv
from support.counting_server import counting_server
from support.paths import ROOT
from support.programs import program

NAMES = {
    "inside.example.com": ["10.0.0.7"],
    "half.example.com": ["93.184.215.14", "127.0.0.1"],
    "cloud.example.com": ["169.254.169.254"],
    "mapped.example.com": ["::ffff:127.0.0.1"],
    "six.example.com": ["fd00::7"],
    "sixtofour.example.com": ["2002:7f00:1::"],
    "nat64.example.com": ["64:ff9b::7f00:1"],
    "shared.example.com": ["100.64.0.9"],
    "none.example.com": [],
}


def resolver(name: str) -> Sequence[str]:
    return NAMES[name]


webhooks = program(ROOT / "examples" / "webhooks" / "validate.py")

ATTACKS = {
    "loopback": ("https://127.0.0.1/", "address"),
    "loopback by name": ("https://localhost/", "host-localhost"),
    "loopback by a name below localhost": ("https://admin.localhost/", "host-localhost"),
    "loopback in version 6": ("https://[::1]/", "address"),
    "decimal address": ("https://2130706433/", "address-rare"),
    "octal address": ("https://0177.0.0.1/", "address-rare"),
    "hexadecimal address": ("https://0x7f000001/", "address-rare"),
    "short address": ("https://127.1/", "address-rare"),
    "mixed address": ("https://0x7f.0.1/", "address-rare"),
    "escaped digits": ("https://%31%32%37.0.0.1/", "address-rare"),
    "wide digits": ("https://\uff11\uff12\uff17.0.0.1/", "address-rare"),
    "address with a last dot": ("https://127.0.0.1./", "address-rare"),
    "unspecified address": ("https://0.0.0.0/", "address-unspecified"),
    "mapped address": ("https://[::ffff:127.0.0.1]/", "address"),
    "address in 6to4": ("https://[2002:7f00:1::]/", "address"),
    "cloud metadata": ("https://169.254.169.254/latest/meta-data/", "address-metadata"),
    "cloud metadata by name": ("https://metadata.google.internal/", "address-metadata"),
    "private address": ("https://192.168.0.1/", "address"),
    "link-local address": ("https://[fe80::1]/", "address"),
    "multicast": ("https://224.0.0.1/", "address"),
    "name that holds an address": ("https://127.0.0.1.nip.example/", "address-in-name"),
    "name of one label": ("https://intranet/", "host-single-label"),
    "name of the local network": ("https://wiki.corp/", "host-local-name"),
    "trusted name as user": ("https://hooks.example.com@evil.example/", "userinfo-misleading"),
    "trusted name as user and port": ("https://hooks.example.com:443@evil.example/", "userinfo-misleading"),
    "two at signs": ("https://a@evil.example@hooks.example.com/", "at-sign-twice"),
    "at sign after a hash": ("https://hooks.example.com#@evil.example/", "at-sign-after-authority"),
    "backslash before an at sign": ("https://evil.example\\@hooks.example.com/", "backslash-in-authority"),
    "space in the authority": ("https://hooks.example.com &@evil.example/", "character-in-authority"),
    "two ports": ("https://127.0.0.1:11211:443/", "port-twice"),
    "port of another protocol": ("https://hooks.example.com:25/", "port-of-another-protocol"),
    "port that wraps": ("https://hooks.example.com:65979/", "port-out-of-range"),
    "port of an inner service": ("https://hooks.example.com:9200/", "port"),
    "another scheme": ("gopher://hooks.example.com:443/_x", "scheme"),
    "a file": ("file:///etc/passwd", "scheme"),
    "a program": ("javascript:alert(1)", "scheme-script"),
    "no encryption": ("http://hooks.example.com/", "scheme"),
    "no host": ("https:///127.0.0.1/", "host-empty"),
    "no slashes": ("https:127.0.0.1", "scheme-without-authority"),
    "a relative reference": ("//hooks.example.com/", "syntax"),
    "line break that a request line ends at": ("https://hooks.example.com/%0D%0AHost:%20a", "escape-line-break"),
    "raw line break": ("https://hooks.example.com/\r\nHost: a", "control-character"),
    "line break in the query": ("https://hooks.example.com/?a=%0d%0aX:1", "escape-line-break-in-query"),
    "NUL": ("https://hooks.example.com/%00", "escape-nul"),
    "dot segments in disguise": ("https://hooks.example.com/a/%2e%2e/%2e%2e/internal", "escape-dot-segment"),
    "delimiter in disguise": ("https://hooks.example.com\uff0f.evil.example/", "delimiter-in-disguise"),
    "escaped delimiter in the host": ("https://hooks.example.com%2F.evil.example/", "host-escaped-delimiter"),
    "mixed scripts": ("https://xn--pypal-4ve.example.com/", "host-mixed-scripts"),
    "secret for the log": ("https://user:secret@hooks.example.com/", "userinfo-password"),
    "site-local address": ("https://[fec0::1]/", "address"),
    "documentation address": ("https://[3fff::1]/", "address"),
    "dummy address": ("https://192.0.0.8/", "address"),
    "protocol assignment": ("https://192.0.0.200/", "address"),
    "address in ISATAP": ("https://[2600::5efe:7f00:1]/", "address"),
    "local NAT64": ("https://[64:ff9b:1::7f00:1]/", "address"),
    "one label that is a scheme's name": ("https://https/", "host-single-label"),
    "semicolon after an address": ("https://127.0.0.1;.example.com/", "host-not-in-dns"),
    "address in parentheses": ("https://(127.0.0.1)/", "host-not-in-dns"),
    "command in the host": ("https://$(hostname).example.com/", "host-not-in-dns"),
    "ampersand after localhost": ("https://localhost&/", "host-not-in-dns"),
    "wildcard": ("https://*.example.com/", "host-not-in-dns"),
    "address of a future version": ("https://[v1.127]/", "address-future"),
    "empty label": ("https://hooks..example.com/", "host-empty-label"),
    "option of a command": ("https://-oProxyCommand=x/", "authority-as-option"),
    "tab in a path": ("https://hooks.example.com/a%09b", "escape-control"),
    "service that resolves names to the address in them": ("https://x127.0.0.1.nip.io/", "host-rebinding"),
    "hexadecimal address in a name": ("https://7f000001.nip.io/", "host-rebinding"),
    "two addresses in turn": ("https://A.127.0.0.1.1time.10.0.0.1.1time.repeat.rebind.network/", "host-rebinding"),
    "the same elsewhere": ("https://A.127.0.0.1.1time.10.0.0.1.1time.repeat.dns.example.com/", "address-in-name"),
    "name of the loopback": ("https://localtest.me/", "host-rebinding"),
    "hidden service": ("https://expyuzz4wqqyqhjn.onion/", "host-local-name"),
    "name of a cluster": ("https://kubernetes.default.svc/", "host-local-name"),
    "name below no top-level domain": ("https://db.storage-7/", "host-unknown-top-level"),
    "inner target": ("https://hooks.example.com/?url=http://127.0.0.1/", "target-internal"),
    "inner target, encoded twice": (
        "https://hooks.example.com/?u=http%253A%252F%252Flocalhost%252F",
        "target-internal",
    ),
    "inner target in the path": ("https://hooks.example.com/fetch/http://169.254.169.254/", "target-internal"),
    "redirect to another site": ("https://hooks.example.com/?next=//evil.example.org", "target-network-path"),
    "inner program": ("https://hooks.example.com/?u=java%73cript:alert(1)", "target-active"),
    "inner file": ("https://hooks.example.com/?u=file:///etc/passwd", "target-active"),
    "page as data": ("data:text/html,<script>alert(1)</script>", "data-active"),
    "image that runs a program": ("data:image/svg+xml;base64,PHN2Zz4=", "data-active"),
    "program in a wrapper": ("feed:javascript:alert(1)", "scheme-script"),
    "a zone": ("https://[fe80::1%25eth0]/", "address-zone"),
    "too long": ("https://hooks.example.com/" + "a" * 3000, "length"),
}

BENIGN = [
    *(" https://hooks.example.com/?tags[]=1", "https://hooks.example.com", "https://hooks.example.com:8443/new-order"),
    *("https://hooks.example.com:443/services/T000/B000/XXX", "https://hooks.example.org/a/b?source=shop&id=1"),
    *("https://xn--bcher-kva.example.com/bestellung", "https://HOOKS.example.com/%7Euser/caf%C3%A9"),
    *("https://hooks.example.com/?return=https%3A%2F%2Fhooks.example.org%2Fdone", "https://93.184.215.14/hook"),
    *("https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/hook", "https://hooks.example.com/a/../b#fragment"),
]

REDIRECT_ATTACKS = {
    "to the loopback": "https://127.0.0.2:{p}/",
    "to another host without a scheme": "//127.0.0.2:{p}/latest/",
    "to a rare form without a scheme": "//0x7f.2:{p}/",
    "backslashes that are slashes to some": "\\\\127.0.0.2:{p}/",
    "slash and backslash": "/\\127.0.0.2:{p}/",
    "to no encryption": "http://hooks.example.com:{p}/",
    "to another protocol": "gopher://hooks.example.com:{p}/",
    "to a name of a private address": "https://inside.example.com:{p}/",
    "the base's own scheme without an authority": "https:127.0.0.2:{p}",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_and_says_why(name: str) -> None:
    """No target, and the reason that belongs to the attack."""
    text, reason = ATTACKS[name]
    decision = webhooks.validate(text)
    assert not decision.allowed
    assert reason in decision.reasons
    assert decision.target is None


@pytest.mark.parametrize("text", BENIGN)
def test_an_honest_webhook_is_allowed(text: str) -> None:
    """With a target in its normal form, without a fragment."""
    decision = webhooks.validate(text)
    assert decision.reasons == ()
    assert decision.target.fragment is None and decision.target.effective_port in {443, 8443}


@pytest.mark.parametrize("host", NAMES)
def test_an_event_is_not_delivered_inside(host: str) -> None:
    """The text gives nothing away: the addresses of the name are judged when it is called, every one of them."""
    decision = webhooks.validate(f"https://{host}/")
    assert decision.allowed
    with webhooks.new_client(resolve=resolver) as client:
        if not NAMES[host]:
            with pytest.raises(httpx.ConnectError, match="has no address"):
                webhooks.deliver(client, decision.target, b"{}")
            return
        with pytest.raises(uv.PolicyError) as caught:
            webhooks.deliver(client, decision.target, b"{}")
    (reason,) = caught.value.reasons
    assert reason.word == "address" and NAMES[host][-1] in reason.message


@pytest.fixture(scope="module")
def tls() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The contexts of a server on this machine and of its clients."""
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("hooks.example.com", "127.0.0.2").configure_cert(server)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    return server, client


def resolve_here(name: str) -> list[str]:
    return ["127.0.0.1" if name == "hooks.example.com" else "127.0.0.2"]


@pytest.mark.parametrize("name", [*REDIRECT_ATTACKS, ""])
def test_an_event_is_delivered_and_no_redirect_leads_inside(
    name: str, tls: tuple[ssl.SSLContext, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The policy is the example's, but for ports and addresses of this machine."""
    monkeypatch.setattr(webhooks, "POLICY", uv.Policy(schemes={"https"}, addresses="127.0.0.1/32", ports="any"))
    with (
        counting_server(tls=tls[0]) as server,
        counting_server("127.0.0.2", tls[0]) as inside,
        webhooks.new_client(resolve=resolve_here, verify=tls[1]) as client,
    ):
        where = quote(REDIRECT_ATTACKS.get(name, "/next").format(p=inside.server_port), safe="")
        target = uv.URL(f"https://hooks.example.com:{server.server_port}/?status=307&location={where}")
        if name == "":
            assert webhooks.deliver(client, target, b"[1]") == 200
            assert server.received == [3, 3]
        else:
            try:
                # httpx reads two of them as a path of the same site, and goes there.
                status = webhooks.deliver(client, target, b"[1]")
            except uv.PolicyError as error:
                assert error.redirected_from == str(target)
                assert server.received == [3]
            except httpx.InvalidURL:
                assert "without an authority" in name and server.received == [3]
            else:
                assert status == 200 and "slash" in name and server.received == [3, 3]
        assert inside.connections == 0


def test_an_answer_that_is_long_ends_the_delivery(
    tls: tuple[ssl.SSLContext, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "POLICY", uv.Policy(addresses="127.0.0.1/32", ports="any"))
    with counting_server(tls=tls[0]) as server, webhooks.new_client(resolve=resolve_here, verify=tls[1]) as client:
        server.bodies["long"] = ("", bytes(10_001))
        target = uv.URL(f"https://hooks.example.com:{server.server_port}/bodies/long")
        with pytest.raises(uv.PolicyError, match="max_response=10000"):
            webhooks.deliver(client, target, b"[1]")
