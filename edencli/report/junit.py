"""Many games as a JUnit report, for whatever collects those."""

from collections.abc import Sequence
from typing import NamedTuple

from edencli.lang import clean


class Case(NamedTuple):
    """One game: its name, and what failed with its details, if anything did."""

    name: str
    failure: str | None
    detail: str


def report(cases: Sequence[Case]) -> str:
    """Write the report; nothing in it depends on when or where the games were played."""
    from xml.sax.saxutils import escape, quoteattr  # noqa: PLC0415  # only this report needs it

    failed = sum(case.failure is not None for case in cases)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuite name="edencli play" tests="{len(cases)}" failures="{failed}">')
    for case in cases:
        head = f'  <testcase classname="edencli.games" name={quoteattr(clean(case.name))}'
        if case.failure is None:
            lines.append(f"{head}/>")
            continue
        detail = escape("\n".join(clean(line) for line in case.detail.splitlines()))
        lines += [f"{head}>", f"    <failure message={quoteattr(clean(case.failure))}>{detail}</failure>"]
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>", ""])
