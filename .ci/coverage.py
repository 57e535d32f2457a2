"""Print the share of the package's lines and branches that the tests ran, and the least covered modules."""

import json
import sys
from pathlib import Path

measured = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
files = {name: told for name, told in measured["files"].items() if "edencli/" in name}
walked = sum(len(told["executed_lines"]) + len(told["executed_branches"]) for told in files.values())
missed = sum(len(told["missing_lines"]) + len(told["missing_branches"]) for told in files.values())
print(f"== branch coverage: {100 * walked / (walked + missed):.1f} % of the package; the least covered:")
print("(what tests run as a process of its own is not counted)")
for share, name in sorted((told["summary"]["percent_covered"], name) for name, told in files.items())[:10]:
    print(f"{share:5.0f} %  {name}")
