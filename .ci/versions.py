"""Print constraints for pip: edencli's dependencies at their `lowest` versions, or unconstrained (`newest`).

All other packages, which tests need, have the versions of constraints.txt.
"""

import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent

needed = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "dependencies"
]
lowest = dict(re.findall(r"([\w.-]+)>=([\d.]+)", "\n".join(needed)))
for line in (HERE / "constraints.txt").read_text(encoding="utf-8").splitlines():
    if line.partition("==")[0] not in lowest:
        print(line)
if sys.argv[1] == "lowest":
    print("\n".join(f"{name}=={version}" for name, version in lowest.items()))
