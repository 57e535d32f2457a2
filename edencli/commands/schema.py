"""What `edencli schema` prints: the JSON Schema of a kind of file or of an answer."""

from edencli.commands.requests.schema import SchemaRequest
from edencli.files.source import shipped_folder
from edencli.output.console import write_stdout


def print_schema(request: SchemaRequest) -> None:
    """Print a schema. It stands alone: it refers to no other."""
    schema = shipped_folder("schemas") / f"{request.kind}.schema.json"
    write_stdout(schema.read_text(encoding="utf-8"))
