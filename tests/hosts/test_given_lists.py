"""Newer lists: for one call, for a policy, and for a whole process before it first uses them."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import uriverse as uv
from uriverse import data, hosts

NEWER = hosts.HostLists(
    hosts.AddressRegistry(
        [*hosts.address_registry(), hosts.AddressBlock("8.8.8.0/24", "ours", "", False)], "2027-01-02"
    )
)
TEXT = "http://8.8.8.8/"


def test_a_policy_that_was_given_lists_keeps_them() -> None:
    """In what it takes and in its reasons, in a pickle, in equality and in `repr`."""
    policy = uv.Policy(lists=NEWER)
    assert uv.Policy().admits(TEXT) and not policy.admits(TEXT)
    for again in (policy, pickle.loads(pickle.dumps(policy))):
        [reason] = again.reasons(TEXT)
        assert reason.word == "address" and "not public (special)" in reason.message
        with pytest.raises(uv.PolicyError, match="not public"):
            again.check_address("8.8.8.8")
        assert again == policy and hash(again) == hash(policy) and again != uv.Policy()
        assert repr(again) == f"Policy(lists=HostLists(addresses='2027-01-02', names={NEWER.date!r}))"


def test_names_are_given_as_a_file() -> None:
    """In the form of the package's own, with a date; the names of the lists are checked."""
    text = (
        "# as of 2027-03-04\n"
        'metadata_addresses = ["9.9.9.9"]\nmetadata_names = ["meta.example.com"]\nlocalhost_names = []\n'
        "local_names = []\n[address_kinds]\n[resolving_names]\n"
    )
    lists = hosts.HostLists(names=text)
    assert lists.date == "2027-03-04" and lists == pickle.loads(pickle.dumps(lists)) != hosts.HostLists()
    assert (
        hosts.verdict("meta.example.com", lists=lists).kind == "metadata" == hosts.verdict("9.9.9.9", lists=lists).kind
    )
    with pytest.raises(ValueError, match="differs in 'more'"):
        hosts.HostLists(names="more = []\n" + text)


PROGRAM = """
import uriverse as uv
from uriverse import columns, data, hosts, schemes
import pyarrow as pa
block = hosts.AddressBlock("8.8.8.0/24", "ours", "", False)
row = schemes.Registration("nosuch", "permanent", "", "")
before = uv.canonical("http://h/?utm_source=x", profile="dedupe@2026-11")
data.use(
    hosts=hosts.HostLists(hosts.AddressRegistry([block], "2027-01-02")),
    suffixes=hosts.SuffixList.from_text("// VERSION: 2027-01-03\\ncom\\nexample.com\\n"),
    schemes=schemes.Registry({"nosuch": row}, "2027-01-04"),
)
assert not uv.Policy().admits("http://8.8.8.8/") and not hosts.is_public("8.8.8.8")
assert "address-special" in {each.id for each in uv.audit.findings("http://8.8.8.8/")}
assert not uv.audit.findings("nosuch:a", profile={"scheme-unregistered"})
assert hosts.domain("a.b.example.com") == "b.example.com"
assert columns.domain(pa.array(["http://a.b.example.com/"])).to_pylist() == ["b.example.com"]
assert uv.canonical("http://h/?utm_source=x", profile="dedupe@2026-11") == before
print(*data.dates().values())
"""


def test_a_process_is_given_lists_before_it_reads_them() -> None:
    """Policies, verdicts, the audit, domains and columns read them; a dated profile reads its own."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:4] == ["2027-01-02", hosts.HostLists().date, "2027-01-03", "2027-01-04"]


def test_a_list_that_was_read_stays() -> None:
    """One process gives one answer; all lists of a call are given, or none."""
    hosts.domain("a.example.com")
    with pytest.raises(RuntimeError, match="the list 'suffixes' has been read"):
        data.use(suffixes=hosts.SuffixList({"com": "icann"}))
    with pytest.raises(TypeError, match="suffixes must be"):
        data.use(suffixes="com")  # type: ignore[arg-type]
    assert hosts.domain("a.example.com") == "example.com"
