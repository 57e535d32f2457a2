"""Whatever bytes a file holds, checking it ends in diagnostics and never in an error of ours."""

import os
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edencli.files.diagnostic import MAX_SHOWN
from edencli.files.library import File, _check_shape
from edencli.files.loader import parse_yaml
from edencli.lang import Words
from edencli.output.sheet import Paint
from edencli.pages.diagnostics import format_files

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "samples").rglob("*.yaml"), *(ROOT / "tests/files").rglob("*.yaml")]
# Short pieces of real files, so that a change is likely to meet something.
PIECES = sorted({piece for path in FILES for piece in path.read_bytes().split(b"\n\n") if len(piece) < 2000})
EXAMPLES = int(os.environ.get("EDENCLI_EXAMPLES", "300"))

MARKS = [
    b"[",
    b"]",
    b"{",
    b"}",
    b":",
    b": ",
    b"- ",
    b"\n",
    b"\n  ",
    b"'",
    b'"',
    b"#",
    b"---\n",
    b"<<: ",
    b"~",
]
ODD = [
    b"\0",
    b"\xff",
    b"\xe2\x80\xa8",
    b"\r",
    b"\t",
    b"%YAML 1.3\n",
    b"\\u0007",
    b".nan",
    b"9" * 30,
    b"&a *a",
]


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A piece of a file with a few cuts and insertions."""
    content = draw(st.sampled_from(PIECES))
    for _ in range(draw(st.integers(0, 5))):
        begin = draw(st.integers(0, len(content)))
        end = draw(st.integers(begin, min(len(content), begin + 20)))
        content = content[:begin] + draw(st.sampled_from([b"", *MARKS, *ODD])) + content[end:]
    return content


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(st.one_of(spoilt(), st.binary(max_size=200)))
def test_any_bytes_end_in_diagnostics_that_can_be_shown(content: bytes) -> None:
    document = parse_yaml(content, "f.yaml")
    file = File(name="f.yaml", folder=Path(), said=document.faults, document=document)
    if document.is_complete:
        _check_shape(file, document, None)

    shown = list(format_files([file], Words(), Paint(colour=False)))

    assert len(list(file.diagnostics)) <= MAX_SHOWN
    assert bool(shown) == bool(len(file.diagnostics))
    assert (file.value is not None and not file.diagnostics.error_count) or file.diagnostics.error_count
    for one in file.diagnostics:
        assert one.place is None or (one.place.line, one.place.column) <= one.place[2:]
        assert one.place is None or 1 <= one.place.line <= len(document.lines) + 1
