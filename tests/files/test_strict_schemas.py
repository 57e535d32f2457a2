"""The schemas that are shipped pass ajv's strict mode: the validator that most programs of JavaScript use.

Needs ajv: `npm ci --prefix .ci`, and node. Two of its demands are left out: that a value has one type only (a
size is a number or two), and that what a condition requires is described within the condition.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from edencli.files.source import shipped_folder

CI = Path(__file__).parents[2] / ".ci"
NODE = shutil.which("node") or ""
OPTIONS = {"strict": True, "allowUnionTypes": True, "strictRequired": False}
COMPILE_EACH = """
    const Ajv = require("ajv/dist/2020").default;
    const [options, schemas] = JSON.parse(require("fs").readFileSync(0));
    const refusal = (schema) => {
        try { new Ajv({ ...options, logger: false }).compile(schema); return null; }
        catch (fault) { return fault.message; }
    };
    console.log(JSON.stringify(schemas.map(refusal)));
"""

pytestmark = pytest.mark.skipif(
    not (CI / "node_modules" / "ajv").is_dir() or not NODE,
    reason="NOT TESTED by ajv: npm ci --prefix .ci brings it",
)


def refusals(schemas: list[object]) -> list[str | None]:
    """What ajv has against each schema."""
    ended = subprocess.run(
        [NODE, "-e", COMPILE_EACH],
        input=json.dumps([OPTIONS, schemas]),
        cwd=CI,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return list(json.loads(ended.stdout))


def test_strict_mode_refuses_no_schema() -> None:
    schemas = {path.name: json.loads(path.read_text("utf-8")) for path in shipped_folder("schemas").iterdir()}
    slips = [{"minItems": 1}, {"type": "object", "propertis": {}}]

    *found, untyped, misspelt = refusals([*schemas.values(), *slips])

    assert {name: told for name, told in zip(schemas, found, strict=True) if told} == {}
    assert "missing type" in str(untyped)
    assert "unknown keyword" in str(misspelt)
