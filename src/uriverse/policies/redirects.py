"""The target of a redirect that a stranger names, such as the value of `?next=`."""

from __future__ import annotations

from uriverse import _core
from uriverse._core import WebURL as URL
from uriverse.ground.argument_types import check_argument, refuse_others
from uriverse.ground.lean_typing import TYPE_CHECKING, Never
from uriverse.policies.judging import read_url
from uriverse.policies.policy import Policy
from uriverse.policies.reasons import PolicyError, Reason, excerpt

if TYPE_CHECKING:
    from uriverse._core import Text


def safe_redirect(target: Text, base: Text, policy: Policy | None = None, **others: Never) -> URL:
    """Return the URL of a redirect to a stranger's target if it stays at the base's origin, or a policy admits it.

    Send `str()` of the result as the `Location`, or its request target, and never its `.path` alone.

    Args:
        target: such as the raw value of `?next=`, read as browsers read a `Location`.
        base: the URL of the request, read as browsers read it; its userinfo is dropped.
        policy: the URLs of other origins that are allowed too; None for none.

    Returns:
        A URL.

    Raises:
        PolicyError: with a reason for each requirement that is not met.

    >>> import uriverse as uv
    >>> uv.safe_redirect("/list?tags[]=1", "https://www.example.com/login")
    URL('https://www.example.com/list?tags%5B%5D=1')
    >>> try:
    ...     uv.safe_redirect("/\\\\evil.example", "https://www.example.com/login")
    ... except uv.PolicyError as error:
    ...     error.reason, error.text
    ('origin', 'https://evil.example/')
    """
    if others:
        refuse_others("safe_redirect", others, ("target", "base", "policy"))
    check_argument("policy", policy, (Policy, type(None)))
    url = _core.same_origin_target(target, base)
    if isinstance(url, URL):
        return url
    if url is False and (policy is None or policy._limits.url(target, base) is False):
        raise PolicyError.late(lambda: _judged(target, base, policy))
    return _judged(target, base, policy)


def _judged(target: Text, base: Text, policy: Policy | None) -> URL:
    """The same, part by part."""
    start = read_url(base, None)
    if start.userinfo is not None:
        start = start.replace(userinfo=None)
    url = read_url(target, start)
    reasons: list[Reason] = []
    if url.origin != start.origin:
        other = policy.reasons(url) if policy is not None else ()
        if policy is None or other:
            message = f"{excerpt(str(url.origin))} is another origin than {excerpt(str(start.origin))}"
            reasons = [Reason("origin", 0, len(str(url)), message), *other]
    elif url.userinfo is not None:
        reasons = [Reason("userinfo", 0, 0, "a userinfo is not allowed")]
    if url.path.startswith("//"):
        reasons.append(Reason("path", 0, 0, 'a path that begins with "//" is another host where it is sent alone'))
    if reasons:
        raise PolicyError(text=str(url), reasons=tuple(reasons))
    return url
