"""Names and forms of secrets: data for masking, redaction and the audit, each with its source.

Names are in lower case, without "_", "-" and ".": `X-Amz-Signature` is `xamzsignature`. Names with a secret word, such
as `reset_token` and `newPassword1`, need no list (`crates/text/src/secrets/names.rs`). Forms are patterns, as
`crates/text/src/secrets/pattern.rs` defines them. The source "habit" means common use without a document.

>>> from uriverse.ground.secret_names import FORMS, STRONG, TOKEN_PREFIXES, WIDE
>>> STRONG["accesstoken"], "code" in WIDE, "code" in STRONG
('RFC 6750, section 2.3', True, False)
"""

from __future__ import annotations

from uriverse.ground.late import MappingProxyType
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
    "CAS Protocol 3.0, section 2.5": "ticket",
    "Django, Cross Site Request Forgery protection": "csrfmiddlewaretoken",
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

# Letters and digits, and those of base64url (RFC 4648, section 5).
_ALNUM, _URL64 = "[A-Za-z0-9]", "[A-Za-z0-9_-]"
_AFTER_AUTHORIZATION: Final = r"""[ :="'\[,\\]{1}"""
_TOKEN_FORMS: Final = {
    "GitHub, changelog of 2021-03-31": [f"{prefix}{_ALNUM}{{36}}" for prefix in ("ghp_", "gho_", "ghu_", "ghr_")],
    "GitHub, changelog of 2026-05-15": ["ghs_[A-Za-z0-9_.-]{36}"],
    "GitHub, fine-grained personal access tokens": ["github_pat_[A-Za-z0-9_]{36}"],
    "GitLab, issue 342327: personal access tokens": ["glpat-[A-Za-z0-9_.-]{20}"],
    "GitLab, issue 383198: runner authentication tokens": ["glrt-[A-Za-z0-9_.-]{20}"],
    "GitLab, token overview": [
        f"{prefix}{_URL64}{{20}}" for prefix in ("glcbt-", "gldt-", "glptt-", "glft-", "gloas-", "glagent-", "glsoat-")
    ],
    "npm, granular access tokens": [f"npm_{_ALNUM}{{36}}"],
    # A macaroon has more; names of packages have less.
    "PyPI, API tokens": [f"pypi-{_URL64}{{80}}"],
    "Slack, token types": [f"{prefix}[A-Za-z0-9-]{{10}}" for prefix in ("xoxb-", "xoxp-", "xoxe-", "xapp-")],
    "Stripe, API keys": [f"{prefix}{_ALNUM}{{10}}" for prefix in ("rk_live_", "rk_test_", "sk_live_", "sk_test_")],
    "Stripe, webhook signatures": ["whsec_[A-Za-z0-9+/=]{16}"],
    "Shopify, API credentials": [f"{prefix}{_ALNUM}{{32}}" for prefix in ("shpat_", "shppa_")],
    "DigitalOcean, personal access tokens": [f"dop_v1_{_ALNUM}{{64}}"],
    "Hugging Face, user access tokens": [f"hf_{_ALNUM}{{30}}"],
    "HashiCorp Vault, tokens": [f"{prefix}{_URL64}{{20}}" for prefix in ("hvs.", "hvb.", "hvr.")],
    "Sentry, token and credential formats": ["sntryu_[a-f0-9]{64}", "sntrys_[A-Za-z0-9_=+/]{40}"],
    "Supabase, API keys": [f"sb_secret_{_URL64}{{20}}"],
    "Docker Hub, personal access tokens": [f"dckr_pat_{_URL64}{{20}}"],
    "Grafana, service accounts": ["glsa_[A-Za-z0-9_]{32}"],
    "SendGrid, API keys": [f"SG.{_URL64}{{16}}.{_URL64}{{16}}"],
    "AWS IAM, unique identifiers, and AccessKey in its API": ["AKIA[A-Z0-9]{12}", "ASIA[A-Z0-9]{12}"],
    "Google Cloud, API keys": [f"AIza{_URL64}{{35}}"],
    # No run has the "." that ends it, so no text is read once for each token before it.
    "RFC 7519, section 3, in the form of RFC 7515, section 7.1": [f"eyJ{_URL64}{{5}}.{_URL64}{{0}}.{_URL64}{{0}}"],
    "RFC 7519, section 3, in the form of RFC 7516, section 7.1": [
        f"eyJ{_URL64}{{5}}.{_URL64}{{0}}.{_URL64}{{0}}.{_URL64}{{1}}.{_URL64}{{1}}"
    ],
}

_OTHER_FORMS: Final = {
    "Slack, incoming webhooks": [
        f"(?i)hooks.slack.com/services/{_URL64}{{1}}/{_URL64}{{1}}/({_URL64}{{1}})",
        # Logs of urllib3 have the path alone.
        f"/services/T[A-Z0-9]{{8}}/B[A-Z0-9]{{8}}/({_ALNUM}{{20}})",
    ],
    "Slack, workflow webhook triggers": [
        f"(?i)hooks.slack.com/{name}/{_URL64}{{1}}/{_URL64}{{1}}/({_URL64}{{1}}/{_URL64}{{1}})"
        for name in ("triggers", "workflows")
    ]
    + [f"(?i)hooks.slack.com/triggers/{_URL64}{{1}}/{_URL64}{{1}}/({_URL64}{{1}})"],
    "Telegram Bot API, Making requests": [
        f"(?i)api.telegram.org/bot[0-9]{{1}}:({_URL64}{{1}})",
        f"/bot[0-9]{{1}}:({_URL64}{{1}})/",
    ],
    "Discord, webhook resource": [
        *(f"(?i){host}/api/webhooks/[0-9]{{1}}/({_URL64}{{1}})" for host in ("discord.com", "discordapp.com")),
        f"/webhooks/[0-9]{{17}}/({_URL64}{{60}})",
    ],
    "Microsoft Teams, incoming webhooks": [
        f"/IncomingWebhook/({_URL64}{{1}}/{_URL64}{{1}})",
        f"/IncomingWebhook/({_URL64}{{1}})",
    ],
    "IFTTT, Webhooks service": [f"(?i)maker.ifttt.com/trigger/{_URL64}{{1}}/with/key/({_URL64}{{1}})"],
    "RFC 9110, section 11.6.2, and RFC 6750, section 2.1": [
        f"(?i)authorization{_AFTER_AUTHORIZATION}{scheme}[ +]{{1}}([A-Za-z0-9._~+/=-]{{{least}}})"
        # "token" is a scheme of GitHub's; "authorization: token expired" is a sentence.
        for scheme, least in (("bearer", 1), ("basic", 1), ("token", 20), ("negotiate", 20))
    ],
}

FORMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{f"({form})": source for source, forms in _TOKEN_FORMS.items() for form in forms},
        **{form: source for source, forms in _OTHER_FORMS.items() for form in forms},
    }
)
"""Patterns of secrets that need no name: tokens by their prefixes, credentials in paths, and headers beside a URL."""

TOKEN_PREFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {
        form.partition("[")[0]: source
        for source, forms in _TOKEN_FORMS.items()
        for form in forms
        if form.partition("[")[0].endswith(("_", "-"))
    }
)
"""Prefixes of tokens, which are also secrets of any length instead of a user: `https://ghp_...@github.com/`."""
