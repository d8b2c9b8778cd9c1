"""Nodes of the index service as processes, and a client of theirs."""
import asyncio
import json
import os
import pathlib
import subprocess
import sys
import urllib.parse

from origin import Origin

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A hanging program fails by this; a slow machine does not come near it.
LIMIT = 300


class Failure(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failure(text)


def judge(number, status, fields, document):
    """`right`, `honest` (an error that says so), or raises Failure."""
    if status >= 500:
        expect(fields.get("content-type") == "application/problem+json" and "retry-after" in fields,
               f"page {number}: status {status} without a problem document and Retry-After: {document}")
        return "honest"
    expect(status == 200, f"page {number}: status {status}: {document}")
    truth = Origin.truth(number)
    link = document.get("link")
    if truth is None:
        # A missing page is an error of the page, and has no link.
        expect(link is None and document["failures"], f"page {number} is missing, but: {document}")
        return "right"
    if link is None:
        expect(document["failures"], f"page {number}: neither link nor failure: {document}")
        return "unread"
    found = [target["url"] for target in link["targets"]]
    expect(sorted(found) == truth, f"page {number}: {found} instead of {truth}")
    return "right"


class Node:
    """A process of the service."""

    def __init__(self, program, name, database, folder, *options):
        self.command = [program, "serve", "--port", "0", "--node", name, "--database", database, "--allow-private",
                        "--keys", "none", "--address-limit", "0", "--fetches-per-address", "4000", "--memory", "48",
                        "--log-level", "warning", *options]
        self.name = name
        self.log = folder / f"{name}.log"
        self.process = None
        self.port = None

    async def start(self):
        self.port = None
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdout=asyncio.subprocess.PIPE, stderr=log, cwd=self.log.parent)
        line = await asyncio.wait_for(self.process.stdout.readline(), LIMIT)
        expect(b"listens on" in line, f"{self.name} did not start: {self.log.read_text()[-2000:]}")
        self.port = int(line.rsplit(b":", 1)[1])

    async def end(self, how):
        self.port = None
        if self.process and self.process.returncode is None:
            self.process.send_signal(how)
            await asyncio.wait_for(self.process.wait(), LIMIT)

    def seconds(self):
        """The processor time of the process so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        """The resident memory of the process, in bytes."""
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Client:
    """Keeps one connection to each node."""

    def __init__(self):
        self.connections = {}

    async def ask(self, node, url):
        """The status, the header fields and the document of an answer; ConnectionError if the node is away."""
        status, fields, body = await self.ask_body(node, url)
        return status, fields, json.loads(body)

    async def ask_body(self, node, url):
        """The status, the header fields and the bytes of an answer; ConnectionError if the node is away."""
        port = node.port
        if port is None:
            raise ConnectionError("not started")
        if port not in self.connections:
            self.connections[port] = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        reader, writer = self.connections[port]
        try:
            path = "/v1/links?url=" + urllib.parse.quote(url, safe="")
            writer.write(f"GET {path} HTTP/1.1\r\nHost: index\r\n\r\n".encode())
            await writer.drain()
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = await reader.readexactly(int(fields["content-length"]))
            return int(head[0].split()[1]), fields, body
        except (asyncio.IncompleteReadError, OSError) as error:
            del self.connections[port]
            writer.close()
            raise ConnectionError(str(error)) from error

    def close(self):
        for _, writer in self.connections.values():
            writer.close()


def built(release):
    command = ["swift", "build", "--package-path", str(ROOT), "--product", "applinks-index"]
    command += ["--configuration", "release"] if release else []
    subprocess.run(command, check=True, stdout=sys.stderr)
    place = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{place.stdout.strip()}/applinks-index"
