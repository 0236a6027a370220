"""Build the drivers of oracle/implementations.toml, put all questions to them, and keep their answers.

python oracle/record.py                    all of them
python oracle/record.py rust-url go-net-url   these
python oracle/record.py --sample           ask the sample again, in seconds, and leave the study as it is
python oracle/record.py --growth           ask the growth again, and leave the other answers as they are
python oracle/record.py --places           ask again what is taken at each place, and leave the other answers
python oracle/record.py --build            only build them

One that cannot be built, or whose driver does not start, is named with the reason and keeps its earlier answers.
`python tools/build_site.py` makes the report of what is kept, `python tools/generate.py` what docs/ cites of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from implementations import Implementation, implementations
from kept_answers import keep, read_kept
from uriverse_oracle import Driver, questions, run, study
from uriverse_oracle.growth import grow
from uriverse_oracle.study import Study, ask_places, contradicts

MOST, SEED, SECONDS = 150, 1, 10.0


def record(one: Implementation, *, whole: bool) -> str:
    """Ask and keep; gives what there is to say."""
    reason = one.cannot_be_built()
    if reason:
        return f"cannot be built: {reason}"
    asked = questions(most=MOST, seed=SEED)
    found = run(f"{one.title} ({one.language})", one.command, asked, seconds=SECONDS, most=MOST, seed=SEED)
    if not found.version:
        return f"does not run: {found.answers[0].failure}"
    if whole:
        studied = study(one.command, seconds=SECONDS)
        sound = tuple(each for each in studied.learned if not contradicts(each, found, asked))
        found = replace(found, study=replace(studied, learned=sound).as_data())
    kept = read_kept()
    before = kept.get(one.name)
    if not whole and before is not None and before.study is not None:
        if before.version != found.version:
            return f"is {found.version} and its study is of {before.version}: record it as a whole"
        studied = Study.of(before.study)
        sound = tuple(each for each in studied.learned if not contradicts(each, found, asked))
        found = replace(found, study=replace(studied, learned=sound).as_data())
    keep({**kept, one.name: found})
    failures = sum(bool(answer.failure) for answer in found.answers)
    study_of = Study.kept(found)
    states = [] if study_of is None else [len(each.transitions) for each in study_of.learned]
    learned = f"learned automata of {' and '.join(map(str, states)) or 'no'} states"
    return f"{found.version}: {len(asked):,} questions, {failures} without an answer, {learned}"


def record_again(one: Implementation, ask: Callable[[Implementation, Study], Study]) -> str:
    """Ask one question of the study again and keep it; gives what there is to say."""
    reason = one.cannot_be_built()
    if reason:
        return f"cannot be built: {reason}"
    kept = read_kept().get(one.name)
    studied = None if kept is None else Study.kept(kept)
    if kept is None or studied is None:
        return "was never studied: record it as a whole"
    with Driver(one.command, seconds=SECONDS) as driver:
        version = driver.ask({"operation": "version", "text": ""}).get("version")
    if version != kept.version:
        return f"is {version} and its answers are of {kept.version}: record it as a whole"
    again = replace(kept, study=ask(one, studied).as_data())
    keep({**read_kept(), one.name: again})
    return f"{version}: asked again"


def growth_again(one: Implementation, studied: Study) -> Study:
    """The study with new times."""
    return replace(studied, growth=grow(one.command, seconds=SECONDS))


def places_again(one: Implementation, studied: Study) -> Study:
    """The study with new answers at each place."""
    return replace(studied, places=ask_places(one.command, studied.suites[0].edition, seconds=SECONDS))


def main(arguments: list[str]) -> int:
    """Record; gives the exit code."""
    tasks: dict[str, Callable[[Implementation], str]] = {
        "--build": lambda one: one.cannot_be_built() or "built",
        "--growth": lambda one: record_again(one, growth_again),
        "--places": lambda one: record_again(one, places_again),
        "--sample": lambda one: record(one, whole=False),
        "": lambda one: record(one, whole=True),
    }
    options = sorted(tasks.keys() & set(arguments)) or [""]
    names = set(arguments) - tasks.keys()
    rows = [each for each in implementations() if not names or each.name in names]
    unknown = names - {each.name for each in rows}
    if unknown:
        print(f"oracle/implementations.toml has no {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    for one in rows:
        print(f"{one.name:20} {tasks[options[0]](one)}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
