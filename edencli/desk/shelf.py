"""The files of one run, each checked by the rules that concern it alone.

Whoever wants a single card needs no more than this; what files say together is for `checks`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from edencli.files.diagnostic import KeyPath, Severity
from edencli.files.library import File, Library
from edencli.files.source import STDIN
from edencli.model.cards import Cards
from edencli.rules import card as card_rules
from edencli.rules.finding import Finding

if TYPE_CHECKING:
    from edencli.files.gather import GatheredBand


def library(*, root: Path | None = None, stdin_name: str = STDIN) -> Library:
    """A library whose files are checked by the rules that concern a file alone."""
    return Library(root=root, stdin_name=stdin_name, also=_check_alone)


def _check_alone(file: File) -> None:
    """Check the cards or the scenery of a file, each piece by itself."""
    if file.kind == "scenery":
        from edencli.rules.position import check_outlines  # it needs the geometry

        say_findings(file, check_outlines(file.value))
    if isinstance(file.value, Cards):
        for deck in ("fighters", "npfs"):
            for n, fighter in enumerate(getattr(file.value, deck)):
                say_findings(file, card_rules.check(fighter), prefix=(deck, n))


def say_findings(
    file: File, findings: Iterable[Finding], gathered: "GatheredBand | None" = None, prefix: KeyPath = ()
) -> None:
    """Say at its place in a file what a rule found in it."""
    for one in findings:
        path = (*prefix, *(gathered.path_in_file(one.path) if gathered else one.path))
        severity = Severity.WARNING if one.warns else Severity.ERROR
        repair = "repair/did-you-mean" if "nearest" in one.values else None
        file.say(one.rule, path, form=one.form, values=one.values, severity=severity, repair=repair)
