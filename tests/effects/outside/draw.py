"""Draw card texts of other games by a seed: the cards that our language has to say are not of our choice.

The texts belong to others and stay outside of the repository: this script prints where a drawn text stands,
and `drawn.yaml` keeps those places and the versions of the sources. Lay the sources in one folder:

    killteam18/   the files of github.com/stratagems-collab/killteam-stratagem-data
    killteam21/   compendium20211117.json of github.com/vjosset/killteamjson
    malifaux/     malifaux/resources/data of github.com/ZiggyQubert/mfx_release
    underworlds/  src/data/wudb/db.js of github.com/PompolutZ/yawudb
    warcry/       docs/abilities.json of github.com/krisling049/warcry_data
    forge/        forge-gui/res/cardsfolder of github.com/Card-Forge/forge
    hearthstone/  CardDefs.xml of the PyPI package hearthstone_data
    showdown/     dist/data/text/{abilities,items,moves}.js of the npm package pokemon-showdown

The first five are skirmish games with miniatures and give half of every draw. Call it like this:

    python draw.py FOLDER --seed 20261119 --skirmish 6 --others 10
    python draw.py FOLDER --seed 20261120 --skirmish 3 --others 5 --letter d --without drawn.yaml
    python draw.py FOLDER --seed 20261121 --skirmish 3 --others 5 --letter e --without drawn.yaml
"""

import argparse
import html
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import iterparse

from ruamel.yaml import YAML

REPOSITORY = Path(__file__).resolve().parents[3]
LENGTHS = range(40, 351)

# One filter for all sources: a text that waits for something, replaces it, lasts, or rolls for it.
ELIGIBLE = re.compile(
    r"\b(when|whenever|(each|every|next|first) time|instead|until|next|(re-?)?rolls?|after"
    r"|at the (start|beginning|end))\b",
    re.IGNORECASE,
)
STRING = r'"((?:[^"\\]|\\.)*)"'


@dataclass(frozen=True)
class Text:
    """One card's text: where it stands in its source, what it is called there, and its words on one line."""

    key: str
    name: str
    text: str


Reader = Callable[[Path], Iterator[Text]]


def plain(text: str) -> str:
    """A text without markup, on one line."""
    text = re.sub(r"<[^>]*>|\[x\]|\*\*", " ", html.unescape(text).replace("\\n", " "))
    return " ".join(text.replace("_", " ").split())


def read_json(named: str, text: str, *ids: str) -> Reader:
    """A reader of every object, at any depth of a JSON file, that has a name and a text under these keys.

    What stands before the file's first bracket and after its last (a script's assignment) is passed over.
    """

    def objects(value: Any) -> Iterator[dict[str, Any]]:
        if isinstance(value, dict):
            yield value
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from objects(part)

    def read(path: Path) -> Iterator[Text]:
        file = path.read_text("utf-8")
        start = min(file.find(bracket) for bracket in "[{" if bracket in file)
        end = max(file.rfind(bracket) for bracket in "]}")
        for found in objects(json.loads(file[start : end + 1])):
            if isinstance(found.get(text), str) and isinstance(found.get(named), str):
                key = "/".join(str(found[name]) for name in ids if name in found)
                yield Text(f"{path.stem}/{key}", found[named], found[text])

    return read


def read_script(text: str) -> Reader:
    """A reader of a script's entries `key: { name: "…", … text: "…"`: the first text of each entry."""
    entry = re.compile(
        rf'"?([\w-]+)"?: \{{\s*(?:"?\w+"?: [\w-]+,\s*)*"?name"?: {STRING}[^{{}}]*?\s"?{text}"?: {STRING}'
    )

    def read(path: Path) -> Iterator[Text]:
        for key, *strings in entry.findall(path.read_text("utf-8")):
            name, words = (json.loads(f'"{string}"') for string in strings)
            yield Text(f"{path.stem}/{key}", name, words)

    return read


def read_forge(path: Path) -> Iterator[Text]:
    """The text as printed of one of Forge's scripts; of a card with two faces the first."""
    lines = dict(line.split(":", 1) for line in reversed(path.read_text("utf-8").splitlines()) if ":" in line)
    if "Name" in lines and "Oracle" in lines:
        yield Text(f"{path.parent.name}/{path.stem}", lines["Name"], lines["Oracle"])


def read_hearthstone(path: Path) -> Iterator[Text]:
    """The English texts of the cards that players collect."""
    for _, card in iterparse(path):  # noqa: S314 (a file from a package of our own choice)
        if card.tag != "Entity":
            continue
        name, text = (card.findtext(f"Tag[@name='{tag}']/enUS") for tag in ("CARDNAME", "CARDTEXT"))
        if name and text and card.find("Tag[@name='COLLECTIBLE']") is not None:
            yield Text(card.get("CardID", ""), name, text)
        card.clear()


KILL_TEAM_TEXTS = [
    read_json("ployname", "description", "killteamid", "ployid"),
    read_json("eqname", "eqdescription", "killteamid", "eqid"),
    read_json("title", "description", "killteamid", "fireteamid", "opid", "uniqueactionid", "abilityid"),
]
SKIRMISH: dict[str, tuple[str, list[Reader]]] = {
    "killteam18": ("**/*.json", [read_json("title", "desc", "title")]),
    "killteam21": ("compendium20211117.json", KILL_TEAM_TEXTS),
    "malifaux": ("**/data/[at][bcr][it]*.js", [read_json("name", "description", "id")]),
    "underworlds": ("**/db.js", [read_script("rule")]),
    "warcry": ("**/abilities.json", [read_json("name", "description", "_id")]),
}
OTHERS: dict[str, tuple[str, list[Reader]]] = {
    "forge": ("**/*.txt", [read_forge]),
    "hearthstone": ("**/CardDefs.xml", [read_hearthstone]),
    "showdown": ("**/*.js", [read_script("desc")]),
}


def eligible_texts(source: Path, pattern: str, readers: list[Reader]) -> list[Text]:
    """A source's texts that pass the filter, by key; of texts with equal words only the first."""
    found: dict[str, Text] = {}
    texts = [text for path in source.glob(pattern) for read in readers for text in read(path)]
    for text in sorted(texts, key=lambda text: (text.key, text.text)):
        words = plain(text.text)
        if len(words) in LENGTHS and ELIGIBLE.search(words):
            found.setdefault(words, Text(text.key, text.name, words))
    return list(found.values())


def draw(
    folder: Path, seed: int, counts: dict[str, int], without: set[tuple[str, str]]
) -> list[dict[str, str]]:
    """The texts that the seed draws, as many of each source as its count; each source is drawn from alone."""
    drawn: list[dict[str, str]] = []
    for source, count in counts.items():
        pattern, readers = (SKIRMISH | OTHERS)[source]
        texts = eligible_texts(folder / source, pattern, readers)
        print(f"{source}: {len(texts)} eligible", file=sys.stderr)  # noqa: T201
        left = [text for text in texts if (source, text.key) not in without]
        chosen = random.Random(seed).sample(left, count)  # noqa: S311 (anyone can draw them again)
        drawn += [{"source": source} | asdict(text) for text in chosen]
    return drawn


def read_drawn(path: Path) -> set[tuple[str, str]]:
    """The source and key of every text in a list of draws."""
    listed = YAML(typ="safe").load(path.read_text("utf-8"))
    return {(card["source"], card["key"]) for one in listed["draws"] for card in one["cards"]}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the folder with a folder for each source")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--skirmish", type=int, default=6, help="texts of each skirmish game")
    parser.add_argument("--others", type=int, default=10, help="texts of each other game")
    parser.add_argument("--letter", default="c", help="what the cards' numbers begin with")
    parser.add_argument("--without", type=Path, help="a list of earlier draws: none of them comes again")
    parser.add_argument("--texts", type=Path, help="a file outside of the repository for the texts")
    arguments = parser.parse_args()
    if arguments.texts and arguments.texts.resolve().is_relative_to(REPOSITORY):
        parser.error(f"{arguments.texts} lies in the repository, where the texts of others have no place")
    return arguments


def main() -> None:
    arguments = parse_arguments()
    counts = dict.fromkeys(SKIRMISH, arguments.skirmish) | dict.fromkeys(OTHERS, arguments.others)
    without = read_drawn(arguments.without) if arguments.without else set()
    drawn = draw(arguments.folder, arguments.seed, counts, without)
    for number, card in enumerate(drawn, 1):
        card["id"] = f"{arguments.letter}{number:02}"
        line = ", ".join(f"{word}: {json.dumps(card[word])}" for word in ("id", "source", "key"))
        print(f"      - {{{line}}}")  # noqa: T201
    if arguments.texts:
        arguments.texts.write_text(json.dumps(drawn, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
