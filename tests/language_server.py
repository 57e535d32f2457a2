"""A language server for YAML as editors use it, asked through its own protocol."""

import contextlib
import json
import subprocess
import threading
from pathlib import Path
from typing import Any

SERVER = (
    Path(__file__).parents[1]
    / ".ci"
    / "node_modules"
    / "yaml-language-server"
    / "bin"
    / "yaml-language-server"
)
PATIENCE = 60  # seconds until a test gives up on the server; not a measurement
SETTINGS = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}


class LanguageServer:
    """The server for one folder; its diagnostics of each file are kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        command = ["node", str(SERVER), "--stdio"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked = 0
        self._answers: dict[int, Any] = {}
        self._faults: dict[str, list[Any]] = {}
        self._news = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})
        self._send({"method": "workspace/didChangeConfiguration", "params": {"settings": {"yaml": SETTINGS}}})

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def open(self, name: str, text: str) -> str:
        """Open a file with a text; return its address."""
        path = self._folder / name
        path.write_text(text, encoding="utf-8")
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        return path.as_uri()

    def faults(self, uri: str) -> list[Any]:
        """The faults that the server underlines in a file."""
        with self._news:
            self._news.wait_for(lambda: uri in self._faults, PATIENCE)
            return self._faults[uri]

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Send a request, and wait for the answer."""
        self._asked += 1
        number = self._asked
        self._send({"method": method, "params": params, "id": number})
        with self._news:
            self._news.wait_for(lambda: number in self._answers, PATIENCE)
            return self._answers[number]

    def ask_at(self, what: str, uri: str, line: int, character: int) -> Any:
        """Request a hover or completions at a place in a file."""
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{what}", {"textDocument": {"uri": uri}, "position": place})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _listen(self) -> None:
        while (message := self._read()) is not None:
            with self._news:
                self._take(message)
                self._news.notify_all()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self._process.stdout.read(length)) if length else None

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self._answers[message["id"]] = message.get("result")
        elif message["method"] == "workspace/configuration":
            items = message["params"]["items"]
            told = [SETTINGS if item.get("section") == "yaml" else {} for item in items]
            self._send({"id": message["id"], "result": told})
        elif "id" in message:
            self._send({"id": message["id"], "result": None})
        elif message["method"] == "textDocument/publishDiagnostics":
            self._faults[message["params"]["uri"]] = message["params"]["diagnostics"]
