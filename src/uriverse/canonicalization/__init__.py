"""Canonical forms: the keys under which crawlers, archives and threat lists store URLs.

    >>> import uriverse as uv
    >>> uv.canonical("http://www.Archive.org/goo/?b&a=1#x", profile="surt")
    'org,archive)/goo?a=1&b'

A canonical form is not a normal form: it drops differences that its users ignore. So it always needs the name of a
profile. A profile is data (`profiles/*.toml`): an ordered list of named steps, each with its source.
"""

from uriverse.canonicalization.errors import CanonicalError, UnknownProfileError
from uriverse.canonicalization.profile import PROFILES, Explained, Profile, ProfileId, StepOfProfile, canonical
from uriverse.canonicalization.profile import canonical_key

__all__ = [
    "PROFILES", "CanonicalError", "Explained", "Profile", "ProfileId", "StepOfProfile", "UnknownProfileError",
    "canonical", "canonical_key",
]  # fmt: skip
