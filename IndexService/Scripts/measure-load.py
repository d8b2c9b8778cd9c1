#!/usr/bin/env python3
"""Compares cached answers of the index service with nginx, which serves the same answers from files, in the same run.

Usage: measure-load.py [--urls 100] [--rounds 3] [--seconds 6] [--requests 1000000] [--slow 1000] [--program PATH]

1. Rate: wrk asks nginx, a node on SQLite and a node on PostgreSQL in turn for the same answers, several rounds. The answers are
   in the nodes' memory. Prints each rate and its ratio to nginx's in the same round. Then the same with a field in each request
   that no other has.
2. Latency: each node is asked at a quarter of nginx's rate, which is half of what is expected of it: p50 and p99.
3. Memory: one node is asked for many cached answers, and its resident memory is printed at each tenth.
4. Slow pages: the time that a fresh answer takes, p50 and p99, before and while a thousand pages are fetched whose servers send
   a byte a second.

Needs nginx, wrk, h2load (nghttp2-client) and PostgreSQL's server programs. Everything runs on loopback and in a temporary
folder, and what was started is ended. By default the service is built for release.
"""
import argparse
import asyncio
import math
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

import postgres
from cluster import LIMIT, Client, Failure, Node, built, expect
from origin import Origin

CONNECTIONS = 64

NGINX = """
daemon off; worker_processes auto; pid nginx.pid; error_log stderr error;
events {{ worker_connections 1024; }}
http {{
    access_log off; keepalive_requests 100000000; sendfile on; tcp_nopush on; open_file_cache max=1000 inactive=1h;
    client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
    server {{ listen 127.0.0.1:{port} backlog=1024; root {root}; default_type application/json; }}
}}
"""

# The requests are made once; asking is a look-up in a table.
WRK = """
local requests, place = {{}}, 0
function init(arguments)
    for path in string.gmatch([[{paths}]], "%S+") do requests[#requests + 1] = wrk.format("GET", path) end
end
function request() place = place % #requests + 1; return requests[place] end
"""

# No two requests of a thread have the same bytes.
VARYING = """
local request, count = request, 0
function varying() count = count + 1; return string.sub(request(), 1, -3) .. "X-Request-ID: " .. count .. "\\r\\n\\r\\n" end
_G.request = varying
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]


async def run(*command, **options):
    process = await asyncio.create_subprocess_exec(*map(str, command), stdout=asyncio.subprocess.PIPE,
                                                   stderr=asyncio.subprocess.STDOUT, **options)
    output, _ = await process.communicate()
    expect(process.returncode == 0, f"{command[0]} failed: {output.decode()[-1000:]}")
    return output.decode()


class Load:
    """The same questions to a server, by wrk and by h2load."""

    def __init__(self, name, port, paths, folder, varying=False):
        self.name, self.port, self.folder = name, port, folder
        self.paths = paths
        self.script = folder / f"{name.replace(' ', '-')}.lua"
        self.script.write_text(WRK.format(paths="\n".join(paths)) + (VARYING if varying else ""))

    async def rate(self, seconds):
        """Answers a second."""
        text = await run("wrk", "-t", 2, "-c", CONNECTIONS, "-d", f"{seconds}s", "-s", self.script,
                         f"http://127.0.0.1:{self.port}")
        expect("Non-2xx" not in text and "Socket errors" not in text, f"{self.name}: {text}")
        return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])

    async def latency(self, rate, seconds):
        """The times of answers in milliseconds, at a rate."""
        log = self.folder / f"{self.name}.times"
        log.unlink(missing_ok=True)
        clients = 32
        targets = self.folder / f"{self.name}.targets"
        targets.write_text("".join(f"http://127.0.0.1:{self.port}{path}\n" for path in self.paths))
        await run("h2load", "--h1", "-c", clients, "-t", 1, "-D", seconds, "--warm-up-time", 1, "--rps", f"{rate / clients:.2f}",
                  "--log-file", log, "-i", targets)
        times = []
        for line in log.read_text().splitlines():
            _, status, microseconds = line.split()
            expect(status == "200", f"{self.name}: status {status}")
            times.append(int(microseconds) / 1000)
        return times


async def compare_rates(loads, rounds, seconds):
    ratios = {load.name: [] for load in loads}
    rates = {load.name: [] for load in loads}
    for _ in range(rounds):
        for load in loads:
            rates[load.name].append(await load.rate(seconds))
            ratios[load.name].append(rates[load.name][-1] / rates[loads[0].name][-1])
    for load in loads:
        print(f"rate: {load.name}: {statistics.median(rates[load.name]):.0f} answers a second, "
              f"{statistics.median(ratios[load.name]):.2f} of nginx "
              f"({', '.join(f'{ratio:.2f}' for ratio in ratios[load.name])})")
    return statistics.median(rates[loads[0].name])


async def show_memory(node, load, rate, requests):
    print(f"memory: before {node.resident() / 1e6:.1f} MB", end="")
    for part in range(10):
        await load.rate(max(1, round(requests / 10 / rate)))
        print(f", {node.resident() / 1e6:.1f}", end="", flush=True)
    print(f" MB at each tenth of about {requests} requests")


class SlowOrigin:
    """Sends the head of a page, and then a byte a second."""

    def __init__(self):
        self.open = 0

    async def start(self):
        self.server = await asyncio.start_server(self._serve, "0.0.0.0", 0, backlog=2048)
        self.port = self.server.sockets[0].getsockname()[1]

    def url(self, number):
        return f"http://127.1.{number // 250}.{1 + number % 250}:{self.port}/"

    async def _serve(self, reader, writer):
        self.open += 1
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n<html><head>")
            while True:
                await writer.drain()
                await asyncio.sleep(1)
                writer.write(b" ")
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            self.open -= 1
            writer.close()


async def ask_fresh(node, origin, first, count):
    """The times of fresh answers in milliseconds, eight at a time."""
    numbers = [number for number in range(first, first + count * 2) if Origin.kind(number) == "tags"][:count]
    times = []

    async def work():
        client = Client()
        while numbers:
            number, start = numbers.pop(), time.monotonic()
            status, _, document = await asyncio.wait_for(client.ask(node, origin.url(number)), LIMIT)
            expect(status == 200, f"page {number}: status {status}")
            expect(document.get("link"), f"page {number}: {document['failures']}")
            times.append((time.monotonic() - start) * 1000)
        client.close()

    await asyncio.gather(*(work() for _ in range(8)))
    return times


async def show_slow_pages(node, origin, count):
    before = await ask_fresh(node, origin, 10_000_000, 1_000)
    slow = SlowOrigin()
    await slow.start()

    async def ask(number):
        client = Client()
        try:
            await client.ask(node, slow.url(number))
        except ConnectionError:
            pass
        client.close()

    questions = [asyncio.create_task(ask(number)) for number in range(count)]
    while slow.open == 0:
        await asyncio.sleep(0.05)
    most, during = slow.open, []
    batch = 0
    while not all(question.done() for question in questions):
        during += await ask_fresh(node, origin, 20_000_000 + batch * 1_000, 100)
        most, batch = max(most, slow.open), batch + 1
    await asyncio.gather(*questions)
    for what, times in (("before", before), (f"while {count} slow pages were asked for ({most} at a time)", during)):
        print(f"slow pages: a fresh answer {what}: p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms "
              f"({len(times)} answers)")


async def measure(options, folder):
    program = pathlib.Path(options.program or built(release=True)).resolve()
    origin = Origin(hosts=20)
    await origin.start()
    server = postgres.Server(folder / "a")
    nodes, nginx = [], None
    try:
        await asyncio.to_thread(server.create)
        await asyncio.to_thread(server.start)
        nodes += [Node(program, "sqlite", str(folder / "index.sqlite"), folder),
                  Node(program, "postgresql", postgres.url(server), folder)]
        await asyncio.gather(*(node.start() for node in nodes))

        numbers = [number for number in range(options.urls * 2) if Origin.kind(number) == "tags"][:options.urls]
        site = folder / "site"
        site.mkdir()
        client = Client()
        for node in nodes:
            for _ in range(2):
                for number in numbers:
                    status, _, body = await client.ask_body(node, origin.url(number))
                    expect(status == 200 and b'"link"' in body, f"page {number}: status {status}")
                    (site / f"{number}.json").write_bytes(body)
        client.close()
        size = statistics.mean(path.stat().st_size for path in site.iterdir())
        print(f"answers: {len(numbers)} cached, {size:.0f} bytes each on average")

        port = free_port()
        (folder / "nginx.conf").write_text(NGINX.format(port=port, root=site))
        folder.chmod(0o755)
        nginx = await asyncio.create_subprocess_exec("nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"))
        paths = ["/v1/links?url=" + urllib.parse.quote(origin.url(number), safe="") for number in numbers]
        loads = [Load("nginx", port, [f"/{number}.json" for number in numbers], folder)]
        loads += [Load(node.name, node.port, paths, folder) for node in nodes]
        different = [Load("nginx, each request different", port, loads[0].paths, folder, varying=True),
                     Load("sqlite, each request different", nodes[0].port, paths, folder, varying=True)]
        await asyncio.sleep(1)
        rate = await compare_rates(loads, options.rounds, options.seconds)
        await compare_rates(different, options.rounds, options.seconds)
        for load in loads:
            times = await load.latency(rate / 4, options.seconds)
            print(f"latency: {load.name}: at {rate / 4:.0f} answers a second p50 {percentile(times, 0.5):.2f} ms, "
                  f"p99 {percentile(times, 0.99):.2f} ms")
        await show_memory(nodes[0], loads[1], rate / 2, options.requests)
        await show_slow_pages(nodes[0], origin, options.slow)
    finally:
        if nginx and nginx.returncode is None:
            nginx.terminate()
            await nginx.wait()
        for node in nodes:
            await node.end(signal.SIGKILL)
        server.stop()
        origin.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--slow", type=int, default=1_000)
    parser.add_argument("--program")
    options = parser.parse_args()
    missing = [tool for tool in ("nginx", "wrk", "h2load") if not shutil.which(tool)]
    if missing or postgres.programs() is None:
        sys.exit(f"measure-load: not installed: {', '.join(missing) or 'the server programs of PostgreSQL'}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="index-load-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        asyncio.run(measure(options, folder))
    except Failure as failure:
        sys.exit(f"measure-load: {failure}")
    finally:
        for data in folder.glob("*/data"):
            subprocess.run([*postgres.PREFIX, "rm", "-rf", str(data)], cwd="/")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
