"""The version of edencli that a transcript names: tests compare transcripts whichever that is."""

import re

from edencli import __version__


def of_this_version(golden: str) -> str:
    """A golden transcript as this version would have written it, whose words are the same."""
    return re.sub(r"(?<=^  words     )\S+", __version__, golden, count=1, flags=re.MULTILINE)
