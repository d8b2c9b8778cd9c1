"""Nodes of the index service as processes, nginx in front of them, and a client of theirs."""
import asyncio
import collections
import contextlib
import itertools
import json
import os
import pathlib
import random
import socket
import struct
import subprocess
import time
import urllib.parse

from origin import Origin
from script import Failure, expect

# The limit in seconds, which a hanging program exceeds; a slow machine stays far below it.
LIMIT = 300


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


def free_port():
    """A port that is free, and that the system gives to nobody who asks for any: other gates and their clients run meanwhile."""
    given = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range")
    first = int(given.read_text().split()[0]) if given.exists() else 0
    # This does not use the seeded random numbers, because another run may have the same seed.
    choice = random.SystemRandom()
    while True:
        with socket.socket() as server, contextlib.suppress(OSError):
            server.bind(("127.0.0.1", choice.randrange(10_000, first) if first > 12_000 else 0))
            return server.getsockname()[1]


def processor_seconds(process):
    """The processor time of a process so far."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Clock:
    """A wall clock that can be set while processes read it; see clock.c."""

    def __init__(self, folder):
        self.path, library = folder / "clock", folder / "clock.so"
        self.set_back(0)
        subprocess.run(["clang", "-shared", "-fPIC", "-O2", pathlib.Path(__file__).parent / "clock.c", "-o", library, "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_FILE": str(self.path)}

    def set_back(self, seconds):
        # The file is changed in place, because processes have mapped it.
        with open(self.path, "r+b" if self.path.exists() else "wb") as file:
            file.write(struct.pack("=q", -seconds))


class Node:
    """A process of the service. It listens on one port for as long as the script runs, if `port` is given."""

    def __init__(self, program, name, database, folder, *options, keys="none", port=0, environment=None):
        limits = ["--address-limit", "0"] if keys == "none" else []
        self.command = [program, "serve", "--port", str(port), "--node", name, "--database", database, "--allow-private",
                        "--keys", keys, *limits, "--fetches-per-address", "4000", "--memory", "48", "--log-level", "warning",
                        *options]
        self.environment = {**os.environ, **(environment or {})}
        self.name = name
        self.log = folder / f"{name}.log"
        self.process = None
        self.port = None

    async def start(self):
        self.port = None
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdout=asyncio.subprocess.PIPE, stderr=log, cwd=self.log.parent, env=self.environment)
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
        return processor_seconds(self.process.pid)

    def resident(self):
        """The resident memory of the process, in bytes."""
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Proxy:
    """nginx in front of nodes, with nothing but `proxy_pass`: each request to a node has a connection of its own."""

    def __init__(self, folder, nodes_ports):
        self.folder = folder / "nginx"
        for name in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
            (self.folder / name).mkdir(parents=True)
        self.port = free_port()
        servers = " ".join(f"server 127.0.0.1:{port};" for port in nodes_ports)
        paths = " ".join(f"{name}_temp_path {self.folder}/{name};" for name in ("proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user} daemon off; worker_processes 1; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log;\n"
            f"events {{ worker_connections 1024; }}\nhttp {{ access_log off; client_body_temp_path {self.folder}/body; {paths}\n"
            f"upstream nodes {{ {servers} }}\n"
            f"server {{ listen 127.0.0.1:{self.port}; location / {{ proxy_pass http://nodes; }} }} }}\n", encoding="utf-8")
        self.process = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            "nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "nginx.log"))
        for _ in range(LIMIT * 10):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.1)
        raise Failure("nginx did not start")

    async def stop(self):
        if self.process and self.process.returncode is None:
            self.process.terminate()
            await asyncio.wait_for(self.process.wait(), LIMIT)


class Client:
    """Keeps one connection to each node, or to the proxy, and has a key if keys were given out."""

    keys = itertools.repeat(None)

    def __init__(self, key=None):
        self.connections = {}
        self.key = key or next(Client.keys)

    async def ask(self, node, url):
        """The status, the header fields and the document of an answer; ConnectionError if the node is away."""
        status, fields, body = await self.ask_body(node, url)
        if status >= 500 and fields.get("content-type", "").startswith("text/html"):
            # This is nginx's own page: no node answered.
            raise ConnectionError(f"the proxy says {status}")
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
            key = f"Authorization: Bearer {self.key}\r\n" if self.key else ""
            writer.write(f"GET {path} HTTP/1.1\r\nHost: index\r\n{key}\r\n".encode())
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


async def load(nodes, origin, numbers, client_count, again, on_progress=None):
    """Asks for every URL, and for some again, until each has an answer. Returns how many of each verdict there were."""
    verdicts = collections.Counter()
    slowest = 0.0
    queue = collections.deque()
    for number in numbers:
        queue.extend([number] * (2 if random.random() < again else 1))
    total, done = len(queue), 0

    async def work():
        nonlocal done, slowest
        client = Client()
        while queue:
            number = queue.popleft()
            end, last = time.monotonic() + LIMIT, None
            while True:
                expect(time.monotonic() < end, f"page {number} got no answer in {LIMIT} s; the last: {last}")
                start = time.monotonic()
                try:
                    last = await asyncio.wait_for(client.ask(random.choice(nodes), origin.url(number)), LIMIT)
                    verdict = judge(number, *last)
                except ConnectionError as error:
                    verdict, last = "away", error
                slowest = max(slowest, time.monotonic() - start)
                verdicts[verdict] += 1
                if verdict == "right":
                    break
                # A client waits like this after Retry-After, or if a node is unavailable.
                await asyncio.sleep(0.2)
            done += 1
            if on_progress:
                on_progress(done / total)
        client.close()

    await asyncio.gather(*(work() for _ in range(client_count)))
    verdicts["slowest"] = slowest
    return verdicts


def compare_records(server, origin):
    """Compares every stored page with the origin server's, and returns the numbers of the pages."""
    rows = server.query("SELECT text, encode(payload, 'hex') FROM link_record WHERE kind = 1 AND text LIKE 'http://127.%'")
    wrong, kinds = [], collections.Counter()
    for text, payload in rows:
        number = int(text.rsplit("/", 1)[1])
        content = bytes.fromhex(payload).decode()
        entry = json.loads(content)
        found = sorted(set(part.split('"')[0] for part in content.replace("\\/", "/").split('"proof://')[1:]))
        truth = Origin.truth(number)
        kinds[Origin.kind(number)] += 1
        if text != origin.url(number) or [f"proof://{rest}" for rest in found] != (truth or []):
            wrong.append(text)
        expect(isinstance(entry, dict), f"{text}: no object")
    print(f"records: {len(rows)} stored pages compared with the origin server's ({dict(kinds)}), {len(wrong)} wrong")
    expect(not wrong, f"wrong records: {wrong[:5]}")
    return {int(text.rsplit("/", 1)[1]) for text, _ in rows}


def is_kept(number):
    """Whether the record of a page is kept for a day: a missing page is forgotten sooner."""
    return Origin.kind(number) != "missing"
