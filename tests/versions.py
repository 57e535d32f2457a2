"""The version in a transcript's head: tests compare transcripts of any version."""

import re

from edencli import __version__


def of_this_version(golden: str) -> str:
    """A golden transcript as this version would have written it."""
    return re.sub(r"(?<=^  words     )\S+", __version__, golden, count=1, flags=re.MULTILINE)
