"""Check a release: everything a tag must pass; wheel, archive and notes are left in `dist/`.

    python .ci/release.py cut 0.2.0 2026-11-21   turn the unreleased part of CHANGELOG.md into this version
    python .ci/release.py notes 0.2.0            print what CHANGELOG.md says about a version
    python .ci/release.py check [--tag v0.2.0] [PYTHON...]

The version is in `edencli/__init__.py`. A tag must name it, and the changelog must have it. Wheel and archive
are built twice and must have equal bytes. Then the wheel alone is installed by pipx, with each interpreter
named (else with this one), away from any checkout: the samples must come out of it, and every command of
README's session and its Python example must do what README says.
"""

import argparse
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHANGELOG, README, DIST = ROOT / "CHANGELOG.md", ROOT / "README.md", ROOT / "dist"
UNRELEASED = "## [Unreleased]"
SESSION = re.compile(r"^\$ edencli (.+)\n((?:(?!```|\$ ).+\n)*)", re.MULTILINE)
EPOCH = "315532800"  # the first time that a zip archive can hold; a release uses the time of its commit


def main() -> None:
    """Read the command line and run the part that it names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parts = parser.add_subparsers(dest="part", required=True)
    cut = parts.add_parser("cut")
    cut.add_argument("version")
    cut.add_argument("date")
    parts.add_parser("notes").add_argument("version")
    check = parts.add_parser("check")
    check.add_argument("--tag")
    check.add_argument("interpreters", nargs="*", default=[sys.executable])
    asked = parser.parse_args()
    if asked.part == "cut":
        CHANGELOG.write_text(cut_changelog(_changelog(), asked.version, asked.date), encoding="utf-8")
    elif asked.part == "notes":
        print(release_notes(_changelog(), asked.version))
    else:
        check_release(asked.tag, asked.interpreters)


def _changelog() -> str:
    return CHANGELOG.read_text(encoding="utf-8")


def current_version() -> str:
    """The version of this checkout."""
    text = (ROOT / "edencli" / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+?)"', text, re.MULTILINE)[1]  # type: ignore[index]


def cut_changelog(text: str, version: str, date: str) -> str:
    """The changelog with its unreleased part as this version, and an empty unreleased part."""
    if text.count(f"{UNRELEASED}\n") != 1:
        raise SystemExit(f"CHANGELOG.md has not one heading {UNRELEASED}")
    return text.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {date}", 1)


def release_notes(text: str, version: str) -> str:
    """The part of a changelog about a version, without its heading."""
    pattern = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)"
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md says nothing of {version}: .ci/release.py cut {version} DATE")
    return found[1].strip()


def check_release(tag: str | None, interpreters: Sequence[str]) -> None:
    """Build a release twice, compare, install and try it; leave it in `dist/`."""
    version = current_version()
    if tag is not None:
        if tag != f"v{version}":
            raise SystemExit(f"the tag is {tag}, and edencli/__init__.py says {version}")
        DIST.mkdir(exist_ok=True)
        (DIST / "NOTES.md").write_text(release_notes(_changelog(), version) + "\n", encoding="utf-8")
    wheel = build_twice()
    for interpreter in interpreters:
        try_wheel(wheel, interpreter, version)


def build_twice() -> Path:
    """Build wheel and archive twice into `dist/`, require equal bytes, and return the wheel."""
    said = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    environment = os.environ | {"SOURCE_DATE_EPOCH": said or EPOCH}
    with tempfile.TemporaryDirectory() as again:
        for folder in (DIST, Path(again)):
            for old in (*folder.glob("edencli-*.whl"), *folder.glob("edencli-*.tar.gz")):
                old.unlink()
            folder.mkdir(exist_ok=True)
            build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
            subprocess.run(build, cwd=ROOT, env=environment, check=True, capture_output=True)
        built = sorted(one for one in DIST.iterdir() if one.name.startswith("edencli-"))
        for one in built:
            digest = hashlib.sha256(one.read_bytes()).hexdigest()
            if digest != hashlib.sha256(Path(again, one.name).read_bytes()).hexdigest():
                raise SystemExit(f"{one.name} has other bytes when it is built again")
            print(f"{digest}  {one.name}")
    return next(one for one in built if one.suffix == ".whl")


def try_wheel(wheel: Path, interpreter: str, version: str) -> None:
    """Install a wheel by pipx in an empty environment, and check that it does what README says."""
    with tempfile.TemporaryDirectory() as temporary:
        home, folder = Path(temporary, "pipx"), Path(temporary, "empty")
        folder.mkdir()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(home / "bin"), "HOME": temporary}
        environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment['PATH']}"
        pipx = [sys.executable, "-m", "pipx", "install", "--quiet", "--python", interpreter, str(wheel)]
        subprocess.run(pipx, env=environment, check=True, stdout=subprocess.DEVNULL)
        tried = 0
        for command, shown in readme_commands(version):
            said = subprocess.run(
                ["edencli", *shlex.split(command)],
                cwd=folder, env=environment, capture_output=True, check=False,
            )  # fmt: skip
            if said.returncode or not said.stdout.decode().startswith(shown):
                raise SystemExit(f"edencli {command}\n{said.stdout.decode()}{said.stderr.decode()}")
            tried += 1
        python = home / "venvs" / "edencli" / ("Scripts" if os.name == "nt" else "bin") / "python"
        example = [str(python), "-m", "doctest", str(README)]
        subprocess.run(example, cwd=folder, env=environment, check=True)
        told = subprocess.run([str(python), "--version"], capture_output=True, text=True, check=True).stdout
        print(f"{told.strip()}: {wheel.name} by pipx, {tried} commands and the Python example of README")


def readme_commands(version: str) -> Iterator[tuple[str, str]]:
    """Each command to run, with the text that its output must begin with: samples first, then README's."""
    yield "--version", f"edencli {version}\n"
    yield "new --sample all samples", ""
    yield from SESSION.findall(README.read_text(encoding="utf-8"))
    for name in ("first-duel", "salt-road"):
        yield f"play samples/games/{name}.yaml --update", ""
        yield f"play samples/games/{name}.yaml --check", ""
    yield "validate samples", ""


if __name__ == "__main__":
    main()
