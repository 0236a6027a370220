"""Names of secrets, and prefixes of tokens: data for masking, redaction and the audit, each with its source.

Names are in lower case, without "_", "-" and ".": `X-Amz-Signature` is `xamzsignature`. The source "habit" means common
use without a document.

>>> from uriverse.ground.secret_names import STRONG, TOKEN_PREFIXES, WIDE
>>> STRONG["accesstoken"], "code" in WIDE, "code" in STRONG
('RFC 6750, section 2.3', True, False)
"""

from __future__ import annotations

from types import MappingProxyType

from uriverse.ground.lean_typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_SOURCES: Final = {
    "RFC 6750, section 2.3": "accesstoken",
    "RFC 6749, sections 2.3.1, 4.3.2 and 6": "clientsecret password refreshtoken",
    "RFC 7009, section 2.1": "token",
    "RFC 7521, sections 4.1 and 4.2": "assertion clientassertion",
    "RFC 7636, section 4.5": "codeverifier",
    "RFC 8628, section 3.4": "devicecode",
    "RFC 9110, section 11.6.2": "authorization",
    "OpenID Connect Core 1.0, section 3.2.2.5": "idtoken",
    "OAuth Core 1.0, sections 5.2 and 9": "oauthsignature oauthtoken oauthtokensecret oauthverifier",
    "SAML 2.0 Bindings, sections 3.4 to 3.6": "samlart samlresponse",
    "AWS, Signature Version 4, query parameters": "xamzcredential xamzsecuritytoken xamzsignature",
    "AWS, Signature Version 2": "awsaccesskeyid signature",
    "Google Cloud Storage, signed URLs": "xgoogcredential xgoogsignature",
    "Azure Storage, shared access signatures": "sig",
    "Azure API Management, subscriptions": "subscriptionkey",
    "GitLab, REST API authentication": "jobtoken privatetoken",
    "Shopify, OAuth": "hmac",
    "Jakarta Servlet 6.0, section 7.1.3": "jsessionid",
    "PHP, session.name": "phpsessid",
    "habit": "accesskey apikey apisecret apitoken authtoken bearer clientkey credential credentials "
    "encryptionkey jwt pass passcode passphrase passwd privatekey pwd secret secretaccesskey secretkey sessionid "
    "sessiontoken sharedaccesssignature sharedsecret userpassword xapikey xauthtoken xcsrftoken",
}

_WIDE_SOURCES: Final = {
    "Google, API keys": "key",
    "RFC 6749, section 4.1.2": "code",
    "RFC 6238": "otp",
    "habit": "auth session",
}


def _by_name(sources: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({name: source for source, names in sources.items() for name in names.split()})


STRONG: Final[Mapping[str, str]] = _by_name(_SOURCES)
"""Names whose values are secrets: every `repr`, error, log and screen shows stars for them."""

WIDE: Final[Mapping[str, str]] = MappingProxyType({**STRONG, **_by_name(_WIDE_SOURCES)})
"""`STRONG`, and names whose values may be secrets: for `redacted(wide=True)` and log records."""

TOKEN_PREFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "GitHub, changelog of 2021-03-31"),
        "github_pat_": "GitHub, fine-grained personal access tokens",
        "glpat-": "GitLab, issue 342327: personal access tokens",
        "glrt-": "GitLab, issue 383198: runner authentication tokens",
        **dict.fromkeys(("glcbt-", "gldt-", "glptt-"), "GitLab, token overview"),
        "npm_": "npm, granular access tokens",
        "pypi-": "PyPI, API tokens",
        **dict.fromkeys(("xoxb-", "xoxp-"), "Slack, token types"),
        **dict.fromkeys(("rk_live_", "rk_test_", "sk_live_", "sk_test_"), "Stripe, API keys"),
        **dict.fromkeys(("shpat_", "shppa_"), "Shopify, API credentials"),
        "dop_v1_": "DigitalOcean, personal access tokens",
        "hf_": "Hugging Face, user access tokens",
    }
)
"""Prefixes of tokens that are used instead of a user: `https://ghp_...@github.com/`."""
