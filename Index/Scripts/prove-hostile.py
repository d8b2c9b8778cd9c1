#!/usr/bin/env python3
"""Runs a node of the index service with hostile pages, and shows that it stays right, small and of use to others.

Usage: prove-hostile.py [--pages 60] [--hosts 6] [--clients 24] [--program PATH] [--server PATH]

The hostile pages are those of hostile-pages.sh, each on several hosts, which serve the same for association files.

1. Each page is asked for once. Every answer must say that the page could not be read, or be what its readable part says.
2. Clients ask for hostile pages without end, while others ask for new pages of an origin server that is known. Each of those
   must be answered rightly, while hostile pages are being fetched.
3. The memory of the node and its open sockets must stay within limits, and the sockets must be closed afterwards.
4. The node is stopped, and each of its records is compared with the page.

There is no limit of speed: a limit of time is only met by what hangs. Linux only.
"""
import asyncio
import collections
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time

from cluster import LIMIT, Client, Node, judge
from origin import Origin
from script import PACKAGE, Failure, built, expect, read_options, run

# The memory that a node may need; a debug build is larger. Without limits, hostile files alone would need more.
MEMORY_LIMIT = 512 << 20
# The number of pages and files that the node fetches at the same time: more than four for each client of hostile pages. An attacker
# with more slow hosts delays others, whatever the order of fetches.
FETCHES = 400
# The maximum size of an answer for a hostile page, and of its record, in bytes.
ANSWER_LIMIT = 1 << 20
RECORD_LIMIT = 1 << 20
# The text of the only target that a hostile page names.
TARGET = "hostile://page"


class HostileServer:
    """The process that serves the hostile pages."""

    def __init__(self, program, hosts):
        self.command = [program, "serve", str(hosts)]
        self.pages = collections.defaultdict(list)
        self.process = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        while True:
            line = (await asyncio.wait_for(self.process.stdout.readline(), LIMIT)).decode().split()
            if line == ["ready"]:
                expect(self.pages, "the server has no hostile page")
                return
            expect(len(line) == 2, "the server of hostile pages did not start")
            self.pages[line[0]].append(line[1])

    async def end(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
            await asyncio.wait_for(self.process.wait(), LIMIT)


def judge_hostile(name, url, status, document, size):
    """What an answer for a hostile page says in a word; raises Failure if it is not honest."""
    what = f"{name}: {url}"
    if status == 503:
        return "refused"
    expect(status == 200, f"{what}: status {status}: {document}")
    expect(size <= ANSWER_LIMIT, f"{what}: the answer has {size} bytes")
    expect(document["url"] == url, f"{what}: the answer is for {document['url']}")
    for device in document["devices"]:
        for route in device["routes"]:
            # Without a file no app may open a URL; the browser always does, and one page has tags.
            expect(route["outcome"] != "eligible" or route["kind"] == "web" or name == "tags-without-end",
                   f"{what}: an app is eligible: {route}")
    link = document.get("link")
    if link is None:
        expect(document["failures"], f"{what}: neither link nor failure")
        return "failure"
    targets = {target["url"] for target in link["targets"]}
    expect(targets <= ({TARGET} if name == "tags-without-end" else set()), f"{what}: targets {sorted(targets)[:5]}")
    return "cut" if link["truncated"] else "read"


class Watch:
    """Samples the sockets of a process."""

    def __init__(self, process):
        self.process = process
        self.sockets = 0
        self.task = asyncio.create_task(self.run())

    def count(self):
        found = 0
        folder = f"/proc/{self.process.pid}/fd"
        for name in os.listdir(folder):
            try:
                found += os.readlink(f"{folder}/{name}").startswith("socket:")
            except FileNotFoundError:
                pass
        return found

    async def run(self):
        while True:
            self.sockets = max(self.sockets, self.count())
            await asyncio.sleep(0.05)


def peak(process):
    """The largest resident memory that the process has had so far, in bytes."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    raise Failure("the kernel does not say how much memory the process had")


async def ask(client, node, url):
    """The status, the document and the size of an answer, which must come."""
    status, fields, body = await asyncio.wait_for(client.ask_body(node, url), LIMIT)
    if status >= 400:
        expect(fields.get("content-type") == "application/problem+json", f"{url}: status {status} without a problem document")
    return status, json.loads(body), len(body)


async def one_by_one(node, server):
    async def one(name):
        url = server.pages[name][0]
        client = Client()
        start = time.monotonic()
        status, document, size = await ask(client, node, url)
        verdict = judge_hostile(name, url, status, document, size)
        client.close()
        return name, verdict, (document.get("failures") or [""])[0], size, time.monotonic() - start

    for name, verdict, failure, size, took in await asyncio.gather(*(one(name) for name in sorted(server.pages))):
        failure = failure.replace(server.pages[name][0], "URL")
        print(f"page: {name} | {verdict} | {failure or '-'} | {size} bytes | {took:.1f} s")


class Attack:
    """Clients that ask for hostile pages until they are told to stop."""

    def __init__(self, node, server, count):
        self.node, self.server = node, server
        self.verdicts = collections.Counter()
        self.waiting = 0
        self.asked = set()
        self.is_over = False
        self.tasks = [asyncio.create_task(self.run(place)) for place in range(count)]

    async def run(self, place):
        names = sorted(self.server.pages)
        client = Client()
        number = place
        while not self.is_over:
            name = names[number % len(names)]
            hosts = self.server.pages[name]
            url = f"{hosts[number // len(names) % len(hosts)]}{number}"
            number += len(self.tasks)
            self.asked.add((name, url))
            self.waiting += 1
            verdict = judge_hostile(name, url, *await ask(client, self.node, url))
            self.waiting -= 1
            self.verdicts[verdict] += 1
        client.close()

    async def stop(self):
        self.is_over = True
        await asyncio.gather(*self.tasks)


async def good_pages(node, origin, attack, count):
    """Asks for good pages until each is answered rightly. Returns why pages could not be read before, and how many."""
    numbers = iter(range(count))
    unread, alone = collections.defaultdict(set), 0

    async def work():
        nonlocal alone
        client = Client()
        for number in numbers:
            # A page that met a time limit on a busy machine is remembered as a failure for 30 s.
            end = time.monotonic() + 3 * LIMIT
            while True:
                expect(time.monotonic() < end, f"the good page {number} was not answered in {3 * LIMIT} s")
                status, fields, document = await asyncio.wait_for(client.ask(node, origin.url(number)), LIMIT)
                verdict = judge(number, status, fields, document)
                for task in attack.tasks:
                    if task.done():
                        task.result()
                alone += attack.waiting == 0
                if verdict == "right":
                    break
                failure = (document.get("failures") or [document.get("title", "")])[0]
                unread[failure.replace(origin.url(number), "URL")].add(number)
                await asyncio.sleep(1)
        client.close()

    await asyncio.gather(*(work() for _ in range(8)))
    expect(alone == 0, "no hostile page was fetched at some time")
    return {failure: len(numbers) for failure, numbers in unread.items()}


def check_records(path, origin, server, good_count):
    """Compares the records with the pages."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    kinds, largest, good = collections.Counter(), 0, set()
    names = {url: name for name, urls in server.pages.items() for url in urls}
    for kind, text, payload in database.execute("SELECT kind, text, payload FROM record"):
        content = payload.decode().replace("\\/", "/")
        found = {"proof://" + part.split('"')[0] for part in content.split('"proof://')[1:]}
        if f":{origin.port}" in text:
            if kind == 1:
                number = int(text.rsplit("/", 1)[1])
                expect(sorted(found) == (origin.truth(number) or []), f"{text}: stored {found}")
                good.add(number)
            continue
        host = next((url for url in names if text.startswith(url[:-1])), None)
        expect(host is not None, f"{text} was not asked for")
        expect(not found, f"{text}: stored targets of another page")
        expect(TARGET not in content or names[host] == "tags-without-end", f"{text}: stored a target that it does not have")
        expect(len(payload) <= RECORD_LIMIT, f"{text}: the record has {len(payload)} bytes")
        largest = max(largest, len(payload))
        kinds["page" if kind == 1 else "files of a host"] += 1
    database.close()
    missing = {number for number in range(good_count) if origin.kind(number) != "missing"} - good
    expect(not missing, f"good pages are not stored: {sorted(missing)[:5]}")
    print(f"records: {len(good)} of good pages, none wrong; of hostile hosts {dict(kinds)}, the largest has {largest} bytes")


async def prove(options, folder):
    origin = Origin(hosts=20)
    await origin.start()
    server = HostileServer(resolved(options.server) or built_server(), options.hosts)
    node = Node(resolved(options.program) or built(), "node", str(folder / "index.sqlite"), folder,
                "--simultaneous-fetches", str(FETCHES))
    attack = watch = None
    try:
        await server.start()
        await node.start()
        watch = Watch(node.process)
        before, sockets_before = peak(node.process), watch.count()
        await one_by_one(node, server)
        start = time.monotonic()
        attack = Attack(node, server, options.clients)
        unread = await good_pages(node, origin, attack, options.pages)
        await attack.stop()
        elapsed = time.monotonic() - start
        memory = peak(node.process)
        print(f"load: {options.pages} good pages answered rightly in {elapsed:.0f} s; pages that could not be read at first: "
              f"{unread or 'none'}; meanwhile {sum(attack.verdicts.values())} answers for hostile pages: {dict(attack.verdicts)}")
        limit = FETCHES + options.clients + 64
        print(f"memory: {before >> 20} MB at the start, {memory >> 20} MB at most; {watch.sockets} sockets at most")
        expect(memory <= MEMORY_LIMIT, f"the node had {memory >> 20} MB; {MEMORY_LIMIT >> 20} are allowed")
        expect(watch.sockets <= limit, f"the node had {watch.sockets} sockets; {limit} are allowed")
        # Connections to pages may be kept for a while; none may stay open for ever.
        end = time.monotonic() + LIMIT
        while watch.count() > sockets_before + 64:
            expect(time.monotonic() < end, f"{watch.count()} sockets stay open")
            await asyncio.sleep(0.5)
        watch.task.cancel()
        watch = None
        await node.end(signal.SIGTERM)
        expect(node.process.returncode == 0, f"the node ended with status {node.process.returncode}")
        check_records(folder / "index.sqlite", origin, server, options.pages)
    except BaseException:
        if node.log.exists():
            print(f"--- {node.log.name}\n{node.log.read_text()[-1500:]}", file=sys.stderr)
        raise
    finally:
        for task in (attack.tasks if attack else []) + ([watch.task] if watch else []):
            task.cancel()
        await node.end(signal.SIGKILL)
        await server.end()
        origin.stop()


def resolved(path):
    return str(pathlib.Path(path).resolve()) if path else None


def built_server():
    command = ["swift", "build", "--package-path", str(PACKAGE.parent), "--product", "hostile-pages"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    place = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{place.stdout.strip()}/hostile-pages"


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, pages=60, hosts=6, clients=24, program=None, server=None)
    run(lambda folder: prove(OPTIONS, folder))
