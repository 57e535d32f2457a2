"""Files begun by `new` in an editor: slips underlined, keys explained, words offered, thirty in all.

Needs yaml-language-server: `npm ci --prefix .ci`, and node.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from in_process import edencli
from language_server import SERVER, LanguageServer

KINDS = ("cards", "band", "game", "scenery")
ASKS = json.loads(Path(__file__).with_name("editor_asks.json").read_text(encoding="utf-8"))

pytestmark = pytest.mark.skipif(
    not SERVER.is_file() or shutil.which("node") is None,
    reason="NOT TESTED in an editor: npm ci --prefix .ci brings yaml-language-server",
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each kind, begun by `new`; the band's schema knows the names of the cards."""
    folder = tmp_path_factory.mktemp("club")
    for kind in KINDS:
        edencli("new", kind, "-o", f"{kind}.yaml", cwd=folder)
    edencli("schema", "band", "--names", "cards.yaml", "-o", "band.schema.json", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def server(club: Path) -> Iterator[LanguageServer]:
    server = LanguageServer(club)
    yield server
    server.close()


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_underlined_in_a_file_as_it_was_begun(
    kind: str, club: Path, server: LanguageServer
) -> None:
    uri = server.open(f"sound-{kind}.yaml", (club / f"{kind}.yaml").read_text(encoding="utf-8"))

    assert server.faults(uri) == []


def test_there_are_thirty_of_them() -> None:
    assert len(ASKS) >= 30


@pytest.mark.parametrize(
    "n", range(len(ASKS)), ids=lambda n: f"{ASKS[n][0]} {ASKS[n][3].splitlines()[0].strip()}"
)
def test_an_editor_knows(n: int, club: Path, server: LanguageServer) -> None:
    ask, kind, old, new, expected = ASKS[n]
    text = (club / f"{kind}.yaml").read_text(encoding="utf-8")
    assert old in text
    at = text.index(old)
    uri = server.open(f"asked-{n}-{kind}.yaml", text.replace(old, new, 1))
    begin = at + len(new) - len(new.lstrip())
    line, column = text.count("\n", 0, at), begin - text.rfind("\n", 0, begin) - 1

    if ask == "slip":
        told = [(fault["range"]["start"]["line"], fault["message"]) for fault in server.faults(uri)]
        assert any(where in {line, line + 1} and expected in message for where, message in told), told
    elif ask == "hover":
        hover = server.ask_at("hover", uri, line, column + 1)
        assert expected.casefold() in json.dumps(hover, ensure_ascii=False).casefold()
    else:
        first = new.splitlines()[0]
        end = at + len(first) - text.rfind("\n", 0, at) - 1
        offered = server.ask_at("completion", uri, line, end)
        assert expected in {item["label"].strip('"') for item in offered["items"]}
